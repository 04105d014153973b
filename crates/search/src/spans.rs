use assay_rules::{Cell, Side, Width, bits};

use crate::geometry::{Geometry, all};

/// What pawns may come to do from where they stand, and how far cells lie apart: tables made from the
/// geometry once.
#[derive(Clone, Debug)]
pub(crate) struct Spans<W: Width> {
    cells: usize,
    /// By side and cell: the first cell of a pawn's way.
    next: [Vec<W>; 2],
    /// By side and cell: what a pawn takes on here or anywhere further on.
    reached: [Vec<W>; 2],
    /// By side and cell: where an own pawn stands that can come to guard a pawn here.
    helpers: [Vec<W>; 2],
    /// A king's steps between two cells.
    steps: Vec<u8>,
}

impl<W: Width> Spans<W> {
    pub(crate) fn new(geometry: &Geometry<W>) -> Spans<W> {
        let cells = geometry.cells;
        let empty = || [vec![W::EMPTY; cells], vec![W::EMPTY; cells]];
        let mut spans = Spans {
            cells,
            next: empty(),
            reached: empty(),
            helpers: empty(),
            steps: steps(geometry),
        };
        let pawn_takes = |side: Side, cell: Cell| {
            let kinds = geometry.pawns.iter();
            kinds.fold(W::EMPTY, |set, &k| set | geometry.takes(side, k, cell))
        };
        for side in Side::BOTH {
            let s = side.index();
            for cell in all(cells) {
                let way = geometry.way(side, cell);
                let further = |set: W, c: Cell| set | geometry.way(side, c);
                spans.next[s][cell.index()] = way & !bits(way).fold(W::EMPTY, further);
                let takes = |set: W, c: Cell| set | pawn_takes(side, c);
                spans.reached[s][cell.index()] = bits(way | W::bit(cell)).fold(W::EMPTY, takes);
            }
            for cell in all(cells) {
                for target in bits(spans.reached[s][cell.index()]) {
                    spans.helpers[s][target.index()] |= W::bit(cell);
                }
            }
        }
        debug_assert!(all(cells).all(|c| spans.distance(c, c) == 0));
        spans
    }

    /// The first cell of a pawn's way; none at its end.
    #[inline]
    pub(crate) fn next(&self, side: Side, cell: Cell) -> W {
        self.next[side.index()][cell.index()]
    }

    /// What a pawn on a cell takes on, there or anywhere further on.
    #[inline]
    pub(crate) fn reached(&self, side: Side, cell: Cell) -> W {
        self.reached[side.index()][cell.index()]
    }

    /// Where a pawn stands that can come to guard an own pawn on a cell.
    #[inline]
    pub(crate) fn helpers(&self, side: Side, cell: Cell) -> W {
        self.helpers[side.index()][cell.index()]
    }

    /// A king's steps from one cell to another on an empty board.
    #[inline]
    pub(crate) fn distance(&self, a: Cell, b: Cell) -> i32 {
        i32::from(self.steps[a.index() * self.cells + b.index()])
    }
}

/// A king's steps between each two cells.
fn steps<W: Width>(geometry: &Geometry<W>) -> Vec<u8> {
    let cells = geometry.cells;
    let mut steps = vec![u8::MAX; cells * cells];
    for from in all(cells) {
        let mut seen = W::bit(from);
        let mut edge = seen;
        let mut count = 0;
        while !edge.is_empty() {
            for to in bits(edge) {
                steps[from.index() * cells + to.index()] = count;
            }
            edge = bits(edge).fold(W::EMPTY, |set, c| set | geometry.around(c)) & !seen;
            seen |= edge;
            count += 1;
        }
    }
    steps
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::chessboard;

    #[test]
    fn pawns_of_chess_take_and_help_as_they_do() {
        let rules = chessboard::rules();
        let spans = Spans::new(&Geometry::new(&rules));
        let cell = |name| chessboard::cell(&rules, name);
        let set = |names| chessboard::set(&rules, names);
        let white = Side::White;
        assert_eq!(spans.next(white, cell("e2")), set("e3"));
        assert_eq!(spans.next(Side::Black, cell("e2")), set("e1"));
        assert_eq!(spans.reached(white, cell("a6")), set("b7 b8"));
        assert_eq!(spans.helpers(white, cell("a4")), set("b2 b3 b1"));
        assert_eq!(spans.distance(cell("a1"), cell("c8")), 7);
    }
}
