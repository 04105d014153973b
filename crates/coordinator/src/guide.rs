//! Who says which pairs of a study are to be lent, and with which values. Goes by results alone.

use std::collections::BTreeMap;

use assay_store::PairResults;
use assay_study::{ArmIndex, Judge, PairKey, PairNumber, PairResult, Sides, Study, Tuner};

use crate::tally::judged;

/// A study's guide.
pub(crate) enum Guide {
    /// Every pair is wanted from the start.
    None,
    /// Arms may stop early. With all that the judge was told.
    Judge(Judge, BTreeMap<PairKey, PairResult>),
    /// Pairs are wanted as far as their values are known.
    Tuner(Tuner),
}

impl Guide {
    /// The guide of a study, told what the store has of it. What is set aside stays so, though a result may have come at
    /// the last moment: so it was for the guide who saw it happen.
    pub(crate) fn of<'a>(
        study: &Study,
        set_aside: impl Iterator<Item = &'a PairKey>,
        results: &[PairResults],
    ) -> Guide {
        let mut guide = match Tuner::of(study) {
            Some(tuner) => Guide::Tuner(tuner),
            None if study.stop.early.is_some() => Guide::Judge(Judge::of(study), BTreeMap::new()),
            None => return Guide::None,
        };
        for key in set_aside {
            guide.set_aside(*key);
        }
        for pair in results {
            guide.record(pair.key, judged(pair.results));
        }
        guide
    }

    /// Takes a finished pair in. Gives the arms of which more or fewer pairs are wanted now.
    pub(crate) fn record(&mut self, key: PairKey, result: PairResult) -> Vec<ArmIndex> {
        match self {
            Guide::None => Vec::new(),
            Guide::Judge(judge, results) => {
                results.insert(key, result);
                judge.record(key, result)
            }
            Guide::Tuner(tuner) => {
                let more = tuner.record(key, result);
                all_arms(tuner, more)
            }
        }
    }

    /// Notes that a pair will have no result. Gives the arms of which more or fewer pairs are wanted now.
    pub(crate) fn set_aside(&mut self, key: PairKey) -> Vec<ArmIndex> {
        match self {
            Guide::None => Vec::new(),
            Guide::Judge(judge, _) => judge.set_aside(key),
            Guide::Tuner(tuner) => {
                let more = tuner.set_aside(key);
                all_arms(tuner, more)
            }
        }
    }

    /// Waits again for pairs that were set aside. Gives the arms of which more or fewer pairs are wanted now.
    pub(crate) fn forget_set_aside(&mut self, study: &Study) -> Vec<ArmIndex> {
        // A tuning has gone on from there for good.
        let Guide::Judge(judge, results) = self else {
            return Vec::new();
        };
        // The judge has passed these pairs by. One who has not counts them in their turn, as if they came late.
        *judge = Judge::of(study);
        for (&key, &result) in &*results {
            judge.record(key, result);
        }
        study.arms().map(|(arm, _)| arm).collect()
    }

    /// Pairs of an arm with this number or a higher one are not to be lent, or not yet; `None` where all are.
    pub(crate) fn limit(&self, arm: ArmIndex) -> Option<u32> {
        match self {
            Guide::None => None,
            Guide::Judge(judge, _) => Some(judge.limit(arm)),
            Guide::Tuner(tuner) => Some(tuner.limit()),
        }
    }

    /// With which values a pair is played.
    pub(crate) fn sides(&self, pair: PairNumber) -> Option<&Sides> {
        match self {
            Guide::Tuner(tuner) => tuner.sides(pair),
            Guide::None | Guide::Judge(..) => None,
        }
    }

    pub(crate) fn judge(&self) -> Option<&Judge> {
        match self {
            Guide::Judge(judge, _) => Some(judge),
            Guide::None | Guide::Tuner(_) => None,
        }
    }

    pub(crate) fn tuner(&self) -> Option<&Tuner> {
        match self {
            Guide::Tuner(tuner) => Some(tuner),
            Guide::None | Guide::Judge(..) => None,
        }
    }
}

fn all_arms(tuner: &Tuner, more: bool) -> Vec<ArmIndex> {
    let arms = if more { tuner.arms() } else { 0 };
    (0..arms).map(ArmIndex).collect()
}
