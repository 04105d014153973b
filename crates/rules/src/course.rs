//! The ways pieces take over the board, told cell by cell: for drawings, not for play.

use crate::contact::Scene;
use crate::line::with_start;
use crate::moves::Tag;
use crate::rules::Class;
use crate::{Cell, Kind, Move, MoveList, Position, Reach, Rules, Side, Width, bits};

/// How a piece moves that is alone on the board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alone<W> {
    /// The cells it reaches. Springs count: a slide ends before them, a capture on one is a first contact.
    pub reach: Reach<W>,
    /// Its tracks of two cells or more, each in order: what stands on a cell is in the way of those behind it.
    /// The cells a lame leap needs empty come before its end. A reflected track that comes back to the start cell
    /// lists it, though it cannot end there.
    pub tracks: Vec<Vec<Cell>>,
    /// The moves that springs turn.
    pub courses: Vec<Course>,
}

/// The way of one move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Course {
    /// The move's text, without a change or choice of form, and for a promotion without the piece.
    pub text: String,
    /// The cells where it starts, turns, and ends, in order.
    pub stops: Vec<Cell>,
    /// The cells of the pieces it takes.
    pub takes: Vec<Cell>,
    /// The enemy king's cell, if it is hit.
    pub hit: Option<Cell>,
    /// Contacts with springs on which nothing stood.
    pub springs: u8,
    /// From where and to where it throws a piece.
    pub thrown: Option<(Cell, Cell)>,
    /// Whether the mover is lost at the end.
    pub mover_lost: bool,
}

impl Course {
    fn plain(text: String, from: Cell, to: Cell) -> Course {
        Course {
            text,
            stops: vec![from, to],
            takes: Vec::new(),
            hit: None,
            springs: 0,
            thrown: None,
            mover_lost: false,
        }
    }

    /// The cell where the mover ends.
    pub fn end(&self) -> Cell {
        self.stops[self.stops.len() - 1]
    }
}

impl<W: Width> Rules<W> {
    /// How a piece alone on the board moves from a cell. A transforming king is in the given form, or the first.
    pub fn alone(&self, side: Side, kind: Kind, form: Option<u8>, from: Cell) -> Alone<W> {
        let transforms = kind == self.royal && !self.forms.is_empty();
        let mover = if transforms {
            self.kinds.len() + usize::from(form.unwrap_or(0))
        } else {
            kind.index()
        };
        let mut alone = Alone {
            reach: if transforms {
                self.form_reach(side, usize::from(form.unwrap_or(0)), from)
            } else {
                self.reach(side, kind, from)
            },
            tracks: self.movers[mover][side.index()].tracks[from.index()]
                .iter()
                // A leap that must jump finds nothing to jump over.
                .filter(|track| !track.is_jump())
                .map(|track| {
                    let cells = track.cells();
                    with_start(&self.board, from, &cells).unwrap_or(cells)
                })
                .collect(),
            courses: Vec::new(),
        };
        let Class::Contact(lines) = &self.kinds[kind.index()].class else {
            return alone;
        };
        let lines = &lines[side.index()];
        let free = self.contactless(lines, W::EMPTY, from);
        let scene = Scene {
            own: W::EMPTY,
            enemies: W::EMPTY,
            king: None,
            lives: 1,
        };
        let mut firsts = W::EMPTY;
        self.contacts(lines, scene, from, &mut |_| {}, &mut |mv, _| {
            firsts |= W::bit(mv.to());
            let course = Course::plain(self.plain_text(mv), from, mv.to());
            alone.courses.extend(self.along(course, lines, scene, mv));
        });
        let table = &self.movers[mover][side.index()];
        let other = table.tracks[from.index()].iter();
        let (quiet, take) = other.fold(
            (
                table.step_quiet[from.index()],
                table.step_take[from.index()],
            ),
            |(quiet, take), track| (quiet | track.quiet, take | track.take),
        );
        alone.reach = Reach {
            quiet: quiet | free,
            take: take | free | firsts,
        };
        alone
    }

    /// The ways of the legal moves of the piece on a cell, in the order of their texts; if its side is not to
    /// move, as if it were. Castling is the king's way.
    pub fn courses(&self, pos: &Position<W>, from: Cell) -> Vec<Course> {
        let Some((side, _)) = pos.piece(from) else {
            return Vec::new();
        };
        let pos = if pos.side() == side {
            *pos
        } else {
            self.pass(pos)
        };
        let mut list = MoveList::default();
        self.legal_moves(&pos, &mut list);
        let mut courses: Vec<Course> = list
            .iter()
            .filter(|mv| mv.tag() != Some(Tag::Drop) && mv.from() == from)
            .filter(|mv| mv.form().is_none())
            .map(|mv| self.course(&pos, mv.bare()))
            .collect();
        courses.sort_by(|a, b| a.text.cmp(&b.text));
        courses.dedup();
        courses
    }

    /// The way of a legal move that is no drop.
    fn course(&self, pos: &Position<W>, mv: Move) -> Course {
        let (from, to) = (mv.from(), mv.to());
        let mut text = self.move_text(pos, mv);
        if let Some((plain, _)) = text.split_once('=') {
            text.truncate(plain.len());
        }
        let mut course = Course::plain(text, from, to);
        match mv.tag() {
            Some(Tag::Plain) => course.takes.extend(pos.piece(to).map(|_| to)),
            Some(Tag::EnPassant) => {
                course.takes.extend(pos.piece(to).map(|_| to));
                course.takes.push(pos.passant.pawn);
            }
            Some(Tag::Chain | Tag::ChainStep) => {
                if let Some(chain) = self.chain_of(pos, mv) {
                    course.stops = vec![from];
                    course.stops.extend(chain.visited());
                    course.takes = bits(chain.captured).collect();
                }
            }
            Some(Tag::Contact) => {
                if let Some((side, kind)) = pos.piece(from)
                    && let Class::Contact(lines) = &self.kinds[kind.index()].class
                    && let Some(whole) = self.along(
                        course.clone(),
                        &lines[side.index()],
                        self.scene(pos, from),
                        mv,
                    )
                {
                    return whole;
                }
            }
            Some(Tag::Repulse) => {
                course.thrown = self.repulsion_of(pos, from, to).map(|t| (t.from, t.to));
                let landing = course.thrown.map(|t| t.1);
                course
                    .takes
                    .extend(landing.filter(|&c| pos.piece(c).is_some()));
            }
            Some(Tag::MultiStep | Tag::Castle | Tag::Drop | Tag::Jump) | None => {}
        }
        course
    }

    /// A contact move's course, its stops filled in.
    fn along(
        &self,
        mut course: Course,
        lines: &crate::rules::ContactLines,
        scene: Scene<W>,
        mv: Move,
    ) -> Option<Course> {
        let (met, ride) = self.route(lines, scene, mv)?;
        course.stops = std::iter::once(mv.from()).chain(met).collect();
        if course.end() != ride.end {
            course.stops.push(ride.end);
        }
        course.takes = bits(ride.captured).collect();
        course.hit = scene.king.filter(|_| ride.hits > 0);
        course.springs = ride.springs;
        course.mover_lost = ride.mover_lost;
        Some(course)
    }

    /// The text of a move that is neither castling nor a pawn's chain, which alone need the position.
    fn plain_text(&self, mv: Move) -> String {
        self.move_text(&self.start, mv)
    }

    /// The cells a side's royal piece can come to by moves of its own, where these are not all: its castle.
    /// `None` where it may go anywhere.
    pub fn castle(&self, side: Side) -> Option<W> {
        if !self.forms.is_empty() {
            return None;
        }
        let table = &self.movers[self.royal.index()][side.index()];
        let reached = self
            .board
            .cells()
            .fold(W::EMPTY, |set, from| set | table.reach(from));
        (reached.count() as usize != self.board.len()).then_some(reached)
    }
}
