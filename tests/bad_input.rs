//! What is wrong gets a clear answer.

use assay_wire::v1::worker_service_server::WorkerService;
use assay_wire::v1::{
    AcquireRequest, AcquireResponse, FetchStudyRequest, FetchStudyResponse, GreetRequest,
    HelloRequest, HelloResponse, ReleaseRequest, ReleaseResponse, RenewRequest, RenewResponse,
    ReportFailureRequest, ReportFailureResponse, SubmitRequest, SubmitResponse,
};
use assay_wire::{
    Address, PROTOCOL_VERSION, Refusal, control_client, endpoint, server, worker_client,
    worker_server,
};
use tokio::net::TcpListener;
use tonic::transport::server::TcpIncoming;
use tonic::{Request, Response, Status};

use crate::support::{assay, coordinator, study, worker};

#[test]
fn a_port_in_use_is_said_and_the_database_left_alone() {
    let dir = tempfile::tempdir().unwrap();
    let first = coordinator(dir.path(), 0, &[]);
    let store = dir.path().join("second.sqlite");
    let args = [
        "coordinator",
        "--listen",
        &first.address,
        "--store",
        store.to_str().unwrap(),
    ];
    assay(args).failed(1, &["port is in use", &first.address, "--listen"]);
    assert!(!store.exists());
}

#[test]
fn two_coordinators_on_one_database_are_told() {
    let dir = tempfile::tempdir().unwrap();
    let _first = coordinator(dir.path(), 0, &[]);
    let store = dir.path().join("store.sqlite");
    let args = [
        "coordinator",
        "--listen",
        "127.0.0.1:0",
        "--store",
        store.to_str().unwrap(),
    ];
    assay(args).failed(1, &["in use by another `assay run` or coordinator"]);
}

#[test]
fn a_listener_that_never_answers_is_no_coordinator() {
    let silent = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = silent.local_addr().unwrap().to_string();
    let status = assay(["status", "--coordinator", &address]);
    status.failed(1, &[&address, "does not answer as a coordinator does"]);
}

#[test]
fn a_server_of_another_kind_is_no_coordinator() {
    use std::io::{Read as _, Write as _};
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let mut stream = stream.unwrap();
            let mut asked = [0; 1024];
            // What it is asked does not matter to it, nor whether anybody listens.
            let _ = stream.read(&mut asked);
            let _ = stream.write_all(b"HTTP/1.0 400 Bad request\r\n\r\n");
        }
    });
    for words in [&["status"][..], &["pause", "some-study"]] {
        let mut args = words.to_vec();
        args.extend(["--coordinator", &address]);
        assay(args).failed(
            1,
            &[
                &address,
                "does not answer as a coordinator does",
                "--coordinator",
            ],
        );
    }
}

#[test]
fn addresses_that_are_none_are_usage() {
    for address in ["https://x", "a b", "x:99999"] {
        assay(["status", "--coordinator", address]).failed(2, &["is no address of a coordinator"]);
    }
}

#[test]
fn a_client_of_another_protocol_is_refused_with_both_versions() {
    let dir = tempfile::tempdir().unwrap();
    let real = coordinator(dir.path(), 0, &[]);
    let address: Address = real.address.parse().unwrap();
    let (worker, person) = block_on(async move {
        let channel = endpoint(&address).unwrap().connect().await.unwrap();
        let hello = HelloRequest {
            protocol: 99,
            engine: "assay 9.9.9".into(),
            worker: "from the future".into(),
            slots: 1,
        };
        let worker = worker_client(channel.clone())
            .hello(hello)
            .await
            .unwrap_err();
        let greet = GreetRequest { protocol: 0 };
        let person = control_client(channel).greet(greet).await.unwrap_err();
        (worker, person)
    });
    for (status, theirs) in [(worker, "version 99"), (person, "version 0")] {
        assert_eq!(Refusal::of(&status), Some(Refusal::ProtocolMismatch));
        let message = status.message();
        let ours = format!("version {PROTOCOL_VERSION}");
        for words in [ours.as_str(), theirs, "install the same version"] {
            assert!(message.contains(words), "{message}");
        }
    }
}

/// A coordinator of a later protocol that lets everybody in.
struct FromTheFuture;

#[test]
fn a_coordinator_of_another_protocol_ends_the_worker_with_both_versions() {
    let runtime = tokio::runtime::Runtime::new().unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let address = listener.local_addr().unwrap().to_string();
    runtime.spawn(async move {
        let service = worker_server(FromTheFuture);
        server()
            .add_service(service)
            .serve_with_incoming(TcpIncoming::from(listener))
            .await
    });
    let dir = tempfile::tempdir().unwrap();
    let mut puzzled = worker(dir.path(), "puzzled", &address, &[]);
    let status = puzzled.process.end();
    assert_eq!(status.code(), Some(1));
    let log = puzzled.process.log();
    for words in [
        "version 99",
        &format!("version {PROTOCOL_VERSION}"),
        "install the same version",
    ] {
        assert!(log.contains(words), "{log}");
    }
}

#[test]
fn an_outbox_that_cannot_be_made_is_said_before_anything_is_played() {
    let dir = tempfile::tempdir().unwrap();
    std::fs::write(dir.path().join("stuck.outbox"), "a file").unwrap();
    let mut stuck = worker(dir.path(), "stuck", "127.0.0.1:1", &[]);
    assert_eq!(stuck.process.end().code(), Some(1));
    let log = stuck.process.log();
    assert!(
        log.contains("cannot use the outbox") && log.contains("--outbox"),
        "{log}"
    );
}

#[test]
fn a_study_that_does_not_exist_is_usage() {
    assay(["run", "no-such-study.toml"])
        .failed(2, &["cannot read the study file no-such-study.toml"]);
}

fn block_on<T>(work: impl Future<Output = T>) -> T {
    tokio::runtime::Runtime::new().unwrap().block_on(work)
}

#[tonic::async_trait]
impl WorkerService for FromTheFuture {
    async fn hello(
        &self,
        request: Request<HelloRequest>,
    ) -> Result<Response<HelloResponse>, Status> {
        Ok(Response::new(HelloResponse {
            protocol: 99,
            engine: request.into_inner().engine,
            session: "s".into(),
            renew_every_millis: 1000,
        }))
    }

    async fn acquire(
        &self,
        _: Request<AcquireRequest>,
    ) -> Result<Response<AcquireResponse>, Status> {
        Err(Status::unimplemented("acquire"))
    }

    async fn fetch_study(
        &self,
        _: Request<FetchStudyRequest>,
    ) -> Result<Response<FetchStudyResponse>, Status> {
        Err(Status::unimplemented("fetch_study"))
    }

    async fn renew(&self, _: Request<RenewRequest>) -> Result<Response<RenewResponse>, Status> {
        Err(Status::unimplemented("renew"))
    }

    async fn submit(&self, _: Request<SubmitRequest>) -> Result<Response<SubmitResponse>, Status> {
        Err(Status::unimplemented("submit"))
    }

    async fn release(
        &self,
        _: Request<ReleaseRequest>,
    ) -> Result<Response<ReleaseResponse>, Status> {
        Err(Status::unimplemented("release"))
    }

    async fn report_failure(
        &self,
        _: Request<ReportFailureRequest>,
    ) -> Result<Response<ReportFailureResponse>, Status> {
        Err(Status::unimplemented("report_failure"))
    }
}

/// Changes to a good study, and words of the answer.
const BAD_STUDIES: [(&str, &str, &[&str]); 9] = [
    (
        "game = \"sonic\"",
        "game = \"sonik\"",
        &["unknown game \"sonik\"", "did you mean \"sonic\"?"],
    ),
    (
        "turning = ",
        "turnin = ",
        &["turnin", "did you mean \"turning\"?"],
    ),
    (
        "\"crooked\", springs",
        "\"croked\", springs",
        &["croked", "did you mean \"crooked\"?"],
    ),
    (
        "length_cap",
        "length_cup",
        &["length_cup", "did you mean \"length_cap\"?"],
    ),
    ("pairs = 24", "pairs = 0", &["pairs"]),
    (
        "turning = \"crooked\", springs = true",
        "crooked-pawns = true",
        &["crooked-pawns", "turning"],
    ),
    ("nodes = 150", "nodes = 0", &["nodes"]),
    ("seed = 20260101", "seed = ", &["disturbed.toml:4"]),
    ("[limits]", "[limits", &["disturbed.toml:7"]),
];

#[test]
fn bad_studies_are_answered_with_the_place_and_the_nearest_name() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let good = std::fs::read_to_string(&path).unwrap();
    for (from, to, words) in BAD_STUDIES {
        assert!(good.contains(from), "{from}");
        std::fs::write(&path, good.replace(from, to)).unwrap();
        let name = path.to_str().unwrap();
        let done = assay(["run", name]).failed(2, words);
        assert!(done.stderr.contains("disturbed.toml:"), "{}", done.stderr);
        assay(["submit", name]).failed(2, words);
    }
    assert!(
        !dir.path().join("disturbed.sqlite").exists(),
        "nothing was begun"
    );
}

#[test]
fn every_fault_of_a_study_is_told_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let good = std::fs::read_to_string(&path).unwrap();
    let bad = good
        .replace("\"sonic\"", "\"sonik\"")
        .replace("pairs = 24", "pairs = 0")
        .replace("length_cap", "length_cup");
    std::fs::write(&path, bad).unwrap();
    assay(["run", path.to_str().unwrap()]).failed(2, &["sonik", "pairs", "length_cup"]);
}
