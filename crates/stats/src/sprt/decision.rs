//! When a sequential test stops.

use super::distribution::ScoreCounts;
use super::{Hypotheses, Overshoot};
use serde::Serialize;
use thiserror::Error;

/// A sequential probability ratio test (A. Wald 1945) on the generalized ratio.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Sprt {
    hypotheses: Hypotheses,
    lower: f64,
    upper: f64,
}

/// How a test ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Decision {
    /// For `elo0`.
    Rejected,
    /// For `elo1`.
    Accepted,
}

/// Why a test was refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum SprtFault {
    /// Elo bounds not finite or not in order.
    #[error("elo0 must lie below elo1, both finite")]
    Bounds,
    /// Error rates out of range.
    #[error("alpha and beta must lie above 0 and together below 1")]
    Errors,
}

impl Sprt {
    /// With `alpha` the rate of wrong acceptance at `elo0`, `beta` that of wrong rejection at
    /// `elo1`.
    pub fn new(hypotheses: Hypotheses, alpha: f64, beta: f64) -> Result<Self, SprtFault> {
        let Hypotheses { elo0, elo1, .. } = hypotheses;
        if !(elo0.is_finite() && elo1.is_finite() && elo0 < elo1) {
            return Err(SprtFault::Bounds);
        }
        if !(alpha > 0.0 && beta > 0.0 && alpha + beta < 1.0) {
            return Err(SprtFault::Errors);
        }
        let (lower, upper) = ((beta / (1.0 - alpha)).ln(), ((1.0 - beta) / alpha).ln());
        Ok(Self {
            hypotheses,
            lower,
            upper,
        })
    }

    /// What is tested.
    pub fn hypotheses(&self) -> &Hypotheses {
        &self.hypotheses
    }

    /// Where the log-likelihood ratio stops the test, `ln(beta / (1 - alpha))` and
    /// `ln((1 - beta) / alpha)`.
    pub fn bounds(&self) -> (f64, f64) {
        (self.lower, self.upper)
    }

    /// The log-likelihood ratio of results.
    pub fn llr(&self, results: impl Into<ScoreCounts>) -> f64 {
        self.hypotheses.llr(results)
    }

    /// What a ratio decides, if anything.
    pub fn decide(&self, llr: f64) -> Option<Decision> {
        self.decide_with(llr, &Overshoot::default())
    }

    /// What a ratio decides where bounds are drawn in by the expected overshoot, so that error
    /// rates are met rather than undercut.
    pub fn decide_with(&self, llr: f64, overshoot: &Overshoot) -> Option<Decision> {
        if llr >= self.upper - overshoot.above() {
            Some(Decision::Accepted)
        } else if llr <= self.lower + overshoot.below() {
            Some(Decision::Rejected)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EloModel;

    #[test]
    fn senseless_tests_are_refused() {
        let model = EloModel::Logistic;
        let test = |elo0, elo1, alpha, beta| {
            Sprt::new(Hypotheses { elo0, elo1, model }, alpha, beta).err()
        };
        assert_eq!(test(0.0, 5.0, 0.05, 0.05), None);
        assert_eq!(test(5.0, 0.0, 0.05, 0.05), Some(SprtFault::Bounds));
        assert_eq!(test(0.0, f64::NAN, 0.05, 0.05), Some(SprtFault::Bounds));
        assert_eq!(test(0.0, 5.0, 0.5, 0.5), Some(SprtFault::Errors));
        assert_eq!(test(0.0, 5.0, 0.0, 0.05), Some(SprtFault::Errors));
    }
}
