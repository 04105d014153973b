//! How many games a question takes.

use crate::Confidence;
use crate::special::normal_quantile;

/// Chance of seeing an effect that is there, strictly between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd)]
pub struct Power(f64);

impl Power {
    /// The customary 80%.
    pub const P80: Self = Self(0.8);

    /// `Some` when `chance` lies strictly between 0 and 1.
    pub fn new(chance: f64) -> Option<Self> {
        (chance > 0.0 && chance < 1.0).then_some(Self(chance))
    }
}

/// The question whose size is wanted: samples of a variance, and the smallest effect that matters.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampleSize {
    /// Variance of one sample.
    pub variance: f64,
    /// The effect to be seen, or the half width wanted, in the samples' unit.
    pub effect: f64,
    /// Level of the test or interval.
    pub confidence: Confidence,
}

impl SampleSize {
    /// Samples for one mean to differ from a known value, `(z_{1-α/2} + z_power)² σ² / δ²`;
    /// not rounded. `None` for an effect of zero.
    pub fn one_sample(self, power: Power) -> Option<f64> {
        self.times((self.confidence.z() + normal_quantile(power.0)).powi(2))
    }

    /// Samples in each of two arms for their means to differ.
    pub fn each_of_two(self, power: Power) -> Option<f64> {
        self.one_sample(power).map(|n| 2.0 * n)
    }

    /// Samples for an interval of this half width.
    pub fn half_width(self) -> Option<f64> {
        self.times(self.confidence.z().powi(2))
    }

    /// The smallest effect that `samples` samples show with this power. The effect given plays
    /// no role.
    pub fn detectable(self, samples: f64, power: Power) -> Option<f64> {
        let effect =
            (self.confidence.z() + normal_quantile(power.0)) * (self.variance / samples).sqrt();
        effect.is_finite().then_some(effect)
    }

    fn times(self, factor: f64) -> Option<f64> {
        let n = factor * self.variance / (self.effect * self.effect);
        (n.is_finite() && n >= 0.0).then_some(n)
    }
}
