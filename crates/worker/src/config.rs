use std::num::NonZeroUsize;
use std::path::PathBuf;

use assay_wire::Address;
use tokio_util::sync::CancellationToken;

/// What a worker is told at its start.
#[derive(Clone, Debug)]
pub struct Config {
    /// Where the coordinator is, or will be.
    pub coordinator: Address,
    /// Name of the worker, for people.
    pub name: String,
    /// Version of the engine and rules it plays with.
    pub engine: String,
    /// How many pairs it plays at once.
    pub slots: NonZeroUsize,
    /// Directory for finished pairs that are not acknowledged yet.
    pub outbox: PathBuf,
    /// How long it works.
    pub until: Until,
}

/// How long a worker works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Until {
    /// Until it is stopped.
    Stopped,
    /// Until the coordinator has no unfinished study.
    Done,
}

/// The two stages of a stop.
#[derive(Clone, Debug, Default)]
pub struct Stages {
    /// Begin nothing new; finish the games in hand.
    pub finish: CancellationToken,
    /// Give the leases back and leave at once.
    pub at_once: CancellationToken,
}
