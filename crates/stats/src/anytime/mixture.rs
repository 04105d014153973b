//! A boundary for bounded samples, at any time and without asymptotics.

use crate::{Confidence, Interval};

/// The two-sided normal mixture boundary of a sub-Gaussian sum (H. Robbins 1970; Howard, Ramdas,
/// `McAuliffe` and Sekhon 2021).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MixtureBoundary {
    rho: f64,
    confidence: Confidence,
}

impl MixtureBoundary {
    /// Tightest where the variance process is of the order of `rho`; `None` unless finite and
    /// positive.
    pub fn new(rho: f64, confidence: Confidence) -> Option<Self> {
        (rho.is_finite() && rho > 0.0).then_some(Self { rho, confidence })
    }

    /// How far the sum may be from its mean when its variance process has reached `variance`:
    /// `sqrt((V + ρ) ln((V + ρ) / (ρ α²)))`.
    pub fn at(self, variance: f64) -> f64 {
        let total = variance.max(0.0) + self.rho;
        let alpha = self.confidence.alpha();
        (total * (total / self.rho / (alpha * alpha)).ln()).sqrt()
    }

    /// The interval for the mean of `samples` scores in [0, 1], whose variance process is a
    /// quarter a sample (Hoeffding). `None` without samples.
    pub fn interval(self, mean: f64, samples: u64) -> Option<Interval> {
        let n = samples as f64;
        let half = self.at(0.25 * n) / n;
        (mean.is_finite() && half.is_finite())
            .then(|| Interval::around(mean, half).within(Interval::UNIT))
    }
}
