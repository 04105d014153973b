//! The study file, arms, pair numbering and seeds, stopping rules, the lease state machine.
//!
//! Everything here is a pure function or a state machine told the time: no file, clock, thread or
//! network. [`StudyFile`] is a study as given, [`Study`] a valid one; [`Schedule`] puts its pairs in
//! order, [`LeaseTable`] lends them to workers, [`Judge`] says when there are enough, [`Tuner`] with which
//! values the pairs of a tuning are played.

mod file;
mod game;
mod id;
mod imbalance;
mod lease;
mod player;
mod published;
mod retune;
mod schedule;
mod seed;
mod stop;
mod study;
mod tune;
mod unit;
pub mod words;

pub use assay_search::{Centipawns, Tunables};
pub use assay_stats::Outcome;
pub use file::StudyFile;
pub use game::{Choice, Game, builtin_game};
pub use id::{
    ArmIndex, Attempt, BadStudyId, GameNumber, LeaseId, PairKey, PairNumber, StudyId, WorkerName,
};
pub use imbalance::{Change, Changes, Colours, Imbalance, Start, Starts};
pub use lease::{
    Admitted, Counts, FailureReport, Lease, LeaseTable, NoSuchStudy, Patience, Renewal, Standing,
    StudyState, Submitted, Trouble, TroubleKind, UnknownState, Work,
};
pub use player::{Builtin, Player, PlayerIndex, PlayerKind, PlayerValues, UciPlayer};
pub use published::{Published, PublishedGames};
pub use retune::{FittedArm, Retune};
pub use schedule::Schedule;
pub use seed::{OpeningSeed, PairSeed, StartSeed, StudySeed};
pub use stop::{
    ArmVerdict, EarlyStop, End, Evidence, Halving, HalvingMeasure, Judge, PairResult, PairsToCome,
    Precision, RaceVerdict, SprtRule, StopRule,
};
pub use study::{
    Adjudication, Analysis, Arm, DrawRule, Factor, Factorial, Format, Openings, Phases, ResignRule,
    Study, StudyKind, ValueFit,
};
pub use tune::{Learned, Shape, Sides, Tune, TuneParameter, Tuner, UnfitValues};
pub use unit::{Millis, MoveLimit, Plies};
