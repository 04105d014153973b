use std::sync::Arc;

use crate::board::Board;
use crate::game::{DeadRule, Goal};
use crate::track::{MoverTable, Ray, Threat};
use crate::{Cell, Choice, Forms, Game, Kind, Position, Side, Width};

/// A game with its options decided, compiled to tables for boards that fit `W`.
pub struct Rules<W: Width> {
    pub(crate) game: Game,
    pub(crate) choice: Choice,
    pub(crate) board: Board,
    pub(crate) kinds: Vec<KindInfo<W>>,
    pub(crate) royal: Kind,
    /// How pieces move by plain steps and tracks: one table a mover and side. Kinds come first, in order, then
    /// the king's forms.
    pub(crate) movers: Vec<[MoverTable<W>; 2]>,
    /// For each side and cell, from where each mover of that side attacks it; pawns' captures are among them.
    pub(crate) threats: [Vec<Threat<W>>; 2],
    /// Straight lines, `directions` x cells.
    pub(crate) rays: Vec<Ray<W>>,
    pub(crate) directions: usize,
    pub(crate) pawns: Vec<PawnTable<W>>,
    pub(crate) castles: Vec<Castle<W>>,
    /// The castling rights lost when anything leaves or enters a cell.
    pub(crate) rights_of: Vec<u8>,
    pub(crate) turn: TurnRule,
    pub(crate) springs: W,
    /// Letters of the king's forms; empty where kings do not transform.
    pub(crate) forms: Vec<char>,
    pub(crate) goal: Goal,
    pub(crate) stalemate_wins: bool,
    pub(crate) repetition: u8,
    pub(crate) move_count: u16,
    pub(crate) dead: DeadRule,
    /// Whether every capture lands where the captured piece stood and every attack is a plain track, so that
    /// checks and pins decide legality without trying moves.
    pub(crate) plain: bool,
    /// Whether some piece repulses.
    pub(crate) repulsive: bool,
    /// Where the kings may not face each other along an open file: for each cell, the cells of its file.
    pub(crate) facing: Option<Vec<W>>,
    /// Each side's own first rank.
    pub(crate) first_ranks: [W; 2],
    /// Whether captured pieces go to the hand.
    pub(crate) hands: bool,
    pub(crate) start: Position<W>,
}

/// Rules of either width.
#[derive(Clone)]
pub enum AnyRules {
    /// Boards of up to 64 cells.
    Narrow(Arc<Rules<u64>>),
    /// Boards of up to 128 cells.
    Wide(Arc<Rules<u128>>),
}

/// Runs an expression with the rules of either width bound to a name.
#[macro_export]
macro_rules! with_rules {
    ($any:expr, $rules:ident => $body:expr) => {
        match $any {
            $crate::AnyRules::Narrow($rules) => $body,
            $crate::AnyRules::Wide($rules) => $body,
        }
    };
}

/// A piece kind of a game.
#[derive(Clone, Debug)]
pub struct KindInfo<W> {
    /// Its letter, a capital.
    pub letter: char,
    /// Its name.
    pub name: String,
    /// How it moves, as the game file has it.
    pub notation: String,
    /// Whether its loss is the game's.
    pub royal: bool,
    /// Whether it is a pawn.
    pub pawn: bool,
    /// Whether its slides bounce.
    pub bounces: bool,
    /// Whether its leaps fly on.
    pub flies: bool,
    /// Whether it can only go forward, so that its moves reset the move count.
    pub forward_only: bool,
    /// The kind it is in its captor's hand, in games with drops.
    pub returns: Option<Kind>,
    pub(crate) advance: [Advance<W>; 2],
    /// Where it may be dropped: cells from which it has a move on an empty board.
    pub(crate) drops: [W; 2],
    pub(crate) class: Class,
}

/// Where a forward-only piece is promoted, and to what.
#[derive(Clone, Debug)]
pub(crate) struct Advance<W> {
    /// Cells on which it may be promoted on arrival.
    pub(crate) may: W,
    /// Cells on which it must be.
    pub(crate) must: W,
    pub(crate) to: Vec<Kind>,
}

impl<W: Width> Advance<W> {
    pub(crate) fn none() -> Advance<W> {
        Advance {
            may: W::EMPTY,
            must: W::EMPTY,
            to: Vec::new(),
        }
    }
}

/// Which mechanic moves a kind.
#[derive(Clone, Debug)]
pub(crate) enum Class {
    /// Steps, leaps, slides, bent tracks: the mover table alone.
    Plain,
    /// Pawn, with the index of its table.
    Pawn(usize),
    /// Bounces and flies, as each side does; what else it may do is in the mover table.
    Contact([ContactLines; 2]),
    /// Steps without capturing along these directions, as each side sees them, and repulses.
    Repulse([Vec<u8>; 2]),
}

/// The first legs of a piece that bounces or flies.
#[derive(Clone, Debug, Default)]
pub(crate) struct ContactLines {
    pub(crate) directions: Vec<u8>,
    /// For each leap, the cell it reaches from each cell.
    pub(crate) leaps: Vec<Vec<Option<Cell>>>,
}

/// One kind of pawn.
pub(crate) struct PawnTable<W> {
    pub(crate) sides: [PawnSide<W>; 2],
    pub(crate) promotes: Vec<Kind>,
    /// Crooked pawns go on after a capture.
    pub(crate) chain: bool,
    /// Whether they leap over a pawn of their own.
    pub(crate) jumps: bool,
}

/// A pawn as one side moves it.
pub(crate) struct PawnSide<W> {
    pub(crate) ahead: Vec<Option<Cell>>,
    pub(crate) takes: Vec<W>,
    /// For each capture direction, the cell it reaches from each cell.
    pub(crate) take_steps: Vec<Vec<Option<Cell>>>,
    /// The cells from which a cell is attacked.
    pub(crate) takes_from: Vec<W>,
    /// How many steps straight ahead a pawn may make from a cell; 1 but on start cells.
    pub(crate) reach: Vec<u8>,
    /// The cells beside, to step to.
    pub(crate) sideways: Vec<W>,
    /// Where pawns are promoted.
    pub(crate) last: W,
    /// From where steps straight ahead lead there.
    pub(crate) nearly: W,
}

/// One castling move.
pub(crate) struct Castle<W> {
    pub(crate) side: Side,
    pub(crate) right: u8,
    /// Whether it goes towards the higher file.
    pub(crate) high: bool,
    pub(crate) king: Cell,
    pub(crate) rook: Cell,
    pub(crate) king_to: Cell,
    pub(crate) rook_to: Cell,
    /// The cells that must be empty.
    pub(crate) between: W,
    /// The cells the king crosses or reaches.
    pub(crate) path: Vec<Cell>,
}

/// How bouncing pieces turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TurnRule {
    /// How many directions further a clockwise turn is.
    pub(crate) clockwise: usize,
    /// Later turns go the opposite way of the one before.
    pub(crate) crooked: bool,
}

impl<W: Width> Rules<W> {
    /// The game these are the rules of.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The options decided.
    pub fn choice(&self) -> &Choice {
        &self.choice
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The piece kinds; a [`Kind`] is an index into them.
    pub fn kinds(&self) -> &[KindInfo<W>] {
        &self.kinds
    }

    /// The kind with a letter, capital or small.
    pub fn kind_of(&self, letter: char) -> Option<Kind> {
        let upper = letter.to_ascii_uppercase();
        self.kinds
            .iter()
            .position(|k| k.letter == upper)
            .map(Kind::new)
    }

    /// The royal kind.
    pub fn royal(&self) -> Kind {
        self.royal
    }

    /// How many forms a king has; 0 where kings do not transform.
    pub fn form_count(&self) -> usize {
        self.forms.len()
    }

    /// Letters of the king's forms.
    pub fn form_letters(&self) -> &[char] {
        &self.forms
    }

    /// The start position.
    pub fn start(&self) -> &Position<W> {
        &self.start
    }

    /// Whether there is a spring on a cell.
    pub fn is_spring(&self, cell: Cell) -> bool {
        self.springs.has(cell)
    }

    /// How many cells the board has.
    pub fn cells(&self) -> usize {
        self.board.len()
    }

    /// A cell's name.
    pub fn cell_name(&self, cell: Cell) -> &str {
        self.board.name(cell)
    }

    /// At which occurrence of a position the game is drawn.
    pub fn repetition_limit(&self) -> u8 {
        self.repetition
    }

    /// After how many quiet plies the game is drawn.
    pub fn move_count_limit(&self) -> u16 {
        self.move_count
    }

    /// Whether a side without a move loses even when not in check.
    pub fn stalemate_wins(&self) -> bool {
        self.stalemate_wins
    }

    /// Whether captured pieces go to their captor's hand.
    pub fn has_hands(&self) -> bool {
        self.hands
    }

    /// Whether kings must be kept out of check.
    pub fn is_checkmate_game(&self) -> bool {
        self.goal == Goal::Checkmate
    }

    /// The cell of a side's royal piece, if it is on the board.
    #[inline]
    pub fn king(&self, pos: &Position<W>, side: Side) -> Option<Cell> {
        let kings = pos.pieces(side, self.royal);
        if kings.is_empty() {
            None
        } else {
            Some(kings.lowest())
        }
    }

    #[inline]
    pub(crate) fn ray(&self, direction: usize, cell: Cell) -> &Ray<W> {
        &self.rays[direction * self.board.len() + cell.index()]
    }

    /// From where each mover of a side attacks a cell.
    #[inline]
    pub(crate) fn threats(&self, side: Side, cell: Cell) -> &[Threat<W>] {
        let movers = self.movers.len();
        &self.threats[side.index()][cell.index() * movers..][..movers]
    }

    /// The mover of a side's king in a form.
    #[inline]
    pub(crate) fn royal_mover(&self, forms: Forms) -> usize {
        match (self.forms.is_empty(), forms.current()) {
            (false, Some(form)) => self.kinds.len() + usize::from(form),
            _ => self.royal.index(),
        }
    }

    /// How many hits a side's king can take before it is lost; 1 where a contact is mate or capture.
    #[inline]
    pub(crate) fn lives(&self, pos: &Position<W>, side: Side) -> u8 {
        if self.forms.is_empty() {
            1
        } else {
            pos.forms(side).count()
        }
    }
}

impl AnyRules {
    /// The game these are the rules of.
    pub fn game(&self) -> &Game {
        with_rules!(self, r => r.game())
    }

    /// The options decided.
    pub fn choice(&self) -> &Choice {
        with_rules!(self, r => r.choice())
    }
}
