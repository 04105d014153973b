use crate::{Cell, Width};

/// The cells a piece may run through from one cell, on an empty board, until something is in the way.
#[derive(Clone, Debug)]
pub(crate) struct Track<W> {
    /// Every cell that blocks.
    pub(crate) path: W,
    /// Those it may move to.
    pub(crate) quiet: W,
    /// Those it may capture on.
    pub(crate) take: W,
    pub(crate) order: Order,
}

/// How the cells of a track follow each other.
#[derive(Clone, Debug)]
pub(crate) enum Order {
    /// By rising index.
    Up,
    /// By falling index.
    Down,
    /// As listed.
    Walk(Box<[Cell]>),
    /// A leap from this cell that must jump: one of the cells passed over must be occupied. The path holds the
    /// start cell too, on which the mover stands, so that it is never found free of blockers.
    Jump(Cell),
}

impl<W: Width> Track<W> {
    /// The order of cells that is cheapest to search.
    pub(crate) fn new(cells: &[Cell], quiet: W, take: W) -> Track<W> {
        let order = if cells.is_sorted() {
            Order::Up
        } else if cells.is_sorted_by(|a, b| a >= b) {
            Order::Down
        } else {
            Order::Walk(cells.into())
        };
        let path = cells.iter().fold(W::EMPTY, |set, &c| set | W::bit(c));
        Track {
            path,
            quiet,
            take,
            order,
        }
    }

    /// Its cells in order.
    pub(crate) fn cells(&self) -> Vec<Cell> {
        if let Order::Walk(cells) = &self.order {
            return cells.to_vec();
        }
        let mut cells: Vec<Cell> = crate::bits(self.path).collect();
        if matches!(self.order, Order::Down) {
            cells.reverse();
        }
        cells
    }

    /// A leap that must jump over one of some cells.
    pub(crate) fn jump(from: Cell, over: W, to: Cell, quiet: W, take: W) -> Track<W> {
        Track {
            path: over | W::bit(from) | W::bit(to),
            quiet,
            take,
            order: Order::Jump(from),
        }
    }

    /// Whether it is a leap that must jump.
    pub(crate) fn is_jump(&self) -> bool {
        matches!(self.order, Order::Jump(_))
    }

    /// The cells a leap that must jump passes over.
    fn over(&self, from: Cell) -> W {
        self.path & !self.quiet & !self.take & !W::bit(from)
    }

    /// Whether a piece on the track's start cell reaches one of its cells past what stands on the board.
    #[inline]
    pub(crate) fn is_open(&self, to: Cell, occupied: W) -> bool {
        match &self.order {
            Order::Jump(from) => !(self.over(*from) & occupied).is_empty(),
            _ => (self.before(to) & occupied).is_empty(),
        }
    }

    /// The cells before the first blocker, and the blocker.
    #[inline]
    pub(crate) fn run(&self, occupied: W) -> (W, Option<Cell>) {
        let met = self.path & occupied;
        if met.is_empty() {
            return (self.path, None);
        }
        match &self.order {
            Order::Up => {
                let first = met.lowest();
                (self.path & W::below(first), Some(first))
            }
            Order::Down => {
                let first = met.highest();
                (self.path & !W::below(first) & !W::bit(first), Some(first))
            }
            Order::Walk(cells) => {
                let mut free = W::EMPTY;
                for &cell in cells {
                    if met.has(cell) {
                        return (free, Some(cell));
                    }
                    free |= W::bit(cell);
                }
                (free, None)
            }
            Order::Jump(from) => {
                let to = self.quiet | self.take;
                if (self.over(*from) & met).is_empty() {
                    (W::EMPTY, None)
                } else if (to & met).is_empty() {
                    (to, None)
                } else {
                    (W::EMPTY, Some(to.lowest()))
                }
            }
        }
    }

    /// The cells of the track before one of its cells.
    #[inline]
    pub(crate) fn before(&self, cell: Cell) -> W {
        match &self.order {
            Order::Up => self.path & W::below(cell),
            Order::Down => self.path & !W::below(cell) & !W::bit(cell),
            Order::Walk(cells) => cells
                .iter()
                .take_while(|&&c| c != cell)
                .fold(W::EMPTY, |set, &c| set | W::bit(c)),
            Order::Jump(_) => W::EMPTY,
        }
    }
}

/// A straight line from a cell to the edge.
#[derive(Clone, Debug)]
pub(crate) struct Ray<W> {
    pub(crate) path: W,
    pub(crate) up: bool,
    pub(crate) next: Option<Cell>,
    /// The last cell of the line.
    pub(crate) last: Cell,
}

impl<W: Width> Ray<W> {
    /// The first of some cells on the line.
    #[inline]
    pub(crate) fn first(&self, of: W) -> Option<Cell> {
        let met = self.path & of;
        if met.is_empty() {
            return None;
        }
        Some(if self.up { met.lowest() } else { met.highest() })
    }

    /// The cells of the line before one of its cells.
    #[inline]
    pub(crate) fn before(&self, cell: Cell) -> W {
        if self.up {
            self.path & W::below(cell)
        } else {
            self.path & !W::below(cell) & !W::bit(cell)
        }
    }
}

/// How one mover moves from each cell, as one side.
#[derive(Clone, Debug)]
pub(crate) struct MoverTable<W> {
    /// Cells reached in one step or leap, to move to and to capture on.
    pub(crate) step_quiet: Vec<W>,
    pub(crate) step_take: Vec<W>,
    pub(crate) tracks: Vec<Vec<Track<W>>>,
    /// For each cell, the cells from which a step or leap captures on it.
    pub(crate) step_from: Vec<W>,
    /// For each cell, the cells from which some track captures on it on an empty board.
    pub(crate) track_from: Vec<W>,
}

impl<W: Width> MoverTable<W> {
    pub(crate) fn empty(cells: usize) -> MoverTable<W> {
        MoverTable {
            step_quiet: vec![W::EMPTY; cells],
            step_take: vec![W::EMPTY; cells],
            tracks: vec![Vec::new(); cells],
            step_from: vec![W::EMPTY; cells],
            track_from: vec![W::EMPTY; cells],
        }
    }

    /// Every cell reached from a cell on an empty board, moving or capturing: nothing by a jump.
    pub(crate) fn reach(&self, from: Cell) -> W {
        let steps = self.step_quiet[from.index()] | self.step_take[from.index()];
        self.tracks[from.index()]
            .iter()
            .filter(|t| !t.is_jump())
            .fold(steps, |set, t| set | t.quiet | t.take)
    }

    /// Whether some leap must jump.
    pub(crate) fn has_jumps(&self) -> bool {
        self.tracks.iter().flatten().any(Track::is_jump)
    }

    /// Strikes every move that leaves a set of cells.
    pub(crate) fn confine(&mut self, within: W) {
        for steps in [&mut self.step_quiet, &mut self.step_take] {
            for set in steps {
                *set &= within;
            }
        }
        for track in self.tracks.iter_mut().flatten() {
            track.quiet &= within;
            track.take &= within;
        }
        for tracks in &mut self.tracks {
            tracks.retain(|t| !t.is_jump() || !(t.quiet | t.take).is_empty());
        }
    }

    /// Fills the tables that look from the target.
    pub(crate) fn index(&mut self, cells: impl Iterator<Item = Cell>) {
        for from in cells {
            for to in crate::bits(self.step_take[from.index()]) {
                self.step_from[to.index()] |= W::bit(from);
            }
            for track in &self.tracks[from.index()] {
                for to in crate::bits(track.take) {
                    self.track_from[to.index()] |= W::bit(from);
                }
            }
        }
    }
}
