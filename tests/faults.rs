//! Processes that are killed in the middle. Every test shows that its fault fired.

use std::net::TcpListener;

use serde_json::Value;

use crate::support::{
    PAIRS, Signal, assay, coordinator, records, stored_pairs, study_id, until, worker,
};

/// How a study stands, as `assay status --json` tells it.
fn status(address: &str, id: &str) -> Value {
    let done = assay(["status", id, "--json", "--coordinator", address]).ok();
    serde_json::from_str(&done.stdout).unwrap()
}

/// Pairs done and pairs on loan.
fn done_and_leased(status: &Value) -> (u64, u64) {
    let arms = status["arms"].as_array().unwrap();
    let sum = |what: &str| arms.iter().map(|arm| arm[what].as_u64().unwrap()).sum();
    (sum("pairs_done"), sum("pairs_leased"))
}

#[test]
fn a_killed_worker_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let lending = coordinator(dir.path(), 0, &["--lease", "2"]);
    let id = study_id(dir.path(), &lending.address);
    let victim = worker(dir.path(), "victim", &lending.address, &["--slots", "2"]);
    until("the victim is in the middle", || {
        let (done, leased) = done_and_leased(&status(&lending.address, &id));
        (done >= 2 && leased >= 1).then_some(())
    });
    victim.process.kill();
    let (done, leased) = done_and_leased(&status(&lending.address, &id));
    assert!(
        (1..PAIRS as u64).contains(&done),
        "{done} pairs were done at the kill"
    );
    assert!(leased >= 1, "the victim held leases");

    let heir = worker(
        dir.path(),
        "heir",
        &lending.address,
        &["--slots", "2", "--until-done"],
    );
    heir.process.end_well();
    lending
        .process
        .until_logged("did not renew its lease in time");
    let records = records(&dir.path().join("store.sqlite"));
    assert!(records.workers().contains("victim") && records.workers().contains("heir"));
    records.assert_undisturbed();
}

#[test]
fn a_killed_coordinator_loses_nothing() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store.sqlite");
    let victim = coordinator(dir.path(), 0, &[]);
    let (address, port) = (victim.address.clone(), victim.port());
    study_id(dir.path(), &address);
    let survivor = worker(
        dir.path(),
        "survivor",
        &address,
        &["--slots", "2", "--until-done"],
    );
    until("some pairs are stored", || {
        stored_pairs(&store).filter(|n| *n >= 2)
    });
    victim.process.kill();
    let at_kill = stored_pairs(&store).unwrap();
    assert!(
        (1..PAIRS).contains(&at_kill),
        "{at_kill} pairs were stored at the kill"
    );
    // What it finishes meanwhile waits on disk.
    until("the outbox fills", || {
        (survivor.waiting() > 0).then_some(())
    });
    survivor
        .process
        .until_logged("finished pairs stay in the outbox");

    let heir = coordinator(dir.path(), port, &[]);
    heir.process
        .until_logged(&format!("with {at_kill} of {PAIRS} pairs"));
    let outbox = survivor.outbox.clone();
    survivor.process.end_well();
    assert_eq!(
        std::fs::read_dir(outbox).unwrap().count(),
        0,
        "the outbox is empty"
    );
    records(&store).assert_undisturbed();
}

#[test]
fn a_worker_may_come_before_the_coordinator() {
    let dir = tempfile::tempdir().unwrap();
    let port = free_port();
    let address = format!("127.0.0.1:{port}");
    let mut early = worker(dir.path(), "early", &address, &["--slots", "2"]);
    early.process.until_logged("cannot be used now");
    assert!(early.process.is_running());

    let late = coordinator(dir.path(), port, &[]);
    let id = study_id(dir.path(), &late.address);
    assay(["watch", &id, "--coordinator", &late.address]).ok();
    early.process.signal(Signal::Terminate);
    early.process.end_well();
    late.process.signal(Signal::Terminate);
    late.process.end_well();
    records(&dir.path().join("store.sqlite")).assert_undisturbed();
}

#[test]
fn a_restarted_worker_sends_what_the_killed_one_had_finished() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store.sqlite");
    let first = coordinator(dir.path(), 0, &[]);
    let (address, port) = (first.address.clone(), first.port());
    study_id(dir.path(), &address);
    let victim = worker(dir.path(), "victim", &address, &["--slots", "2"]);
    until("some pairs are stored", || {
        stored_pairs(&store).filter(|n| *n >= 2)
    });
    first.process.kill();
    until("the outbox fills", || (victim.waiting() > 0).then_some(()));
    let waiting = victim.waiting();
    let stored = stored_pairs(&store).unwrap();
    victim.process.kill();

    // The same name is the same outbox here.
    let _second = coordinator(dir.path(), port, &[]);
    let heir = worker(
        dir.path(),
        "victim",
        &address,
        &["--slots", "2", "--until-done"],
    );
    heir.process
        .until_logged("finished pairs in the outbox go first");
    heir.process.end_well();
    assert!(waiting >= 1 && stored < PAIRS);
    records(&store).assert_undisturbed();
}

/// A port nobody has just now.
fn free_port() -> u16 {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.local_addr().unwrap().port()
}
