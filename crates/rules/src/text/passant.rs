//! Reading what may be taken in passing.

use assay_faults::Faults;

use crate::position::Passant;
use crate::rules::Class;
use crate::{Cell, Kind, Position, Rules, Width};

use super::fault;

impl<W: Width> Rules<W> {
    pub(super) fn read_passant(
        &self,
        text: &str,
        at: u32,
        pos: &mut Position<W>,
        faults: &mut Faults,
    ) {
        if text == "-" {
            return;
        }
        let mut cells = W::EMPTY;
        let mut rest = text;
        while !rest.is_empty() {
            let letter = rest.chars().next().map_or(0, char::len_utf8);
            let digits = rest[letter..]
                .find(|c: char| !c.is_ascii_digit())
                .map_or(rest.len(), |n| letter + n);
            if let Some(cell) = self.board.named(&rest[..digits]) {
                cells |= W::bit(cell);
            } else {
                faults.push(fault(
                    at,
                    format!("{:?} is no cell to take in passing on", &rest[..digits]),
                ));
                return;
            }
            rest = &rest[digits..];
        }
        match self.passer_of(pos, cells) {
            Some(pawn) => pos.set_passant(Passant {
                cells,
                pawn,
                effective: false,
            }),
            None => faults.push(fault(at, format!("no pawn can just have crossed {text}"))),
        }
    }

    /// Where the pawn stands that has crossed just these cells with its last step.
    fn passer_of(&self, pos: &Position<W>, cells: W) -> Option<Cell> {
        let them = pos.side.other();
        for (index, info) in self.kinds.iter().enumerate() {
            let Class::Pawn(table) = info.class else {
                continue;
            };
            let side = &self.pawns[table].sides[them.index()];
            for start in self
                .board
                .cells()
                .filter(|c| side.reach[c.index()] > 1 && pos.piece(*c).is_none())
            {
                let mut crossed = W::EMPTY;
                let mut at = start;
                for _ in 0..side.reach[start.index()] {
                    let Some(next) = side.ahead[at.index()] else {
                        break;
                    };
                    at = next;
                    if crossed == cells && pos.piece(at) == Some((them, Kind::new(index))) {
                        return Some(at);
                    }
                    if pos.piece(at).is_some() {
                        break;
                    }
                    crossed |= W::bit(at);
                }
            }
            if self.pawns[table].jumps && cells.count() == 1 {
                let over = cells.lowest();
                let pawn = Some((them, Kind::new(index)));
                let landed = side.ahead[over.index()].filter(|&c| pos.piece(c) == pawn);
                let behind = |c: &Cell| side.ahead[c.index()] == Some(over);
                let start = self
                    .board
                    .cells()
                    .find(behind)
                    .filter(|&c| pos.piece(c).is_none());
                if pos.piece(over) == pawn && start.is_some() && landed.is_some() {
                    return landed;
                }
            }
        }
        None
    }
}
