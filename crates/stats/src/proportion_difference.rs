//! Two proportions compared.

use crate::{Confidence, Estimate, Interval, Proportion};
use serde::Serialize;

/// The difference of two proportions seen on independent trials.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct ProportionDifference {
    /// First minus second, with the unpooled standard error
    /// `sqrt(p1 (1 - p1) / n1 + p2 (1 - p2) / n2)`.
    pub estimate: Estimate,
    /// Newcombe's hybrid score interval.
    pub interval: Interval,
}

impl ProportionDifference {
    /// Compares `first` with `second`. The interval joins the two Wilson intervals
    /// (R. G. Newcombe 1998, method 10), so it has a width even where both shares are 0 or 1.
    pub fn new(first: Proportion, second: Proportion, confidence: Confidence) -> Self {
        let variance = |p: Proportion| p.value() * (1.0 - p.value()) / p.trials() as f64;
        let value = first.value() - second.value();
        let (a, b) = (first.interval(confidence), second.interval(confidence));
        let down = (first.value() - a.low).hypot(b.high - second.value());
        let up = (a.high - first.value()).hypot(second.value() - b.low);
        Self {
            estimate: Estimate {
                value,
                se: (variance(first) + variance(second)).sqrt(),
            },
            interval: Interval {
                low: value - down,
                high: value + up,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn newcombes_own_example() {
        // 56/70 against 48/80 (Newcombe 1998, table II, example (a), method 10).
        let difference = Proportion::new(56, 70)
            .zip(Proportion::new(48, 80))
            .map(|(a, b)| ProportionDifference::new(a, b, Confidence::P95).interval);
        assert!(
            difference
                .is_some_and(|d| (d.low - 0.0524).abs() < 5e-5 && (d.high - 0.3339).abs() < 5e-5)
        );
    }
}
