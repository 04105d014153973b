use std::fmt;
use std::ops::Deref;

use crate::{Cell, Kind};

/// A move, packed in one word. What it meets on its way (captures after a bounce, links of a pawn chain) is
/// implied by the position, not stored: only the first contact, the turn chosen there, and the length of a
/// chain are.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(u32);

/// What sort of move it is; decides how it is played and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Tag {
    /// From, to; takes what stands there.
    Plain,
    /// A pawn's multiple first step.
    MultiStep,
    /// A pawn capture in passing.
    EnPassant,
    /// King and rook.
    Castle,
    /// A bounce or flight; `to` is the first contact cell.
    Contact,
    /// A crooked pawn chain that ends with a capture; `to` is the first cell.
    Chain,
    /// A crooked pawn chain that ends with a step straight ahead.
    ChainStep,
    /// A piece from the hand.
    Drop,
    /// A pawn's leap over a pawn of its own.
    Jump,
    /// A step that repulses.
    Repulse,
}

const TAGS: [Tag; 10] = [
    Tag::Plain,
    Tag::MultiStep,
    Tag::EnPassant,
    Tag::Castle,
    Tag::Contact,
    Tag::Chain,
    Tag::ChainStep,
    Tag::Drop,
    Tag::Jump,
    Tag::Repulse,
];

/// Which way a bouncing piece turns at its first contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// No choice: one turn open, or none.
    Only,
    /// Clockwise, `+`.
    Clockwise,
    /// Anticlockwise, `-`.
    Anticlockwise,
}

const TO: u32 = 7;
const TAG: u32 = 14;
const KIND: u32 = 18;
const TURN: u32 = 23;
const LINKS: u32 = 25;
const FORM: u32 = 28;
const CHOICE: u32 = 30;

impl Move {
    /// No move; never legal.
    pub const NULL: Move = Move(0);

    #[inline]
    pub(crate) fn new(tag: Tag, from: Cell, to: Cell) -> Move {
        Move(u32::from(from.0) | u32::from(to.0) << TO | (tag as u32) << TAG)
    }

    #[inline]
    pub(crate) fn plain(from: Cell, to: Cell) -> Move {
        Move::new(Tag::Plain, from, to)
    }

    /// With a promotion, or the kind that is dropped.
    #[inline]
    #[must_use]
    pub(crate) fn with_kind(self, kind: Kind) -> Move {
        Move(self.0 & !(31 << KIND) | (u32::from(kind.0) + 1) << KIND)
    }

    #[inline]
    #[must_use]
    pub(crate) fn with_turn(self, turn: Turn) -> Move {
        Move(self.0 | (turn as u32) << TURN)
    }

    #[inline]
    #[must_use]
    pub(crate) fn with_links(self, captures: u32) -> Move {
        debug_assert!(captures < 8);
        Move(self.0 | captures << LINKS)
    }

    /// With a change of the own king's form after the move.
    #[inline]
    #[must_use]
    pub(crate) fn with_form(self, form: u8) -> Move {
        Move(self.0 | (u32::from(form) + 1) << FORM)
    }

    /// With the forced choice of form before the move.
    #[inline]
    #[must_use]
    pub(crate) fn with_choice(self, form: u8) -> Move {
        Move(self.0 | (u32::from(form) + 1) << CHOICE)
    }

    /// Where it starts; without meaning for a drop.
    #[inline]
    pub fn from(self) -> Cell {
        Cell((self.0 & 127) as u8)
    }

    /// Where it ends; for a bounce, flight or chain the first cell it touches.
    #[inline]
    pub fn to(self) -> Cell {
        Cell((self.0 >> TO & 127) as u8)
    }

    #[inline]
    pub(crate) fn tag(self) -> Option<Tag> {
        TAGS.get((self.0 >> TAG & 15) as usize).copied()
    }

    /// The kind a pawn is promoted to, or the kind dropped.
    #[inline]
    pub fn kind(self) -> Option<Kind> {
        ((self.0 >> KIND & 31) as u8).checked_sub(1).map(Kind)
    }

    #[inline]
    pub(crate) fn turn(self) -> Turn {
        match self.0 >> TURN & 3 {
            1 => Turn::Clockwise,
            2 => Turn::Anticlockwise,
            _ => Turn::Only,
        }
    }

    /// How many captures a pawn chain makes.
    #[inline]
    pub(crate) fn links(self) -> u32 {
        self.0 >> LINKS & 7
    }

    /// The form the own king changes to after the move, as an index of the game's forms.
    #[inline]
    pub fn form(self) -> Option<u8> {
        ((self.0 >> FORM & 3) as u8).checked_sub(1)
    }

    /// The form a king that was hit takes before the move.
    #[inline]
    pub fn choice(self) -> Option<u8> {
        ((self.0 >> CHOICE & 3) as u8).checked_sub(1)
    }

    /// The same move without a change of form after it.
    #[inline]
    #[must_use]
    pub fn without_form(self) -> Move {
        Move(self.0 & !(3 << FORM))
    }

    /// The same move without a change of form after it or a choice before it.
    #[inline]
    #[must_use]
    pub(crate) fn bare(self) -> Move {
        Move(self.0 & !(3 << FORM) & !(3 << CHOICE))
    }

    /// The packed word, for tables.
    #[inline]
    pub fn bits(self) -> u32 {
        self.0
    }

    /// From a packed word; anything, legal or not.
    #[inline]
    pub fn from_bits(bits: u32) -> Move {
        Move(bits)
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "Move({:#x}: {:?} {:?}-{:?})",
            self.0,
            self.tag(),
            self.from(),
            self.to()
        )
    }
}

/// A list of moves, kept to be filled again.
#[derive(Clone, Debug, Default)]
pub struct MoveList(Vec<Move>);

impl MoveList {
    /// Empties it.
    #[inline]
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Move) {
        self.0.push(mv);
    }

    /// Keeps the moves that `keep` wants.
    #[inline]
    pub fn retain(&mut self, keep: impl FnMut(&Move) -> bool) {
        self.0.retain(keep);
    }

    #[inline]
    pub(crate) fn set(&mut self, index: usize, mv: Move) {
        self.0[index] = mv;
    }
}

impl Deref for MoveList {
    type Target = [Move];

    fn deref(&self) -> &[Move] {
        &self.0
    }
}

impl std::ops::DerefMut for MoveList {
    fn deref_mut(&mut self) -> &mut [Move] {
        &mut self.0
    }
}
