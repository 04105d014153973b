//! Values fitted again and again: what each round was played with and what its games say.

use std::collections::BTreeMap;

use assay_rules::with_rules;
use assay_search::Values;
use assay_study::{Arm, FittedArm, PlayerKind, Study};
use serde::Serialize;

use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, FitOf, PieceValue, Told};

/// Centipawns of a pawn in values that are handed to the engine.
const PAWN: f64 = 100.0;
/// The greatest value the engine takes, in centipawns.
const MOST: f64 = 5_000.0;

/// One round of a study that fits piece values between rounds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Round {
    /// How many times values had been fitted before: 0 is the study as it is written.
    pub round: u8,
    /// One entry an arm.
    pub arms: Vec<RoundArm>,
}

/// An arm's values in one round.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundArm {
    /// Name of the arm.
    pub arm: String,
    /// One entry a piece and king form.
    pub values: Vec<RoundValue>,
}

/// What a piece was taken to be worth, and what the games then said.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct RoundValue {
    /// The piece's letter, or `form N` for a king form.
    pub symbol: String,
    /// Name readers see.
    pub name: String,
    /// What the engine played with, in pawns; `None` in a game without a pawn.
    pub used: Option<Estimate>,
    /// What the games of the round say, in pawns.
    pub fitted: Told,
}

impl RoundValue {
    /// Whether the value played with is inside the noise of the one fitted, or cannot be judged.
    pub fn is_settled(&self) -> bool {
        match (&self.used, self.fitted.estimate()) {
            (Some(used), Some(fitted)) => !fitted.excludes(used.value()),
            _ => true,
        }
    }
}

impl Round {
    /// The round of a study's games; `None` when the study fits no values.
    pub fn of(study: &Study, findings: &Findings) -> Option<Round> {
        let fits = &findings.values.as_ref()?.fits;
        let arms = study.arms().map(|(index, arm)| {
            let own = FitOf::Arm(usize::from(index.0));
            let alone = study.arms.len() == 1;
            let fit = fits
                .iter()
                .find(|fit| fit.of == own || (alone && fit.of == FitOf::All));
            let used = used(study, arm);
            RoundArm {
                arm: arm.name.clone(),
                values: fit
                    .into_iter()
                    .flat_map(|fit| &fit.values)
                    .map(|value| RoundValue {
                        symbol: value.symbol.clone(),
                        name: value.name.clone(),
                        used: used
                            .get(&value.symbol)
                            .and_then(|&pawns| Estimate::bare(Unit::Pawns, pawns)),
                        fitted: value.pawns(),
                    })
                    .collect(),
            }
        });
        Some(Round {
            round: study.round,
            arms: arms.collect(),
        })
    }

    /// Whether every value that was played with lies within the 95% interval of the one fitted to the games:
    /// another round would change nothing but noise.
    pub fn is_settled(&self) -> bool {
        self.values().all(RoundValue::is_settled)
    }

    /// How many values lie outside, of how many that could be told.
    pub fn unsettled(&self) -> (usize, usize) {
        let told = self
            .values()
            .filter(|value| value.fitted.estimate().is_some());
        let outside = self.values().filter(|value| !value.is_settled());
        (outside.count(), told.count())
    }

    fn values(&self) -> impl Iterator<Item = &RoundValue> {
        self.arms.iter().flat_map(|arm| &arm.values)
    }

    /// What the next round is played with. Values the games could not tell stay as they were; an arm of which nothing
    /// could be told is left out.
    pub fn fitted(&self) -> Vec<FittedArm> {
        let arm = |arm: &RoundArm| {
            let told = arm.values.iter().any(|v| v.fitted.estimate().is_some());
            told.then(|| FittedArm {
                arm: arm.arm.clone(),
                values: collect(arm.values.iter().filter_map(|value| {
                    let told = value.fitted.estimate().or(value.used.as_ref())?;
                    Some((value.symbol.as_str(), told.value()))
                })),
            })
        };
        self.arms.iter().filter_map(arm).collect()
    }
}

impl Findings {
    /// What the games of all arms together say the pieces are worth, as values for the engine; `None` when nothing could
    /// be told.
    pub fn fitted_values(&self) -> Option<Values> {
        let all = self
            .values
            .as_ref()?
            .fits
            .iter()
            .find(|fit| fit.of == FitOf::All)?;
        let told = |value: &PieceValue| {
            let pawns = match value.pawns().estimate() {
                Some(pawns) => pawns.value(),
                // The unit itself has no interval.
                None if self.is_unit(value) => 1.0,
                None => return None,
            };
            Some((value.symbol.clone(), pawns))
        };
        let told: Vec<(String, f64)> = all.values.iter().filter_map(told).collect();
        // The pawn alone is no news.
        (told.len() > 1)
            .then(|| collect(told.iter().map(|(symbol, pawns)| (symbol.as_str(), *pawns))))
    }

    /// Whether it is the pawn that everything is counted in.
    fn is_unit(&self, value: &PieceValue) -> bool {
        let values = self.values.as_ref();
        let in_pawns = values.filter(|values| values.not_in_pawns.is_none());
        let unit = in_pawns.and_then(|values| values.unit.as_ref());
        unit.is_some_and(|unit| unit.symbol == value.symbol)
    }
}

/// Values in centipawns from symbols and pawns.
fn collect<'a>(told: impl IntoIterator<Item = (&'a str, f64)>) -> Values {
    let mut values = Values::default();
    for (symbol, pawns) in told {
        // The engine takes a piece in hand to be worth as much as on the board.
        if symbol.starts_with(HAND) {
            continue;
        }
        let (into, letter) = match symbol.strip_prefix(FORM) {
            Some(letter) => (&mut values.forms, letter),
            None => (&mut values.pieces, symbol),
        };
        if let Some(letter) = letter.chars().next() {
            let centipawns = (pawns * PAWN).round().clamp(0.0, MOST) as i32;
            into.insert(letter, centipawns);
        }
    }
    values
}

/// What stands before the letter of a piece in hand in a symbol.
const HAND: &str = "hand ";

/// What stands before a form's letter in a symbol.
const FORM: &str = "form ";

/// What an arm's engine takes pieces to be worth, in pawns by symbol.
fn used(study: &Study, arm: &Arm) -> BTreeMap<String, f64> {
    let [player, _] = study.players_of(arm);
    let PlayerKind::Builtin(builtin) = &player.kind else {
        return BTreeMap::new();
    };
    let values = builtin.values_in(&arm.rules);
    let Some(pawn) = pawn(arm).and_then(|letter| values.pieces.get(&letter)) else {
        return BTreeMap::new();
    };
    let pawn = f64::from((*pawn).max(1));
    let pieces = values.pieces.iter().map(|(l, v)| (l.to_string(), *v));
    let forms = values.forms.iter().map(|(l, v)| (format!("{FORM}{l}"), *v));
    pieces
        .chain(forms)
        .map(|(symbol, value)| (symbol, f64::from(value) / pawn))
        .collect()
}

/// The letter of the piece that values are counted in.
fn pawn(arm: &Arm) -> Option<char> {
    with_rules!(&arm.rules, rules => {
        let mut kinds = rules.kinds().iter();
        kinds.find(|kind| kind.pawn && !kind.royal).map(|kind| kind.letter)
    })
}
