//! How long a sequential test will take, before it begins.

use super::Sprt;
use super::brownian::Brownian;
use crate::{Elo, Probability};
use serde::Serialize;

/// What is known of the games to come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MatchConditions {
    /// Share of draws between equal players, within [0, 1).
    pub draw_ratio: f64,
    /// Root mean square of the openings' advantage for one side.
    pub opening_bias: Elo,
}

/// Number of games; never negative, finite.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Length(pub f64);

/// What to expect of a test if the strength is known.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtPlan {
    /// Chance of acceptance.
    pub pass: Probability,
    /// Expected games.
    pub games: Length,
}

impl MatchConditions {
    /// Variance of a game's score within pairs: `(1 - draws) / 4`, less what the openings' bias
    /// takes away because each is played from both sides. `None` when nothing is left.
    pub fn variance_per_game(self) -> Option<f64> {
        let bias = self.opening_bias.score().value() - 0.5;
        let variance = 0.25 * (1.0 - self.draw_ratio) - bias * bias;
        (variance.is_finite() && variance > 1e-12).then_some(variance)
    }
}

impl SprtPlan {
    /// For a true logistic difference, by the Brownian approximation. `None` under impossible
    /// conditions.
    pub fn new(test: &Sprt, truth: Elo, conditions: MatchConditions) -> Option<Self> {
        let variance = conditions.variance_per_game()?;
        let hypotheses = test.hypotheses();
        let (s0, s1) = hypotheses.scores_at(variance);
        let (low, high) = test.bounds();
        let motion = Brownian {
            low,
            high,
            drift: (truth.score().value() - 0.5 * (s0 + s1)) * (s1 - s0) / variance,
            variance: (s1 - s0).powi(2) / variance,
        };
        let games = motion.expected_time();
        games.is_finite().then(|| Self {
            pass: Probability::clamped(motion.reaches_high()),
            games: Length(games.max(0.0)),
        })
    }
}

/// A strength to make plans for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub enum TrueStrength {
    /// So far from `elo0` (at 0) to `elo1` (at 1), in the test's own model.
    BetweenHypotheses(f64),
    /// A difference in logistic Elo.
    Logistic(Elo),
}

/// What to expect of a test that goes on for so many pairs at most.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct SprtOutlook {
    /// Chance of acceptance.
    pub pass: Probability,
    /// Chance of rejection.
    pub fail: Probability,
    /// Chance that all pairs are played without a decision.
    pub undecided: Probability,
    /// Expected pairs.
    pub pairs: f64,
}

impl SprtOutlook {
    /// From the variance of a pair's score in points per game, by the Brownian approximation (D. Siegmund,
    /// *Sequential Analysis*, 1985, chapter 3). Bounds drawn in by the overshoot make it good from some tens of pairs
    /// on. `None` without variance.
    pub fn new(
        test: &Sprt,
        truth: TrueStrength,
        variance_of_pair: f64,
        most_pairs: u64,
    ) -> Option<Self> {
        if !(variance_of_pair.is_finite() && variance_of_pair > 1e-12) {
            return None;
        }
        let (s0, s1) = test.hypotheses().scores_at(2.0 * variance_of_pair);
        let score = match truth {
            TrueStrength::BetweenHypotheses(share) => s0 + share * (s1 - s0),
            TrueStrength::Logistic(elo) => elo.score().value(),
        };
        let (low, high) = test.bounds();
        let motion = Brownian {
            low,
            high,
            drift: (score - 0.5 * (s0 + s1)) * (s1 - s0) / variance_of_pair,
            variance: (s1 - s0).powi(2) / variance_of_pair,
        };
        let most = most_pairs as f64;
        let failed = |time: f64| motion.outcome_cdf(time, low);
        let not_passed = |time: f64| motion.outcome_cdf(time, high);
        let free = |time: f64| {
            if time > 0.0 {
                (not_passed(time) - failed(time)).clamp(0.0, 1.0)
            } else {
                1.0
            }
        };
        let whole = motion.expected_time();
        // The expected time up to `most` is the integral of the chance of being free. Far beyond the expected time
        // nothing is left of it.
        let end = most.min(40.0 * whole.max(1.0));
        let pairs = simpson(&free, end).min(whole);
        (pairs.is_finite() && score.is_finite()).then(|| Self {
            pass: Probability::clamped(1.0 - not_passed(most)),
            fail: Probability::clamped(failed(most)),
            undecided: Probability::clamped(free(most)),
            pairs,
        })
    }
}

/// Simpson's rule from 0 on.
fn simpson(f: &impl Fn(f64) -> f64, end: f64) -> f64 {
    const STEPS: u32 = 2000;
    let step = end / f64::from(STEPS);
    let inner = (1..STEPS).map(|i| {
        let weight = if i % 2 == 1 { 4.0 } else { 2.0 };
        weight * f(f64::from(i) * step)
    });
    (f(0.0) + inner.sum::<f64>() + f(end)) * step / 3.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{EloModel, Hypotheses};

    fn test(model: EloModel) -> Option<Sprt> {
        let (elo0, elo1) = (0.0, 10.0);
        Sprt::new(Hypotheses { elo0, elo1, model }, 0.05, 0.05).ok()
    }

    #[test]
    fn without_a_limit_it_is_walds_plan() {
        for model in [EloModel::Logistic, EloModel::Normalized] {
            for share in [-1.0, 0.0, 0.5, 1.0, 3.0] {
                let variance = 0.08;
                let outlook = test(model).and_then(|test| {
                    let truth = TrueStrength::BetweenHypotheses(share);
                    SprtOutlook::new(&test, truth, variance, 10_000_000)
                });
                let walds = test(model).map(|test| {
                    let (s0, s1) = test.hypotheses().scores_at(2.0 * variance);
                    let motion = Brownian {
                        low: test.bounds().0,
                        high: test.bounds().1,
                        drift: (share - 0.5) * (s1 - s0).powi(2) / variance,
                        variance: (s1 - s0).powi(2) / variance,
                    };
                    (motion.reaches_high(), motion.expected_time())
                });
                assert!(
                    outlook.zip(walds).is_some_and(|(o, (pass, time))| {
                        (o.pass.value() - pass).abs() < 1e-9
                            && o.undecided.value() < 1e-9
                            && (o.pairs / time - 1.0).abs() < 1e-3
                    }),
                    "{model:?} {share} {outlook:?} {walds:?}"
                );
            }
        }
    }

    #[test]
    fn few_pairs_leave_much_undecided() {
        let outlook = |most| {
            let truth = TrueStrength::Logistic(Elo(5.0));
            test(EloModel::Logistic).and_then(|t| SprtOutlook::new(&t, truth, 0.08, most))
        };
        let (few, many) = (outlook(200), outlook(5000));
        assert!(
            few.is_some_and(|o| o.undecided.value() > 0.9 && o.pairs <= 200.0 && o.pairs > 190.0)
        );
        assert!(many.is_some_and(|o| o.undecided.value() < 0.5 && o.pairs > 1000.0));
        for o in few.iter().chain(&many) {
            let total = o.pass.value() + o.fail.value() + o.undecided.value();
            assert!((total - 1.0).abs() < 1e-9, "{o:?}");
        }
        let no_spread = test(EloModel::Logistic)
            .and_then(|t| SprtOutlook::new(&t, TrueStrength::BetweenHypotheses(0.0), 0.0, 100));
        assert_eq!(no_spread, None);
    }
}
