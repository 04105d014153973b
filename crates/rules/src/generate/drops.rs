//! Drops from the hand.

use crate::moves::Tag;
use crate::{Kind, Move, MoveList, Position, Rules, Width, bits};

impl<W: Width> Rules<W> {
    pub(super) fn drop_moves(&self, pos: &Position<W>, list: &mut MoveList) {
        let us = pos.side;
        let free = !pos.occupied();
        for (index, info) in self.kinds.iter().enumerate() {
            let kind = Kind::new(index);
            if pos.hand(us, kind) > 0 {
                for cell in bits(info.drops[us.index()] & free) {
                    list.push(Move::new(Tag::Drop, cell, cell).with_kind(kind));
                }
            }
        }
    }
}
