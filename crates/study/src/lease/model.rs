//! Random sequences of operations on the lease table, against what must hold of any table.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::*;
use crate::{ArmIndex, PairNumber, Schedule};

const WORKERS: usize = 3;
const STUDIES: [&str; 2] = ["one", "two"];
const LENGTH: Millis = Millis(100);

#[derive(Clone, Debug)]
enum Op {
    Acquire { worker: usize, slots: u32 },
    Renew { worker: usize },
    Submit { study: usize, pair: u64 },
    SubmitHeld { nth: usize },
    Fail { nth: usize },
    Release { nth: usize },
    ReleaseAll { worker: usize },
    Wait { millis: u64 },
    State { study: usize, state: u8 },
    Limit { study: usize, arm: u16, pairs: u32 },
    Retry { study: usize },
}

fn op() -> impl Strategy<Value = Op> {
    prop_oneof![
        4 => (0..WORKERS, 0u32..4).prop_map(|(worker, slots)| Op::Acquire { worker, slots }),
        1 => (0..WORKERS).prop_map(|worker| Op::Renew { worker }),
        1 => (0usize..2, 0u64..14).prop_map(|(study, pair)| Op::Submit { study, pair }),
        3 => (0usize..9).prop_map(|nth| Op::SubmitHeld { nth }),
        2 => (0usize..9).prop_map(|nth| Op::Fail { nth }),
        1 => (0usize..9).prop_map(|nth| Op::Release { nth }),
        1 => (0..WORKERS).prop_map(|worker| Op::ReleaseAll { worker }),
        2 => (0u64..150).prop_map(|millis| Op::Wait { millis }),
        1 => (0usize..2, 0u8..4).prop_map(|(study, state)| Op::State { study, state }),
        2 => (0usize..2, 0u16..4, 0u32..6).prop_map(|(study, arm, pairs)| Op::Limit { study, arm, pairs }),
        1 => (0usize..2).prop_map(|study| Op::Retry { study }),
    ]
}

/// The table with everything ever lent and done beside it.
struct World {
    table: LeaseTable,
    now: Millis,
    shapes: [(u16, u32); 2],
    /// Every lease ever given, for results and failures that come late.
    history: Vec<Lease>,
    done: BTreeSet<(StudyId, PairKey)>,
    aside: BTreeSet<(StudyId, PairKey)>,
    /// Of arms whose limit was set.
    limits: BTreeMap<(StudyId, ArmIndex), u32>,
}

fn study(n: usize) -> StudyId {
    STUDIES[n].parse().unwrap()
}

fn worker(n: usize) -> WorkerName {
    WorkerName::new(&format!("w{n}"))
}

impl World {
    fn new(shapes: [(u16, u32); 2]) -> World {
        let mut table = LeaseTable::new(Patience {
            failures: 3,
            losses: 4,
        });
        for (n, &(arms, pairs)) in shapes.iter().enumerate() {
            let lease = LENGTH;
            table.add(&study(n), Work { arms, pairs, lease }, [], []);
        }
        World {
            table,
            now: Millis(0),
            shapes,
            history: Vec::new(),
            done: BTreeSet::new(),
            aside: BTreeSet::new(),
            limits: BTreeMap::new(),
        }
    }

    fn apply(&mut self, op: &Op) {
        match *op {
            Op::Acquire { worker: w, slots } => self.acquire(&worker(w), slots),
            Op::Renew { worker: w } => {
                let held: Vec<LeaseId> = self.history.iter().map(|l| l.id).collect();
                let renewal = self.table.renew(&worker(w), held, self.now);
                for id in renewal.kept {
                    let lease = self.table.lease(id).unwrap();
                    assert_eq!(lease.worker, worker(w));
                    assert_eq!(lease.until, self.now + LENGTH);
                }
            }
            Op::Submit { study: s, pair } => {
                let (arms, _) = self.shapes[s];
                let key = PairKey {
                    arm: ArmIndex((pair % u64::from(arms.max(1))) as u16),
                    pair: PairNumber((pair / u64::from(arms.max(1))) as u32),
                };
                self.submit(&study(s), key);
            }
            Op::SubmitHeld { nth } => {
                if let Some(lease) = self.pick(nth) {
                    self.submit(&lease.study, lease.key);
                }
            }
            Op::Fail { nth } => {
                if let Some(l) = self.pick(nth) {
                    let report = self
                        .table
                        .failed(&l.study, l.key, l.attempt, &l.worker, "boom");
                    self.note(&l, &report);
                }
            }
            Op::Release { nth } => {
                if let Some(l) = self.pick(nth) {
                    let held = self.table.lease(l.id).is_some();
                    let released = self.table.release(&l.worker, [l.id]);
                    assert_eq!(released.len(), usize::from(held));
                }
            }
            Op::ReleaseAll { worker: w } => {
                self.table.release_all(&worker(w));
                assert!(self.table.workers().all(|(name, _)| *name != worker(w)));
            }
            Op::Wait { millis } => self.wait(Millis(millis)),
            Op::State { study: s, state } => {
                let id = study(s);
                let changed = match state {
                    0 => self.table.pause(&id),
                    1 => self.table.cancel(&id),
                    _ => self.table.resume(&id),
                };
                assert!(changed.is_ok());
            }
            Op::Limit {
                study: s,
                arm,
                pairs,
            } => self.limit(&study(s), ArmIndex(arm), pairs),
            Op::Retry { study: s } => {
                let id = study(s);
                let mut again = self.table.retry_set_aside(&id).unwrap();
                again.sort_unstable();
                let ours = |(of, _): &(StudyId, PairKey)| *of == id;
                let aside: Vec<PairKey> =
                    self.aside.iter().filter(|p| ours(p)).map(|p| p.1).collect();
                assert_eq!(again, aside);
                self.aside.retain(|pair| !ours(pair));
            }
        }
        self.check();
    }

    fn limit(&mut self, study: &StudyId, arm: ArmIndex, pairs: u32) {
        let beyond = |lease: &Lease| {
            lease.study == *study && lease.key.arm == arm && lease.key.pair.0 >= pairs
        };
        let mut out: Vec<Lease> = self.table.leases().filter(|l| beyond(l)).cloned().collect();
        out.sort_by_key(|lease| lease.key);
        assert_eq!(self.table.set_limit(study, arm, pairs), Ok(out));
        self.limits.insert((study.clone(), arm), pairs);
    }

    fn is_withheld(&self, study: &StudyId, key: PairKey) -> bool {
        let limit = self.limits.get(&(study.clone(), key.arm));
        limit.is_some_and(|limit| key.pair.0 >= *limit)
    }

    fn pick(&self, nth: usize) -> Option<Lease> {
        let recent = self.history.len().saturating_sub(9);
        self.history.get(recent + nth).cloned()
    }

    fn acquire(&mut self, by: &WorkerName, slots: u32) {
        let out: BTreeSet<(StudyId, PairKey)> = self
            .table
            .leases()
            .map(|l| (l.study.clone(), l.key))
            .collect();
        let lent = self.table.acquire(by, slots, self.now);
        assert!(lent.len() <= slots as usize);
        let mut fresh = BTreeSet::new();
        for lease in lent {
            let pair = (lease.study.clone(), lease.key);
            assert!(!out.contains(&pair), "{pair:?} lent while out");
            assert!(!self.done.contains(&pair), "{pair:?} lent after its result");
            assert!(
                !self.aside.contains(&pair),
                "{pair:?} lent though set aside"
            );
            assert!(fresh.insert(pair), "lent twice at once");
            assert!(!self.is_withheld(&lease.study, lease.key), "{lease:?}");
            assert!(self.history.iter().all(|l| l.id != lease.id));
            assert_eq!(self.table.state(&lease.study), Some(StudyState::Open));
            self.history.push(lease);
        }
    }

    fn submit(&mut self, study: &StudyId, key: PairKey) {
        let pair = (study.clone(), key);
        match self.table.submit(study, key) {
            Submitted::Accepted => assert!(self.done.insert(pair), "done twice"),
            Submitted::AlreadyDone => assert!(self.done.contains(&pair)),
            Submitted::Quarantined => assert!(self.aside.contains(&pair)),
            Submitted::Unknown => {
                assert_eq!(self.table.standing(study, key), Standing::Unknown);
            }
        }
    }

    fn wait(&mut self, time: Millis) {
        self.now = self.now + time;
        for (lease, report) in self.table.expire(self.now) {
            assert!(lease.until <= self.now);
            self.note(&lease, &report);
        }
        assert!(self.table.next_deadline().is_none_or(|at| at > self.now));
    }

    fn note(&mut self, lease: &Lease, report: &FailureReport) {
        if let FailureReport::Quarantined(troubles) = report {
            assert!(!troubles.is_empty());
            assert!(self.aside.insert((lease.study.clone(), lease.key)));
        }
    }

    /// What holds at any time: every pair stands one way, and the counts say so.
    fn check(&self) {
        let mut held: BTreeMap<(StudyId, PairKey), usize> = BTreeMap::new();
        for lease in self.table.leases() {
            *held.entry((lease.study.clone(), lease.key)).or_default() += 1;
        }
        assert!(held.values().all(|&n| n == 1), "a pair on two leases");
        for (n, &(arms, pairs)) in self.shapes.iter().enumerate() {
            let id = study(n);
            let mut counts = Counts::default();
            for key in Schedule::new(arms, pairs) {
                let pair = (id.clone(), key);
                let standing = self.table.standing(&id, key);
                match standing {
                    Standing::Open => counts.open += 1,
                    Standing::Withheld => counts.withheld += 1,
                    Standing::Leased => counts.leased += 1,
                    Standing::Done => counts.done += 1,
                    Standing::Quarantined => counts.quarantined += 1,
                    Standing::Unknown => panic!("{key} was lost"),
                }
                if matches!(standing, Standing::Open | Standing::Withheld) {
                    let withheld = self.is_withheld(&id, key);
                    assert_eq!(standing == Standing::Withheld, withheld, "{key}");
                }
                assert_eq!(standing == Standing::Leased, held.contains_key(&pair));
                assert_eq!(standing == Standing::Done, self.done.contains(&pair));
                assert_eq!(
                    standing == Standing::Quarantined,
                    self.aside.contains(&pair)
                );
            }
            assert_eq!(self.table.counts(&id), Some(counts));
            assert_eq!(
                self.table.state(&id) == Some(StudyState::Done),
                counts.is_finished()
            );
        }
    }

    /// Whatever happened, a good worker that comes now finishes everything up to the limits, and all the rest once
    /// they are lifted.
    fn finish(&mut self) {
        self.finish_within_limits();
        for ((study, arm), _) in std::mem::take(&mut self.limits) {
            assert_eq!(self.table.set_limit(&study, arm, u32::MAX), Ok(Vec::new()));
        }
        self.check();
        self.finish_within_limits();
        for n in 0..STUDIES.len() {
            assert_eq!(self.table.counts(&study(n)).unwrap().withheld, 0);
        }
    }

    fn finish_within_limits(&mut self) {
        for n in 0..STUDIES.len() {
            self.table.resume(&study(n)).unwrap();
        }
        self.wait(Millis(10_000));
        let good = WorkerName::new("good");
        loop {
            let before = self.history.len();
            self.acquire(&good, 2);
            let lent = self.history[before..].to_vec();
            if lent.is_empty() {
                break;
            }
            for lease in lent {
                self.submit(&lease.study, lease.key);
            }
            self.check();
        }
        for n in 0..STUDIES.len() {
            assert_eq!(self.table.state(&study(n)), Some(StudyState::Done));
        }
    }
}

proptest! {
    #[test]
    fn no_pair_is_done_twice_or_lost(
        shapes in [(1u16..4, 1u32..5), (0u16..3, 0u32..4)],
        ops in prop::collection::vec(op(), 0..120),
    ) {
        let mut world = World::new(shapes);
        world.check();
        for op in &ops {
            world.apply(op);
        }
        world.finish();
    }
}
