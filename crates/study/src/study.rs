use std::fmt;

use assay_rules::{AnyRules, with_rules};

use crate::{
    ArmIndex, Centipawns, Choice, Game, Imbalance, MoveLimit, PairKey, PairNumber, Player,
    PlayerIndex, Plies, Published, Retune, Starts, StopRule, StudyId, StudySeed, Tune,
};

/// A valid study: a game, arms to compare, players, openings, a stopping rule, an analysis. Made
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
    /// What games begin with.
    pub openings: Openings,
    /// When to stop.
    pub stop: StopRule,
    /// What is compared, at least one arm; the order is that of the file.
    pub arms: Vec<Arm>,
    /// How the arms are made up, when they are every combination of some options or players.
    pub factorial: Option<Factorial>,
    /// Who plays, at least one; the order is that of the file.
    pub players: Vec<Player>,
    /// When games are ended before their rules end them.
    pub adjudication: Adjudication,
    /// Longest game, the opening included; a game that reaches it is drawn by length.
    pub length_cap: Plies,
    /// What is worked out of the records.
    pub analysis: Analysis,
    /// What others found, in the order of the file.
    pub published: Vec<Published>,
    /// Whether values are to be fitted to each arm's games and the study played again with them.
    pub retune: Option<Retune>,
    /// How many times values have been fitted before this study's games: 0 for a study as people write it.
    pub round: u8,
    /// What is tuned, in a study of that kind.
    pub tune: Option<Tune>,
}

/// What a study asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StudyKind {
    /// What rule options do to the game: arms against each other. Everybody plays himself.
    Balance,
    /// Which of two players is the stronger: in each arm they play each other.
    Match,
    /// How strong several players are: an arm for every two that meet.
    Tournament(Format),
    /// What the pieces are worth: an arm for every imbalance of the start array. One player plays himself.
    Values,
    /// Which values of the engine's numbers play best: in each arm perturbed copies of one player play each other.
    Tune,
}

/// Who meets whom in a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everybody meets everybody.
    RoundRobin,
    /// The first player meets everybody else.
    Gauntlet,
}

/// One fully decided set of options, maybe a start array of its own, and who plays.
#[derive(Clone)]
#[non_exhaustive]
pub struct Arm {
    /// Name in charts and seeds, unique within the study.
    pub name: String,
    /// Every option of the game, decided.
    pub choice: Choice,
    /// Position text the games start from, if it is not the game's own array.
    pub start: Option<String>,
    /// How its arrays are unequal, in a study of values.
    pub imbalance: Option<Imbalance>,
    /// Where its pairs begin.
    pub starts: Starts,
    /// The rules that follow from both.
    pub rules: AnyRules,
    /// Who plays: in the first game of a pair the first has White.
    pub players: [PlayerIndex; 2],
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
    /// Name of the option, or [`Factor::PLAYER`].
    pub option: String,
    /// Its values, as they stand in a [`Choice`]; or the players' names.
    pub values: Vec<String>,
}

impl Factor {
    /// Name of the factor whose values are the players of the study.
    pub const PLAYER: &str = "player";
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
    /// Whether they are also fitted phase by phase.
    pub phases: Phases,
}

/// Whether piece values are fitted for each phase of the game too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phases {
    /// The game as a whole only.
    Together,
    /// Also each phase by itself.
    Apart,
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
            .field("imbalance", &self.imbalance)
            .field("players", &self.players)
            .field("levels", &self.levels)
            .finish_non_exhaustive()
    }
}

impl Arm {
    /// Letters of the pieces that are worth something: all but the royal one.
    pub fn piece_letters(&self) -> Vec<char> {
        with_rules!(&self.rules, rules => {
            let worth = rules.kinds().iter().filter(|kind| !kind.royal);
            worth.map(|kind| kind.letter).collect()
        })
    }

    /// Letters of the forms of a transforming king; none in most games.
    pub fn form_letters(&self) -> Vec<char> {
        with_rules!(&self.rules, rules => rules.form_letters().to_vec())
    }
}

impl Study {
    /// An arm; panics on an index of another study.
    pub fn arm(&self, arm: ArmIndex) -> &Arm {
        &self.arms[usize::from(arm.0)]
    }

    /// A player; panics on an index of another study.
    pub fn player(&self, player: PlayerIndex) -> &Player {
        &self.players[usize::from(player.0)]
    }

    /// Whether some arm is played from shuffled arrays.
    pub fn is_shuffled(&self) -> bool {
        self.arms.iter().any(|arm| arm.starts == Starts::Shuffled)
    }

    /// Both players of an arm, in the order of [`Arm::players`].
    pub fn players_of(&self, arm: &Arm) -> [&Player; 2] {
        arm.players.map(|player| self.player(player))
    }

    /// How much thinking a move may cost, if that is the same for every player.
    pub fn common_limit(&self) -> Option<MoveLimit> {
        let limit = self.players.first()?.limit;
        self.players
            .iter()
            .all(|player| player.limit == limit)
            .then_some(limit)
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
        self.stop.pairs
    }

    /// Whether a pair belongs to the study.
    pub fn has(&self, key: PairKey) -> bool {
        key.arm.0 < self.arm_count() && key.pair < PairNumber(self.pairs_per_arm())
    }

    /// Whether records depend on nothing but the study: the determinism contract holds.
    pub fn is_deterministic(&self) -> bool {
        self.players.iter().all(Player::is_deterministic)
    }
}
