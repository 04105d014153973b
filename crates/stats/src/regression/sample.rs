//! The rows of a regression, compressed.

use crate::{Cluster, Outcome};
use std::collections::HashMap;
use thiserror::Error;

/// Rows of a regression: named explanatory columns, one outcome, one cluster per row.
///
/// Rows with equal numbers in one cluster are kept once with their count, so a million positions
/// take room only for their distinct material; nothing a fit needs is lost. The order of rows
/// does not matter, and samples filled apart can be merged.
#[derive(Debug, Clone, Default)]
pub struct Sample {
    columns: Vec<String>,
    patterns: HashMap<Box<[u64]>, u32>,
    cells: HashMap<(Cluster, u32), Grouped>,
}

/// Outcomes of several rows that agree in everything else.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Grouped {
    /// How many rows; whole unless the rows were weighted.
    pub count: f64,
    /// Sum of outcomes.
    pub total: f64,
    /// Sum of squared outcomes.
    pub squares: f64,
    /// Sum of `y ln y + (1 - y) ln(1 - y)`: the log-likelihood of a perfect fit.
    pub saturated: f64,
}

/// Why a row was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum RowFault {
    /// More or fewer numbers than the sample has columns.
    #[error("a row has {given} numbers where the sample has {expected} columns")]
    Width {
        /// Columns of the sample.
        expected: usize,
        /// Numbers in the row.
        given: usize,
    },
    /// A number that is infinite or no number.
    #[error("a row has a number that is not finite in column `{column}`")]
    NotFinite {
        /// Where it stands.
        column: String,
    },
    /// An outcome or weight that is infinite, no number, or a negative weight.
    #[error("a row's outcome or weight is not usable")]
    Outcome,
}

impl Grouped {
    /// One row with this outcome.
    pub fn one(outcome: f64) -> Self {
        let entropy = |p: f64| if p > 0.0 { p * p.ln() } else { 0.0 };
        Self {
            count: 1.0,
            total: outcome,
            squares: outcome * outcome,
            saturated: entropy(outcome) + entropy(1.0 - outcome),
        }
    }

    /// As many rows as there are games of this result, such as a whole match.
    pub fn games(counts: crate::Trinomial) -> Self {
        [
            (Outcome::Win, counts.wins),
            (Outcome::Draw, counts.draws),
            (Outcome::Loss, counts.losses),
        ]
        .into_iter()
        .map(|(outcome, games)| Self::one(outcome.points()).times(games as f64))
        .fold(Self::default(), Self::plus)
    }

    /// The same rows `weight` times.
    #[must_use]
    pub fn times(self, weight: f64) -> Self {
        Self {
            count: self.count * weight,
            total: self.total * weight,
            squares: self.squares * weight,
            saturated: self.saturated * weight,
        }
    }

    pub(crate) fn plus(self, other: Self) -> Self {
        Self {
            count: self.count + other.count,
            total: self.total + other.total,
            squares: self.squares + other.squares,
            saturated: self.saturated + other.saturated,
        }
    }

    fn usable(self) -> bool {
        let numbers = [self.count, self.total, self.squares, self.saturated];
        numbers.iter().all(|n| n.is_finite()) && self.count >= 0.0
    }
}

impl Sample {
    /// No rows yet, of these columns. Add a column of ones where an intercept is wanted.
    pub fn new<N: Into<String>>(columns: impl IntoIterator<Item = N>) -> Self {
        Self {
            columns: columns.into_iter().map(Into::into).collect(),
            ..Self::default()
        }
    }

    /// The columns' names, in order.
    pub fn columns(&self) -> &[String] {
        &self.columns
    }

    /// Rows that differ in their numbers or their cluster.
    pub fn distinct_rows(&self) -> usize {
        self.cells.len()
    }

    /// Adds one row.
    pub fn record(&mut self, cluster: Cluster, x: &[f64], outcome: f64) -> Result<(), RowFault> {
        self.record_grouped(cluster, x, Grouped::one(outcome))
    }

    /// Adds one row that counts `weight` times, as if it had been added that often. Clustered
    /// errors are right for any weights; model and robust errors take them for numbers of rows.
    pub fn record_weighted(
        &mut self,
        cluster: Cluster,
        x: &[f64],
        outcome: f64,
        weight: f64,
    ) -> Result<(), RowFault> {
        self.record_grouped(cluster, x, Grouped::one(outcome).times(weight))
    }

    /// Adds many rows alike in everything but the outcome.
    pub fn record_grouped(
        &mut self,
        cluster: Cluster,
        x: &[f64],
        rows: Grouped,
    ) -> Result<(), RowFault> {
        if x.len() != self.columns.len() {
            return Err(RowFault::Width {
                expected: self.columns.len(),
                given: x.len(),
            });
        }
        if let Some(place) = x.iter().position(|n| !n.is_finite()) {
            return Err(RowFault::NotFinite {
                column: self.columns[place].clone(),
            });
        }
        if !rows.usable() {
            return Err(RowFault::Outcome);
        }
        if rows.count == 0.0 {
            return Ok(());
        }
        // Adding zero turns -0 into 0, which is the same number but not the same bits.
        let key: Box<[u64]> = x.iter().map(|n| (n + 0.0).to_bits()).collect();
        let next = self.patterns.len() as u32;
        let pattern = *self.patterns.entry(key).or_insert(next);
        let cell = self.cells.entry((cluster, pattern)).or_default();
        *cell = cell.plus(rows);
        Ok(())
    }

    /// Adds all rows of a sample with the same columns.
    pub fn merge(&mut self, other: &Self) -> Result<(), RowFault> {
        let mut rows: Vec<(&[u64], u32)> = other
            .patterns
            .iter()
            .map(|(bits, &pattern)| (&**bits, pattern))
            .collect();
        rows.sort_unstable_by_key(|&(_, pattern)| pattern);
        let mut cells: Vec<_> = other.cells.iter().collect();
        cells.sort_unstable_by_key(|&(&place, _)| place);
        for (&(cluster, pattern), &cell) in cells {
            let bits = rows[pattern as usize].0;
            let x: Vec<f64> = bits.iter().map(|&b| f64::from_bits(b)).collect();
            self.record_grouped(cluster, &x, cell)?;
        }
        Ok(())
    }

    /// Sorted so that sums over it do not depend on the order in which rows came.
    pub(crate) fn compressed(&self) -> Compressed {
        let width = self.columns.len();
        let mut sorted: Vec<(Vec<f64>, u32)> = self
            .patterns
            .iter()
            .map(|(bits, &pattern)| (bits.iter().map(|&b| f64::from_bits(b)).collect(), pattern))
            .collect();
        sorted.sort_unstable_by(|(a, _), (b, _)| {
            let differing = a
                .iter()
                .zip(b)
                .map(|(x, y)| x.total_cmp(y))
                .find(|o| o.is_ne());
            differing.unwrap_or(std::cmp::Ordering::Equal)
        });
        let mut place = vec![0_u32; sorted.len()];
        for (new, (_, old)) in sorted.iter().enumerate() {
            place[*old as usize] = new as u32;
        }
        let mut cells: Vec<(Cluster, u32, Grouped)> = self
            .cells
            .iter()
            .map(|(&(cluster, pattern), &cell)| (cluster, place[pattern as usize], cell))
            .collect();
        cells.sort_unstable_by_key(|&(cluster, pattern, _)| (cluster, pattern));
        let mut totals = vec![Grouped::default(); sorted.len()];
        for &(_, pattern, cell) in &cells {
            let total = &mut totals[pattern as usize];
            *total = total.plus(cell);
        }
        let numbers = sorted.into_iter().flat_map(|(x, _)| x).collect();
        Compressed {
            width,
            numbers,
            totals,
            cells,
        }
    }
}

/// A sample in a fixed order: distinct patterns with their totals, and the same by cluster.
#[derive(Debug, Clone)]
pub(crate) struct Compressed {
    width: usize,
    numbers: Vec<f64>,
    pub(crate) totals: Vec<Grouped>,
    pub(crate) cells: Vec<(Cluster, u32, Grouped)>,
}

impl Compressed {
    pub(crate) fn width(&self) -> usize {
        self.width
    }

    pub(crate) fn pattern(&self, index: usize) -> &[f64] {
        &self.numbers[index * self.width..(index + 1) * self.width]
    }

    /// Every distinct pattern with the rows that have it.
    pub(crate) fn rows(&self) -> impl Iterator<Item = (&[f64], &Grouped)> + Clone {
        self.totals
            .iter()
            .enumerate()
            .map(|(index, total)| (self.pattern(index), total))
    }

    /// Number of rows, by weight.
    pub(crate) fn count(&self) -> f64 {
        self.totals.iter().map(|total| total.count).sum()
    }

    /// Whether every outcome lies within [0, 1].
    pub(crate) fn outcomes_are_shares(&self) -> bool {
        // y² <= y holds on [0, 1] only; the sums keep the inequality when every term has it,
        // and a term outside breaks its saturated likelihood, which is no number there.
        self.totals.iter().all(|t| {
            t.total >= 0.0
                && t.total <= t.count * (1.0 + 1e-12)
                && t.squares <= t.total * (1.0 + 1e-12)
        })
    }

    /// One more column before the others, the same number in every row.
    pub(crate) fn with_first_column(&self, value: f64) -> Self {
        let numbers = (0..self.totals.len())
            .flat_map(|index| std::iter::once(value).chain(self.pattern(index).iter().copied()));
        Self {
            width: self.width + 1,
            numbers: numbers.collect(),
            totals: self.totals.clone(),
            cells: self.cells.clone(),
        }
    }

    /// Only the columns listed, rows unchanged.
    pub(crate) fn keep(&self, columns: &[usize]) -> Self {
        let numbers = (0..self.totals.len())
            .flat_map(|index| columns.iter().map(move |&c| self.pattern(index)[c]))
            .collect();
        Self {
            width: columns.len(),
            numbers,
            totals: self.totals.clone(),
            cells: self.cells.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_rows_of_a_cluster_are_kept_once() {
        let mut sample = Sample::new(["a", "b"]);
        for outcome in [0.0, 0.5, 1.0] {
            assert_eq!(sample.record(Cluster(1), &[1.0, -0.0], outcome), Ok(()));
            assert_eq!(sample.record(Cluster(1), &[1.0, 0.0], outcome), Ok(()));
        }
        assert_eq!(sample.record(Cluster(2), &[1.0, 0.0], 0.5), Ok(()));
        assert_eq!(sample.distinct_rows(), 2);
        let compressed = sample.compressed();
        assert_eq!(compressed.totals.len(), 1);
        assert!((compressed.count() - 7.0).abs() < 1e-12);
    }

    #[test]
    fn unusable_rows_are_refused_with_the_reason() {
        let mut sample = Sample::new(["a"]);
        let column = "a".to_owned();
        let table = [
            (
                vec![],
                0.0,
                RowFault::Width {
                    expected: 1,
                    given: 0,
                },
            ),
            (vec![f64::NAN], 0.0, RowFault::NotFinite { column }),
            (vec![1.0], f64::INFINITY, RowFault::Outcome),
        ];
        for (x, outcome, fault) in table {
            assert_eq!(sample.record(Cluster(0), &x, outcome), Err(fault));
        }
        assert_eq!(
            sample.record_weighted(Cluster(0), &[1.0], 0.5, -1.0),
            Err(RowFault::Outcome)
        );
    }
}
