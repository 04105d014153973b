//! When to stop: rules, and the judge who applies them to results.

mod check;
mod judge;
mod line;
mod race;
mod result;
mod rule;
mod verdict;

#[cfg(test)]
mod tests;

pub use judge::{Judge, PairsToCome};
pub use result::PairResult;
pub use rule::{EarlyStop, Halving, HalvingMeasure, Precision, SprtRule, StopRule};
pub use verdict::{ArmVerdict, End, Evidence, RaceVerdict};
