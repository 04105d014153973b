//! How sure an interval claims to be.

use crate::special::normal_quantile;
use serde::Serialize;

/// The share of repetitions in which an interval covers the truth, strictly between 0 and 1.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Confidence(f64);

impl Confidence {
    /// The customary 95%.
    pub const P95: Self = Self(0.95);

    /// `Some` when `level` lies strictly between 0 and 1.
    pub fn new(level: f64) -> Option<Self> {
        (level > 0.0 && level < 1.0).then_some(Self(level))
    }

    /// The level, 0.95 for 95%.
    pub fn level(self) -> f64 {
        self.0
    }

    /// What is left over: 0.05 for 95%.
    pub fn alpha(self) -> f64 {
        1.0 - self.0
    }

    /// Half width of a two-sided normal interval in standard errors: 1.96 for 95%.
    pub fn z(self) -> f64 {
        -normal_quantile(0.5 * self.alpha())
    }
}

impl Default for Confidence {
    fn default() -> Self {
        Self::P95
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ninety_five_percent_is_1_96() {
        assert!((Confidence::P95.z() - 1.959_963_984_540_054).abs() < 1e-12);
    }

    #[test]
    fn certainty_is_refused() {
        for level in [0.0, 1.0, -0.5, f64::NAN] {
            assert_eq!(Confidence::new(level), None);
        }
    }
}
