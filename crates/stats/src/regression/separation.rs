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

/// Whether `direction` separates the rows, and by which columns. Exact up to rounding: each row
/// is looked at.
pub(crate) fn certify(rows: &Compressed, direction: &[f64], names: &[&str]) -> Option<Separation> {
    let along = |x: &[f64]| x.iter().zip(direction).map(|(a, b)| a * b).sum::<f64>();
    let furthest = rows.rows().map(|(x, _)| along(x).abs()).fold(0.0, f64::max);
    if furthest.is_nan() || furthest <= 0.0 {
        return None;
    }
    let slack = 1e-5 * furthest;
    let separates = rows.rows().all(|(x, outcomes)| {
        let move_ = along(x);
        let all_won = outcomes.total >= outcomes.count;
        let all_lost = outcomes.total <= 0.0;
        (all_won || move_ <= slack) && (all_lost || move_ >= -slack)
    });
    if !separates {
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
