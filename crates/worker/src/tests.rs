//! The whole worker against a fake coordinator over real connections.

use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::atomic::Ordering;
use std::time::Duration;

use assay_wire::{Address, PROTOCOL_VERSION, Refusal};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use tonic::{Code, Status};

use crate::fake::{FakeCoordinator, FakePlayer, key, pair};
use crate::{Config, Outbox, Stages, Sum, Until, WorkerFault, run};

const PATIENCE: Duration = Duration::from_secs(20);

struct Worker {
    stages: Stages,
    ends: JoinHandle<Result<Sum, WorkerFault>>,
}

fn config(address: &Address, outbox: &Path) -> Config {
    Config {
        coordinator: address.clone(),
        name: "fake-worker".into(),
        engine: "assay 0.0.0".into(),
        slots: NonZeroUsize::new(2).unwrap(),
        outbox: outbox.to_owned(),
        until: Until::Done,
    }
}

fn start(address: &Address, outbox: &Path, player: FakePlayer) -> Worker {
    let stages = Stages::default();
    Worker {
        ends: tokio::spawn(run(config(address, outbox), player, stages.clone())),
        stages,
    }
}

impl Worker {
    async fn end(self) -> Result<Sum, WorkerFault> {
        tokio::time::timeout(PATIENCE, self.ends)
            .await
            .expect("the worker ends")
            .unwrap()
    }
}

async fn until(what: &str, mut holds: impl FnMut() -> bool) {
    let patience = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < patience, "waited in vain until {what}");
        sleep(Duration::from_millis(5)).await;
    }
}

fn slow(millis: u64) -> FakePlayer {
    FakePlayer {
        takes: Duration::from_millis(millis),
        ..FakePlayer::default()
    }
}

fn waiting(outbox: &Path) -> usize {
    Outbox::open(outbox).unwrap().waiting().unwrap().pairs.len()
}

#[tokio::test]
async fn every_pair_is_played_and_handed_in_once() {
    let fake = FakeCoordinator::with_pairs(300);
    let running = fake.serve(0).await;
    let dir = tempfile::tempdir().unwrap();
    let sum = start(&running.address, dir.path(), slow(0))
        .end()
        .await
        .unwrap();
    assert_eq!(sum.acknowledged, 300);
    assert_eq!(fake.book().stored.len(), 300);
    assert!(fake.book().handed_in.values().all(|n| *n == 1));
    assert_eq!(waiting(dir.path()), 0);
    let book = fake.book();
    let stored = &book.stored[&key(0, 7)];
    assert_eq!(stored.games[0].provenance.worker, "fake-worker");
    assert!(stored.games[1].same_game(&pair(0, 7).games[1]));
}

#[tokio::test]
async fn a_worker_may_come_before_the_coordinator() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(3);
    let running = fake.serve(0).await;
    let address = running.address.clone();
    running.kill().await;
    let worker = start(&address, dir.path(), slow(0));
    sleep(Duration::from_millis(300)).await;
    assert!(!worker.ends.is_finished());
    let _running = fake.serve(port(&address)).await;
    assert_eq!(worker.end().await.unwrap().acknowledged, 3);
}

#[tokio::test]
async fn a_restarted_coordinator_is_greeted_again_and_nothing_is_lost() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(60);
    let running = fake.serve(0).await;
    let address = running.address.clone();
    let worker = start(&address, dir.path(), slow(20));
    until("some pairs are stored", || fake.book().stored.len() > 4).await;
    running.kill().await;
    let at_kill = fake.book().stored.len();
    assert!(at_kill < 60, "the kill came too late to prove anything");
    fake.forget_memory();
    // Results pile up in the outbox meanwhile.
    until("the outbox fills", || waiting(dir.path()) > 0).await;
    let _running = fake.serve(port(&address)).await;
    worker.end().await.unwrap();
    assert_eq!(fake.book().stored.len(), 60);
    assert_eq!(fake.book().hellos, 2);
    assert_eq!(waiting(dir.path()), 0);
}

#[tokio::test]
async fn an_answer_that_is_lost_makes_a_duplicate_and_no_harm() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(5);
    for code in [Code::Unknown, Code::Cancelled, Code::Unavailable] {
        fake.book()
            .submit_faults
            .push_back(Status::new(code, "connection broke"));
    }
    let running = fake.serve(0).await;
    let sum = start(&running.address, dir.path(), slow(0))
        .end()
        .await
        .unwrap();
    assert_eq!(sum.acknowledged, 5);
    assert_eq!(fake.book().stored.len(), 5);
    assert!(
        fake.book().handed_in.values().any(|n| *n == 2),
        "the fault fired"
    );
}

#[tokio::test]
async fn a_panic_and_a_fault_are_reported_and_the_rest_goes_on() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(20);
    let running = fake.serve(0).await;
    let player = FakePlayer {
        panics_at: Some(key(0, 3)),
        fails_at: Some(key(0, 5)),
        ..FakePlayer::default()
    };
    let sum = start(&running.address, dir.path(), player)
        .end()
        .await
        .unwrap();
    assert_eq!((sum.acknowledged, sum.failed), (18, 2));
    let mut failures = fake.book().failures.clone();
    failures.sort();
    assert_eq!(failures[0].0, key(0, 3));
    assert!(
        failures[0].1.contains("a piece fell off the board"),
        "{failures:?}"
    );
    assert_eq!(failures[1], (key(0, 5), "no legal move".to_owned()));
}

#[tokio::test]
async fn a_study_that_cannot_be_played_here_is_reported() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(2);
    let running = fake.serve(0).await;
    let player = FakePlayer {
        unable: true,
        ..FakePlayer::default()
    };
    let sum = start(&running.address, dir.path(), player)
        .end()
        .await
        .unwrap();
    assert_eq!(sum.failed, 2);
    assert_eq!(fake.book().failures[0].1, "this worker cannot");
}

#[tokio::test]
async fn the_first_stage_finishes_what_is_in_hand() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(50);
    let running = fake.serve(0).await;
    let player = slow(300);
    let begun = player.begun.clone();
    let worker = start(&running.address, dir.path(), player);
    until("two pairs are played and one waits", || {
        begun.load(Ordering::Relaxed) == 2 && fake.book().lent.len() == 3
    })
    .await;
    worker.stages.finish.cancel();
    let sum = worker.end().await.unwrap();
    assert_eq!(sum.acknowledged, 2);
    assert_eq!(fake.book().released.len(), 1);
    assert!(fake.book().lent.is_empty());
}

#[tokio::test]
async fn the_second_stage_gives_everything_back_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(50);
    let running = fake.serve(0).await;
    let player = slow(60_000);
    let begun = player.begun.clone();
    let worker = start(&running.address, dir.path(), player);
    until("two pairs are played and one waits", || {
        begun.load(Ordering::Relaxed) == 2 && fake.book().lent.len() == 3
    })
    .await;
    worker.stages.finish.cancel();
    sleep(Duration::from_millis(50)).await;
    assert!(!worker.ends.is_finished());
    worker.stages.at_once.cancel();
    assert_eq!(worker.end().await.unwrap(), Sum::default());
    assert_eq!(fake.book().released.len(), 3);
}

#[tokio::test]
async fn long_games_are_renewed() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(2);
    let running = fake.serve(0).await;
    start(&running.address, dir.path(), slow(800))
        .end()
        .await
        .unwrap();
    let renewals = fake.book().renewals.clone();
    assert!(
        renewals.len() == 2 && renewals.values().all(|n| *n >= 2),
        "{renewals:?}"
    );
}

#[tokio::test]
async fn the_outbox_of_an_earlier_run_goes_first() {
    let dir = tempfile::tempdir().unwrap();
    Outbox::open(dir.path()).unwrap().keep(&pair(0, 1)).unwrap();
    let fake = FakeCoordinator::default();
    let running = fake.serve(0).await;
    let sum = start(&running.address, dir.path(), slow(0))
        .end()
        .await
        .unwrap();
    assert_eq!(sum.acknowledged, 1);
    assert_eq!(fake.book().stored[&key(0, 1)], pair(0, 1));
    assert_eq!(waiting(dir.path()), 0);
}

#[tokio::test]
async fn a_refused_pair_is_kept_for_people() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(3);
    fake.book().refused.insert(key(0, 1));
    let running = fake.serve(0).await;
    let sum = start(&running.address, dir.path(), slow(0))
        .end()
        .await
        .unwrap();
    assert_eq!((sum.acknowledged, sum.refused), (2, 1));
    assert!(dir.path().join("refused/a-study-1.0.1.json").exists());
}

#[tokio::test]
async fn results_stay_in_memory_when_the_outbox_cannot_take_them() {
    let dir = tempfile::tempdir().unwrap();
    let outbox = dir.path().join("outbox");
    let fake = FakeCoordinator::with_pairs(10);
    let running = fake.serve(0).await;
    let worker = start(&running.address, &outbox, slow(50));
    until("the worker has begun", || fake.book().lent.len() > 1).await;
    std::fs::remove_dir_all(&outbox).unwrap();
    std::fs::write(&outbox, "in the way").unwrap();
    assert_eq!(worker.end().await.unwrap().acknowledged, 10);
    assert_eq!(fake.book().stored.len(), 10);
}

#[tokio::test]
async fn nothing_is_begun_while_neither_disk_nor_coordinator_take_results() {
    let dir = tempfile::tempdir().unwrap();
    let outbox = dir.path().join("outbox");
    let fake = FakeCoordinator::with_pairs(40);
    let trouble = Refusal::StoreTrouble.status("no room");
    fake.book().submit_faults = vec![trouble; 10_000].into();
    let running = fake.serve(0).await;
    let player = slow(20);
    let begun = player.begun.clone();
    let begun = || begun.load(Ordering::Relaxed);
    let worker = start(&running.address, &outbox, player);
    until("the worker has begun", || begun() > 0).await;
    std::fs::remove_dir_all(&outbox).unwrap();
    std::fs::write(&outbox, "in the way").unwrap();
    let before = begun();
    sleep(Duration::from_millis(500)).await;
    // Two slots with a pair each under way, the same once more before both have seen that nothing can be kept.
    assert!(begun() <= before + 4, "{} after {before}", begun());
    fake.book().submit_faults.clear();
    worker.end().await.unwrap();
    assert_eq!(fake.book().stored.len(), 40);
}

#[tokio::test]
async fn an_outbox_that_cannot_be_is_said_at_the_start() {
    let dir = tempfile::tempdir().unwrap();
    let outbox = dir.path().join("outbox");
    std::fs::write(&outbox, "in the way").unwrap();
    let worker = start(&Address::default(), &outbox, slow(0));
    let message = worker.end().await.unwrap_err().to_string();
    assert!(message.contains("--outbox"), "{message}");
}

#[tokio::test]
async fn a_coordinator_of_another_protocol_ends_the_worker() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(1);
    fake.book().protocol = Some(99);
    let running = fake.serve(0).await;
    let message = start(&running.address, dir.path(), slow(0))
        .end()
        .await
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("version 99") && message.contains(&format!("version {PROTOCOL_VERSION}")),
        "{message}"
    );
}

fn port(address: &Address) -> u16 {
    address
        .to_string()
        .rsplit_once(':')
        .unwrap()
        .1
        .parse()
        .unwrap()
}

#[tokio::test]
async fn leases_that_come_during_a_stop_are_given_back() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(50);
    fake.book().acquire_takes = Duration::from_millis(400);
    let running = fake.serve(0).await;
    let worker = start(&running.address, dir.path(), slow(0));
    until("the worker asks", || !fake.book().lent.is_empty()).await;
    worker.stages.finish.cancel();
    assert_eq!(worker.end().await.unwrap(), Sum::default());
    assert!(fake.book().lent.is_empty());
    assert!(!fake.book().released.is_empty());
}

#[tokio::test]
async fn leases_are_kept_until_their_pairs_are_acknowledged() {
    let dir = tempfile::tempdir().unwrap();
    let fake = FakeCoordinator::with_pairs(1);
    // The store is in trouble for a while; the pair is finished at once.
    for _ in 0..4 {
        let trouble = Refusal::StoreTrouble.status("no room");
        fake.book().submit_faults.push_back(trouble);
    }
    let running = fake.serve(0).await;
    start(&running.address, dir.path(), slow(0))
        .end()
        .await
        .unwrap();
    let renewals: u32 = fake.book().renewals.values().sum();
    assert!(renewals >= 1, "renewed after it was finished");
}
