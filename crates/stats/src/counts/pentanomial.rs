//! Pairs of games by the points they brought together.

use crate::{Confidence, Estimate, Interval, Outcome, Score, alike_interval};
use serde::{Deserialize, Serialize};
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Pairs counted by their points, from 0 to 2 in halves, seen from one side:
/// `[LL, LD+DL, DD+WL+LW, WD+DW, WW]`.
///
/// The two games of a pair share an opening, so the pair, not the game, is the independent unit
/// (M. Van den Bergh, *Normalized Elo*, 2021).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// All pairs.
    pub fn pairs(self) -> u64 {
        self.0.iter().sum()
    }

    /// Counts one more pair.
    pub fn record(&mut self, games: [Outcome; 2]) {
        let half_points = games[0].half_points() + games[1].half_points();
        self.0[usize::from(half_points)] += 1;
    }

    /// The same pairs seen from the other side.
    #[must_use]
    pub fn swapped(self) -> Self {
        let [a, b, c, d, e] = self.0;
        Self([e, d, c, b, a])
    }

    /// Points per game of each class with its count.
    pub(crate) fn classes(self) -> impl Iterator<Item = (f64, f64)> {
        self.0
            .into_iter()
            .enumerate()
            .map(|(class, count)| (0.25 * class as f64, count as f64))
    }

    /// Points per game; `None` without pairs.
    pub fn score(self) -> Option<Score> {
        let points: f64 = self.classes().map(|(score, count)| score * count).sum();
        Score::new(points / self.pairs() as f64)
    }

    /// Sum of squared distances of the pairs' scores from their mean.
    pub(crate) fn spread(self) -> Option<f64> {
        let mean = self.score()?.value();
        Some(
            self.classes()
                .map(|(score, count)| count * (score - mean).powi(2))
                .sum(),
        )
    }

    /// Score with its standard error over pairs, sample variance over the number of pairs;
    /// `None` for fewer than two pairs.
    pub fn estimate(self) -> Option<Estimate> {
        let n = self.pairs() as f64;
        if n < 2.0 {
            return None;
        }
        Estimate::from_variance(self.score()?.value(), self.spread()? / (n - 1.0) / n)
    }

    /// Interval of the score, inside [0, 1]. Where all pairs are alike the normal interval would
    /// have no width; it then allows for the unlike pairs that may not have shown yet (see
    /// [`ClusterSums::interval`](crate::ClusterSums::interval)).
    pub fn interval(self, confidence: Confidence) -> Option<Interval> {
        match self.estimate() {
            Some(estimate) if estimate.se > 0.0 => {
                Some(estimate.interval(confidence).within(Interval::UNIT))
            }
            _ => Some(alike_interval(
                self.score()?.value(),
                self.pairs() as f64,
                Interval::UNIT,
                confidence,
            )),
        }
    }
}

impl Add for Pentanomial {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(std::array::from_fn(|class| self.0[class] + other.0[class]))
    }
}

impl AddAssign for Pentanomial {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Pentanomial {
    fn sum<I: Iterator<Item = Self>>(counts: I) -> Self {
        counts.fold(Self::default(), Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_filed_by_its_points() {
        use Outcome::{Draw, Loss, Win};
        let table = [
            ([Loss, Loss], 0),
            ([Loss, Draw], 1),
            ([Draw, Draw], 2),
            ([Win, Loss], 2),
            ([Draw, Win], 3),
            ([Win, Win], 4),
        ];
        for (games, class) in table {
            let mut counts = Pentanomial::default();
            counts.record(games);
            assert_eq!(counts.0[class], 1, "{games:?}");
        }
    }

    #[test]
    fn pairs_all_alike_still_have_an_interval_of_some_width() {
        let drawn = Pentanomial([0, 0, 40, 0, 0]);
        let interval = drawn.interval(Confidence::P95);
        assert!(interval.is_some_and(|i| i.contains(0.5) && i.width() > 0.05 && i.width() < 0.1));
        let none = Pentanomial::default();
        assert_eq!((none.score(), none.interval(Confidence::P95)), (None, None));
    }
}
