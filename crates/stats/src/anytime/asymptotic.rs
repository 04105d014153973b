//! An asymptotic confidence sequence for a mean.

use crate::{Confidence, Interval};

/// How a sequence is tuned: ρ², positive. It is tightest near one number of samples.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tuning(f64);

impl Tuning {
    /// `Some` for a finite ρ² above zero.
    pub fn new(rho_squared: f64) -> Option<Self> {
        (rho_squared.is_finite() && rho_squared > 0.0).then_some(Self(rho_squared))
    }

    /// Tightest near `samples`: ρ² = (c + ln(c + 1)) / samples with c = -2 ln α (the
    /// approximation of Waudby-Smith et al., appendix).
    pub fn near(samples: f64, confidence: Confidence) -> Option<Self> {
        let c = -2.0 * confidence.alpha().ln();
        Self::new((c + c.ln_1p()) / samples)
    }

    /// ρ² itself.
    pub fn rho_squared(self) -> f64 {
        self.0
    }
}

/// Intervals for a mean of independent samples that hold at all times together, as samples
/// grow many (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas 2024; Robbins's normal mixture).
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct AsymptoticSequence {
    /// Where it is tightest.
    pub tuning: Tuning,
    /// Its level, over all times.
    pub confidence: Confidence,
}

impl AsymptoticSequence {
    /// Half the width after `samples` samples, in standard deviations of one sample:
    /// `sqrt(2 (t ρ² + 1) / (t² ρ²) · ln(sqrt(t ρ² + 1) / α))`. `None` before the first.
    pub fn half_width(self, samples: f64) -> Option<f64> {
        let growth = samples * self.tuning.0 + 1.0;
        let squared = 2.0 * growth / (samples * samples * self.tuning.0)
            * (growth.sqrt() / self.confidence.alpha()).ln();
        let half = squared.sqrt();
        half.is_finite().then_some(half)
    }

    /// The interval about a mean of samples with a standard deviation.
    pub fn interval(self, mean: f64, deviation: f64, samples: f64) -> Option<Interval> {
        let half = self.half_width(samples)? * deviation;
        (mean.is_finite() && half.is_finite()).then(|| Interval::around(mean, half))
    }
}
