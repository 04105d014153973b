use std::collections::{BTreeMap, BTreeSet};

use super::{Counts, Patience, Standing, StudyState, Trouble, TroubleKind, Work};
use crate::{ArmIndex, Attempt, LeaseId, PairKey, PairNumber, Schedule, WorkerName};

/// How one study's pairs stand. Pairs are named by their place in the [`Schedule`].
#[derive(Clone, Debug)]
pub(super) struct Board {
    pub(super) schedule: Schedule,
    pub(super) work: Work,
    pub(super) counts: Counts,
    /// What a person has decided; never [`StudyState::Done`], which follows from the counts.
    decided: StudyState,
    /// For each arm, the number from which on pairs are withheld.
    limits: Vec<u32>,
    /// When it last lent a pair, as a number that only grows.
    pub(super) last_turn: u64,
    slots: Vec<Slot>,
    /// Everything from here on is as it was at the start: open unless found done.
    fresh: u64,
    /// Open places before `fresh` that came back without fault, or are withheld no more: first to be lent.
    returned: BTreeSet<u64>,
    /// Open places before `fresh` whose last attempt failed: lent when nothing else is left, so that
    /// one broken worker does not use up the patience with pair after pair.
    failed: BTreeSet<u64>,
    /// What went wrong, and how often a pair has been lent, for pairs lent more than once.
    history: BTreeMap<u64, History>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Slot {
    Open,
    Leased(LeaseId),
    Done,
    Quarantined,
}

#[derive(Clone, Debug, Default)]
struct History {
    attempts: u32,
    /// Attempts up to this one no longer matter.
    forgiven: u32,
    troubles: BTreeMap<Attempt, Trouble>,
}

impl History {
    fn failures(&self) -> u32 {
        self.troubles.len() as u32 - self.losses()
    }

    fn losses(&self) -> u32 {
        let lost = |t: &&Trouble| t.kind == TroubleKind::Lost;
        self.troubles.values().filter(lost).count() as u32
    }
}

/// What came of a trouble.
pub(super) enum Outcome {
    Retry,
    Quarantined(Vec<Trouble>),
    Ignored,
}

impl Board {
    pub(super) fn new(work: Work) -> Board {
        let schedule = Schedule::new(work.arms, work.pairs);
        let total = schedule.total();
        Board {
            slots: vec![Slot::Open; total as usize],
            counts: Counts {
                open: total,
                ..Counts::default()
            },
            schedule,
            work,
            decided: StudyState::Open,
            limits: vec![work.pairs; usize::from(work.arms)],
            last_turn: 0,
            fresh: 0,
            returned: BTreeSet::new(),
            failed: BTreeSet::new(),
            history: BTreeMap::new(),
        }
    }

    pub(super) fn standing(&self, place: u64) -> Standing {
        match self.slots.get(place as usize) {
            Some(Slot::Open) if self.is_withheld(place) => Standing::Withheld,
            Some(Slot::Open) => Standing::Open,
            Some(Slot::Leased(_)) => Standing::Leased,
            Some(Slot::Done) => Standing::Done,
            Some(Slot::Quarantined) => Standing::Quarantined,
            None => Standing::Unknown,
        }
    }

    /// The place of a pair that is neither lent nor closed, withheld or not.
    pub(super) fn open_place(&self, key: PairKey) -> Option<u64> {
        let place = self.schedule.place(key)?;
        (self.slots[place as usize] == Slot::Open).then_some(place)
    }

    /// A study with nothing left to play is done, whatever was decided.
    pub(super) fn state(&self) -> StudyState {
        if self.counts.is_finished() {
            StudyState::Done
        } else {
            self.decided
        }
    }

    /// Takes a decision, which changes nothing about a study that is done. Gives the state then.
    pub(super) fn decide(&mut self, state: StudyState) -> StudyState {
        if self.state() != StudyState::Done {
            self.decided = state;
        }
        self.state()
    }

    /// The number from which on an arm's pairs are withheld.
    pub(super) fn limit(&self, arm: ArmIndex) -> Option<u32> {
        self.limits.get(usize::from(arm.0)).copied()
    }

    /// Withholds an arm's pairs from a number on and no others. Gives the leases of pairs that are withheld now and were
    /// lent; they are still to be called back.
    pub(super) fn set_limit(&mut self, arm: ArmIndex, pairs: u32) -> Vec<LeaseId> {
        let pairs = pairs.min(self.work.pairs);
        let Some(limit) = self.limits.get_mut(usize::from(arm.0)) else {
            return Vec::new();
        };
        let before = std::mem::replace(limit, pairs);
        // Only where the limit is lowered: nothing beyond one is ever out.
        let mut out = Vec::new();
        for pair in before.min(pairs)..before.max(pairs) {
            let pair = PairNumber(pair);
            let Some(place) = self.schedule.place(PairKey { arm, pair }) else {
                break;
            };
            match self.slots[place as usize] {
                Slot::Open if pairs < before => {
                    self.counts.open -= 1;
                    self.counts.withheld += 1;
                    self.returned.remove(&place);
                    self.failed.remove(&place);
                }
                Slot::Open => {
                    self.counts.withheld -= 1;
                    self.counts.open += 1;
                    // From `fresh` on a place comes up by itself.
                    if place < self.fresh {
                        self.queue(place);
                    }
                }
                Slot::Leased(id) => out.push(id),
                Slot::Done | Slot::Quarantined => {}
            }
        }
        out
    }

    fn is_withheld(&self, place: u64) -> bool {
        let key = self.schedule.pair(place);
        key.is_some_and(|key| key.pair.0 >= self.limits[usize::from(key.arm.0)])
    }

    /// The lease a place is out on.
    pub(super) fn lease(&self, place: u64) -> Option<LeaseId> {
        match self.slots.get(place as usize) {
            Some(&Slot::Leased(id)) => Some(id),
            _ => None,
        }
    }

    /// The place that `worker` should play next. A pair that failed with this worker goes to another
    /// if there is one.
    pub(super) fn next_for(&mut self, worker: &WorkerName, others_work: bool) -> Option<u64> {
        debug_assert_eq!(self.state(), StudyState::Open);
        if let Some(&place) = self.returned.first() {
            return Some(place);
        }
        // Beyond the highest limit everything is withheld and stays fresh.
        let highest = self.limits.iter().max().copied().unwrap_or(0);
        let end = u64::from(highest) * u64::from(self.work.arms);
        while self.fresh < end {
            let is_open = self.slots[self.fresh as usize] == Slot::Open;
            if is_open && !self.is_withheld(self.fresh) && !self.failed.contains(&self.fresh) {
                return Some(self.fresh);
            }
            self.fresh += 1;
        }
        let failed_here = |place: &u64| {
            self.history.get(place).is_some_and(|h| {
                h.troubles
                    .values()
                    .any(|t| t.worker == *worker && matches!(t.kind, TroubleKind::Failed { .. }))
            })
        };
        let elsewhere = self.failed.iter().find(|place| !failed_here(place));
        elsewhere
            .or_else(|| self.failed.first().filter(|_| !others_work))
            .copied()
    }

    /// Marks an open place as lent and counts the attempt.
    pub(super) fn lend(&mut self, place: u64, lease: LeaseId) -> Attempt {
        debug_assert_eq!(self.slots[place as usize], Slot::Open);
        self.leave_open(place);
        self.slots[place as usize] = Slot::Leased(lease);
        self.counts.leased += 1;
        let history = self.history.entry(place).or_default();
        history.attempts += 1;
        Attempt(history.attempts)
    }

    /// Puts a lent place back.
    pub(super) fn take_back(&mut self, place: u64) {
        debug_assert!(matches!(self.slots[place as usize], Slot::Leased(_)));
        self.slots[place as usize] = Slot::Open;
        self.counts.leased -= 1;
        if self.is_withheld(place) {
            self.counts.withheld += 1;
            return;
        }
        self.counts.open += 1;
        self.queue(place);
    }

    /// Queues an open place to be lent again, unless it is withheld.
    fn queue(&mut self, place: u64) {
        if self.is_withheld(place) {
            return;
        }
        let failures = self.history.get(&place).map_or(0, History::failures);
        if failures == 0 {
            self.returned.insert(place);
        } else {
            self.returned.remove(&place);
            self.failed.insert(place);
        }
    }

    /// Gives a place its result if it still wants one.
    pub(super) fn finish(&mut self, place: u64) {
        self.close(place, Slot::Done);
        self.counts.done += 1;
        self.history.remove(&place);
    }

    /// Sets a place aside, as it was found in the store.
    pub(super) fn set_aside(&mut self, place: u64) {
        self.close(place, Slot::Quarantined);
        self.counts.quarantined += 1;
    }

    /// Opens every place that was set aside, as if it had never failed. Gives the pairs.
    pub(super) fn retry_set_aside(&mut self) -> Vec<PairKey> {
        let aside = |&place: &u64| self.slots[place as usize] == Slot::Quarantined;
        let places: Vec<u64> = (0..self.slots.len() as u64).filter(aside).collect();
        for &place in &places {
            self.slots[place as usize] = Slot::Open;
            self.counts.quarantined -= 1;
            if let Some(history) = self.history.get_mut(&place) {
                history.forgiven = history.attempts;
                history.troubles.clear();
            }
            if self.is_withheld(place) {
                self.counts.withheld += 1;
                continue;
            }
            self.counts.open += 1;
            // From `fresh` on a place comes up by itself.
            if place < self.fresh {
                self.queue(place);
            }
        }
        let schedule = &self.schedule;
        places.iter().filter_map(|&p| schedule.pair(p)).collect()
    }

    /// Notes what went wrong with an attempt, and opens the place again or sets it aside. A failure
    /// told late replaces the mere loss of the same attempt.
    pub(super) fn trouble(&mut self, place: u64, trouble: Trouble, patience: Patience) -> Outcome {
        let slot = self.slots[place as usize];
        if matches!(slot, Slot::Done | Slot::Quarantined) {
            return Outcome::Ignored;
        }
        let history = self.history.entry(place).or_default();
        let lent = (history.forgiven + 1..=history.attempts).contains(&trouble.attempt.0);
        let known = history.troubles.get(&trouble.attempt);
        if !lent || known.is_some_and(|t| t.kind != TroubleKind::Lost) {
            return Outcome::Ignored;
        }
        let latest = trouble.attempt.0 == history.attempts;
        history.troubles.insert(trouble.attempt, trouble);
        if history.failures() >= patience.failures || history.losses() >= patience.losses {
            let troubles = history.troubles.values().cloned().collect();
            self.set_aside(place);
            return Outcome::Quarantined(troubles);
        }
        match slot {
            // An older attempt's failure does not disturb the one now under way.
            Slot::Leased(_) if !latest => {}
            Slot::Leased(_) => self.take_back(place),
            _ => self.queue(place),
        }
        Outcome::Retry
    }

    fn close(&mut self, place: u64, slot: Slot) {
        match self.slots[place as usize] {
            Slot::Open => self.leave_open(place),
            Slot::Leased(_) => self.counts.leased -= 1,
            Slot::Done | Slot::Quarantined => unreachable!("place {place} is closed already"),
        }
        self.slots[place as usize] = slot;
    }

    fn leave_open(&mut self, place: u64) {
        if self.is_withheld(place) {
            self.counts.withheld -= 1;
            return;
        }
        self.counts.open -= 1;
        if place == self.fresh {
            self.fresh += 1;
        }
        self.returned.remove(&place);
        self.failed.remove(&place);
    }
}
