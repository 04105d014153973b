//! How many clusters a figure really rests on.

use super::algebra::{dot, variance};
use super::fit::Link;
use super::sample::Compressed;
use super::{Correction, Errors, Fit};
use crate::{Cluster, Confidence, Interval, Law};
use nalgebra::DVector;

/// The information of each cluster, row by row.
#[derive(Debug, Clone)]
pub(super) struct Shares {
    rows: Compressed,
    /// Information of one row of each pattern; empty for models of three outcomes.
    weights: Vec<f64>,
}

impl Shares {
    pub(super) fn of(rows: Compressed, link: Link, coefficients: &DVector<f64>) -> Self {
        let weight = |x: &[f64]| match link {
            Link::Logit => Some(variance(dot(x, coefficients))),
            Link::Identity => Some(1.0),
            Link::Latent(_) => None,
        };
        let weights = rows.rows().filter_map(|(x, _)| weight(x)).collect();
        Self { rows, weights }
    }

    /// `(Σ λ)² / Σ λ²` with λ each cluster's share of the variance along `direction`: as many clusters as there are,
    /// where all weigh the same. `None` where that is not known.
    fn effective(&self, direction: &DVector<f64>) -> Option<f64> {
        let (mut sum, mut squares) = (0.0, 0.0);
        let mut current: Option<(Cluster, f64)> = None;
        for &(cluster, pattern, outcomes) in &self.rows.cells {
            let reach = dot(self.rows.pattern(pattern as usize), direction);
            let share = self.weights.get(pattern as usize)? * outcomes.count * reach * reach;
            match &mut current {
                Some((same, total)) if *same == cluster => *total += share,
                _ => {
                    let done = current.replace((cluster, share)).map_or(0.0, |(_, t)| t);
                    sum += done;
                    squares += done * done;
                }
            }
        }
        let done = current.map_or(0.0, |(_, total)| total);
        sum += done;
        squares += done * done;
        let effective = sum * sum / squares;
        effective.is_finite().then_some(effective)
    }
}

impl Fit {
    /// How far the combination `Σ weights_j · coefficient_j` is from the truth, in standard errors of this kind. For
    /// [`Correction::Jackknife`] Student's t: with one degree of freedom fewer than there are clusters, counted as so
    /// many of equal weight by their shares of the combination's variance (F. Satterthwaite 1946, as in Bell and
    /// `McCaffrey` 2002), and never more than clusters less coefficients. Else the normal law.
    pub fn law(&self, weights: &[f64], errors: Errors) -> Law {
        match errors {
            Errors::Clustered(Correction::Jackknife) => {
                let most = self.clusters().saturating_sub(self.parameters());
                let kept = self.kept().iter();
                let kept = kept.map(|&column| weights.get(column).copied().unwrap_or(0.0));
                let direction = self.bread() * DVector::from_iterator(self.parameters(), kept);
                let effective = self.shares().effective(&direction);
                let free = effective.map_or(most, |n| (n - 1.0).round().max(1.0) as usize);
                Law::Student {
                    degrees: free.min(most).max(1),
                }
            }
            Errors::Model
            | Errors::Quasi
            | Errors::Robust
            | Errors::Clustered(Correction::None | Correction::SmallSample) => Law::Normal,
        }
    }

    /// As [`law`](Self::law), of one column's coefficient.
    pub fn law_of(&self, column: usize, errors: Errors) -> Law {
        let mut weights = vec![0.0; self.columns().len()];
        if let Some(weight) = weights.get_mut(column) {
            *weight = 1.0;
        }
        self.law(&weights, errors)
    }

    /// The interval of one column's coefficient; `None` where it has no error.
    pub fn interval(
        &self,
        column: usize,
        errors: Errors,
        confidence: Confidence,
    ) -> Option<Interval> {
        let estimate = self.coefficient(column, errors).estimate()?;
        Some(self.law_of(column, errors).interval(estimate, confidence))
    }
}
