//! Pawn moves: steps, captures, in passing, chains, jumps.

use crate::chain::ChainScene;
use crate::game::Goal;
use crate::moves::Tag;
use crate::rules::{Class, PawnSide};
use crate::{Cell, Kind, Move, Position, Rules, Width, bits};

use super::Wanted;
use super::sink::Sink;

impl<W: Width> Rules<W> {
    pub(super) fn pawn_moves<S: Sink<W>>(
        &self,
        pos: &Position<W>,
        pawn: usize,
        from: Cell,
        takeable: W,
        wanted: Wanted,
        sink: &mut S,
    ) {
        let table = &self.pawns[pawn];
        let us = pos.side;
        let side = &table.sides[us.index()];
        let occupied = pos.occupied();
        let mut push = |mv: Move, end: Cell| {
            if side.last.has(end) {
                for &kind in &table.promotes {
                    sink.push(mv.with_kind(kind));
                }
            } else {
                sink.push(mv);
            }
        };
        if table.chain {
            table.chains(&self.chain_scene(pos, from), from, &mut |chain| {
                let tag = if chain.step {
                    Tag::ChainStep
                } else {
                    Tag::Chain
                };
                push(
                    Move::new(tag, from, chain.cells[0]).with_links(chain.links),
                    chain.end(),
                );
            });
        } else {
            // A pawn that was jumped over stands on the cell where the jumper is taken in passing.
            let passant = side.takes[from.index()] & pos.passant.cells;
            for to in bits(side.takes[from.index()] & takeable & !passant) {
                push(Move::plain(from, to), to);
            }
            for to in bits(passant) {
                push(Move::new(Tag::EnPassant, from, to), to);
            }
        }
        if wanted == Wanted::All {
            for to in bits(side.sideways[from.index()] & !occupied) {
                push(Move::plain(from, to), to);
            }
            if table.jumps
                && let Some(to) = jump(pos, side, from)
            {
                push(Move::new(Tag::Jump, from, to), to);
            }
        }
        if wanted == Wanted::Tactical && !side.nearly.has(from) {
            return;
        }
        let mut at = from;
        for step in 1..=side.reach[from.index()] {
            let Some(to) = side.ahead[at.index()].filter(|&c| !occupied.has(c)) else {
                break;
            };
            at = to;
            if wanted == Wanted::Tactical && !side.last.has(to) {
                continue;
            }
            let tag = if step == 1 {
                Tag::Plain
            } else {
                Tag::MultiStep
            };
            push(Move::new(tag, from, to), to);
        }
    }

    pub(crate) fn chain_scene(&self, pos: &Position<W>, from: Cell) -> ChainScene<W> {
        let us = pos.side;
        let passant = &pos.passant;
        ChainScene {
            side: us,
            occupied: pos.occupied() & !W::bit(from),
            enemies: pos.occupied_by(us.other()),
            king: self.king(pos, us.other()),
            passant: (!passant.cells.is_empty()).then_some((passant.cells, passant.pawn)),
        }
    }

    /// Whether a pawn of the side to move can legally take in passing.
    pub(crate) fn passant_is_effective(&self, pos: &Position<W>) -> bool {
        let cells = pos.passant.cells;
        if cells.is_empty() {
            return false;
        }
        let us = pos.side;
        let pawns = self
            .kinds
            .iter()
            .enumerate()
            .filter_map(|(i, info)| match info.class {
                Class::Pawn(table) => Some((Kind::new(i), table)),
                _ => None,
            });
        for (kind, table) in pawns {
            let table = &self.pawns[table];
            for from in bits(pos.pieces(us, kind)) {
                if table.chain {
                    let mut passes = false;
                    table.chains(&self.chain_scene(pos, from), from, &mut |c| {
                        passes |= c.passant;
                    });
                    if passes {
                        return true;
                    }
                    continue;
                }
                for to in bits(table.sides[us.index()].takes[from.index()] & cells) {
                    let mv = Move::new(Tag::EnPassant, from, to);
                    if self.goal == Goal::King || self.is_safe(pos, mv) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// What a pawn is promoted to.
    pub(crate) fn promotions(&self, kind: Kind) -> &[Kind] {
        match self.kinds[kind.index()].class {
            Class::Pawn(table) => &self.pawns[table].promotes,
            _ => &[],
        }
    }
}

/// Where a pawn lands that leaps over a pawn of its own: the cell beyond must be free and not the last.
fn jump<W: Width>(pos: &Position<W>, side: &PawnSide<W>, from: Cell) -> Option<Cell> {
    let over = side.ahead[from.index()].filter(|&c| pos.piece(c) == pos.piece(from))?;
    side.ahead[over.index()].filter(|&c| pos.piece(c).is_none() && !side.last.has(c))
}
