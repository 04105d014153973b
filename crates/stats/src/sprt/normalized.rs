//! Elo in units of a game's standard deviation.

use super::distribution::ScoreCounts;
use crate::{Elo, Estimate};

/// Normalized Elo with its standard error, in points of 800 / ln 10 a standard deviation.
///
/// It says how many games a difference takes to show, and does not depend on how drawish the
/// games are (M. Van den Bergh, *Normalized Elo*, 2021).
#[derive(Debug, Clone, Copy, PartialEq, serde::Serialize)]
#[serde(transparent)]
pub struct NormalizedElo(pub Estimate);

impl Elo {
    /// Normalized Elo points in one standard deviation of a game, 800 / ln 10.
    pub const PER_NAT_NORMALIZED: f64 = 2.0 * Self::PER_NAT;
}

impl NormalizedElo {
    /// From games or pairs; `None` when all samples are alike. The error is that of a t-value,
    /// `sqrt((1 - t·skewness + t²·(excess kurtosis + 2) / 4) / n)`.
    pub fn of(results: impl Into<ScoreCounts>) -> Option<Self> {
        let results = results.into();
        let observed = results.observed()?;
        let deviation = observed.variance().sqrt();
        if deviation < 1e-12 {
            return None;
        }
        let t = (observed.mean() - 0.5) / deviation;
        let skewness = observed.moment(3) / deviation.powi(3);
        let excess = observed.moment(4) / deviation.powi(4) - 3.0;
        let variance = 1.0 - t * skewness + 0.25 * t * t * (excess + 2.0);
        let scale = Elo::PER_NAT_NORMALIZED / results.games_per_sample().sqrt();
        let estimate = Estimate::from_variance(t, variance / observed.samples)?;
        Some(Self(estimate.scaled(scale)))
    }
}
