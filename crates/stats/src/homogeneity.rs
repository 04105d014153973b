//! Whether several sets of results could be of one kind.

use crate::special::chi_squared_upper_tail;
use crate::{Probability, Trinomial};
use serde::Serialize;

/// Pearson's test that wins, draws and losses have the same shares in every set (K. Pearson 1900). It takes games for
/// independent.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Homogeneity {
    /// `Σ (observed - expected)² / expected`.
    pub chi2: f64,
    /// `(sets - 1) (outcomes - 1)`, counting what occurred at all.
    pub degrees: usize,
    /// Chance of a statistic at least as large when shares are the same.
    pub p_value: Probability,
}

impl Homogeneity {
    /// `None` with fewer than two sets of games or a single outcome in all of them.
    pub fn of(sets: &[Trinomial]) -> Option<Self> {
        let all: Trinomial = sets.iter().copied().sum();
        let sets: Vec<Trinomial> = sets.iter().copied().filter(|s| s.games() > 0).collect();
        let counts = |t: Trinomial| [t.wins, t.draws, t.losses].map(|n| n as f64);
        let totals = counts(all);
        let outcomes = totals.iter().filter(|n| **n > 0.0).count();
        if sets.len() < 2 || outcomes < 2 {
            return None;
        }
        let games = all.games() as f64;
        let mut chi2 = 0.0;
        for set in &sets {
            let share = set.games() as f64 / games;
            for (seen, total) in counts(*set).into_iter().zip(totals) {
                let expected = total * share;
                if expected > 0.0 {
                    chi2 += (seen - expected).powi(2) / expected;
                }
            }
        }
        let degrees = (sets.len() - 1) * (outcomes - 1);
        Some(Self {
            chi2,
            degrees,
            p_value: Probability::clamped(chi_squared_upper_tail(chi2, degrees)),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_to_compare_is_no_test() {
        let counts = |wins, draws| Trinomial {
            wins,
            draws,
            losses: 0,
        };
        assert_eq!(Homogeneity::of(&[]), None);
        assert_eq!(Homogeneity::of(&[counts(3, 4)]), None);
        assert_eq!(Homogeneity::of(&[counts(3, 4), counts(0, 0)]), None);
        assert_eq!(Homogeneity::of(&[counts(3, 0), counts(5, 0)]), None);
        let same = Homogeneity::of(&[counts(3, 4), counts(6, 8)]);
        assert!(
            same.is_some_and(|t| t.chi2 < 1e-12 && t.degrees == 1 && t.p_value.value() > 0.999)
        );
    }
}
