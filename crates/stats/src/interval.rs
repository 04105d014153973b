//! A closed interval.

use serde::Serialize;

/// From `low` to `high`, both finite, `low <= high`.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// Everything a score or a proportion can be.
    pub const UNIT: Self = Self {
        low: 0.0,
        high: 1.0,
    };

    pub(crate) fn around(value: f64, half_width: f64) -> Self {
        Self {
            low: value - half_width,
            high: value + half_width,
        }
    }

    /// Both ends moved into `range`.
    #[must_use]
    pub fn within(self, range: Self) -> Self {
        Self {
            low: self.low.clamp(range.low, range.high),
            high: self.high.clamp(range.low, range.high),
        }
    }

    /// Whether `value` lies between the ends, ends included.
    pub fn contains(self, value: f64) -> bool {
        (self.low..=self.high).contains(&value)
    }

    /// Distance between the ends.
    pub fn width(self) -> f64 {
        self.high - self.low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipping_keeps_the_order() {
        let clipped = Interval {
            low: -0.2,
            high: 0.3,
        }
        .within(Interval::UNIT);
        assert_eq!(
            clipped,
            Interval {
                low: 0.0,
                high: 0.3
            }
        );
        assert!(clipped.contains(0.0) && clipped.contains(0.3) && !clipped.contains(0.31));
    }
}
