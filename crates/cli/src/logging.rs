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

/// Starts logging. A filter that cannot be read falls back to `info`, and says so.
pub(crate) fn start(args: &LoggingArgs) {
    let (filter, fault) = match EnvFilter::try_new(&args.log) {
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
