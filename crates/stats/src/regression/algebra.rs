//! Small pieces of linear algebra on rows.

use nalgebra::{DMatrix, DVector};

/// `p (1 - p)` at these log-odds, accurate in both tails.
pub(super) fn variance(log_odds: f64) -> f64 {
    let e = (-log_odds.abs()).exp();
    e / (1.0 + e).powi(2)
}

pub(super) fn dot(x: &[f64], w: &DVector<f64>) -> f64 {
    x.iter().zip(w.iter()).map(|(a, b)| a * b).sum()
}

pub(super) fn add(sum: &mut DVector<f64>, weight: f64, x: &[f64]) {
    for (s, value) in sum.iter_mut().zip(x) {
        *s += weight * value;
    }
}

/// `matrix += weight · x xᵀ`, skipping zeros, which most columns of most rows are.
pub(super) fn add_square(matrix: &mut DMatrix<f64>, weight: f64, x: &[f64]) {
    for (j, &right) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
        let scaled = weight * right;
        for (i, &left) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            matrix[(i, j)] += scaled * left;
        }
    }
}

/// `xᵀ matrix x`.
pub(super) fn quadratic(matrix: &DMatrix<f64>, x: &[f64]) -> f64 {
    let mut sum = 0.0;
    for (j, &right) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
        for (i, &left) in x.iter().enumerate().filter(|(_, v)| **v != 0.0) {
            sum += matrix[(i, j)] * right * left;
        }
    }
    sum
}
