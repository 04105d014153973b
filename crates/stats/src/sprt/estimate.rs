//! The strength after a sequential test.

use super::Sprt;
use super::brownian::Brownian;
use super::distribution::{Distribution, ScoreCounts};
use super::hypotheses::drift;
use crate::{Confidence, Elo, Probability};
use serde::Serialize;

/// What may be said after (or during) a sequential test. The naive estimate is biased, for a test
/// stops when results look best; this one orders outcomes by the stage at which the test could
/// have stopped (Siegmund 1985, section 3.4; as fishtest does).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SequentialEstimate {
    /// Median-unbiased logistic Elo, within [-1000, 1000].
    pub elo: Elo,
    /// Lower end of the interval.
    pub low: Elo,
    /// Upper end of the interval.
    pub high: Elo,
    /// Chance of a worse outcome if the players were equal.
    pub superiority: Probability,
}

impl SequentialEstimate {
    /// `None` without results.
    pub fn after(
        test: &Sprt,
        results: impl Into<ScoreCounts>,
        confidence: Confidence,
    ) -> Option<Self> {
        let results = results.into();
        let observed = results.regularized()?;
        let scores = test
            .hypotheses()
            .scores(&observed, results.games_per_sample());
        let (low, high) = test.bounds();
        // A ratio beyond its bound is cut back to the time when it passed it.
        let slope = drift(&observed, scores, observed.mean()).mean;
        let llr = (slope * observed.samples).clamp(low, high);
        let time = if slope == 0.0 {
            observed.samples
        } else {
            (llr / slope).min(observed.samples)
        };
        let outcome = Outcome {
            observed,
            scores,
            bounds: (low, high),
            llr,
            time,
        };
        let tail = 0.5 * confidence.alpha();
        Some(Self {
            elo: outcome.quantile(0.5),
            low: outcome.quantile(tail),
            high: outcome.quantile(1.0 - tail),
            superiority: Probability::clamped(outcome.worse(0.0)),
        })
    }
}

struct Outcome {
    observed: Distribution,
    scores: (f64, f64),
    bounds: (f64, f64),
    llr: f64,
    time: f64,
}

impl Outcome {
    /// Chance of a worse outcome (a faster fail, a slower pass) at a true strength.
    fn worse(&self, elo: f64) -> f64 {
        let score = Elo(elo).score().value();
        let drift = drift(&self.observed, self.scores, score);
        let motion = Brownian {
            low: self.bounds.0,
            high: self.bounds.1,
            drift: drift.mean,
            variance: drift.variance,
        };
        motion.outcome_cdf(self.time, self.llr)
    }

    /// The strength that makes a worse outcome as likely as 1 - p; worse outcomes get rarer as
    /// strength grows.
    fn quantile(&self, p: f64) -> Elo {
        let (mut low, mut high) = (-1000.0, 1000.0);
        for _ in 0..80 {
            let middle = 0.5 * (low + high);
            if self.worse(middle) > 1.0 - p {
                low = middle;
            } else {
                high = middle;
            }
        }
        Elo(0.5 * (low + high))
    }
}
