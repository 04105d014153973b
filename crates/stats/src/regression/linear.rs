//! Linear regression by least squares.

use super::algebra::{add, add_square};
use super::covariance::Ingredients;
use super::estimable::Estimable;
use super::fit::{Link, Parts};
use super::likelihood::gaussian;
use super::{Fit, FitError, Penalty, Sample};
use nalgebra::{Cholesky, DMatrix, DVector};

/// Fits `y = x·w` by least squares; on outcomes that are scores, the linear probability model,
/// whose coefficients are in points per game.
pub fn fit_linear(sample: &Sample) -> Result<Fit, FitError> {
    let rows = sample.compressed();
    let estimable = Estimable::of(&rows, sample.columns());
    if estimable.kept.is_empty() {
        return Err(FitError::Nothing);
    }
    let kept = rows.keep(&estimable.kept);
    let k = kept.width();
    let mut gram = DMatrix::zeros(k, k);
    let mut moments = DVector::zeros(k);
    for (x, rows) in kept.rows() {
        add_square(&mut gram, rows.count, x);
        add(&mut moments, rows.total, x);
    }
    let failed = FitError::NotConverged { iterations: 1 };
    let Some(factor) = Cholesky::new(gram) else {
        return Err(failed);
    };
    let coefficients = factor.solve(&moments);
    if !coefficients.iter().all(|c| c.is_finite()) {
        return Err(failed);
    }
    let bread = factor.inverse();
    let ingredients = Ingredients::gather(&kept, Link::Identity, &coefficients, &bread);
    Ok(Fit::assemble(Parts {
        columns: sample.columns().to_vec(),
        estimable,
        log_likelihood: gaussian(ingredients.pearson, kept.count()),
        ingredients,
        rows: kept,
        link: Link::Identity,
        penalty: Penalty::None,
        separation: None,
        iterations: 1,
        coefficients,
        bread,
    }))
}
