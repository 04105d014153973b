//! p-values adjusted for having asked several questions.

use crate::Probability;
use serde::Serialize;

/// How to adjust.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum Adjustment {
    /// Family-wise: each p times the number of questions.
    Bonferroni,
    /// Family-wise, never weaker than Bonferroni (S. Holm 1979). The default.
    Holm,
    /// Holm's steps with Šidák's factor; needs independence or positive dependence.
    HolmSidak,
    /// Family-wise, from Simes' test closed (G. Hommel 1988).
    Hommel,
    /// False discovery rate under positive dependence (Benjamini and Hochberg 1995).
    BenjaminiHochberg,
    /// False discovery rate under any dependence (Benjamini and Yekutieli 2001).
    BenjaminiYekutieli,
}

impl Adjustment {
    /// The adjusted p-values, in the order given.
    pub fn adjust(self, p: &[Probability]) -> Vec<Probability> {
        let mut order: Vec<usize> = (0..p.len()).collect();
        order.sort_by(|&a, &b| p[a].value().total_cmp(&p[b].value()));
        let sorted: Vec<f64> = order.iter().map(|&i| p[i].value()).collect();
        let adjusted = self.adjust_sorted(&sorted);
        let mut result = vec![Probability::ONE; p.len()];
        for (&place, value) in order.iter().zip(adjusted) {
            result[place] = Probability::clamped(value);
        }
        result
    }

    fn adjust_sorted(self, p: &[f64]) -> Vec<f64> {
        let n = p.len() as f64;
        let step = |factor: &dyn Fn(f64) -> f64| -> Vec<f64> {
            p.iter()
                .enumerate()
                .map(|(rank, p)| p * factor(rank as f64))
                .collect()
        };
        match self {
            Self::Bonferroni => step(&|_| n),
            Self::Holm => rising(step(&|rank| n - rank)),
            Self::HolmSidak => rising(
                p.iter()
                    .enumerate()
                    .map(|(rank, &p)| -((n - rank as f64) * (-p).ln_1p()).exp_m1())
                    .collect(),
            ),
            Self::Hommel => hommel(p),
            Self::BenjaminiHochberg => falling(step(&|rank| n / (rank + 1.0))),
            Self::BenjaminiYekutieli => {
                let harmonic: f64 = (1..=p.len()).map(|i| 1.0 / i as f64).sum();
                falling(step(&|rank| harmonic * n / (rank + 1.0)))
            }
        }
    }
}

/// Holm's adjustment where some p-values are undefined: those stay so and count for nothing.
pub fn holm_defined(p: &[Option<Probability>]) -> Vec<Option<Probability>> {
    let defined: Vec<Probability> = p.iter().copied().flatten().collect();
    let mut adjusted = Adjustment::Holm.adjust(&defined).into_iter();
    p.iter().map(|p| p.and_then(|_| adjusted.next())).collect()
}

/// Each value raised to the largest before it.
fn rising(mut values: Vec<f64>) -> Vec<f64> {
    let mut largest = 0.0_f64;
    for value in &mut values {
        largest = largest.max(*value);
        *value = largest;
    }
    values
}

/// Each value lowered to the smallest after it.
fn falling(mut values: Vec<f64>) -> Vec<f64> {
    let mut smallest = f64::INFINITY;
    for value in values.iter_mut().rev() {
        smallest = smallest.min(*value);
        *value = smallest;
    }
    values
}

/// Hommel's adjusted p-values of sorted ones (the algorithm of S. P. Wright 1992).
fn hommel(p: &[f64]) -> Vec<f64> {
    let n = p.len();
    let mut adjusted = p.to_vec();
    for m in (2..=n).rev() {
        // Simes' p over the m largest, without the smallest of them.
        let simes = (n - m + 1..n)
            .map(|i| m as f64 * p[i] / (m + i + 1 - n) as f64)
            .fold(f64::INFINITY, f64::min);
        for value in &mut adjusted[n - m + 1..] {
            *value = value.max(simes);
        }
        for i in 0..=n - m {
            adjusted[i] = adjusted[i].max(simes.min(m as f64 * p[i]));
        }
    }
    adjusted
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_questions_no_answers() {
        assert!(Adjustment::Hommel.adjust(&[]).is_empty());
    }

    #[test]
    fn undefined_p_values_are_passed_over() {
        let p = [Probability::new(0.02), None, Probability::new(0.3)];
        let adjusted = holm_defined(&p);
        assert_eq!(
            adjusted,
            vec![Probability::new(0.04), None, Probability::new(0.3)]
        );
    }
}
