//! Drops from the hand.

use crate::moves::Tag;
use crate::{Kind, Move, Position, Rules, Width, bits};

use super::sink::Sink;

impl<W: Width> Rules<W> {
    pub(super) fn drop_moves<S: Sink<W>>(&self, pos: &Position<W>, sink: &mut S) {
        let us = pos.side;
        let free = !pos.occupied();
        for (index, info) in self.kinds.iter().enumerate() {
            let kind = Kind::new(index);
            if pos.hand(us, kind) > 0 {
                for cell in bits(info.drops[us.index()] & free) {
                    sink.push(Move::new(Tag::Drop, cell, cell).with_kind(kind));
                }
            }
        }
    }
}
