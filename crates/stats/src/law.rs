//! How estimates scatter about the truth.

use crate::special::{beta_cdf, beta_quantile, normal_two_sided};
use crate::{Confidence, Estimate, Interval, Probability};
use serde::Serialize;

/// The distribution of an estimate's distance from the truth, in its standard errors.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Law {
    /// The normal distribution: the standard error is as good as known.
    Normal,
    /// Student's t: the standard error is itself an estimate.
    Student {
        /// Degrees of freedom, at least 1.
        degrees: usize,
    },
}

/// Beyond this many degrees of freedom t is the normal distribution, to six digits.
const AS_GOOD_AS_KNOWN: usize = 1_000_000;

impl Law {
    /// Half width of a two-sided interval in standard errors.
    pub fn reach(self, confidence: Confidence) -> f64 {
        match self {
            Self::Student { degrees } if degrees < AS_GOOD_AS_KNOWN => {
                // t² / (n + t²) is Beta(1/2, n/2).
                let n = degrees.max(1) as f64;
                let x = beta_quantile(0.5 * n, 0.5, confidence.alpha());
                (n * (1.0 - x) / x).sqrt()
            }
            Self::Normal | Self::Student { .. } => confidence.z(),
        }
    }

    /// The interval about an estimate.
    pub fn interval(self, estimate: Estimate, confidence: Confidence) -> Interval {
        Interval::around(estimate.value, self.reach(confidence) * estimate.se)
    }

    /// Two-sided p-value of the hypothesis that the true figure is zero; undefined when the error is zero.
    pub fn p_value(self, estimate: Estimate) -> Option<Probability> {
        let z = estimate.z()?;
        Some(Probability::clamped(match self {
            Self::Student { degrees } if degrees < AS_GOOD_AS_KNOWN => {
                let n = degrees.max(1) as f64;
                beta_cdf(0.5 * n, 0.5, n / (n + z * z))
            }
            Self::Normal | Self::Student { .. } => normal_two_sided(z),
        }))
    }

    /// Likelihood that the true figure lies above `point`; undefined when the error is zero.
    pub fn above(self, estimate: Estimate, point: f64) -> Option<Probability> {
        let from = Estimate {
            value: estimate.value - point,
            ..estimate
        };
        let tail = 0.5 * self.p_value(from)?.value();
        let above = if from.value > 0.0 { 1.0 - tail } else { tail };
        Some(Probability::clamped(above))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_tables() {
        // 97.5% points as printed everywhere.
        for (degrees, reach) in [
            (1, 12.706_205),
            (2, 4.302_653),
            (5, 2.570_582),
            (30, 2.042_272),
            (1000, 1.962_339),
        ] {
            let found = Law::Student { degrees }.reach(Confidence::P95);
            assert!((found - reach).abs() < 1e-5, "{degrees} {found}");
        }
        for degrees in [999_999, 1_000_000, usize::MAX] {
            let found = Law::Student { degrees }.reach(Confidence::P95);
            assert!(
                (found - Confidence::P95.z()).abs() < 1e-5,
                "{degrees} {found}"
            );
        }
    }

    #[test]
    fn p_values_and_intervals_agree() {
        for law in [Law::Normal, Law::Student { degrees: 7 }] {
            let reach = law.reach(Confidence::P95);
            let estimate = Estimate {
                value: 2.0 * reach,
                se: 2.0,
            };
            let p = law.p_value(estimate);
            assert!(
                p.is_some_and(|p| (p.value() - 0.05).abs() < 1e-9),
                "{law:?} {p:?}"
            );
            assert!(law.interval(estimate, Confidence::P95).low.abs() < 1e-12);
            let above = law.above(estimate, 0.0);
            assert!(above.is_some_and(|p| (p.value() - 0.975).abs() < 1e-9));
            let below = law.above(estimate, 4.0 * reach);
            assert!(below.is_some_and(|p| (p.value() - 0.025).abs() < 1e-9));
        }
        let sure = Estimate {
            value: 1.0,
            se: 0.0,
        };
        assert_eq!(Law::Student { degrees: 3 }.p_value(sure), None);
    }
}
