//! Everything a report says, as numbers.

mod arm;
mod between;
mod imbalance;
mod ladder;
mod matches;
mod published;
mod stopping;
mod study;
mod tournament;
mod tuning;
mod values;

use serde::Serialize;

use crate::estimate::{Estimate, Unit};
use crate::rounds::Round;

pub(crate) use arm::share_of_moves;
pub use arm::{
    ArmFindings, EndingShare, Length, OpeningsPlayed, Phase, PhaseUse, Special, SpecialUse,
};
pub use between::{Change, Difference, Effect, LevelStep, Measure};
pub use imbalance::{BothWays, FitTest, ImbalanceFindings, ImbalanceMatch, Stage};
pub use ladder::{LadderFindings, LadderLine, Rung};
pub use matches::{ColourResults, MatchFindings, Results, Sequential, Verdict};
pub use published::{Agreement, BesideChange, BesideFigure, BesideValue, PublishedFindings};
pub use stopping::{StoppingFindings, StoppingPath, StoppingPoint, StoppingRule};
pub use study::{ArmName, Factor, PlayerName, StudyFacts, StudyKind};
pub use tournament::{Comparison, ErrorsOfRatings, Meeting, Standing, TournamentFindings};
pub use tuning::{Iteration, TunedParameter, TuningFindings};
pub use values::{
    FitOf, FitState, PhaseChange, PieceValue, Told, ValueFindings, ValueFit, WorthUnit,
};

/// The numbers of a study: what [`crate::render`] shows and what the JSON file holds.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Findings {
    /// What was studied and how.
    pub study: StudyFacts,
    /// One entry an arm, in the order of the study; also for arms without a game.
    pub arms: Vec<ArmFindings>,
    /// All games together; `None` but in a tournament, whose arms are pairings under the same rules.
    pub together: Option<ArmFindings>,
    /// One entry an arm in which two players met; empty where everybody plays himself.
    pub matches: Vec<MatchFindings>,
    /// How strong the players of a tournament are.
    pub tournament: Option<TournamentFindings>,
    /// The arms by strength of play, where several players play themselves.
    pub ladder: Option<LadderFindings>,
    /// Every two arms of which both have games, measure by measure; empty in a tournament.
    pub differences: Vec<Difference>,
    /// Main effects, then two-way interactions, measure by measure; empty without a factorial.
    pub effects: Vec<Effect>,
    /// What the pieces are worth; `None` when the study does not ask.
    pub values: Option<ValueFindings>,
    /// Which arms stopped early by their precision or in a race, as sentences.
    pub stops: Vec<String>,
    /// How arms came to stop, pair by pair; `None` where nothing could stop them early.
    pub stopping: Option<StoppingFindings>,
    /// What each round so far was played with and came to, for a study that fits values between rounds; the last
    /// round is the one these findings are of. Empty otherwise.
    pub rounds: Vec<Round>,
    /// Where a tuning has come to. Where the match of the tuned player is played, everything else is of that match.
    pub tuning: Option<TuningFindings>,
    /// What they are worth by matches with unequal arrays; only in a study of values.
    pub imbalance: Option<ImbalanceFindings>,
    /// What others found, beside the same here, a source an entry; empty unless the study file gives it.
    pub published: Vec<PublishedFindings>,
    /// Games that could not be counted, each with the reason: half pairs, records that do not replay.
    pub left_out: Vec<String>,
}

impl Findings {
    /// Games counted.
    pub fn games(&self) -> u64 {
        self.arms.iter().map(|arm| arm.games).sum()
    }

    /// What the game itself is reported by: the arms, or a tournament's games all together.
    pub fn balance(&self) -> &[ArmFindings] {
        self.together
            .as_ref()
            .map_or(&self.arms, std::slice::from_ref)
    }

    /// Name of a player by index.
    pub fn player(&self, index: usize) -> &str {
        &self.study.roster[index].name
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

    /// Pairs that will be counted in all arms together, at most.
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
