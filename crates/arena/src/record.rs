use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// One finished game. Everything but [`Provenance`] depends only on the study seed, the arm, the pair
/// number, the players and the engine version.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Position text the game started from, before the opening moves.
    pub start: String,
    /// How many of `moves` are the opening, chosen by no player.
    pub opening_plies: u16,
    /// Move texts, the opening included.
    pub moves: Vec<String>,
    /// What the mover's search said of each move; one entry a move, `None` for opening moves and for
    /// players that report nothing.
    pub searched: Vec<Option<Searched>>,
    /// Who won.
    pub result: GameResult,
    /// How the game ended.
    pub reason: Reason,
    /// Nodes searched by both players together.
    pub nodes: u64,
    /// Version of the engine and rules that played, such as `assay 0.1.0`.
    pub engine: String,
    /// Who played White and Black, as external engines name themselves and as [`Record::engine`] has it for the
    /// built-in one. `None` if both players are the built-in engine, and in records from before there were others.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub players: Option<[String; 2]>,
    /// Hash of everything that decides the game besides the opening: rules, players, limits, adjudication.
    pub settings: String,
    /// Where and how long; never compared.
    pub provenance: Provenance,
}

/// What a search said of the move it chose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Searched {
    /// Centipawns as the mover sees it; mate scores as the engine's own large numbers.
    pub eval: i32,
    /// Completed depth in plies.
    pub depth: u8,
}

/// Where a game was played and how long it took.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// Name of the worker.
    pub worker: String,
    /// Wall-clock milliseconds.
    pub millis: u64,
}

impl Record {
    /// Whether two records are the same game played the same way, wherever they were played.
    pub fn same_game(&self, other: &Record) -> bool {
        let bare = |r: &Record| Record {
            provenance: Provenance::default(),
            ..r.clone()
        };
        bare(self) == bare(other)
    }
}

/// Result of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum GameResult {
    /// Black won.
    BlackWins,
    /// Nobody won.
    Draw,
    /// White won.
    WhiteWins,
}

/// How a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reason {
    /// A king was captured at once.
    KingTaken,
    /// A king lost its last form.
    LastFormLost,
    /// Checkmate.
    Mate,
    /// No legal move, not in check; a draw or a win as the game's option says.
    Stalemate,
    /// Third occurrence of a position.
    Repetition,
    /// The game's count of quiet plies ran out.
    MoveCount,
    /// Neither side can win.
    DeadPosition,
    /// The study's cap on the length of a game.
    LengthCap,
    /// Adjudicated as won by score.
    AdjudicatedWin,
    /// Adjudicated as drawn by score.
    AdjudicatedDraw,
}

impl Reason {
    /// Every reason, in the order reports use.
    pub const ALL: [Reason; 10] = [
        Reason::KingTaken,
        Reason::LastFormLost,
        Reason::Mate,
        Reason::Stalemate,
        Reason::Repetition,
        Reason::MoveCount,
        Reason::DeadPosition,
        Reason::LengthCap,
        Reason::AdjudicatedWin,
        Reason::AdjudicatedDraw,
    ];

    /// The name used in files and tables.
    pub fn name(self) -> &'static str {
        match self {
            Reason::KingTaken => "king-taken",
            Reason::LastFormLost => "last-form-lost",
            Reason::Mate => "mate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition => "repetition",
            Reason::MoveCount => "move-count",
            Reason::DeadPosition => "dead-position",
            Reason::LengthCap => "length-cap",
            Reason::AdjudicatedWin => "adjudicated-win",
            Reason::AdjudicatedDraw => "adjudicated-draw",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Reason {
    type Err = UnknownName;

    fn from_str(text: &str) -> Result<Self, UnknownName> {
        Reason::ALL
            .into_iter()
            .find(|r| r.name() == text)
            .ok_or_else(|| UnknownName(text.to_owned()))
    }
}

impl GameResult {
    /// White's score: 1, 0.5 or 0.
    pub fn white_score(self) -> f64 {
        match self {
            GameResult::WhiteWins => 1.0,
            GameResult::Draw => 0.5,
            GameResult::BlackWins => 0.0,
        }
    }

    /// `1-0`, `1/2-1/2` or `0-1`.
    pub fn text(self) -> &'static str {
        match self {
            GameResult::WhiteWins => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::BlackWins => "0-1",
        }
    }
}

/// A name that is none of the known ones.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("unknown name {0:?}")]
pub struct UnknownName(pub String);
