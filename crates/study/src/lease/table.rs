use std::collections::{BTreeMap, BTreeSet};

use super::board::{Board, Outcome};
use super::{
    Admitted, Counts, FailureReport, Lease, NoSuchStudy, Patience, Renewal, Standing, StudyState,
    Submitted, Trouble, TroubleKind, Work,
};
use crate::{ArmIndex, Attempt, LeaseId, Millis, PairKey, StudyId, WorkerName};

/// Most characters of evidence kept of a failure: a worker may send anything.
const EVIDENCE_LENGTH: usize = 4000;

/// Which pairs of which studies are open, withheld, lent, done or set aside. Memory only: what is done is found
/// in the store again after a restart, and leases are simply lent again.
///
/// A pair is never lent twice at a time, never done twice, and never forgotten. Open studies share
/// the workers evenly: the next pair comes from the study with the fewest pairs out.
#[derive(Clone, Debug, Default)]
pub struct LeaseTable {
    patience: Patience,
    studies: BTreeMap<StudyId, Board>,
    leases: BTreeMap<LeaseId, Lease>,
    deadlines: BTreeSet<(Millis, LeaseId)>,
    workers: BTreeMap<WorkerName, BTreeSet<LeaseId>>,
    last_lease: u64,
    turn: u64,
}

impl LeaseTable {
    /// An empty table.
    pub fn new(patience: Patience) -> LeaseTable {
        LeaseTable {
            patience,
            ..LeaseTable::default()
        }
    }

    /// Adds an open study with the pairs of it that are done and set aside already. A study that is
    /// here before stays as it is.
    pub fn add(
        &mut self,
        study: &StudyId,
        work: Work,
        done: impl IntoIterator<Item = PairKey>,
        quarantined: impl IntoIterator<Item = PairKey>,
    ) -> Admitted {
        if self.studies.contains_key(study) {
            return Admitted::AlreadyThere;
        }
        let mut board = Board::new(work);
        for key in done {
            if let Some(place) = board.open_place(key) {
                board.finish(place);
            }
        }
        for key in quarantined {
            if let Some(place) = board.open_place(key) {
                board.set_aside(place);
            }
        }
        self.studies.insert(study.clone(), board);
        Admitted::Added
    }

    /// Forgets a study; its leases are lost.
    pub fn remove(&mut self, study: &StudyId) -> Result<(), NoSuchStudy> {
        self.call_back(study);
        self.studies
            .remove(study)
            .map(drop)
            .ok_or_else(|| NoSuchStudy(study.clone()))
    }

    /// Lends up to `slots` pairs to a worker.
    pub fn acquire(&mut self, worker: &WorkerName, slots: u32, now: Millis) -> Vec<Lease> {
        let mut lent = Vec::new();
        while lent.len() < slots as usize {
            let Some((study, place)) = self.next_for(worker) else {
                break;
            };
            lent.push(self.lend(&study, place, worker, now));
        }
        lent
    }

    fn next_for(&mut self, worker: &WorkerName) -> Option<(StudyId, u64)> {
        let others_work = self.workers.keys().any(|w| w != worker);
        let mut order: Vec<(u64, u64, &StudyId)> = self
            .studies
            .iter()
            .filter(|(_, board)| board.state() == StudyState::Open && board.counts.open > 0)
            .map(|(id, board)| (board.counts.leased, board.last_turn, id))
            .collect();
        order.sort_unstable();
        let order: Vec<StudyId> = order.into_iter().map(|(.., id)| id.clone()).collect();
        order.into_iter().find_map(|id| {
            let place = self.studies.get_mut(&id)?.next_for(worker, others_work)?;
            Some((id, place))
        })
    }

    fn lend(&mut self, study: &StudyId, place: u64, worker: &WorkerName, now: Millis) -> Lease {
        self.last_lease += 1;
        self.turn += 1;
        let id = LeaseId(self.last_lease);
        let board = self.studies.get_mut(study).expect("a study just found");
        board.last_turn = self.turn;
        let lease = Lease {
            id,
            study: study.clone(),
            key: board.schedule.pair(place).expect("a place just found"),
            attempt: board.lend(place, id),
            worker: worker.clone(),
            until: now + board.work.lease,
        };
        self.deadlines.insert((lease.until, id));
        self.workers.entry(worker.clone()).or_default().insert(id);
        self.leases.insert(id, lease.clone());
        lease
    }

    /// Prolongs a worker's leases from `now` on.
    pub fn renew(
        &mut self,
        worker: &WorkerName,
        leases: impl IntoIterator<Item = LeaseId>,
        now: Millis,
    ) -> Renewal {
        let mut renewal = Renewal::default();
        for id in leases {
            let Some(lease) = self.leases.get_mut(&id).filter(|l| l.worker == *worker) else {
                renewal.lost.push(id);
                continue;
            };
            self.deadlines.remove(&(lease.until, id));
            lease.until = now + self.studies[&lease.study].work.lease;
            self.deadlines.insert((lease.until, id));
            renewal.kept.push(id);
        }
        renewal
    }

    /// Takes leases back that a worker gives up of its own will; nobody is to blame. Returns those
    /// that were the worker's.
    pub fn release(
        &mut self,
        worker: &WorkerName,
        leases: impl IntoIterator<Item = LeaseId>,
    ) -> Vec<Lease> {
        leases
            .into_iter()
            .filter_map(|id| {
                self.leases.get(&id).filter(|l| l.worker == *worker)?;
                self.give_back(id)
            })
            .collect()
    }

    /// Takes back everything a worker has, as when it says goodbye.
    pub fn release_all(&mut self, worker: &WorkerName) -> Vec<Lease> {
        let leases = self.workers.get(worker).cloned().unwrap_or_default();
        self.release(worker, leases)
    }

    /// Takes back every lease that has run out, and says what became of its pair.
    pub fn expire(&mut self, now: Millis) -> Vec<(Lease, FailureReport)> {
        let mut expired = Vec::new();
        while let Some(&(until, id)) = self.deadlines.first() {
            if until > now {
                break;
            }
            let lease = self.leases[&id].clone();
            let trouble = Trouble {
                attempt: lease.attempt,
                worker: lease.worker.clone(),
                kind: TroubleKind::Lost,
            };
            let report = self.trouble(&lease.study, lease.key, trouble);
            expired.push((lease, report));
        }
        expired
    }

    /// When the next lease runs out.
    pub fn next_deadline(&self) -> Option<Millis> {
        self.deadlines.first().map(|&(until, _)| until)
    }

    /// How a pair stands.
    pub fn standing(&self, study: &StudyId, key: PairKey) -> Standing {
        match self.place(study, key) {
            Some((board, place)) => board.standing(place),
            None => Standing::Unknown,
        }
    }

    /// Marks a pair as done, whoever had it, lease or no lease, paused or cancelled, as long as it has no
    /// result yet: nothing already computed is thrown away. Call it once the result is in the store.
    pub fn submit(&mut self, study: &StudyId, key: PairKey) -> Submitted {
        let Some((board, place)) = self.place(study, key) else {
            return Submitted::Unknown;
        };
        match board.standing(place) {
            Standing::Open | Standing::Withheld | Standing::Leased => {}
            Standing::Done => return Submitted::AlreadyDone,
            Standing::Quarantined => return Submitted::Quarantined,
            Standing::Unknown => return Submitted::Unknown,
        }
        let lease = board.lease(place);
        let board = self.studies.get_mut(study).expect("a study just found");
        board.finish(place);
        if let Some(id) = lease {
            self.forget(id);
        }
        Submitted::Accepted
    }

    /// Notes that an attempt at a pair failed, with what there is to see of it.
    pub fn failed(
        &mut self,
        study: &StudyId,
        key: PairKey,
        attempt: Attempt,
        worker: &WorkerName,
        evidence: &str,
    ) -> FailureReport {
        let trouble = Trouble {
            attempt,
            worker: worker.clone(),
            kind: TroubleKind::Failed {
                evidence: evidence.chars().take(EVIDENCE_LENGTH).collect(),
            },
        };
        self.trouble(study, key, trouble)
    }

    fn trouble(&mut self, study: &StudyId, key: PairKey, trouble: Trouble) -> FailureReport {
        let patience = self.patience;
        let Some((board, place)) = self.place(study, key) else {
            return FailureReport::Unknown;
        };
        let lease = board.lease(place);
        let board = self.studies.get_mut(study).expect("a study just found");
        let outcome = board.trouble(place, trouble, patience);
        let still_out = board.lease(place);
        if let Some(id) = lease.filter(|_| still_out.is_none()) {
            self.forget(id);
        }
        match outcome {
            Outcome::Retry => FailureReport::Retry,
            Outcome::Quarantined(troubles) => FailureReport::Quarantined(troubles),
            Outcome::Ignored => FailureReport::Ignored,
        }
    }

    /// Stops lending a study's pairs; what is out may finish.
    pub fn pause(&mut self, study: &StudyId) -> Result<StudyState, NoSuchStudy> {
        self.set_state(study, StudyState::Paused)
    }

    /// Lends a paused or cancelled study's pairs again.
    pub fn resume(&mut self, study: &StudyId) -> Result<StudyState, NoSuchStudy> {
        self.set_state(study, StudyState::Open)
    }

    /// Stops lending a study's pairs and calls back what is out: its leases are lost.
    pub fn cancel(&mut self, study: &StudyId) -> Result<StudyState, NoSuchStudy> {
        let state = self.set_state(study, StudyState::Cancelled)?;
        self.call_back(study);
        Ok(state)
    }

    /// The state the study has then: one that is done stays done.
    fn set_state(&mut self, study: &StudyId, state: StudyState) -> Result<StudyState, NoSuchStudy> {
        Ok(self.board_mut(study)?.decide(state))
    }

    /// Opens a study's pairs that were set aside: they are lent again, with all the patience of new ones. Gives them.
    pub fn retry_set_aside(&mut self, study: &StudyId) -> Result<Vec<PairKey>, NoSuchStudy> {
        Ok(self.board_mut(study)?.retry_set_aside())
    }

    /// Withholds an arm's pairs from number `pairs` on, and no others: lowered, as when an arm has enough, it calls back
    /// what is out beyond it; raised, it opens what was withheld, also in a study that was done by it.
    /// Gives the leases called back.
    pub fn set_limit(
        &mut self,
        study: &StudyId,
        arm: ArmIndex,
        pairs: u32,
    ) -> Result<Vec<Lease>, NoSuchStudy> {
        let out = self.board_mut(study)?.set_limit(arm, pairs);
        Ok(out
            .into_iter()
            .filter_map(|id| self.give_back(id))
            .collect())
    }

    /// The number from which on an arm's pairs are withheld, at most the number of its pairs.
    pub fn limit(&self, study: &StudyId, arm: ArmIndex) -> Option<u32> {
        self.studies.get(study)?.limit(arm)
    }

    /// How long a lease of the study's pairs lasts from now on, as when their real length is known.
    pub fn set_lease_length(&mut self, study: &StudyId, length: Millis) -> Result<(), NoSuchStudy> {
        self.board_mut(study)?.work.lease = length;
        Ok(())
    }

    /// The state of a study.
    pub fn state(&self, study: &StudyId) -> Option<StudyState> {
        self.studies.get(study).map(Board::state)
    }

    /// How a study's pairs stand.
    pub fn counts(&self, study: &StudyId) -> Option<Counts> {
        self.studies.get(study).map(|board| board.counts)
    }

    /// Every study, by id.
    pub fn studies(&self) -> impl Iterator<Item = (&StudyId, StudyState, Counts)> {
        self.studies.iter().map(|(id, b)| (id, b.state(), b.counts))
    }

    /// Every lease, by id.
    pub fn leases(&self) -> impl Iterator<Item = &Lease> {
        self.leases.values()
    }

    /// A lease, while it lasts.
    pub fn lease(&self, id: LeaseId) -> Option<&Lease> {
        self.leases.get(&id)
    }

    /// Workers that have leases, and how many.
    pub fn workers(&self) -> impl Iterator<Item = (&WorkerName, usize)> {
        self.workers.iter().map(|(name, ids)| (name, ids.len()))
    }

    fn place(&self, study: &StudyId, key: PairKey) -> Option<(&Board, u64)> {
        let board = self.studies.get(study)?;
        Some((board, board.schedule.place(key)?))
    }

    fn board_mut(&mut self, study: &StudyId) -> Result<&mut Board, NoSuchStudy> {
        self.studies
            .get_mut(study)
            .ok_or_else(|| NoSuchStudy(study.clone()))
    }

    fn call_back(&mut self, study: &StudyId) {
        let out: Vec<LeaseId> = self
            .leases
            .values()
            .filter(|lease| lease.study == *study)
            .map(|lease| lease.id)
            .collect();
        for id in out {
            self.give_back(id);
        }
    }

    /// Ends a lease and opens its pair again.
    fn give_back(&mut self, id: LeaseId) -> Option<Lease> {
        let lease = self.forget(id)?;
        let board = self.studies.get_mut(&lease.study)?;
        let place = board.schedule.place(lease.key)?;
        board.take_back(place);
        Some(lease)
    }

    /// Drops a lease from the books, whatever becomes of its pair.
    fn forget(&mut self, id: LeaseId) -> Option<Lease> {
        let lease = self.leases.remove(&id)?;
        self.deadlines.remove(&(lease.until, id));
        if let Some(theirs) = self.workers.get_mut(&lease.worker) {
            theirs.remove(&id);
            if theirs.is_empty() {
                self.workers.remove(&lease.worker);
            }
        }
        Some(lease)
    }
}
