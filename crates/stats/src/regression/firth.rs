//! Firth's penalty: half the log determinant of the information.

use super::algebra::{add, add_square, dot, quadratic, variance};
use super::sample::Compressed;
use crate::special::logistic;
use nalgebra::{Cholesky, DMatrix, DVector};

/// What the penalty adds to a log-likelihood at one value of the coefficients.
pub(super) struct Firth {
    /// `log det I / 2`.
    pub(super) objective: f64,
    pub(super) gradient: DVector<f64>,
    /// Minus the second derivative.
    pub(super) curvature: DMatrix<f64>,
    /// A positive definite stand-in for it: rows weigh one more leverage, as in the penalty's form
    /// of augmented data (Kosmidis and Firth 2021).
    pub(super) stand_in: DMatrix<f64>,
}

impl Firth {
    /// `None` where the information is singular.
    pub(super) fn at(
        rows: &Compressed,
        at: &DVector<f64>,
        information: &DMatrix<f64>,
    ) -> Option<Self> {
        let k = rows.width();
        let factor = Cholesky::new(information.clone())?;
        let diagonal = factor.l_dirty().diagonal();
        let objective = diagonal.iter().map(|d| d.ln()).sum::<f64>();
        let inverse = factor.inverse();
        let mut gradient = DVector::zeros(k);
        let mut stand_in = DMatrix::zeros(k, k);
        let mut curvature = DMatrix::zeros(k, k);
        // The derivatives of the information, one matrix a coefficient.
        let mut slopes = vec![DMatrix::<f64>::zeros(k, k); k];
        for (x, rows) in rows.rows() {
            let log_odds = dot(x, at);
            let (share, variance) = (logistic(log_odds), variance(log_odds));
            let leverage = variance * quadratic(&inverse, x);
            let tilt = 1.0 - 2.0 * share;
            add(&mut gradient, 0.5 * rows.count * leverage * tilt, x);
            add_square(&mut stand_in, rows.count * leverage * variance, x);
            let bend = variance - 0.5 * tilt * tilt;
            add_square(&mut curvature, rows.count * leverage * bend, x);
            for (slope, value) in slopes.iter_mut().zip(x).filter(|(_, v)| **v != 0.0) {
                add_square(slope, rows.count * variance * tilt * value, x);
            }
        }
        let spread: Vec<DMatrix<f64>> = slopes.iter().map(|slope| &inverse * slope).collect();
        for i in 0..k {
            for j in 0..k {
                curvature[(i, j)] += 0.5 * spread[i].tr_dot(&spread[j]);
            }
        }
        Some(Self {
            objective,
            gradient,
            curvature,
            stand_in,
        })
    }
}
