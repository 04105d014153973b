use serde::Serialize;

use super::{Estimate, Measure, Unit};

/// How arms came to stop, pair by pair; only where something could stop them early.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoppingFindings {
    /// What could stop them.
    pub rule: StoppingRule,
    /// One entry an arm that has a pair.
    pub paths: Vec<StoppingPath>,
}

/// What can stop an arm early.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StoppingRule {
    /// A sequential test: values are log-likelihood ratios, ends the bounds of the test.
    Sprt,
    /// A score that is known well enough: values are scores, ends those of an interval that holds at all times.
    Precision {
        /// How near to the score the ends must be, as a share.
        wanted: f64,
    },
    /// A race of many arms: values are those of the measure, ends those of an interval that holds for all arms at all times.
    Halving {
        /// What makes an arm better: decisive games, or White's score near to even.
        measure: Measure,
        /// Pairs that arms in the race come to in each round.
        goals: Vec<u64>,
    },
}

/// An arm's way to its end.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct StoppingPath {
    /// Index of the arm.
    pub arm: usize,
    /// How it ended, in a few words; `None` while it goes on.
    pub end: Option<String>,
    /// The round of a race after which it was dropped.
    pub dropped: Option<u32>,
    /// From the first pair to the last that was looked at, evenly thinned where there are many.
    pub points: Vec<StoppingPoint>,
}

/// What was seen after so many pairs.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct StoppingPoint {
    /// Pairs counted.
    pub pairs: u64,
    /// What the rule goes by.
    pub value: f64,
    /// Lower bound or end.
    pub low: f64,
    /// Upper bound or end.
    pub high: f64,
}

impl StoppingPath {
    /// The last point; a path has one.
    pub(crate) fn last(&self) -> StoppingPoint {
        *self.points.last().expect("a path has a point")
    }
}

impl StoppingRule {
    /// What the values are counted in.
    pub(crate) fn unit(&self) -> Unit {
        match self {
            StoppingRule::Sprt => Unit::LogOdds,
            StoppingRule::Precision { .. } | StoppingRule::Halving { .. } => Unit::Share,
        }
    }

    /// The value of a point with its ends.
    pub(crate) fn estimate(&self, point: StoppingPoint) -> Option<Estimate> {
        Estimate::new(self.unit(), point.value, point.low, point.high)
    }
}
