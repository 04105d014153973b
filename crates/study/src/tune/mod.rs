//! Tuning: numbers of the engine are set by many short matches between two perturbed copies of a player.

mod draw;
mod tuner;

#[cfg(test)]
mod tests;

use std::fmt::Write as _;

use assay_stats::{Gains, Parameter};

pub use tuner::{Learned, Tuner};

use crate::{Arm, Player, PlayerKind, StopRule, Study};

/// What a study of kind `tune` tunes, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Tune {
    /// Steps of the tuning.
    pub iterations: u32,
    /// Pairs of one iteration in each arm.
    pub pairs: u32,
    /// How many iterations may be under way at a time: the values of iteration `i` follow from the results of
    /// all iterations up to `i - lag`.
    pub lag: u32,
    /// How the steps shrink.
    pub shape: Shape,
    /// What is tuned, at least one number, in the order of the file.
    pub parameters: Vec<TuneParameter>,
    /// When the match of the tuned against the untuned player stops; `None` if there is to be none.
    pub verify: Option<StopRule>,
}

/// Exponents and stability of the gain sequences, see [`Gains`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// A as a share of the steps.
    pub stability: f64,
    /// Exponent of the step size.
    pub alpha: f64,
    /// Exponent of the perturbation.
    pub gamma: f64,
}

/// A tunable number of the engine and how it is tuned.
#[derive(Clone, Debug, PartialEq)]
pub struct TuneParameter {
    /// Its name in the engine's table of tunables.
    pub name: &'static str,
    /// What it does, with its unit.
    pub about: &'static str,
    /// Where it begins: what the player of the study has.
    pub start: i32,
    /// Never below.
    pub low: i32,
    /// Never above.
    pub high: i32,
    /// How far it is perturbed either way at the end: `c_end`.
    pub step: f64,
    /// Learning rate at the end: `r_end`.
    pub rate: f64,
}

/// The values with which the two players of a pair play, in the order of [`Tune::parameters`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sides {
    /// The first player's, perturbed as the flips say.
    pub plus: Vec<i32>,
    /// The second player's, perturbed the other way.
    pub minus: Vec<i32>,
}

/// Values that do not fit the parameters of a study.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct UnfitValues(String);

impl Tune {
    /// Pairs of each arm in all.
    pub fn pairs_in_all(&self) -> u32 {
        self.iterations * self.pairs
    }

    /// The gains for a study of so many arms: their steps are pairs of games, of all arms together.
    pub(crate) fn gains(&self, arms: u16) -> Gains {
        let Shape {
            stability,
            alpha,
            gamma,
        } = self.shape;
        Gains {
            steps: u64::from(self.pairs_in_all()) * u64::from(arms),
            stability,
            alpha,
            gamma,
        }
    }

    pub(crate) fn spsa_parameters(&self) -> Vec<Parameter> {
        let parameter = |given: &TuneParameter| Parameter {
            start: given.start.into(),
            least: given.low.into(),
            most: given.high.into(),
            c_end: given.step,
            r_end: given.rate,
        };
        self.parameters.iter().map(parameter).collect()
    }

    /// The nearest values the engine can play with.
    pub fn whole(&self, values: &[f64]) -> Vec<i32> {
        let whole = |(given, value): (&TuneParameter, &f64)| {
            (value.round() as i32).clamp(given.low, given.high)
        };
        self.parameters.iter().zip(values).map(whole).collect()
    }

    /// Values as a study's `[player]` takes them: `tunables = { tempo = 12, razor = 230 }`.
    pub fn written(&self, values: &[i32]) -> String {
        let mut text = String::from("tunables = { ");
        for (place, (given, value)) in self.parameters.iter().zip(values).enumerate() {
            let comma = if place > 0 { ", " } else { "" };
            // Writing to a string cannot fail.
            let _infallible = write!(text, "{comma}{} = {value}", given.name);
        }
        text + " }"
    }

    /// A player with these values.
    ///
    /// # Errors
    /// If they are not one number for every parameter, each within its bounds, or the player is another program.
    pub fn set(&self, player: &Player, values: &[i32]) -> Result<Player, UnfitValues> {
        let mut player = player.clone();
        let PlayerKind::Builtin(builtin) = &mut player.kind else {
            let what = format!("{} has none of our tunables", player.name);
            return Err(UnfitValues(what));
        };
        if values.len() != self.parameters.len() {
            let (given, wanted) = (values.len(), self.parameters.len());
            let what = format!("{given} values for the {wanted} parameters of the tuning");
            return Err(UnfitValues(what));
        }
        for (given, &value) in self.parameters.iter().zip(values) {
            let (name, low, high) = (given.name, given.low, given.high);
            let fits = (low..=high).contains(&value);
            if !fits || builtin.tunables.set(name, value).is_err() {
                let what = format!("{name} = {value} is outside {low} to {high}");
                return Err(UnfitValues(what));
            }
        }
        Ok(player)
    }
}

/// Where the tuned values begin in the text of a verification.
const TUNED: &str = "\n[tuned]\n";

impl Study {
    /// Both players of an arm, in the order of [`Arm::players`]; in a tuning with the values of a pair.
    ///
    /// # Errors
    /// If a tuning gets no values or unfit ones, or another study gets any.
    pub fn seated(&self, arm: &Arm, sides: Option<&Sides>) -> Result<[Player; 2], UnfitValues> {
        let [one, other] = self.players_of(arm);
        match (&self.tune, sides) {
            (None, None) => Ok([one.clone(), other.clone()]),
            (Some(tune), Some(sides)) => {
                Ok([tune.set(one, &sides.plus)?, tune.set(other, &sides.minus)?])
            }
            (Some(_), None) => Err(UnfitValues(
                "it is not known yet with which values the pair is to be played".to_owned(),
            )),
            (None, Some(_)) => Err(UnfitValues(
                "values for a study that tunes nothing".to_owned(),
            )),
        }
    }

    /// Text of the study that verifies a tuning: this study's, with the tuned values behind it, which makes it a match
    /// of the tuned against the untuned player with fresh openings. `None` where nothing is to be verified: the study tunes nothing,
    /// or asks for no verification, or the values are those it began with.
    pub fn verification_text(&self, values: &[i32]) -> Option<String> {
        let tune = self.tune.as_ref()?;
        tune.verify?;
        let starts = tune.parameters.iter().map(|given| given.start);
        if starts.eq(values.iter().copied()) {
            return None;
        }
        let mut text = format!("{}\n{TUNED}", self.text.trim_end());
        for (given, value) in tune.parameters.iter().zip(values) {
            let _infallible = writeln!(text, "{} = {value}", given.name);
        }
        Some(text)
    }
}
