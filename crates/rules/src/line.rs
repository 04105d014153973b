use crate::Cell;
use crate::board::{Board, Point};

/// A way of moving that needs no more than the board: a leap, a step, a slide, a bent slide.
/// Steps are White's; Black's are mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// Steps made once, at the start.
    pub(crate) lead: Vec<Point>,
    /// The steps then made in turn, over and over.
    pub(crate) cycle: Vec<Point>,
    /// How many steps of the cycle at the most.
    pub(crate) range: u8,
    /// What it may do on arrival.
    pub(crate) mode: Mode,
    /// Cells, seen from the start, that must be empty and cannot be ended on (lame leapers).
    pub(crate) lame: Vec<Point>,
    /// Cells, seen from the start, one of which must be occupied (leapers that must jump).
    pub(crate) jumped: Vec<Point>,
    /// Where on the board it is open.
    pub(crate) when: When,
    /// What happens at the edge and between the cells.
    pub(crate) gait: Gait,
}

/// What a line may do on the cells it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Move to an empty cell.
    Quiet,
    /// Capture.
    Take,
    /// Both.
    Both,
}

/// Where on the board a line is open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    /// Everywhere.
    Always,
    /// Only on cells where the game's array has this piece of this side, however it got there.
    AtHome,
}

/// How a line goes over the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Gait {
    /// From cell to cell until one does not exist.
    Plain,
    /// Touches every second cell only, the first, third, fifth ...; those between must exist but may be
    /// occupied (panda).
    Panda,
    /// Is thrown back at edges by a mirror through the middle of the edge cells.
    ReflectCentre,
    /// Is thrown back at edges by a mirror along the border itself.
    ReflectBorder,
}

/// Unlimited range.
pub(crate) const FAR: u8 = u8::MAX;

impl Line {
    /// A line of equal steps.
    pub(crate) fn straight(step: Point, range: u8, mode: Mode) -> Line {
        Line {
            lead: Vec::new(),
            cycle: vec![step],
            range,
            mode,
            lame: Vec::new(),
            jumped: Vec::new(),
            when: When::Always,
            gait: Gait::Plain,
        }
    }

    /// The line with every step changed, as for the other side.
    pub(crate) fn map(&self, change: impl Fn(Point) -> Point) -> Line {
        let all = |steps: &[Point]| steps.iter().map(|&s| change(s)).collect();
        Line {
            lead: all(&self.lead),
            cycle: all(&self.cycle),
            lame: all(&self.lame),
            jumped: all(&self.jumped),
            ..self.clone()
        }
    }

    /// The one step of a straight line that may move and capture.
    pub(crate) fn straight_step(&self) -> Option<Point> {
        let plain = self.lead.is_empty()
            && self.cycle.len() == 1
            && self.mode == Mode::Both
            && self.lame.is_empty()
            && self.jumped.is_empty()
            && self.when == When::Always
            && self.gait == Gait::Plain;
        plain.then(|| self.cycle[0])
    }

    /// The cells it touches from a cell on an empty board, in order. A cell may come twice where a line
    /// crosses itself; the start cell is left out, since nothing stands there during the move.
    pub(crate) fn walk(&self, board: &Board, from: Cell) -> Vec<Cell> {
        match self.gait {
            Gait::Plain => self.walk_plain(board, from),
            Gait::Panda => {
                let line = board.line(from, self.cycle[0]);
                line.take(usize::from(self.range)).step_by(2).collect()
            }
            Gait::ReflectCentre => reflect(board, from, self.cycle[0], reflect_centre),
            Gait::ReflectBorder => reflect(board, from, self.cycle[0], reflect_border),
        }
    }

    fn walk_plain(&self, board: &Board, from: Cell) -> Vec<Cell> {
        let cycle = self.cycle.iter().cycle().take(usize::from(self.range));
        let mut at = from;
        let mut cells = Vec::new();
        for &step in self.lead.iter().chain(cycle) {
            match board.step(at, step) {
                Some(next) if next != from && !cells.contains(&next) => at = next,
                _ => break,
            }
            cells.push(at);
        }
        cells
    }

    /// The cells one of which must be occupied; those that do not exist never are.
    pub(crate) fn jumped_cells(&self, board: &Board, from: Cell) -> Vec<Cell> {
        let cells = self.jumped.iter();
        cells.filter_map(|&p| board.step(from, p)).collect()
    }

    /// The cells that must be empty though the line does not stop there; `None` if one does not exist.
    pub(crate) fn lame_cells(&self, board: &Board, from: Cell) -> Option<Vec<Cell>> {
        self.lame.iter().map(|&p| board.step(from, p)).collect()
    }
}

/// One step of a reflected line from a cell: the cell reached and the new direction; `None` where the track ends.
type Reflection = fn(&Board, Cell, Point) -> Option<(Cell, Point)>;

fn reflect(board: &Board, from: Cell, step: Point, next: Reflection) -> Vec<Cell> {
    let mut cells = reflect_through(board, from, step, next);
    cells.retain(|&c| c != from);
    cells
}

/// A reflected track with its start cell wherever it passes over that, which the track itself leaves out. `None`
/// for a track of another kind.
pub(crate) fn with_start(board: &Board, from: Cell, track: &[Cell]) -> Option<Vec<Cell>> {
    let steps = board.lattice.directions().iter().map(|d| d.1);
    let both = [reflect_centre as Reflection, reflect_border];
    let mut all = steps.flat_map(|step| both.map(|next| reflect_through(board, from, step, next)));
    all.find(|whole| whole.iter().filter(|&&c| c != from).eq(track))
}

/// The cells of a reflected track, the start cell wherever it comes back to it.
fn reflect_through(board: &Board, from: Cell, step: Point, next: Reflection) -> Vec<Cell> {
    let mut seen = Vec::new();
    let mut cells = Vec::new();
    let (mut at, mut heading) = (from, step);
    while let Some((to, out)) = next(board, at, heading) {
        // A track ends when it leaves a cell as it has left it before.
        if seen.contains(&(at, heading)) {
            break;
        }
        seen.push((at, heading));
        (at, heading) = (to, out);
        cells.push(at);
    }
    cells
}

/// The mirror runs through the middle of the edge cells: before a step the direction turns.
fn reflect_centre(board: &Board, at: Cell, step: Point) -> Option<(Cell, Point)> {
    let exists = |x: i16, y: i16| board.step(at, Point::new(x, y)).is_some();
    let (side, ahead) = (exists(step.x, 0), exists(0, step.y));
    let blocked = side && ahead && !exists(step.x, step.y);
    let turn_x = !side || blocked;
    let turn_y = !ahead || blocked;
    if turn_x && turn_y {
        // It would only run back.
        return None;
    }
    let out = Point::new(
        if turn_x { -step.x } else { step.x },
        if turn_y { -step.y } else { step.y },
    );
    board.step(at, out).map(|to| (to, out))
}

/// The mirror is the border itself: the step along it is made and the direction turns.
fn reflect_border(board: &Board, at: Cell, step: Point) -> Option<(Cell, Point)> {
    if let Some(to) = board.step(at, step) {
        return Some((to, step));
    }
    let side = board.step(at, Point::new(step.x, 0));
    let ahead = board.step(at, Point::new(0, step.y));
    match (side, ahead) {
        (None, Some(to)) => Some((to, Point::new(-step.x, step.y))),
        (Some(to), None) => Some((to, Point::new(step.x, -step.y))),
        _ => None,
    }
}
