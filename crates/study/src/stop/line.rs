//! The pairs of one arm in the order of their numbers.

use std::collections::BTreeMap;

use super::PairResult;

/// What became of a pair.
#[derive(Clone, Copy, Debug)]
pub(super) enum Outcome {
    Played(PairResult),
    SetAside,
}

/// A pair counts only when all before it are in or set aside: games that are over sooner come in sooner, and
/// counting them first would favour short games.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Pairs that have had their turn.
    pub(super) passed: u32,
    /// Pairs whose turn is to come.
    waiting: BTreeMap<u32, Outcome>,
}

impl Line {
    /// Puts a pair into the line; only the first word on a pair counts.
    pub(super) fn join(&mut self, pair: u32, outcome: Outcome) {
        if pair >= self.passed {
            self.waiting.entry(pair).or_insert(outcome);
        }
    }

    /// The next pair, if it is there.
    pub(super) fn next(&mut self) -> Option<Outcome> {
        let next = self.waiting.remove(&self.passed)?;
        self.passed += 1;
        Some(next)
    }

    /// How many results wait for their turn.
    pub(super) fn waiting(&self) -> u32 {
        let played = |outcome: &&Outcome| matches!(outcome, Outcome::Played(_));
        self.waiting.values().filter(played).count() as u32
    }
}
