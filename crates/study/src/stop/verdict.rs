use std::ops::Range;

use assay_stats::{EloModel, Interval, Pentanomial, Score};

use super::{EarlyStop, Halving, Precision, SprtRule};
use crate::ArmIndex;

/// How an arm stands with the stopping rule of its study.
#[derive(Clone, Debug, PartialEq)]
pub struct ArmVerdict {
    /// Numbers of the pairs that the arm is judged by: all of them are in, or set aside. While a rule may
    /// stop arms early, the arm's figures are to be made of these alone.
    pub pairs: Range<u32>,
    /// How many of these have a result.
    pub counted: u32,
    /// Pairs with a result beyond them: under way when the arm stopped, or finished before their turn.
    pub left_out: u32,
    /// Pairs with this number or a higher one are not to be played, or not yet.
    pub limit: u32,
    /// Why no more pairs are needed; `None` while they are.
    pub end: Option<End>,
    /// The counted pairs: points of White, in matches and tournaments of the arm's first player.
    pub results: Pentanomial,
    /// What the rule goes by.
    pub evidence: Option<Evidence>,
}

/// Why an arm needs no more pairs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It has all its pairs; a rule that could have stopped it has not.
    AllPlayed,
    /// Its test has decided for `elo1`.
    Accepted,
    /// Its test has decided for `elo0`.
    Rejected,
    /// Its score is known well enough.
    Precise,
    /// It was of the worse half after this round, counted from 1.
    Dropped(u32),
}

/// What a rule for stopping early goes by.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Evidence {
    /// A sequential test. After its end use
    /// [`SequentialEstimate`](assay_stats::SequentialEstimate) with the verdict's results.
    Sprt {
        /// The test.
        rule: SprtRule,
        /// The log-likelihood ratio of the counted pairs.
        llr: f64,
        /// Where it ends the test: the test's bounds, drawn in by what the ratio is expected to jump
        /// beyond them.
        bounds: (f64, f64),
    },
    /// The interval of the score.
    Precision {
        /// How near to the observed score its ends must be.
        wanted: Precision,
        /// The 95% interval that holds at all times together; `None` before the first pair.
        interval: Option<Interval>,
    },
    /// A race of arms.
    Halving {
        /// Rounds that the arm has come through.
        rounds: u32,
        /// Pairs of the rounds that have a result. Those of a kept arm are no part of its figures.
        raced: u32,
        /// The measure in the rounds: share of decisive games, or White's score.
        measured: Option<f64>,
        /// Its interval, which holds with 95% for all arms at all times together.
        interval: Option<Interval>,
    },
}

/// How a race of arms stands.
#[derive(Clone, Debug, PartialEq)]
pub struct RaceVerdict {
    /// The rule.
    pub rule: Halving,
    /// Arms that are still in it, or were kept.
    pub left: Vec<ArmIndex>,
    /// Whether the rounds are over and the arms left play pairs of their own.
    pub is_decided: bool,
    /// With 95% confidence no arm that was dropped is better than one that is left by more than this, in
    /// the measure's own unit (share of games, or distance of White's score from one half). `None`
    /// while none is dropped.
    pub missed_at_most: Option<f64>,
}

impl ArmVerdict {
    /// Points per game of the counted pairs, as in [`results`](Self::results); `None` before the first.
    pub fn score(&self) -> Option<f64> {
        self.results.score().map(Score::value)
    }
}

impl End {
    /// Whether a rule has stopped the arm before it had all its pairs.
    pub fn is_early(self) -> bool {
        self != End::AllPlayed
    }

    /// In a few words.
    pub fn words(self, rule: Option<EarlyStop>) -> String {
        match (self, rule) {
            (End::Accepted, Some(EarlyStop::Sprt(rule))) => {
                let hypotheses = rule.test.hypotheses();
                format!(
                    "passed: {} {} or more",
                    hypotheses.elo1,
                    elo(hypotheses.model)
                )
            }
            (End::Rejected, Some(EarlyStop::Sprt(rule))) => {
                let hypotheses = rule.test.hypotheses();
                format!(
                    "failed: {} {} or less",
                    hypotheses.elo0,
                    elo(hypotheses.model)
                )
            }
            (End::Precise, Some(EarlyStop::Precision(Precision(half_width)))) => {
                format!("known to within {:.1} points", half_width * 100.0)
            }
            (End::AllPlayed, Some(EarlyStop::Sprt(_))) => "undecided, all pairs played".to_owned(),
            (End::AllPlayed, Some(EarlyStop::Precision(_))) => {
                "not precise enough, all pairs played".to_owned()
            }
            (End::AllPlayed, _) => "all pairs played".to_owned(),
            (End::Accepted, _) => "passed".to_owned(),
            (End::Rejected, _) => "failed".to_owned(),
            (End::Precise, _) => "precise enough".to_owned(),
            (End::Dropped(round), _) => format!("dropped after round {round}"),
        }
    }
}

fn elo(model: EloModel) -> &'static str {
    match model {
        EloModel::Logistic => "Elo",
        EloModel::Normalized => "normalized Elo",
    }
}
