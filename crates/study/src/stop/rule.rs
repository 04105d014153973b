//! When a study stops.

use assay_stats::Sprt;

/// When a study stops: after so many pairs of every arm, or earlier if a rule says so.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StopRule {
    /// Most pairs of an arm.
    pub pairs: u32,
    /// What may stop an arm earlier.
    pub early: Option<EarlyStop>,
}

/// What may stop an arm before it has all its pairs. Errors are controlled although the results are
/// looked at after every pair.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EarlyStop {
    /// An arm of a match stops when the test of its players' strength has decided.
    Sprt(SprtRule),
    /// An arm stops when its score is known well enough.
    Precision(Precision),
    /// The worse half of the arms is dropped time and again.
    Halving(Halving),
}

/// A sequential test of the first player's strength against the second's.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SprtRule {
    /// The test.
    pub test: Sprt,
    /// Chance of passing at `elo0`.
    pub alpha: f64,
    /// Chance of failing at `elo1`.
    pub beta: f64,
}

/// How far from the truth a score may be, in points per game: 0.01 is one point in a hundred games either way.
#[derive(Clone, Copy, Debug, PartialEq, PartialOrd)]
pub struct Precision(pub f64);

/// Successive halving (Z. Karnin, T. Koren and O. Somekh, *Almost optimal exploration in multi-armed
/// bandits*, 2013, algorithm 2; K. Jamieson and A. Talwalkar, *Non-stochastic best arm identification*,
/// 2016): rounds in which every arm that is left comes to twice the pairs it had, and after each the worse half is
/// dropped. Then the arms that are kept play pairs of their own, from which alone they are estimated:
/// the best of many looks better than it is in the games that made it the best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Halving {
    /// What makes an arm better.
    pub measure: HalvingMeasure,
    /// Pairs of every arm in the first round.
    pub first: u32,
    /// How many arms are kept in the end.
    pub keep: u16,
}

/// What makes an arm better than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HalvingMeasure {
    /// More of its games are decisive.
    Decisive,
    /// White's score is nearer to one half.
    Fair,
}

impl HalvingMeasure {
    /// Every measure.
    pub const ALL: [HalvingMeasure; 2] = [HalvingMeasure::Decisive, HalvingMeasure::Fair];

    /// The name used in study files.
    pub fn name(self) -> &'static str {
        match self {
            HalvingMeasure::Decisive => "decisive",
            HalvingMeasure::Fair => "fair",
        }
    }
}

impl Halving {
    /// How many arms are in each round, from all of them on. Empty if there is nothing to drop.
    pub fn rounds(self, arms: u16) -> Vec<u16> {
        let mut rounds = Vec::new();
        let mut left = arms;
        while left > self.keep {
            rounds.push(left);
            left = self.after(left);
        }
        rounds
    }

    /// How many of so many arms are left after a round.
    pub(super) fn after(self, arms: u16) -> u16 {
        arms.div_ceil(2).max(self.keep)
    }

    /// Pairs an arm has come to after a round, counted from 0.
    pub fn pairs_after(self, round: u32) -> u64 {
        u64::from(self.first) << round.min(31)
    }

    /// Pairs of all arms together, when every kept arm comes to `pairs`.
    pub fn pairs_in_all(self, arms: u16, pairs: u32) -> u64 {
        let rounds = self.rounds(arms);
        let (mut total, mut each) = (0, 0);
        for (round, &arms) in (0..).zip(&rounds) {
            let after = self.pairs_after(round).min(u64::from(pairs));
            total += u64::from(arms) * (after - each);
            each = after;
        }
        let kept = u64::from(arms.min(self.keep));
        total + kept * (u64::from(pairs) - each)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halving_is_planned_to_the_last_pair() {
        let halving = Halving {
            measure: HalvingMeasure::Fair,
            first: 50,
            keep: 1,
        };
        assert_eq!(halving.rounds(8), [8, 4, 2]);
        assert_eq!(halving.rounds(9), [9, 5, 3, 2]);
        assert_eq!(halving.rounds(1), []);
        assert_eq!(halving.pairs_after(2), 200);
        // 8 arms to 50, 4 to 100, 2 to 200, 1 to 500.
        assert_eq!(halving.pairs_in_all(8, 500), 400 + 200 + 200 + 300);
        let three = Halving { keep: 3, ..halving };
        assert_eq!(three.rounds(8), [8, 4]);
    }
}
