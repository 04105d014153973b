use serde::ser::SerializeStruct;
use serde::{Serialize, Serializer};

use crate::format;

/// What a number counts, and with it how many digits it is written with everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A share between 0 and 1, written in percent with one decimal.
    Share,
    /// A small share between 0 and 1, written in percent with two decimals.
    FineShare,
    /// A difference of two shares, written in percentage points with its sign.
    Points,
    /// Elo with its sign.
    Elo,
    /// Plies: single moves of one side.
    Plies,
    /// A difference of plies, with its sign.
    PlyChange,
    /// Worth in pawns, or in another piece that is worth little more.
    Pawns,
    /// Worth in a piece that is worth much more than a pawn.
    Pieces,
    /// Log-odds of winning, natural logarithm.
    LogOdds,
    /// A number of the engine, in whatever it counts; or steps of one.
    Setting,
}

/// A number with its 95% interval. An end that is `None` is one the games do not bound.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    unit: Unit,
    value: f64,
    low: Option<f64>,
    high: Option<f64>,
}

impl Estimate {
    /// `None` when the value itself is not a finite number; ends that are not finite count as open.
    pub fn new(unit: Unit, value: f64, low: f64, high: f64) -> Option<Self> {
        let finite = |x: f64| x.is_finite().then_some(x);
        Some(Self {
            unit,
            value: finite(value)?,
            low: finite(low),
            high: finite(high),
        })
    }

    /// A number whose interval is not defined, such as the score of a single pair.
    pub fn bare(unit: Unit, value: f64) -> Option<Self> {
        Self::new(unit, value, f64::NAN, f64::NAN)
    }

    /// What the number counts.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The number itself: a share as 0 to 1, everything else as it is written.
    pub fn value(&self) -> f64 {
        self.value
    }

    /// Lower end of the 95% interval.
    pub fn low(&self) -> Option<f64> {
        self.low
    }

    /// Upper end of the 95% interval.
    pub fn high(&self) -> Option<f64> {
        self.high
    }

    /// A share as the other side sees it: what is left to 1. `None` for other units.
    pub(crate) fn other_side(&self) -> Option<Self> {
        let end = |end: Option<f64>| end.map_or(f64::NAN, |x| 1.0 - x);
        (self.unit == Unit::Share)
            .then(|| Self::new(self.unit, 1.0 - self.value, end(self.high), end(self.low)))?
    }

    /// Whether both ends are known and lie on the same side of `point`.
    pub fn excludes(&self, point: f64) -> bool {
        self.low.is_some_and(|low| low > point) || self.high.is_some_and(|high| high < point)
    }

    /// The number alone, such as `51.8%`.
    pub fn number(&self) -> String {
        format::number(self.unit, self.value)
    }

    /// The interval alone, such as `49.2% to 54.4%`.
    pub fn interval(&self) -> String {
        let end = |x: f64| format::number(self.unit, x);
        match (self.low, self.high) {
            (Some(low), Some(high)) => format!("{} to {}", end(low), end(high)),
            (Some(low), None) => format!("{} or more", end(low)),
            (None, Some(high)) => format!("{} or less", end(high)),
            (None, None) => "no interval".to_owned(),
        }
    }

    /// Number and interval, such as `51.8% (49.2% to 54.4%)`.
    pub fn text(&self) -> String {
        format!("{} ({})", self.number(), self.interval())
    }
}

/// The numbers unrounded, and beside them the text that every table and chart shows.
impl Serialize for Estimate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut fields = serializer.serialize_struct("Estimate", 5)?;
        fields.serialize_field("unit", &self.unit)?;
        fields.serialize_field("value", &self.value)?;
        fields.serialize_field("low", &self.low)?;
        fields.serialize_field("high", &self.high)?;
        fields.serialize_field("text", &self.text())?;
        fields.end()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_by_unit_and_by_open_end() {
        let table = [
            (Unit::Share, 0.518, 0.492, 0.544, "51.8% (49.2% to 54.4%)"),
            (
                Unit::FineShare,
                0.01234,
                0.0,
                0.02,
                "1.23% (0.00% to 2.00%)",
            ),
            (Unit::Points, -0.012, -0.03, 0.006, "−1.2 (−3.0 to +0.6)"),
            (
                Unit::Elo,
                12.4,
                f64::NEG_INFINITY,
                30.0,
                "+12 (+30 or less)",
            ),
            (Unit::Pawns, 3.06, 2.0, f64::INFINITY, "3.1 (2.0 or more)"),
            (Unit::Pieces, 0.315, 0.2, 0.4, "0.32 (0.20 to 0.40)"),
            (Unit::Plies, 88.25, f64::NAN, f64::NAN, "88.2 (no interval)"),
            (Unit::LogOdds, -0.0004, -0.1, 0.1, "0.00 (−0.10 to +0.10)"),
        ];
        for (unit, value, low, high, text) in table {
            assert_eq!(Estimate::new(unit, value, low, high).unwrap().text(), text);
        }
        assert_eq!(Estimate::new(Unit::Share, f64::NAN, 0.0, 1.0), None);
    }

    #[test]
    fn an_interval_excludes_a_point_only_beyond_a_known_end() {
        let open = Estimate::new(Unit::Points, 0.1, f64::NAN, 0.2).unwrap();
        assert!(!open.excludes(0.0));
        assert!(open.excludes(0.3));
    }
}
