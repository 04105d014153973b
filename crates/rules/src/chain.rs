//! Crooked pawns: a pawn that captures goes on, taking along the other diagonal or ending with a step.

use crate::rules::PawnTable;
use crate::{Cell, Side, Width};

/// The board as a chaining pawn meets it.
#[derive(Clone, Copy)]
pub(crate) struct ChainScene<W> {
    pub(crate) side: Side,
    /// Everything but the pawn itself.
    pub(crate) occupied: W,
    pub(crate) enemies: W,
    pub(crate) king: Option<Cell>,
    /// Cells where a pawn may be taken in passing, and where that pawn stands.
    pub(crate) passant: Option<(W, Cell)>,
}

/// One whole chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Chain<W> {
    /// The cells visited, in order.
    pub(crate) cells: [Cell; Chain::<u64>::LONGEST],
    pub(crate) len: usize,
    /// How many captures it makes.
    pub(crate) links: u32,
    /// Whether it ends with a step straight ahead.
    pub(crate) step: bool,
    /// The cells of the pieces it takes.
    pub(crate) captured: W,
    pub(crate) king_taken: bool,
    pub(crate) passant: bool,
}

impl<W: Width> Chain<W> {
    /// A chain has at most seven captures, which is what a packed move can say, and a step.
    pub(crate) const LONGEST: usize = 8;

    pub(crate) fn visited(&self) -> &[Cell] {
        &self.cells[..self.len]
    }

    pub(crate) fn end(&self) -> Cell {
        self.cells[self.len - 1]
    }

    fn push(&mut self, cell: Cell) {
        self.cells[self.len] = cell;
        self.len += 1;
    }
}

impl<W: Width> PawnTable<W> {
    /// Every chain of a pawn at `from`.
    pub(crate) fn chains(
        &self,
        scene: &ChainScene<W>,
        from: Cell,
        each: &mut impl FnMut(&Chain<W>),
    ) {
        let none = Chain {
            cells: [from; Chain::<u64>::LONGEST],
            len: 0,
            links: 0,
            step: false,
            captured: W::EMPTY,
            king_taken: false,
            passant: false,
        };
        for direction in 0..2 {
            if let Some(chain) = self.link(scene, none, from, direction) {
                self.go_on(scene, chain, direction, each);
            }
        }
    }

    /// The chain with one more capture along a diagonal, if there is something to take.
    fn link(
        &self,
        scene: &ChainScene<W>,
        mut chain: Chain<W>,
        from: Cell,
        direction: usize,
    ) -> Option<Chain<W>> {
        let to = self.sides[scene.side.index()].take_steps[direction][from.index()]?;
        let mut taken = W::bit(to);
        if !scene.enemies.has(to) || chain.captured.has(to) {
            let (cells, pawn) = scene.passant?;
            if !cells.has(to) || chain.captured.has(pawn) {
                return None;
            }
            taken = W::bit(pawn);
            chain.passant = true;
        }
        chain.captured |= taken;
        chain.links += 1;
        chain.king_taken = scene.king == Some(to);
        chain.push(to);
        Some(chain)
    }

    fn go_on(
        &self,
        scene: &ChainScene<W>,
        chain: Chain<W>,
        direction: usize,
        each: &mut impl FnMut(&Chain<W>),
    ) {
        let side = &self.sides[scene.side.index()];
        let at = chain.end();
        if chain.king_taken || side.last.has(at) {
            each(&chain);
            return;
        }
        let mut ends = true;
        let other = 1 - direction;
        if let Some(longer) = self.link(scene, chain, at, other) {
            ends = false;
            self.go_on(scene, longer, other, each);
        }
        let free = |c: &Cell| !(scene.occupied & !chain.captured).has(*c);
        if let Some(ahead) = side.ahead[at.index()].filter(free) {
            ends = false;
            let mut stepped = chain;
            stepped.step = true;
            stepped.push(ahead);
            each(&stepped);
        }
        if ends {
            each(&chain);
        }
    }
}
