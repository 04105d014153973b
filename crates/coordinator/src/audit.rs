//! A share of the pairs is played a second time by another worker and compared: under the determinism contract both
//! must be the same games, whoever plays them. Memory only.

use std::collections::{BTreeMap, VecDeque};

use assay_study::{Attempt, LeaseId, Millis, PairKey, StudyId, WorkerName};
use assay_wire::LentPair;

/// Ids of these leases, apart from those of the lease table.
const OURS: u64 = 1 << 63;
/// More than this never waits: a lone worker leaves nobody to compare it with.
const MOST_WAITING: usize = 1000;
/// A pair that nobody brings back is not tried for ever.
const TRIES: u8 = 2;

/// Pairs to be played again.
#[derive(Debug, Default)]
pub(crate) struct Audits {
    share: Share,
    waiting: VecDeque<Audit>,
    out: BTreeMap<LeaseId, Out>,
    count: u64,
}

/// How many pairs of a thousand are played again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share(pub(crate) u16);

#[derive(Clone, Debug)]
struct Audit {
    study: StudyId,
    key: PairKey,
    /// Who played it first.
    first: WorkerName,
    tries: u8,
}

#[derive(Debug)]
struct Out {
    audit: Audit,
    worker: WorkerName,
    until: Millis,
}

impl Audits {
    pub(crate) fn new(share: Share) -> Audits {
        Audits {
            share,
            ..Audits::default()
        }
    }

    /// A pair has been stored; maybe it is one of the share.
    pub(crate) fn consider(&mut self, study: &StudyId, key: PairKey, first: &WorkerName) {
        if self.share.has(key) && self.waiting.len() < MOST_WAITING {
            self.waiting.push_back(Audit {
                study: study.clone(),
                key,
                first: first.clone(),
                tries: 0,
            });
        }
    }

    /// Lends up to `pairs` pairs that somebody else has played.
    pub(crate) fn lend(&mut self, worker: &WorkerName, pairs: u32, until: Millis) -> Vec<LentPair> {
        let mut lent = Vec::new();
        let mut others = VecDeque::new();
        while let Some(audit) = self.waiting.pop_front() {
            if audit.first == *worker || lent.len() >= pairs as usize {
                others.push_back(audit);
                continue;
            }
            self.count += 1;
            let id = LeaseId(OURS | self.count);
            lent.push(LentPair {
                id,
                study: audit.study.clone(),
                key: audit.key,
                attempt: Attempt(0),
                // Whoever knows the study says so.
                sides: None,
            });
            let worker = worker.clone();
            self.out.insert(
                id,
                Out {
                    audit,
                    worker,
                    until,
                },
            );
        }
        self.waiting = others;
        lent
    }

    /// Whether a lease is one of these.
    pub(crate) fn is_ours(id: LeaseId) -> bool {
        id.0 & OURS != 0
    }

    /// Prolongs a lease; `false` if it is lost.
    pub(crate) fn renew(&mut self, worker: &WorkerName, id: LeaseId, until: Millis) -> bool {
        match self.out.get_mut(&id) {
            Some(out) if out.worker == *worker => {
                out.until = until;
                true
            }
            _ => false,
        }
    }

    /// Takes a lease back that was not played.
    pub(crate) fn give_back(&mut self, worker: &WorkerName, id: LeaseId) {
        if self.out.get(&id).is_some_and(|out| out.worker == *worker)
            && let Some(out) = self.out.remove(&id)
        {
            self.again(out.audit);
        }
    }

    /// Ends leases that have run out.
    pub(crate) fn expire(&mut self, now: Millis) {
        let over: Vec<LeaseId> = self
            .out
            .iter()
            .filter(|(_, out)| out.until <= now)
            .map(|(id, _)| *id)
            .collect();
        for id in over {
            if let Some(out) = self.out.remove(&id) {
                self.again(out.audit);
            }
        }
    }

    /// A pair came in again. Whether it was lent to this worker for that.
    pub(crate) fn end(&mut self, study: &StudyId, key: PairKey, worker: &WorkerName) -> bool {
        let before = self.out.len();
        self.out.retain(|_, out| {
            out.worker != *worker || out.audit.key != key || out.audit.study != *study
        });
        self.out.len() < before
    }

    fn again(&mut self, mut audit: Audit) {
        audit.tries += 1;
        if audit.tries < TRIES {
            self.waiting.push_back(audit);
        }
    }
}

impl Share {
    /// Whether a pair is in the share: the same pairs every time, spread over the study.
    fn has(self, key: PairKey) -> bool {
        // The finisher of SplitMix64 (Steele, Lea and Flood 2014).
        let mut z = u64::from(key.pair.0) << 16 | u64::from(key.arm.0);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % 1000 < u64::from(self.0)
    }
}

#[cfg(test)]
mod tests {
    use assay_study::{ArmIndex, PairNumber};

    use super::*;

    fn key(pair: u32) -> PairKey {
        PairKey {
            arm: ArmIndex(1),
            pair: PairNumber(pair),
        }
    }

    fn worker(name: &str) -> WorkerName {
        WorkerName::new(name)
    }

    #[test]
    fn the_share_is_about_what_was_asked() {
        for asked in [0, 10, 100, 1000] {
            let chosen = (0..10_000).filter(|p| Share(asked).has(key(*p))).count();
            let wanted = usize::from(asked) * 10;
            assert!(
                chosen.abs_diff(wanted) <= wanted / 5,
                "{chosen} of {wanted}"
            );
        }
    }

    #[test]
    fn nobody_is_compared_with_himself() {
        let study = "s-1".parse().unwrap();
        let mut audits = Audits::new(Share(1000));
        audits.consider(&study, key(0), &worker("a"));
        assert!(audits.lend(&worker("a"), 9, Millis(10)).is_empty());
        let lent = audits.lend(&worker("b"), 9, Millis(10));
        assert_eq!(lent.len(), 1);
        assert!(Audits::is_ours(lent[0].id));
        assert!(!audits.end(&study, key(0), &worker("a")));
        assert!(audits.end(&study, key(0), &worker("b")));
        assert!(!audits.end(&study, key(0), &worker("b")), "once");
    }

    #[test]
    fn leases_are_renewed_given_back_and_run_out() {
        let study = "s-1".parse().unwrap();
        let mut audits = Audits::new(Share(1000));
        audits.consider(&study, key(0), &worker("a"));
        let b = worker("b");
        let id = audits.lend(&b, 1, Millis(10))[0].id;
        assert!(audits.renew(&b, id, Millis(20)));
        assert!(!audits.renew(&worker("c"), id, Millis(20)));
        audits.expire(Millis(15));
        assert!(audits.renew(&b, id, Millis(20)));
        audits.give_back(&worker("c"), id);
        audits.give_back(&b, id);
        let again = audits.lend(&b, 1, Millis(30));
        assert_eq!(again.len(), 1);
        audits.expire(Millis(30));
        assert!(audits.lend(&b, 1, Millis(40)).is_empty(), "given up");
    }
}
