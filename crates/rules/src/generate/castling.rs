//! Castling moves.

use crate::attack::Attackers;
use crate::moves::Tag;
use crate::{Cell, Move, Position, Rules, Side, Width};

use super::sink::Sink;

impl<W: Width> Rules<W> {
    pub(super) fn castling_moves<S: Sink<W>>(&self, pos: &Position<W>, sink: &mut S) {
        let us = pos.side;
        let occupied = pos.occupied();
        let mut in_check = None;
        for castle in &self.castles {
            if castle.side != us
                || pos.castling & castle.right == 0
                || !(castle.between & occupied).is_empty()
            {
                continue;
            }
            if *in_check.get_or_insert_with(|| self.king_attacked_on(pos, castle.king)) {
                return;
            }
            if castle.path.iter().all(|&c| !self.king_attacked_on(pos, c)) {
                sink.push(Move::new(Tag::Castle, castle.king, castle.king_to));
            }
        }
    }

    /// Whether the king of the side to move would be in check on a cell, gone from its own.
    fn king_attacked_on(&self, pos: &Position<W>, cell: Cell) -> bool {
        let us = pos.side;
        let kings = pos.pieces(us, self.royal);
        let attackers = Attackers {
            side: us.other(),
            kinds: &pos.kinds,
            own: pos.occupied_by(us.other()),
            other: pos.occupied_by(us) & !kings | W::bit(cell),
            royal_mover: self.royal_mover(pos.forms(us.other())),
            lives: self.lives(pos, us),
            suspects: !W::EMPTY,
        };
        self.attacked(&attackers, cell)
    }

    /// The index of the castling move that a king's move is.
    pub(crate) fn castle_of(&self, side: Side, mv: Move) -> Option<usize> {
        self.castles
            .iter()
            .position(|c| c.side == side && c.king == mv.from() && c.king_to == mv.to())
    }
}
