use assay_rules::{Cell, Kind, Rules, Side, Width, bits};

/// What the evaluation knows of a game: where each piece reaches on an empty board, how freely it moves
/// on a fuller one, and what follows from that. Nothing in it is made for one game.
#[derive(Clone, Debug)]
pub(crate) struct Geometry<W: Width> {
    pub(crate) cells: usize,
    pub(crate) kinds: usize,
    pub(crate) king: Kind,
    pub(crate) pawn: Vec<bool>,
    /// Cells taken on, by side, kind, cell.
    takes: Vec<W>,
    /// Mobility by side, kind, cell, in thousandths of a cell.
    mobility: Vec<i32>,
    /// How many lines of pieces end on each cell; 1000 is the board's mean.
    traffic: Vec<i32>,
    /// By side and cell: how far a pawn has come, 0 at home and 256 on the last rank.
    progress: [Vec<i32>; 2],
    /// The cells around each cell.
    around: Vec<W>,
    /// By side and cell: where an enemy pawn would stop a pawn on this cell.
    stoppers: [Vec<W>; 2],
}

/// How full the board is when mobility is counted, in thousandths: the third that Ralph Betza found to
/// tell piece values best.
const FULLNESS: u32 = 333;

impl<W: Width> Geometry<W> {
    /// The geometry of a game.
    pub(crate) fn new(rules: &Rules<W>) -> Geometry<W> {
        let cells = rules.cells();
        let kinds = rules.kinds().len();
        let places = || {
            Side::BOTH.into_iter().flat_map(move |side| {
                (0..kinds).flat_map(move |k| all(cells).map(move |c| (side, Kind::new(k), c)))
            })
        };
        let mobility = |(side, kind, cell)| rules.cell_mobility(side, kind, cell, FULLNESS) as i32;
        let points: Vec<Point> = all(cells).map(|c| Point::of(rules, c)).collect();
        let mut geometry = Geometry {
            cells,
            kinds,
            king: rules.royal(),
            pawn: rules.kinds().iter().map(|k| k.pawn).collect(),
            takes: places()
                .map(|(s, k, c)| rules.reach(s, k, c).take)
                .collect(),
            mobility: places().map(mobility).collect(),
            traffic: vec![0; cells],
            progress: [vec![0; cells], vec![0; cells]],
            around: vec![W::EMPTY; cells],
            stoppers: [vec![W::EMPTY; cells], vec![W::EMPTY; cells]],
        };
        geometry.count_traffic();
        geometry.measure_pawns(&points);
        for (a, &p) in points.iter().enumerate() {
            let beside = all(cells).filter(|b| p.is_beside(points[b.index()]));
            geometry.around[a] = beside.fold(W::EMPTY, |set, b| set | W::bit(b));
        }
        geometry
    }

    #[inline]
    pub(crate) fn index(&self, side: Side, kind: Kind, cell: Cell) -> usize {
        (side.index() * self.kinds + kind.index()) * self.cells + cell.index()
    }

    /// Every kind.
    #[inline]
    pub(crate) fn all_kinds(&self) -> impl Iterator<Item = Kind> + use<W> {
        (0..self.kinds).map(Kind::new)
    }

    /// Whether a kind is neither king nor pawn.
    #[inline]
    pub(crate) fn is_piece(&self, kind: Kind) -> bool {
        kind != self.king && !self.pawn[kind.index()]
    }

    /// The cells a piece takes on, the board being empty but for its prey.
    #[inline]
    pub(crate) fn takes(&self, side: Side, kind: Kind, cell: Cell) -> W {
        self.takes[self.index(side, kind, cell)]
    }

    /// Mobility in thousandths of a cell.
    pub(crate) fn mobility(&self, side: Side, kind: Kind, cell: Cell) -> i32 {
        self.mobility[self.index(side, kind, cell)]
    }

    /// Mean mobility of a kind over the board.
    pub(crate) fn mean_mobility(&self, kind: Kind) -> i32 {
        let sum: i32 = all(self.cells)
            .map(|c| self.mobility(Side::White, kind, c))
            .sum();
        sum / self.cells.max(1) as i32
    }

    /// How many lines of pieces end on a cell; 1000 is the board's mean.
    pub(crate) fn traffic(&self, cell: Cell) -> i32 {
        self.traffic[cell.index()]
    }

    /// How far a pawn on a cell has come: 0 at home, 256 on the last rank.
    #[inline]
    pub(crate) fn progress(&self, side: Side, cell: Cell) -> i32 {
        self.progress[side.index()][cell.index()]
    }

    /// Where an enemy pawn would stop a side's pawn on a cell.
    #[inline]
    pub(crate) fn stoppers(&self, side: Side, cell: Cell) -> W {
        self.stoppers[side.index()][cell.index()]
    }

    /// The cells around a cell.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> W {
        self.around[cell.index()]
    }

    fn count_traffic(&mut self) {
        for side in Side::BOTH {
            for kind in self.all_kinds().filter(|&k| k != self.king) {
                for from in all(self.cells) {
                    for to in bits(self.takes(side, kind, from)) {
                        self.traffic[to.index()] += 1;
                    }
                }
            }
        }
        let sum: i32 = self.traffic.iter().sum();
        let mean = (sum / self.cells as i32).max(1);
        for lines in &mut self.traffic {
            *lines = *lines * 1000 / mean;
        }
    }

    fn measure_pawns(&mut self, points: &[Point]) {
        let last = points.iter().map(|p| p.y).max().unwrap_or(0);
        for (side, cell) in Side::BOTH
            .into_iter()
            .flat_map(|s| all(self.cells).map(move |c| (s, c)))
        {
            let here = points[cell.index()];
            let (from_edge, sign) = match side {
                Side::White => (here.y, 1),
                Side::Black => (last - here.y, -1),
            };
            // Most pawns begin on the second rank.
            self.progress[side.index()][cell.index()] =
                (from_edge - 1).max(0) * 256 / (last - 1).max(1);
            let stops = |c: &Cell| {
                let p = points[c.index()];
                (p.y - here.y) * sign > 0 && (p.x - here.x).abs() <= 1
            };
            let stoppers = all(self.cells)
                .filter(stops)
                .fold(W::EMPTY, |set, c| set | W::bit(c));
            self.stoppers[side.index()][cell.index()] = stoppers;
        }
    }

    /// A guess at a piece's worth in centipawns from its mobility.
    pub(crate) fn estimate(&self, kind: Kind) -> i32 {
        if self.pawn[kind.index()] {
            return 100;
        }
        // 52 centipawns a cell, and a fortieth of that more for each cell there is already, since a
        // far-reaching piece does several things at once: fitted to the orthodox pieces on 8x8.
        let m = i64::from(self.mean_mobility(kind));
        ((52 * 1000 * m + 1300 * m * m / 1000) / 1_000_000) as i32
    }
}

fn all(cells: usize) -> impl Iterator<Item = Cell> {
    (0..cells).map(Cell::new)
}

/// A cell's place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    x: i32,
    y: i32,
}

impl Point {
    fn of<W: Width>(rules: &Rules<W>, cell: Cell) -> Point {
        Point {
            x: rules.board().file(cell) as i32,
            y: rules.board().rank(cell) as i32 - 1,
        }
    }

    fn is_beside(self, other: Point) -> bool {
        self != other && (self.x - other.x).abs() <= 1 && (self.y - other.y).abs() <= 1
    }
}
