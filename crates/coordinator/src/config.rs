use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// What a coordinator is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Version of the engine and rules that its workers must have.
    pub engine: String,
    /// How long a worker may be silent before its pairs are lent again; each study's own time if absent.
    pub lease: Option<Duration>,
    /// How many of a thousand pairs are played again by another worker and compared.
    pub audit_per_mille: u16,
}

/// The two stages of a stop.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// Lend nothing more; take in what is out.
    pub finish: CancellationToken,
    /// Leave at once. What is out is lent again by the next coordinator.
    pub at_once: CancellationToken,
}
