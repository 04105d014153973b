//! `assay run`, stopped and started again.

use std::fs;
use std::process::Stdio;
use std::time::{Duration, Instant};

use crate::support::{
    PAIRS, Process, Signal, as_if_played_by, assay, assay_command, records, stored_pairs, study,
    until,
};

#[test]
fn a_study_begun_by_another_version_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let path = path.to_str().unwrap();
    assay(["run", path]).ok();
    let store = dir.path().join("disturbed.sqlite");
    as_if_played_by("assay 0.0.9", &store);
    let again = assay(["run", path]).ok();
    for words in ["begun by assay 0.0.9", "do not compare"] {
        assert!(again.stderr.contains(words), "{}", again.stderr);
    }
}

#[test]
fn an_interrupted_run_goes_on_where_it_stopped() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let path = path.to_str().unwrap();
    let store = dir.path().join("disturbed.sqlite");
    let mut command = assay_command(["run", path]);
    command.stdout(Stdio::null());
    let mut run = Process::start(command, &dir.path().join("run.log"));
    until("some pairs are stored", || {
        stored_pairs(&store).filter(|n| *n >= 2)
    });
    run.signal(Signal::Interrupt);
    let status = run.end();
    assert_eq!(status.code(), Some(130), "{}", run.log());
    assert!(
        run.log().contains("finishing the games in hand"),
        "{}",
        run.log()
    );
    assert!(
        run.log().contains("the same command goes on from there"),
        "{}",
        run.log()
    );
    let stopped_with = stored_pairs(&store).unwrap();
    assert!(
        (1..PAIRS).contains(&stopped_with),
        "stopped with {stopped_with} pairs"
    );
    assert!(!dir.path().join("report").exists());

    // What there is can be reported at any time.
    assay(["report", path]).ok();
    assert!(dir.path().join("report/index.html").exists());

    let again = assay(["run", path]).ok();
    let words = format!("going on with {} of {} games", 2 * stopped_with, 2 * PAIRS);
    assert!(again.stderr.contains(&words), "{}", again.stderr);
    assert!(
        again.stdout.contains("report/index.html"),
        "{}",
        again.stdout
    );
    records(&store).assert_undisturbed();

    // And once more: nothing is left to play, the report is written again.
    fs::remove_dir_all(dir.path().join("report")).unwrap();
    assay(["run", path]).ok();
    assert!(dir.path().join("report/index.html").exists());
    records(&store).assert_undisturbed();
}

#[test]
fn a_second_signal_leaves_at_once() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    // Games that would take minutes.
    let text = fs::read_to_string(&path)
        .unwrap()
        .replace("nodes = 150", "nodes = 3000000");
    fs::write(&path, text).unwrap();
    let log = ["--log", "info,assay_worker=debug"];
    let mut command = assay_command(["run", path.to_str().unwrap()]);
    command.args(log).stdout(Stdio::null());
    let mut run = Process::start(command, &dir.path().join("run.log"));
    run.until_logged("playing disturbed");
    run.signal(Signal::Interrupt);
    run.until_logged("once more to leave at once");
    std::thread::sleep(Duration::from_millis(300));
    assert!(run.is_running(), "the games in hand are still being played");
    run.signal(Signal::Interrupt);
    let asked = Instant::now();
    let status = run.end();
    assert_eq!(status.code(), Some(130), "{}", run.log());
    assert!(
        asked.elapsed() < Duration::from_secs(10),
        "{:?}",
        asked.elapsed()
    );
    assert!(run.log().contains("leases given back"), "{}", run.log());
}
