use assay_rules::{Position, Side, Width};

use crate::evaluation::Evaluator;
use crate::history::shifted;

/// How far searches came out above the evaluation of positions that have something in common: the same
/// pawns, or the same pieces of one side. What the evaluation does not know of such positions is learnt
/// while they are searched.
#[derive(Clone, Debug)]
pub(crate) struct Corrections {
    /// By side to move, what is in common, its hash.
    errors: Vec<i16>,
    touched: bool,
}

/// What positions have in common: pawns, White's pieces, Black's pieces.
const ASPECTS: usize = 3;
/// A power of two.
const SIZE: usize = 1 << 13;
/// No error counts for more.
const LIMIT: i32 = 1_024;

/// Where the errors of a position are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Aspects([usize; ASPECTS]);

impl Aspects {
    #[inline]
    pub(crate) fn of<W: Width>(evaluator: &Evaluator<W>, position: &Position<W>) -> Aspects {
        let g = &evaluator.geometry;
        let [white, black] = Side::BOTH;
        let pawns = evaluator.pawn_hash(position);
        let mut pieces = [0; 2];
        for &kind in &g.pieces {
            pieces[0] = mixed(pieces[0], position.pieces(white, kind).digest());
            pieces[1] = mixed(pieces[1], position.pieces(black, kind).digest());
        }
        for (side, hash) in Side::BOTH.into_iter().zip(&mut pieces) {
            *hash = mixed(*hash, position.pieces(side, g.king).digest());
        }
        let first = position.side().index() * ASPECTS;
        let slot = |aspect: usize, hash: u64| {
            (first + aspect) * SIZE + ((hash >> 40) as usize & (SIZE - 1))
        };
        Aspects([slot(0, pawns), slot(1, pieces[0]), slot(2, pieces[1])])
    }
}

/// A hash with one thing more in it.
#[inline]
pub(crate) fn mixed(hash: u64, next: u64) -> u64 {
    let n = (hash ^ next).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    n ^ n >> 29
}

impl Corrections {
    pub(crate) fn new() -> Corrections {
        Corrections {
            errors: vec![0; 2 * ASPECTS * SIZE],
            touched: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        if self.touched {
            self.errors.fill(0);
            self.touched = false;
        }
    }

    /// What is to be added to an evaluation, in centipawns. The weights are what the errors of pawns and of
    /// each side's pieces come to at most.
    #[inline]
    pub(crate) fn of(&self, aspects: Aspects, pawns: i32, pieces: i32) -> i32 {
        let [p, w, b] = aspects.0.map(|slot| i32::from(self.errors[slot]));
        (p * pawns + (w + b) * pieces) / LIMIT
    }

    /// Learns that a search came out above the corrected evaluation, or below it if negative.
    pub(crate) fn learn(&mut self, aspects: Aspects, error: i32) {
        let bonus = error.clamp(-LIMIT / 4, LIMIT / 4);
        for slot in aspects.0 {
            self.errors[slot] = shifted(self.errors[slot], bonus, LIMIT);
        }
        self.touched = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_are_learnt_up_to_their_weight() {
        let mut corrections = Corrections::new();
        let here = Aspects([1, SIZE + 2, 2 * SIZE + 3]);
        let same_pawns = Aspects([1, SIZE + 7, 2 * SIZE + 7]);
        corrections.learn(here, 64);
        let little = corrections.of(here, 50, 50);
        assert!((1..50).contains(&little), "{little}");
        for _ in 0..1_000 {
            corrections.learn(here, 10_000);
        }
        assert!((140..=150).contains(&corrections.of(here, 50, 50)));
        assert!((45..=50).contains(&corrections.of(same_pawns, 50, 50)));
        corrections.clear();
        assert_eq!(corrections.of(here, 50, 50), 0);
    }
}
