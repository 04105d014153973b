use serde::Serialize;

use super::{Estimate, Unit};

/// What is compared between arms. "Fairer" and "more decisive" are separate questions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// White's score.
    WhiteScore,
    /// Share of decisive games.
    DecisiveRate,
    /// Mean length of a game in plies.
    Length,
}

impl Measure {
    /// Every measure, in the order reports use.
    pub const ALL: [Measure; 3] = [Measure::WhiteScore, Measure::DecisiveRate, Measure::Length];

    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Measure::WhiteScore => "white-score",
            Measure::DecisiveRate => "decisive-rate",
            Measure::Length => "length",
        }
    }

    /// The name readers see.
    pub fn label(self) -> &'static str {
        match self {
            Measure::WhiteScore => "White's score",
            Measure::DecisiveRate => "decisive games",
            Measure::Length => "length in plies",
        }
    }

    /// What a difference is counted in, in words.
    pub(crate) fn counted_in(self) -> &'static str {
        match self {
            Measure::WhiteScore | Measure::DecisiveRate => "points",
            Measure::Length => "plies",
        }
    }

    /// The unit of a difference.
    pub fn unit(self) -> Unit {
        match self {
            Measure::WhiteScore | Measure::DecisiveRate => Unit::Points,
            Measure::Length => Unit::PlyChange,
        }
    }
}

/// A change of a measure with its test against "no change".
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Change {
    /// How much, with its 95% interval.
    pub estimate: Estimate,
    /// Two-sided p-value; `None` where no test is possible.
    pub p: Option<f64>,
    /// The p-value after Holm's adjustment for all tests of the same table.
    pub holm: Option<f64>,
    /// The smallest true change that as many games would have shown (two-sided 5%) four times in five, in the unit of the estimate.
    pub visible: Option<f64>,
}

impl Change {
    /// Whether the change is told from none after adjustment.
    pub fn is_told(&self) -> bool {
        self.holm.is_some_and(|p| p < 0.05)
    }

    /// Whether there is no p-value only because pairs are too few for one: they differ, or nothing would have been seen
    /// at all.
    pub fn lacks_pairs(&self) -> bool {
        self.p.is_none() && self.visible.is_some()
    }
}

/// Arm against arm: `arm` minus `against`.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    /// What is compared.
    pub measure: Measure,
    /// Index of the arm.
    pub arm: usize,
    /// Index of the arm it is compared with.
    pub against: usize,
    /// How much more `arm` has of it.
    pub change: Change,
}

/// What changing one option does (one step), or how much the second step changes what the first does (two steps).
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Effect {
    /// On what.
    pub measure: Measure,
    /// One step for a main effect, two for an interaction.
    pub steps: Vec<LevelStep>,
    /// The effect, every setting of the other options weighing the same.
    pub change: Change,
    /// The same effect in log-odds, by fractional logistic regression; `None` for length and where there is no spread.
    pub log_odds: Option<Estimate>,
}

/// An option set from its base value to another.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct LevelStep {
    /// Name of the option.
    pub option: String,
    /// The first value of the study.
    pub from: String,
    /// The value compared with it.
    pub to: String,
}

impl Effect {
    /// Such as `turning: curved → crooked`, or for an interaction `turning=crooked × springs=true`.
    pub fn label(&self) -> String {
        match self.steps.as_slice() {
            [only] => format!("{}: {} → {}", only.option, only.from, only.to),
            several => several
                .iter()
                .map(|step| format!("{}={}", step.option, step.to))
                .collect::<Vec<_>>()
                .join(" × "),
        }
    }

    /// Whether this is the effect of one option alone.
    pub fn is_main(&self) -> bool {
        self.steps.len() == 1
    }
}
