use assay_rules::{Cell, Kind, KindInfo, Rules, Side, Width, bits};

/// What the evaluation knows of a game: where each piece reaches on an empty board, how freely it moves
/// on a fuller one, and what follows from that. Nothing in it is made for one game.
#[derive(Clone, Debug)]
pub(crate) struct Geometry<W: Width> {
    pub(crate) cells: usize,
    pub(crate) kinds: usize,
    pub(crate) king: Kind,
    pub(crate) pawn: Vec<bool>,
    /// Every kind.
    pub(crate) all: Vec<Kind>,
    /// The kinds that are neither king nor pawn.
    pub(crate) pieces: Vec<Kind>,
    /// The kinds of pawn.
    pub(crate) pawns: Vec<Kind>,
    /// Cells taken on, by side, kind, cell.
    takes: Vec<W>,
    /// Mobility by side, kind, cell, in thousandths of a cell.
    mobility: Vec<i32>,
    /// Mean mobility by kind.
    means: Vec<i32>,
    /// How many lines of pieces end on each cell; 1000 is the board's mean.
    traffic: Vec<i32>,
    /// By side and cell: how far a pawn has come, 0 at home and 256 on the last rank.
    progress: [Vec<i32>; 2],
    /// By side and cell: the cells a pawn has before it.
    ways: [Vec<W>; 2],
    /// By side, kind, cell: 256 over the moves to the next promotion, for pieces other than pawns.
    promise: Vec<i32>,
    /// By kind, where a piece sees a part of the board only: the parts.
    parts: Vec<Vec<W>>,
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
        let mut geometry = Geometry {
            cells,
            kinds,
            king: rules.royal(),
            pawn: rules.kinds().iter().map(|k| k.pawn).collect(),
            all: kinds_where(rules, |_| true),
            pieces: kinds_where(rules, |k| !k.pawn && !k.royal),
            pawns: kinds_where(rules, |k| k.pawn),
            takes: places()
                .map(|(s, k, c)| rules.reach(s, k, c).take)
                .collect(),
            mobility: places().map(mobility).collect(),
            means: (0..kinds)
                .map(|k| rules.mean_mobility(Side::White, Kind::new(k), FULLNESS) as i32)
                .collect(),
            traffic: vec![0; cells],
            progress: [vec![0; cells], vec![0; cells]],
            ways: [vec![W::EMPTY; cells], vec![W::EMPTY; cells]],
            promise: vec![0; 2 * kinds * cells],
            parts: vec![Vec::new(); kinds],
            around: vec![W::EMPTY; cells],
            stoppers: [vec![W::EMPTY; cells], vec![W::EMPTY; cells]],
        };
        geometry.count_traffic();
        geometry.measure_pawns(rules);
        geometry.measure_promises(rules);
        geometry.find_parts(rules);
        for cell in all(cells) {
            let around = rules.board().around(cell);
            geometry.around[cell.index()] = around.fold(W::EMPTY, |set, c| set | W::bit(c));
        }
        geometry
    }

    #[inline]
    pub(crate) fn index(&self, side: Side, kind: Kind, cell: Cell) -> usize {
        (side.index() * self.kinds + kind.index()) * self.cells + cell.index()
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
    #[inline]
    pub(crate) fn mean_mobility(&self, kind: Kind) -> i32 {
        self.means[kind.index()]
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

    /// The cells a side's pawn has before it.
    #[inline]
    pub(crate) fn way(&self, side: Side, cell: Cell) -> W {
        self.ways[side.index()][cell.index()]
    }

    /// 256 over the number of moves to the next promotion; 0 for pawns and what is not promoted.
    pub(crate) fn promise(&self, side: Side, kind: Kind, cell: Cell) -> i32 {
        self.promise[self.index(side, kind, cell)]
    }

    /// The parts of the board that pieces of a kind never leave; none if there is only one.
    #[inline]
    pub(crate) fn parts(&self, kind: Kind) -> &[W] {
        &self.parts[kind.index()]
    }

    /// The cells around a cell.
    #[inline]
    pub(crate) fn around(&self, cell: Cell) -> W {
        self.around[cell.index()]
    }

    fn count_traffic(&mut self) {
        for side in Side::BOTH {
            for &kind in self.pieces.iter().chain(&self.pawns) {
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

    fn measure_pawns(&mut self, rules: &Rules<W>) {
        for side in Side::BOTH {
            let ways: Vec<W> = all(self.cells)
                .map(|c| self.find_way(rules, side, c))
                .collect();
            let length = |cell: Cell| ways[cell.index()].count() as i32;
            let pawns = self
                .pawns
                .iter()
                .flat_map(|&k| bits(rules.start().pieces(side, k)));
            let home = pawns.map(length).max().unwrap_or(0).max(1);
            for cell in all(self.cells) {
                let come = (home - length(cell)).max(0);
                self.progress[side.index()][cell.index()] = come * 256 / home;
                let way = ways[cell.index()];
                let guards = |c: &Cell| {
                    let takes = |&k: &Kind| !(self.takes(side.other(), k, *c) & way).is_empty();
                    way.has(*c) || self.pawns.iter().any(takes)
                };
                let stoppers = all(self.cells)
                    .filter(guards)
                    .fold(W::EMPTY, |set, c| set | W::bit(c));
                self.stoppers[side.index()][cell.index()] = stoppers;
            }
            self.ways[side.index()] = ways;
        }
    }

    /// Counts the moves to promotion of pieces that are not pawns.
    fn measure_promises(&mut self, rules: &Rules<W>) {
        for side in Side::BOTH {
            for &kind in &self.pieces {
                let goal = rules.promotion_cells(side, kind);
                if goal.is_empty() {
                    continue;
                }
                let steps: Vec<W> = all(self.cells)
                    .map(|c| rules.reach(side, kind, c))
                    .map(|reach| reach.quiet | reach.take)
                    .collect();
                let reach = |set: W| {
                    let near = all(self.cells).filter(|c| !(steps[c.index()] & set).is_empty());
                    near.fold(W::EMPTY, |set, c| set | W::bit(c))
                };
                let mut seen = W::EMPTY;
                let mut edge = goal;
                let mut moves = 0;
                let mut found = Vec::new();
                while !edge.is_empty() {
                    moves += 1;
                    edge = reach(edge) & !seen;
                    seen |= edge;
                    found.extend(bits(edge).map(|cell| (cell, 256 / moves)));
                }
                for (cell, promise) in found {
                    let index = self.index(side, kind, cell);
                    self.promise[index] = promise;
                }
            }
        }
    }

    /// Finds the parts of the board that pieces never leave.
    fn find_parts(&mut self, rules: &Rules<W>) {
        for &kind in &self.pieces {
            let closures = closures(rules, kind);
            // What cannot go back has no part of its own.
            let comes_back = |cell: Cell| {
                let gone = |to: Cell| !closures[to.index()].has(cell);
                !bits(closures[cell.index()]).any(gone)
            };
            if !rules.promotes_to(kind).is_empty() || !all(self.cells).all(comes_back) {
                continue;
            }
            let mut parts: Vec<W> = Vec::new();
            for &part in &closures {
                if !parts.contains(&part) {
                    parts.push(part);
                }
            }
            if parts.len() > 1 {
                self.parts[kind.index()] = parts;
            }
        }
    }

    /// The cells a pawn on a cell has before it.
    fn find_way(&self, rules: &Rules<W>, side: Side, cell: Cell) -> W {
        let mut way = W::EMPTY;
        let mut edge = W::bit(cell);
        while !edge.is_empty() {
            let steps = bits(edge).flat_map(|c| self.pawns.iter().map(move |&k| (c, k)));
            let next = steps.fold(W::EMPTY, |set, (c, k)| set | rules.reach(side, k, c).quiet);
            edge = next & !way;
            way |= edge;
        }
        way
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

/// For each cell those a piece can come to from it, the cell itself included.
fn closures<W: Width>(rules: &Rules<W>, kind: Kind) -> Vec<W> {
    let cells = rules.cells();
    let mut closures: Vec<W> = all(cells)
        .map(|cell| rules.reach(Side::White, kind, cell).quiet | W::bit(cell))
        .collect();
    // Ways by way of more and more cells (Warshall 1962).
    for by in all(cells) {
        let further = closures[by.index()];
        for closure in closures.iter_mut().filter(|c| c.has(by)) {
            *closure |= further;
        }
    }
    closures
}

fn kinds_where<W: Width>(rules: &Rules<W>, wanted: impl Fn(&KindInfo<W>) -> bool) -> Vec<Kind> {
    let kinds = rules.kinds().iter().enumerate();
    kinds
        .filter(|(_, info)| wanted(info))
        .map(|(i, _)| Kind::new(i))
        .collect()
}

/// The cells of a board.
pub(crate) fn all(cells: usize) -> impl Iterator<Item = Cell> {
    (0..cells).map(Cell::new)
}

/// A cell's place on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Point {
    x: i32,
    y: i32,
}

impl Point {
    pub(crate) fn of<W: Width>(rules: &Rules<W>, cell: Cell) -> Point {
        let (x, y) = rules.board().coordinates(cell);
        Point {
            x: x.into(),
            y: y.into(),
        }
    }

    /// The step from here towards another point that meets every cell on the way, and how many there are.
    pub(crate) fn steps_to(self, other: Point) -> (Point, i32) {
        let (x, y) = (other.x - self.x, other.y - self.y);
        let count = gcd(x.abs(), y.abs()).max(1);
        let step = Point {
            x: x / count,
            y: y / count,
        };
        (step, count)
    }

    /// The point `count` steps away.
    pub(crate) fn plus(self, step: Point, count: i32) -> Point {
        Point {
            x: self.x + count * step.x,
            y: self.y + count * step.y,
        }
    }
}

fn gcd(a: i32, b: i32) -> i32 {
    if b == 0 { a } else { gcd(b, a % b) }
}
