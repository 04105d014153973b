//! How uncertain coefficients are, under several assumptions.

use super::algebra::{add_square, dot, variance};
use super::fit::Link;
use super::sample::Compressed;
use crate::special::logistic;
use crate::{Cluster, Estimate};
use nalgebra::{DMatrix, DVector};
use serde::Serialize;

/// Which assumptions the standard errors rest on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Errors {
    /// The model is true and rows are independent: inverse information (for linear regression
    /// times the residual variance; none for least squares of another shape).
    Model,
    /// As `Model`, scaled by Pearson's X² / (n - k), for outcomes less spread than wins and
    /// losses only (logistic only; equals `Model` for linear regression, none for others).
    Quasi,
    /// Rows are independent, nothing else assumed: the sandwich HC0 (H. White 1980), without
    /// small-sample factor.
    Robust,
    /// Clusters are independent, nothing else assumed (Liang and Zeger 1986).
    Clustered(Correction),
}

/// Small-sample factor of the clustered covariance.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Correction {
    /// None.
    None,
    /// `G / (G - 1) · (n - 1) / (n - k)` for G clusters, n rows and k coefficients.
    SmallSample,
}

/// A covariance of the coefficients that were fitted, over all columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Covariance {
    matrix: DMatrix<f64>,
}

impl Covariance {
    /// Covariance of two columns' coefficients; zero where one was not fitted.
    pub fn between(&self, first: usize, second: usize) -> f64 {
        self.matrix[(first, second)]
    }

    /// Standard error of one column's coefficient.
    pub fn se(&self, column: usize) -> f64 {
        self.between(column, column).max(0.0).sqrt()
    }

    pub(super) fn combination(&self, weights: &[f64], value: f64) -> Option<Estimate> {
        let mut sum = 0.0;
        for (i, a) in weights.iter().enumerate() {
            for (j, b) in weights.iter().enumerate() {
                sum += a * b * self.matrix[(i, j)];
            }
        }
        Estimate::from_variance(value, sum)
    }

    pub(super) fn block(&self, columns: &[usize]) -> DMatrix<f64> {
        DMatrix::from_fn(columns.len(), columns.len(), |i, j| {
            self.matrix[(columns[i], columns[j])]
        })
    }

    /// Spreads a covariance of the kept columns over all columns.
    pub(super) fn spread(kept: &DMatrix<f64>, places: &[usize], columns: usize) -> Self {
        let mut matrix = DMatrix::zeros(columns, columns);
        for (i, &row) in places.iter().enumerate() {
            for (j, &column) in places.iter().enumerate() {
                matrix[(row, column)] = kept[(i, j)];
            }
        }
        Self { matrix }
    }
}

/// What the covariances are made of, gathered in one pass over the sample.
#[derive(Debug, Clone)]
pub(super) struct Ingredients {
    /// `Σ (y - μ)² x xᵀ`.
    pub(super) meat: DMatrix<f64>,
    /// `Σ_g s_g s_gᵀ` with `s_g = Σ_{i in g} (y - μ) x`.
    pub(super) cluster_meat: DMatrix<f64>,
    pub(super) clusters: usize,
    /// Pearson's X²; for linear regression the residual sum of squares; not for latent models.
    pub(super) pearson: f64,
    /// Size of a squared outcome in units of the model's variance, to tell rounding from spread.
    pub(super) spread: f64,
}

impl Ingredients {
    /// From the scores `(y - μ) x` of a logistic or linear regression.
    pub(super) fn gather(rows: &Compressed, link: Link, coefficients: &DVector<f64>) -> Self {
        let k = rows.width();
        let expected: Vec<(f64, f64)> = rows
            .rows()
            .map(|(x, _)| {
                let predictor = dot(x, coefficients);
                match link {
                    Link::Identity => (predictor, 1.0),
                    Link::Logit | Link::Latent(_) => (logistic(predictor), variance(predictor)),
                }
            })
            .collect();
        let mut meat = DMatrix::zeros(k, k);
        let mut pearson = 0.0;
        for ((x, outcomes), &(mean, variance)) in rows.rows().zip(&expected) {
            // Σ (y - μ)² from the sums of y and y²; rounding may leave a trace below zero.
            let squares = (outcomes.squares - 2.0 * mean * outcomes.total
                + mean * mean * outcomes.count)
                .max(0.0);
            add_square(&mut meat, squares, x);
            pearson += squares / variance.max(f64::MIN_POSITIVE);
        }
        let by_cell = rows.cells.iter().map(|&(cluster, pattern, outcomes)| {
            let residual = outcomes.total - expected[pattern as usize].0 * outcomes.count;
            let x = DVector::from_column_slice(rows.pattern(pattern as usize));
            (cluster, x * residual)
        });
        let mut ingredients = Self::of_scores(k, meat, by_cell);
        ingredients.pearson = pearson.min(f64::MAX);
        if link == Link::Identity {
            ingredients.spread = rows.totals.iter().map(|t| t.squares).sum::<f64>() / rows.count();
        }
        ingredients
    }

    /// From the squared scores of single rows and the summed scores of each cell, cells of one
    /// cluster next to each other.
    pub(super) fn of_scores(
        size: usize,
        meat: DMatrix<f64>,
        cells: impl Iterator<Item = (Cluster, DVector<f64>)>,
    ) -> Self {
        let mut cluster_meat = DMatrix::zeros(size, size);
        let mut score = DVector::zeros(size);
        let mut clusters = 0;
        let mut current: Option<Cluster> = None;
        for (cluster, cell) in cells {
            if current != Some(cluster) {
                add_square(&mut cluster_meat, 1.0, score.as_slice());
                score.fill(0.0);
                clusters += 1;
                current = Some(cluster);
            }
            score += cell;
        }
        add_square(&mut cluster_meat, 1.0, score.as_slice());
        Self {
            meat,
            cluster_meat,
            clusters,
            pearson: 0.0,
            spread: 1.0,
        }
    }
}
