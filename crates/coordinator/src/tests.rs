//! The whole coordinator over real connections, with a store in memory.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use assay_arena::GameResult;
use assay_store::Store as _;
use assay_wire::v1::pair_verdict::Verdict;
use assay_wire::v1::{
    AcquireRequest, HelloRequest, Lease, PairVerdict, PauseRequest, PlayedPair, RecordsRequest,
    ReleaseRequest, RenewRequest, ReportFailureRequest, ResumeRequest, StatusRequest, StudyPackage,
    StudyState, StudyStatus, SubmitRequest, SubmitStudyRequest, WatchRequest,
};
use assay_wire::{
    Address, ControlClient, FinishedPair, LentPair, PROTOCOL_VERSION, Refusal, WorkerClient,
    control_client, endpoint, worker_client,
};
use tokio::task::JoinHandle;
use tokio::time::{sleep, timeout};
use tonic::Status;
use tonic::transport::Channel;
use tonic_health::pb::HealthCheckRequest;
use tonic_health::pb::health_client::HealthClient;

use crate::fake::{FakeExaminers, FullStore, package, pair};
use crate::{Config, Listening, ServeFault, Stages};

mod set_aside;
mod stopping;
mod tuning;

const PATIENCE: Duration = Duration::from_secs(20);

/// A coordinator with one study, and a worker's and a person's way to it.
struct Bench {
    store: Arc<FullStore>,
    stages: Stages,
    served: JoinHandle<Result<(), ServeFault>>,
    channel: Channel,
    work: WorkerClient,
    control: ControlClient,
    session: String,
    study: String,
    requests: u64,
}

impl Bench {
    async fn new() -> Bench {
        Bench::over(Arc::default(), None).await
    }

    async fn over(store: Arc<FullStore>, lease: Option<Duration>) -> Bench {
        Bench::of(package(), store, lease).await
    }

    async fn of(package: StudyPackage, store: Arc<FullStore>, lease: Option<Duration>) -> Bench {
        let listening = Listening::on(&Address::new("127.0.0.1", 0)).await.unwrap();
        let address = Address::new("127.0.0.1", listening.address().port());
        let stages = Stages::default();
        let config = Config {
            engine: "assay test".into(),
            lease,
            audit_per_mille: 1000,
        };
        let served =
            tokio::spawn(listening.serve(config, store.clone(), FakeExaminers, stages.clone()));
        let channel = endpoint(&address).unwrap().connect().await.unwrap();
        let mut bench = Bench {
            store,
            stages,
            served,
            work: worker_client(channel.clone()),
            control: control_client(channel.clone()),
            channel,
            session: String::new(),
            study: String::new(),
            requests: 0,
        };
        let request = SubmitStudyRequest {
            package: Some(package),
        };
        let answer = bench
            .control
            .submit_study(request)
            .await
            .unwrap()
            .into_inner();
        bench.study = answer.status.unwrap().study;
        bench.session = bench.hello("w").await.unwrap();
        bench
    }

    async fn hello(&mut self, worker: &str) -> Result<String, Status> {
        let hello = HelloRequest {
            protocol: PROTOCOL_VERSION,
            engine: "assay test".into(),
            worker: worker.into(),
            slots: 1,
        };
        Ok(self.work.hello(hello).await?.into_inner().session)
    }

    async fn acquire(&mut self, pairs: u32) -> Vec<Lease> {
        self.requests += 1;
        self.acquire_as(self.requests, pairs).await.unwrap()
    }

    async fn acquire_as(&mut self, request: u64, pairs: u32) -> Result<Vec<Lease>, Status> {
        let session = self.session.clone();
        let ask = AcquireRequest {
            session,
            pairs,
            request,
        };
        Ok(self.work.acquire(ask).await?.into_inner().leases)
    }

    async fn submit(&mut self, pairs: Vec<PlayedPair>) -> Result<Vec<PairVerdict>, Status> {
        let session = self.session.clone();
        let answer = self.work.submit(SubmitRequest { session, pairs }).await?;
        Ok(answer.into_inner().verdicts)
    }

    async fn status(&mut self) -> StudyStatus {
        let study = self.study.clone();
        let answer = self.control.status(StatusRequest { study }).await.unwrap();
        answer.into_inner().status.unwrap()
    }

    async fn end(self) -> Arc<FullStore> {
        self.stages.at_once.cancel();
        timeout(PATIENCE, self.served)
            .await
            .unwrap()
            .unwrap()
            .unwrap();
        self.store
    }
}

fn lent(lease: &Lease) -> LentPair {
    LentPair::try_from(lease.clone()).unwrap()
}

/// What a worker makes of a lease.
fn played(lease: &Lease, worker: &str, result: GameResult) -> PlayedPair {
    let lent = lent(lease);
    let pair = FinishedPair {
        attempt: lent.attempt,
        ..pair(lent.study.as_str(), lent.key, worker, result)
    };
    PlayedPair::from(&pair)
}

fn won(lease: &Lease) -> PlayedPair {
    played(lease, "w", GameResult::WhiteWins)
}

#[tokio::test]
async fn pairs_are_lent_taken_in_and_counted_once() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(2).await;
    assert_eq!(leases.len(), 2);
    // Arms take turns.
    assert_ne!(lent(&leases[0]).key.arm, lent(&leases[1]).key.arm);
    let pairs = vec![won(&leases[0]), played(&leases[1], "w", GameResult::Draw)];
    for verdict in [Verdict::Accepted, Verdict::Duplicate] {
        let verdicts = bench.submit(pairs.clone()).await.unwrap();
        assert!(
            verdicts.iter().all(|v| v.verdict() == verdict),
            "{verdicts:?}"
        );
        assert_eq!(verdicts[1].key, leases[1].key);
    }
    let status = bench.status().await;
    assert_eq!(status.arms[0].white_wins + status.arms[1].white_wins, 2);
    assert_eq!(status.arms[0].draws + status.arms[1].draws, 2);
    assert_eq!(status.arms.iter().map(|a| a.pairs_done).sum::<u32>(), 2);
    assert_eq!(status.workers, 1);
    bench.end().await;
}

#[tokio::test]
async fn a_lost_answer_does_not_strand_its_leases() {
    let mut bench = Bench::new().await;
    let first = bench.acquire_as(1, 2).await.unwrap();
    assert_eq!(bench.acquire_as(1, 2).await.unwrap(), first);
    let second = bench.acquire_as(2, 9).await.unwrap();
    assert_eq!(second.len(), 4, "the others are out");
    bench.end().await;
}

#[tokio::test]
async fn strangers_and_nonsense_are_told_so() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(1).await;
    let good = won(&leases[0]);
    let mut half = good.clone();
    half.games.pop();
    let mut foreign = good.clone();
    foreign.key.as_mut().unwrap().study = "other-12345678".into();
    let mut beyond = good.clone();
    beyond.key.as_mut().unwrap().pair = 3;
    let verdicts = bench
        .submit(vec![half, foreign, beyond, good])
        .await
        .unwrap();
    let said: Vec<_> = verdicts.iter().map(PairVerdict::verdict).collect();
    assert_eq!(
        said,
        [
            Verdict::Refused,
            Verdict::UnknownStudy,
            Verdict::Refused,
            Verdict::Accepted
        ]
    );
    assert!(verdicts[0].reason.contains("1 instead of 2"));
    assert!(
        verdicts[2].reason.contains("no arm 0 pair 3"),
        "{}",
        verdicts[2].reason
    );

    bench.session = "nobody".into();
    let status = bench.acquire_as(1, 1).await.unwrap_err();
    assert_eq!(Refusal::of(&status), Some(Refusal::UnknownSession));
    let status = bench.submit(Vec::new()).await.unwrap_err();
    assert_eq!(Refusal::of(&status), Some(Refusal::UnknownSession));
    bench.end().await;
}

#[tokio::test]
async fn leases_run_out_unless_renewed() {
    let mut bench = Bench::over(Arc::default(), Some(Duration::from_millis(600))).await;
    let leases = bench.acquire(6).await;
    assert_eq!(leases.len(), 6);
    let kept = leases[0].id;
    for _ in 0..8 {
        sleep(Duration::from_millis(150)).await;
        let session = bench.session.clone();
        let renew = RenewRequest {
            session,
            leases: vec![kept],
        };
        assert!(
            bench
                .work
                .renew(renew)
                .await
                .unwrap()
                .into_inner()
                .lost
                .is_empty()
        );
    }
    let again = bench.acquire(6).await;
    assert_eq!(again.len(), 5);
    assert!(
        again
            .iter()
            .all(|l| l.attempt == 2 && l.key != leases[0].key)
    );
    // A result that comes late is welcome all the same.
    let late = bench.submit(vec![won(&leases[1])]).await.unwrap();
    assert_eq!(late[0].verdict(), Verdict::Accepted);
    bench.end().await;
}

#[tokio::test]
async fn a_full_store_keeps_the_worker_waiting_and_counts_nothing() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(1).await;
    bench.store.full.store(true, Ordering::Relaxed);
    let status = bench.submit(vec![won(&leases[0])]).await.unwrap_err();
    assert_eq!(Refusal::of(&status), Some(Refusal::StoreTrouble));
    assert!(
        status
            .message()
            .contains("no room left for /full/disk.sqlite"),
        "{}",
        status.message()
    );
    let status = bench.acquire_as(99, 1).await.unwrap_err();
    assert_eq!(
        Refusal::of(&status),
        Some(Refusal::StoreTrouble),
        "nothing is lent meanwhile"
    );
    assert_eq!(bench.status().await.arms[0].pairs_done, 0);
    bench.store.full.store(false, Ordering::Relaxed);
    let verdicts = bench.submit(vec![won(&leases[0])]).await.unwrap();
    assert_eq!(verdicts[0].verdict(), Verdict::Accepted);
    assert_eq!(bench.acquire(1).await.len(), 1);
    bench.end().await;
}

#[tokio::test]
async fn the_next_coordinator_goes_on_with_what_is_stored() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(4).await;
    bench
        .submit(vec![won(&leases[0]), won(&leases[3])])
        .await
        .unwrap();
    let before = bench.status().await;
    let store = bench.end().await;
    let mut bench = Bench::over(store, None).await;
    let after = bench.status().await;
    for (a, b) in before.arms.iter().zip(&after.arms) {
        assert_eq!((a.pairs_done, a.white_wins), (b.pairs_done, b.white_wins));
    }
    let keys: Vec<_> = bench.acquire(9).await.into_iter().map(|l| l.key).collect();
    assert_eq!(keys.len(), 4);
    assert!(!keys.contains(&leases[0].key) && !keys.contains(&leases[3].key));
    bench.end().await;
}

#[tokio::test]
async fn the_first_stage_takes_in_what_is_out() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(1).await;
    bench.stages.finish.cancel();
    sleep(Duration::from_millis(200)).await;
    assert!(!bench.served.is_finished());
    let status = bench.acquire_as(99, 1).await.unwrap_err();
    assert_eq!(Refusal::of(&status), Some(Refusal::ShuttingDown));
    let verdicts = bench.submit(vec![won(&leases[0])]).await.unwrap();
    assert_eq!(verdicts[0].verdict(), Verdict::Accepted);
    timeout(PATIENCE, bench.served)
        .await
        .unwrap()
        .unwrap()
        .unwrap();
    let id = bench.study.parse().unwrap();
    assert_eq!(bench.store.done(&id).await.unwrap().len(), 1);
}

#[tokio::test]
async fn watchers_see_the_end_and_readers_every_pair() {
    let mut bench = Bench::new().await;
    let study = bench.study.clone();
    let mut watched = bench
        .control
        .watch(WatchRequest { study })
        .await
        .unwrap()
        .into_inner();
    let first = watched.message().await.unwrap().unwrap().status.unwrap();
    assert_eq!(first.state(), StudyState::Running);
    let leases = bench.acquire(6).await;
    bench
        .submit(leases.iter().map(won).collect())
        .await
        .unwrap();
    let mut last = None;
    while let Some(told) = timeout(PATIENCE, watched.message()).await.unwrap().unwrap() {
        last = told.status;
    }
    assert_eq!(last.unwrap().state(), StudyState::Finished);

    let study = bench.study.clone();
    let mut pages = bench
        .control
        .records(RecordsRequest { study })
        .await
        .unwrap()
        .into_inner();
    let mut keys = Vec::new();
    while let Some(page) = pages.message().await.unwrap() {
        let pairs = page
            .pairs
            .into_iter()
            .map(|p| FinishedPair::try_from(p).unwrap().key);
        keys.extend(pairs);
    }
    assert_eq!(keys.len(), 6);
    assert!(keys.is_sorted());
    bench.end().await;
}

#[tokio::test]
async fn a_paused_study_lends_nothing_but_takes_in() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(1).await;
    let study = bench.study.clone();
    bench.control.pause(PauseRequest { study }).await.unwrap();
    assert!(bench.acquire(5).await.is_empty());
    let verdicts = bench.submit(vec![won(&leases[0])]).await.unwrap();
    assert_eq!(verdicts[0].verdict(), Verdict::Accepted);
    // There is a rate to go by, and yet no time left to be told.
    sleep(Duration::from_millis(600)).await;
    let status = bench.status().await;
    assert!(status.games_per_second > 0.0);
    assert_eq!(status.seconds_left, None);
    let store = bench.end().await;
    let mut bench = Bench::over(store, None).await;
    assert!(bench.acquire(5).await.is_empty(), "it stays paused");
    bench.end().await;
}

#[tokio::test]
async fn two_workers_of_one_name_do_not_mix() {
    let mut bench = Bench::new().await;
    let ours = bench.acquire(2).await;
    let other = bench.hello("w").await.unwrap();
    let leases = ours.iter().map(|l| l.id).collect();
    let give_back = ReleaseRequest {
        session: other,
        leases,
    };
    bench.work.release(give_back).await.unwrap();
    assert_eq!(bench.acquire(9).await.len(), 4, "ours are still out");
    bench.end().await;
}

#[tokio::test]
async fn health_and_reflection_answer() {
    let bench = Bench::new().await;
    let mut health = HealthClient::new(bench.channel.clone());
    for service in ["assay.v1.WorkerService", "assay.v1.ControlService"] {
        let service = service.to_owned();
        let answer = health.check(HealthCheckRequest { service }).await.unwrap();
        assert_eq!(answer.into_inner().status, 1, "serving");
    }
    let listed = reflected_services(bench.channel.clone()).await;
    for service in [
        "assay.v1.WorkerService",
        "assay.v1.ControlService",
        "grpc.health.v1.Health",
    ] {
        assert!(listed.iter().any(|s| s == service), "{listed:?}");
    }
    bench.end().await;
}

async fn reflected_services(channel: Channel) -> Vec<String> {
    use tonic_reflection::pb::v1::ServerReflectionRequest;
    use tonic_reflection::pb::v1::server_reflection_client::ServerReflectionClient;
    use tonic_reflection::pb::v1::server_reflection_request::MessageRequest;
    use tonic_reflection::pb::v1::server_reflection_response::MessageResponse;

    let ask = ServerReflectionRequest {
        host: String::new(),
        message_request: Some(MessageRequest::ListServices(String::new())),
    };
    let mut client = ServerReflectionClient::new(channel);
    let asking = client
        .server_reflection_info(tokio_stream::iter([ask]))
        .await
        .unwrap();
    let answer = asking.into_inner().message().await.unwrap().unwrap();
    match answer.message_response.unwrap() {
        MessageResponse::ListServicesResponse(list) => {
            list.service.into_iter().map(|s| s.name).collect()
        }
        other => panic!("{other:?}"),
    }
}

#[tokio::test]
async fn a_port_in_use_is_named() {
    let first = Listening::on(&Address::new("127.0.0.1", 0)).await.unwrap();
    let address = Address::new("127.0.0.1", first.address().port());
    let message = Listening::on(&address).await.unwrap_err().to_string();
    assert!(
        message.contains("port is in use") && message.contains(&address.to_string()),
        "{message}"
    );
}

#[tokio::test]
async fn pairs_are_played_again_by_another_worker_and_compared() {
    let mut bench = Bench::new().await;
    let leases = bench.acquire(2).await;
    bench
        .submit(leases.iter().map(won).collect())
        .await
        .unwrap();
    // The worker that played them gets others.
    let others = bench.acquire(1).await;
    assert!(leases.iter().all(|l| l.key != others[0].key));
    bench.session = bench.hello("auditor").await.unwrap();
    let again = bench.acquire(2).await;
    let keys = |leases: &[Lease]| leases.iter().map(|l| l.key.clone()).collect::<Vec<_>>();
    assert_eq!(keys(&again), keys(&leases));
    let session = bench.session.clone();
    let ids = again.iter().map(|l| l.id).collect();
    let renew = RenewRequest {
        session,
        leases: ids,
    };
    assert!(
        bench
            .work
            .renew(renew)
            .await
            .unwrap()
            .into_inner()
            .lost
            .is_empty()
    );
    let brought = vec![
        won(&again[0]),
        played(&again[1], "auditor", GameResult::Draw),
    ];
    let verdicts = bench.submit(brought).await.unwrap();
    assert!(
        verdicts.iter().all(|v| v.verdict() == Verdict::Duplicate),
        "{verdicts:?}"
    );
    let status = bench.status().await;
    assert_eq!((status.audited_pairs, status.differing_pairs), (2, 1));
    assert_eq!(
        status.arms.iter().map(|a| a.white_wins).sum::<u32>(),
        4,
        "the first stay"
    );
    bench.end().await;
}
