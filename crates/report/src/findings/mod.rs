//! Everything a report says, as numbers.

mod arm;
mod between;
mod imbalance;
mod study;
mod values;

use serde::Serialize;

use crate::estimate::{Estimate, Unit};
use crate::rounds::Round;

pub use arm::{ArmFindings, EndingShare, Length, Special, SpecialUse};
pub use between::{Change, Difference, Effect, LevelStep, Measure};
pub use imbalance::{BothWays, FitTest, ImbalanceFindings, ImbalanceMatch};
pub use study::{ArmName, Factor, StudyFacts};
pub use values::{FitOf, FitState, PieceValue, Told, ValueFindings, ValueFit};

/// The numbers of a study: what [`crate::render`] shows and what the JSON file holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// What was studied and how.
    pub study: StudyFacts,
    /// One entry an arm, in the order of the study; also for arms without a game.
    pub arms: Vec<ArmFindings>,
    /// Every two arms of which both have games, measure by measure.
    pub differences: Vec<Difference>,
    /// Main effects, then two-way interactions, measure by measure; empty without a factorial.
    pub effects: Vec<Effect>,
    /// What the pieces are worth; `None` when the study does not ask.
    pub values: Option<ValueFindings>,
    /// What each round so far was played with and came to, for a study that fits values between rounds; the last
    /// round is the one these findings are of. Empty otherwise.
    pub rounds: Vec<Round>,
    /// What they are worth by matches with unequal arrays; only in a study of values.
    pub imbalance: Option<ImbalanceFindings>,
    /// Games that could not be counted, each with the reason: half pairs, records that do not replay.
    pub left_out: Vec<String>,
}

impl Findings {
    /// Games counted.
    pub fn games(&self) -> u64 {
        self.arms.iter().map(|arm| arm.games).sum()
    }

    /// The special moves that some arm made, in the order of [`Special::ALL`].
    pub fn specials_used(&self) -> Vec<Special> {
        let made = |special: &Special| {
            let mut uses = self.arms.iter().flat_map(|arm| &arm.specials);
            uses.any(|used| used.special == *special && used.moves > 0)
        };
        Special::ALL.into_iter().filter(made).collect()
    }

    /// Finished pairs counted.
    pub fn pairs(&self) -> u64 {
        self.arms.iter().map(|arm| arm.pairs).sum()
    }

    /// Pairs the study asks for in all arms together.
    pub fn pairs_wanted(&self) -> u64 {
        self.study.pairs_wanted
    }

    /// Differences between arms of one measure.
    pub fn differences_of(&self, measure: Measure) -> impl Iterator<Item = &Difference> {
        self.differences
            .iter()
            .filter(move |d| d.measure == measure)
    }

    /// Effects on one measure, main effects first.
    pub fn effects_on(&self, measure: Measure) -> impl Iterator<Item = &Effect> {
        self.effects.iter().filter(move |e| e.measure == measure)
    }
}
