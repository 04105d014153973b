//! A game file with its options decided, as given.

mod parts;
mod pawn;
mod pieces;
mod same;
mod words;

use assay_faults::{Faults, Place, Table};

use crate::board::{Board, Point};
use crate::line::Line;
use crate::{Cell, shape};

use self::parts::{read_bounce, read_castles, read_forms};
use self::pieces::read_pieces;
use self::words::{cells, one_of};

/// A game file with its options decided, read but not yet compiled to tables.
pub(crate) struct Spec {
    pub(crate) board: Board,
    pub(crate) start: String,
    pub(crate) start_place: Place,
    pub(crate) goal: Goal,
    pub(crate) stalemate_wins: bool,
    pub(crate) repetition: u8,
    pub(crate) move_count: u16,
    pub(crate) dead: DeadRule,
    pub(crate) pieces: Vec<PieceSpec>,
    pub(crate) forms: Vec<(char, Vec<Line>)>,
    /// The movements of the forms as the file has them.
    pub(crate) form_notations: Vec<String>,
    pub(crate) castles: Vec<CastleSpec>,
    pub(crate) bounce: Option<BounceSpec>,
    pub(crate) springs: Vec<Cell>,
    /// Where `[springs]` and `[bounce]` are written.
    pub(crate) springs_place: Option<Place>,
    pub(crate) bounce_place: Option<Place>,
    /// Where the rule of dead positions is written.
    pub(crate) dead_place: Place,
    /// Whether the kings may not stand on one file with nothing between them.
    pub(crate) facing: bool,
}

/// What wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Goal {
    /// Checkmate; a move must leave the own king safe.
    Checkmate,
    /// Taking the king or its last form; kings may stay in check.
    King,
}

/// Which positions are drawn for want of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DeadRule {
    /// None.
    Never,
    /// Bare kings.
    Bare,
    /// Bare kings; king and one knight or bishop; bishops all on one colour.
    Fide,
}

/// One piece kind.
pub(crate) struct PieceSpec {
    pub(crate) letter: char,
    pub(crate) name: String,
    pub(crate) notation: String,
    pub(crate) place: Place,
    pub(crate) royal: bool,
    pub(crate) lines: Vec<Line>,
    pub(crate) bounces: bool,
    pub(crate) flies: bool,
    pub(crate) repulses: bool,
    pub(crate) pawn: Option<PawnSpec>,
    /// Where it is said what the piece is promoted to.
    pub(crate) promotes_place: Place,
    /// White's cells that it may not leave.
    pub(crate) within: Option<Vec<Cell>>,
    /// Whether it can only go forward, so that its moves reset the move count.
    pub(crate) forward_only: bool,
    /// What a forward-only piece becomes.
    pub(crate) promotes: Vec<char>,
    /// What it is in its captor's hand.
    pub(crate) returns: Option<char>,
}

/// How a pawn moves.
#[derive(PartialEq, Eq)]
pub(crate) struct PawnSpec {
    pub(crate) forward: Point,
    pub(crate) takes: Vec<Point>,
    /// White's start cells and how many steps a pawn may make from each.
    pub(crate) multiple: Vec<(Cell, u8)>,
    pub(crate) promotes: Vec<char>,
    pub(crate) chain: bool,
    /// Whether it may step sideways to an empty cell.
    pub(crate) sideways: Vec<Point>,
    /// Whether it may leap over a pawn of its own directly ahead.
    pub(crate) jumps: bool,
}

/// One castling move of White's; Black's is its mirror image.
pub(crate) struct CastleSpec {
    pub(crate) right: char,
    pub(crate) king: Cell,
    pub(crate) rook: Cell,
    pub(crate) king_to: Cell,
    pub(crate) rook_to: Cell,
    pub(crate) place: Place,
}

/// How bouncing pieces turn.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct BounceSpec {
    pub(crate) angle: u16,
    pub(crate) crooked: bool,
}

impl Spec {
    pub(super) fn read(origin: &str, root: &Table) -> Result<Spec, Faults> {
        let mut faults = Faults::new(origin);
        let f = &mut faults;
        let board = match shape::read(root, f) {
            Some(board) => board,
            // What is wrong elsewhere is said too, as far as it does not hang on the cells.
            None => match shape::lattice(root) {
                Some(lattice) => Board::new(lattice, &[], &[], &[]),
                None => return Err(faults),
            },
        };
        let rules = root
            .table("rules", f)
            .cloned()
            .unwrap_or(Table::empty(root.place));
        rules.only(
            "[rules]",
            &[
                "goal",
                "stalemate",
                "repetition",
                "move-count",
                "dead-position",
                "facing-kings",
            ],
            f,
        );
        let goal = one_of(
            &rules,
            "goal",
            &[("checkmate", Goal::Checkmate), ("king", Goal::King)],
            f,
        );
        let stalemate_wins = one_of(&rules, "stalemate", &[("draw", false), ("win", true)], f);
        let dead = one_of(
            &rules,
            "dead-position",
            &[
                ("never", DeadRule::Never),
                ("bare", DeadRule::Bare),
                ("fide", DeadRule::Fide),
            ],
            f,
        );
        let facing = one_of(
            &rules,
            "facing-kings",
            &[("allowed", false), ("forbidden", true)],
            f,
        );
        let repetition = rules.integer("repetition", 2, 9, f).unwrap_or(3) as u8;
        let move_count = rules.integer("move-count", 1, 10_000, f).unwrap_or(100) as u16;
        let pieces = read_pieces(root, &board, f);
        let forms = read_forms(root, &board, f);
        let start = root.text("start", f).unwrap_or_default().to_owned();
        let place = |key: &str| root.iter().find(|(k, ..)| *k == key).map(|(_, at, _)| at);
        let (springs_place, bounce_place) = (place("springs"), place("bounce"));
        let start_place = root.get("start").map_or(root.place, |i| i.place);
        if root.get("start").is_none() {
            root.missing("start", "the game", f);
        }
        let spec = Spec {
            start,
            start_place,
            goal,
            stalemate_wins,
            repetition,
            move_count,
            dead,
            pieces,
            form_notations: root
                .table("forms", f)
                .map(|t| t.iter().filter_map(|(.., item)| item.plain()).collect())
                .unwrap_or_default(),
            forms,
            castles: read_castles(root, &board, f),
            bounce: read_bounce(root, &board, f),
            springs: root
                .table("springs", f)
                .map(|t| {
                    t.only("[springs]", &["cells"], f);
                    cells(t, "cells", &board, f)
                })
                .unwrap_or_default(),
            springs_place,
            bounce_place,
            dead_place: rules.get("dead-position").map_or(rules.place, |i| i.place),
            facing,
            board,
        };
        faults.or(spec)
    }
}
