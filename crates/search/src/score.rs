use std::fmt;
use std::ops::{Add, Neg, Sub};

/// Hundredths of a pawn: a piece value, a margin, a window.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Centipawns(pub i32);

impl fmt::Display for Centipawns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What a search says of a position, as the side to move sees it: centipawns, or a forced end
/// with its distance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Score(i32);

impl Score {
    /// A drawn position.
    pub const DRAW: Score = Score(0);
    /// Below every score.
    pub const LEAST: Score = Score(-32_000);
    /// Above every score.
    pub const INFINITE: Score = Score(32_000);
    /// The game won here and now.
    const WIN: i32 = 30_000;
    /// Forced ends lie within this distance of [`Score::WIN`].
    const HORIZON: i32 = 1_000;

    /// Centipawns, kept clear of the scores of forced ends.
    pub fn cp(centipawns: i32) -> Score {
        let bound = Score::WIN - Score::HORIZON - 1;
        Score(centipawns.clamp(-bound, bound))
    }

    /// The side to move wins by force `ply` plies from the root.
    pub fn win_in(ply: usize) -> Score {
        Score(Score::WIN - ply as i32)
    }

    /// The side to move loses by force `ply` plies from the root.
    pub fn loss_in(ply: usize) -> Score {
        Score(ply as i32 - Score::WIN)
    }

    /// Whether this is a forced end other than a draw.
    pub fn is_decisive(self) -> bool {
        self.0.abs() >= Score::WIN - Score::HORIZON
    }

    /// Plies to the forced end; positive for a win, negative for a loss.
    pub fn plies_to_end(self) -> Option<i32> {
        self.is_decisive().then(|| {
            let distance = Score::WIN - self.0.abs();
            if self.0 > 0 { distance } else { -distance }
        })
    }

    /// The number itself: centipawns, with forced ends beyond 29,000.
    pub fn number(self) -> i32 {
        self.0
    }

    /// The score stored for a position `ply` plies from the root: distances counted from there.
    pub(crate) fn to_stored(self, ply: usize) -> i16 {
        let ply = ply as i32;
        let n = match self.is_decisive() {
            true if self.0 > 0 => self.0 + ply,
            true => self.0 - ply,
            false => self.0,
        };
        n as i16
    }

    /// The reverse of [`Score::to_stored`].
    pub(crate) fn from_stored(stored: i16, ply: usize) -> Score {
        let score = Score(i32::from(stored));
        let ply = ply as i32;
        match score.is_decisive() {
            true if score.0 > 0 => Score(score.0 - ply),
            true => Score(score.0 + ply),
            false => score,
        }
    }
}

impl Neg for Score {
    type Output = Score;
    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

/// Adds centipawns.
impl Add<i32> for Score {
    type Output = Score;
    #[inline]
    fn add(self, centipawns: i32) -> Score {
        Score(self.0 + centipawns)
    }
}

/// Takes centipawns off.
impl Sub<i32> for Score {
    type Output = Score;
    #[inline]
    fn sub(self, centipawns: i32) -> Score {
        Score(self.0 - centipawns)
    }
}

/// Signed pawns (`+0.35`), or `wins in 5` and `loses in 4` plies.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.plies_to_end() {
            Some(plies) if plies >= 0 && self.0 > 0 => write!(f, "wins in {plies}"),
            Some(plies) => write!(f, "loses in {}", -plies),
            None => {
                let sign = if self.0 < 0 { '-' } else { '+' };
                let n = self.0.abs();
                write!(f, "{sign}{}.{:02}", n / 100, n % 100)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_survive_the_table_from_any_ply() {
        for score in [
            Score::win_in(5),
            Score::loss_in(8),
            Score::cp(35),
            Score::DRAW,
        ] {
            let stored = score.to_stored(3);
            assert_eq!(Score::from_stored(stored, 3), score);
        }
        // A win 5 plies from the root, met 3 plies down, is a win in 2 from there.
        let stored = Score::win_in(5).to_stored(3);
        assert_eq!(Score::from_stored(stored, 0), Score::win_in(2));
    }

    #[test]
    fn evaluations_never_look_like_forced_ends() {
        for n in [-40_000, -29_000, 0, 29_000, 40_000] {
            assert!(!Score::cp(n).is_decisive(), "{n}");
        }
        assert!(Score::win_in(200) > Score::cp(40_000));
        assert!(Score::loss_in(0) < Score::cp(-40_000));
    }

    #[test]
    fn prints_pawns_and_distances() {
        for (score, text) in [
            (Score::cp(35), "+0.35"),
            (Score::cp(-1207), "-12.07"),
            (Score::win_in(5), "wins in 5"),
            (Score::loss_in(0), "loses in 0"),
        ] {
            assert_eq!(score.to_string(), text);
        }
    }
}
