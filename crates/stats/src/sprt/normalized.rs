//! Elo in units of a game's standard deviation.

use super::distribution::ScoreCounts;
use super::{EmptyClasses, Moments};
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
    /// From games or pairs; `None` when all samples are alike. The error is that of the
    /// [t-value](Moments::t_value).
    pub fn of(results: impl Into<ScoreCounts>) -> Option<Self> {
        Self::with(results, EmptyClasses::Kept)
    }

    /// As [`of`](Self::of), empty classes kept or filled.
    pub fn with(results: impl Into<ScoreCounts>, empty: EmptyClasses) -> Option<Self> {
        let results = results.into();
        let t = Moments::of(results, empty)?.t_value()?;
        let scale = Elo::PER_NAT_NORMALIZED / results.games_per_sample().sqrt();
        Some(Self(t.scaled(scale)))
    }
}
