use assay_arena::Reason;
use serde::Serialize;

use super::Estimate;
use crate::format::counted;

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
    /// What the games began with.
    pub openings: OpeningsPlayed,
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
    /// The same moves by phase, in the order of [`Phase::ALL`].
    pub moves_by_phase: [u64; Phase::ALL.len()],
    /// Use of the special moves that the arm's rules allow, in the order of [`Special::ALL`], also those never used.
    pub specials: Vec<SpecialUse>,
}

impl ArmFindings {
    /// Use of a kind of special move; `None` where the rules do not allow it.
    pub fn special(&self, special: Special) -> Option<&SpecialUse> {
        self.specials.iter().find(|used| used.special == special)
    }
}

/// How different the openings were: positions after the opening moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct OpeningsPlayed {
    /// Different positions the games went on from.
    pub distinct: u64,
    /// Pairs that began as an earlier pair of the arm did, as a share of all pairs, an exact figure without an
    /// interval; `None` without pairs.
    pub repeated: Option<Estimate>,
}

/// A part of a game, by the men left on the board: more than two thirds of those the game begins with, more than a third, fewer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// More than two thirds of the men are left.
    Opening,
    /// More than a third, at most two.
    Middle,
    /// At most a third.
    End,
}

impl Phase {
    /// Every phase in order.
    pub const ALL: [Phase; 3] = [Phase::Opening, Phase::Middle, Phase::End];

    /// What phases are, in a sentence for readers.
    pub const MEANING: &str = "Phases go by the men on the board, kings and pawns among them, before a move: opening while more than two thirds \
        of those in the start position are left, end from a third downwards, middle between.";

    /// The phase when `left` of `all` men are on the board.
    pub fn of(left: u32, all: u32) -> Phase {
        if 3 * left > 2 * all {
            Phase::Opening
        } else if 3 * left > all {
            Phase::Middle
        } else {
            Phase::End
        }
    }

    /// The name used in files and seen by readers.
    pub fn name(self) -> &'static str {
        match self {
            Phase::Opening => "opening",
            Phase::Middle => "middle",
            Phase::End => "end",
        }
    }
}

/// How much a kind of move is used in one phase.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct PhaseUse {
    /// The phase.
    pub phase: Phase,
    /// Moves of this kind in it.
    pub moves: u64,
    /// Their share of the moves in it; as [`SpecialUse::share_of_moves`].
    pub share_of_moves: Option<Estimate>,
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
    /// Share of moves, interval clustered by pair; where none happened, up to the rule of three's bound; `None` without moves.
    pub share_of_moves: Option<Estimate>,
    /// The same moves by phase, in the order of [`Phase::ALL`].
    pub by_phase: Vec<PhaseUse>,
}

/// The share of moves as readers see it: where none happened of so many, in words.
pub(crate) fn share_of_moves(
    used: u64,
    of: u64,
    share: Option<&Estimate>,
) -> Option<(String, String)> {
    let share = share?;
    Some(if used == 0 {
        let at_most = share.high().map_or_else(String::new, |high| {
            format!("at most {}", crate::format::number(share.unit(), high))
        });
        (format!("none in {}", counted(of, "move", "moves")), at_most)
    } else {
        (share.number(), share.interval())
    })
}
