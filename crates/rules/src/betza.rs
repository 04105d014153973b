use std::ops::Range;

use crate::board::Point;

/// A way of moving that needs no more than the board: a leap, a step, a slide.
/// Steps are White's; Black's are mirrored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    /// The steps taken in turn, over and over.
    pub(crate) cycle: Vec<Point>,
    /// How many steps at the most.
    pub(crate) range: u8,
    /// What it may do on arrival.
    pub(crate) mode: Mode,
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

/// Unlimited range.
pub(crate) const FAR: u8 = u8::MAX;

/// What is wrong with a piece's notation and where in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct BetzaFault {
    pub(crate) at: Range<usize>,
    pub(crate) what: String,
}

/// Reads Betza's funny notation for square boards: atoms W F D N A H C L Z J G, the compounds K Q R B, a
/// doubled atom or a digit for riders and ranges, `m` and `c`, and the directions `f b l r s v` and their
/// pairs.
pub(crate) fn parse(text: &str) -> Result<Vec<Line>, BetzaFault> {
    let letters: Vec<(usize, char)> = text.char_indices().collect();
    let mut lines = Vec::new();
    let mut i = 0;
    if text.is_empty() {
        return Err(BetzaFault {
            at: 0..0,
            what: "an empty move notation".to_owned(),
        });
    }
    while i < letters.len() {
        let first = i;
        while i < letters.len() && letters[i].1.is_ascii_lowercase() {
            i += 1;
        }
        let prefix = &letters[first..i];
        let Some(&(at, atom)) = letters.get(i) else {
            let at = letters[first].0..text.len();
            return Err(BetzaFault {
                at,
                what: "modifiers without an atom after them".to_owned(),
            });
        };
        i += 1;
        let (leaps, mut range): (&[(i16, i16)], u8) = match atom {
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
                let what =
                    format!("{other:?} is no atom; the atoms are W F D N A H C L Z J G K R B Q");
                return Err(BetzaFault {
                    at: at..at + other.len_utf8(),
                    what,
                });
            }
        };
        if letters.get(i).is_some_and(|&(_, c)| c == atom) {
            range = FAR;
            i += 1;
        } else {
            let digits = i;
            while i < letters.len() && letters[i].1.is_ascii_digit() {
                i += 1;
            }
            if i > digits {
                let from = letters[digits].0;
                let to = letters.get(i).map_or(text.len(), |l| l.0);
                let n: u8 = text[from..to]
                    .parse()
                    .ok()
                    .filter(|&n| n < FAR)
                    .ok_or_else(|| BetzaFault {
                        at: from..to,
                        what: "a range is at most 254".to_owned(),
                    })?;
                range = if n == 0 { FAR } else { n };
            }
        }
        let (mode, wanted) = modifiers(prefix)?;
        for &leap in leaps {
            for step in images(leap) {
                if wanted.accept(step) {
                    lines.push(Line {
                        cycle: vec![step],
                        range,
                        mode,
                    });
                }
            }
        }
    }
    Ok(lines)
}

/// The eight (or four) images of a leap under turns and reflections.
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

/// Which of an atom's directions are meant.
struct Wanted(Vec<(char, char)>);

impl Wanted {
    /// Directions by Betza's rule: one letter is the half that leads that way (`f` of a knight: the four
    /// forward leaps), a doubled letter or a pair names the leaps nearest to it.
    fn accept(&self, p: Point) -> bool {
        if self.0.is_empty() {
            return true;
        }
        let along = |d: char| match d {
            'f' => p.y > 0,
            'b' => p.y < 0,
            'l' => p.x < 0,
            _ => p.x > 0,
        };
        let mostly = |d: char| {
            along(d)
                && match d {
                    'f' | 'b' => p.y.abs() > p.x.abs(),
                    _ => p.x.abs() > p.y.abs(),
                }
        };
        let oblique = p.x != 0 && p.y != 0 && p.x.abs() != p.y.abs();
        self.0.iter().any(|&(d, e)| match (d, e) {
            (d, ' ') => along(d),
            (d, e) if d == e => mostly(d),
            (d, e) if oblique => mostly(d) && along(e),
            (d, e) => along(d) && along(e),
        })
    }
}

fn modifiers(prefix: &[(usize, char)]) -> Result<(Mode, Wanted), BetzaFault> {
    let (mut quiet, mut take) = (false, false);
    let mut directions: Vec<(char, char)> = Vec::new();
    let mut i = 0;
    while i < prefix.len() {
        let (at, c) = prefix[i];
        i += 1;
        match c {
            'm' => quiet = true,
            'c' => take = true,
            's' => directions.extend([('l', ' '), ('r', ' ')]),
            'v' => directions.extend([('f', ' '), ('b', ' ')]),
            'f' | 'b' | 'l' | 'r' => {
                let second = prefix.get(i).map(|p| p.1).filter(|&d| match c {
                    'f' | 'b' => d == c || matches!(d, 'l' | 'r' | 's'),
                    _ => d == c || matches!(d, 'f' | 'b' | 'v'),
                });
                match second {
                    None => directions.push((c, ' ')),
                    Some('s') => directions.extend([(c, 'l'), (c, 'r')]),
                    Some('v') => directions.extend([(c, 'f'), (c, 'b')]),
                    Some(d) => directions.push((c, d)),
                }
                i += usize::from(second.is_some());
            }
            _ => {
                let what = format!("the modifier {c:?} is not supported; m c f b l r s v are");
                return Err(BetzaFault {
                    at: at..at + 1,
                    what,
                });
            }
        }
    }
    let mode = match (quiet, take) {
        (true, false) => Mode::Quiet,
        (false, true) => Mode::Take,
        _ => Mode::Both,
    };
    Ok((mode, Wanted(directions)))
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
        ] {
            assert_eq!(steps(text).len(), count, "{text}");
        }
        assert_eq!(steps("fW"), [(0, 1)]);
        assert_eq!(steps("fF"), [(-1, 1), (1, 1)]);
        assert_eq!(steps("ffN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("frF"), [(1, 1)]);
        assert_eq!(steps("fsN"), [(-1, 2), (1, 2)]);
        assert_eq!(steps("sW"), [(-1, 0), (1, 0)]);
        assert_eq!(
            parse("mR3").unwrap()[0],
            Line {
                cycle: vec![Point::new(0, 1)],
                range: 3,
                mode: Mode::Quiet
            }
        );
        assert_eq!(parse("NN").unwrap()[0].range, FAR);
    }

    #[test]
    fn faults_point_at_the_letter() {
        for (text, at) in [("RqN", 1..2), ("Rm", 1..2), ("X", 0..1), ("W999", 1..4)] {
            assert_eq!(parse(text).unwrap_err().at, at, "{text}");
        }
    }
}
