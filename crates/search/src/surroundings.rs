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

#[cfg(test)]
mod tests {
    use assay_rules::Game;

    use super::*;
    use crate::chessboard;

    #[test]
    fn a_castled_king_of_chess_has_about_it_what_it_has() {
        let rules = chessboard::rules();
        let surroundings = Surroundings::new(&Geometry::new(&rules));
        let cell = |name| chessboard::cell(&rules, name);
        let set = |names| chessboard::set(&rules, names);
        let near = set("e1 f1 g1 h1 e2 f2 g2 h2 e3 f3 g3 h3");
        assert_eq!(surroundings.near(cell("g1")), near);
        let front = set("f2 g2 h2 f3 g3 h3 f4 g4 h4");
        assert_eq!(surroundings.front(Side::White, cell("g1")), front);
        assert_eq!(surroundings.steps, 8);
    }

    #[test]
    fn a_king_among_hexagons_has_twelve_steps() {
        let game = Game::builtin("glinski").expect("a built-in game");
        let choice = game.choose([]).expect("the defaults");
        let any = game.compile(&choice, None).expect("it compiles");
        let steps = assay_rules::with_rules!(&any, rules => {
            Surroundings::new(&Geometry::new(rules)).steps
        });
        assert_eq!(steps, 12);
    }
}
