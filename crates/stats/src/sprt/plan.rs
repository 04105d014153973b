//! How long a sequential test will take, before it begins.

use super::Sprt;
use super::brownian::Brownian;
use crate::{Elo, Probability};
use serde::Serialize;

/// What is known of the games to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchConditions {
    /// Share of draws between equal players, within [0, 1).
    pub draw_ratio: f64,
    /// Root mean square of the openings' advantage for one side.
    pub opening_bias: Elo,
}

/// Number of games; never negative, finite.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Length(pub f64);

/// What to expect of a test if the strength is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtPlan {
    /// Chance of acceptance.
    pub pass: Probability,
    /// Expected games.
    pub games: Length,
}

impl MatchConditions {
    /// Variance of a game's score within pairs: `(1 - draws) / 4`, less what the openings' bias
    /// takes away because each is played from both sides. `None` when nothing is left.
    pub fn variance_per_game(self) -> Option<f64> {
        let bias = self.opening_bias.score().value() - 0.5;
        let variance = 0.25 * (1.0 - self.draw_ratio) - bias * bias;
        (variance.is_finite() && variance > 1e-12).then_some(variance)
    }
}

impl SprtPlan {
    /// For a true logistic difference, by the Brownian approximation. `None` under impossible
    /// conditions.
    pub fn new(test: &Sprt, truth: Elo, conditions: MatchConditions) -> Option<Self> {
        let variance = conditions.variance_per_game()?;
        let hypotheses = test.hypotheses();
        let (s0, s1) = hypotheses.scores_at(variance);
        let (low, high) = test.bounds();
        let motion = Brownian {
            low,
            high,
            drift: (truth.score().value() - 0.5 * (s0 + s1)) * (s1 - s0) / variance,
            variance: (s1 - s0).powi(2) / variance,
        };
        let games = motion.expected_time();
        games.is_finite().then(|| Self {
            pass: Probability::clamped(motion.reaches_high()),
            games: Length(games.max(0.0)),
        })
    }
}
