mod check;
mod draw;

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
    Check(check::CheckArgs),
    Draw(draw::DrawArgs),
}

/// Runs a subcommand of `games`.
pub(crate) fn run(args: &GamesArgs) -> Result<(), Problem> {
    match &args.command {
        GamesCommand::List => list(),
        GamesCommand::Show { game, source } => {
            let game = find_game(game)?;
            if *source {
                super::print(game.source().as_bytes())?;
                return Ok(());
            }
            show(&game)
        }
        GamesCommand::Check(args) => check::run(args),
        GamesCommand::Draw(args) => draw::run(args),
    }
}

fn list() -> Result<(), Problem> {
    for game in Game::builtin_ids()
        .iter()
        .filter_map(|id| Game::builtin(id))
    {
        outln!("{:<16} {} ({})", game.id(), game.name(), game.inventor());
    }
    Ok(())
}

fn show(game: &Game) -> Result<(), Problem> {
    outln!("{} ({})", game.name(), game.id());
    outln!("by {}; {}", game.inventor(), game.page());
    outln!("\n{}\n", game.about());
    let rules = game.compile(&game.choose([])?, None)?;
    with_rules!(&rules, r => {
        outln!("{} cells; start {}", r.cells(), r.position_text(r.start()));
        outln!("\npieces");
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
            outln!("  {} {:<12} {:<4} {}", info.letter, info.name, info.notation, traits.join(", "));
        }
    });
    outln!("\noptions");
    for option in game.options() {
        outln!(
            "  {} = {} ({})",
            option.name,
            option.values.join(" | "),
            option.about
        );
        outln!("    default {}", option.default);
    }
    Ok(())
}
