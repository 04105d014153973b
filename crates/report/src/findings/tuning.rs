use serde::Serialize;

use super::Results;

/// What a tuning was asked for and where it has come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TuningFindings {
    /// Iterations in all.
    pub iterations: u32,
    /// Pairs of games of one iteration, in all arms together.
    pub pairs: u32,
    /// How many iterations could be under way at a time.
    pub lag: u32,
    /// What was tuned, in the order of the study.
    pub parameters: Vec<TunedParameter>,
    /// The iterations that have been learned from, in order.
    pub history: Vec<Iteration>,
    /// The tuned values as a study's `[player]` takes them.
    pub written: String,
}

/// A number of the engine that is tuned.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct TunedParameter {
    /// Its name.
    pub name: String,
    /// What it does, with its unit.
    pub about: String,
    /// Where it began.
    pub start: i32,
    /// It could not go below.
    pub low: i32,
    /// It could not go above.
    pub high: i32,
    /// How far it was perturbed either way at the end.
    pub step: f64,
    /// Its learning rate at the end.
    pub rate: f64,
    /// Where it is now.
    pub value: f64,
    /// The nearest number that the engine can play with.
    pub tuned: i32,
}

/// A step of a tuning.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Iteration {
    /// Its number, from 1.
    pub number: u32,
    /// Pairs of games up to its end, in all arms together.
    pub pairs: u64,
    /// Its games, as the side sees them that was perturbed as the draw says.
    pub results: Results,
    /// The parameters after it.
    pub values: Vec<f64>,
}

impl TuningFindings {
    /// Whether every iteration has been learned from.
    pub fn is_finished(&self) -> bool {
        self.history.len() == self.iterations as usize
    }

    /// The tuned values in the order of the parameters.
    pub fn tuned(&self) -> Vec<i32> {
        self.parameters.iter().map(|given| given.tuned).collect()
    }

    /// Games that were learned from.
    pub fn games(&self) -> u64 {
        self.history.iter().map(|step| step.results.games()).sum()
    }
}

impl TunedParameter {
    /// How far a value is from the start, in steps.
    pub(crate) fn steps(&self, value: f64) -> f64 {
        (value - f64::from(self.start)) / self.step
    }
}
