//! Databases that are not ours, and disks without room.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{
    Coordinator, PAIRS, Process, Signal, assay, coordinator, program, records, stored_pairs, study,
    study_id, until, worker,
};

/// Where an SQLite file keeps its `user_version`, most significant byte first.
const USER_VERSION: std::ops::Range<usize> = 60..64;
/// Where it keeps its `application_id`.
const APPLICATION_ID: std::ops::Range<usize> = 68..72;

/// Runs a command so that no file may grow beyond some 200 KiB: room to begin with, not for a study. The
/// signal that would say so is ignored, so that writing fails as it does on a full disk.
const CRAMPED: &str = "trap '' XFSZ; ulimit -f 400; exec \"$@\"";

#[test]
fn a_file_that_is_no_database_is_left_as_it_is() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let store = dir.path().join("disturbed.sqlite");
    fs::write(&store, "my diary").unwrap();
    assay(["run", path.to_str().unwrap()])
        .failed(2, &["disturbed.sqlite", "is not an Assay database"]);
    assert_eq!(fs::read_to_string(&store).unwrap(), "my diary");
}

#[test]
fn foreign_and_newer_databases_are_told_apart() {
    let dir = tempfile::tempdir().unwrap();
    coordinator_that_ended(dir.path());
    let store = dir.path().join("store.sqlite");
    let ours = fs::read(&store).unwrap();
    let table = [
        (APPLICATION_ID, 2, "is not an Assay database"),
        (USER_VERSION, 1, "written by a newer version of Assay"),
    ];
    for (field, code, words) in table {
        let mut bytes = ours.clone();
        bytes[field].copy_from_slice(&[0x7f, 0, 0, 1]);
        fs::write(&store, &bytes).unwrap();
        let args = [
            "coordinator",
            "--listen",
            "127.0.0.1:0",
            "--store",
            store.to_str().unwrap(),
        ];
        assay(args).failed(code, &[words, "store.sqlite"]);
        assert_eq!(fs::read(&store).unwrap(), bytes, "left as it was");
    }
}

fn coordinator_that_ended(dir: &Path) {
    let served = coordinator(dir, 0, &[]);
    study_id(dir, &served.address);
    served.process.signal(Signal::Terminate);
    served.process.end_well();
}

#[test]
fn a_full_disk_keeps_results_in_the_outbox_until_there_is_room() {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store.sqlite");
    let mut command = Command::new("sh");
    command
        .args(["-c", CRAMPED, "sh"])
        .arg(program())
        .args(["coordinator", "--listen", "127.0.0.1:0", "--store"])
        .arg(&store);
    let cramped = Coordinator::by(command, dir.path());
    let (address, port) = (cramped.address.clone(), cramped.port());
    study_id(dir.path(), &address);
    let patient = worker(
        dir.path(),
        "patient",
        &address,
        &["--slots", "2", "--until-done"],
    );
    until("results wait in the outbox", || {
        let told = patient.process.log().contains("cannot be used now");
        (told && patient.waiting() > 0).then_some(())
    });
    let log = patient.process.log();
    assert!(log.contains("finished pairs stay in the outbox"), "{log}");
    assert!(
        log.contains("store.sqlite"),
        "the worker says what is full: {log}"
    );
    assert!(
        cramped.process.log().contains("store.sqlite"),
        "{}",
        cramped.process.log()
    );
    let stored = stored_pairs(&store).unwrap();
    assert!(stored < PAIRS, "{stored} pairs found room");
    cramped.process.kill();

    let _roomy = coordinator(dir.path(), port, &[]);
    patient.process.end_well();
    records(&store).assert_undisturbed();
}

#[test]
fn a_run_on_a_full_disk_can_be_stopped_and_goes_on_when_there_is_room() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let path = path.to_str().unwrap();
    let store = dir.path().join("disturbed.sqlite");
    let mut command = Command::new("sh");
    command
        .args(["-c", CRAMPED, "sh"])
        .arg(program())
        .args(["run", path]);
    command.stdout(Stdio::null());
    let mut run = Process::start(command, &dir.path().join("run.log"));
    run.until_logged("finished pairs stay in the outbox");
    run.signal(Signal::Interrupt);
    let status = run.end();
    let log = run.log();
    assert_eq!(status.code(), Some(130), "{log}");
    assert!(log.contains("left in the outbox"), "{log}");
    assert!(
        log.contains("disturbed.sqlite"),
        "it says what is full: {log}"
    );
    let stored = stored_pairs(&store).unwrap();
    assert!(stored < PAIRS, "{stored} pairs found room");

    let again = assay(["run", path]).ok();
    assert!(
        again
            .stderr
            .contains("finished pairs in the outbox go first"),
        "{}",
        again.stderr
    );
    records(&store).assert_undisturbed();
    assert!(
        !dir.path().join("disturbed.outbox").exists(),
        "it is empty and gone"
    );
}

#[test]
fn a_directory_that_cannot_be_written_is_said() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let args = ["run", path.to_str().unwrap(), "--out", "/dev/null/here"];
    assay(args).failed(1, &["cannot make the directory /dev/null/here", "--out"]);
}
