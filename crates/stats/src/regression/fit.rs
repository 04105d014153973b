//! A finished regression.

use super::covariance::Ingredients;
use super::estimable::Estimable;
use super::sample::Compressed;
use super::shares::Shares;
use super::{Correction, Covariance, Errors, LatentModel, NotEstimable, Penalty, Separation};
use crate::Estimate;
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

/// A regression's coefficients, with standard errors under every set of [`Errors`].
#[derive(Debug, Clone)]
pub struct Fit {
    columns: Vec<String>,
    estimable: Estimable,
    pub(super) link: Link,
    penalty: Penalty,
    separation: Option<Separation>,
    iterations: usize,
    /// Over all columns; zero where a column was left out.
    values: Vec<f64>,
    bread: DMatrix<f64>,
    ingredients: Ingredients,
    /// What every variance is multiplied by.
    dispersed: f64,
    shares: Shares,
    pub(super) observations: f64,
    pub(super) log_likelihood: f64,
    pub(super) saturated: f64,
}

/// How the mean depends on `x·w`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Link {
    Logit,
    Identity,
    Latent(LatentModel),
}

/// One column's coefficient, or why there is none.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub enum Coefficient {
    /// Told by the rows.
    Estimated(Estimate),
    /// Not told by the rows.
    NotEstimable(NotEstimable),
    /// Estimated, but these errors are undefined, as with too few clusters.
    WithoutError(f64),
}

impl Coefficient {
    /// The estimate, where there is one with its error.
    pub fn estimate(&self) -> Option<Estimate> {
        match self {
            Self::Estimated(estimate) => Some(*estimate),
            Self::NotEstimable(_) | Self::WithoutError(_) => None,
        }
    }
}

/// What a fit is made of.
pub(super) struct Parts {
    pub(super) columns: Vec<String>,
    pub(super) estimable: Estimable,
    pub(super) rows: Compressed,
    pub(super) link: Link,
    pub(super) penalty: Penalty,
    pub(super) separation: Option<Separation>,
    pub(super) iterations: usize,
    pub(super) coefficients: DVector<f64>,
    pub(super) bread: DMatrix<f64>,
    pub(super) ingredients: Ingredients,
    pub(super) log_likelihood: f64,
}

impl Fit {
    pub(super) fn assemble(parts: Parts) -> Self {
        let mut values = vec![0.0; parts.columns.len()];
        for (&column, value) in parts.estimable.kept.iter().zip(parts.coefficients.iter()) {
            values[column] = *value;
        }
        let observations = parts.rows.count();
        Self {
            columns: parts.columns,
            estimable: parts.estimable,
            link: parts.link,
            penalty: parts.penalty,
            separation: parts.separation,
            iterations: parts.iterations,
            values,
            bread: parts.bread,
            ingredients: parts.ingredients,
            dispersed: 1.0,
            observations,
            log_likelihood: parts.log_likelihood,
            saturated: parts.rows.totals.iter().map(|t| t.saturated).sum(),
            shares: Shares::of(parts.rows, parts.link, &parts.coefficients),
        }
    }

    pub(super) fn because(self, separation: Separation) -> Self {
        Self {
            separation: Some(separation),
            ..self
        }
    }

    /// The same coefficients with every variance so many times as large, whatever the errors: where the rows are known to
    /// scatter about the model by more than the errors tell. See [`GroupsOfFit::dispersion`](super::GroupsOfFit::dispersion).
    #[must_use]
    pub fn dispersed(self, by: f64) -> Self {
        Self {
            dispersed: self.dispersed * by,
            ..self
        }
    }

    /// All columns of the sample, fitted or not.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Where a column stands.
    pub fn column(&self, name: &str) -> Option<usize> {
        self.columns.iter().position(|column| column == name)
    }

    /// The coefficient of a column with its standard error.
    pub fn coefficient(&self, column: usize, errors: Errors) -> Coefficient {
        if let Some(reason) = &self.estimable.reasons[column] {
            return Coefficient::NotEstimable(reason.clone());
        }
        let value = self.values[column];
        self.covariance(errors)
            .and_then(|covariance| Estimate::new(value, covariance.se(column)))
            .map_or(Coefficient::WithoutError(value), Coefficient::Estimated)
    }

    /// All coefficients, in the order of the columns.
    pub fn coefficients(&self, errors: Errors) -> Vec<Coefficient> {
        (0..self.columns.len())
            .map(|column| self.coefficient(column, errors))
            .collect()
    }

    /// The combination `Σ weights_j · coefficient_j`, one weight a column. `None` when the rows
    /// cannot tell it, when the error is undefined, or when `weights` has another length.
    pub fn contrast(&self, weights: &[f64], errors: Errors) -> Option<Estimate> {
        if weights.len() != self.columns.len() || !self.estimable.can_tell(weights) {
            return None;
        }
        let value = weights.iter().zip(&self.values).map(|(w, v)| w * v).sum();
        self.covariance(errors)?.combination(weights, value)
    }

    /// The prediction for a row of the sample's columns: a share or score, for linear regression
    /// the fitted value. `None` where the rows cannot tell it.
    pub fn predict(&self, x: &[f64]) -> Option<f64> {
        let shape = match self.link {
            Link::Latent(model) => model.shape_names().len(),
            Link::Logit | Link::Identity => 0,
        };
        let mut padded = x.to_vec();
        padded.resize(x.len() + shape, 0.0);
        if padded.len() != self.columns.len() || !self.estimable.can_tell(&padded) {
            return None;
        }
        let predictor: f64 = x.iter().zip(&self.values).map(|(a, b)| a * b).sum();
        Some(match self.link {
            Link::Logit => crate::special::logistic(predictor),
            Link::Identity => predictor,
            Link::Latent(model) => model.score(predictor, &self.values[x.len()..]),
        })
    }

    /// The covariance of all coefficients. `None` for clustered errors unless there are more
    /// clusters than coefficients, and for robust and quasi errors unless there are more rows:
    /// with fewer, residuals vanish for lack of data and errors would be too small.
    pub fn covariance(&self, errors: Errors) -> Option<Covariance> {
        let sandwich = |meat: &DMatrix<f64>| &self.bread * meat * &self.bread;
        let matrix = match (errors, self.link) {
            (Errors::Model, Link::Latent(LatentModel::TanhSquares))
            | (Errors::Quasi, Link::Latent(_)) => return None,
            (Errors::Model, Link::Logit | Link::Latent(_)) => self.bread.clone(),
            (Errors::Model | Errors::Quasi, _) => &self.bread * self.dispersion()?,
            (Errors::Robust, _) => {
                self.degrees_of_freedom()?;
                sandwich(&self.ingredients.meat)
            }
            (Errors::Clustered(correction), _) => {
                if self.ingredients.clusters <= self.parameters() {
                    return None;
                }
                let meat = match correction {
                    Correction::None | Correction::SmallSample => &self.ingredients.cluster_meat,
                    Correction::Jackknife => &self.ingredients.jackknife_meat,
                };
                sandwich(meat) * self.factor(correction)?
            }
        };
        let usable = matrix.iter().all(|v| v.is_finite());
        usable.then(|| {
            let matrix = without_rounding(matrix, &self.bread, self.ingredients.spread);
            let matrix = matrix * self.dispersed;
            Covariance::spread(&matrix, &self.estimable.kept, self.columns.len())
        })
    }

    fn factor(&self, correction: Correction) -> Option<f64> {
        let (n, g) = (self.observations, self.ingredients.clusters as f64);
        match correction {
            Correction::None => Some(1.0),
            Correction::Jackknife => Some((g - 1.0) / g),
            Correction::SmallSample => {
                let free = self.degrees_of_freedom()?;
                Some(g / (g - 1.0) * (n - 1.0) / free)
            }
        }
    }

    /// n - k, where positive.
    pub(super) fn degrees_of_freedom(&self) -> Option<f64> {
        let free = self.observations - self.parameters() as f64;
        (free > 0.0).then_some(free)
    }

    /// Pearson's X² / (n - k), the quasi-likelihood scale; for linear regression the residual
    /// variance. `None` unless n > k, and for models of three outcomes.
    pub fn dispersion(&self) -> Option<f64> {
        Some(self.pearson_chi2()? / self.degrees_of_freedom()?)
    }

    /// Pearson's X²; for linear regression the residual sum of squares. `None` for models of three
    /// outcomes.
    pub fn pearson_chi2(&self) -> Option<f64> {
        (!matches!(self.link, Link::Latent(_))).then_some(self.ingredients.pearson)
    }

    /// Number of rows, by weight.
    pub fn observations(&self) -> f64 {
        self.observations
    }

    /// Number of clusters.
    pub fn clusters(&self) -> usize {
        self.ingredients.clusters
    }

    /// Number of coefficients fitted.
    pub fn parameters(&self) -> usize {
        self.estimable.kept.len()
    }

    /// What was added to the likelihood.
    pub fn penalty(&self) -> Penalty {
        self.penalty
    }

    /// The separation that made a penalty necessary.
    pub fn separation(&self) -> Option<&Separation> {
        self.separation.as_ref()
    }

    pub(super) fn shares(&self) -> &Shares {
        &self.shares
    }

    /// The columns that were fitted.
    pub(super) fn kept(&self) -> &[usize] {
        &self.estimable.kept
    }

    /// Over all columns; zero where one was left out.
    pub(super) fn values(&self) -> &[f64] {
        &self.values
    }

    /// The inverse information of the fitted columns.
    pub(super) fn bread(&self) -> &DMatrix<f64> {
        &self.bread
    }

    /// Newton steps taken.
    pub fn iterations(&self) -> usize {
        self.iterations
    }

    pub(super) fn value(&self, column: usize) -> Option<f64> {
        self.estimable
            .reasons
            .get(column)?
            .is_none()
            .then(|| self.values[column])
    }

    pub(super) fn can_tell_each(&self, columns: &[usize]) -> bool {
        columns.iter().all(|&column| self.value(column).is_some())
    }
}

/// Variances that are rounding only, as where the model fits every outcome exactly, become zero,
/// so that nothing is divided by them; also where the variance of another coefficient is so large that its rounding is
/// all that is left. `spread` is the size of squared outcomes.
fn without_rounding(mut matrix: DMatrix<f64>, bread: &DMatrix<f64>, spread: f64) -> DMatrix<f64> {
    let beside = |matrix: &DMatrix<f64>, i| matrix[(i, i)] / bread[(i, i)];
    let largest = (0..matrix.nrows()).map(|i| beside(&matrix, i));
    let rounding = (1e-20 * spread).max(1e-14 * largest.fold(0.0, f64::max));
    for i in 0..matrix.nrows() {
        if beside(&matrix, i) <= rounding {
            matrix.row_mut(i).fill(0.0);
            matrix.column_mut(i).fill(0.0);
        }
    }
    matrix
}
