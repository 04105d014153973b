//! Factors, their levels, and the columns that code them.

use thiserror::Error;

/// Something varied on purpose, with at least two settings.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Factor {
    /// Its name, such as `stalemate`.
    pub name: String,
    /// Its settings, the one to compare against first, such as `draw`, `win`.
    pub levels: Vec<String>,
}

/// A main effect or a two-way interaction, by factor index.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Term {
    /// What one factor does on average over the others.
    Main(usize),
    /// How much the effect of one factor depends on the other.
    Interaction(usize, usize),
}

/// Why a design was refused.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum DesignFault {
    /// No factor at all.
    #[error("a factorial design needs at least one factor")]
    NoFactor,
    /// A factor with fewer than two levels.
    #[error("the factor `{0}` has fewer than two levels")]
    OneLevel(String),
}

/// Effects coding of a set of factors: a constant, main effects, two-way interactions.
///
/// A factor of two levels is one column, -1 for its first level and +1 for its second, so its
/// coefficient is half the difference. A factor of L levels is L - 1 columns, one for each level
/// but the first, with -1 in all of them for the first: coefficients are distances from the mean
/// over levels. Interactions are products.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Design {
    factors: Vec<Factor>,
    terms: Vec<(Term, Vec<String>)>,
}

impl Design {
    /// Main effects in the order of the factors, then interactions in the order of pairs.
    pub fn new(factors: Vec<Factor>) -> Result<Self, DesignFault> {
        if factors.is_empty() {
            return Err(DesignFault::NoFactor);
        }
        if let Some(factor) = factors.iter().find(|factor| factor.levels.len() < 2) {
            return Err(DesignFault::OneLevel(factor.name.clone()));
        }
        let n = factors.len();
        let names: Vec<Vec<String>> = factors.iter().map(column_names).collect();
        let mains = (0..n).map(|i| (Term::Main(i), names[i].clone()));
        let pairs = (0..n).flat_map(|i| (i + 1..n).map(move |j| (i, j)));
        let interactions = pairs.map(|(i, j)| {
            let products = names[i]
                .iter()
                .flat_map(|a| names[j].iter().map(move |b| format!("{a}:{b}")));
            (Term::Interaction(i, j), products.collect())
        });
        let terms = mains.chain(interactions).collect();
        Ok(Self { factors, terms })
    }

    /// The factors.
    pub fn factors(&self) -> &[Factor] {
        &self.factors
    }

    /// All terms, the constant apart.
    pub fn terms(&self) -> impl Iterator<Item = Term> {
        self.terms.iter().map(|(term, _)| *term)
    }

    /// Names of all columns: `const`, then those of each term.
    pub fn columns(&self) -> Vec<String> {
        let constant = std::iter::once("const".to_owned());
        constant
            .chain(
                self.terms
                    .iter()
                    .flat_map(|(_, names)| names.iter().cloned()),
            )
            .collect()
    }

    /// Indices of a term's columns; empty for a term the design has not.
    pub fn columns_of(&self, term: Term) -> std::ops::Range<usize> {
        let mut start = 1;
        for (other, names) in &self.terms {
            if *other == term {
                return start..start + names.len();
            }
            start += names.len();
        }
        start..start
    }

    /// The row of a cell, one level index a factor. `None` when an index is out of range.
    pub fn row(&self, levels: &[usize]) -> Option<Vec<f64>> {
        if levels.len() != self.factors.len() {
            return None;
        }
        let mut codes = Vec::with_capacity(levels.len());
        for (factor, &level) in self.factors.iter().zip(levels) {
            codes.push(code(level, factor.levels.len())?);
        }
        let mut row = vec![1.0];
        for (term, _) in &self.terms {
            match *term {
                Term::Main(i) => row.extend(&codes[i]),
                Term::Interaction(i, j) => {
                    row.extend(
                        codes[i]
                            .iter()
                            .flat_map(|a| codes[j].iter().map(move |b| a * b)),
                    );
                }
            }
        }
        Some(row)
    }

    /// Weights of the difference between two levels of a factor, averaged evenly over the levels of
    /// all others.
    pub fn difference(&self, factor: usize, from: usize, to: usize) -> Option<Vec<f64>> {
        let levels = self.factors.get(factor)?.levels.len();
        let (from, to) = (code(from, levels)?, code(to, levels)?);
        let mut weights = vec![0.0; self.columns().len()];
        for (place, (a, b)) in self
            .columns_of(Term::Main(factor))
            .zip(from.iter().zip(&to))
        {
            weights[place] = b - a;
        }
        Some(weights)
    }

    /// Weights of the difference of differences: by how much the step `first` of one factor
    /// changes when the other factor takes the step `second`. Steps are (from, to) levels.
    pub fn difference_of_differences(
        &self,
        factors: (usize, usize),
        first: (usize, usize),
        second: (usize, usize),
    ) -> Option<Vec<f64>> {
        let (i, j, first, second) = if factors.0 < factors.1 {
            (factors.0, factors.1, first, second)
        } else {
            (factors.1, factors.0, second, first)
        };
        let step = |factor: usize, (from, to): (usize, usize)| -> Option<Vec<f64>> {
            let levels = self.factors.get(factor)?.levels.len();
            let (from, to) = (code(from, levels)?, code(to, levels)?);
            Some(to.iter().zip(&from).map(|(b, a)| b - a).collect())
        };
        let (a, b) = (step(i, first)?, step(j, second)?);
        let columns = self.columns_of(Term::Interaction(i, j));
        if columns.is_empty() {
            return None;
        }
        let mut weights = vec![0.0; self.columns().len()];
        let products = a.iter().flat_map(|x| b.iter().map(move |y| x * y));
        for (place, product) in columns.zip(products) {
            weights[place] = product;
        }
        Some(weights)
    }
}

fn column_names(factor: &Factor) -> Vec<String> {
    if factor.levels.len() == 2 {
        return vec![factor.name.clone()];
    }
    factor.levels[1..]
        .iter()
        .map(|level| format!("{}={level}", factor.name))
        .collect()
}

fn code(level: usize, levels: usize) -> Option<Vec<f64>> {
    match level {
        0 => Some(vec![-1.0; levels - 1]),
        _ if level < levels => Some(
            (1..levels)
                .map(|l| f64::from(u8::from(l == level)))
                .collect(),
        ),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn factor(name: &str, levels: &[&str]) -> Factor {
        Factor {
            name: name.to_owned(),
            levels: levels.iter().map(|&level| level.to_owned()).collect(),
        }
    }

    #[test]
    fn columns_and_rows_of_a_two_by_three_design() -> Result<(), DesignFault> {
        let design = Design::new(vec![
            factor("a", &["no", "yes"]),
            factor("b", &["x", "y", "z"]),
        ])?;
        assert_eq!(
            design.columns(),
            ["const", "a", "b=y", "b=z", "a:b=y", "a:b=z"]
        );
        let table = [
            ([0, 0], Some(vec![1.0, -1.0, -1.0, -1.0, 1.0, 1.0])),
            ([1, 2], Some(vec![1.0, 1.0, 0.0, 1.0, 0.0, 1.0])),
            ([1, 3], None),
        ];
        for (levels, row) in table {
            assert_eq!(design.row(&levels), row);
        }
        assert_eq!(
            design.difference(0, 0, 1),
            Some(vec![0.0, 2.0, 0.0, 0.0, 0.0, 0.0])
        );
        assert_eq!(
            design.difference(1, 1, 2),
            Some(vec![0.0, 0.0, -1.0, 1.0, 0.0, 0.0])
        );
        let twice = design.difference_of_differences((1, 0), (0, 2), (0, 1));
        assert_eq!(twice, Some(vec![0.0, 0.0, 0.0, 0.0, 2.0, 4.0]));
        Ok(())
    }

    #[test]
    fn a_factor_must_vary() {
        assert_eq!(Design::new(vec![]), Err(DesignFault::NoFactor));
        assert_eq!(
            Design::new(vec![factor("a", &["only"])]),
            Err(DesignFault::OneLevel("a".to_owned()))
        );
    }
}
