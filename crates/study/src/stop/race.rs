//! Successive halving: a race of arms.

use assay_stats::{BettingSequence, Confidence, Interval, Pentanomial, Score};

use super::result::Points;
use super::{Halving, HalvingMeasure, PairResult, RaceVerdict};
use crate::ArmIndex;

/// Arms that come to the same number of pairs, round by round, until few are left.
#[derive(Clone, Debug)]
pub(super) struct Race {
    pub(super) rule: Halving,
    runners: Vec<Runner>,
    /// The round under way, from 0; the number of rounds when they are over.
    round: u32,
    rounds: u32,
    /// Each arm's interval has its share of the 5%, so that all hold together.
    sequence: Option<BettingSequence>,
}

#[derive(Clone, Debug, Default)]
struct Runner {
    results: Pentanomial,
    dropped: Option<u32>,
}

impl Race {
    pub(super) fn new(rule: Halving, arms: u16, pairs: u32) -> Race {
        let share = Confidence::P95.alpha() / f64::from(arms.max(1));
        let confidence = Confidence::new(1.0 - share).unwrap_or_default();
        Race {
            rule,
            runners: vec![Runner::default(); usize::from(arms)],
            round: 0,
            rounds: rule.rounds(arms).len() as u32,
            sequence: BettingSequence::for_pairs(pairs.into(), confidence),
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.round >= self.rounds
    }

    /// Pairs that every arm in the race comes to in this round.
    pub(super) fn goal(&self) -> u32 {
        u32::try_from(self.rule.pairs_after(self.round)).unwrap_or(u32::MAX)
    }

    /// The arms that have not been dropped.
    pub(super) fn left(&self) -> impl Iterator<Item = ArmIndex> {
        let arms = (0..).map(ArmIndex).zip(&self.runners);
        arms.filter(|(_, runner)| runner.dropped.is_none())
            .map(|(arm, _)| arm)
    }

    pub(super) fn record(&mut self, arm: ArmIndex, result: PairResult) {
        let points = match self.rule.measure {
            HalvingMeasure::Decisive => Points::Decisive,
            HalvingMeasure::Fair => Points::White,
        };
        self.runners[usize::from(arm.0)]
            .results
            .record(points.of(result));
    }

    /// Ends a round: gives the arms that are dropped, the worst first, and the round's number from 1. Of arms alike
    /// those later in the file go.
    pub(super) fn end_round(&mut self) -> (Vec<ArmIndex>, u32) {
        let mut order: Vec<ArmIndex> = self.left().collect();
        // A stable sort from the end of the file on: the worst first.
        order.reverse();
        order.sort_by(|a, b| self.merit(*a).total_cmp(&self.merit(*b)));
        let stay = self.rule.after(order.len() as u16);
        order.truncate(order.len() - usize::from(stay).min(order.len()));
        self.round += 1;
        for arm in &order {
            self.runners[usize::from(arm.0)].dropped = Some(self.round);
        }
        (order, self.round)
    }

    /// The larger the better; an arm without a result is the worst.
    fn merit(&self, arm: ArmIndex) -> f64 {
        let score = self.runners[usize::from(arm.0)].results.score();
        score.map_or(f64::NEG_INFINITY, |score| {
            merit(self.rule.measure, score.value())
        })
    }

    pub(super) fn rounds_of(&self, arm: ArmIndex) -> u32 {
        let dropped = self.runners[usize::from(arm.0)].dropped;
        dropped.map_or(self.round, |round| round - 1)
    }

    pub(super) fn results(&self, arm: ArmIndex) -> Pentanomial {
        self.runners[usize::from(arm.0)].results
    }

    pub(super) fn measured(&self, arm: ArmIndex) -> Option<f64> {
        self.results(arm).score().map(Score::value)
    }

    pub(super) fn interval(&self, arm: ArmIndex) -> Option<Interval> {
        self.sequence.as_ref()?.interval(self.results(arm))
    }

    pub(super) fn verdict(&self) -> RaceVerdict {
        let merits = |arm: usize| {
            let interval = self.interval(ArmIndex(arm as u16));
            merits(self.rule.measure, interval.unwrap_or(Interval::UNIT))
        };
        let mut best_dropped: Option<f64> = None;
        let mut worst_left = f64::INFINITY;
        for (arm, runner) in self.runners.iter().enumerate() {
            let (low, high) = merits(arm);
            if runner.dropped.is_some() {
                best_dropped = Some(best_dropped.map_or(high, |best| best.max(high)));
            } else {
                worst_left = worst_left.min(low);
            }
        }
        RaceVerdict {
            rule: self.rule,
            left: self.left().collect(),
            is_decided: self.is_over(),
            missed_at_most: best_dropped.map(|best| (best - worst_left).max(0.0)),
        }
    }
}

fn merit(measure: HalvingMeasure, mean: f64) -> f64 {
    match measure {
        HalvingMeasure::Decisive => mean,
        HalvingMeasure::Fair => -(mean - 0.5).abs(),
    }
}

/// The least and the greatest merit of means in an interval.
fn merits(measure: HalvingMeasure, interval: Interval) -> (f64, f64) {
    let ends = [interval.low, interval.high].map(|end| merit(measure, end));
    let high = if measure == HalvingMeasure::Fair && interval.contains(0.5) {
        0.0
    } else {
        ends[0].max(ends[1])
    };
    (ends[0].min(ends[1]), high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merits_of_intervals() {
        let interval = |low, high| Interval { low, high };
        let (fair, decisive) = (HalvingMeasure::Fair, HalvingMeasure::Decisive);
        let near = |(a, b): (f64, f64), (c, d): (f64, f64)| {
            assert!((a - c).abs() < 1e-12 && (b - d).abs() < 1e-12, "{a} {b}");
        };
        near(merits(decisive, interval(0.2, 0.7)), (0.2, 0.7));
        near(merits(fair, interval(0.2, 0.7)), (-0.3, 0.0));
        near(merits(fair, interval(0.6, 0.7)), (-0.2, -0.1));
        near(merits(fair, interval(0.1, 0.4)), (-0.4, -0.1));
    }
}
