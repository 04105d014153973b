//! Lending pairs to workers: a state machine that is told the time and decides nothing by itself.

mod board;
mod length;
mod table;

#[cfg(test)]
mod model;
#[cfg(test)]
mod tests;

use std::fmt;
use std::str::FromStr;

pub use table::LeaseTable;

use crate::{Attempt, LeaseId, Millis, PairKey, StudyId, WorkerName};

/// A pair lent to a worker until a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lease {
    /// The lease.
    pub id: LeaseId,
    /// The study of the pair.
    pub study: StudyId,
    /// The pair.
    pub key: PairKey,
    /// Which lending of this pair it is.
    pub attempt: Attempt,
    /// Who has it.
    pub worker: WorkerName,
    /// When it ends unless renewed.
    pub until: Millis,
}

/// What a study asks of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Work {
    /// How many arms it has.
    pub arms: u16,
    /// How many pairs each arm has.
    pub pairs: u32,
    /// How long a lease of one of its pairs lasts without renewal.
    pub lease: Millis,
}

/// How often a pair may go wrong before it is set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Failures with evidence: panics, timeouts, refused records.
    pub failures: u32,
    /// Leases that ran out without a word, as when a pair kills its worker. More, since a worker
    /// may be lost for reasons of its own.
    pub losses: u32,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            failures: 3,
            losses: 10,
        }
    }
}

/// What a person has decided about a study, and whether it is done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum StudyState {
    /// Its pairs are lent.
    Open,
    /// Nothing is lent until it is resumed; what is out may finish.
    Paused,
    /// Nothing is lent any more and what is out is called back.
    Cancelled,
    /// Every pair is done, set aside or withheld.
    Done,
}

impl StudyState {
    /// Every state.
    pub const ALL: [StudyState; 4] = [
        StudyState::Open,
        StudyState::Paused,
        StudyState::Cancelled,
        StudyState::Done,
    ];

    /// The name used in tables and messages.
    pub fn name(self) -> &'static str {
        match self {
            StudyState::Open => "open",
            StudyState::Paused => "paused",
            StudyState::Cancelled => "cancelled",
            StudyState::Done => "done",
        }
    }
}

impl fmt::Display for StudyState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for StudyState {
    type Err = UnknownState;

    fn from_str(text: &str) -> Result<Self, UnknownState> {
        StudyState::ALL
            .into_iter()
            .find(|s| s.name() == text)
            .ok_or_else(|| UnknownState(text.to_owned()))
    }
}

/// A word that names no state of a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown state {0:?} of a study; the states are open, paused, cancelled, done")]
pub struct UnknownState(pub String);

/// A study the table does not hold.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no study {0} here")]
pub struct NoSuchStudy(pub StudyId);

/// Answer to a study being added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Admitted {
    /// It is new here.
    Added,
    /// It was here before and stays as it is.
    AlreadyThere,
}

/// Answer to a renewal: which leases go on and which are no longer the worker's.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Renewal {
    /// These go on.
    pub kept: Vec<LeaseId>,
    /// These are lost: expired and lent again, done by someone else, cancelled. Their games may be stopped.
    pub lost: Vec<LeaseId>,
}

/// How a pair stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Nobody has it; a result is welcome.
    Open,
    /// Beyond its arm's limit: it is lent to nobody; a result is welcome all the same.
    Withheld,
    /// Somebody has it; a result is welcome, whoever brings it.
    Leased,
    /// It has its result.
    Done,
    /// It failed too often and is set aside.
    Quarantined,
    /// The study has no such pair.
    Unknown,
}

/// Answer to a finished pair.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Submitted {
    /// It counts; the pair is done.
    Accepted,
    /// The pair had its result before.
    AlreadyDone,
    /// The pair has been set aside.
    Quarantined,
    /// The study has no such pair.
    Unknown,
}

/// Answer to a failed pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FailureReport {
    /// It will be lent again.
    Retry,
    /// It has now failed too often and is set aside; all that is known of it.
    Quarantined(Vec<Trouble>),
    /// The failure no longer matters: the pair is done or set aside, or this attempt's failure is known.
    Ignored,
    /// The study has no such pair.
    Unknown,
}

/// What went wrong with one attempt at a pair.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trouble {
    /// Which attempt.
    pub attempt: Attempt,
    /// Who had it.
    pub worker: WorkerName,
    /// What happened.
    pub kind: TroubleKind,
}

/// How an attempt went wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TroubleKind {
    /// The worker reported, or the coordinator found, a failure.
    Failed {
        /// What there is to see: a panic's message, the fault of a record.
        evidence: String,
    },
    /// The lease ran out without a word.
    Lost,
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "attempt {} at {}: ", self.attempt.0, self.worker)?;
        match &self.kind {
            TroubleKind::Failed { evidence } => f.write_str(evidence),
            TroubleKind::Lost => f.write_str("the lease ran out without a word"),
        }
    }
}

/// How many pairs of a study stand how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// To be lent.
    pub open: u64,
    /// Beyond their arms' limits.
    pub withheld: u64,
    /// Lent.
    pub leased: u64,
    /// With a result.
    pub done: u64,
    /// Set aside.
    pub quarantined: u64,
}

impl Counts {
    /// All pairs.
    pub fn total(self) -> u64 {
        self.open + self.withheld + self.leased + self.done + self.quarantined
    }

    /// Whether there is nothing left to play, as long as no limit is raised.
    pub fn is_finished(self) -> bool {
        self.open == 0 && self.leased == 0
    }
}
