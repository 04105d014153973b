//! Figures whose intervals need not be symmetric, put together.

use crate::Interval;
use serde::Serialize;

/// A figure with its interval, such as a ratio with Fieller's. Several are put together by recovering from each end of an
/// interval the variance that it stands for (G. Y. Zou and A. Donner, Construction of confidence limits about effect
/// measures, Statistics in Medicine 27, 2008), as if they were independent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Ranged {
    /// The figure itself.
    pub value: f64,
    /// Holds the figure, and the true one at the level that the caller knows.
    pub interval: Interval,
}

impl Ranged {
    /// `None` when a number is not finite or the figure lies outside the interval.
    pub fn new(value: f64, low: f64, high: f64) -> Option<Self> {
        let interval = Interval { low, high };
        let finite = [value, low, high].iter().all(|x| x.is_finite());
        (finite && interval.contains(value)).then_some(Self { value, interval })
    }

    /// This figure less the other one.
    #[must_use]
    pub fn minus(self, other: Self) -> Self {
        sum([(1.0, self), (-1.0, other)], 1.0)
    }

    /// One figure of two that tell the same: their mean, each with a weight of the inverse of its variance. Where the two are
    /// farther apart than their intervals explain, the interval is widened by as much (Birge's ratio; see
    /// [`GroupsOfFit::dispersion`](crate::GroupsOfFit::dispersion)). `confidence` is the level of both. `None` where an interval
    /// has no width.
    pub fn together(self, other: Self, confidence: crate::Confidence) -> Option<Self> {
        let both = [self, other];
        let variances = both.map(|one| (one.interval.width() / 2.0 / confidence.z()).powi(2));
        if variances.iter().any(|v| *v <= 0.0) {
            return None;
        }
        let apart = (self.value - other.value).abs() / (variances[0] + variances[1]).sqrt();
        let all: f64 = variances.iter().map(|v| 1.0 / v).sum();
        let [one, two] = variances.map(|v| 1.0 / v / all);
        Some(sum([(one, self), (two, other)], apart.max(1.0)))
    }
}

/// The sum of so many times each, its interval so many times as wide.
fn sum(parts: [(f64, Ranged); 2], widened: f64) -> Ranged {
    let mut value = 0.0;
    let (mut below, mut above) = (0.0_f64, 0.0_f64);
    for (times, part) in parts {
        value += times * part.value;
        let ends = [part.interval.low, part.interval.high];
        let [down, up] = ends.map(|end| times * (end - part.value));
        below = below.hypot(down.min(up));
        above = above.hypot(down.max(up));
    }
    let interval = Interval {
        low: value - widened * below,
        high: value + widened * above,
    };
    Ranged { value, interval }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Confidence;

    fn ranged(value: f64, low: f64, high: f64) -> Ranged {
        Ranged::new(value, low, high).expect("an interval that holds its figure")
    }

    fn near(found: Ranged, told: [f64; 3]) {
        let found = [found.value, found.interval.low, found.interval.high];
        for (found, told) in found.into_iter().zip(told) {
            assert!((found - told).abs() < 1e-9, "{found} {told}");
        }
    }

    #[test]
    fn differences_take_the_ends_that_matter() {
        let found = ranged(3.0, 2.6, 3.9).minus(ranged(2.0, 1.7, 2.3));
        near(found, [1.0, 0.5, 1.0 + 0.9_f64.hypot(0.3)]);
    }

    #[test]
    fn two_figures_together_lie_nearer_to_the_surer_one() {
        let together = |a: Ranged, b: Ranged| a.together(b, Confidence::P95).expect("widths");
        // Alike: the mean, and the interval of twice as much data.
        let half = 0.4 / 2.0_f64.sqrt();
        let same = ranged(3.0, 2.6, 3.4);
        near(together(same, same), [3.0, 3.0 - half, 3.0 + half]);
        // Half the width is four times the weight.
        let found = together(ranged(3.0, 2.8, 3.2), ranged(3.5, 3.1, 3.9));
        let half = 0.16_f64.hypot(0.08);
        let apart = 0.5 * Confidence::P95.z() / 0.2_f64.hypot(0.4);
        assert!(apart > 1.0);
        near(found, [3.1, 3.1 - apart * half, 3.1 + apart * half]);
        // An end farther off moves its own end only.
        let found = together(ranged(3.0, 2.5, 4.5), ranged(3.0, 2.0, 4.0));
        near(
            found,
            [
                3.0,
                3.0 - 0.5 * 0.5_f64.hypot(1.0),
                3.0 + 0.5 * 1.5_f64.hypot(1.0),
            ],
        );
    }

    #[test]
    fn what_has_no_interval_is_not_put_together() {
        assert_eq!(Ranged::new(1.0, f64::NEG_INFINITY, 2.0), None);
        assert_eq!(Ranged::new(f64::NAN, 0.0, 2.0), None);
        assert_eq!(Ranged::new(3.0, 0.0, 2.0), None);
        let sure = ranged(1.0, 1.0, 1.0);
        assert_eq!(sure.together(ranged(1.0, 0.0, 2.0), Confidence::P95), None);
    }
}
