mod draw;

use std::fs;
use std::path::PathBuf;

use assay_rules::{Game, with_rules};
use clap::{Args, Subcommand};

use crate::game_args::find_game;
use crate::problem::Problem;

/// The games: list, show, check, draw
#[derive(Args, Debug)]
pub(crate) struct GamesArgs {
    #[command(subcommand)]
    command: GamesCommand,
}

#[derive(Subcommand, Debug)]
enum GamesCommand {
    /// List the built-in games
    List,
    /// Tell about a game: its array, pieces and options
    Show {
        /// A built-in game or the path of a game file
        game: String,
        /// Print the game file itself
        #[arg(long)]
        source: bool,
    },
    /// Check game files with every choice of options; every fault is listed with its line
    Check {
        /// The files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    Draw(draw::DrawArgs),
}

/// Runs a subcommand of `games`.
pub(crate) fn run(args: &GamesArgs) -> Result<(), Problem> {
    match &args.command {
        GamesCommand::List => {
            list();
            Ok(())
        }
        GamesCommand::Show { game, source } => {
            let game = find_game(game)?;
            if *source {
                print!("{}", game.source());
                return Ok(());
            }
            show(&game)
        }
        GamesCommand::Check { files } => check(files),
        GamesCommand::Draw(args) => draw::run(args),
    }
}

fn list() {
    for game in Game::builtin_ids()
        .iter()
        .filter_map(|id| Game::builtin(id))
    {
        println!("{:<16} {} ({})", game.id(), game.name(), game.inventor());
    }
}

fn show(game: &Game) -> Result<(), Problem> {
    println!("{} ({})", game.name(), game.id());
    println!("by {}; {}", game.inventor(), game.page());
    println!("\n{}\n", game.about());
    let rules = game.compile(&game.choose([])?, None)?;
    with_rules!(&rules, r => {
        println!("{} cells; start {}", r.cells(), r.position_text(r.start()));
        println!("\npieces");
        for info in r.kinds() {
            let mut traits = Vec::new();
            if info.royal {
                traits.push("royal");
            }
            if info.pawn {
                traits.push("pawn");
            }
            if info.bounces {
                traits.push("bounces");
            }
            if info.flies {
                traits.push("flies");
            }
            println!("  {} {:<12} {:<4} {}", info.letter, info.name, info.notation, traits.join(", "));
        }
    });
    println!("\noptions");
    for option in game.options() {
        println!(
            "  {} = {} ({})",
            option.name,
            option.values.join(" | "),
            option.about
        );
        println!("    default {}", option.default);
    }
    Ok(())
}

fn check(files: &[PathBuf]) -> Result<(), Problem> {
    let mut wrong = Vec::new();
    for path in files {
        let origin = path.display().to_string();
        let text = fs::read_to_string(path)
            .map_err(|e| Problem::Usage(format!("cannot read the game file {origin}: {e}")))?;
        match Game::parse(&origin, &text).and_then(|game| {
            for choice in game.choices() {
                game.compile(&choice, None)?;
            }
            Ok(game)
        }) {
            Ok(game) => println!(
                "{origin}: {} is valid, {} choices of options",
                game.id(),
                game.choices().len()
            ),
            Err(faults) => wrong.push(faults.to_string()),
        }
    }
    if wrong.is_empty() {
        Ok(())
    } else {
        Err(Problem::Failure(wrong.join("\n")))
    }
}
