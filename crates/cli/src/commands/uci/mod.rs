mod command;
mod go;
mod info;
mod options;
mod seat;
mod session;

use std::io::{self, BufRead as _, Write as _};
use std::sync::Arc;

use clap::Args;

use crate::problem::Problem;
use session::{Next, Session};

/// Be an engine for a graphical interface or a match runner, over the UCI protocol
///
/// `UCI_Variant` chooses the game, `chess` among them; every rule option of a game is an option of the same name.
/// A position is given as in `assay moves`, which for orthodox chess is FEN. Moves are written as UCI does where
/// it can (`e7e8q`), else as Assay does (`d2d6+`, `N:e2e4~K`).
#[derive(Args, Debug)]
pub(crate) struct UciArgs {}

/// Talks until `quit` or the end of what is said.
pub(crate) fn run(_: &UciArgs) -> Result<(), Problem> {
    let mut session = Session::new(Arc::new(say)).map_err(Problem::Failure)?;
    let mut input = io::stdin().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            session.hear("quit");
            return Ok(());
        }
        if session.hear(&String::from_utf8_lossy(&line)) == Next::Leave {
            return Ok(());
        }
    }
}

/// Writes a line at once. A reader that has gone says so at the other end: the input ends.
fn say(line: &str) {
    let mut out = io::stdout().lock();
    let _ = writeln!(out, "{line}").and_then(|()| out.flush());
}
