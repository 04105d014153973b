use assay_faults::nearest;
use assay_rules::{Alone, Cell, Course, Kind, Position, Rules, Side, Width, bits};

/// What a picture shows.
#[derive(Clone, Copy, Debug)]
pub enum Scene<'a, W: Width> {
    /// A position.
    Position(&'a Position<W>),
    /// A position with the legal moves of one of its pieces.
    Moves(&'a Position<W>, Subject),
    /// The reach of a piece with nothing else on the board.
    Alone(Subject),
}

/// A piece on a cell, whose moves are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Subject {
    /// Whose it is.
    pub side: Side,
    /// What it is.
    pub kind: Kind,
    /// The form of a transforming king, as an index of the game's forms; `None` for the form it stands in, or
    /// its first where it stands alone.
    pub form: Option<u8>,
    /// Where it stands.
    pub from: Cell,
}

/// Where a piece may go, gathered for drawing.
pub(super) struct Ways {
    /// Cells to move to.
    pub(super) quiet: Vec<Cell>,
    /// Cells to capture on; in a position, the pieces taken there at once.
    pub(super) take: Vec<Cell>,
    /// Bent tracks in order.
    pub(super) tracks: Vec<Vec<Cell>>,
    /// Moves whose way is worth a line: they turn, fly on or throw.
    pub(super) courses: Vec<Course>,
}

impl Ways {
    fn none() -> Ways {
        Ways {
            quiet: Vec::new(),
            take: Vec::new(),
            tracks: Vec::new(),
            courses: Vec::new(),
        }
    }

    /// The cells to capture on and those of all pieces taken or hit on the way, each once.
    pub(super) fn taken(&self) -> Vec<Cell> {
        let mut taken = self.take.clone();
        let met = self
            .courses
            .iter()
            .flat_map(|c| c.takes.iter().chain(&c.hit));
        for &cell in met {
            if !taken.contains(&cell) {
                taken.push(cell);
            }
        }
        taken
    }
}

impl Subject {
    /// Reads `PIECE@CELL`, such as `R@d3`: the piece's letter, small for Black. A transforming king's form may
    /// stand before it, as in `N:K@e1`. The error says what is wrong and what would be right.
    pub fn parse<W: Width>(rules: &Rules<W>, text: &str) -> Result<Subject, String> {
        let wanted = "write PIECE@CELL, such as R@d3, the piece small for Black";
        let (piece, cell) = text
            .split_once('@')
            .ok_or_else(|| format!("{text:?} names no piece on a cell; {wanted}"))?;
        let (form, letter) = match piece.split_once(':') {
            Some((form, letter)) => (Some(form), letter),
            None => (None, piece),
        };
        let mut letters = letter.chars();
        let (Some(first), None) = (letters.next(), letters.next()) else {
            return Err(format!("{letter:?} is no piece; {wanted}"));
        };
        let kind = rules.kind_of(first).ok_or_else(|| {
            let known: Vec<String> = rules
                .kinds()
                .iter()
                .map(|k| format!("{} {}", k.letter, k.name))
                .collect();
            format!(
                "{first:?} is no piece of {}; its pieces are {}",
                rules.game().id(),
                known.join(", ")
            )
        })?;
        let board = rules.board();
        let from = board.named(cell).ok_or_else(|| {
            let near = nearest(cell, board.cells().map(|c| board.name(c)));
            let hint = near.map_or(String::new(), |n| format!("; did you mean {n}?"));
            format!("{cell:?} is no cell of {}{hint}", rules.game().id())
        })?;
        let form = match form {
            None => None,
            Some(form) => Some(Subject::form(rules, kind, form)?),
        };
        let side = if first.is_ascii_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        Ok(Subject {
            side,
            kind,
            form,
            from,
        })
    }

    fn form<W: Width>(rules: &Rules<W>, kind: Kind, text: &str) -> Result<u8, String> {
        let letters: String = rules.form_letters().iter().collect();
        if kind != rules.royal() || letters.is_empty() {
            return Err(format!(
                "{text:?} before the colon: only a king that transforms has forms"
            ));
        }
        let found = rules
            .form_letters()
            .iter()
            .position(|f| f.to_string() == text);
        found
            .map(|f| f as u8)
            .ok_or_else(|| format!("{text:?} is no form of the king; its forms are {letters}"))
    }
}

impl<'a, W: Width> Scene<'a, W> {
    /// The scene of a piece's moves, in a position if there is one. The error says that the piece does not stand
    /// there, and what does.
    pub fn of(
        rules: &Rules<W>,
        position: Option<&'a Position<W>>,
        subject: Subject,
    ) -> Result<Scene<'a, W>, String> {
        let Some(position) = position else {
            return Ok(Scene::Alone(subject));
        };
        let cell = rules.cell_name(subject.from);
        let wanted = rules.letter(subject.side, subject.kind);
        let there = position.piece(subject.from);
        if there == Some((subject.side, subject.kind)) {
            if subject.form.is_some() {
                return Err(format!(
                    "the position says which form the king on {cell} is in; leave it out"
                ));
            }
            return Ok(Scene::Moves(position, subject));
        }
        let stands = match there {
            None => format!("{cell} is empty in the position"),
            Some((side, kind)) => format!(
                "on {cell} of the position stands {}",
                rules.letter(side, kind)
            ),
        };
        let places: Vec<&str> = bits(position.pieces(subject.side, subject.kind))
            .map(|c| rules.cell_name(c))
            .collect();
        Err(if places.is_empty() {
            format!("{stands}, and it has no {wanted}")
        } else {
            format!("{stands}; its {wanted} stand on {}", places.join(" "))
        })
    }

    /// The position, if there is one.
    pub(super) fn position(&self) -> Option<&'a Position<W>> {
        match self {
            Scene::Position(position) | Scene::Moves(position, _) => Some(position),
            Scene::Alone(_) => None,
        }
    }

    /// The piece whose moves are drawn.
    pub(super) fn subject(&self) -> Option<&Subject> {
        match self {
            Scene::Position(_) => None,
            Scene::Moves(_, subject) | Scene::Alone(subject) => Some(subject),
        }
    }

    /// The cell whose piece's moves are drawn.
    pub(super) fn origin(&self) -> Option<Cell> {
        self.subject().map(|s| s.from)
    }

    pub(super) fn ways(&self, rules: &Rules<W>) -> Ways {
        match self {
            Scene::Position(_) => Ways::none(),
            Scene::Alone(s) => alone(rules.alone(s.side, s.kind, s.form, s.from)),
            Scene::Moves(position, s) => {
                let form = position.forms(s.side).current();
                let tracks = rules.alone(s.side, s.kind, form, s.from).tracks;
                in_position(position, s.from, tracks, rules.courses(position, s.from))
            }
        }
    }
}

fn alone<W: Width>(alone: Alone<W>) -> Ways {
    let mut quiet: Vec<Cell> = bits(alone.reach.quiet).collect();
    for end in alone.courses.iter().map(Course::end) {
        if !quiet.contains(&end) {
            quiet.push(end);
        }
    }
    Ways {
        quiet,
        take: bits(alone.reach.take).collect(),
        tracks: distinct(alone.tracks),
        courses: alone.courses,
    }
}

fn in_position<W: Width>(
    position: &Position<W>,
    from: Cell,
    tracks: Vec<Vec<Cell>>,
    courses: Vec<Course>,
) -> Ways {
    let mut ways = Ways::none();
    for course in courses {
        let end = course.end();
        let special = course.stops.len() > 2 || course.thrown.is_some() || course.hit.is_some();
        if course.takes.contains(&end) || course.hit == Some(end) {
            ways.take.push(end);
        } else if !course.mover_lost {
            ways.quiet.push(end);
        }
        if special || course.takes.iter().any(|&t| t != end) {
            ways.courses.push(course);
        }
    }
    let goals: Vec<Cell> = ways.quiet.iter().chain(&ways.take).copied().collect();
    for mut track in tracks {
        // As far as the piece gets: up to what stands in the way, and no further than it may go.
        let free = track
            .iter()
            .position(|&c| c != from && position.piece(c).is_some())
            .map_or(track.len(), |n| n + 1);
        track.truncate(free);
        let last = track.iter().rposition(|c| goals.contains(c));
        track.truncate(last.map_or(0, |n| n + 1));
        if !track.is_empty() {
            ways.tracks.push(track);
        }
    }
    ways.tracks = distinct(ways.tracks);
    ways
}

/// Without those that only begin another, as where an edge throws two directions back the same way.
fn distinct(mut tracks: Vec<Vec<Cell>>) -> Vec<Vec<Cell>> {
    tracks.sort_by_key(|track| std::cmp::Reverse(track.len()));
    let mut kept: Vec<Vec<Cell>> = Vec::new();
    for track in tracks {
        if !kept.iter().any(|longer| longer.starts_with(&track)) {
            kept.push(track);
        }
    }
    kept
}
