//! Stand-ins for tests.

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use assay_arena::{GameResult, PairFault, Provenance, Reason, Record, Searched, Stop};
use assay_study::{ArmIndex, Attempt, LeaseId, PairKey, PairNumber, StudyId};
use assay_wire::v1::pair_verdict::Verdict;
use assay_wire::v1::worker_service_server::WorkerService;
use assay_wire::v1::{
    self, AcquireRequest, AcquireResponse, FetchStudyRequest, FetchStudyResponse, HelloRequest,
    HelloResponse, PairVerdict, ReleaseRequest, ReleaseResponse, RenewRequest, RenewResponse,
    ReportFailureRequest, ReportFailureResponse, StudyPackage, SubmitRequest, SubmitResponse,
};
use assay_wire::{
    Address, FinishedPair, LentPair, PROTOCOL_VERSION, Refusal, server, worker_server,
};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::player::{PairPlayer, Players};

pub(crate) fn study() -> StudyId {
    "a-study-1".parse().unwrap()
}

pub(crate) fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

/// Two made-up games that only depend on the key.
pub(crate) fn games(key: PairKey) -> [Record; 2] {
    [0, 1].map(|number| Record {
        start: "start".into(),
        opening_plies: 1,
        moves: vec![
            "a2-a4".into(),
            format!("reply {} {} {number}", key.arm.0, key.pair.0),
        ],
        searched: vec![None, Some(Searched { eval: 7, depth: 3 })],
        result: GameResult::Draw,
        reason: Reason::LengthCap,
        nodes: 5,
        engine: "assay 0.0.0".into(),
        players: None,
        settings: "abc".into(),
        provenance: Provenance::default(),
    })
}

pub(crate) fn pair(arm: u16, number: u32) -> FinishedPair {
    let key = key(arm, number);
    FinishedPair {
        study: study(),
        key,
        attempt: Attempt(1),
        games: games(key),
    }
}

/// What a fake coordinator knows and how it is told to misbehave.
#[derive(Debug, Default)]
pub(crate) struct Book {
    pub(crate) open: VecDeque<PairKey>,
    pub(crate) lent: BTreeMap<u64, PairKey>,
    pub(crate) stored: BTreeMap<PairKey, FinishedPair>,
    /// How often each pair came in.
    pub(crate) handed_in: BTreeMap<PairKey, u32>,
    pub(crate) sessions: BTreeSet<String>,
    pub(crate) hellos: u64,
    pub(crate) renewals: BTreeMap<u64, u32>,
    pub(crate) released: BTreeSet<PairKey>,
    pub(crate) failures: Vec<(PairKey, String)>,
    pub(crate) refused: BTreeSet<PairKey>,
    /// Statuses the next submissions get, the first after it was stored all the same.
    pub(crate) submit_faults: VecDeque<Status>,
    /// Protocol version it claims.
    pub(crate) protocol: Option<u32>,
    /// How long an answer with leases is under way.
    pub(crate) acquire_takes: Duration,
    leases: u64,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct FakeCoordinator(Arc<Mutex<Book>>);

/// A running fake coordinator; ends when dropped.
pub(crate) struct Running {
    pub(crate) address: Address,
    server: JoinHandle<()>,
}

impl Running {
    /// Drops every connection and frees the port, as a killed process does.
    pub(crate) async fn kill(self) {
        self.server.abort();
        let _cancelled = self.server.await;
    }
}

impl FakeCoordinator {
    pub(crate) fn with_pairs(pairs: u32) -> FakeCoordinator {
        let fake = FakeCoordinator::default();
        fake.book().open.extend((0..pairs).map(|p| key(0, p)));
        fake
    }

    pub(crate) fn book(&self) -> MutexGuard<'_, Book> {
        self.0.lock().unwrap()
    }

    pub(crate) async fn serve(&self, port: u16) -> Running {
        let listener = TcpListener::bind(("127.0.0.1", port)).await.unwrap();
        let port = listener.local_addr().unwrap().port();
        let service = worker_server(self.clone());
        let server = tokio::spawn(async move {
            let incoming = TcpIncoming::from(listener);
            server()
                .add_service(service)
                .serve_with_incoming(incoming)
                .await
                .unwrap();
        });
        Running {
            address: Address::new("127.0.0.1", port),
            server,
        }
    }

    /// Forgets what a restarted coordinator forgets.
    pub(crate) fn forget_memory(&self) {
        let mut book = self.book();
        book.sessions.clear();
        let lent = std::mem::take(&mut book.lent);
        book.open.extend(lent.into_values());
    }

    /// Lends pairs; the answer and how long it is under way.
    fn lend(&self, request: &AcquireRequest) -> Result<(AcquireResponse, Duration), Status> {
        let mut book = self.session(&request.session)?;
        let mut leases = Vec::new();
        for _ in 0..request.pairs {
            let Some(key) = book.open.pop_front() else {
                break;
            };
            if book.stored.contains_key(&key) {
                continue;
            }
            book.leases += 1;
            let id = book.leases;
            book.lent.insert(id, key);
            leases.push(v1::Lease::from(&LentPair {
                id: LeaseId(id),
                study: study(),
                key,
                attempt: Attempt(1),
                sides: None,
            }));
        }
        let answer = AcquireResponse {
            retry_after_millis: if leases.is_empty() { 20 } else { 0 },
            leases,
            unfinished_studies: u32::from(!book.open.is_empty() || !book.lent.is_empty()),
        };
        Ok((answer, book.acquire_takes))
    }

    fn session(&self, id: &str) -> Result<MutexGuard<'_, Book>, Status> {
        let book = self.book();
        if book.sessions.contains(id) {
            Ok(book)
        } else {
            Err(Refusal::UnknownSession.status("who are you?"))
        }
    }
}

#[tonic::async_trait]
impl WorkerService for FakeCoordinator {
    async fn hello(
        &self,
        request: Request<HelloRequest>,
    ) -> Result<Response<HelloResponse>, Status> {
        let mut book = self.book();
        book.hellos += 1;
        let session = format!("s{}", book.hellos);
        book.sessions.insert(session.clone());
        Ok(Response::new(HelloResponse {
            protocol: book.protocol.unwrap_or(PROTOCOL_VERSION),
            engine: request.into_inner().engine,
            session,
            renew_every_millis: 50,
        }))
    }

    async fn acquire(
        &self,
        request: Request<AcquireRequest>,
    ) -> Result<Response<AcquireResponse>, Status> {
        let request = request.into_inner();
        let (answer, takes) = self.lend(&request)?;
        tokio::time::sleep(takes).await;
        Ok(Response::new(answer))
    }

    async fn fetch_study(
        &self,
        request: Request<FetchStudyRequest>,
    ) -> Result<Response<FetchStudyResponse>, Status> {
        let request = request.into_inner();
        drop(self.session(&request.session)?);
        let package = Some(StudyPackage::of(&request.study, "fake.toml", "", ""));
        Ok(Response::new(FetchStudyResponse { package }))
    }

    async fn renew(
        &self,
        request: Request<RenewRequest>,
    ) -> Result<Response<RenewResponse>, Status> {
        let request = request.into_inner();
        let mut book = self.session(&request.session)?;
        let mut lost = Vec::new();
        for id in request.leases {
            if book.lent.contains_key(&id) {
                *book.renewals.entry(id).or_default() += 1;
            } else {
                lost.push(id);
            }
        }
        Ok(Response::new(RenewResponse { lost }))
    }

    async fn submit(
        &self,
        request: Request<SubmitRequest>,
    ) -> Result<Response<SubmitResponse>, Status> {
        let request = request.into_inner();
        let mut book = self.session(&request.session)?;
        if book.submit_faults.len() > 1 {
            return Err(book.submit_faults.pop_front().unwrap());
        }
        let mut verdicts = Vec::new();
        for played in request.pairs {
            let key = played.key.clone();
            let pair = FinishedPair::try_from(played).unwrap();
            *book.handed_in.entry(pair.key).or_default() += 1;
            book.lent.retain(|_, lent| *lent != pair.key);
            let verdict = if book.refused.contains(&pair.key) {
                Verdict::Refused
            } else if let Entry::Vacant(slot) = book.stored.entry(pair.key) {
                slot.insert(pair);
                Verdict::Accepted
            } else {
                Verdict::Duplicate
            };
            verdicts.push(PairVerdict {
                key,
                verdict: verdict.into(),
                reason: "not like this".into(),
            });
        }
        match book.submit_faults.pop_front() {
            Some(status) => Err(status),
            None => Ok(Response::new(SubmitResponse { verdicts })),
        }
    }

    async fn release(
        &self,
        request: Request<ReleaseRequest>,
    ) -> Result<Response<ReleaseResponse>, Status> {
        let request = request.into_inner();
        let mut book = self.session(&request.session)?;
        for id in request.leases {
            let key = book.lent.remove(&id);
            book.released.extend(key);
            book.open.extend(key);
        }
        Ok(Response::new(ReleaseResponse {}))
    }

    async fn report_failure(
        &self,
        request: Request<ReportFailureRequest>,
    ) -> Result<Response<ReportFailureResponse>, Status> {
        let request = request.into_inner();
        let mut book = self.session(&request.session)?;
        let lent = LentPair::try_from(request.lease.unwrap()).unwrap();
        book.lent.remove(&lent.id.0);
        book.failures.push((lent.key, request.evidence));
        Ok(Response::new(ReportFailureResponse { quarantined: true }))
    }
}

/// A player that makes games up, taking its time and failing as told.
#[derive(Clone, Debug, Default)]
pub(crate) struct FakePlayer {
    pub(crate) takes: Duration,
    pub(crate) panics_at: Option<PairKey>,
    pub(crate) fails_at: Option<PairKey>,
    pub(crate) unable: bool,
    /// How many pairs were begun.
    pub(crate) begun: Arc<AtomicUsize>,
}

impl Players for FakePlayer {
    fn prepare(&self, package: &StudyPackage) -> Result<Arc<dyn PairPlayer>, String> {
        assert_eq!(package.study, study().as_str());
        if self.unable {
            return Err("this worker cannot".into());
        }
        Ok(Arc::new(self.clone()))
    }
}

impl PairPlayer for FakePlayer {
    fn play(&self, lent: &LentPair, stop: &Stop) -> Result<[Record; 2], PairFault> {
        let key = lent.key;
        self.begun.fetch_add(1, Ordering::Relaxed);
        let until = Instant::now() + self.takes;
        while Instant::now() < until {
            if stop.is_raised() {
                return Err(PairFault::Stopped);
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_ne!(Some(key), self.panics_at, "a piece fell off the board");
        if Some(key) == self.fails_at {
            return Err(PairFault::Failed("no legal move".into()));
        }
        Ok(games(key))
    }
}
