use std::collections::BTreeMap;

use crate::Cell;

/// The cells of a board with their names, their neighbours and the order in which texts list them.
#[derive(Clone, Debug)]
pub struct Board {
    pub(crate) lattice: Lattice,
    points: Vec<Point>,
    names: Vec<String>,
    at: BTreeMap<Point, Cell>,
    /// Rows of a position text; `None` is a cell that does not exist inside the rectangle.
    pub(crate) text_rows: Vec<Vec<Option<Cell>>>,
    mirror: Vec<Cell>,
}

/// A cell's coordinates, or a step between two cells, on the lattice of its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Point {
    // Ordered by y first: cells are numbered row by row.
    pub(crate) y: i16,
    pub(crate) x: i16,
}

impl Point {
    pub(crate) const fn new(x: i16, y: i16) -> Point {
        Point { y, x }
    }

    pub(crate) fn plus(self, step: Point) -> Point {
        Point::new(self.x + step.x, self.y + step.y)
    }

    pub(crate) fn times(self, n: i16) -> Point {
        Point::new(self.x * n, self.y * n)
    }
}

/// How the cells of a board lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lattice {
    /// Squares.
    Square,
    /// Hexes whose files stand upright: N and SE are the axes.
    HexUpright,
    /// Hexes whose ranks lie level: E and NE are the axes.
    HexLevel,
}

impl Lattice {
    /// The directions, clockwise from north, with their names. Directions of one kind (rook lines, bishop
    /// lines) are two apart.
    pub(crate) fn directions(self) -> &'static [(&'static str, Point)] {
        const fn p(x: i16, y: i16) -> Point {
            Point::new(x, y)
        }
        match self {
            Lattice::Square => {
                const D: [(&str, Point); 8] = [
                    ("N", p(0, 1)),
                    ("NE", p(1, 1)),
                    ("E", p(1, 0)),
                    ("SE", p(1, -1)),
                    ("S", p(0, -1)),
                    ("SW", p(-1, -1)),
                    ("W", p(-1, 0)),
                    ("NW", p(-1, 1)),
                ];
                &D
            }
            Lattice::HexUpright => {
                const D: [(&str, Point); 12] = [
                    ("N", p(0, 1)),
                    ("NNE", p(1, 2)),
                    ("NE", p(1, 1)),
                    ("E", p(2, 1)),
                    ("SE", p(1, 0)),
                    ("SSE", p(1, -1)),
                    ("S", p(0, -1)),
                    ("SSW", p(-1, -2)),
                    ("SW", p(-1, -1)),
                    ("W", p(-2, -1)),
                    ("NW", p(-1, 0)),
                    ("NNW", p(-1, 1)),
                ];
                &D
            }
            Lattice::HexLevel => {
                const D: [(&str, Point); 12] = [
                    ("N", p(-1, 2)),
                    ("NE", p(0, 1)),
                    ("ENE", p(1, 1)),
                    ("E", p(1, 0)),
                    ("ESE", p(2, -1)),
                    ("SE", p(1, -1)),
                    ("S", p(1, -2)),
                    ("SW", p(0, -1)),
                    ("WSW", p(-1, -1)),
                    ("W", p(-1, 0)),
                    ("WNW", p(-2, 1)),
                    ("NW", p(-1, 1)),
                ];
                &D
            }
        }
    }

    /// The steps to the neighbours: along ranks and files or through hex sides, and the diagonal ones; both
    /// clockwise.
    pub(crate) fn kinds_of_direction(self) -> (Vec<Point>, Vec<Point>) {
        let all = self.directions().iter().map(|d| d.1);
        let (even, odd) = (
            all.clone().step_by(2).collect(),
            all.skip(1).step_by(2).collect(),
        );
        match self {
            Lattice::Square | Lattice::HexUpright => (even, odd),
            // Level hexes have a diagonal straight up.
            Lattice::HexLevel => (odd, even),
        }
    }

    /// How far up a step goes, in half cells.
    pub(crate) fn height(self, step: Point) -> i16 {
        match self {
            Lattice::Square | Lattice::HexLevel => 2 * step.y,
            Lattice::HexUpright => 2 * step.y - step.x,
        }
    }

    /// A step as the other player sees it: mirrored top to bottom.
    pub(crate) fn mirrored(self, step: Point) -> Point {
        let Point { x, y } = step;
        match self {
            Lattice::Square => Point::new(x, -y),
            Lattice::HexUpright => Point::new(x, x - y),
            Lattice::HexLevel => Point::new(x + y, -y),
        }
    }
}

/// A cell of a board under construction.
pub(crate) struct Site {
    pub(crate) name: String,
    pub(crate) point: Point,
}

impl Board {
    /// A board of named cells. `rows` are the rows of a position text as indices into `sites`; `mirror`
    /// gives each site its opposite, top to bottom.
    pub(crate) fn new(
        lattice: Lattice,
        sites: &[Site],
        rows: &[Vec<Option<usize>>],
        mirror: &[usize],
    ) -> Board {
        let mut order: Vec<usize> = (0..sites.len()).collect();
        order.sort_by_key(|&i| sites[i].point);
        let mut cell_of = vec![Cell(0); sites.len()];
        for (index, &site) in order.iter().enumerate() {
            cell_of[site] = Cell::new(index);
        }
        let mut mirror_of = vec![Cell(0); sites.len()];
        for (site, &other) in mirror.iter().enumerate() {
            mirror_of[cell_of[site].index()] = cell_of[other];
        }
        Board {
            lattice,
            points: order.iter().map(|&i| sites[i].point).collect(),
            names: order.iter().map(|&i| sites[i].name.clone()).collect(),
            at: order
                .iter()
                .enumerate()
                .map(|(c, &i)| (sites[i].point, Cell::new(c)))
                .collect(),
            text_rows: rows
                .iter()
                .map(|row| row.iter().map(|site| site.map(|i| cell_of[i])).collect())
                .collect(),
            mirror: mirror_of,
        }
    }

    /// The rows of a position text; `None` is a cell that does not exist inside the rectangle.
    pub fn rows(&self) -> &[Vec<Option<Cell>>] {
        &self.text_rows
    }

    /// How the cells lie.
    pub fn lattice(&self) -> Lattice {
        self.lattice
    }

    /// A cell's coordinates along the axes of its lattice: to the east and to the north on squares, to the SE and N
    /// on upright hexes, to the E and NE on level ones.
    pub fn coordinates(&self, cell: Cell) -> (i16, i16) {
        let point = self.point(cell);
        (point.x, point.y)
    }

    /// How many cells there are.
    pub fn len(&self) -> usize {
        self.points.len()
    }

    /// Whether there are none; never true of a compiled game.
    pub fn is_empty(&self) -> bool {
        self.points.is_empty()
    }

    /// Every cell in order.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.points.len()).map(Cell::new)
    }

    /// A cell's name, such as `e4`.
    pub fn name(&self, cell: Cell) -> &str {
        &self.names[cell.index()]
    }

    /// Whether the cells, their names and neighbours are the same.
    pub(crate) fn is_same(&self, other: &Board) -> bool {
        let all = |b: &Board| {
            (
                b.lattice,
                b.points.clone(),
                b.names.clone(),
                b.text_rows.clone(),
            )
        };
        all(self) == all(other)
    }

    /// The cell of a name.
    pub fn named(&self, name: &str) -> Option<Cell> {
        self.names.iter().position(|n| n == name).map(Cell::new)
    }

    /// The cell opposite, top to bottom: where Black's piece stands that mirrors White's.
    pub fn mirror(&self, cell: Cell) -> Cell {
        self.mirror[cell.index()]
    }

    /// The cells one step away in any direction, diagonals included.
    pub fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + '_ {
        let directions = self.lattice.directions().iter();
        directions.filter_map(move |&(_, step)| self.step(cell, step))
    }

    pub(crate) fn point(&self, cell: Cell) -> Point {
        self.points[cell.index()]
    }

    /// The cell one step away, if it exists.
    pub(crate) fn step(&self, cell: Cell, step: Point) -> Option<Cell> {
        self.at.get(&self.point(cell).plus(step)).copied()
    }

    /// The cells from one cell on in steps of `step`, without the first, to the edge.
    pub(crate) fn line(&self, from: Cell, step: Point) -> impl Iterator<Item = Cell> + '_ {
        std::iter::successors(self.step(from, step), move |&c| self.step(c, step))
    }

    /// The rank of a cell as its name says it, counted from 1.
    pub fn rank(&self, cell: Cell) -> u32 {
        self.name(cell)
            .trim_start_matches(|c: char| c.is_ascii_alphabetic())
            .parse()
            .unwrap_or(0)
    }

    /// The file letter of a cell.
    pub fn file(&self, cell: Cell) -> char {
        self.name(cell).chars().next().unwrap_or('?')
    }
}
