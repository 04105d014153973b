use crate::board::Point;
use crate::line::{FAR, Gait, Line, Mode};
use crate::notation_fault::NotationFault;

/// Reads Betza's funny notation for square boards.
///
/// Atoms W F D N A H C L Z J G and the compounds K Q R B; a doubled atom or a digit for riders and ranges;
/// `m` and `c`; the directions `f b l r s v` and their pairs; `n` for lame leapers; `z` for crooked
/// riders; `t[AB]`: first A, then on outwards as B.
pub(crate) fn parse(text: &str) -> Result<Vec<Line>, NotationFault> {
    let mut parser = Parser {
        text,
        chars: text.char_indices().collect(),
        next: 0,
    };
    let lines = parser.compound()?;
    match parser.peek() {
        None if lines.is_empty() => Err(NotationFault {
            at: 0..0,
            what: "an empty notation".to_owned(),
        }),
        None => Ok(lines),
        Some(c) => Err(parser.fault(parser.next, format!("{c:?} is not expected here"))),
    }
}

struct Parser<'a> {
    text: &'a str,
    chars: Vec<(usize, char)>,
    next: usize,
}

/// What the small letters before an atom say.
struct Modifiers {
    mode: Mode,
    wanted: Vec<(char, char)>,
    lame: Option<usize>,
    crooked: Option<usize>,
    then: bool,
}

const ATOMS: &str = "W F D N A H C L Z J G K R B Q";

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.next).map(|c| c.1)
    }

    fn fault(&self, index: usize, what: String) -> NotationFault {
        let end = self.text.len();
        let at = self.chars.get(index).map_or(end, |c| c.0);
        let to = self.chars.get(index + 1).map_or(end, |c| c.0);
        NotationFault { at: at..to, what }
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
    fn then(&mut self, modifiers: &Modifiers) -> Result<Vec<Line>, NotationFault> {
        let open = self.next;
        if self.peek() != Some('[') {
            return Err(self.fault(open, "t must be followed by [ and two atoms".to_owned()));
        }
        self.next += 1;
        let first = self.modifiers()?;
        let first = self.atom(&first)?;
        let second = self.modifiers()?;
        let second = self.atom(&second)?;
        if self.peek() != Some(']') {
            return Err(self.fault(self.next, "] is missing after the two atoms".to_owned()));
        }
        self.next += 1;
        let mut lines = Vec::new();
        for lead in &first {
            if lead.range != 1 || lead.cycle.len() != 1 {
                let what = "the first of the two atoms must be a single step or leap".to_owned();
                return Err(self.fault(open + 1, what));
            }
            let axis = lead.cycle[0];
            for line in second.iter().filter(|l| goes_outward(l, axis)) {
                lines.push(Line {
                    lead: vec![axis],
                    mode: modifiers.mode,
                    ..line.clone()
                });
            }
        }
        Ok(lines)
    }

    fn atom(&mut self, modifiers: &Modifiers) -> Result<Vec<Line>, NotationFault> {
        let at = self.next;
        let Some(atom) = self.peek() else {
            return Err(self.fault(
                at.saturating_sub(1),
                "modifiers without an atom after them".to_owned(),
            ));
        };
        let (leaps, own_range): (&[(i16, i16)], u8) = match atom {
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
            other => {
                return Err(self.fault(at, format!("{other:?} is no atom; the atoms are {ATOMS}")));
            }
        };
        self.next += 1;
        let range = self.range(atom)?.unwrap_or(own_range);
        let mut lines = Vec::new();
        for &leap in leaps {
            let steps = images(leap);
            let wanted = steps
                .iter()
                .copied()
                .filter(|&s| accepts(&modifiers.wanted, s));
            if let Some(index) = modifiers.crooked {
                let (true, 2..) = (leap.0 == 0 || leap.0 == leap.1, range) else {
                    return Err(
                        self.fault(index, "z needs a straight rider such as B or R".to_owned())
                    );
                };
                for step in wanted {
                    for other in steps
                        .iter()
                        .copied()
                        .filter(|o| o.x * step.x + o.y * step.y == 0)
                    {
                        lines.push(Line {
                            cycle: vec![step, other],
                            ..Line::straight(step, range, modifiers.mode)
                        });
                    }
                }
                continue;
            }
            for step in wanted {
                let mut line = Line::straight(step, range, modifiers.mode);
                if let Some(index) = modifiers.lame {
                    line.lame = lame_cells(step, range).ok_or_else(|| {
                        self.fault(index, "n needs a single leap of D N A H G".to_owned())
                    })?;
                }
                lines.push(line);
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
        match digits.parse::<u8>() {
            _ if digits.is_empty() => Ok(None),
            Ok(0) => Ok(Some(FAR)),
            Ok(n) if n < FAR => Ok(Some(n)),
            _ => Err(self.fault(first, "a range is at most 254".to_owned())),
        }
    }

    fn modifiers(&mut self) -> Result<Modifiers, NotationFault> {
        let (mut quiet, mut take) = (false, false);
        let mut m = Modifiers {
            mode: Mode::Both,
            wanted: Vec::new(),
            lame: None,
            crooked: None,
            then: false,
        };
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let at = self.next;
            self.next += 1;
            match c {
                'm' => quiet = true,
                'c' => take = true,
                'n' => m.lame = Some(at),
                'z' => m.crooked = Some(at),
                't' => {
                    m.then = true;
                    break;
                }
                's' => m.wanted.extend([('l', ' '), ('r', ' ')]),
                'v' => m.wanted.extend([('f', ' '), ('b', ' ')]),
                'f' | 'b' | 'l' | 'r' => {
                    let second = self.peek().filter(|&d| match c {
                        'f' | 'b' => d == c || matches!(d, 'l' | 'r' | 's'),
                        _ => d == c || matches!(d, 'f' | 'b' | 'v'),
                    });
                    self.next += usize::from(second.is_some());
                    match second {
                        None => m.wanted.push((c, ' ')),
                        Some('s') => m.wanted.extend([(c, 'l'), (c, 'r')]),
                        Some('v') => m.wanted.extend([(c, 'f'), (c, 'b')]),
                        Some(d) => m.wanted.push((c, d)),
                    }
                }
                _ => {
                    let what =
                        format!("the modifier {c:?} is not supported; m c f b l r s v n z t are");
                    return Err(self.fault(at, what));
                }
            }
        }
        m.mode = match (quiet, take) {
            (true, false) => Mode::Quiet,
            (false, true) => Mode::Take,
            _ => Mode::Both,
        };
        Ok(m)
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

/// Whether a step is among an atom's directions. One letter is the half that leads that way (`f` of a knight:
/// the four forward leaps); a doubled letter the leaps nearest to it; a pair, of an oblique leap, the one
/// nearest to the first letter that leans to the second.
fn accepts(wanted: &[(char, char)], p: Point) -> bool {
    let along = |d: char| match d {
        'f' => p.y > 0,
        'b' => p.y < 0,
        'l' => p.x < 0,
        _ => p.x > 0,
    };
    let mostly = |d: char| match d {
        'f' | 'b' => along(d) && p.y.abs() > p.x.abs(),
        _ => along(d) && p.x.abs() > p.y.abs(),
    };
    let oblique = p.x != 0 && p.y != 0 && p.x.abs() != p.y.abs();
    wanted.is_empty()
        || wanted.iter().any(|&(d, e)| match (d, e) {
            (d, ' ') => along(d),
            (d, e) if d == e => mostly(d),
            (d, e) if oblique => mostly(d) && along(e),
            (d, e) => along(d) && along(e),
        })
}

/// The cells a lame leap passes: straight ones along their line, the knight's its orthogonal neighbour.
fn lame_cells(step: Point, range: u8) -> Option<Vec<Point>> {
    let (x, y) = (step.x.abs(), step.y.abs());
    if range != 1 {
        return None;
    }
    if x == y || x == 0 || y == 0 {
        let n = x.max(y);
        return (n > 1).then(|| {
            (1..n)
                .map(|i| Point::new(step.x / n * i, step.y / n * i))
                .collect()
        });
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
mod tests {
    use super::*;

    fn steps(text: &str) -> Vec<(i16, i16)> {
        let mut s: Vec<_> = parse(text)
            .unwrap()
            .iter()
            .map(|l| (l.cycle[0].x, l.cycle[0].y))
            .collect();
        s.sort_unstable();
        s
    }

    #[test]
    fn reads_atoms_and_directions() {
        for (text, count) in [
            ("N", 8),
            ("K", 8),
            ("Q", 8),
            ("AD", 8),
            ("BN", 12),
            ("W", 4),
            ("fN", 4),
            ("CmCC", 16),
            ("zB", 8),
            ("t[WzB]", 8),
            ("t[FR]", 8),
            ("t[WB]", 8),
        ] {
            assert_eq!(steps(text).len(), count, "{text}");
        }
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("frF"), [(1, 1)]);
        assert_eq!(steps("fsN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("sW"), [(-1, 0), (1, 0)]);
        let up = Point::new(0, 1);
        assert_eq!(parse("mR3").unwrap()[0], Line::straight(up, 3, Mode::Quiet));
        assert_eq!(parse("NN").unwrap()[0].range, FAR);
        assert_eq!(parse("nD").unwrap()[0].lame, [up]);
        assert_eq!(parse("t[WzB]").unwrap()[0].lead, [up]);
    }

    #[test]
    fn faults_point_at_the_letter() {
        for (text, at) in [
            ("RqN", 1..2),
            ("Rm", 1..2),
            ("X", 0..1),
            ("W999", 1..2),
            ("zN", 0..1),
            ("t[WB", 4..4),
            ("nC", 0..1),
        ] {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
