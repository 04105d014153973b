use std::fmt::Debug;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use crate::Cell;

/// A set of cells as one machine word or two, chosen when a game is compiled: `u64` for boards of up to
/// 64 cells, `u128` up to 128. Code generic over it is instantiated twice, so that an 8x8 game does not
/// pay for larger boards.
pub trait Width:
    Copy
    + Eq
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many cells fit.
    const CELLS: usize;
    /// The set of none.
    const EMPTY: Self;
    /// One byte a cell.
    type Bytes: Copy + Debug + PartialEq + AsRef<[u8]> + AsMut<[u8]> + Send + Sync + 'static;
    /// All zero bytes.
    const ZEROED: Self::Bytes;

    /// The set of one cell.
    fn bit(cell: Cell) -> Self;
    /// The cells with a smaller index.
    fn below(cell: Cell) -> Self;
    /// How many cells.
    fn count(self) -> u32;
    /// The cell of smallest index; only of a set that is not empty.
    fn lowest(self) -> Cell;
    /// The cell of largest index; only of a set that is not empty.
    fn highest(self) -> Cell;
    /// The cells from the largest of one set (or the first of all) to the smallest of another (or the last of all), these
    /// included. Every cell of the first must be smaller than every one of the second.
    fn between(lower: Self, upper: Self) -> Self;
    /// The set without its lowest cell.
    #[must_use]
    fn without_lowest(self) -> Self;

    /// A number that tells sets apart, though not all of them: for hashing.
    fn digest(self) -> u64;

    /// Whether a cell is in the set.
    #[inline]
    fn has(self, cell: Cell) -> bool {
        !(self & Self::bit(cell)).is_empty()
    }

    /// Whether there is none.
    #[inline]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }

    /// Whether there are two or more.
    #[inline]
    fn is_several(self) -> bool {
        !self.is_empty() && !self.without_lowest().is_empty()
    }
}

macro_rules! width {
    ($word:ty, $cells:literal, $bit:ident, $has:ident, $top:ident) => {
        impl Width for $word {
            const CELLS: usize = $cells;
            const EMPTY: Self = 0;
            type Bytes = [u8; $cells];
            const ZEROED: Self::Bytes = [0; $cells];

            #[inline]
            fn bit(cell: Cell) -> Self {
                debug_assert!(cell.index() < $cells);
                $bit(cell.0)
            }

            #[inline]
            fn has(self, cell: Cell) -> bool {
                debug_assert!(cell.index() < $cells);
                $has(self, cell.0)
            }

            #[inline]
            fn below(cell: Cell) -> Self {
                Self::bit(cell) - 1
            }

            #[inline]
            fn count(self) -> u32 {
                self.count_ones()
            }

            #[inline]
            fn lowest(self) -> Cell {
                debug_assert!(self != 0);
                Cell(self.trailing_zeros() as u8)
            }

            #[inline]
            fn highest(self) -> Cell {
                debug_assert!(self != 0);
                Cell(($cells - 1 - self.leading_zeros()) as u8)
            }

            #[inline]
            fn between(lower: Self, upper: Self) -> Self {
                // Obstruction difference (Leorik): twice the lowest of the upper blockers less the highest of the lower.
                let first = $top(lower | 1);
                let last = upper & upper.wrapping_neg();
                (last << 1).wrapping_sub(first)
            }

            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }

            #[inline]
            fn digest(self) -> u64 {
                let upper = (self >> ($cells - 64)) as u64;
                self as u64 ^ upper.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            }
        }
    };
}

width!(u64, 64, bit_of_one, one_has, top_of_one);
width!(u128, 128, bit_of_two, two_have, top_of_two);

#[inline]
fn bit_of_one(cell: u8) -> u64 {
    1 << (cell & 63)
}

#[inline]
fn one_has(word: u64, cell: u8) -> bool {
    word >> (cell & 63) & 1 != 0
}

/// The highest bit of a word that is not 0.
#[inline]
fn top_of_one(word: u64) -> u64 {
    1 << 63 >> word.leading_zeros()
}

// A shift of two words by any number costs many instructions, one of the right word and a choice few.

#[inline]
fn bit_of_two(cell: u8) -> u128 {
    let bit = bit_of_one(cell);
    let (low, high) = if cell & 64 == 0 { (bit, 0) } else { (0, bit) };
    u128::from(high) << 64 | u128::from(low)
}

#[inline]
fn two_have(words: u128, cell: u8) -> bool {
    let word = if cell & 64 == 0 {
        words as u64
    } else {
        (words >> 64) as u64
    };
    one_has(word, cell)
}

/// The highest bit of two words that are not 0.
#[inline]
fn top_of_two(words: u128) -> u128 {
    let (low, high) = (words as u64, (words >> 64) as u64);
    if high == 0 {
        u128::from(top_of_one(low))
    } else {
        u128::from(top_of_one(high)) << 64
    }
}

/// The cells of a set, lowest first.
#[inline]
pub fn bits<W: Width>(set: W) -> Bits<W> {
    Bits(set)
}

/// Iterator of [`bits`].
#[derive(Clone, Debug)]
pub struct Bits<W>(W);

impl<W: Width> Iterator for Bits<W> {
    type Item = Cell;

    #[inline]
    fn next(&mut self) -> Option<Cell> {
        if self.0.is_empty() {
            return None;
        }
        let cell = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(cell)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_word_of_two_tells_what_shifts_of_both_would() {
        let sets: [u128; 6] = [
            1,
            u128::MAX,
            1 << 63,
            1 << 64,
            0x5555 << 56 | 9,
            1 << 127 | 1,
        ];
        for cell in (0..128).map(Cell::new) {
            assert_eq!(u128::bit(cell), 1 << cell.index());
            for set in sets {
                assert_eq!(
                    set.has(cell),
                    set >> cell.index() & 1 == 1,
                    "{set:x} {cell:?}"
                );
            }
        }
        for set in sets {
            let (top, low) = (1 << set.ilog2(), set as u64 | 1);
            assert_eq!(top_of_two(set), top, "{set:x}");
            assert_eq!(top_of_one(low), 1 << low.ilog2(), "{low:x}");
        }
    }
}
