//! One coefficient in units of another, such as a bishop in pawns.

use super::{Errors, Fit};
use crate::{Confidence, Estimate, Interval, Law};
use serde::Serialize;

/// The ratio of two coefficients.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ratio {
    /// The ratio with its standard error by the delta method.
    pub estimate: Estimate,
    /// The delta method's symmetric interval; poor where the denominator is uncertain.
    pub delta: Interval,
    /// Fieller's interval, right for any denominator.
    pub fieller: Fieller,
}

/// The set of ratios the data do not contradict (E. C. Fieller 1954).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub enum Fieller {
    /// An ordinary interval: the denominator is surely not zero.
    Bounded(Interval),
    /// All but the inside of this interval: the denominator may be zero.
    AllBut(Interval),
    /// Any ratio at all.
    Anything,
}

impl Fieller {
    /// The interval, where it is an ordinary one.
    pub fn bounded(self) -> Option<Interval> {
        match self {
            Self::Bounded(interval) => Some(interval),
            Self::AllBut(_) | Self::Anything => None,
        }
    }
}

impl Ratio {
    /// Of `numerator` to `denominator` with the covariance of the two, whose errors follow `law`. `None` when the
    /// denominator is zero up to rounding.
    pub fn new(
        numerator: Estimate,
        denominator: Estimate,
        covariance: f64,
        law: Law,
        confidence: Confidence,
    ) -> Option<Self> {
        let (a, b) = (numerator.value, denominator.value);
        let (va, vb) = (numerator.se.powi(2), denominator.se.powi(2));
        if b.abs() <= 1e-9 * denominator.se {
            return None;
        }
        let ratio = a / b;
        let variance = (va - 2.0 * ratio * covariance + ratio * ratio * vb) / (b * b);
        let estimate = Estimate::from_variance(ratio, variance)?;
        // With z standard errors to either side, the ratios r with (a - r b)² <= z² Var(a - r b): a quadratic in r.
        let z2 = law.reach(confidence).powi(2);
        let square = b * b - z2 * vb;
        let half = a * b - z2 * covariance;
        let rest = a * a - z2 * va;
        let root = (half * half - square * rest).max(0.0).sqrt();
        let ends = [(half - root) / square, (half + root) / square];
        let interval = Interval {
            low: ends[0].min(ends[1]),
            high: ends[0].max(ends[1]),
        };
        let fieller = if !ends.iter().all(|end| end.is_finite()) {
            Fieller::Anything
        } else if square > 0.0 {
            Fieller::Bounded(interval)
        } else if half * half > square * rest {
            Fieller::AllBut(interval)
        } else {
            Fieller::Anything
        };
        Some(Self {
            estimate,
            delta: law.interval(estimate, confidence),
            fieller,
        })
    }
}

impl Fit {
    /// One column's coefficient in units of another's. `None` when either is not estimable, the
    /// errors are undefined, or the denominator is zero.
    pub fn ratio(
        &self,
        numerator: usize,
        denominator: usize,
        errors: Errors,
        confidence: Confidence,
    ) -> Option<Ratio> {
        let covariance = self.covariance(errors)?;
        let mut weights = vec![0.0; self.columns().len()];
        weights[numerator] = 1.0;
        weights[denominator] -= self.value(numerator)? / self.value(denominator)?;
        let estimate = |column: usize| Estimate::new(self.value(column)?, covariance.se(column));
        Ratio::new(
            estimate(numerator)?,
            estimate(denominator)?,
            covariance.between(numerator, denominator),
            self.law(&weights, errors),
            confidence,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(a: (f64, f64), b: (f64, f64)) -> Option<Ratio> {
        Ratio::new(
            Estimate {
                value: a.0,
                se: a.1,
            },
            Estimate {
                value: b.0,
                se: b.1,
            },
            0.0,
            Law::Normal,
            Confidence::P95,
        )
    }

    #[test]
    fn the_shape_follows_the_denominator() {
        assert!(ratio((3.0, 0.1), (1.0, 0.1)).is_some_and(|r| r.fieller.bounded().is_some()));
        assert!(matches!(
            ratio((3.0, 0.1), (1.0, 1.0)).map(|r| r.fieller),
            Some(Fieller::AllBut(_))
        ));
        assert_eq!(
            ratio((0.1, 1.0), (0.1, 1.0)).map(|r| r.fieller),
            Some(Fieller::Anything)
        );
        assert_eq!(ratio((1.0, 1.0), (0.0, 1.0)), None);
    }
}
