//! How uncertain coefficients are, under several assumptions.

use super::algebra::{add_square, dot, variance};
use super::fit::Link;
use super::sample::Compressed;
use crate::special::logistic;
use crate::{Cluster, Estimate};
use nalgebra::{Cholesky, DMatrix, DVector, SymmetricEigen};
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
    /// The jackknife by one step: each cluster's score `s_g` becomes `(I - I_g B)⁻¹ s_g`, with `I_g` its share of the
    /// information and `B` the inverse of all of it, so that a cluster which pulls the fit towards itself does not
    /// look better fitted than it is; times `(G - 1) / G`. CR3 of R. Bell and D. `McCaffrey` 2002. Intervals and
    /// tests by these errors use Student's t ([`Fit::law`](super::Fit::law)).
    Jackknife,
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
    /// The same of scores that the jackknife corrected.
    pub(super) jackknife_meat: DMatrix<f64>,
    pub(super) clusters: usize,
    /// Pearson's X²; for linear regression the residual sum of squares; not for latent models.
    pub(super) pearson: f64,
    /// Size of a squared outcome in units of the model's variance, to tell rounding from spread.
    pub(super) spread: f64,
}

impl Ingredients {
    /// From the scores `(y - μ) x` of a logistic or linear regression.
    pub(super) fn gather(
        rows: &Compressed,
        link: Link,
        coefficients: &DVector<f64>,
        bread: &DMatrix<f64>,
    ) -> Self {
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
            let (mean, variance) = expected[pattern as usize];
            let x = rows.pattern(pattern as usize);
            let mut information = DMatrix::zeros(k, k);
            add_square(&mut information, variance * outcomes.count, x);
            let residual = outcomes.total - mean * outcomes.count;
            (
                cluster,
                DVector::from_column_slice(x) * residual,
                information,
            )
        });
        let mut ingredients = Self::of_scores(meat, by_cell, bread);
        ingredients.pearson = pearson.min(f64::MAX);
        if link == Link::Identity {
            ingredients.spread = rows.totals.iter().map(|t| t.squares).sum::<f64>() / rows.count();
        }
        ingredients
    }

    /// From the squared scores of single rows, and the summed scores and the information of each cell, cells of one
    /// cluster next to each other.
    pub(super) fn of_scores(
        meat: DMatrix<f64>,
        cells: impl Iterator<Item = (Cluster, DVector<f64>, DMatrix<f64>)>,
        bread: &DMatrix<f64>,
    ) -> Self {
        let size = meat.nrows();
        let mut ingredients = Self {
            meat,
            cluster_meat: DMatrix::zeros(size, size),
            jackknife_meat: DMatrix::zeros(size, size),
            clusters: 0,
            pearson: 0.0,
            spread: 1.0,
        };
        let jackknife = Jackknife::new(bread);
        let mut score = DVector::zeros(size);
        let mut information = DMatrix::zeros(size, size);
        let mut current: Option<Cluster> = None;
        for (cluster, cell, share) in cells {
            if current != Some(cluster) {
                if current.is_some() {
                    ingredients.add(&jackknife, &score, &information);
                    score.fill(0.0);
                    information.fill(0.0);
                }
                current = Some(cluster);
            }
            score += cell;
            information += share;
        }
        if current.is_some() {
            ingredients.add(&jackknife, &score, &information);
        }
        ingredients
    }

    fn add(&mut self, jackknife: &Jackknife, score: &DVector<f64>, information: &DMatrix<f64>) {
        self.clusters += 1;
        add_square(&mut self.cluster_meat, 1.0, score.as_slice());
        let corrected = jackknife.corrected(score, information);
        add_square(&mut self.jackknife_meat, 1.0, corrected.as_slice());
    }
}

/// The inverse information as `L Lᵀ`.
struct Jackknife {
    root: DMatrix<f64>,
    /// `L⁻ᵀ`.
    back: Option<DMatrix<f64>>,
}

impl Jackknife {
    /// A cluster that alone tells a coefficient has all of the information about it; what is left of it without that
    /// cluster is never taken for less than this.
    const LEAST: f64 = 1e-4;

    fn new(bread: &DMatrix<f64>) -> Self {
        let root = Cholesky::new(bread.clone()).map(|factor| factor.l());
        let back = root.as_ref().and_then(|l| l.transpose().try_inverse());
        Self {
            root: root.unwrap_or_default(),
            back,
        }
    }

    /// `(I - I_g B)⁻¹ s`, by `L⁻ᵀ (I - Lᵀ I_g L)⁻¹ Lᵀ s`.
    fn corrected(&self, score: &DVector<f64>, information: &DMatrix<f64>) -> DVector<f64> {
        let Some(back) = &self.back else {
            return score.clone();
        };
        let share = self.root.tr_mul(information) * &self.root;
        let inside = self.root.tr_mul(score);
        let left = DMatrix::identity(share.nrows(), share.ncols()) - &share;
        let plain = (share.trace() < 0.5)
            .then(|| Cholesky::new(left.clone()))
            .flatten()
            .map(|factor| factor.solve(&inside));
        back * plain.unwrap_or_else(|| {
            let eigen = SymmetricEigen::new(left);
            let turned = eigen.eigenvectors.tr_mul(&inside);
            let values = eigen.eigenvalues.map(|value| value.max(Self::LEAST));
            &eigen.eigenvectors * turned.component_div(&values)
        })
    }
}
