//! Mean, spread and shape of results.

use super::distribution::{Distribution, ScoreCounts};
use crate::Estimate;
use serde::Serialize;

/// What to do about classes of results that have not occurred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum EmptyClasses {
    /// They stay empty: moments as observed.
    Kept,
    /// A thousandth of a sample in each, so that no outcome is impossible, as fishtest does.
    Filled,
}

/// Moments of the score of one sample, a game or a pair.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Moments {
    /// Samples, by weight.
    pub samples: f64,
    /// Mean score of a sample, points per game.
    pub mean: f64,
    /// Variance of a sample's score, divided by the samples and not by one less.
    pub variance: f64,
    /// Skewness; 0 where all samples are alike.
    pub skewness: f64,
    /// Kurtosis beyond the normal distribution's; 0 where all samples are alike.
    pub excess_kurtosis: f64,
}

impl Moments {
    /// `None` without samples.
    pub fn of(results: impl Into<ScoreCounts>, empty: EmptyClasses) -> Option<Self> {
        let results = results.into();
        let distribution = match empty {
            EmptyClasses::Kept => results.observed()?,
            EmptyClasses::Filled => results.regularized()?,
        };
        Some(Self::of_distribution(&distribution))
    }

    pub(super) fn of_distribution(distribution: &Distribution) -> Self {
        let variance = distribution.variance();
        let deviation = variance.sqrt();
        let (skewness, excess_kurtosis) = if deviation < 1e-12 {
            (0.0, 0.0)
        } else {
            (
                distribution.moment(3) / deviation.powi(3),
                distribution.moment(4) / deviation.powi(4) - 3.0,
            )
        };
        Self {
            samples: distribution.samples,
            mean: distribution.mean(),
            variance,
            skewness,
            excess_kurtosis,
        }
    }

    /// The mean with its error, `sqrt(variance / samples)`.
    pub fn score(&self) -> Option<Estimate> {
        Estimate::from_variance(self.mean, self.variance / self.samples)
    }

    /// Distance of the mean from 1/2 in standard deviations of a sample, whose own variance is
    /// `(1 - t·skewness + t²·(excess kurtosis + 2) / 4) / n` (M. Van den Bergh, *Normalized Elo*, 2021).
    /// `None` where all samples are alike.
    pub fn t_value(&self) -> Option<Estimate> {
        let deviation = self.variance.sqrt();
        if deviation < 1e-12 {
            return None;
        }
        let t = (self.mean - 0.5) / deviation;
        let variance = 1.0 - t * self.skewness + 0.25 * t * t * (self.excess_kurtosis + 2.0);
        Estimate::from_variance(t, variance / self.samples)
    }
}
