//! Means of observations that come in clusters, such as the games of a pair.

mod difference;
mod sums;

pub use difference::MeanDifference;
pub(crate) use sums::alike_interval;
pub use sums::{Cluster, ClusterSums};
