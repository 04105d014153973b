//! How far whole groups of rows, such as matches, are from a fit.

use std::collections::BTreeMap;

use super::algebra::{add, variance};
use super::fit::Link;
use super::{Fit, Wald};
use crate::special::{chi_squared_upper_tail, logistic};
use crate::{Cluster, Estimate, Probability};
use nalgebra::{DMatrix, DVector, SymmetricEigen};
use serde::Serialize;

/// A row that a fit was made of, as a member of a group.
#[derive(Debug, Clone, PartialEq)]
pub struct Member {
    /// Which group, from 0.
    pub group: usize,
    /// The row's cluster in the sample.
    pub cluster: Cluster,
    /// The row's numbers in the sample.
    pub x: Vec<f64>,
    /// The row's outcome in the sample, a share.
    pub outcome: f64,
    /// Whose share the group counts.
    pub counts: Counts,
}

/// Whose share a group counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Counts {
    /// The outcome itself.
    Outcome,
    /// One minus the outcome: the other side's share.
    Opposite,
}

/// A group beside what the fit says of it.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct GroupResidual {
    /// Mean share of the group's rows.
    pub observed: f64,
    /// Mean share by the fit.
    pub predicted: f64,
    /// Observed minus predicted; its error takes into account that the fit follows the group. An error of zero means that
    /// the fit follows it altogether.
    pub difference: Estimate,
}

/// All groups beside a fit.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct GroupsOfFit {
    /// One entry a group; `None` for one without a row.
    pub residuals: Vec<Option<GroupResidual>>,
    /// Test that all differences are chance; `None` where the fit has a coefficient for every group.
    pub test: Option<Wald>,
}

impl GroupsOfFit {
    /// How many times as large the variances of the fit are by the disagreement of its groups as by the scatter within them:
    /// Birge's ratio squared, the test's statistic for each degree of freedom, and never less than 1, for groups that agree
    /// by luck tell nothing better (R. T. Birge, The Calculation of Errors by the Method of Least Squares, Phys. Rev. 40, 1932;
    /// the scale factor of the Particle Data Group's reviews). 1 where there is no test.
    pub fn dispersion(&self) -> f64 {
        self.test
            .map_or(1.0, |test| (test.chi2 / test.degrees as f64).max(1.0))
    }
}

impl Fit {
    /// Compares groups of the fit's rows with the fit, errors clustered. `members` must be the rows of the sample, once each.
    ///
    /// A group whose rows all have one outcome shows no spread; it has then the spread that the fit expects of wins and losses.
    ///
    /// `None` for other fits than logistic ones, for rows of another width, and with no more clusters than coefficients and
    /// groups together.
    pub fn groups(&self, members: &[Member], groups: usize) -> Option<GroupsOfFit> {
        let width = self.columns().len();
        let fits = members
            .iter()
            .all(|m| m.x.len() == width && m.group < groups);
        if self.link != Link::Logit || !fits {
            return None;
        }
        let sums = Sums::of(self, members, groups);
        let clusters = sums.shares.len();
        if clusters <= self.parameters() + groups {
            return None;
        }
        // The small-sample factor of the fit's own clustered errors.
        let (g, n) = (clusters as f64, members.len() as f64);
        let factor = g / (g - 1.0) * (n - 1.0) / self.degrees_of_freedom()?;
        let covariance = sums.covariance(self) * factor;
        let residuals = (0..groups).map(|group| sums.residual(group, &covariance));
        Some(GroupsOfFit {
            residuals: residuals.collect(),
            test: sums.test(&covariance),
        })
    }
}

struct Sums {
    rows: Vec<f64>,
    observed: Vec<f64>,
    predicted: Vec<f64>,
    /// Spread that the fit expects, in groups that show none.
    missing: Vec<f64>,
    /// For each group `Σ ± w x` over the columns that were fitted, a row each.
    slopes: DMatrix<f64>,
    /// For each cluster its share of every group's difference, and its score.
    shares: BTreeMap<Cluster, (DVector<f64>, DVector<f64>)>,
}

impl Sums {
    fn of(fit: &Fit, members: &[Member], groups: usize) -> Sums {
        let kept = fit.kept();
        let mut sums = Sums {
            rows: vec![0.0; groups],
            observed: vec![0.0; groups],
            predicted: vec![0.0; groups],
            missing: vec![0.0; groups],
            slopes: DMatrix::zeros(groups, kept.len()),
            shares: BTreeMap::new(),
        };
        let mut squares = vec![0.0; groups];
        let values = fit.values();
        for member in members {
            let x: Vec<f64> = kept.iter().map(|&column| member.x[column]).collect();
            let log_odds = member.x.iter().zip(values).map(|(x, v)| x * v).sum();
            let (share, spread) = (logistic(log_odds), variance(log_odds));
            let error = member.outcome - share;
            let (sign, own, expected) = match member.counts {
                Counts::Outcome => (1.0, member.outcome, share),
                Counts::Opposite => (-1.0, 1.0 - member.outcome, 1.0 - share),
            };
            let group = member.group;
            sums.rows[group] += 1.0;
            sums.observed[group] += own;
            sums.predicted[group] += expected;
            squares[group] += own * own;
            sums.missing[group] += spread;
            for (column, value) in x.iter().enumerate() {
                sums.slopes[(group, column)] += sign * spread * value;
            }
            let (by_group, score) = sums
                .shares
                .entry(member.cluster)
                .or_insert_with(|| (DVector::zeros(groups), DVector::zeros(kept.len())));
            by_group[group] += sign * error;
            add(score, error, &x);
        }
        for (group, missing) in sums.missing.iter_mut().enumerate() {
            let mean = sums.observed[group] / sums.rows[group].max(1.0);
            if squares[group] - sums.rows[group] * mean * mean > 1e-9 {
                *missing = 0.0;
            }
        }
        sums
    }

    /// Of the groups' summed differences. What a cluster adds to a difference it takes away again by moving the fit.
    fn covariance(&self, fit: &Fit) -> DMatrix<f64> {
        let groups = self.rows.len();
        let follow = &self.slopes * fit.bread();
        let mut covariance = DMatrix::zeros(groups, groups);
        for (by_group, score) in self.shares.values() {
            let share = by_group - &follow * score;
            covariance += &share * share.transpose();
        }
        for (group, missing) in self.missing.iter().enumerate() {
            covariance[(group, group)] += missing;
        }
        covariance
    }

    fn residual(&self, group: usize, covariance: &DMatrix<f64>) -> Option<GroupResidual> {
        let rows = self.rows[group];
        if rows == 0.0 {
            return None;
        }
        let difference = (self.observed[group] - self.predicted[group]) / rows;
        Some(GroupResidual {
            observed: self.observed[group] / rows,
            predicted: self.predicted[group] / rows,
            difference: Estimate::from_variance(
                difference,
                covariance[(group, group)] / rows / rows,
            )?,
        })
    }

    /// The generalised Wald test: the directions in which the fit follows the groups altogether are left out.
    fn test(&self, covariance: &DMatrix<f64>) -> Option<Wald> {
        let free: Vec<usize> = (0..self.rows.len())
            .filter(|&g| covariance[(g, g)] > 1e-9 * self.rows[g].max(1.0))
            .collect();
        let scale = |g: usize| covariance[(g, g)].sqrt();
        let correlation = DMatrix::from_fn(free.len(), free.len(), |i, j| {
            covariance[(free[i], free[j])] / scale(free[i]) / scale(free[j])
        });
        if free.is_empty() || !correlation.iter().all(|r| r.is_finite()) {
            return None;
        }
        let away = DVector::from_iterator(
            free.len(),
            free.iter()
                .map(|&g| (self.observed[g] - self.predicted[g]) / scale(g)),
        );
        let eigen = SymmetricEigen::new(correlation);
        let (mut chi2, mut degrees) = (0.0, 0);
        for (index, &value) in eigen.eigenvalues.iter().enumerate() {
            if value > 1e-8 {
                chi2 += eigen.eigenvectors.column(index).dot(&away).powi(2) / value;
                degrees += 1;
            }
        }
        (degrees > 0).then(|| Wald {
            chi2,
            degrees,
            p_value: Probability::clamped(chi_squared_upper_tail(chi2, degrees)),
        })
    }
}
