use std::collections::{BTreeMap, BTreeSet};

use assay_rules::{Board, Cell, Lattice};

use super::svg::{Anchor, Spot};

/// Width of a drawing in its units.
pub(super) const PAPER_WIDTH: f64 = 720.0;
/// Free space around everything.
pub(super) const MARGIN: f64 = 12.0;
/// Size of coordinates: 11 pixels in a drawing 400 pixels wide.
pub(super) const LABEL: f64 = 20.0;

/// Room for coordinates beside and below the board.
const LABEL_ROOM: f64 = 34.0;
/// How far the middle of a coordinate is from the cell's edge.
const LABEL_GAP: f64 = 16.0;
/// The largest square, and the largest board in height.
const LARGEST: f64 = 96.0;
const TALLEST: f64 = 1000.0;

/// Half the square root of three: a hex of side 1 is this far from its middle to its edges.
const APOTHEM: f64 = 0.866_025_403_784_438_6;

/// Where everything of a board lies on the paper.
pub(super) struct Layout {
    lattice: Lattice,
    centres: Vec<Spot>,
    tones: Vec<usize>,
    /// Length of a square's side, or a hex's.
    side: f64,
    /// The middles of the cells that do not exist inside the board.
    pub(super) water: Vec<Spot>,
    /// The coordinates with their places.
    pub(super) labels: Vec<(String, Spot, Anchor)>,
    /// Where the board with its coordinates ends.
    pub(super) bottom: f64,
}

impl Layout {
    pub(super) fn new(board: &Board) -> Layout {
        let lattice = board.lattice();
        let units: Vec<Spot> = board
            .cells()
            .map(|c| unit_centre(lattice, board.coordinates(c)))
            .collect();
        let half = half_size(lattice);
        let extreme = |of: fn(&Spot) -> f64| {
            let all = units.iter().map(of);
            (
                all.clone().fold(f64::INFINITY, f64::min),
                all.fold(f64::NEG_INFINITY, f64::max),
            )
        };
        let (left, right) = extreme(|s| s.x);
        let (low, high) = extreme(|s| s.y);
        let (wide, tall) = (right - left + 2.0 * half.x, high - low + 2.0 * half.y);
        // Ranks are named on the left, where files lean to the left on the right, and where ranks bend on both.
        let (left_room, right_room) = match lattice {
            Lattice::Square => (LABEL_ROOM, 0.0),
            Lattice::HexUpright => (LABEL_ROOM, LABEL_ROOM),
            Lattice::HexLevel => (0.0, LABEL_ROOM),
        };
        let room = PAPER_WIDTH - 2.0 * MARGIN - left_room - right_room;
        let largest = LARGEST / (2.0 * half.y);
        let side = (room / wide).min(largest).min(TALLEST / tall);
        let origin = Spot::new(
            MARGIN + left_room + (room - wide * side) / 2.0 + (half.x - left) * side,
            MARGIN + (high + half.y) * side,
        );
        let place = |unit: Spot| origin.plus(unit.x * side, -unit.y * side);
        let mut layout = Layout {
            lattice,
            centres: units.iter().map(|&u| place(u)).collect(),
            tones: tones(board),
            side,
            water: holes(board)
                .into_iter()
                .map(|p| place(unit_centre(lattice, p)))
                .collect(),
            labels: Vec::new(),
            bottom: MARGIN + tall * side + LABEL_ROOM,
        };
        layout.labels = layout.coordinates(board);
        layout
    }

    /// The middle of a cell.
    pub(super) fn centre(&self, cell: Cell) -> Spot {
        self.centres[cell.index()]
    }

    /// The middle of a point of the lattice, whether or not there is a cell.
    pub(super) fn point(&self, board: &Board, at: (i16, i16)) -> Spot {
        let zero = Cell::new(0);
        let (known, unit) = (
            self.centre(zero),
            unit_centre(self.lattice, board.coordinates(zero)),
        );
        let wanted = unit_centre(self.lattice, at);
        known.plus(
            (wanted.x - unit.x) * self.side,
            (unit.y - wanted.y) * self.side,
        )
    }

    /// Which of the two or three tones a cell has.
    pub(super) fn tone(&self, cell: Cell) -> usize {
        self.tones[cell.index()]
    }

    /// The corners of a cell with its middle at a point.
    pub(super) fn corners(&self, middle: Spot) -> Vec<Spot> {
        let half = half_size(self.lattice);
        let unit: &[(f64, f64)] = match self.lattice {
            Lattice::Square => &[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)],
            Lattice::HexUpright => &[
                (-0.5, -half.y),
                (0.5, -half.y),
                (1.0, 0.0),
                (0.5, half.y),
                (-0.5, half.y),
                (-1.0, 0.0),
            ],
            Lattice::HexLevel => &[
                (0.0, -1.0),
                (half.x, -0.5),
                (half.x, 0.5),
                (0.0, 1.0),
                (-half.x, 0.5),
                (-half.x, -0.5),
            ],
        };
        unit.iter()
            .map(|&(x, y)| middle.plus(x * self.side, y * self.side))
            .collect()
    }

    /// From a cell's middle to its nearest edge.
    pub(super) fn inner_radius(&self) -> f64 {
        match self.lattice {
            Lattice::Square => 0.5 * self.side,
            Lattice::HexUpright | Lattice::HexLevel => APOTHEM * self.side,
        }
    }

    /// Whether the way from one point to another runs along a rank, a file, a diagonal or a line of hexes.
    pub(super) fn is_line(&self, from: Spot, to: Spot) -> bool {
        let turn = match self.lattice {
            Lattice::Square => 45.0,
            Lattice::HexUpright | Lattice::HexLevel => 30.0,
        };
        let angle = (to.y - from.y).atan2(to.x - from.x).to_degrees() / turn;
        (angle - angle.round()).abs() < 1e-6
    }

    /// File letters below the files; rank numbers left of the ranks, or right where files lean to the left, or on
    /// both sides where ranks bend.
    fn coordinates(&self, board: &Board) -> Vec<(String, Spot, Anchor)> {
        let mut files: BTreeMap<char, Cell> = BTreeMap::new();
        let mut ranks: BTreeMap<u32, (Cell, Cell)> = BTreeMap::new();
        for cell in board.cells() {
            let at = self.centre(cell);
            let lowest = files.entry(board.file(cell)).or_insert(cell);
            if at.y > self.centre(*lowest).y {
                *lowest = cell;
            }
            let (first, last) = ranks.entry(board.rank(cell)).or_insert((cell, cell));
            if at.x < self.centre(*first).x {
                *first = cell;
            }
            if at.x > self.centre(*last).x {
                *last = cell;
            }
        }
        let away = self.inner_radius() + LABEL_GAP;
        let mut labels = Vec::new();
        let mut label = |text: String, cell: Cell, (x, y): (f64, f64)| {
            labels.push((text, self.centre(cell).plus(x, y), Anchor::Middle));
        };
        let below = match self.lattice {
            Lattice::Square | Lattice::HexUpright => (0.0, away),
            Lattice::HexLevel => (-0.5 * away, APOTHEM * away),
        };
        for (&file, &cell) in &files {
            label(file.to_string(), cell, below);
        }
        for (rank, (first, last)) in ranks {
            match self.lattice {
                Lattice::Square => label(rank.to_string(), first, (-away, 0.0)),
                Lattice::HexLevel => label(rank.to_string(), last, (away, 0.0)),
                Lattice::HexUpright => {
                    let (x, y) = self.beside(board, first, -1);
                    label(rank.to_string(), first, (-x, y));
                    // Below a file stands its letter.
                    if files.get(&board.file(last)) != Some(&last) || is_outermost(board, last, 1) {
                        label(rank.to_string(), last, self.beside(board, last, 1));
                    }
                }
            }
        }
        labels
    }

    /// Where the number of a bent rank stands outside its end cell, rightwards and downwards: beside the cell, or
    /// beside its upper edge where a hex of another rank lies further out.
    fn beside(&self, board: &Board, cell: Cell, outwards: i16) -> (f64, f64) {
        if is_outermost(board, cell, outwards) {
            (self.side + LABEL_GAP, 0.0)
        } else {
            let away = self.inner_radius() + LABEL_GAP;
            (APOTHEM * away, -0.5 * away)
        }
    }
}

/// Whether no file lies further out than a cell's.
fn is_outermost(board: &Board, cell: Cell, outwards: i16) -> bool {
    let file = board.coordinates(cell).0;
    board
        .cells()
        .all(|c| (board.coordinates(c).0 - file) * outwards <= 0)
}

/// Half the width and height of a cell of side 1.
fn half_size(lattice: Lattice) -> Spot {
    match lattice {
        Lattice::Square => Spot::new(0.5, 0.5),
        Lattice::HexUpright => Spot::new(1.0, APOTHEM),
        Lattice::HexLevel => Spot::new(APOTHEM, 1.0),
    }
}

/// The middle of a cell of side 1, rightwards and upwards.
fn unit_centre(lattice: Lattice, (x, y): (i16, i16)) -> Spot {
    let (x, y) = (f64::from(x), f64::from(y));
    match lattice {
        Lattice::Square => Spot::new(x, y),
        Lattice::HexUpright => Spot::new(1.5 * x, 2.0 * APOTHEM * y - APOTHEM * x),
        Lattice::HexLevel => Spot::new(2.0 * APOTHEM * x + APOTHEM * y, 1.5 * y),
    }
}

/// Neighbours of a cell never have its tone: two tones on squares, with a1 dark, three on hexes.
fn tones(board: &Board) -> Vec<usize> {
    let dark = board.named("a1").unwrap_or(Cell::new(0));
    let (x, y) = board.coordinates(dark);
    let tone = |cell| {
        let (dx, dy) = board.coordinates(cell);
        let (dx, dy) = (i32::from(dx - x), i32::from(dy - y));
        match board.lattice() {
            Lattice::Square => (dx + dy).rem_euclid(2),
            Lattice::HexUpright => (dx + dy).rem_euclid(3),
            Lattice::HexLevel => (dx + 2 * dy).rem_euclid(3),
        }
    };
    board.cells().map(|c| tone(c) as usize).collect()
}

/// The lattice points without a cell that are shut in by cells.
fn holes(board: &Board) -> Vec<(i16, i16)> {
    let cells: BTreeSet<(i16, i16)> = board.cells().map(|c| board.coordinates(c)).collect();
    let span = |of: fn(&(i16, i16)) -> i16| {
        let all = cells.iter().map(of);
        all.clone().min().unwrap_or(0) - 1..=all.max().unwrap_or(0) + 1
    };
    let (columns, rows) = (span(|p| p.0), span(|p| p.1));
    let steps: &[(i16, i16)] = match board.lattice() {
        Lattice::Square => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
        Lattice::HexUpright => &[(0, 1), (1, 1), (1, 0), (0, -1), (-1, -1), (-1, 0)],
        Lattice::HexLevel => &[(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)],
    };
    // Everything outside hangs together with a corner of the frame.
    let mut outside = BTreeSet::new();
    let mut open = vec![(*columns.start(), *rows.start())];
    while let Some(at) = open.pop() {
        let inside_frame = columns.contains(&at.0) && rows.contains(&at.1);
        if inside_frame && !cells.contains(&at) && outside.insert(at) {
            open.extend(steps.iter().map(|s| (at.0 + s.0, at.1 + s.1)));
        }
    }
    let frame = rows.flat_map(|y| columns.clone().map(move |x| (x, y)));
    frame
        .filter(|p| !cells.contains(p) && !outside.contains(p))
        .collect()
}

#[cfg(test)]
mod tests {
    use assay_rules::{Game, with_rules};

    use super::*;

    fn with_board<T>(game: &str, then: impl Fn(&Board) -> T) -> T {
        let game = Game::builtin(game).unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        with_rules!(&rules, r => then(r.board()))
    }

    #[test]
    fn only_holes_inside_are_water() {
        for (game, count) in [
            ("fide", 0),
            ("echidna", 0),
            ("seenschach", 16),
            ("glinski", 0),
        ] {
            assert_eq!(with_board(game, holes).len(), count, "{game}");
        }
    }

    #[test]
    fn neighbours_differ_in_tone() {
        for game in Game::builtin_ids() {
            with_board(game, |board| {
                let layout = Layout::new(board);
                for a in board.cells() {
                    for b in board.cells().filter(|&b| b != a) {
                        let apart = layout.centre(a).distance(layout.centre(b));
                        let touch = apart < 2.0 * layout.inner_radius() + 1.0;
                        assert!(!touch || layout.tone(a) != layout.tone(b), "{game}");
                    }
                }
            });
        }
    }

    #[test]
    fn steps_go_where_the_notation_says() {
        // reference: rules/notation.md, "Hex directions"
        for (game, from, to, x, y) in [
            ("fide", "e4", "e5", 0, -1),
            ("fide", "e4", "f4", 1, 0),
            ("glinski", "c3", "c4", 0, -1),
            ("glinski", "c3", "d4", 1, -1),
            ("glinski", "f6", "g6", 1, -1),
            ("glinski", "f6", "g5", 1, 1),
            ("shafran", "g5", "h6", 1, -1),
            ("horn-rimmed-wellisch", "f6", "f7", 1, -1),
            ("horn-rimmed-wellisch", "f6", "e7", -1, -1),
            ("horn-rimmed-wellisch", "f6", "g6", 1, 0),
        ] {
            with_board(game, |board| {
                let layout = Layout::new(board);
                let at = |name| layout.centre(board.named(name).unwrap());
                let sign = |d: f64| if d.abs() < 1.0 { 0 } else { d.signum() as i32 };
                let (a, b) = (at(from), at(to));
                assert_eq!(
                    (sign(b.x - a.x), sign(b.y - a.y)),
                    (x, y),
                    "{game} {from} {to}"
                );
            });
        }
    }
}
