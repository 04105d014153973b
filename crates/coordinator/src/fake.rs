//! Stand-ins for tests.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use assay_arena::{GameResult, Provenance, Reason, Record};
use assay_store::{
    Added, Answer, ArmTally, Inserted, MemoryStore, NewStudy, PairResults, Quarantined, Store,
    StoreError, StoredPair, StoredStudy,
};
use assay_study::{PairKey, Sides, Study, StudyId, StudyState, builtin_game};
use assay_wire::FinishedPair;
use assay_wire::v1::StudyPackage;

use crate::{Examiner, Examiners};

/// Two arms of three pairs.
pub(crate) fn package() -> StudyPackage {
    let text = "name = \"fake\"\ngame = \"sonic\"\n[limits]\nnodes = 10\n[openings]\nkind = \"random\"\nplies = 2\n[stop]\npairs = 3\n[[arm]]\nname = \"a\"\n[[arm]]\nname = \"b\"\noptions = { turning = \"crooked\" }\n";
    let game = builtin_game("sonic").unwrap();
    StudyPackage::of("", "fake.toml", text, game.source())
}

/// A made-up pair; a worker with the name `liar` makes it bad.
pub(crate) fn pair(study: &str, key: PairKey, worker: &str, result: GameResult) -> FinishedPair {
    let game = Record {
        start: "start".into(),
        opening_plies: 0,
        moves: vec!["a2-a4".into()],
        searched: vec![None],
        result,
        reason: Reason::LengthCap,
        nodes: 1,
        engine: "assay test".into(),
        players: None,
        settings: "s".into(),
        provenance: Provenance {
            worker: worker.into(),
            millis: 1,
        },
    };
    FinishedPair {
        study: study.parse().unwrap(),
        key,
        attempt: assay_study::Attempt(1),
        games: [game.clone(), game],
    }
}

/// Takes everything for good that no liar has played.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FakeExaminers;

impl Examiners for FakeExaminers {
    fn prepare(&self, package: &StudyPackage) -> Result<(Study, Arc<dyn Examiner>), String> {
        package.check_hashes().map_err(|f| f.to_string())?;
        let study = Study::parse(&package.origin, &package.text, &mut builtin_game)
            .map_err(|faults| faults.to_string())?;
        Ok((study, Arc::new(FakeExaminer)))
    }
}

struct FakeExaminer;

impl Examiner for FakeExaminer {
    fn examine(&self, pair: &FinishedPair, _: Option<&Sides>) -> Result<(), String> {
        match pair.games[0].provenance.worker.as_str() {
            "liar" => Err("ply 1: a2-a9 is not a legal move here".into()),
            _ => Ok(()),
        }
    }
}

/// A store on a disk that can be full.
#[derive(Debug, Default)]
pub(crate) struct FullStore {
    inner: MemoryStore,
    pub(crate) full: AtomicBool,
}

impl Store for FullStore {
    fn add_study(&self, study: NewStudy) -> Answer<'_, Added> {
        self.inner.add_study(study)
    }

    fn study(&self, id: &StudyId) -> Answer<'_, Option<StoredStudy>> {
        self.inner.study(id)
    }

    fn studies(&self) -> Answer<'_, Vec<StoredStudy>> {
        self.inner.studies()
    }

    fn set_state(&self, id: &StudyId, state: StudyState) -> Answer<'_, ()> {
        self.inner.set_state(id, state)
    }

    fn insert(&self, id: &StudyId, pairs: Vec<StoredPair>) -> Answer<'_, Vec<Inserted>> {
        if self.full.load(Ordering::Relaxed) {
            let path = "/full/disk.sqlite".into();
            return Box::pin(std::future::ready(Err(StoreError::Full { path })));
        }
        self.inner.insert(id, pairs)
    }

    fn done(&self, id: &StudyId) -> Answer<'_, Vec<PairKey>> {
        self.inner.done(id)
    }

    fn pairs(
        &self,
        id: &StudyId,
        after: Option<PairKey>,
        limit: u32,
    ) -> Answer<'_, Vec<StoredPair>> {
        self.inner.pairs(id, after, limit)
    }

    fn tally(&self, id: &StudyId) -> Answer<'_, Vec<ArmTally>> {
        self.inner.tally(id)
    }

    fn results(&self, id: &StudyId) -> Answer<'_, Vec<PairResults>> {
        self.inner.results(id)
    }

    fn quarantine(&self, id: &StudyId, pair: Quarantined) -> Answer<'_, ()> {
        self.inner.quarantine(id, pair)
    }

    fn retry_set_aside(&self, id: &StudyId) -> Answer<'_, u64> {
        self.inner.retry_set_aside(id)
    }

    fn quarantined(&self, id: &StudyId) -> Answer<'_, Vec<Quarantined>> {
        self.inner.quarantined(id)
    }

    /// Stays open, so that a second coordinator can be given what a first one left.
    fn close(&self) -> Answer<'_, ()> {
        Box::pin(std::future::ready(Ok(())))
    }
}
