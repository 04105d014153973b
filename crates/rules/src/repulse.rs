//! The Echidna's repulsion: after its step, the first piece ahead jumps beyond the next one.

use crate::rules::Class;
use crate::{Cell, Kind, Position, Rules, Side, Width};

/// The board after the step of a repulsing piece: its new cell counts as occupied by its side.
#[derive(Clone, Copy)]
pub(crate) struct RepulseScene<W> {
    pub(crate) side: Side,
    pub(crate) own: W,
    pub(crate) other: W,
    /// Pawns of either side.
    pub(crate) pawns: W,
}

/// A piece thrown from one cell to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repulsion {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

impl<W: Width> Rules<W> {
    /// The repulsion that follows a step in a direction to a cell, if any.
    pub(crate) fn repulsion(
        &self,
        scene: &RepulseScene<W>,
        at: Cell,
        direction: usize,
    ) -> Option<Repulsion> {
        let occupied = scene.own | scene.other;
        let startled = self.ray(direction, at).first(occupied)?;
        let screen = self.ray(direction, startled).first(occupied)?;
        let landing = self.ray(direction, screen).next?;
        if scene.own.has(landing) {
            return None;
        }
        if scene.pawns.has(startled) {
            let side = if scene.own.has(startled) {
                scene.side
            } else {
                scene.side.other()
            };
            if self.first_ranks[side.index()].has(landing) {
                return None;
            }
        }
        Some(Repulsion {
            from: startled,
            to: landing,
        })
    }

    /// The scene of a repulsing piece that has stepped from one cell to another.
    pub(crate) fn repulse_scene(&self, pos: &Position<W>, from: Cell, to: Cell) -> RepulseScene<W> {
        RepulseScene {
            side: pos.side,
            own: pos.occupied_by(pos.side) & !W::bit(from) | W::bit(to),
            other: pos.occupied_by(pos.side.other()),
            pawns: self.pawns_of(&pos.kinds),
        }
    }

    /// The cells of pawns of either side.
    pub(crate) fn pawns_of(&self, kinds: &[W; Kind::MAX]) -> W {
        let pawns = self.kinds.iter().zip(kinds).filter(|(info, _)| info.pawn);
        pawns.fold(W::EMPTY, |set, (_, &cells)| set | cells)
    }

    /// The repulsion of a repulsing piece's step.
    pub(crate) fn repulsion_of(
        &self,
        pos: &Position<W>,
        from: Cell,
        to: Cell,
    ) -> Option<Repulsion> {
        let (side, kind) = pos.piece(from)?;
        let Class::Repulse(headings) = &self.kinds[kind.index()].class else {
            return None;
        };
        let direction = headings[side.index()]
            .iter()
            .map(|&d| usize::from(d))
            .find(|&d| self.ray(d, from).next == Some(to))?;
        self.repulsion(&self.repulse_scene(pos, from, to), to, direction)
    }

    /// Whether a pawn of a side is promoted on a cell.
    pub(crate) fn is_last_for(&self, side: Side, kind: Kind, cell: Cell) -> bool {
        match self.kinds[kind.index()].class {
            Class::Pawn(table) => self.pawns[table].sides[side.index()].last.has(cell),
            _ => false,
        }
    }
}
