//! Which coefficients the rows can tell at all.

use super::sample::Compressed;
use nalgebra::{DMatrix, SymmetricEigen};
use serde::Serialize;
use std::fmt;

/// Why the rows say nothing about a coefficient.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub enum NotEstimable {
    /// The column is zero in every row.
    NeverVaries,
    /// The column is a fixed combination of others, so only their joint effect shows.
    Collinear {
        /// The columns it moves with.
        with: Vec<String>,
    },
}

impl fmt::Display for NotEstimable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeverVaries => f.write_str("it is the same in every row"),
            Self::Collinear { with } => {
                write!(f, "it always moves together with {}", with.join(", "))
            }
        }
    }
}

/// The column space of a sample.
#[derive(Debug, Clone)]
pub(crate) struct Estimable {
    /// A largest set of columns without redundancy, in order.
    pub(crate) kept: Vec<usize>,
    /// For every column the reason it cannot be told, if so.
    pub(crate) reasons: Vec<Option<NotEstimable>>,
    /// Projection onto the combinations the rows cannot tell, in units of `scale`.
    blind: DMatrix<f64>,
    scale: Vec<f64>,
}

const TOLERANCE: f64 = 1e-9;

impl Estimable {
    pub(crate) fn of(rows: &Compressed, names: &[String]) -> Self {
        let k = rows.width();
        let mut scale = vec![0.0_f64; k];
        for (x, _) in rows.rows() {
            for (largest, value) in scale.iter_mut().zip(x) {
                *largest = largest.max(value.abs());
            }
        }
        let mut gram = DMatrix::<f64>::zeros(k, k);
        for (x, _) in rows.rows() {
            for i in (0..k).filter(|&i| x[i] != 0.0) {
                for j in 0..k {
                    if x[j] != 0.0 {
                        gram[(i, j)] += x[i] / scale[i] * (x[j] / scale[j]);
                    }
                }
            }
        }
        // Unit diagonal, so that a column seldom used is judged like one often used.
        let norm: Vec<f64> = (0..k).map(|i| gram[(i, i)].sqrt()).collect();
        for i in 0..k {
            for j in 0..k {
                if norm[i] > 0.0 && norm[j] > 0.0 {
                    gram[(i, j)] /= norm[i] * norm[j];
                }
            }
            scale[i] *= norm[i];
        }
        let blind = blind_projection(&gram);
        let kept = independent(&gram);
        let related = |i: usize| -> Vec<String> {
            (0..k)
                .filter(|&j| j != i && scale[j] > 0.0 && blind[(i, j)].abs() > 1e-6)
                .map(|j| names[j].clone())
                .collect()
        };
        let reasons = (0..k)
            .map(|i| {
                if scale[i] == 0.0 {
                    Some(NotEstimable::NeverVaries)
                } else if blind[(i, i)] > 1e-6 {
                    Some(NotEstimable::Collinear { with: related(i) })
                } else {
                    None
                }
            })
            .collect();
        Self {
            kept,
            reasons,
            blind,
            scale,
        }
    }

    /// As [`of`](Self::of), for rows whose predictor has a threshold taken off it: one more column,
    /// last, which keeps its place where others could stand in for it.
    pub(crate) fn with_threshold(rows: &Compressed, names: &[String], threshold: &str) -> Self {
        let first = std::iter::once(threshold.to_owned());
        let names: Vec<String> = first.chain(names.iter().cloned()).collect();
        let found = Self::of(&rows.with_first_column(-1.0), &names);
        let columns = names.len();
        // From first to last place.
        let order: Vec<usize> = (1..columns).chain(std::iter::once(0)).collect();
        let place = |old: usize| (old + columns - 1) % columns;
        let mut kept: Vec<usize> = found.kept.iter().map(|&old| place(old)).collect();
        kept.sort_unstable();
        Self {
            kept,
            reasons: order
                .iter()
                .map(|&old| found.reasons[old].clone())
                .collect(),
            scale: order.iter().map(|&old| found.scale[old]).collect(),
            blind: DMatrix::from_fn(columns, columns, |i, j| found.blind[(order[i], order[j])]),
        }
    }

    /// With as many more columns that a model brings along and that can always be told.
    pub(crate) fn with_shape(mut self, more: usize) -> Self {
        let columns = self.scale.len();
        self.kept.extend(columns..columns + more);
        self.reasons.extend(std::iter::repeat_n(None, more));
        self.scale.extend(std::iter::repeat_n(1.0, more));
        let size = columns + more;
        self.blind = self.blind.resize(size, size, 0.0);
        self
    }

    /// Whether the rows can tell the combination `Σ weights_j · coefficient_j`.
    pub(crate) fn can_tell(&self, weights: &[f64]) -> bool {
        let scaled: Vec<f64> = weights
            .iter()
            .zip(&self.scale)
            .map(|(w, s)| if *s > 0.0 { w / s } else { *w })
            .collect();
        let size = scaled.iter().map(|w| w * w).sum::<f64>().sqrt();
        let k = scaled.len();
        let unseen = (0..k).map(|i| {
            (0..k)
                .map(|j| self.blind[(i, j)] * scaled[j])
                .sum::<f64>()
                .powi(2)
        });
        unseen.sum::<f64>().sqrt() <= 1e-4 * size
    }
}

fn blind_projection(gram: &DMatrix<f64>) -> DMatrix<f64> {
    let k = gram.nrows();
    let mut blind = DMatrix::zeros(k, k);
    if k == 0 {
        return blind;
    }
    let eigen = SymmetricEigen::new(gram.clone());
    for (value, vector) in eigen
        .eigenvalues
        .iter()
        .zip(eigen.eigenvectors.column_iter())
    {
        if *value <= TOLERANCE {
            blind += vector * vector.transpose();
        }
    }
    blind
}

/// Columns in order, each kept when it adds something to those kept before (Cholesky row by
/// row on the Gram matrix).
fn independent(gram: &DMatrix<f64>) -> Vec<usize> {
    let mut kept: Vec<usize> = Vec::new();
    let mut factor: Vec<Vec<f64>> = Vec::new();
    for column in 0..gram.nrows() {
        let mut row: Vec<f64> = Vec::with_capacity(kept.len() + 1);
        for (i, &earlier) in kept.iter().enumerate() {
            let known: f64 = (0..i).map(|m| row[m] * factor[i][m]).sum();
            row.push((gram[(column, earlier)] - known) / factor[i][i]);
        }
        let rest = gram[(column, column)] - row.iter().map(|v| v * v).sum::<f64>();
        if rest > TOLERANCE {
            row.push(rest.sqrt());
            factor.push(row);
            kept.push(column);
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Cluster, Sample};

    fn estimable(rows: &[[f64; 4]]) -> Estimable {
        let mut sample = Sample::new(["a", "b", "c", "d"]);
        for row in rows {
            assert_eq!(sample.record(Cluster(0), row, 0.5), Ok(()));
        }
        Estimable::of(&sample.compressed(), sample.columns())
    }

    #[test]
    fn twins_and_absentees_are_named() {
        // b = 2 a always, c free, d never.
        let found = estimable(&[
            [1.0, 2.0, 0.0, 0.0],
            [2.0, 4.0, 1.0, 0.0],
            [-1.0, -2.0, 3.0, 0.0],
        ]);
        assert_eq!(found.kept, vec![0, 2]);
        let twin = |name: &str| {
            Some(NotEstimable::Collinear {
                with: vec![name.to_owned()],
            })
        };
        assert_eq!(
            found.reasons,
            vec![twin("b"), twin("a"), None, Some(NotEstimable::NeverVaries)]
        );
        // Their joint effect can be told: a row with a = 1, b = 2.
        assert!(found.can_tell(&[1.0, 2.0, 0.0, 0.0]));
        assert!(!found.can_tell(&[1.0, 0.0, 0.0, 0.0]));
        assert!(!found.can_tell(&[0.0, 0.0, 0.0, 1.0]));
    }

    #[test]
    fn a_seldom_used_column_is_still_told() {
        let mut rows = vec![[1.0, 0.0, 0.0, 1.0]; 1];
        rows.extend((0..2000).map(|i| [1.0, f64::from(i % 7), f64::from(i % 5), 0.0]));
        assert_eq!(estimable(&rows).kept, vec![0, 1, 2, 3]);
    }
}
