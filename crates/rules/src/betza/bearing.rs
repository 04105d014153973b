//! Directions, and which leaps of an atom lie in them.
//!
//! * Of the four leaps of W D H R, a letter names one; more letters add up (`fsW`: forward and sideways).
//! * Of the four of F A G B, a letter names the two on that side, a pair of letters one (`frF`).
//! * Of the eight of N C Z, a letter, alone or doubled, names the two that lean most to that side (`fN`,
//!   `ffN`: two cells forward, one aside); a pair the one that lies that way from the side named second
//!   (`frN`: two to the right, one forward; `rfN`: two forward, one to the right; so `fsN` are the two flat
//!   forward leaps); a letter with `h` the four of that half.
//! * K and Q are W and F, R and B: a letter is applied to each part. A pair is refused there, for programs
//!   differ on it.

use crate::board::Point;

/// One of the four sides as the mover sees them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Compass {
    Forward,
    Backward,
    Left,
    Right,
}

/// A direction as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bearing {
    /// `f`, `ff`.
    Single(Compass),
    /// `fr`.
    Pair(Compass, Compass),
    /// `fh`.
    Half(Compass),
}

/// How a leap lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Orthogonal,
    Diagonal,
    Oblique,
}

impl Shape {
    pub(super) fn of((x, y): (i16, i16)) -> Shape {
        match (x.abs(), y.abs()) {
            (0, _) | (_, 0) => Shape::Orthogonal,
            (x, y) if x == y => Shape::Diagonal,
            _ => Shape::Oblique,
        }
    }
}

impl Compass {
    pub(super) fn of(letter: char) -> Option<Compass> {
        match letter {
            'f' => Some(Compass::Forward),
            'b' => Some(Compass::Backward),
            'l' => Some(Compass::Left),
            'r' => Some(Compass::Right),
            _ => None,
        }
    }

    pub(super) fn is_upright(self) -> bool {
        matches!(self, Compass::Forward | Compass::Backward)
    }

    /// Whether a leap goes to this side at all.
    fn has(self, p: Point) -> bool {
        match self {
            Compass::Forward => p.y > 0,
            Compass::Backward => p.y < 0,
            Compass::Left => p.x < 0,
            Compass::Right => p.x > 0,
        }
    }

    /// Whether a leap goes more to this side than aside.
    fn leads(self, p: Point) -> bool {
        self.has(p) && (p.y.abs() > p.x.abs()) == self.is_upright()
    }
}

/// Whether a leap is among those that directions name; with no direction all are.
pub(super) fn accepts(bearings: &[Bearing], p: Point) -> bool {
    let named = |bearing: &Bearing| match (*bearing, Shape::of((p.x, p.y))) {
        (Bearing::Single(d), Shape::Oblique) => d.leads(p),
        (Bearing::Single(d) | Bearing::Half(d), _) => d.has(p),
        (Bearing::Pair(d, e), Shape::Orthogonal) => d.has(p) || e.has(p),
        (Bearing::Pair(d, e), Shape::Diagonal) => d.has(p) && e.has(p),
        (Bearing::Pair(d, e), Shape::Oblique) => d.has(p) && e.leads(p),
    };
    bearings.is_empty() || bearings.iter().any(named)
}
