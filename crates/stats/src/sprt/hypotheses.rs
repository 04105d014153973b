//! Two hypotheses about a strength, and what results say about them.

use super::distribution::{Distribution, ScoreCounts};
use crate::Elo;
use serde::Serialize;

/// In which Elo hypotheses are stated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum EloModel {
    /// Logistic Elo: the score alone counts.
    Logistic,
    /// Normalized Elo: the score's distance from 1/2 in standard deviations of a game, so that
    /// tests of equal bounds take equally long whatever the draw rate (M. Van den Bergh 2021).
    Normalized,
}

/// "The difference is `elo0`" against "the difference is `elo1`".
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Hypotheses {
    /// The null hypothesis.
    pub elo0: f64,
    /// The alternative, larger.
    pub elo1: f64,
    /// The unit of both.
    pub model: EloModel,
}

/// What one sample adds to the log-likelihood ratio on average, and with what variance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Drift {
    pub(super) mean: f64,
    pub(super) variance: f64,
}

impl Hypotheses {
    /// The generalized log-likelihood ratio of `elo1` against `elo0`: all else about the results'
    /// distribution is chosen as likely as possible under either (M. Van den Bergh, *The GSPRT*,
    /// 2018). Empty classes count a thousandth. 0 without results.
    pub fn llr(&self, results: impl Into<ScoreCounts>) -> f64 {
        let results = results.into();
        let Some(observed) = results.regularized() else {
            return 0.0;
        };
        let under = |elo: f64| match self.model {
            EloModel::Logistic => observed.with_mean(Elo(elo).score().value()),
            EloModel::Normalized => {
                let t = elo / Elo::PER_NAT_NORMALIZED * results.games_per_sample().sqrt();
                observed.with_t(0.5, t)
            }
        };
        let (null, alternative) = (under(self.elo0), under(self.elo1));
        let classes = observed
            .classes
            .iter()
            .zip(null.classes.iter().zip(&alternative.classes));
        let mean: f64 = classes
            .map(|((_, p), ((_, p0), (_, p1)))| p * (p1 / p0).ln())
            .sum();
        observed.samples * mean
    }

    /// Scores of the two hypotheses; for normalized Elo given the results' own variance.
    pub(super) fn scores(&self, observed: &Distribution, games_per_sample: f64) -> (f64, f64) {
        let deviation = (games_per_sample * observed.variance()).sqrt();
        let score = |elo: f64| match self.model {
            EloModel::Logistic => Elo(elo).score().value(),
            EloModel::Normalized => 0.5 + elo / Elo::PER_NAT_NORMALIZED * deviation,
        };
        (score(self.elo0), score(self.elo1))
    }
}

/// Drift of the ratio by the Brownian approximation, for samples of the observed variance about
/// a true score (M. Van den Bergh, *A practical introduction to the GSPRT*, 2020).
pub(super) fn drift(observed: &Distribution, (s0, s1): (f64, f64), score: f64) -> Drift {
    let variance = observed.variance();
    Drift {
        mean: (score - 0.5 * (s0 + s1)) * (s1 - s0) / variance,
        variance: (s1 - s0).powi(2) / variance,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Pentanomial;

    #[test]
    fn equal_hypotheses_and_no_results_say_nothing() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let same = Hypotheses {
                elo0: 3.0,
                elo1: 3.0,
                model,
            };
            assert!(same.llr(Pentanomial([3, 10, 20, 14, 5])).abs() < 1e-9);
            let apart = Hypotheses {
                elo0: 0.0,
                elo1: 5.0,
                model,
            };
            assert!(apart.llr(Pentanomial::default()).abs() < 1e-300);
        }
    }

    #[test]
    fn swapping_sides_and_hypotheses_turns_the_sign() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            let results = Pentanomial([3, 10, 20, 14, 5]);
            let mine = Hypotheses {
                elo0: -2.0,
                elo1: 7.0,
                model,
            }
            .llr(results);
            let theirs = Hypotheses {
                elo0: -7.0,
                elo1: 2.0,
                model,
            }
            .llr(results.swapped());
            assert!((mine + theirs).abs() < 1e-7, "{mine} {theirs}");
        }
    }

    #[test]
    fn drifts_an_independent_program_found() {
        // `fishtest_llr_drift_variance` of tests/vectors/vectors.json, its approximate figures.
        let all: serde_json::Value =
            serde_json::from_str(include_str!("../../tests/vectors/vectors.json"))
                .unwrap_or_default();
        let cases = all["fishtest_llr_drift_variance"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        assert_eq!(cases.len(), 3);
        for case in cases {
            let list = case["results_low_to_high"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            let count = |i: usize| list[i].as_u64().unwrap_or_default();
            let results: ScoreCounts = match list.len() {
                3 => crate::Trinomial {
                    losses: count(0),
                    draws: count(1),
                    wins: count(2),
                }
                .into(),
                _ => Pentanomial(std::array::from_fn(count)).into(),
            };
            let elo = |name: &str| case[name].as_f64().unwrap_or(f64::NAN);
            let hypotheses = Hypotheses {
                elo0: elo("elo0"),
                elo1: elo("elo1"),
                model: EloModel::Logistic,
            };
            let found = results.regularized().map(|observed| {
                let truth = case["true_elo"]
                    .as_f64()
                    .map(|elo| Elo(elo).score().value());
                let scores = hypotheses.scores(&observed, results.games_per_sample());
                drift(&observed, scores, truth.unwrap_or(observed.mean()))
            });
            let near = |name: &str, found: f64| {
                let told = case["brownian_approx_alt2"][name]
                    .as_f64()
                    .unwrap_or(f64::NAN);
                (found - told).abs() < 1e-9 * told.abs().max(1e-3)
            };
            if case["true_elo"] == "empirical" {
                let exact = hypotheses.llr(results) / 520.0;
                let told = case["exact"]["mean_per_sample"]
                    .as_f64()
                    .unwrap_or(f64::NAN);
                assert!((exact - told).abs() < 1e-12, "{exact} {told}");
            }
            assert!(
                found.is_some_and(|d| near("mean_per_sample", d.mean)),
                "{case} {found:?}"
            );
            assert!(
                found.is_some_and(|d| near("var_per_sample", d.variance)),
                "{case} {found:?}"
            );
        }
    }
}
