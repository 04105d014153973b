//! Testing by betting.

use crate::{Confidence, Probability};
use thiserror::Error;

/// Fortunes bet against "the mean is `null`", each with its own stake. Their average is a test
/// martingale: under the null hypothesis it ever reaches 1/α with chance α at most (Ville; as in
/// Waudby-Smith and Ramdas, *Estimating means of bounded random variables by betting*, 2024).
#[derive(Debug, Clone, PartialEq)]
pub struct Bets {
    null: f64,
    fortunes: Vec<(f64, f64)>,
}

/// The average fortune, from 1 at the start.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Wealth(pub f64);

/// Why bets were refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum BetFault {
    /// No stake at all.
    #[error("at least one stake is needed")]
    NoStake,
    /// A stake that could lose more than everything on a sample in [0, 1], or a null mean outside.
    #[error("a stake could lose more than everything, or the null mean is outside 0 to 1")]
    Ruin,
}

impl Bets {
    /// A stake λ multiplies its fortune by `1 + λ (sample - null)` with samples in [0, 1].
    pub fn new(null: f64, stakes: &[f64]) -> Result<Self, BetFault> {
        if stakes.is_empty() {
            return Err(BetFault::NoStake);
        }
        let safe = |stake: f64| 1.0 - stake * null >= 0.0 && 1.0 + stake * (1.0 - null) >= 0.0;
        if !(0.0..=1.0).contains(&null) || !stakes.iter().all(|&stake| safe(stake)) {
            return Err(BetFault::Ruin);
        }
        Ok(Self {
            null,
            fortunes: stakes.iter().map(|&stake| (stake, 1.0)).collect(),
        })
    }

    /// Bets on one more sample, which is cut to [0, 1]; the wealth after it.
    pub fn record(&mut self, sample: f64) -> Wealth {
        let sample = if sample.is_nan() {
            self.null
        } else {
            sample.clamp(0.0, 1.0)
        };
        for (stake, fortune) in &mut self.fortunes {
            // A fortune beyond all bounds has long decided; it must not become infinite.
            *fortune = (*fortune * (1.0 + *stake * (sample - self.null))).clamp(0.0, 1e300);
        }
        self.wealth()
    }

    /// The wealth now.
    pub fn wealth(&self) -> Wealth {
        let n = self.fortunes.len() as f64;
        Wealth(self.fortunes.iter().map(|(_, fortune)| fortune / n).sum())
    }
}

impl Wealth {
    /// Whether the null hypothesis is rejected, at any time, at `1 - confidence`.
    pub fn rejects(self, confidence: Confidence) -> bool {
        self.0 * confidence.alpha() >= 1.0
    }

    /// A p-value valid at any time, for the largest wealth so far.
    pub fn p_value(self) -> Probability {
        Probability::clamped((1.0 / self.0).min(1.0))
    }
}
