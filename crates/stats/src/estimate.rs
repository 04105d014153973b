//! A figure with its standard error.

use crate::special::{normal_cdf, normal_two_sided};
use crate::{Confidence, Interval, Probability};
use serde::Serialize;

/// A figure and its standard error, both finite, the error not negative.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Estimate {
    /// The figure itself.
    pub value: f64,
    /// Its standard error.
    pub se: f64,
}

impl Estimate {
    /// `None` when either number is not finite or the error is negative.
    pub fn new(value: f64, se: f64) -> Option<Self> {
        (value.is_finite() && se.is_finite() && se >= 0.0).then_some(Self { value, se })
    }

    /// From a variance that rounding may have pushed a little below zero.
    pub(crate) fn from_variance(value: f64, variance: f64) -> Option<Self> {
        Self::new(value, variance.max(0.0).sqrt())
    }

    /// The normal (Wald) interval, value ± z·se.
    pub fn interval(self, confidence: Confidence) -> Interval {
        Interval::around(self.value, confidence.z() * self.se)
    }

    /// Distance from zero in standard errors; undefined when the error is zero.
    pub fn z(self) -> Option<f64> {
        let z = self.value / self.se;
        z.is_finite().then_some(z)
    }

    /// Two-sided p-value of the hypothesis that the true figure is zero; undefined when the
    /// error is zero.
    pub fn p_value(self) -> Option<Probability> {
        self.z().map(|z| Probability::clamped(normal_two_sided(z)))
    }

    /// Likelihood that the true figure lies above `point`, by the normal approximation; undefined when the
    /// error is zero. Of a score and 1/2 it is the likelihood of superiority.
    pub fn above(self, point: f64) -> Option<Probability> {
        let z = (self.value - point) / self.se;
        z.is_finite().then(|| Probability::clamped(normal_cdf(z)))
    }

    /// The difference from a figure estimated on independent data.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        Self {
            value: self.value - other.value,
            se: self.se.hypot(other.se),
        }
    }

    /// The figure in another unit, `factor` of the new for one of the old.
    #[must_use]
    pub fn scaled(self, factor: f64) -> Self {
        Self {
            value: self.value * factor,
            se: self.se * factor.abs(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_error_means_no_test() {
        let sure = Estimate {
            value: 0.3,
            se: 0.0,
        };
        assert_eq!((sure.z(), sure.p_value()), (None, None));
        assert_eq!(sure.above(0.1), None);
        assert_eq!(
            sure.interval(Confidence::P95),
            Interval {
                low: 0.3,
                high: 0.3
            }
        );
    }

    #[test]
    fn both_sides_of_a_point_make_a_whole() {
        let score = Estimate {
            value: 0.56,
            se: 0.03,
        };
        let above = score.above(0.5).map_or(f64::NAN, Probability::value);
        assert!((above - 0.977_249_868_051_821).abs() < 1e-12, "{above}");
        let p = score
            .minus(Estimate {
                value: 0.5,
                se: 0.0,
            })
            .p_value();
        assert!(p.is_some_and(|p| (p.value() - 2.0 * (1.0 - above)).abs() < 1e-12));
    }

    #[test]
    fn broken_numbers_make_no_estimate() {
        for (value, se) in [
            (f64::NAN, 1.0),
            (0.0, f64::NAN),
            (0.0, -1.0),
            (f64::INFINITY, 1.0),
        ] {
            assert_eq!(Estimate::new(value, se), None);
        }
    }

    #[test]
    fn differences_add_in_quadrature() {
        let d = Estimate {
            value: 3.0,
            se: 3.0,
        }
        .minus(Estimate {
            value: 1.0,
            se: 4.0,
        });
        assert_eq!(
            d,
            Estimate {
                value: 2.0,
                se: 5.0
            }
        );
    }
}
