//! Logs on standard error, out of the way of a progress display.

use std::io::{self, IsTerminal as _, Write};
use std::sync::OnceLock;

use clap::Args;
use indicatif::{MultiProgress, ProgressDrawTarget};
use tracing_subscriber::EnvFilter;
use tracing_subscriber::fmt::MakeWriter;

/// How much is logged and how.
#[derive(Args, Debug)]
#[command(next_help_heading = "Logging")]
pub(crate) struct LoggingArgs {
    /// What is logged: error, warn, info, debug, trace, or a list such as `warn,assay_worker=debug`
    #[arg(
        long,
        global = true,
        env = "ASSAY_LOG",
        default_value = "info",
        value_name = "LEVEL"
    )]
    log: String,
    /// Log lines as JSON
    #[arg(long, global = true)]
    log_json: bool,
}

/// What draws the charts warns of every bar without length.
const QUIET: [&str; 3] = ["usvg=error", "resvg=error", "tiny_skia=error"];

const LEVELS: [&str; 6] = ["off", "error", "warn", "info", "debug", "trace"];

/// A filter as given. A word alone that is no level would be taken for a part of the program that there is not, and silence all
/// others.
fn filter(given: &str) -> Result<EnvFilter, String> {
    for directive in given.split(',').map(str::trim) {
        let is_level = LEVELS.iter().any(|l| directive.eq_ignore_ascii_case(l));
        let is_word = !directive.contains(['=', '[', ':', '_']) && directive != "assay";
        if !is_level && is_word && !directive.is_empty() && directive.parse::<u8>().is_err() {
            let nearest = assay_faults::nearest(directive, LEVELS);
            let hint = nearest.map_or_else(String::new, |l| format!("; did you mean {l:?}?"));
            let levels = LEVELS.join(", ");
            return Err(format!("{directive:?} is none of {levels}{hint}"));
        }
    }
    EnvFilter::try_new(given).map_err(|fault| fault.to_string())
}

/// Starts logging. A filter that cannot be read falls back to `info`, and says so.
pub(crate) fn start(args: &LoggingArgs) {
    let (filter, fault) = match filter(&args.log) {
        Ok(filter) => (filter, None),
        Err(fault) => (EnvFilter::new("info"), Some(fault)),
    };
    let filter = QUIET
        .iter()
        .filter_map(|directive| directive.parse().ok())
        .fold(filter, EnvFilter::add_directive);
    let colours = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
    let lines = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(BesideProgress)
        .with_ansi(colours)
        .with_target(false);
    if args.log_json {
        lines.json().init();
    } else {
        lines.compact().init();
    }
    if let Some(fault) = fault {
        tracing::warn!(
            "--log {:?} cannot be read: {fault}; logging at info",
            args.log
        );
    }
}

/// The progress display of this process; hidden where standard error is no terminal.
pub(crate) fn display() -> &'static MultiProgress {
    static DISPLAY: OnceLock<MultiProgress> = OnceLock::new();
    DISPLAY.get_or_init(|| MultiProgress::with_draw_target(ProgressDrawTarget::stderr_with_hz(5)))
}

/// Writes a log line above the progress display.
#[derive(Clone, Copy, Debug)]
struct BesideProgress;

impl Write for BesideProgress {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        display().suspend(|| io::stderr().write(bytes))
    }

    fn flush(&mut self) -> io::Result<()> {
        io::stderr().flush()
    }
}

impl MakeWriter<'_> for BesideProgress {
    type Writer = BesideProgress;

    fn make_writer(&self) -> BesideProgress {
        BesideProgress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelt_level_is_a_fault_and_not_a_part_of_the_program() {
        for good in [
            "info",
            "WARN",
            "off",
            "warn,assay_worker=debug",
            "assay_worker",
            "assay_store::sqlite=trace,info",
            "",
        ] {
            assert!(filter(good).is_ok(), "{good}");
        }
        for (bad, hint) in [
            ("wran", "did you mean \"warn\"?"),
            ("info,debgu", "did you mean \"debug\"?"),
            ("loud", "is none of off"),
        ] {
            let fault = filter(bad).expect_err(bad);
            assert!(fault.contains(hint), "{bad}: {fault}");
        }
    }
}
