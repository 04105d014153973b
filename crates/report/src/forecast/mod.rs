//! What a study will cost and what it will be able to show, from a few of its pairs.

mod stop;
mod words;

use std::time::Duration;

use assay_arena::{GameResult, Record};
use assay_stats::{Confidence, Elo, Power, SampleSize};
use assay_study::{ArmIndex, Study, StudyKind};
use serde::Serialize;

use crate::estimate::{Estimate, Unit};

use stop::Basis;
pub use stop::{RaceRound, SprtForecast, StopForecast};

/// Fewest pairs whose spread says anything about the spread of the others.
const ENOUGH: usize = 8;

/// A pair that was played to find out, and how long one core was busy with it.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The arm.
    pub arm: ArmIndex,
    /// Its two games, the first player White in the first.
    pub games: [Record; 2],
    /// How long one slot was busy with it.
    pub busy: Duration,
}

/// What a study will cost and show.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Forecast {
    /// The study's title.
    pub name: String,
    /// Cores it would run on.
    pub cores: u32,
    /// One entry an arm.
    pub arms: Vec<ArmForecast>,
    /// Games of all arms.
    pub games: u64,
    /// Seconds one core would take for all of them.
    pub core_seconds: f64,
    /// Seconds `cores` cores will take, if pairs keep them busy.
    pub seconds: f64,
    /// What the rule that stops arms early will come to, in a study that has one.
    pub stop: Option<StopForecast>,
    /// What will be told with such precision, if all pairs are played.
    pub questions: Vec<Question>,
    /// How many iterations a tuning has.
    pub iterations: Option<u32>,
    /// All rounds of a study that fits piece values anew, if there may be more rounds than this one.
    pub rounds: Option<Rounds>,
    /// The match that verifies a tuning, if there is to be one.
    pub verification: Option<Verification>,
}

/// A study with the rounds after it, each played with values fitted to the one before.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Rounds {
    /// Rounds at most, this one among them.
    pub most: u32,
    /// Games of all of them.
    pub games: u64,
    /// Seconds one core would take for them.
    pub core_seconds: f64,
    /// Seconds all cores will take for them.
    pub seconds: f64,
}

/// What comes after a tuning: the match of the tuned against the untuned engine.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Verification {
    /// Games of all arms, at most.
    pub games: u64,
    /// Seconds all cores will take for them, at most.
    pub seconds: f64,
    /// Most pairs of an arm.
    pub pairs: u64,
    /// What its sequential test will come to, if it has one.
    pub stop: Option<StopForecast>,
}

/// An arm's share of the work.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmForecast {
    /// Name.
    pub name: String,
    /// Pairs to be played.
    pub pairs: u64,
    /// Pairs that were tried.
    pub tried: u64,
    /// Mean plies of a game.
    pub plies: Option<Estimate>,
    /// Mean seconds of a pair on one core; the mean of all arms where the arm had no trial.
    pub pair_seconds: f64,
    /// Half the width of the 95% interval that the arm's score will have.
    pub half_width: Option<Estimate>,
}

/// A comparison, and how small a change will be seen.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Question {
    /// What is compared, such as "White's score, one arm against another".
    pub about: String,
    /// The smallest true change that a two-sided test at 5% will show four times in five.
    pub visible: Estimate,
}

/// What is measured of a pair: a number between 0 and 1 for each of its games.
#[derive(Clone, Copy)]
enum Quantity {
    White,
    FirstPlayer,
    Decisive,
}

impl Quantity {
    fn name(self) -> &'static str {
        match self {
            Quantity::White => "White's score",
            Quantity::FirstPlayer => "the first player's score",
            Quantity::Decisive => "decisive games",
        }
    }

    /// The mean over both games of a pair, which is what pairs vary in.
    fn of(self, games: &[Record; 2]) -> f64 {
        let white = |record: &Record| match record.result {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        };
        let [first, second] = games;
        match self {
            Quantity::White => f64::midpoint(white(first), white(second)),
            Quantity::FirstPlayer => f64::midpoint(white(first), 1.0 - white(second)),
            Quantity::Decisive => {
                let decisive = games.iter().filter(|r| r.result != GameResult::Draw);
                decisive.count() as f64 / 2.0
            }
        }
    }
}

impl Forecast {
    /// The forecast for a study from some of its pairs; at least one. Of a sequential test it tells what to expect at
    /// its two hypotheses and halfway, and at the true differences `truths`.
    pub fn of(study: &Study, trials: &[Trial], cores: u32, truths: &[Elo]) -> Forecast {
        let seconds = |trials: &[&Trial]| {
            let busy: f64 = trials.iter().map(|trial| trial.busy.as_secs_f64()).sum();
            busy / trials.len().max(1) as f64
        };
        let all: Vec<&Trial> = trials.iter().collect();
        let own = |arm: ArmIndex| -> Vec<&Trial> {
            trials.iter().filter(|trial| trial.arm == arm).collect()
        };
        let score = main_quantity(study);
        let pairs = f64::from(study.pairs_per_arm());
        let spread = |quantity: Quantity| variance(trials, quantity);
        let arms: Vec<ArmForecast> = study
            .arms()
            .map(|(index, arm)| {
                let own = own(index);
                let pair_seconds = seconds(if own.is_empty() { &all } else { &own });
                ArmForecast {
                    name: arm.name.clone(),
                    pairs: u64::from(study.pairs_per_arm()),
                    tried: own.len() as u64,
                    plies: mean_plies(&own),
                    pair_seconds,
                    half_width: spread(score).and_then(|variance| {
                        let half = Confidence::P95.z() * (variance / pairs).sqrt();
                        Estimate::bare(Unit::Points, half)
                    }),
                }
            })
            .collect();
        let of_round: f64 = arms.iter().map(|a| a.pair_seconds).sum();
        let basis = Basis {
            stop: study.stop,
            arms: study.arm_count(),
            trials,
            quantity: score,
            seconds_of_round: of_round / f64::from(cores.max(1)),
            truths,
        };
        let stop = basis.forecast();
        let at_most: f64 = arms.iter().map(|a| a.pairs as f64 * a.pair_seconds).sum();
        let pairs_at_most: u64 = arms.iter().map(|arm| arm.pairs).sum();
        // Halving is known to drop arms.
        let pairs = match &stop {
            Some(StopForecast::Halving { pairs, .. }) => *pairs,
            _ => pairs_at_most,
        };
        let core_seconds = at_most * pairs as f64 / pairs_at_most.max(1) as f64;
        Forecast {
            name: study.name.clone(),
            cores,
            games: 2 * pairs,
            stop,
            core_seconds,
            seconds: core_seconds / f64::from(cores.max(1)),
            questions: questions(study, trials),
            iterations: study.tune.as_ref().map(|tune| tune.iterations),
            rounds: rounds(study, 2 * pairs, core_seconds, cores),
            verification: verification(study, &basis),
            arms,
        }
    }
}

/// The study's round and those after it.
fn rounds(study: &Study, games: u64, core_seconds: f64, cores: u32) -> Option<Rounds> {
    let after = study.retune?.rounds.saturating_sub(study.round);
    let most = 1 + u32::from(after);
    (after > 0).then(|| Rounds {
        most,
        games: u64::from(most) * games,
        core_seconds: f64::from(most) * core_seconds,
        seconds: f64::from(most) * core_seconds / f64::from(cores.max(1)),
    })
}

/// The match after a tuning, whose pairs are taken to be like those of the tuning.
fn verification(study: &Study, tuning: &Basis<'_>) -> Option<Verification> {
    let stop = study.tune.as_ref()?.verify?;
    let pairs = u64::from(stop.pairs);
    Some(Verification {
        games: 2 * pairs * u64::from(tuning.arms),
        seconds: pairs as f64 * tuning.seconds_of_round,
        pairs,
        stop: Basis { stop, ..*tuning }.forecast(),
    })
}

fn main_quantity(study: &Study) -> Quantity {
    match study.kind {
        StudyKind::Balance | StudyKind::Values => Quantity::White,
        StudyKind::Match | StudyKind::Tournament(_) | StudyKind::Tune => Quantity::FirstPlayer,
    }
}

fn questions(study: &Study, trials: &[Trial]) -> Vec<Question> {
    let pairs = f64::from(study.pairs_per_arm());
    let mut questions = Vec::new();
    let mut ask = |quantity: Quantity, what: &str, samples: f64, groups: f64| {
        let found = variance(trials, quantity).and_then(|variance| {
            let question = SampleSize {
                variance: groups * variance,
                effect: 0.0,
                confidence: Confidence::P95,
            };
            let visible = question.detectable(samples, Power::P80)?;
            Some(Question {
                about: format!("{}, {what}", quantity.name()),
                visible: Estimate::bare(Unit::Points, visible)?,
            })
        });
        questions.extend(found);
    };
    match study.kind {
        StudyKind::Balance => {
            ask(Quantity::White, "an arm against 50%", pairs, 1.0);
            for quantity in [Quantity::White, Quantity::Decisive] {
                if study.arms.len() > 1 {
                    ask(quantity, "one arm against another", pairs, 2.0);
                }
                for factor in study.factorial.iter().flat_map(|f| &f.factors) {
                    // Every value of the option is shared by an equal part of the arms.
                    let each = pairs * study.arms.len() as f64 / factor.values.len() as f64;
                    if study.arms.len() > factor.values.len() {
                        let what = format!("{}: one value against another", factor.option);
                        ask(quantity, &what, each, 2.0);
                    }
                }
            }
        }
        // It ends somewhere in any case; whether that is better is for the match after it.
        StudyKind::Tune => {}
        StudyKind::Values => ask(Quantity::White, "an arm against 50%", pairs, 1.0),
        StudyKind::Match | StudyKind::Tournament(_) => {
            ask(Quantity::FirstPlayer, "against 50%", pairs, 1.0);
        }
    }
    questions
}

/// Variance of a pair's mean around the mean of its arm, pooled over arms; `None` while too few pairs
/// were tried, or where they do not differ at all.
fn variance(trials: &[Trial], quantity: Quantity) -> Option<f64> {
    let mut arms: Vec<ArmIndex> = trials.iter().map(|trial| trial.arm).collect();
    arms.sort_unstable();
    arms.dedup();
    let (mut squares, mut freedom) = (0.0, 0usize);
    for arm in arms {
        let own = trials.iter().filter(|trial| trial.arm == arm);
        let values: Vec<f64> = own.map(|trial| quantity.of(&trial.games)).collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        squares += values.iter().map(|x| (x - mean).powi(2)).sum::<f64>();
        freedom += values.len() - 1;
    }
    (freedom >= ENOUGH && squares > 0.0).then(|| squares / freedom as f64)
}

/// The mean of a quantity over all trials; `None` without any.
fn mean(trials: &[Trial], quantity: Quantity) -> Option<f64> {
    let sum: f64 = trials.iter().map(|trial| quantity.of(&trial.games)).sum();
    (!trials.is_empty()).then(|| sum / trials.len() as f64)
}

fn mean_plies(trials: &[&Trial]) -> Option<Estimate> {
    let games = || trials.iter().flat_map(|trial| &trial.games);
    let plies: usize = games().map(|record| record.moves.len()).sum();
    Estimate::bare(Unit::Plies, plies as f64 / games().count() as f64)
}
