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

/// Two tracks on which a piece may both move and capture, one through cells of rising index and one of falling: both
/// first blockers are found at once.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pair<W> {
    down: W,
    up: W,
}

impl<W: Width> Pair<W> {
    const NONE: Pair<W> = Pair {
        down: W::EMPTY,
        up: W::EMPTY,
    };

    /// The cells up to the first blockers, these included.
    #[inline]
    pub(crate) fn reach(&self, occupied: W) -> W {
        W::between(self.down & occupied, self.up & occupied) & (self.down | self.up)
    }

    /// The cells between the start and a target on one of the tracks.
    #[inline]
    pub(crate) fn before(&self, target: Cell) -> Option<W> {
        if self.up.has(target) {
            Some(self.up & W::below(target))
        } else if self.down.has(target) {
            Some(self.down & !W::below(target) & !W::bit(target))
        } else {
            None
        }
    }
}

/// How one mover moves from each cell, as one side.
#[derive(Clone, Debug)]
pub(crate) struct MoverTable<W> {
    /// Cells reached in one step or leap, to move to and to capture on.
    pub(crate) step_quiet: Vec<W>,
    pub(crate) step_take: Vec<W>,
    /// Every track.
    pub(crate) tracks: Vec<Vec<Track<W>>>,
    /// The tracks that go together in pairs, so many for each cell.
    pairs: Vec<Pair<W>>,
    pairs_each: usize,
    /// The tracks that do not.
    pub(crate) bent: Vec<Vec<Track<W>>>,
    /// For each cell all it could capture on if nothing stood in its way.
    prey: Vec<W>,
}

/// From where a mover attacks a cell.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Threat<W> {
    /// By a step or leap, whatever stands between.
    pub(crate) near: W,
    /// By a track, on an empty board.
    pub(crate) far: W,
}

impl<W: Width> MoverTable<W> {
    pub(crate) fn empty(cells: usize) -> MoverTable<W> {
        MoverTable {
            step_quiet: vec![W::EMPTY; cells],
            step_take: vec![W::EMPTY; cells],
            tracks: vec![Vec::new(); cells],
            pairs: Vec::new(),
            pairs_each: 0,
            bent: Vec::new(),
            prey: Vec::new(),
        }
    }

    /// The cells on which a piece could capture if nothing stood in its way.
    #[inline]
    pub(crate) fn prey(&self, from: Cell) -> W {
        self.prey[from.index()]
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

    /// The cells a piece could take on if something stood there.
    #[inline(always)]
    pub(crate) fn attacks(&self, from: Cell, occupied: W) -> W {
        let mut set = self.step_take[from.index()];
        for pair in self.pairs(from) {
            set |= pair.reach(occupied);
        }
        if !self.bent[from.index()].is_empty() {
            set |= self.bent_attacks(from, occupied);
        }
        set
    }

    #[inline(never)]
    fn bent_attacks(&self, from: Cell, occupied: W) -> W {
        let tracks = self.bent[from.index()].iter();
        tracks.fold(W::EMPTY, |set, track| {
            let (run, met) = track.run(occupied);
            set | (run | met.map_or(W::EMPTY, W::bit)) & track.take
        })
    }

    /// The pairs of tracks from a cell.
    #[inline]
    pub(crate) fn pairs(&self, from: Cell) -> &[Pair<W>] {
        let first = from.index() * self.pairs_each;
        &self.pairs[first..first + self.pairs_each]
    }

    /// The cells between a piece and a target that it could capture on an empty board, for each of its ways there.
    #[inline]
    pub(crate) fn ways(&self, from: Cell, target: Cell) -> impl Iterator<Item = W> {
        let pairs = self.pairs(from).iter();
        let bent = self.bent[from.index()].iter();
        pairs.filter_map(move |pair| pair.before(target)).chain(
            bent.filter(move |t| t.take.has(target) && !t.is_jump())
                .map(move |t| t.before(target)),
        )
    }

    /// The leaps onto a target that must jump: for each the cells of which one must be occupied.
    #[inline]
    pub(crate) fn jumps(&self, from: Cell, target: Cell) -> impl Iterator<Item = W> {
        let bent = self.bent[from.index()].iter();
        bent.filter(move |t| t.is_jump() && t.take.has(target))
            .map(move |t| t.over(from))
    }

    /// Whether a piece reaches a target past what stands on the board.
    #[inline]
    pub(crate) fn reaches(&self, from: Cell, target: Cell, occupied: W) -> bool {
        self.ways(from, target)
            .any(|before| (before & occupied).is_empty())
            || self
                .jumps(from, target)
                .any(|over| !(over & occupied).is_empty())
    }

    /// Sorts the tracks, once they are complete, into those that go in pairs and the others.
    pub(crate) fn pair_up(&mut self) {
        let mut all: Vec<Vec<Pair<W>>> = Vec::new();
        for (index, tracks) in self.tracks.iter().enumerate() {
            let from = Cell(index as u8);
            let (ups, downs, bent) = split(tracks, from);
            let longer = ups.len().max(downs.len());
            let path = |tracks: &[W], i: usize| tracks.get(i).copied().unwrap_or(W::EMPTY);
            let pair = |i| Pair {
                down: path(&downs, i),
                up: path(&ups, i),
            };
            all.push((0..longer).map(pair).collect());
            self.bent.push(bent);
            let prey = tracks.iter().map(|t| t.take);
            self.prey
                .push(prey.fold(self.step_take[index], |set, more| set | more));
        }
        self.pairs_each = all.iter().map(Vec::len).max().unwrap_or(0);
        for mut pairs in all {
            pairs.resize(self.pairs_each, Pair::NONE);
            self.pairs.append(&mut pairs);
        }
    }

    /// For each cell from where it is attacked.
    pub(crate) fn threats(&self) -> Vec<Threat<W>> {
        let none = Threat {
            near: W::EMPTY,
            far: W::EMPTY,
        };
        let mut threats = vec![none; self.tracks.len()];
        for (index, tracks) in self.tracks.iter().enumerate() {
            let from = W::bit(Cell(index as u8));
            for to in crate::bits(self.step_take[index]) {
                threats[to.index()].near |= from;
            }
            for to in tracks.iter().flat_map(|t| crate::bits(t.take)) {
                threats[to.index()].far |= from;
            }
        }
        threats
    }
}

/// Of the tracks from a cell the paths of those that rise and of those that fall in index, and the others.
fn split<W: Width>(tracks: &[Track<W>], from: Cell) -> (Vec<W>, Vec<W>, Vec<Track<W>>) {
    let (mut ups, mut downs, mut bent) = (Vec::new(), Vec::new(), Vec::new());
    for track in tracks {
        let free = track.quiet == track.path && track.take == track.path;
        match track.order {
            Order::Up if free && track.path.lowest() > from => ups.push(track.path),
            Order::Down if free && track.path.highest() < from => downs.push(track.path),
            _ => bent.push(track.clone()),
        }
    }
    (ups, downs, bent)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, with_rules};

    /// A pair finds what its two tracks find one by one, whatever stands in the way.
    #[test]
    fn pairs_run_as_their_tracks_do() {
        let mut state = 1_u64;
        let mut word = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            u128::from(state >> 32) << 64 | u128::from(state)
        };
        for id in [
            "capablanca",
            "glinski",
            "seenschach",
            "horn-rimmed-wellisch",
        ] {
            let game = Game::builtin(id).expect("a built-in game");
            let rules = game.compile(&game.choose([]).expect("defaults"), None);
            let crate::AnyRules::Wide(rules) = rules.expect("rules") else {
                panic!("{id} is not wide");
            };
            let mut pairs = 0;
            for table in rules.movers.iter().flatten() {
                for from in rules.board.cells() {
                    let occupied = word() & word();
                    let bent = |t: &&Track<u128>| {
                        !table.bent[from.index()].iter().any(|b| b.path == t.path)
                    };
                    let mut reach = 0;
                    for track in table.tracks[from.index()].iter().filter(bent) {
                        let (run, met) = track.run(occupied);
                        reach |= run | met.map_or(0, u128::bit);
                    }
                    let paired = table
                        .pairs(from)
                        .iter()
                        .fold(0, |set, p| set | p.reach(occupied));
                    assert_eq!(paired, reach, "{id} {from:?}");
                    pairs += table.pairs(from).len();
                }
            }
            assert!(pairs > 0, "{id}");
        }
        // Narrow boards use other words.
        let game = Game::builtin("fide").expect("a built-in game");
        let rules = game.compile(&game.choose([]).expect("defaults"), None);
        with_rules!(&rules.expect("rules"), r => {
            let rook = r.kind_of('R').expect("a rook");
            let pairs = r.movers[rook.index()][0].pairs(Cell(0));
            assert_eq!(pairs.len(), 2);
        });
    }
}
