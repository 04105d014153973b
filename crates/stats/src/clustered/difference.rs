//! Two clustered means compared.

use super::ClusterSums;
use super::sums::spread;
use crate::{Confidence, Estimate, Interval, Probability};
use serde::Serialize;
use std::collections::BTreeMap;

/// The difference of two means, first minus second.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct MeanDifference {
    /// The difference with its standard error.
    pub estimate: Estimate,
    /// How often a cluster occurs in one more of the sides; for two sides the clusters of both.
    pub shared_clusters: usize,
}

impl MeanDifference {
    /// When no cluster of one side has to do with any cluster of the other, whatever their
    /// names: variances add. `None` when a side has fewer than two clusters.
    pub fn independent(first: &ClusterSums, second: &ClusterSums) -> Option<Self> {
        let estimate = first.estimate()?.minus(second.estimate()?);
        Some(Self {
            estimate,
            shared_clusters: 0,
        })
    }

    /// When a cluster's name means the same on both sides, such as an opening both arms played:
    /// what the two sides share cancels. A cluster found on one side only counts as
    /// independent. `None` when a side is empty or both together have fewer than two clusters.
    ///
    /// The variance is `G / (G - 1) · Σ (influence1_g - influence2_g)²` over the union of clusters.
    pub fn paired(first: &ClusterSums, second: &ClusterSums) -> Option<Self> {
        Self::contrast(&[(1.0, first), (-1.0, second)])
    }

    /// A weighed sum of means of which clusters of one name belong together, such as an effect or an
    /// interaction of crossed options; weights that sum to zero make it a difference. Otherwise
    /// as [`paired`](Self::paired), which it equals for the weights 1 and -1.
    pub fn contrast(parts: &[(f64, &ClusterSums)]) -> Option<Self> {
        let mut value = 0.0;
        let mut influence = BTreeMap::new();
        let mut clusters = 0;
        for (weight, sums) in parts {
            value += weight * sums.mean()?;
            clusters += sums.clusters();
            for (cluster, pull) in sums.influence() {
                *influence.entry(cluster).or_insert(0.0) += weight * pull;
            }
        }
        let shared_clusters = clusters - influence.len();
        let variance = spread(influence.into_values())?;
        Some(Self {
            estimate: Estimate::from_variance(value, variance)?,
            shared_clusters,
        })
    }

    /// The normal interval.
    pub fn interval(self, confidence: Confidence) -> Interval {
        self.estimate.interval(confidence)
    }

    /// Distance from zero in standard errors; undefined when the error is zero.
    pub fn z(self) -> Option<f64> {
        self.estimate.z()
    }

    /// Two-sided p-value of "no difference"; undefined when the error is zero.
    pub fn p_value(self) -> Option<Probability> {
        self.estimate.p_value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cluster;

    fn sums(offset: u64, values: &[f64]) -> ClusterSums {
        let mut sums = ClusterSums::new();
        for (cluster, &value) in (offset..).zip(values) {
            sums.record(Cluster(cluster), value);
        }
        sums
    }

    #[test]
    fn what_both_share_cancels() {
        let first = sums(0, &[0.0, 0.5, 1.0, 0.5]);
        let second = sums(0, &[0.0, 0.5, 1.0, 0.0]);
        let paired = MeanDifference::paired(&first, &second);
        let apart = MeanDifference::independent(&first, &second);
        assert!(paired.is_some_and(|p| p.shared_clusters == 4));
        assert!(
            paired
                .zip(apart)
                .is_some_and(|(p, a)| p.estimate.se < a.estimate.se)
        );
        // The paired error is the textbook one of the differences 0, 0, 0, 1/2.
        assert!(paired.is_some_and(|p| (p.estimate.se - 0.125).abs() < 1e-15));
    }

    #[test]
    fn a_contrast_of_means_is_the_difference_of_their_sums_by_cluster() {
        let parts = [
            sums(0, &[0.0, 0.5, 1.0, 0.5]),
            sums(0, &[0.5, 0.5, 1.0, 0.0]),
            sums(0, &[1.0, 0.0, 0.5, 0.5]),
            sums(0, &[1.0, 1.0, 0.5, 0.0]),
        ];
        let interaction = MeanDifference::contrast(&[
            (1.0, &parts[3]),
            (-1.0, &parts[2]),
            (-1.0, &parts[1]),
            (1.0, &parts[0]),
        ]);
        // Differences of differences by cluster: -1/2, 1, 0, 0; their mean and its textbook error.
        let found = interaction.map(|i| (i.estimate.value, i.estimate.se));
        let wanted = (
            0.125,
            (((0.625_f64).powi(2) + 0.875_f64.powi(2) + 2.0 * 0.125_f64.powi(2)) / 12.0).sqrt(),
        );
        assert!(
            found.is_some_and(
                |(v, se)| (v - wanted.0).abs() < 1e-15 && (se - wanted.1).abs() < 1e-15
            ),
            "{found:?} {wanted:?}"
        );
        assert_eq!(
            MeanDifference::contrast(&[(1.0, &ClusterSums::new())]),
            None
        );
    }

    #[test]
    fn nothing_shared_is_nearly_independence() {
        let first = sums(0, &[0.0, 0.5, 1.0, 0.5, 1.0, 0.0]);
        let second = sums(100, &[0.0, 0.5, 1.0, 0.0, 0.5, 0.5]);
        let paired = MeanDifference::paired(&first, &second);
        let apart = MeanDifference::independent(&first, &second);
        assert!(paired.is_some_and(|p| p.shared_clusters == 0));
        // Only the small-sample factor differs: 12/11 against 6/5.
        let ratio = paired
            .zip(apart)
            .map(|(p, a)| (p.estimate.se / a.estimate.se).powi(2));
        assert!(ratio.is_some_and(|r| (r - (12.0 / 11.0) / (6.0 / 5.0)).abs() < 1e-12));
    }
}
