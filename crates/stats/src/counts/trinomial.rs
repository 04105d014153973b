//! Wins, draws and losses.

use crate::special::normal_cdf;
use crate::{Estimate, Outcome, Probability, Proportion, Score};
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Games counted by how they ended, seen from one side.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Trinomial {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
}

impl Trinomial {
    /// All games.
    pub fn games(self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Counts one more game.
    pub fn record(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Win => self.wins += 1,
            Outcome::Draw => self.draws += 1,
            Outcome::Loss => self.losses += 1,
        }
    }

    /// The same games seen from the other side.
    #[must_use]
    pub fn swapped(self) -> Self {
        Self {
            wins: self.losses,
            draws: self.draws,
            losses: self.wins,
        }
    }

    /// Points per game; `None` without games.
    pub fn score(self) -> Option<Score> {
        let points = self.wins as f64 + 0.5 * self.draws as f64;
        Score::new(points / self.games() as f64)
    }

    /// Score with the standard error of *independent* games, population variance over n. Games
    /// of a pair are not independent: prefer [`Pentanomial::estimate`](crate::Pentanomial::estimate) or
    /// [`ClusterSums`](crate::ClusterSums).
    pub fn estimate(self) -> Option<Estimate> {
        let mean = self.score()?.value();
        let n = self.games() as f64;
        let spread = self.wins as f64 * (1.0 - mean).powi(2)
            + self.draws as f64 * (0.5 - mean).powi(2)
            + self.losses as f64 * mean.powi(2);
        Estimate::from_variance(mean, spread / n / n)
    }

    /// Share of games drawn.
    pub fn drawn(self) -> Option<Proportion> {
        Proportion::new(self.draws, self.games())
    }

    /// Share of games with a winner.
    pub fn decisive(self) -> Option<Proportion> {
        Proportion::new(self.wins + self.losses, self.games())
    }

    /// Share of the decisive games that were won; `None` when there is none.
    pub fn won_of_decisive(self) -> Option<Proportion> {
        Proportion::new(self.wins, self.wins + self.losses)
    }

    /// Likelihood of superiority: the chance, by the normal approximation on decisive games,
    /// that the side is the better one, `(1 + erf((W - L) / sqrt(2 (W + L)))) / 2`. `None` when
    /// no game was decisive.
    pub fn superiority(self) -> Option<Probability> {
        let decisive = (self.wins + self.losses) as f64;
        if decisive == 0.0 {
            return None;
        }
        let lead = self.wins as f64 - self.losses as f64;
        Some(Probability::clamped(normal_cdf(lead / decisive.sqrt())))
    }
}

impl Add for Trinomial {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self {
            wins: self.wins + other.wins,
            draws: self.draws + other.draws,
            losses: self.losses + other.losses,
        }
    }
}

impl AddAssign for Trinomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Trinomial {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

impl FromIterator<Outcome> for Trinomial {
    fn from_iter<I: IntoIterator<Item = Outcome>>(games: I) -> Self {
        let mut counts = Self::default();
        for outcome in games {
            counts.record(outcome);
        }
        counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_games_everything_is_undefined() {
        let none = Trinomial::default();
        assert_eq!(none.score(), None);
        assert_eq!(none.estimate(), None);
        assert_eq!(none.superiority(), None);
        assert_eq!((none.drawn(), none.won_of_decisive()), (None, None));
    }

    #[test]
    fn all_draws_are_even_without_spread_and_without_superiority() {
        let drawn = Trinomial {
            draws: 12,
            ..Trinomial::default()
        };
        assert_eq!(drawn.estimate(), Estimate::new(0.5, 0.0));
        assert_eq!(drawn.superiority(), None);
    }
}
