//! One module a subcommand.

/// A line to standard output, by the one writer that does not mind a reader who has had enough.
macro_rules! outln {
    ($($text:tt)*) => {
        $crate::commands::print(format!("{}\n", format_args!($($text)*)).as_bytes())?
    };
}

pub(crate) mod bench;
pub(crate) mod completions;
pub(crate) mod coordinator;
mod drawing;
pub(crate) mod games;
pub(crate) mod man;
pub(crate) mod moves;
pub(crate) mod perft;
pub(crate) mod plan;
pub(crate) mod play;
pub(crate) mod report;
pub(crate) mod run;
pub(crate) mod state;
pub(crate) mod status;
pub(crate) mod submit;
pub(crate) mod uci;
pub(crate) mod watch;
pub(crate) mod worker;

use std::io::Write as _;

use crate::problem::Problem;

/// Writes to standard output. A reader that has had enough, as `head` has, is no problem.
fn print(bytes: &[u8]) -> Result<(), Problem> {
    match std::io::stdout().lock().write_all(bytes) {
        Err(e) if e.kind() != std::io::ErrorKind::BrokenPipe => Err(Problem::Failure(format!(
            "cannot write to standard output: {e}"
        ))),
        _ => Ok(()),
    }
}
