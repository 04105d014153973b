use std::fmt;

/// One of the two players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Side {
    /// Moves first.
    White,
    /// Moves second.
    Black,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// The opponent.
    #[inline]
    #[must_use]
    pub fn other(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// 0 for White, 1 for Black.
    #[inline]
    pub fn index(self) -> usize {
        self as usize
    }
}

/// A piece kind: its place in the list of a game's kinds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Kind(pub(crate) u8);

impl Kind {
    /// How many kinds a game may have.
    pub const MAX: usize = 16;

    /// The kind at a place in [`Rules::kinds`](crate::Rules::kinds).
    #[inline]
    pub fn new(index: usize) -> Kind {
        assert!(index < Kind::MAX, "kind {index} out of range");
        Kind(index as u8)
    }

    /// Its place in [`Rules::kinds`](crate::Rules::kinds).
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Kind({})", self.0)
    }
}

/// A cell of a board: row by row from White's edge, each row left to right.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell(pub(crate) u8);

impl Cell {
    /// How many cells a board may have.
    pub const MAX: usize = 128;

    /// The cell at an index below [`Cell::MAX`].
    #[inline]
    pub fn new(index: usize) -> Cell {
        assert!(index < Cell::MAX, "cell {index} out of range");
        Cell(index as u8)
    }

    /// Its index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Debug for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Cell({})", self.0)
    }
}
