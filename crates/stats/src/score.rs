//! What a game, or many, brought: points per game.

use crate::Elo;
use serde::Serialize;

/// Points per game: 0 all lost, 1/2 even, 1 all won.
#[derive(Debug, Clone, Copy, PartialEq, PartialOrd, Serialize)]
#[serde(transparent)]
pub struct Score(f64);

impl Score {
    /// Neither side ahead.
    pub const EVEN: Self = Self(0.5);

    /// `Some` when `points_per_game` lies within [0, 1].
    pub fn new(points_per_game: f64) -> Option<Self> {
        (0.0..=1.0)
            .contains(&points_per_game)
            .then_some(Self(points_per_game))
    }

    /// The number itself.
    pub fn value(self) -> f64 {
        self.0
    }

    /// The other side's score.
    #[must_use]
    pub fn other(self) -> Self {
        Self(1.0 - self.0)
    }

    /// The logistic rating difference at which this score is expected. `None` for 0 and 1,
    /// which no finite difference explains. Inverse of [`Elo::score`].
    pub fn elo(self) -> Option<Elo> {
        let elo = Elo::PER_NAT * crate::special::logit(self.0);
        elo.is_finite().then_some(Elo(elo))
    }
}

/// How a game ended, seen from one side.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// Lost: no point.
    Loss,
    /// Drawn: half a point.
    Draw,
    /// Won: one point.
    Win,
}

impl Outcome {
    /// 0, 1/2 or 1.
    pub fn points(self) -> f64 {
        0.5 * f64::from(self.half_points())
    }

    pub(crate) fn half_points(self) -> u8 {
        match self {
            Self::Loss => 0,
            Self::Draw => 1,
            Self::Win => 2,
        }
    }

    /// The same game seen from the other side.
    #[must_use]
    pub fn other(self) -> Self {
        match self {
            Self::Loss => Self::Win,
            Self::Draw => Self::Draw,
            Self::Win => Self::Loss,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_and_everything_have_no_rating() {
        for (score, has) in [(0.0, false), (1.0, false), (1e-300, true), (0.5, true)] {
            assert_eq!(
                Score::new(score).and_then(Score::elo).is_some(),
                has,
                "{score}"
            );
        }
    }
}
