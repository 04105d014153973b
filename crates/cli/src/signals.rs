//! Ctrl-C and its like, in two stages.

use tokio::signal::unix::{SignalKind, signal};
use tokio_util::sync::CancellationToken;

use crate::problem::Problem;

/// What the signals so far ask for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Signals {
    /// The first came: finish what is in hand.
    pub(crate) finish: CancellationToken,
    /// The second came: leave at once.
    pub(crate) at_once: CancellationToken,
}

impl Signals {
    /// Listens from now on; `finishing` is said at the first signal.
    pub(crate) fn listen(finishing: &'static str) -> Result<Signals, Problem> {
        let cannot = |e| Problem::Failure(format!("cannot listen for signals: {e}"));
        let mut interrupt = signal(SignalKind::interrupt()).map_err(cannot)?;
        let mut terminate = signal(SignalKind::terminate()).map_err(cannot)?;
        let signals = Signals::default();
        let heard = signals.clone();
        tokio::spawn(async move {
            for stage in 0_u8.. {
                tokio::select! {
                    _ = interrupt.recv() => {}
                    _ = terminate.recv() => {}
                }
                match stage {
                    0 => {
                        tracing::info!("{finishing}; once more to leave at once");
                        heard.finish.cancel();
                    }
                    1 => {
                        tracing::info!("leaving at once");
                        heard.at_once.cancel();
                    }
                    // Somebody insists.
                    _ => std::process::exit(130),
                }
            }
        });
        Ok(signals)
    }
}
