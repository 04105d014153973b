use assay_rules::AnyRules;
use assay_search::Centipawns;

use crate::{Opening, PlayerSpec, Terms};

/// Two games to be played from one opening with the sides swapped: the unit of work.
#[derive(Clone)]
pub struct PairJob {
    /// The game with every option decided.
    pub rules: AnyRules,
    /// Candidates in order: the first within [`PairJob::balance`] is played, or if none is, the one
    /// nearest to level. At least one.
    pub openings: Vec<Opening>,
    /// How far from level a short search may see an opening; `None` plays the first candidate.
    pub balance: Option<Centipawns>,
    /// In the first game `players[0]` is White, in the second `players[1]`.
    pub players: [PlayerSpec; 2],
    /// When a game ends besides by its own rules.
    pub terms: Terms,
    /// Decides every choice left to chance.
    pub seed: u64,
}

/// Why a pair has no records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairFault {
    /// It was asked to stop.
    #[error("stopped before the pair was finished")]
    Stopped,
    /// A player or the job itself is at fault; the words say how, with the position where it happened.
    #[error("{0}")]
    Failed(String),
}
