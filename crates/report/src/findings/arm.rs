use assay_arena::Reason;
use serde::Serialize;

use super::Estimate;

/// What the games of one arm say.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ArmFindings {
    /// The arm's name.
    pub name: String,
    /// Games counted, two a pair.
    pub games: u64,
    /// Finished pairs.
    pub pairs: u64,
    /// Games that differ from each other in their moves.
    pub distinct_games: u64,
    /// Games White won.
    pub white_wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games Black won.
    pub black_wins: u64,
    /// White's mean score with an interval clustered by pair.
    pub score: Option<Estimate>,
    /// Share of drawn games, Wilson interval.
    pub draw_rate: Option<Estimate>,
    /// Share of decisive games, Wilson interval.
    pub decisive_rate: Option<Estimate>,
    /// White's share of the decisive games, Wilson interval.
    pub white_of_decisive: Option<Estimate>,
    /// White's score as Elo: what moving first is worth.
    pub first_move_elo: Option<Estimate>,
    /// Length of the games; `None` without games.
    pub length: Option<Length>,
    /// How games ended, in the order of [`Reason::ALL`], only reasons that occurred.
    pub endings: Vec<EndingShare>,
    /// Moves chosen by the players, openings not counted.
    pub moves: u64,
    /// Use of special moves, in the order of [`Special::ALL`], also those never used.
    pub specials: Vec<SpecialUse>,
}

/// Length of games in plies, the opening included.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Length {
    /// Mean with an interval clustered by pair.
    pub mean: Estimate,
    /// Shortest game.
    pub min: u32,
    /// A tenth of the games is no longer than this.
    pub tenth: u32,
    /// A quarter of the games is no longer than this.
    pub quarter: u32,
    /// Half of the games is no longer than this.
    pub median: u32,
    /// Three quarters of the games are no longer than this.
    pub three_quarters: u32,
    /// Nine tenths of the games are no longer than this.
    pub nine_tenths: u32,
    /// Longest game.
    pub max: u32,
}

/// How many games ended in one way.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct EndingShare {
    /// The way.
    pub reason: Reason,
    /// Games that ended so.
    pub games: u64,
    /// Their share, Wilson interval.
    pub share: Estimate,
}

/// A kind of move worth counting.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Special {
    /// A slide that bounces on at a contact.
    Bounce,
    /// A move that takes two pieces or more.
    MultiCapture,
    /// A move that touches a spring.
    SpringContact,
    /// A move that hits a king.
    KingHit,
    /// A move with which a player changes the form of the own king of free will.
    FormChange,
    /// A knight that leaps on after its first contact.
    Flight,
    /// Castling.
    Castling,
    /// A promotion.
    Promotion,
    /// Taking in passing.
    EnPassant,
    /// A step that throws another piece.
    Repulsion,
    /// A pawn's leap over a pawn of its own.
    Jump,
    /// A piece put from the hand.
    Drop,
}

impl Special {
    /// Every kind, in the order reports use.
    pub const ALL: [Special; 12] = [
        Special::Bounce,
        Special::MultiCapture,
        Special::SpringContact,
        Special::KingHit,
        Special::FormChange,
        Special::Flight,
        Special::Castling,
        Special::Promotion,
        Special::EnPassant,
        Special::Repulsion,
        Special::Jump,
        Special::Drop,
    ];

    /// The name used in files.
    pub fn name(self) -> &'static str {
        match self {
            Special::Bounce => "bounce",
            Special::MultiCapture => "multi-capture",
            Special::SpringContact => "spring-contact",
            Special::KingHit => "king-hit",
            Special::FormChange => "form-change",
            Special::Flight => "flight",
            Special::Castling => "castling",
            Special::Promotion => "promotion",
            Special::EnPassant => "en-passant",
            Special::Repulsion => "repulsion",
            Special::Jump => "jump",
            Special::Drop => "drop",
        }
    }

    /// The name readers see.
    pub fn label(self) -> &'static str {
        match self {
            Special::Bounce => "bounces",
            Special::MultiCapture => "takes two or more",
            Special::SpringContact => "touches a spring",
            Special::KingHit => "hits a king",
            Special::FormChange => "changes form",
            Special::Flight => "knight flies on",
            Special::Castling => "castles",
            Special::Promotion => "promotes",
            Special::EnPassant => "takes in passing",
            Special::Repulsion => "throws a piece",
            Special::Jump => "pawn jumps",
            Special::Drop => "drops a piece",
        }
    }
}

/// How much one kind of special move is used.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SpecialUse {
    /// The kind.
    pub special: Special,
    /// Games with at least one.
    pub games: u64,
    /// Moves of this kind.
    pub moves: u64,
    /// Share of games, Wilson interval; `None` without games.
    pub share_of_games: Option<Estimate>,
    /// Share of moves, interval clustered by pair; `None` without moves.
    pub share_of_moves: Option<Estimate>,
}
