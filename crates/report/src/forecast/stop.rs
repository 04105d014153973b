//! What to expect of a rule that stops arms early.

use assay_stats::{
    BettingSequence, Confidence, Elo, EloModel, Pentanomial, SprtOutlook, TrueStrength,
};
use assay_study::{EarlyStop, Halving, Precision, SprtRule, StopRule};
use serde::Serialize;

use super::{Quantity, Trial, mean, variance};

/// What a rule that stops arms early will probably come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopForecast {
    /// A sequential test, in each arm.
    Sprt {
        /// The unit of the test's bounds, such as "normalized Elo".
        unit: String,
        /// The first player's mean score in the tried pairs, whose spread is taken for that of the match. A lopsided score
        /// has a narrow spread. `None` where no pair was tried.
        tried_score: Option<f64>,
        /// One entry a true difference, `elo0`, halfway, `elo1` and those asked for. Empty where the tried pairs do not
        /// tell the spread.
        at: Vec<SprtForecast>,
    },
    /// A score known to a precision, in each arm.
    Precision {
        /// How far from the score its interval may reach.
        half_width: f64,
        /// Pairs until it does, if pairs go on as in the trial; the most that are played where that is not enough.
        /// `None` where too few pairs were tried.
        pairs: Option<u64>,
        /// Whether so many are enough.
        reached: bool,
        /// Seconds `cores` cores will take for all arms.
        seconds: Option<f64>,
    },
    /// Rounds after each of which the worse half of the arms is dropped.
    Halving {
        /// Arms in each round and pairs that each has come to after it.
        rounds: Vec<RaceRound>,
        /// Arms that are kept and play on.
        kept: u16,
        /// Pairs of all arms together.
        pairs: u64,
    },
}

/// A round of halving.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct RaceRound {
    /// Arms in it.
    pub arms: u16,
    /// Pairs each has come to after it.
    pub pairs: u64,
}

/// What to expect of a sequential test if the true difference is known.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SprtForecast {
    /// The true difference in words, such as "0 (elo0)".
    pub truth: String,
    /// Chance that it passes.
    pub pass: f64,
    /// Chance that it fails.
    pub fail: f64,
    /// Chance that all pairs are played without a decision.
    pub undecided: f64,
    /// Expected pairs of an arm.
    pub pairs: f64,
    /// Expected games of an arm.
    pub games: f64,
    /// Seconds `cores` cores will take for all arms.
    pub seconds: f64,
}

/// What the forecast of a rule rests on.
pub(super) struct Basis<'a> {
    pub(super) stop: StopRule,
    pub(super) arms: u16,
    pub(super) trials: &'a [Trial],
    pub(super) quantity: Quantity,
    /// Seconds that `cores` cores take for one pair of every arm.
    pub(super) seconds_of_round: f64,
    /// True differences in logistic Elo that were asked for.
    pub(super) truths: &'a [Elo],
}

impl Basis<'_> {
    pub(super) fn forecast(&self) -> Option<StopForecast> {
        Some(match self.stop.early? {
            EarlyStop::Sprt(rule) => self.sprt(rule),
            EarlyStop::Precision(wanted) => self.precision(wanted),
            EarlyStop::Halving(rule) => self.halving(rule),
        })
    }

    fn most(&self) -> u64 {
        u64::from(self.stop.pairs)
    }

    fn sprt(&self, rule: SprtRule) -> StopForecast {
        let hypotheses = rule.test.hypotheses();
        let unit = match hypotheses.model {
            EloModel::Logistic => "Elo",
            EloModel::Normalized => "normalized Elo",
        };
        let (elo0, elo1) = (hypotheses.elo0, hypotheses.elo1);
        let between = TrueStrength::BetweenHypotheses;
        let mut asked = vec![
            (format!("{elo0} (elo0)"), between(0.0)),
            (
                format!("{} (halfway)", f64::midpoint(elo0, elo1)),
                between(0.5),
            ),
            (format!("{elo1} (elo1)"), between(1.0)),
        ];
        asked.extend(self.truths.iter().map(|&elo| {
            let words = match hypotheses.model {
                EloModel::Logistic => format!("{}", elo.0),
                EloModel::Normalized => format!("{} logistic Elo", elo.0),
            };
            (words, TrueStrength::Logistic(elo))
        }));
        let spread = variance(self.trials, self.quantity);
        let at = asked.into_iter().filter_map(|(truth, strength)| {
            let found = SprtOutlook::new(&rule.test, strength, spread?, self.most())?;
            Some(SprtForecast {
                truth,
                pass: found.pass.value(),
                fail: found.fail.value(),
                undecided: found.undecided.value(),
                pairs: found.pairs,
                games: 2.0 * found.pairs,
                seconds: found.pairs * self.seconds_of_round,
            })
        });
        StopForecast::Sprt {
            unit: unit.to_owned(),
            tried_score: mean(self.trials, self.quantity),
            at: at.collect(),
        }
    }

    fn precision(&self, Precision(half_width): Precision) -> StopForecast {
        let most = self.most();
        let pairs = variance(self.trials, self.quantity).and_then(|_| {
            let sequence = BettingSequence::for_half_width(half_width, Confidence::P95)?;
            let enough = |pairs: u64| sequence.is_within(half_width, self.scaled(pairs));
            Some(first(most, enough))
        });
        let told = pairs.map(|pairs| pairs.unwrap_or(most));
        StopForecast::Precision {
            half_width,
            pairs: told,
            reached: pairs.flatten().is_some(),
            seconds: told.map(|pairs| pairs as f64 * self.seconds_of_round),
        }
    }

    /// So many pairs, of the classes in which the tried ones were.
    fn scaled(&self, pairs: u64) -> Pentanomial {
        let mut seen = [0_u64; 5];
        for trial in self.trials {
            let class = (4.0 * self.quantity.of(&trial.games)).round() as usize;
            seen[class.min(4)] += 1;
        }
        let tried = self.trials.len().max(1) as f64;
        Pentanomial(seen.map(|n| (n as f64 / tried * pairs as f64).round() as u64))
    }

    fn halving(&self, rule: Halving) -> StopForecast {
        let arms = self.arms;
        let rounds = (0..).zip(rule.rounds(arms)).map(|(round, arms)| RaceRound {
            arms,
            pairs: rule.pairs_after(round).min(self.most()),
        });
        StopForecast::Halving {
            rounds: rounds.collect(),
            kept: rule.keep.min(arms),
            pairs: rule.pairs_in_all(arms, self.stop.pairs),
        }
    }
}

/// The first number up to `most` that is enough, if numbers beyond it are too.
fn first(most: u64, enough: impl Fn(u64) -> bool) -> Option<u64> {
    if !enough(most) {
        return None;
    }
    let (mut short, mut long) = (0, most);
    while long - short > 1 {
        let middle = u64::midpoint(short, long);
        if enough(middle) {
            long = middle;
        } else {
            short = middle;
        }
    }
    Some(long)
}
