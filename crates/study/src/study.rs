use std::fmt;

use assay_rules::AnyRules;

use crate::{
    ArmIndex, Centipawns, Choice, Game, MoveLimit, PairKey, PairNumber, Player, Plies, StudyId,
    StudySeed,
};

/// A valid study: a game, arms to compare, a player, openings, a stopping rule, an analysis. Made
/// from a file by [`StudyFile::check`](crate::StudyFile::check).
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Study {
    /// The study's id, the same for the same file on every machine.
    pub id: StudyId,
    /// The name as written.
    pub name: String,
    /// Path or other name of the file it was read from, for messages.
    pub origin: String,
    /// Text of the study file.
    pub text: String,
    /// The game.
    pub game: Game,
    /// What it asks.
    pub kind: StudyKind,
    /// Seed of everything random.
    pub seed: StudySeed,
    /// How much thinking a move may cost.
    pub limit: MoveLimit,
    /// What games begin with.
    pub openings: Openings,
    /// When to stop.
    pub stop: StopRule,
    /// What is compared, at least one arm; the order is that of the file.
    pub arms: Vec<Arm>,
    /// How the arms are made up, when they are every combination of some options.
    pub factorial: Option<Factorial>,
    /// Who plays both sides.
    pub player: Player,
    /// When games are ended before their rules end them.
    pub adjudication: Adjudication,
    /// Longest game, the opening included; a game that reaches it is drawn by length.
    pub length_cap: Plies,
    /// What is worked out of the records.
    pub analysis: Analysis,
}

/// What a study asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyKind {
    /// What rule options do to the game: arms against each other.
    Balance,
}

/// One fully decided set of options, and maybe a start array of its own.
#[derive(Clone)]
#[non_exhaustive]
pub struct Arm {
    /// Name in charts and seeds, unique within the study.
    pub name: String,
    /// Every option of the game, decided.
    pub choice: Choice,
    /// Position text the games start from, if it is not the game's own array.
    pub start: Option<String>,
    /// The rules that follow from both.
    pub rules: AnyRules,
    /// With a factorial, the index of the arm's value in each factor; empty otherwise.
    pub levels: Vec<usize>,
}

/// The options whose every combination is an arm. The last factor varies fastest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factorial {
    /// The factors, in the order of the file.
    pub factors: Vec<Factor>,
}

/// An option and the values it takes in a factorial, at least two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Factor {
    /// Name of the option.
    pub option: String,
    /// Its values, as they stand in a [`Choice`].
    pub values: Vec<String>,
}

/// What the games of a pair begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Openings {
    /// Seeded random moves.
    Random {
        /// How many plies.
        plies: Plies,
        /// Openings the engine scores beyond this are passed over.
        balance: Option<Centipawns>,
    },
    /// Lines of moves from the study file, one a pair, used again in order when they run out.
    Book {
        /// Move texts of each line.
        lines: Vec<Vec<String>>,
    },
}

/// When a study stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopRule {
    /// After so many pairs of every arm.
    Pairs(u32),
}

/// When games are ended before their rules end them; off where a rule is absent.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Adjudication {
    /// A game is lost when both searches agree on it for long enough.
    pub resign: Option<ResignRule>,
    /// A game is drawn when both searches see nothing for long enough.
    pub draw: Option<DrawRule>,
}

/// A game is lost for a side whose score, as both players see it, is this bad for so many plies on end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResignRule {
    /// At least so much behind.
    pub score: Centipawns,
    /// For so many plies on end, of both sides together.
    pub plies: Plies,
}

/// A game is drawn when both players' scores are this near to nought for so many plies on end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DrawRule {
    /// At most so far from nought.
    pub score: Centipawns,
    /// For so many plies on end, of both sides together.
    pub plies: Plies,
    /// Not before this ply of the game.
    pub after: Plies,
}

/// What is worked out of the records beside the balance of the arms.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Fit piece values.
    pub values: ValueFit,
}

/// Whether piece values are fitted from the records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueFit {
    /// Leave them out.
    No,
    /// Fit them by regression.
    Regression,
}

/// Without the tables of its rules.
impl fmt::Debug for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Arm")
            .field("name", &self.name)
            .field("choice", &self.choice)
            .field("start", &self.start)
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

impl Study {
    /// An arm; panics on an index of another study.
    pub fn arm(&self, arm: ArmIndex) -> &Arm {
        &self.arms[usize::from(arm.0)]
    }

    /// The arms with their indices.
    pub fn arms(&self) -> impl Iterator<Item = (ArmIndex, &Arm)> {
        (0..).map(ArmIndex).zip(&self.arms)
    }

    /// How many arms there are.
    pub fn arm_count(&self) -> u16 {
        self.arms.len() as u16
    }

    /// Most pairs an arm can come to.
    pub fn pairs_per_arm(&self) -> u32 {
        match self.stop {
            StopRule::Pairs(pairs) => pairs,
        }
    }

    /// Whether a pair belongs to the study.
    pub fn has(&self, key: PairKey) -> bool {
        key.arm.0 < self.arm_count() && key.pair < PairNumber(self.pairs_per_arm())
    }

    /// Whether records depend on nothing but the study: the determinism contract holds.
    pub fn is_deterministic(&self) -> bool {
        !matches!(self.limit, MoveLimit::Time(_)) && self.player.threads == 1
    }
}
