//! The coordinator: lends pairs to workers, examines what comes back, keeps it once.
//!
//! `Coordinator` does everything in its own words; the two services translate. The
//! `State` is owned by one task; the store is asked before anything is acknowledged.

mod audit;
mod config;
mod control;
mod coordinator;
mod examiner;
#[cfg(test)]
mod fake;
mod guide;
mod handle;
mod plan;
mod rate;
mod serve;
mod session;
mod state;
mod tally;
#[cfg(test)]
mod tests;
mod work;

pub use config::{Config, Stages};
pub use examiner::{Examiner, Examiners};
pub use plan::PlanExaminers;
pub use serve::{Listening, ServeFault};
