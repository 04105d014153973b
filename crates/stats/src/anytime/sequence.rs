//! A confidence sequence for pair scores, without asymptotics.

use crate::{Confidence, Interval, Pentanomial};

/// Intervals for the mean score of independent pairs that hold at all times together, after any number
/// of pairs: the means against which no bet has won enough (I. Waudby-Smith and A. Ramdas, *Estimating
/// means of bounded random variables by betting*, 2024, section 4; see [`Bets`](crate::Bets)).
///
/// A stake λ multiplies its fortune by `1 + λ (score - mean)` with every pair, and the wealth is the
/// average over the stakes. The stakes are fixed beforehand, so the wealth depends on the counts alone,
/// not on their order; and each fortune, a product of positive linear functions that all rise or all
/// fall, is convex in the mean, so that the means not refuted are an interval.
#[derive(Debug, Clone, PartialEq)]
pub struct BettingSequence {
    stakes: Vec<f64>,
    confidence: Confidence,
}

/// Each stake is so many times the next: √2, which costs little wealth between two of them.
const STEP: f64 = std::f64::consts::SQRT_2;

impl BettingSequence {
    /// With stakes of both signs from 1, the largest that is safe against every mean, down to `least`.
    /// After `n` pairs of variance `v` the best stake is about `sqrt(10 / (n v))`. `None` unless `least`
    /// is finite and positive.
    pub fn new(least: f64, confidence: Confidence) -> Option<Self> {
        if !(least.is_finite() && least > 0.0) {
            return None;
        }
        let mut stakes = Vec::new();
        let mut stake = 1.0;
        loop {
            stakes.extend([stake, -stake]);
            if stake <= least {
                return Some(Self { stakes, confidence });
            }
            stake /= STEP;
        }
    }

    /// With the stakes that matter until intervals reach `half_width` to either side: against a mean so
    /// far away the best stake is `half_width / v`, and no variance is beyond a quarter.
    pub fn for_half_width(half_width: f64, confidence: Confidence) -> Option<Self> {
        Self::new(4.0 * half_width, confidence)
    }

    /// With the stakes that matter up to so many pairs.
    pub fn for_pairs(pairs: u64, confidence: Confidence) -> Option<Self> {
        Self::new((40.0 / pairs as f64).sqrt(), confidence)
    }

    /// Whether a mean is refuted, at any time, by pairs with these counts.
    pub fn refutes(&self, mean: f64, counts: Pentanomial) -> bool {
        if !(0.0..=1.0).contains(&mean) {
            return true;
        }
        self.log_wealth(mean, counts) >= -self.confidence.alpha().ln()
    }

    /// Whether every mean further than `half_width` from the observed one is refuted. Not before the
    /// first pair.
    pub fn is_within(&self, half_width: f64, counts: Pentanomial) -> bool {
        counts.score().is_some_and(|score| {
            let score = score.value();
            self.refutes(score - half_width, counts) && self.refutes(score + half_width, counts)
        })
    }

    /// The means that are not refuted; `None` without pairs. The observed mean is always one of them.
    pub fn interval(&self, counts: Pentanomial) -> Option<Interval> {
        let score = counts.score()?.value();
        let end = |beyond: f64| {
            if !self.refutes(beyond, counts) {
                return beyond;
            }
            let (mut refuted, mut possible) = (beyond, score);
            for _ in 0..30 {
                let middle = 0.5 * (refuted + possible);
                if self.refutes(middle, counts) {
                    refuted = middle;
                } else {
                    possible = middle;
                }
            }
            refuted
        };
        Some(Interval {
            low: end(0.0),
            high: end(1.0),
        })
    }

    /// Logarithm of the average fortune.
    fn log_wealth(&self, mean: f64, counts: Pentanomial) -> f64 {
        let fortune = |&stake: &f64| -> f64 {
            let seen = counts.classes().filter(|&(_, count)| count > 0.0);
            seen.map(|(score, count)| count * (stake * (score - mean)).ln_1p())
                .sum()
        };
        let logs: Vec<f64> = self.stakes.iter().map(fortune).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        if largest == f64::NEG_INFINITY {
            return largest;
        }
        let sum: f64 = logs.iter().map(|log| (log - largest).exp()).sum();
        largest + (sum / self.stakes.len() as f64).ln()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_hold_the_mean_and_shrink() {
        let sequence = BettingSequence::for_half_width(0.01, Confidence::P95);
        let mut last = 1.1;
        for scale in [1, 4, 16, 64, 256] {
            let counts = Pentanomial([scale, 2 * scale, 4 * scale, 3 * scale, 2 * scale]);
            let interval = sequence.as_ref().and_then(|s| s.interval(counts));
            let mean = counts.score().map_or(f64::NAN, crate::Score::value);
            assert!(interval.is_some_and(|i| i.contains(mean) && i.width() < last));
            last = interval.map_or(f64::NAN, Interval::width);
        }
        assert!(last < 0.06, "{last}");
    }

    #[test]
    fn pairs_all_alike_prove_something_in_the_end_only() {
        let sequence = BettingSequence::for_half_width(0.05, Confidence::P95);
        let within = |pairs| {
            let drawn = Pentanomial([0, 0, pairs, 0, 0]);
            sequence.as_ref().is_some_and(|s| s.is_within(0.05, drawn))
        };
        assert!(!within(0) && !within(1) && !within(50) && within(200));
        let lost = Pentanomial([300, 0, 0, 0, 0]);
        let interval = sequence.as_ref().and_then(|s| s.interval(lost));
        assert!(interval.is_some_and(|i| i.low == 0.0 && i.high < 0.05));
        assert_eq!(
            sequence
                .as_ref()
                .and_then(|s| s.interval(Pentanomial::default())),
            None
        );
    }

    #[test]
    fn stakes_that_cannot_be_are_refused() {
        for least in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert_eq!(BettingSequence::new(least, Confidence::P95), None);
        }
        assert_eq!(BettingSequence::for_pairs(0, Confidence::P95), None);
    }
}
