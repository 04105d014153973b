//! A mean with a cluster-robust standard error.

use crate::{Confidence, EloEstimate, Estimate, Interval, Score};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Names a group of observations that may depend on each other: a pair, or an opening that
/// several arms share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Cluster(pub u64);

/// Observations summed by cluster. Filling order does not matter; parts filled apart can be
/// merged.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct ClusterSums {
    sums: BTreeMap<Cluster, Sum>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Sum {
    count: u64,
    total: f64,
}

impl ClusterSums {
    /// Nothing observed yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds one observation, such as one game's points.
    pub fn record(&mut self, cluster: Cluster, value: f64) {
        debug_assert!(value.is_finite(), "observations are finite");
        let sum = self.sums.entry(cluster).or_default();
        sum.count += 1;
        sum.total += value;
    }

    /// Adds `count` observations of a cluster at once, by their total.
    pub fn record_sum(&mut self, cluster: Cluster, count: u64, total: f64) {
        debug_assert!(total.is_finite(), "observations are finite");
        if count > 0 {
            let sum = self.sums.entry(cluster).or_default();
            sum.count += count;
            sum.total += total;
        }
    }

    /// Adds everything observed elsewhere.
    pub fn merge(&mut self, other: &Self) {
        for (&cluster, sum) in &other.sums {
            let mine = self.sums.entry(cluster).or_default();
            mine.count += sum.count;
            mine.total += sum.total;
        }
    }

    /// Clusters seen.
    pub fn clusters(&self) -> usize {
        self.sums.len()
    }

    /// Observations seen.
    pub fn observations(&self) -> u64 {
        self.sums.values().map(|sum| sum.count).sum()
    }

    /// Mean over observations (not over clusters); `None` without any.
    pub fn mean(&self) -> Option<f64> {
        let total: f64 = self.sums.values().map(|sum| sum.total).sum();
        let mean = total / self.observations() as f64;
        mean.is_finite().then_some(mean)
    }

    /// How each cluster pulls at the mean: `(total_g - mean · count_g) / n`. They sum to zero.
    pub(crate) fn influence(&self) -> BTreeMap<Cluster, f64> {
        let (mean, n) = (self.mean().unwrap_or(0.0), self.observations() as f64);
        self.sums
            .iter()
            .map(|(&cluster, sum)| (cluster, (sum.total - mean * sum.count as f64) / n))
            .collect()
    }

    /// Mean with its cluster-robust standard error, `G / (G - 1) · Σ influence²` (Liang and Zeger
    /// 1986; for clusters of one size the sample variance of cluster means over their number).
    /// Clusters may differ in size: a pair with one game missing is welcome. `None` for
    /// fewer than two clusters.
    pub fn estimate(&self) -> Option<Estimate> {
        Estimate::from_variance(self.mean()?, spread(self.influence().into_values())?)
    }

    /// Interval of the mean of observations that can only lie within `range`.
    ///
    /// The normal interval, cut to the range. Where all clusters agree it would have no width,
    /// which claims too much; then the share of clusters that differ is bounded by Clopper and
    /// Pearson's `1 - (α/2)^(1/G)`, and each unlike one may lie at either end of the range.
    pub fn interval(&self, range: Interval, confidence: Confidence) -> Option<Interval> {
        match self.estimate() {
            // Rounding leaves a trace of spread where there is none.
            Some(estimate) if estimate.se > 1e-12 * range.width() => {
                Some(estimate.interval(confidence).within(range))
            }
            _ => Some(alike_interval(
                self.mean()?,
                self.clusters() as f64,
                range,
                confidence,
            )),
        }
    }

    /// The mean read as a score, in Elo, with the interval of the score; `None` when there is no
    /// observation or the mean is no score.
    pub fn elo(&self, confidence: Confidence) -> Option<EloEstimate> {
        let score = Score::new(self.mean()?)?;
        let interval = self.interval(Interval::UNIT, confidence)?;
        Some(EloEstimate::from_score(score, interval, confidence))
    }
}

/// `G / (G - 1) · Σ influence²`; `None` for fewer than two clusters.
pub(crate) fn spread(influence: impl ExactSizeIterator<Item = f64>) -> Option<f64> {
    let clusters = influence.len() as f64;
    (clusters >= 2.0).then(|| clusters / (clusters - 1.0) * influence.map(|i| i * i).sum::<f64>())
}

/// The interval for clusters that all agree on `mean`.
pub(crate) fn alike_interval(
    mean: f64,
    clusters: f64,
    range: Interval,
    confidence: Confidence,
) -> Interval {
    let unlike = 1.0 - (0.5 * confidence.alpha()).powf(1.0 / clusters.max(1.0));
    Interval {
        low: mean - unlike * (mean - range.low).max(0.0),
        high: mean + unlike * (range.high - mean).max(0.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sums(observations: &[(u64, f64)]) -> ClusterSums {
        let mut sums = ClusterSums::new();
        for &(cluster, value) in observations {
            sums.record(Cluster(cluster), value);
        }
        sums
    }

    #[test]
    fn equal_clusters_give_the_textbook_error_of_cluster_means() {
        let pairs = sums(&[(1, 1.0), (1, 0.0), (2, 1.0), (2, 1.0), (3, 0.5), (3, 0.5)]);
        // Pair means 1/2, 1, 1/2: sample variance 1/12, over three pairs 1/36.
        let estimate = pairs.estimate().map(|e| (e.value, e.se));
        assert!(
            estimate.is_some_and(
                |(m, se)| (m - 2.0 / 3.0).abs() < 1e-15 && (se - 1.0 / 6.0).abs() < 1e-15
            )
        );
    }

    #[test]
    fn one_cluster_has_a_mean_but_no_error() {
        let one = sums(&[(7, 1.0), (7, 0.0)]);
        assert_eq!((one.mean(), one.estimate()), (Some(0.5), None));
        assert!(
            one.interval(Interval::UNIT, Confidence::P95)
                .is_some_and(|i| i.width() > 0.9)
        );
        assert_eq!(
            ClusterSums::new().interval(Interval::UNIT, Confidence::P95),
            None
        );
    }

    #[test]
    fn observations_may_come_by_their_total() {
        let mut at_once = ClusterSums::new();
        at_once.record_sum(Cluster(1), 3, 2.0);
        at_once.record_sum(Cluster(2), 0, 0.0);
        assert_eq!(at_once, sums(&[(1, 1.0), (1, 0.0), (1, 1.0)]));
    }

    #[test]
    fn parts_merge_to_the_whole() {
        let mut part = sums(&[(1, 1.0), (2, 0.5)]);
        part.merge(&sums(&[(2, 0.0), (3, 1.0)]));
        assert_eq!(part, sums(&[(3, 1.0), (2, 0.5), (2, 0.0), (1, 1.0)]));
    }
}
