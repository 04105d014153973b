//! How often something happens, with intervals.

use crate::special::beta_quantile;
use crate::{Confidence, Interval};
use serde::Serialize;

/// A count out of independent trials, at least one trial.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Proportion {
    count: u64,
    trials: u64,
}

/// Which interval of a proportion.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum ProportionMethod {
    /// E. B. Wilson 1927: inverts the score test. Good at any size; the default.
    Wilson,
    /// Clopper and Pearson 1934: never covers too rarely, wide.
    ClopperPearson,
    /// Equal tails of the posterior under Jeffreys' prior Beta(1/2, 1/2)
    /// (L. D. Brown et al., *Interval estimation for a binomial proportion*, 2001).
    Jeffreys,
    /// Agresti and Coull 1998: Wald after adding z²/2 successes and failures.
    AgrestiCoull,
    /// Wald's p ± z·se; too narrow near 0 and 1.
    Normal,
}

impl Proportion {
    /// `None` without trials or with more counted than tried.
    pub fn new(count: u64, trials: u64) -> Option<Self> {
        (trials > 0 && count <= trials).then_some(Self { count, trials })
    }

    /// How often it happened.
    pub fn count(self) -> u64 {
        self.count
    }

    /// How often it could have happened.
    pub fn trials(self) -> u64 {
        self.trials
    }

    /// The share, within [0, 1].
    pub fn value(self) -> f64 {
        self.count as f64 / self.trials as f64
    }

    /// The share of trials in which it did not happen.
    #[must_use]
    pub fn complement(self) -> Self {
        Self {
            count: self.trials - self.count,
            trials: self.trials,
        }
    }

    /// The Wilson interval.
    pub fn interval(self, confidence: Confidence) -> Interval {
        self.interval_by(ProportionMethod::Wilson, confidence)
    }

    /// The interval by the method named, inside [0, 1] and always containing the share.
    pub fn interval_by(self, method: ProportionMethod, confidence: Confidence) -> Interval {
        let (n, p) = (self.trials as f64, self.value());
        let z = confidence.z();
        let interval = match method {
            ProportionMethod::Wilson => {
                let centre = (p + z * z / (2.0 * n)) / (1.0 + z * z / n);
                let half =
                    z * (p * (1.0 - p) / n + z * z / (4.0 * n * n)).sqrt() / (1.0 + z * z / n);
                Interval::around(centre, half)
            }
            ProportionMethod::AgrestiCoull => {
                let trials = n + z * z;
                let share = (self.count as f64 + 0.5 * z * z) / trials;
                Interval::around(share, z * (share * (1.0 - share) / trials).sqrt())
            }
            ProportionMethod::Normal => Interval::around(p, z * (p * (1.0 - p) / n).sqrt()),
            ProportionMethod::ClopperPearson => return self.by_beta(0.0, 1.0, confidence),
            ProportionMethod::Jeffreys => return self.by_beta(0.5, 0.5, confidence),
        };
        let interval = interval.within(Interval::UNIT);
        // At 0 and 1 the formulas meet the share only up to rounding.
        Interval {
            low: interval.low.min(p),
            high: interval.high.max(p),
        }
    }

    /// Tails of Beta(count + low, failures + 1 - low) and Beta(count + high, failures + 1 - high).
    fn by_beta(self, low: f64, high: f64, confidence: Confidence) -> Interval {
        let (k, rest) = (self.count as f64, (self.trials - self.count) as f64);
        let tail = 0.5 * confidence.alpha();
        let below = if k + low > 0.0 {
            beta_quantile(k + low, rest + 1.0 - low, tail)
        } else {
            0.0
        };
        let above = if rest + 1.0 - high > 0.0 {
            beta_quantile(k + high, rest + 1.0 - high, 1.0 - tail)
        } else {
            1.0
        };
        Interval {
            low: below,
            high: above,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_share_of_nothing() {
        assert_eq!(Proportion::new(0, 0), None);
        assert_eq!(Proportion::new(3, 2), None);
    }

    #[test]
    fn never_seen_and_always_seen_keep_a_width() {
        for method in [
            ProportionMethod::Wilson,
            ProportionMethod::ClopperPearson,
            ProportionMethod::Jeffreys,
            ProportionMethod::AgrestiCoull,
        ] {
            for count in [0, 30] {
                let width = Proportion::new(count, 30)
                    .map(|share| share.interval_by(method, Confidence::P95).width());
                assert!(
                    width.is_some_and(|w| w > 0.05 && w < 0.2),
                    "{method:?} {count} {width:?}"
                );
            }
        }
    }
}
