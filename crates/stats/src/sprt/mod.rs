//! Sequential tests of one player against another, and what may be said after they stop.

mod brownian;
mod decision;
mod distribution;
mod estimate;
mod hypotheses;
mod moments;
mod normalized;
mod overshoot;
mod plan;

pub use brownian::Brownian;
pub use decision::{Decision, Sprt, SprtFault};
pub use distribution::ScoreCounts;
pub use estimate::SequentialEstimate;
pub use hypotheses::{Drift, EloModel, Hypotheses, RatioForm};
pub use moments::{EmptyClasses, Moments};
pub use normalized::NormalizedElo;
pub use overshoot::Overshoot;
pub use plan::{Length, MatchConditions, SprtOutlook, SprtPlan, TrueStrength};
