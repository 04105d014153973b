//! Movements in words: lines that differ in direction only are told together.

use std::collections::BTreeSet;

use crate::board::{Lattice, Point};
use crate::line::{FAR, Gait, Line, Mode, When};

use super::directions::{Shape, is_full, names, shape};
use super::wording::number;

/// How a piece of these lines moves, such as `slides any distance along ranks and files`.
pub(super) fn told(lines: &[Line], lattice: Lattice) -> String {
    let mut groups: Vec<Group> = Vec::new();
    for line in lines {
        let group = Group::of(line, lattice);
        match groups.iter_mut().find(|g| g.is_like(&group)) {
            Some(known) => known.steps.extend(group.steps),
            None => groups.push(group),
        }
    }
    let mut clauses: Vec<String> = Vec::new();
    let mut done = vec![false; groups.len()];
    for i in 0..groups.len() {
        if done[i] {
            continue;
        }
        // A king's or queen's two halves are told as one.
        let other = (i + 1..groups.len()).find(|&j| !done[j] && groups[i].completes(&groups[j]));
        clauses.push(match other {
            Some(j) => {
                done[j] = true;
                groups[i].told(&every_way(lattice))
            }
            None => groups[i].told(&groups[i].ways()),
        });
    }
    clauses.join("; or ")
}

/// Lines that differ in direction only.
struct Group {
    lattice: Lattice,
    kind: GroupKind,
    shape: Shape,
    range: u8,
    mode: Mode,
    when: When,
    gait: Gait,
    lame: bool,
    jumps: bool,
    /// The steps; of zigzags the axes.
    steps: BTreeSet<Point>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum GroupKind {
    /// Equal steps.
    Straight,
    /// Two steps in turn, of this shape.
    Crooked(Shape),
    /// A first step, then straight on outwards along lines of this shape.
    ThenStraight(Shape),
    /// A first step, then a zigzag of such steps about the same line.
    ThenCrooked(Shape),
}

impl Group {
    fn of(line: &Line, lattice: Lattice) -> Group {
        let first = shape(lattice, line.cycle[0]);
        let axis = line
            .cycle
            .iter()
            .fold(Point::new(0, 0), |sum, &s| sum.plus(s));
        let (kind, step) = match (line.lead.first(), line.cycle.len()) {
            (None, 1) => (GroupKind::Straight, axis),
            (None, _) => (GroupKind::Crooked(first), axis),
            (Some(&lead), 1) => (GroupKind::ThenStraight(first), lead),
            (Some(&lead), _) => (GroupKind::ThenCrooked(first), lead),
        };
        Group {
            lattice,
            kind,
            shape: shape(lattice, step),
            range: line.range,
            mode: line.mode,
            when: line.when,
            gait: line.gait,
            lame: !line.lame.is_empty(),
            jumps: !line.jumped.is_empty(),
            steps: BTreeSet::from([step]),
        }
    }

    /// Whether everything but the directions is the same.
    fn is_like(&self, other: &Group) -> bool {
        self.shape == other.shape && self.is_like_but_shape(other)
    }

    fn is_like_but_shape(&self, other: &Group) -> bool {
        let key = |g: &Group| (g.kind, g.range, g.mode, g.when, g.gait, g.lame, g.jumps);
        key(self) == key(other)
    }

    /// Whether both together go one step in every direction, orthogonal and diagonal.
    fn completes(&self, other: &Group) -> bool {
        let whole = |g: &Group| is_full(g.lattice, g.shape, &g.steps);
        let shapes = [self.shape, other.shape];
        self.is_like_but_shape(other)
            && self.kind == GroupKind::Straight
            && (shapes == [Shape::Orthogonal(1), Shape::Diagonal(1)]
                || shapes == [Shape::Diagonal(1), Shape::Orthogonal(1)])
            && whole(self)
            && whole(other)
    }

    /// Along what it goes, such as `along diagonals`, `forward and backward`.
    fn ways(&self) -> String {
        if !is_full(self.lattice, self.shape, &self.steps) {
            return names(self.lattice, &self.steps, "or");
        }
        let square = self.lattice == Lattice::Square;
        match self.shape {
            Shape::Orthogonal(_) if square => "along a rank or file",
            Shape::Orthogonal(_) => "along any of the six orthogonals",
            Shape::Diagonal(_) if square => "diagonally",
            Shape::Diagonal(_) => "along any of the six hex diagonals",
            Shape::Oblique(..) => "",
        }
        .to_owned()
    }

    /// The line about which it zigzags.
    fn axis(&self, ways: &str) -> String {
        match self.shape {
            _ if !is_full(self.lattice, self.shape, &self.steps) => format!("the line {ways}"),
            Shape::Orthogonal(_) => "its rank or file, either way".to_owned(),
            _ => "a diagonal, any way".to_owned(),
        }
    }

    fn told(&self, ways: &str) -> String {
        let mut text = match self.kind {
            GroupKind::Straight => self.straight(ways, self.range),
            GroupKind::Crooked(steps) => format!(
                "zigzags {}, turning at every step, about {}, beginning to either side",
                single(steps, self.range),
                self.axis(ways)
            ),
            GroupKind::ThenStraight(then) => format!(
                "{} and may go on from there, {}",
                self.straight(ways, 1),
                outwards(then, self.range)
            ),
            GroupKind::ThenCrooked(then) => format!(
                "steps {ways} and may go on from there, zigzagging {} about the same line, beginning to either side",
                single(then, self.range)
            ),
        };
        match self.gait {
            Gait::Plain => {}
            Gait::Panda => {
                text += " but touches only the first, third, fifth ... cell; what stands on the cells between does not matter, a cell that does not exist ends the line";
            }
            Gait::ReflectCentre => {
                text += " and is thrown back at the edges of the board and of its holes, by a mirror through the middle of the edge cells, until something is in its way or it would repeat itself; it may pass over the cell it set out from, but not end there";
            }
            Gait::ReflectBorder => {
                text += " and is thrown back at the edges of the board and of its holes, by a mirror along the border itself, until something is in its way or it would repeat itself; it may pass over the cell it set out from, but not end there";
            }
        }
        if self.lame {
            text += " if nothing stands on its way";
        }
        if self.jumps {
            text += " if it jumps over a piece";
        }
        match self.mode {
            Mode::Quiet => text += " without capturing",
            Mode::Take => text += " only to capture",
            Mode::Both => {}
        }
        if self.when == When::AtHome {
            text += " from a cell where the array has one of its kind and side";
        }
        text
    }

    fn straight(&self, ways: &str, range: u8) -> String {
        let unit = matches!(self.shape, Shape::Orthogonal(1) | Shape::Diagonal(1));
        let full = is_full(self.lattice, self.shape, &self.steps);
        if unit {
            return match range {
                1 => format!("steps one cell {ways}"),
                FAR => format!("slides any distance {ways}"),
                n => format!("slides up to {} cells {ways}", number(n.into())),
            };
        }
        let leap = match self.shape {
            Shape::Orthogonal(n) => format!("leaps {} cells {ways}", number(n as usize)),
            Shape::Diagonal(n) if full => format!("leaps {} cells {ways}", number(n as usize)),
            Shape::Diagonal(n) => format!("leaps {} cells diagonally {ways}", number(n as usize)),
            Shape::Oblique(a, b) if full => {
                let (along, aside) = if self.lattice == Lattice::Square {
                    ("along a rank or file", "to the side")
                } else {
                    ("along an orthogonal", "60 degrees beside it")
                };
                format!(
                    "leaps {} cells {along} and {} {aside}",
                    number(a as usize),
                    number(b as usize)
                )
            }
            Shape::Oblique(..) => format!("leaps {ways}"),
        };
        match range {
            1 => leap,
            FAR => format!("{leap}, any number of such leaps in a line"),
            n => format!("{leap}, up to {} such leaps in a line", number(n.into())),
        }
    }
}

fn every_way(lattice: Lattice) -> String {
    match lattice {
        Lattice::Square => "along a rank, file or diagonal".to_owned(),
        Lattice::HexUpright | Lattice::HexLevel => {
            "along any of the twelve orthogonals and hex diagonals".to_owned()
        }
    }
}

/// How a line goes on outwards; only square boards have such lines.
fn outwards(then: Shape, range: u8) -> String {
    let (leap, verb) = match (then, range) {
        (Shape::Orthogonal(1) | Shape::Diagonal(1), 1) => (String::new(), "stepping"),
        (Shape::Orthogonal(1) | Shape::Diagonal(1), _) => (String::new(), "sliding"),
        (Shape::Orthogonal(n) | Shape::Diagonal(n), _) => {
            (format!("{} cells ", number(n as usize)), "leaping")
        }
        (Shape::Oblique(a, _), _) => (format!("{} cells ", number(a as usize)), "leaping"),
    };
    let way = match then {
        Shape::Orthogonal(_) => "along a rank or file".to_owned(),
        Shape::Diagonal(_) => "diagonally".to_owned(),
        Shape::Oblique(_, b) => {
            format!(
                "along a rank or file and {} to the side",
                number(b as usize)
            )
        }
    };
    let times = match (verb, range) {
        ("leaping", FAR) => ", any number of times",
        _ => "",
    };
    format!("{verb} outwards {leap}{way}{times}")
}

fn single(steps: Shape, range: u8) -> String {
    let what = match steps {
        Shape::Diagonal(_) => "diagonal",
        _ => "orthogonal",
    };
    match range {
        FAR => format!("any distance in single {what} steps"),
        n => format!("up to {} single {what} steps", number(n.into())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{betza, directions};

    #[test]
    fn betza_in_words() {
        for (notation, words) in [
            ("R", "slides any distance along a rank or file"),
            ("K", "steps one cell along a rank, file or diagonal"),
            ("Q", "slides any distance along a rank, file or diagonal"),
            (
                "N",
                "leaps two cells along a rank or file and one to the side",
            ),
            (
                "BN",
                "slides any distance diagonally; or leaps two cells along a rank or file and one to the side",
            ),
            ("R3", "slides up to three cells along a rank or file"),
            ("fsW", "steps one cell forward, to the right or to the left"),
            (
                "mfWcfF",
                "steps one cell forward without capturing; or steps one cell forward right or forward left only to capture",
            ),
            (
                "AD",
                "leaps two cells diagonally; or leaps two cells along a rank or file",
            ),
            (
                "nN",
                "leaps two cells along a rank or file and one to the side if nothing stands on its way",
            ),
            (
                "jD",
                "leaps two cells along a rank or file if it jumps over a piece",
            ),
            (
                "NN",
                "leaps two cells along a rank or file and one to the side, any number of such leaps in a line",
            ),
            (
                "ffN",
                "leaps two forward and one left or two forward and one right",
            ),
            (
                "zB",
                "zigzags any distance in single diagonal steps, turning at every step, about its rank or file, either way, beginning to either side",
            ),
            (
                "t[FR]",
                "steps one cell diagonally and may go on from there, sliding outwards along a rank or file",
            ),
            (
                "t[FN]",
                "steps one cell diagonally and may go on from there, leaping outwards two cells along a rank or file and one to the side",
            ),
            (
                "t[NB]",
                "leaps two cells along a rank or file and one to the side and may go on from there, sliding outwards diagonally",
            ),
            (
                "imfW2",
                "slides up to two cells forward without capturing from a cell where the array has one of its kind and side",
            ),
        ] {
            let lines = betza::parse(notation).unwrap_or_else(|f| panic!("{notation}: {f:?}"));
            assert_eq!(told(&lines, Lattice::Square), words, "{notation}");
        }
    }

    #[test]
    fn named_directions_in_words() {
        for (lattice, text, words) in [
            (
                Lattice::HexUpright,
                "slide orthogonals diagonals",
                "slides any distance along any of the twelve orthogonals and hex diagonals",
            ),
            (
                Lattice::HexUpright,
                "step knights",
                "leaps two cells along an orthogonal and one 60 degrees beside it",
            ),
            (
                Lattice::HexUpright,
                "step N+N+NE N+N+NW",
                "leaps two N and one NW or two N and one NE",
            ),
            (
                Lattice::HexLevel,
                "slide NE NW, step N",
                "slides any distance NE or NW; or steps one cell N",
            ),
            (
                Lattice::HexUpright,
                "step orthogonals moving, step diagonals capturing",
                "steps one cell along any of the six orthogonals without capturing; or steps one cell along any of the six hex diagonals only to capture",
            ),
        ] {
            let lines =
                directions::parse(text, lattice).unwrap_or_else(|f| panic!("{text}: {f:?}"));
            assert_eq!(told(&lines, lattice), words, "{text}");
        }
    }
}
