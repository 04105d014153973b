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
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Drift {
    /// On average.
    pub mean: f64,
    /// Its variance.
    pub variance: f64,
}

/// How the ratio is worked out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
pub enum RatioForm {
    /// As [`Hypotheses::llr`]: what decides tests.
    Exact,
    /// As if samples were normal with unknown variance, `n/2 · ln((σ² + (m - s0)²) / (σ² + (m - s1)²))`;
    /// for normalized Elo `games/2 · ln((1 + (t - t0)²) / (1 + (t - t1)²))` with t-values of a game
    /// (M. Van den Bergh, *A practical introduction to the GSPRT*, 2020; *Normalized Elo*, 2021).
    Normal,
    /// By Brownian motion, `n (s1 - s0) (2m - s0 - s1) / 2σ²` (the same introduction).
    Brownian,
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
        observed.samples * self.jumps(&observed, results.games_per_sample()).mean
    }

    /// The ratio by a form that is quicker, and near the exact one while samples are many and hypotheses near.
    pub fn llr_by(&self, form: RatioForm, results: impl Into<ScoreCounts>) -> f64 {
        let results = results.into();
        let Some(observed) = results.regularized() else {
            return 0.0;
        };
        let games = results.games_per_sample();
        let (mean, variance) = (observed.mean(), observed.variance());
        match form {
            RatioForm::Exact => self.llr(results),
            RatioForm::Normal => {
                let (n, spread, [away0, away1]) = match self.model {
                    EloModel::Logistic => {
                        let (s0, s1) = self.scores(&observed, games);
                        (observed.samples, variance, [mean - s0, mean - s1])
                    }
                    EloModel::Normalized => {
                        let t = (mean - 0.5) / (games * variance).sqrt();
                        let away = |elo: f64| t - elo / Elo::PER_NAT_NORMALIZED;
                        (
                            observed.samples * games,
                            1.0,
                            [away(self.elo0), away(self.elo1)],
                        )
                    }
                };
                0.5 * n * ((spread + away0 * away0) / (spread + away1 * away1)).ln()
            }
            RatioForm::Brownian => {
                observed.samples * drift(&observed, self.scores(&observed, games), mean).mean
            }
        }
    }

    /// What one sample adds to the ratio if results are distributed as observed, or as near to that as a true
    /// strength in logistic Elo allows; the variance is the observed distribution's either way. `None` without results.
    pub fn drift(&self, results: impl Into<ScoreCounts>, truth: Option<Elo>) -> Option<Drift> {
        let results = results.into();
        let observed = results.regularized()?;
        let games = results.games_per_sample();
        let seen = self.jumps(&observed, games);
        Some(match truth {
            None => seen,
            Some(elo) => Drift {
                mean: self
                    .jumps(&observed.with_mean(elo.score().value()), games)
                    .mean,
                ..seen
            },
        })
    }

    /// As [`drift`](Self::drift), by the Brownian approximation.
    pub fn drift_approximately(
        &self,
        results: impl Into<ScoreCounts>,
        truth: Option<Elo>,
    ) -> Option<Drift> {
        let results = results.into();
        let observed = results.regularized()?;
        let score = truth.map_or(observed.mean(), |elo| elo.score().value());
        let scores = self.scores(&observed, results.games_per_sample());
        Some(drift(&observed, scores, score))
    }

    /// Mean and variance of `ln(p1 / p0)`, p0 and p1 being what the distribution is under the hypotheses.
    fn jumps(&self, distribution: &Distribution, games_per_sample: f64) -> Drift {
        let under = |elo: f64| match self.model {
            EloModel::Logistic => distribution.with_mean(Elo(elo).score().value()),
            EloModel::Normalized => {
                let t = elo / Elo::PER_NAT_NORMALIZED * games_per_sample.sqrt();
                distribution.with_t(0.5, t)
            }
        };
        let (null, alternative) = (under(self.elo0), under(self.elo1));
        let (mut mean, mut square) = (0.0, 0.0);
        let hypotheses = null.classes.iter().zip(&alternative.classes);
        for ((_, p), ((_, p0), (_, p1))) in distribution.classes.iter().zip(hypotheses) {
            let jump = (p1 / p0).ln();
            mean += p * jump;
            square += p * jump * jump;
        }
        Drift {
            mean,
            variance: (square - mean * mean).max(0.0),
        }
    }

    /// Scores of the two hypotheses; for normalized Elo given the results' own variance.
    pub(super) fn scores(&self, observed: &Distribution, games_per_sample: f64) -> (f64, f64) {
        self.scores_at(games_per_sample * observed.variance())
    }

    /// Scores of the two hypotheses; for normalized Elo given the variance of a game's score, games of a pair taken
    /// together.
    pub fn scores_at(&self, variance_per_game: f64) -> (f64, f64) {
        let deviation = variance_per_game.sqrt();
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

    /// The likeliest distributions were also found by a general optimizer with the constraint as it stands.
    #[test]
    fn far_hypotheses_are_told_apart_the_right_way_round() {
        for (results, elo0, elo1, wanted) in [
            ([0, 1, 9, 3, 0], -300.0, -100.0, 8.853),
            ([0, 1, 20, 3, 0], 100.0, 300.0, -12.38),
            ([0, 1, 20, 3, 0], -900.0, -300.0, 40.06),
            ([0, 0, 20, 4, 0], -150.0, -50.0, 7.14),
            ([3, 10, 20, 14, 5], -150.0, -50.0, 11.129),
            ([3, 10, 20, 14, 5], 100.0, 300.0, -22.187),
        ] {
            let hypotheses = Hypotheses {
                elo0,
                elo1,
                model: EloModel::Normalized,
            };
            let llr = hypotheses.llr(Pentanomial(results));
            assert!(
                (llr - wanted).abs() < 0.01,
                "{results:?} {elo0} {elo1}: {llr}"
            );
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
}
