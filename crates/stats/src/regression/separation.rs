//! Outcomes that a combination of columns predicts perfectly.

use super::sample::Compressed;
use serde::Serialize;
use std::fmt;

/// A direction along which the likelihood rises for ever (Albert and Anderson 1984): moving the
/// coefficients that way never worsens the prediction of any row and improves some.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Separation {
    /// Columns whose coefficients run away, with the sign of their flight.
    pub columns: Vec<(String, f64)>,
}

impl fmt::Display for Separation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.columns.iter().map(|(name, _)| name.as_str()).collect();
        write!(
            f,
            "the outcomes are separated perfectly by {}",
            names.join(", ")
        )
    }
}

/// How a step along a direction treats one row.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Margin {
    /// How far the row's predictor moves.
    pub(crate) reach: f64,
    /// By how much its outcome gains on the nearest other outcome; negative where it loses.
    pub(crate) gain: f64,
}

/// Whether `direction` separates the rows, and by which columns: no row may lose. Exact up to
/// rounding, for each row is looked at.
pub(crate) fn certify(
    margins: &(impl Iterator<Item = Margin> + Clone),
    direction: &[f64],
    names: &[&str],
) -> Option<Separation> {
    let furthest = margins
        .clone()
        .map(|row| row.reach.abs())
        .fold(0.0, f64::max);
    if furthest.is_nan() || furthest <= 0.0 {
        return None;
    }
    let slack = 1e-5 * furthest;
    if !margins.clone().all(|row| row.gain >= -slack) {
        return None;
    }
    let largest = direction.iter().fold(0.0_f64, |m, d| m.max(d.abs()));
    let columns = names
        .iter()
        .zip(direction)
        .filter(|(_, d)| d.abs() > 1e-4 * largest)
        .map(|(name, d)| ((*name).to_owned(), d.signum()))
        .collect();
    Some(Separation { columns })
}

/// Margins of a logistic regression: a won row gains upwards, a lost one downwards, a shared one
/// loses either way.
pub(crate) fn logistic_margins<'a>(
    rows: &'a Compressed,
    direction: &'a [f64],
) -> impl Iterator<Item = Margin> + Clone + 'a {
    rows.rows().map(move |(x, outcomes)| {
        let reach: f64 = x.iter().zip(direction).map(|(a, b)| a * b).sum();
        let gain = if outcomes.total >= outcomes.count {
            reach
        } else if outcomes.total <= 0.0 {
            -reach
        } else {
            -reach.abs()
        };
        Margin { reach, gain }
    })
}
