//! The small letters before an atom.

use crate::line::{Mode, When};
use crate::notation_fault::NotationFault;

use super::Parser;
use super::bearing::{Bearing, Compass, Shape};

/// What the small letters before an atom say; of each letter its index in the text.
#[derive(Default)]
pub(super) struct Modifiers {
    quiet: Option<usize>,
    take: Option<usize>,
    home: Option<usize>,
    pub(super) lame: Option<usize>,
    pub(super) jump: Option<usize>,
    pub(super) crooked: Option<usize>,
    bearings: Vec<(usize, Bearing)>,
    /// Whether a `t` ended them.
    pub(super) then: bool,
}

impl Modifiers {
    pub(super) fn mode(&self) -> Mode {
        match (self.quiet, self.take) {
            (Some(_), None) => Mode::Quiet,
            (None, Some(_)) => Mode::Take,
            _ => Mode::Both,
        }
    }

    pub(super) fn when(&self) -> When {
        match self.home {
            Some(_) => When::AtHome,
            None => When::Always,
        }
    }

    pub(super) fn bearings(&self) -> Vec<Bearing> {
        self.bearings.iter().map(|b| b.1).collect()
    }

    /// Where a direction stands that an atom of these leaps does not have, and why not.
    pub(super) fn check_bearings(
        &self,
        leaps: &[(i16, i16)],
        atom: char,
    ) -> Result<(), (usize, String)> {
        let oblique = leaps.iter().all(|&l| Shape::of(l) == Shape::Oblique);
        for &(index, bearing) in &self.bearings {
            let why = match bearing {
                Bearing::Half(_) if !oblique => {
                    format!("h halves the eight leaps of N C Z, not those of {atom}")
                }
                Bearing::Pair(..) if leaps.len() > 1 => {
                    format!("programs differ on what a pair of directions of {atom} means")
                }
                _ => continue,
            };
            return Err((index, why));
        }
        Ok(())
    }

    /// The index of the first letter other than m, c and i.
    pub(super) fn first_beside_mode_and_home(&self) -> Option<usize> {
        let bearing = self.bearings.first().map(|b| b.0);
        [self.lame, self.jump, self.crooked, bearing]
            .into_iter()
            .flatten()
            .min()
    }

    /// The first letter that is neither a direction nor allowed.
    pub(super) fn first_but_directions(&self, allowed: &[char]) -> Option<(usize, char)> {
        self.letters()
            .into_iter()
            .filter_map(|(letter, at)| Some((at?, letter)))
            .filter(|(_, letter)| !allowed.contains(letter))
            .min()
    }

    /// The first of n and j.
    pub(super) fn first_way(&self) -> Option<(usize, char)> {
        let ways = [('n', self.lame), ('j', self.jump)];
        ways.into_iter()
            .filter_map(|(letter, at)| Some((at?, letter)))
            .min()
    }

    fn letters(&self) -> [(char, Option<usize>); 6] {
        [
            ('m', self.quiet),
            ('c', self.take),
            ('i', self.home),
            ('n', self.lame),
            ('j', self.jump),
            ('z', self.crooked),
        ]
    }
}

/// What Betza's other letters mean, for the message.
fn unsupported(letter: char) -> Option<&'static str> {
    Some(match letter {
        'p' | 'g' => "pieces that hop over others (cannons, grasshoppers) are not supported",
        'o' => "boards without edges are not supported",
        'q' => "circular riders are not supported",
        'a' => "moves of several legs are not supported but for t[AB]",
        'e' => "only pawns take in passing",
        'd' | 'u' | 'k' | 'w' | 'x' | 'y' => "this extension is not supported",
        _ => return None,
    })
}

impl Parser<'_> {
    pub(super) fn modifiers(&mut self) -> Result<Modifiers, NotationFault> {
        let mut m = Modifiers::default();
        while let Some(c) = self.peek().filter(char::is_ascii_lowercase) {
            let at = self.next;
            self.next += 1;
            match c {
                'm' => m.quiet = Some(at),
                'c' => m.take = Some(at),
                'i' => m.home = Some(at),
                'n' => m.lame = Some(at),
                'j' => m.jump = Some(at),
                'z' => m.crooked = Some(at),
                't' => {
                    m.then = true;
                    break;
                }
                'f' | 'b' | 'l' | 'r' | 's' | 'v' => {
                    let found = self.bearing(c);
                    m.bearings.extend(found.into_iter().map(|b| (at, b)));
                }
                'h' => {
                    let what = "h must follow a direction: fh is the forward half";
                    return Err(self.fault(at, what));
                }
                _ => {
                    let fault = self.fault(at, format!("the modifier {c:?} is not supported"));
                    let known = "the modifiers are m c i n j z t and the directions f b l r s v h";
                    return Err(fault.hint(unsupported(c).unwrap_or(known)));
                }
            }
        }
        Ok(m)
    }

    /// A direction of one or two letters, the first already read.
    fn bearing(&mut self, first: char) -> Vec<Bearing> {
        let Some(d) = Compass::of(first) else {
            let both = if first == 's' { ['l', 'r'] } else { ['f', 'b'] };
            return both
                .into_iter()
                .filter_map(Compass::of)
                .map(Bearing::Single)
                .collect();
        };
        let across: [char; 3] = if d.is_upright() {
            ['l', 'r', 's']
        } else {
            ['f', 'b', 'v']
        };
        let second = self
            .peek()
            .filter(|&c| c == first || c == 'h' || across.contains(&c));
        self.next += usize::from(second.is_some());
        match second {
            Some('h') => vec![Bearing::Half(d)],
            Some(c) if c == across[2] => across[..2]
                .iter()
                .filter_map(|&c| Compass::of(c))
                .map(|e| Bearing::Pair(d, e))
                .collect(),
            Some(c) if c != first => {
                let e = Compass::of(c);
                e.map(|e| Bearing::Pair(d, e)).into_iter().collect()
            }
            _ => vec![Bearing::Single(d)],
        }
    }
}
