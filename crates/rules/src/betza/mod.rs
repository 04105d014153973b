//! Betza's funny notation for square boards.
//!
//! Ralph Betza, "Funny notation" (The Chess Variant Pages), read as `XBoard` and Fairy-Stockfish read it
//! where they agree; `configs/README.md` tells what is supported, `bearing.rs` how directions are read.

mod bearing;
mod modifiers;

use crate::board::Point;
use crate::line::{FAR, Gait, Line};
use crate::notation_fault::NotationFault;

use self::bearing::{Shape, accepts};
use self::modifiers::Modifiers;

/// Reads a movement.
///
/// Atoms W F D N A H C L Z J G and the compounds K Q R B; a doubled atom or a number for riders and ranges;
/// before an atom `m` and `c`, the directions `f b l r s v h`, `n` and `j` for leaps that must find the way
/// free or must jump, `i` for moves from home only, `z` for crooked riders; `t[AB]`: first A, then on
/// outwards as B.
pub(crate) fn parse(text: &str) -> Result<Vec<Line>, NotationFault> {
    let mut parser = Parser {
        text,
        chars: text.char_indices().collect(),
        next: 0,
    };
    let lines = parser.compound()?;
    match parser.peek() {
        None if lines.is_empty() => Err(NotationFault::new(0..0, "an empty notation")),
        None => Ok(lines),
        Some(c) => Err(parser.fault(parser.next, format!("{c:?} is not expected here"))),
    }
}

struct Parser<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
    next: usize,
}

const ATOMS: &str = "W F D N A H C L Z J G K R B Q";

/// The leaps of an atom, one of each set of images, and its range.
fn leaps_of(atom: char) -> Option<(&'static [(i16, i16)], u8)> {
    Some(match atom {
        'W' => (&[(0, 1)], 1),
        'F' => (&[(1, 1)], 1),
        'D' => (&[(0, 2)], 1),
        'N' => (&[(1, 2)], 1),
        'A' => (&[(2, 2)], 1),
        'H' => (&[(0, 3)], 1),
        'C' | 'L' => (&[(1, 3)], 1),
        'Z' | 'J' => (&[(2, 3)], 1),
        'G' => (&[(3, 3)], 1),
        'K' => (&[(0, 1), (1, 1)], 1),
        'R' => (&[(0, 1)], FAR),
        'B' => (&[(1, 1)], FAR),
        'Q' => (&[(0, 1), (1, 1)], FAR),
        _ => return None,
    })
}

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.next).map(|c| c.1)
    }

    /// A fault at one character.
    fn fault(&self, index: usize, what: impl Into<String>) -> NotationFault {
        let end = self.text.len();
        let at = self.chars.get(index).map_or(end, |c| c.0);
        let to = self.chars.get(index + 1).map_or(end, |c| c.0);
        NotationFault::new(at..to, what)
    }

    fn compound(&mut self) -> Result<Vec<Line>, NotationFault> {
        let mut lines = Vec::new();
        while self.peek().is_some_and(|c| c != ']') {
            let modifiers = self.modifiers()?;
            if modifiers.then {
                lines.extend(self.then(&modifiers)?);
            } else {
                lines.extend(self.atom(&modifiers)?);
            }
        }
        Ok(lines)
    }

    /// `[AB]` after `t`: lines that begin as A and go on outwards as B.
    fn then(&mut self, outer: &Modifiers) -> Result<Vec<Line>, NotationFault> {
        if let Some(index) = outer.first_beside_mode_and_home() {
            let what = "only m, c and i may stand before t";
            let hint = "directions and z go inside the brackets, before their atom";
            return Err(self.fault(index, what).hint(hint));
        }
        let open = self.next;
        if self.peek() != Some('[') {
            return Err(self.fault(open, "t must be followed by [ and two atoms"));
        }
        self.next += 1;
        let first = self.leg(&[])?;
        let second = self.leg(&['z'])?;
        if self.peek() != Some(']') {
            return Err(self.fault(self.next, "] is missing after the two atoms"));
        }
        self.next += 1;
        let mut lines = Vec::new();
        for lead in &first {
            if lead.range != 1 {
                let what = "the first of the two atoms must be a single step or leap";
                return Err(self.fault(open + 1, what));
            }
            let axis = lead.cycle[0];
            for line in second.iter().filter(|l| goes_outward(l, axis)) {
                lines.push(Line {
                    lead: vec![axis],
                    mode: outer.mode(),
                    when: outer.when(),
                    ..line.clone()
                });
            }
        }
        Ok(lines)
    }

    /// One of the two atoms of `t[AB]`, with its directions.
    fn leg(&mut self, allowed: &[char]) -> Result<Vec<Line>, NotationFault> {
        let modifiers = self.modifiers()?;
        if let Some((index, letter)) = modifiers.first_but_directions(allowed) {
            let what = format!("{letter:?} is not supported inside t[ ]");
            return Err(self.fault(index, what).hint("m, c and i go before the t"));
        }
        self.atom(&modifiers)
    }

    fn atom(&mut self, modifiers: &Modifiers) -> Result<Vec<Line>, NotationFault> {
        let at = self.next;
        let Some(atom) = self.peek() else {
            let last = at.saturating_sub(1);
            return Err(self.fault(last, "modifiers without an atom after them"));
        };
        let Some((leaps, own_range)) = leaps_of(atom) else {
            let what = format!("{atom:?} is no atom");
            return Err(self.fault(at, what).hint(format!("the atoms are {ATOMS}")));
        };
        self.next += 1;
        let range = self.range(atom)?.unwrap_or(own_range);
        modifiers.check_bearings(leaps, atom).map_err(|(i, what)| {
            let fault = self.fault(i, what);
            fault.hint("write its parts apart: K is WF, Q is RB")
        })?;
        let mut lines = Vec::new();
        for &leap in leaps {
            match modifiers.crooked {
                None => lines.extend(self.straight(leap, range, modifiers)?),
                Some(index) => lines.extend(self.crooked(leap, range, modifiers, index)?),
            }
        }
        Ok(lines)
    }

    /// The lines of one leap in every wanted direction.
    fn straight(
        &self,
        leap: (i16, i16),
        range: u8,
        modifiers: &Modifiers,
    ) -> Result<Vec<Line>, NotationFault> {
        if let (Some(lame), Some(jump)) = (modifiers.lame, modifiers.jump) {
            let (index, letter, other) = if lame < jump {
                (jump, 'j', 'n')
            } else {
                (lame, 'n', 'j')
            };
            let what = format!("{letter:?} contradicts the {other} before it");
            let hint = "n leaps only where its way is free, j only where it is not; with neither it always does";
            return Err(self.fault(index, what).hint(hint));
        }
        let mut lines = Vec::new();
        for step in images(leap) {
            if !accepts(&modifiers.bearings(), step) {
                continue;
            }
            let over = |index: usize, letter: char| {
                passed_over(step, range).ok_or_else(|| {
                    let what = format!("{letter} needs a single leap of D N A H G");
                    self.fault(index, what)
                })
            };
            let mut line = Line::straight(step, range, modifiers.mode());
            line.when = modifiers.when();
            if let Some(index) = modifiers.lame {
                line.lame = over(index, 'n')?;
            }
            if let Some(index) = modifiers.jump {
                line.jumped = over(index, 'j')?;
            }
            lines.push(line);
        }
        Ok(lines)
    }

    /// Zigzags about every wanted axis, beginning to either side.
    fn crooked(
        &self,
        leap: (i16, i16),
        range: u8,
        modifiers: &Modifiers,
        index: usize,
    ) -> Result<Vec<Line>, NotationFault> {
        if Shape::of(leap) == Shape::Oblique || range < 2 {
            return Err(self.fault(index, "z needs a straight rider such as B or R"));
        }
        if let Some((index, letter)) = modifiers.first_way() {
            let what = format!("{letter:?} and z do not go together");
            return Err(self.fault(index, what));
        }
        let mut lines = Vec::new();
        let steps = images(leap);
        for &step in &steps {
            let square = |o: &&Point| o.x * step.x + o.y * step.y == 0;
            for &other in steps.iter().filter(square) {
                if accepts(&modifiers.bearings(), step.plus(other)) {
                    lines.push(Line {
                        cycle: vec![step, other],
                        when: modifiers.when(),
                        ..Line::straight(step, range, modifiers.mode())
                    });
                }
            }
        }
        Ok(lines)
    }

    /// The range after an atom: the atom again for a rider, a number for so many steps.
    fn range(&mut self, atom: char) -> Result<Option<u8>, NotationFault> {
        if self.peek() == Some(atom) {
            self.next += 1;
            return Ok(Some(FAR));
        }
        let first = self.next;
        while self.peek().is_some_and(|c| c.is_ascii_digit()) {
            self.next += 1;
        }
        let digits: String = self.chars[first..self.next].iter().map(|c| c.1).collect();
        if digits.len() > 1 && digits.starts_with('0') {
            let what = format!("{digits} steps exactly is not supported");
            let fault = self.fault(first, what);
            return Err(fault.hint("3 is one to three steps, 0 any number"));
        }
        match digits.parse::<u8>() {
            _ if digits.is_empty() => Ok(None),
            Ok(0) => Ok(Some(FAR)),
            Ok(n) if n < FAR => Ok(Some(n)),
            _ => Err(self.fault(first, "a range is at most 254")),
        }
    }
}

/// Whether a line leads away from where a first step along `axis` came from: straight lines that lean that
/// way, crooked ones that run about that very axis.
fn goes_outward(line: &Line, axis: Point) -> bool {
    let sum = line.cycle.iter().fold(Point::new(0, 0), |s, &p| s.plus(p));
    let dot = sum.x * axis.x + sum.y * axis.y;
    let cross = sum.x * axis.y - sum.y * axis.x;
    dot > 0 && (line.cycle.len() == 1 || cross == 0)
}

/// The images of a leap under turns and reflections.
fn images((a, b): (i16, i16)) -> Vec<Point> {
    let mut out = Vec::new();
    for (x, y) in [(a, b), (b, a)] {
        for (sx, sy) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let p = Point::new(x * sx, y * sy);
            if !out.contains(&p) {
                out.push(p);
            }
        }
    }
    out
}

/// The cells a leap passes: straight ones along their line, the knight's its orthogonal neighbour. `None` for
/// steps, riders and leaps whose way Betza leaves open.
fn passed_over(step: Point, range: u8) -> Option<Vec<Point>> {
    let (x, y) = (step.x.abs(), step.y.abs());
    if range != 1 {
        return None;
    }
    if x == y || x == 0 || y == 0 {
        let n = x.max(y);
        let unit = Point::new(step.x / n, step.y / n);
        return (n > 1).then(|| (1..n).map(|i| unit.times(i)).collect());
    }
    match (x, y) {
        (1, 2) => Some(vec![Point::new(0, step.y / 2)]),
        (2, 1) => Some(vec![Point::new(step.x / 2, 0)]),
        _ => None,
    }
}

/// Rook or bishop lines with another gait than the plain one.
pub(crate) fn with_gait(lines: Vec<Line>, gait: Gait) -> Vec<Line> {
    lines
        .into_iter()
        .map(|line| Line { gait, ..line })
        .collect()
}

#[cfg(test)]
mod tests;
