//! Everything the coordinator knows that is not in the store. Pure: time is passed in.

mod set_aside;

use std::collections::BTreeMap;
use std::sync::Arc;

use assay_store::PairResults;
use assay_study::words;
use assay_study::{
    ArmIndex, Attempt, LeaseId, LeaseTable, Millis, PairKey, Patience, Sides, Standing, Study,
    StudyId, StudyState, Submitted, WorkerName,
};
use assay_wire::v1::{
    self, AcquireResponse, ArmStatus, QuarantinedPair, StudyPackage, StudyStatus,
};
use assay_wire::{FinishedPair, LentPair, Refusal, pair_key};

use crate::audit::{Audits, Share};
use crate::examiner::Examiner;
use crate::guide::Guide;
use crate::rate::Rate;
use crate::session::Sessions;
use crate::tally::{Tally, judged};

pub(crate) use self::set_aside::SetAside;

/// A refusal and its words.
pub(crate) type Refused = (Refusal, String);

/// Most pairs lent at once.
const MOST_LENT: u32 = 1024;
/// How soon a worker that got nothing may ask again: the shortest, and what each other worker adds.
const ASK_AGAIN_MILLIS: u32 = 250;
const ASK_AGAIN_EACH: u32 = 2;
const ASK_AGAIN_MOST: u32 = 10_000;
/// No study's leases are shorter, so this often every worker is heard.
const SHORTEST_LEASE: Millis = Millis(15_000);
/// Leases are renewed this many times before they run out.
const RENEWALS: u64 = 3;

/// What the actor owns.
pub(crate) struct State {
    table: LeaseTable,
    studies: BTreeMap<StudyId, Entry>,
    sessions: Sessions,
    audits: Audits,
    /// Lease length for all studies, if it is not each study's own.
    lease: Option<Millis>,
    /// Nothing is lent any more.
    closing: bool,
}

struct Entry {
    study: Arc<Study>,
    package: Arc<StudyPackage>,
    examiner: Arc<dyn Examiner>,
    tallies: Vec<Tally>,
    /// Who says which pairs are lent.
    guide: Guide,
    rate: Rate,
    refused: u64,
    /// Pairs played again and compared, and those that were other games.
    audited: u64,
    differing: u64,
    set_aside: BTreeMap<PairKey, Vec<String>>,
    /// Pairs set aside since one was finished.
    aside_on_end: u32,
}

/// A study that is new here, with what the store has of it.
pub(crate) struct Admission {
    pub(crate) study: Study,
    pub(crate) package: StudyPackage,
    pub(crate) examiner: Arc<dyn Examiner>,
    pub(crate) state: StudyState,
    pub(crate) done: Vec<PairKey>,
    pub(crate) tallies: Vec<Tally>,
    /// Of every stored pair, in a study whose arms may stop early or that tunes.
    pub(crate) results: Vec<PairResults>,
    pub(crate) set_aside: Vec<(PairKey, Vec<String>)>,
}

/// What is known of a study when one of its pairs comes in.
pub(crate) struct Reception {
    pub(crate) examiner: Arc<dyn Examiner>,
    pub(crate) standing: Standing,
    /// With which values it is played, in a study that tunes.
    pub(crate) sides: Option<Sides>,
}

impl State {
    pub(crate) fn new(sessions: Sessions, lease: Option<Millis>, share: Share) -> State {
        State {
            table: LeaseTable::new(Patience::default()),
            studies: BTreeMap::new(),
            sessions,
            audits: Audits::new(share),
            lease,
            closing: false,
        }
    }

    /// Takes a study in; one that is here already stays as it is.
    pub(crate) fn admit(&mut self, admission: Admission) {
        let id = admission.study.id.clone();
        if self.studies.contains_key(&id) {
            return;
        }
        let mut work = admission.study.work();
        if let Some(lease) = self.lease {
            work.lease = lease;
        }
        let aside = admission.set_aside.iter().map(|(key, _)| *key);
        let asides = admission.set_aside.iter().map(|(key, _)| key);
        let guide = Guide::of(&admission.study, asides, &admission.results);
        self.table.add(&id, work, admission.done, aside);
        for (arm, _) in admission.study.arms() {
            if let Some(limit) = guide.limit(arm) {
                // Nothing is lent yet that could be called back.
                let _known = self.table.set_limit(&id, arm, limit);
            }
        }
        // The table holds every study it was just given.
        let _state = match admission.state {
            StudyState::Open | StudyState::Done => Ok(StudyState::Open),
            StudyState::Paused => self.table.pause(&id),
            StudyState::Cancelled => self.table.cancel(&id),
        };
        let entry = Entry {
            study: Arc::new(admission.study),
            package: Arc::new(admission.package),
            examiner: admission.examiner,
            tallies: admission.tallies,
            guide,
            rate: Rate::default(),
            refused: 0,
            audited: 0,
            differing: 0,
            set_aside: admission.set_aside.into_iter().collect(),
            aside_on_end: 0,
        };
        self.studies.insert(id, entry);
    }

    pub(crate) fn open_session(&mut self, name: &str, now: Millis) -> (String, WorkerName) {
        self.sessions.open(name, now)
    }

    /// The worker of a session.
    pub(crate) fn worker(&mut self, session: &str, now: Millis) -> Result<WorkerName, Refused> {
        match self.sessions.heard(session, now) {
            Some(session) => Ok(session.worker.clone()),
            None => Err((
                Refusal::UnknownSession,
                "this session is not known here; say Hello again".to_owned(),
            )),
        }
    }

    /// How often leases are to be renewed.
    pub(crate) fn renew_every(&self) -> Millis {
        Millis((self.shortest_lease().0 / RENEWALS).max(1))
    }

    fn shortest_lease(&self) -> Millis {
        let studies = self.studies.values().map(|e| e.study.work().lease);
        let shortest = self.lease.or_else(|| studies.min());
        shortest.unwrap_or(SHORTEST_LEASE).min(SHORTEST_LEASE)
    }

    /// Lends pairs.
    pub(crate) fn acquire(
        &mut self,
        session: &str,
        pairs: u32,
        request: u64,
        now: Millis,
    ) -> Result<AcquireResponse, Refused> {
        let worker = self.worker(session, now)?;
        if self.closing {
            return Err((
                Refusal::ShuttingDown,
                "the coordinator is shutting down".to_owned(),
            ));
        }
        let known = self
            .sessions
            .heard(session, now)
            .and_then(|s| s.lent.clone());
        if let Some((number, answer)) = known
            && number == request
        {
            return Ok(answer);
        }
        let leases = self.lend(&worker, pairs.min(MOST_LENT), now);
        let ask_again = if leases.is_empty() {
            let others = u32::try_from(self.sessions.present(now)).unwrap_or(u32::MAX);
            ASK_AGAIN_MILLIS
                .saturating_add(others.saturating_mul(ASK_AGAIN_EACH))
                .min(ASK_AGAIN_MOST)
        } else {
            0
        };
        let answer = AcquireResponse {
            leases: leases.iter().map(v1::Lease::from).collect(),
            retry_after_millis: ask_again,
            unfinished_studies: self.unfinished(),
        };
        if let Some(session) = self.sessions.heard(session, now) {
            session.lent = Some((request, answer.clone()));
        }
        Ok(answer)
    }

    /// Pairs to be played again first: they wait for another worker, and one is here.
    fn lend(&mut self, worker: &WorkerName, pairs: u32, now: Millis) -> Vec<LentPair> {
        let mut lent = self.audits.lend(worker, pairs, now + self.shortest_lease());
        let left = pairs - lent.len() as u32;
        let fresh = self.table.acquire(worker, left, now).into_iter();
        lent.extend(fresh.map(|lease| LentPair {
            id: lease.id,
            study: lease.study,
            key: lease.key,
            attempt: lease.attempt,
            sides: None,
        }));
        for lent in &mut lent {
            let entry = self.studies.get(&lent.study);
            lent.sides = entry.and_then(|entry| entry.guide.sides(lent.key.pair).cloned());
        }
        lent
    }

    fn unfinished(&self) -> u32 {
        let unfinished = |state| matches!(state, StudyState::Open | StudyState::Paused);
        self.table
            .studies()
            .filter(|(_, state, _)| unfinished(*state))
            .count() as u32
    }

    /// Prolongs leases; gives the lost ones.
    pub(crate) fn renew(
        &mut self,
        session: &str,
        leases: Vec<u64>,
        now: Millis,
    ) -> Result<Vec<u64>, Refused> {
        let worker = self.worker(session, now)?;
        let until = now + self.shortest_lease();
        let (again, fresh): (Vec<_>, Vec<_>) = ids(leases).partition(|id| Audits::is_ours(*id));
        let renewal = self.table.renew(&worker, fresh, now);
        let again = again
            .into_iter()
            .filter(|id| !self.audits.renew(&worker, *id, until));
        Ok(renewal
            .lost
            .into_iter()
            .chain(again)
            .map(|id| id.0)
            .collect())
    }

    /// Takes leases back.
    pub(crate) fn release(
        &mut self,
        session: &str,
        leases: Vec<u64>,
        now: Millis,
    ) -> Result<(), Refused> {
        let worker = self.worker(session, now)?;
        let (again, fresh): (Vec<_>, Vec<_>) = ids(leases).partition(|id| Audits::is_ours(*id));
        let back = self.table.release(&worker, fresh);
        for id in again {
            self.audits.give_back(&worker, id);
        }
        tracing::info!("{worker} gave {} leases back", back.len());
        Ok(())
    }

    /// Ends leases that have run out. Gives the pairs that are set aside by it.
    pub(crate) fn expire(&mut self, now: Millis) -> Vec<SetAside> {
        self.audits.expire(now);
        let mut aside = Vec::new();
        for (lease, report) in self.table.expire(now) {
            tracing::warn!(
                "{} {}: {} did not renew its lease in time; the pair is lent again",
                lease.study,
                lease.key,
                lease.worker
            );
            aside.extend(self.note(&lease.study, lease.key, report));
        }
        aside
    }

    /// Notes that an attempt failed. Gives the pair if it is set aside by it.
    pub(crate) fn failed(
        &mut self,
        study: &StudyId,
        key: PairKey,
        attempt: Attempt,
        worker: &WorkerName,
        evidence: &str,
    ) -> Option<SetAside> {
        tracing::warn!("{study} {key} failed at {worker}: {evidence}");
        self.audits.end(study, key, worker);
        let report = self.table.failed(study, key, attempt, worker, evidence);
        self.note(study, key, report)
    }

    /// Notes that a pair was refused. Gives the pair if it is set aside by it.
    pub(crate) fn refused(
        &mut self,
        study: &StudyId,
        key: PairKey,
        attempt: Attempt,
        worker: &WorkerName,
        reason: &str,
    ) -> Option<SetAside> {
        if let Some(entry) = self.studies.get_mut(study) {
            entry.refused += 1;
        }
        self.failed(
            study,
            key,
            attempt,
            worker,
            &format!("record refused: {reason}"),
        )
    }

    /// What is needed to examine a pair; `None` for a study that is not here.
    pub(crate) fn receive(&self, study: &StudyId, key: PairKey) -> Option<Reception> {
        let entry = self.studies.get(study)?;
        Some(Reception {
            examiner: entry.examiner.clone(),
            standing: self.table.standing(study, key),
            sides: entry.guide.sides(key.pair).cloned(),
        })
    }

    /// Counts a pair that is in the store now. Counts once, however often it is told.
    pub(crate) fn stored(&mut self, pair: &FinishedPair, worker: &WorkerName, now: Millis) {
        let was_done = self.table.state(&pair.study) == Some(StudyState::Done);
        if self.table.submit(&pair.study, pair.key) != Submitted::Accepted {
            return;
        }
        let study = self.studies.get(&pair.study).map(|entry| &entry.study);
        if study.is_some_and(|study| study.is_deterministic()) {
            self.audits.consider(&pair.study, pair.key, worker);
        }
        if let Some(entry) = self.studies.get_mut(&pair.study) {
            if let Some(tally) = entry.tallies.get_mut(usize::from(pair.key.arm.0)) {
                tally.add(&pair.games);
            }
            entry.rate.add(2, now);
            entry.aside_on_end = 0;
            let result = judged([pair.games[0].result, pair.games[1].result]);
            let changed = entry.guide.record(pair.key, result);
            self.limit(&pair.study, changed);
        }
        if !was_done && self.table.state(&pair.study) == Some(StudyState::Done) {
            tracing::info!("study {} is finished", pair.study);
        }
    }

    /// Lends an arm's pairs up to where its guide wants them.
    fn limit(&mut self, id: &StudyId, arms: Vec<ArmIndex>) {
        let Some(entry) = self.studies.get(id) else {
            return;
        };
        for arm in arms {
            let name = &entry.study.arm(arm).name;
            let Some(limit) = entry.guide.limit(arm) else {
                continue;
            };
            let back = self.table.set_limit(id, arm, limit).unwrap_or_default();
            // A tuning moves on all the time.
            let Some(judge) = entry.guide.judge() else {
                continue;
            };
            if let Some(end) = judge.end(arm) {
                let words = end.words(entry.study.stop.early);
                let back = back.len();
                tracing::info!(
                    "study {id}, {name}: {words}, after {}; {back} called back",
                    words::pairs(limit)
                );
            } else {
                tracing::info!("study {id}, {name}: goes on to {}", words::pairs(limit));
            }
        }
    }

    /// Notes that a pair came in again, as the same games or as others.
    pub(crate) fn compared(&mut self, pair: &FinishedPair, worker: &WorkerName, found: Compared) {
        let asked_for = self.audits.end(&pair.study, pair.key, worker);
        let Some(entry) = self.studies.get_mut(&pair.study) else {
            return;
        };
        entry.audited += u64::from(asked_for);
        if found == Compared::Differs && entry.study.is_deterministic() {
            entry.differing += 1;
            tracing::error!(
                "{} {}: {worker} played other games than those in the store; the first stay",
                pair.study,
                pair.key
            );
        }
    }

    /// Lends nothing from now on.
    pub(crate) fn close(&mut self) {
        self.closing = true;
    }

    /// How many pairs are out.
    pub(crate) fn leased(&self) -> usize {
        self.table.leases().count()
    }

    pub(crate) fn package(&self, study: &StudyId) -> Option<Arc<StudyPackage>> {
        Some(self.studies.get(study)?.package.clone())
    }

    /// Changes a study's state; gives what it then is.
    pub(crate) fn set_state(&mut self, study: &StudyId, state: StudyState) -> Option<StudyState> {
        match state {
            StudyState::Paused => self.table.pause(study),
            StudyState::Cancelled => self.table.cancel(study),
            StudyState::Open | StudyState::Done => {
                if let Some(entry) = self.studies.get_mut(study) {
                    entry.aside_on_end = 0;
                }
                self.table.resume(study)
            }
        }
        .ok()
    }

    pub(crate) fn state_of(&self, study: &StudyId) -> Option<StudyState> {
        self.table.state(study)
    }

    /// The study whose id is, or begins with, the given text.
    pub(crate) fn find(&self, given: &str) -> Result<StudyId, Refused> {
        if let Some((id, _)) = self.studies.iter().find(|(id, _)| id.as_str() == given) {
            return Ok(id.clone());
        }
        let fits = |id: &&StudyId| !given.is_empty() && id.as_str().starts_with(given);
        let found: Vec<&StudyId> = self.studies.keys().filter(fits).collect();
        match found[..] {
            [only] => Ok(only.clone()),
            [] => Err((
                Refusal::UnknownStudy,
                format!(
                    "no study {given:?} here; there are: {}",
                    list(self.studies.keys())
                ),
            )),
            _ => Err((
                Refusal::UnknownStudy,
                format!(
                    "{given:?} fits several studies: {}",
                    list(found.into_iter())
                ),
            )),
        }
    }

    /// How every study stands.
    pub(crate) fn statuses(&mut self, now: Millis) -> Vec<StudyStatus> {
        let ids: Vec<StudyId> = self.studies.keys().cloned().collect();
        ids.iter().filter_map(|id| self.status(id, now)).collect()
    }

    /// How a study stands.
    pub(crate) fn status(&mut self, id: &StudyId, now: Millis) -> Option<StudyStatus> {
        let entry = self.studies.get_mut(id)?;
        let counts = self.table.counts(id)?;
        let mut leased = vec![0; entry.tallies.len()];
        for lease in self.table.leases().filter(|l| l.study == *id) {
            leased[usize::from(lease.key.arm.0)] += 1;
        }
        let rate = entry.rate.per_second(now);
        let early_stop = entry.guide.judge().map(v1::EarlyStop::of);
        let pairs_left = match (&early_stop, entry.guide.tuner()) {
            (Some(early), _) => early.most_pairs - early.passed_pairs,
            (None, Some(_)) => counts.open + counts.leased + counts.withheld,
            (None, None) => counts.open + counts.leased,
        };
        let games_left = 2 * pairs_left;
        let pairs = entry.study.pairs_per_arm();
        Some(StudyStatus {
            study: id.to_string(),
            name: entry.study.name.clone(),
            state: v1::StudyState::from(self.table.state(id)?).into(),
            arms: entry
                .study
                .arms()
                .map(|(arm, given)| {
                    let tally = entry.tallies[usize::from(arm.0)];
                    ArmStatus {
                        arm: arm.0.into(),
                        name: given.name.clone(),
                        pairs,
                        pairs_done: tally.pairs,
                        pairs_leased: leased[usize::from(arm.0)],
                        white_wins: tally.white_wins,
                        draws: tally.draws,
                        black_wins: tally.black_wins,
                        stop: entry.stop(arm),
                    }
                })
                .collect(),
            games_per_second: rate.unwrap_or(0.0),
            seconds_left: rate
                .filter(|_| self.table.state(id) == Some(StudyState::Open))
                .map(|rate| games_left as f64 / rate),
            refused_pairs: entry.refused,
            audited_pairs: entry.audited,
            differing_pairs: entry.differing,
            quarantined: entry
                .set_aside
                .iter()
                .map(|(key, evidence)| QuarantinedPair {
                    key: Some(pair_key(id, *key)),
                    evidence: evidence.clone(),
                })
                .collect(),
            workers: self.sessions.present(now) as u32,
            early_stop,
            tuning: entry.guide.tuner().map(v1::TuningStatus::of),
        })
    }
}

impl Entry {
    fn stop(&self, arm: ArmIndex) -> Option<v1::ArmStop> {
        let verdict = self.guide.judge()?.verdict(arm)?;
        Some(v1::ArmStop::of(&verdict, self.study.stop.early?))
    }
}

/// How a pair that came in again compares with the one in the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Compared {
    Same,
    Differs,
}

fn ids(leases: Vec<u64>) -> impl Iterator<Item = LeaseId> {
    leases.into_iter().map(LeaseId)
}

fn list<'a>(ids: impl Iterator<Item = &'a StudyId>) -> String {
    let names: Vec<&str> = ids.map(StudyId::as_str).collect();
    if names.is_empty() {
        "none".to_owned()
    } else {
        names.join(", ")
    }
}
