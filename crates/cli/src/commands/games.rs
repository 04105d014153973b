mod check;
mod draw;
mod show;

use assay_rules::Game;
use clap::{Args, Subcommand};

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
    Show(show::ShowArgs),
    Check(check::CheckArgs),
    Draw(draw::DrawArgs),
}

/// Runs a subcommand of `games`.
pub(crate) fn run(args: &GamesArgs) -> Result<(), Problem> {
    match &args.command {
        GamesCommand::List => list(),
        GamesCommand::Show(args) => show::run(args),
        GamesCommand::Check(args) => check::run(args),
        GamesCommand::Draw(args) => draw::run(args),
    }
}

fn list() -> Result<(), Problem> {
    let ids = Game::builtin_ids();
    let width = ids.iter().map(|id| id.len()).max().unwrap_or_default();
    for game in ids.iter().filter_map(|id| Game::builtin(id)) {
        outln!(
            "{:<width$} {} ({})",
            game.id(),
            game.name(),
            game.inventor()
        );
    }
    Ok(())
}
