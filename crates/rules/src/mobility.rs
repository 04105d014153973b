//! Reach on an empty board, for evaluations and drawings.

use crate::rules::{Class, ContactLines};
use crate::{Cell, Kind, Rules, Side, Width, bits};

impl<W: Width> Rules<W> {
    /// The cells a piece alone on the board could move to from a cell, and those it could capture on, a
    /// first contact counting as a capture.
    pub fn reach(&self, side: Side, kind: Kind, from: Cell) -> Reach<W> {
        let mut reach = self.mover_reach(side, kind.index(), from);
        match &self.kinds[kind.index()].class {
            Class::Plain => {}
            Class::Repulse(headings) => {
                let steps = headings[side.index()].iter();
                let cells = steps.filter_map(|&d| self.ray(usize::from(d), from).next);
                reach.quiet |= cells.fold(W::EMPTY, |set, c| set | W::bit(c));
            }
            Class::Pawn(table) => {
                let pawn = &self.pawns[*table].sides[side.index()];
                reach.take |= pawn.takes[from.index()];
                reach.quiet |= pawn.sideways[from.index()];
                let mut at = from;
                for _ in 0..pawn.reach[from.index()] {
                    let Some(next) = pawn.ahead[at.index()] else {
                        break;
                    };
                    at = next;
                    reach.quiet |= W::bit(at);
                }
            }
            Class::Contact(lines) => {
                let lines = &lines[side.index()];
                let rays = lines
                    .directions
                    .iter()
                    .map(|&d| self.ray(usize::from(d), from).path);
                let leaps = lines
                    .leaps
                    .iter()
                    .filter_map(|l| l[from.index()])
                    .map(W::bit);
                let all = rays.chain(leaps).fold(W::EMPTY, |set, more| set | more);
                reach.quiet |= all;
                reach.take |= all;
            }
        }
        reach
    }

    /// The cells a piece could take on if something stood there, `occupied` being in its way. Of a piece
    /// that bounces or flies, the cells of its first leg.
    #[inline(always)]
    pub fn attacks(&self, side: Side, kind: Kind, from: Cell, occupied: W) -> W {
        let table = &self.movers[kind.index()][side.index()];
        let set = table.attacks(from, occupied);
        match &self.kinds[kind.index()].class {
            Class::Plain | Class::Repulse(_) => set,
            Class::Pawn(table) => set | self.pawns[*table].sides[side.index()].takes[from.index()],
            Class::Contact(lines) => set | self.first_legs(&lines[side.index()], from, occupied),
        }
    }

    /// The cells of the first legs of a piece that bounces or flies.
    #[inline(never)]
    fn first_legs(&self, lines: &ContactLines, from: Cell, occupied: W) -> W {
        let mut set = W::EMPTY;
        for &direction in &lines.directions {
            let ray = self.ray(usize::from(direction), from);
            set |= match ray.first(occupied) {
                Some(met) => ray.before(met) | W::bit(met),
                None => ray.path,
            };
        }
        let leaps = lines.leaps.iter().filter_map(|leap| leap[from.index()]);
        leaps.fold(set, |set, to| set | W::bit(to))
    }

    /// As [`reach`](Rules::reach), for a king in one of its forms.
    pub fn form_reach(&self, side: Side, form: usize, from: Cell) -> Reach<W> {
        self.mover_reach(side, self.kinds.len() + form, from)
    }

    /// The mean number of cells a piece reaches when every other cell is occupied with a chance of
    /// `permille` in a thousand, over all cells of the board, in thousandths of a cell. Lines stop at
    /// the first piece, friend or enemy alike; the blocker's cell counts as reached.
    pub fn mean_mobility(&self, side: Side, kind: Kind, permille: u32) -> u64 {
        let total: u64 = self
            .board
            .cells()
            .map(|c| self.expected_mobility(side, kind.index(), c, permille))
            .sum();
        total / self.board.len() as u64
    }

    /// As [`mean_mobility`](Rules::mean_mobility), for a king in one of its forms.
    pub fn mean_form_mobility(&self, side: Side, form: usize, permille: u32) -> u64 {
        let mover = self.kinds.len() + form;
        let total: u64 = self
            .board
            .cells()
            .map(|c| self.expected_mobility(side, mover, c, permille))
            .sum();
        total / self.board.len() as u64
    }

    /// The expected number of cells reached from one cell, in thousandths; see
    /// [`mean_mobility`](Rules::mean_mobility).
    pub fn cell_mobility(&self, side: Side, kind: Kind, from: Cell, permille: u32) -> u64 {
        self.expected_mobility(side, kind.index(), from, permille)
    }

    fn expected_mobility(&self, side: Side, mover: usize, from: Cell, permille: u32) -> u64 {
        // The chance that n cells in a row are empty, in thousandths.
        let open = |n: u32| (0..n).fold(1000u64, |p, _| p * u64::from(1000 - permille) / 1000);
        let run = |cells: u32| (0..cells).map(open).sum::<u64>();
        let table = &self.movers[mover][side.index()];
        let steps = (table.step_quiet[from.index()] | table.step_take[from.index()]).count();
        let mut total = 1000 * u64::from(steps);
        for track in &table.tracks[from.index()] {
            let open = |cell| {
                if track.is_jump() {
                    u64::from(permille)
                } else {
                    open(track.before(cell).count())
                }
            };
            total += bits(track.quiet | track.take).map(open).sum::<u64>();
        }
        match self.kinds.get(mover).map(|k| &k.class) {
            Some(Class::Pawn(pawn)) => {
                let pawn = &self.pawns[*pawn].sides[side.index()];
                total += 1000 * u64::from(pawn.ahead[from.index()].is_some());
                total += u64::from(permille) * u64::from(pawn.takes[from.index()].count());
            }
            Some(Class::Contact(lines)) => {
                let lines = &lines[side.index()];
                for &direction in &lines.directions {
                    total += run(self.ray(usize::from(direction), from).path.count());
                }
                total += 1000
                    * lines
                        .leaps
                        .iter()
                        .filter(|l| l[from.index()].is_some())
                        .count() as u64;
            }
            Some(Class::Repulse(headings)) => {
                let steps = headings[side.index()].iter();
                let open = steps.filter(|&&d| self.ray(usize::from(d), from).next.is_some());
                total += 1000 * open.count() as u64;
            }
            Some(Class::Plain) | None => {}
        }
        total
    }

    fn mover_reach(&self, side: Side, mover: usize, from: Cell) -> Reach<W> {
        let table = &self.movers[mover][side.index()];
        let mut reach = Reach {
            quiet: table.step_quiet[from.index()],
            take: table.step_take[from.index()],
        };
        for track in &table.tracks[from.index()] {
            reach.quiet |= track.quiet;
            reach.take |= track.take;
        }
        reach
    }
}

/// What a piece alone on the board reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reach<W> {
    /// Cells it may move to.
    pub quiet: W,
    /// Cells it may capture on.
    pub take: W,
}
