//! A probability, such as a p-value.

use serde::Serialize;
use std::fmt;

/// A number between 0 and 1: a p-value, a chance, a share.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Probability(f64);

impl Probability {
    /// Impossible.
    pub const ZERO: Self = Self(0.0);
    /// Certain.
    pub const ONE: Self = Self(1.0);

    /// `Some` when `value` lies within [0, 1].
    pub fn new(value: f64) -> Option<Self> {
        (0.0..=1.0).contains(&value).then_some(Self(value))
    }

    /// The nearest probability to a computed number that rounding may have pushed outside.
    pub(crate) fn clamped(value: f64) -> Self {
        debug_assert!(!value.is_nan(), "a probability must be a number");
        Self(value.clamp(0.0, 1.0))
    }

    /// The number itself.
    pub fn value(self) -> f64 {
        self.0
    }

    /// The probability that it does not happen.
    #[must_use]
    pub fn complement(self) -> Self {
        Self(1.0 - self.0)
    }
}

impl fmt::Display for Probability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_unit_interval_is_taken() {
        for (value, taken) in [
            (0.0, true),
            (1.0, true),
            (0.5, true),
            (-0.1, false),
            (1.1, false),
        ] {
            assert_eq!(Probability::new(value).is_some(), taken, "{value}");
        }
        assert_eq!(Probability::new(f64::NAN), None);
    }
}
