//! Several coefficients tested at once.

use super::{Errors, Fit};
use crate::Probability;
use crate::special::chi_squared_upper_tail;
use nalgebra::{Cholesky, DMatrix, DVector};
use serde::Serialize;

/// Wald's joint test that several coefficients are all zero.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Wald {
    /// `wᵀ V⁻¹ w`, chi-squared when all are zero.
    pub chi2: f64,
    /// How many coefficients.
    pub degrees: usize,
    /// Chance of a statistic at least as large when all are zero.
    pub p_value: Probability,
}

impl Fit {
    /// Tests that the coefficients of these columns are all zero. `None` when there is none, when
    /// one is not estimable or their covariance is singular, as with too few clusters.
    pub fn wald(&self, columns: &[usize], errors: Errors) -> Option<Wald> {
        if columns.is_empty() || !self.can_tell_each(columns) {
            return None;
        }
        let block = self.covariance(errors)?.block(columns);
        let values: Vec<f64> = columns.iter().filter_map(|&c| self.value(c)).collect();
        let values = DVector::from_vec(values);
        let scale = block.diagonal().map(f64::sqrt);
        let correlation = DMatrix::from_fn(columns.len(), columns.len(), |i, j| {
            block[(i, j)] / (scale[i] * scale[j])
        });
        if !correlation.iter().all(|r| r.is_finite())
            || correlation.symmetric_eigenvalues().min() < 1e-9
        {
            return None;
        }
        let values = values.component_div(&scale);
        let chi2 = values.dot(&Cholesky::new(correlation)?.solve(&values));
        let degrees = columns.len();
        let p_value = Probability::clamped(chi_squared_upper_tail(chi2, degrees));
        (chi2.is_finite() && chi2 >= 0.0).then_some(Wald {
            chi2,
            degrees,
            p_value,
        })
    }
}
