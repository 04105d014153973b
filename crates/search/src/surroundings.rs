use assay_rules::{Cell, Side, Width, bits};

use crate::geometry::{Geometry, all};

/// What lies about a king: tables made from the geometry once.
#[derive(Clone, Debug)]
pub(crate) struct Surroundings<W: Width> {
    /// The cells within two steps of each cell.
    near: Vec<W>,
    /// By side and cell: what pawns there and beside it have before them, within three steps.
    front: [Vec<W>; 2],
    /// How many cells a king can step to where it has most.
    pub(crate) steps: i32,
}

impl<W: Width> Surroundings<W> {
    pub(crate) fn new(geometry: &Geometry<W>) -> Surroundings<W> {
        let wider = |set: W| bits(set).fold(set, |wide, c| wide | geometry.around(c));
        let cells = geometry.cells;
        let near: Vec<W> = all(cells).map(|c| wider(geometry.around(c))).collect();
        let front = Side::BOTH.map(|side| {
            let ahead = |cell: Cell| {
                let from = bits(geometry.around(cell) | W::bit(cell));
                from.fold(W::EMPTY, |set, c| set | geometry.way(side, c))
            };
            let seen = |cell: Cell| ahead(cell) & wider(near[cell.index()]);
            all(cells).map(seen).collect()
        });
        let steps = all(cells).map(|c| geometry.around(c).count() as i32);
        Surroundings {
            near,
            front,
            steps: steps.max().unwrap_or(0).max(1),
        }
    }

    /// The cells within two steps of a cell.
    #[inline]
    pub(crate) fn near(&self, cell: Cell) -> W {
        self.near[cell.index()]
    }

    /// What a side's pawns on a cell and beside it have before them, within three steps.
    #[inline]
    pub(crate) fn front(&self, side: Side, cell: Cell) -> W {
        self.front[side.index()][cell.index()]
    }
}
