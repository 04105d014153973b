//! What the coordinator does, in its own words; the services only translate.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use assay_store::{Inserted, NewStudy, Quarantined, Store, StoreError, StoredPair};
use assay_study::words;
use assay_study::{Millis, PairKey, Sides, Standing, StudyId, StudyState, WorkerName};
use assay_wire::v1::pair_verdict::Verdict;
use assay_wire::v1::{self, PairVerdict, PlayedPair, StudyPackage, StudyStatus};
use assay_wire::{FinishedPair, LentPair, Refusal};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use crate::examiner::{Examiner, Examiners};
use crate::handle::Handle;
use crate::state::{Admission, Compared, Refused, SetAside, State};
use crate::tally::Tally;

/// After the store failed, nothing is lent for so long: what it would bring could not be kept.
const STORE_REST: Duration = Duration::from_secs(2);
/// How often a failure that lasts is logged.
const REMIND_EVERY: Duration = Duration::from_secs(30);

/// The coordinator: its store, its state, and whoever examines what comes in. Cheap to clone.
#[derive(Clone)]
pub(crate) struct Coordinator(Arc<Inner>);

struct Inner {
    store: Arc<dyn Store>,
    handle: Handle,
    examiners: Arc<dyn Examiners>,
    /// Examining costs CPU; so many at a time.
    examining: Semaphore,
    /// How the store failed, until it works again.
    trouble: std::sync::Mutex<Option<Trouble>>,
    refused: AtomicU64,
}

struct Trouble {
    last: Instant,
    told: Instant,
    words: String,
}

impl Coordinator {
    /// A coordinator over a store, with every study in it.
    pub(crate) async fn open(
        store: Arc<dyn Store>,
        examiners: Arc<dyn Examiners>,
        state: State,
    ) -> Result<Coordinator, StoreError> {
        let (aside, mut asides) = mpsc::unbounded_channel();
        let coordinator = Coordinator(Arc::new(Inner {
            store,
            handle: Handle::start(state, aside),
            examiners,
            examining: Semaphore::new(std::thread::available_parallelism().map_or(1, usize::from)),
            trouble: std::sync::Mutex::default(),
            refused: AtomicU64::new(0),
        }));
        for stored in coordinator.0.store.studies().await? {
            coordinator.reopen(stored).await?;
        }
        let keeper = Arc::downgrade(&coordinator.0);
        tokio::spawn(async move {
            while let Some(pair) = asides.recv().await {
                let Some(inner) = keeper.upgrade() else {
                    return;
                };
                Coordinator(inner).keep_aside(pair).await;
            }
        });
        Ok(coordinator)
    }

    pub(crate) fn handle(&self) -> &Handle {
        &self.0.handle
    }

    pub(crate) fn store(&self) -> &Arc<dyn Store> {
        &self.0.store
    }

    /// Takes a study of the store in again. One that this version cannot make sense of any more is left alone.
    async fn reopen(&self, stored: assay_store::StoredStudy) -> Result<(), StoreError> {
        let new = stored.study;
        let id = new.id.clone();
        let package = package(&new);
        match self.admit(package, stored.state).await? {
            Ok(status) => {
                let (done, all) = pairs(&status);
                tracing::info!("study {id}: {} with {done} of {all} pairs", stored.state);
            }
            Err(why) => tracing::error!("study {id} in the store cannot be gone on with: {why}"),
        }
        Ok(())
    }

    /// Prepares a study and takes it into the state, with what the store has of it.
    async fn admit(
        &self,
        package: StudyPackage,
        state: StudyState,
    ) -> Result<Result<StudyStatus, String>, StoreError> {
        let (study, examiner) = match self.prepare(package.clone()).await {
            Ok(ready) => ready,
            Err(why) => return Ok(Err(why)),
        };
        let id = study.id.clone();
        let store = &self.0.store;
        let done = store.done(&id).await?;
        let set_aside = store.quarantined(&id).await?;
        // Only what goes by its results needs every one of them; the rest is counted by the store.
        let results = if study.stop.early.is_some() || study.tune.is_some() {
            store.results(&id).await?
        } else {
            Vec::new()
        };
        let mut tallies = vec![Tally::default(); study.arms.len()];
        for tally in store.tally(&id).await? {
            if let Some(slot) = tallies.get_mut(usize::from(tally.arm.0)) {
                *slot = Tally::of(&tally);
            }
        }
        let admission = Admission {
            study,
            package: StudyPackage {
                study: id.to_string(),
                ..package
            },
            examiner,
            state,
            done,
            tallies,
            results,
            set_aside: set_aside
                .into_iter()
                .map(|q| (q.key, q.evidence.lines().map(str::to_owned).collect()))
                .collect(),
        };
        let status = self
            .0
            .handle
            .ask(move |state, now| {
                state.admit(admission);
                state.status(&id, now)
            })
            .await;
        Ok(status.ok_or_else(|| "the study went away at once".to_owned()))
    }

    async fn prepare(
        &self,
        package: StudyPackage,
    ) -> Result<(assay_study::Study, Arc<dyn Examiner>), String> {
        let examiners = self.0.examiners.clone();
        let preparing = spawn_blocking(move || examiners.prepare(&package));
        preparing
            .await
            .unwrap_or_else(|e| Err(format!("the study could not be prepared: {e}")))
    }

    /// Adds a study, or finds that it is here. Gives its status and whether it was known.
    pub(crate) async fn submit_study(
        &self,
        mut package: StudyPackage,
    ) -> Result<(StudyStatus, bool), Refused> {
        package.study = String::new();
        let (study, _) = self
            .prepare(package.clone())
            .await
            .map_err(|why| (Refusal::BadRequest, why))?;
        let id = study.id.clone();
        let known = self.status(&id).await;
        if let Some(status) = known {
            return Ok((status, true));
        }
        let new = NewStudy::of(&study, Millis(unix_millis()));
        let added = self.0.store.add_study(new).await;
        added.map_err(|e| self.store_trouble(&e))?;
        let stored = self
            .0
            .store
            .study(&id)
            .await
            .map_err(|e| self.store_trouble(&e))?;
        let state = stored.map_or(StudyState::Open, |s| s.state);
        let status = self
            .admit(package, state)
            .await
            .map_err(|e| self.store_trouble(&e))?
            .map_err(|why| (Refusal::BadRequest, why))?;
        tracing::info!("study {id} is here: {}", words::pairs(pairs(&status).1));
        Ok((status, false))
    }

    /// How a study stands.
    pub(crate) async fn status(&self, id: &StudyId) -> Option<StudyStatus> {
        let id = id.clone();
        self.0
            .handle
            .ask(move |state, now| state.status(&id, now))
            .await
    }

    /// Changes a study's state, in the store first.
    pub(crate) async fn set_state(
        &self,
        given: String,
        state: StudyState,
    ) -> Result<StudyStatus, Refused> {
        let id = self.find(given).await?;
        let asked = id.clone();
        let now = self.0.handle.ask(move |s, _| s.state_of(&asked)).await;
        if now != Some(StudyState::Done) {
            let noted = self.0.store.set_state(&id, state).await;
            noted.map_err(|e| self.store_trouble(&e))?;
        }
        let asked = id.clone();
        let status = self
            .0
            .handle
            .ask(move |s, now| {
                s.set_state(&asked, state)?;
                s.status(&asked, now)
            })
            .await;
        let status =
            status.ok_or_else(|| (Refusal::UnknownStudy, format!("no study {id} here")))?;
        let name = status.state().as_str_name();
        let name = name.rsplit('_').next().unwrap_or(name).to_lowercase();
        tracing::info!("study {id} is now {name}");
        Ok(status)
    }

    /// The study a person means.
    pub(crate) async fn find(&self, given: String) -> Result<StudyId, Refused> {
        self.0.handle.ask(move |state, _| state.find(&given)).await
    }

    /// Lends pairs, unless the store could not keep their results.
    pub(crate) async fn acquire(
        &self,
        session: String,
        pairs: u32,
        request: u64,
    ) -> Result<v1::AcquireResponse, Refused> {
        if let Some(why) = self.resting() {
            return Err((Refusal::StoreTrouble, why));
        }
        self.0
            .handle
            .ask(move |state, now| state.acquire(&session, pairs, request, now))
            .await
    }

    /// Examines, stores and counts pairs, and gives a verdict on each.
    pub(crate) async fn submit(
        &self,
        session: String,
        pairs: Vec<PlayedPair>,
    ) -> Result<Vec<PairVerdict>, Refused> {
        let asked = session.clone();
        let worker = self
            .0
            .handle
            .ask(move |state, now| state.worker(&asked, now))
            .await?;
        // A caller that goes away must not leave a pair stored and not counted.
        let this = self.clone();
        let whole = tokio::spawn(async move { this.take_in(worker, pairs).await });
        whole
            .await
            .unwrap_or_else(|e| std::panic::resume_unwind(e.into_panic()))
    }

    async fn take_in(
        &self,
        worker: WorkerName,
        pairs: Vec<PlayedPair>,
    ) -> Result<Vec<PairVerdict>, Refused> {
        let mut verdicts: Vec<PairVerdict> = pairs
            .iter()
            .map(|pair| PairVerdict {
                key: pair.key.clone(),
                ..PairVerdict::default()
            })
            .collect();
        let mut good: BTreeMap<StudyId, Vec<(usize, FinishedPair)>> = BTreeMap::new();
        let examined = self.examine_all(pairs).await;
        for (place, examined) in examined.into_iter().enumerate() {
            match examined {
                Examined::Good(pair) => good
                    .entry(pair.study.clone())
                    .or_default()
                    .push((place, *pair)),
                Examined::Decided(verdict, reason) => {
                    self.say_refused(verdict, &worker, &reason);
                    verdicts[place].set_verdict(verdict);
                    verdicts[place].reason = reason;
                }
                Examined::Bad(pair, reason) => {
                    self.say_refused(Verdict::Refused, &worker, &reason);
                    verdicts[place].set_verdict(Verdict::Refused);
                    verdicts[place].reason.clone_from(&reason);
                    self.note_refused(worker.clone(), pair, reason).await;
                }
            }
        }
        for (study, pairs) in good {
            for (place, verdict) in self.keep(&study, &worker, pairs).await? {
                verdicts[place].set_verdict(verdict);
            }
        }
        Ok(verdicts)
    }

    /// What is to be said of each pair before the store is asked, in order.
    async fn examine_all(&self, pairs: Vec<PlayedPair>) -> Vec<Examined> {
        let mut examined = Vec::with_capacity(pairs.len());
        for pair in pairs {
            examined.push(self.begin_examination(pair).await);
        }
        let permit = self.0.examining.acquire().await;
        let done = spawn_blocking(move || examined.into_iter().map(Begun::end).collect());
        let examined = done
            .await
            .unwrap_or_else(|e| std::panic::resume_unwind(e.into_panic()));
        drop(permit);
        examined
    }

    async fn begin_examination(&self, pair: PlayedPair) -> Begun {
        let pair = match FinishedPair::try_from(pair) {
            Ok(pair) => pair,
            Err(fault) => return Begun::Decided(Verdict::Refused, fault.to_string()),
        };
        let (study, key) = (pair.study.clone(), pair.key);
        let reception = self
            .0
            .handle
            .ask(move |state, _| state.receive(&study, key))
            .await;
        match reception {
            None => Begun::Decided(Verdict::UnknownStudy, String::new()),
            Some(reception) => match reception.standing {
                // One that is done is asked of the store again, which can tell whether both copies are the same.
                Standing::Open | Standing::Withheld | Standing::Leased | Standing::Done => {
                    Begun::Ready(Box::new(pair), reception.examiner, reception.sides)
                }
                Standing::Quarantined => Begun::Decided(
                    Verdict::Refused,
                    "the pair was set aside after repeated failures".to_owned(),
                ),
                Standing::Unknown => {
                    Begun::Decided(Verdict::Refused, format!("the study has no {}", pair.key))
                }
            },
        }
    }

    /// Stores examined pairs of one study, then counts them. Gives verdicts by place.
    async fn keep(
        &self,
        study: &StudyId,
        worker: &WorkerName,
        pairs: Vec<(usize, FinishedPair)>,
    ) -> Result<Vec<(usize, Verdict)>, Refused> {
        let rows = pairs.iter().map(|(_, pair)| StoredPair {
            key: pair.key,
            games: pair.games.clone(),
        });
        let stored = self.0.store.insert(study, rows.collect()).await;
        let stored = stored.map_err(|e| self.store_trouble(&e))?;
        self.store_works();
        let mut verdicts = Vec::with_capacity(pairs.len());
        for ((place, _), inserted) in pairs.iter().zip(&stored) {
            let verdict = match inserted {
                Inserted::Stored => Verdict::Accepted,
                Inserted::AlreadyThere | Inserted::Differs => Verdict::Duplicate,
            };
            verdicts.push((*place, verdict));
        }
        let worker = worker.clone();
        let count = move |state: &mut State, now| {
            for ((_, pair), inserted) in pairs.iter().zip(stored) {
                match inserted {
                    Inserted::Stored => {}
                    Inserted::AlreadyThere => state.compared(pair, &worker, Compared::Same),
                    Inserted::Differs => state.compared(pair, &worker, Compared::Differs),
                }
                state.stored(pair, &worker, now);
            }
        };
        self.0.handle.ask(count).await;
        Ok(verdicts)
    }

    fn say_refused(&self, verdict: Verdict, worker: &WorkerName, reason: &str) {
        if verdict == Verdict::Refused {
            let count = self.0.refused.fetch_add(1, Ordering::Relaxed) + 1;
            tracing::warn!("refused a pair of {worker} ({count} so far): {reason}");
        }
    }

    async fn note_refused(&self, worker: WorkerName, pair: Box<FinishedPair>, reason: String) {
        let aside = self
            .0
            .handle
            .ask(move |state, _| {
                state.refused(&pair.study, pair.key, pair.attempt, &worker, &reason)
            })
            .await;
        if let Some(aside) = aside {
            self.keep_aside(aside).await;
        }
    }

    /// Notes that a worker could not play a pair. Gives whether the pair is set aside now.
    pub(crate) async fn failed(
        &self,
        session: String,
        lent: LentPair,
        evidence: String,
    ) -> Result<bool, Refused> {
        let aside = self
            .0
            .handle
            .ask(move |state, now| {
                let worker = state.worker(&session, now)?;
                Ok(state.failed(&lent.study, lent.key, lent.attempt, &worker, &evidence))
            })
            .await?;
        let quarantined = aside.is_some();
        if let Some(aside) = aside {
            self.keep_aside(aside).await;
        }
        Ok(quarantined)
    }

    /// Plays a study's set-aside pairs again: forgotten in the store first, then open.
    pub(crate) async fn retry_set_aside(&self, given: String) -> Result<(), Refused> {
        let id = self.find(given).await?;
        let asked = id.clone();
        let past = move |state: &mut State, _| state.is_past_set_aside(&asked);
        if self.0.handle.ask(past).await {
            let why = format!(
                "study {id} is a tuning: what came after its set-aside pairs was played without them, so they stay so"
            );
            return Err((Refusal::BadRequest, why));
        }
        let forgotten = self.0.store.retry_set_aside(&id).await;
        forgotten.map_err(|e| self.store_trouble(&e))?;
        let asked = id.clone();
        let retry = move |state: &mut State, _| state.retry_set_aside(&asked);
        let pairs = self.0.handle.ask(retry).await;
        tracing::info!(
            "study {id}: set aside before and played again: {}",
            words::pairs(pairs as u64)
        );
        Ok(())
    }

    /// Keeps a set-aside pair, and that its study is paused by it. If the store cannot, the pair is played again after a
    /// restart, which is the worst that happens.
    async fn keep_aside(&self, pair: SetAside) {
        let kept = Quarantined {
            key: pair.key,
            attempts: pair.evidence.len() as u32,
            evidence: pair.evidence.join("\n"),
        };
        if let Err(fault) = self.0.store.quarantine(&pair.study, kept).await {
            tracing::error!(
                "{} {} could not be noted as set aside: {fault}",
                pair.study,
                pair.key
            );
        }
        if pair.state == StudyState::Paused
            && let Err(fault) = self.0.store.set_state(&pair.study, pair.state).await
        {
            tracing::error!("{} could not be noted as paused: {fault}", pair.study);
        }
    }

    /// What a store's failure means to a caller. The log has it once in a while, however many ask.
    pub(crate) fn store_trouble(&self, fault: &StoreError) -> Refused {
        let words = fault.to_string();
        let mut trouble = self.trouble();
        let told = trouble
            .as_ref()
            .filter(|t| t.words == words)
            .map(|t| t.told);
        let now = Instant::now();
        let told = match told {
            Some(told) if now - told < REMIND_EVERY => told,
            _ => {
                tracing::error!("{words}");
                if !fault.may_pass() {
                    // Still nothing is lost: workers keep their results and try again.
                    tracing::error!(
                        "this will not pass by itself; see to the store and start again"
                    );
                }
                now
            }
        };
        *trouble = Some(Trouble {
            last: now,
            told,
            words: words.clone(),
        });
        (Refusal::StoreTrouble, words)
    }

    fn store_works(&self) {
        if self.trouble().take().is_some() {
            tracing::info!("the store can be written again");
        }
    }

    fn resting(&self) -> Option<String> {
        let trouble = self.trouble();
        let trouble = trouble.as_ref()?;
        (trouble.last.elapsed() < STORE_REST).then(|| trouble.words.clone())
    }

    fn trouble(&self) -> std::sync::MutexGuard<'_, Option<Trouble>> {
        let trouble = self.0.trouble.lock();
        trouble.unwrap_or_else(std::sync::PoisonError::into_inner)
    }
}

/// A pair on its way to the store.
enum Begun {
    Ready(Box<FinishedPair>, Arc<dyn Examiner>, Option<Sides>),
    Decided(Verdict, String),
}

/// A pair after its examination.
enum Examined {
    Good(Box<FinishedPair>),
    Bad(Box<FinishedPair>, String),
    Decided(Verdict, String),
}

impl Begun {
    fn end(self) -> Examined {
        match self {
            Begun::Decided(verdict, reason) => Examined::Decided(verdict, reason),
            Begun::Ready(pair, examiner, sides) => match examiner.examine(&pair, sides.as_ref()) {
                Ok(()) => Examined::Good(pair),
                Err(reason) => Examined::Bad(pair, reason),
            },
        }
    }
}

fn package(study: &NewStudy) -> StudyPackage {
    StudyPackage::of(
        study.id.as_str(),
        &study.origin,
        &study.text,
        &study.game_source,
    )
}

/// Pairs done and pairs in all, at most.
fn pairs(status: &StudyStatus) -> (u64, u64) {
    if let Some(early) = &status.early_stop {
        return (early.passed_pairs, early.most_pairs);
    }
    status.arms.iter().fold((0, 0), |(done, all), arm| {
        (done + u64::from(arm.pairs_done), all + u64::from(arm.pairs))
    })
}

fn unix_millis() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as u64)
}

/// The key of a pair on the wire, for pages of records.
pub(crate) fn finished(study: &StudyId, pair: StoredPair) -> FinishedPair {
    FinishedPair {
        study: study.clone(),
        key: pair.key,
        attempt: assay_study::Attempt(0),
        games: pair.games,
    }
}

/// The place after which the next page of records begins.
pub(crate) fn last_key(page: &[StoredPair]) -> Option<PairKey> {
    page.last().map(|pair| pair.key)
}
