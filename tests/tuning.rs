//! Numbers of the engine tuned by self-play, and the match that verifies them.

use std::fs;
use std::path::Path;
use std::process::Stdio;

use serde_json::Value;

use crate::support::{
    Coordinator, Process, Signal, Worker, assay, assay_command, coordinator, records, stored_pairs,
    until, worker,
};

/// Many short games, few of them under way at a time.
const STUDY: &str = r#"
name = "tuning"
game = "sonic"
kind = "tune"
seed = 11
length_cap = 60

[limits]
nodes = 30

[openings]
kind = "random"
plies = 4

[tune]
iterations = 75
pairs = 2
lag = 3
rate = 0.3
parameters = ["tempo", { name = "razor", low = 100, high = 400 }, "reverse_futility"]
"#;

/// Pairs of the tuning.
const PAIRS: usize = 75 * 2;
/// How often somebody is killed.
const KILLS: usize = 20;

fn written(dir: &Path, more: &str) -> String {
    let path = dir.join("tuning.toml");
    // Keys of the study itself stand before its tables.
    fs::write(&path, format!("{more}{STUDY}")).unwrap();
    path.to_str().unwrap().to_owned()
}

/// The tuning as a report of the study's games tells it.
fn tuning(dir: &Path, study: &str) -> Value {
    let store = dir.join("store.sqlite");
    let mut args = vec!["report", study, "--json"];
    let store = store.to_str().unwrap();
    if fs::exists(store).unwrap() {
        args.extend(["--store", store]);
    }
    let findings: Value = serde_json::from_str(&assay(args).ok().stdout).unwrap();
    findings["tuning"].clone()
}

#[test]
fn twenty_kills_change_neither_iterations_nor_games() {
    let plain = tempfile::tempdir().unwrap();
    let study = written(plain.path(), "verify = false\n");
    assay(["run", &study, "--slots", "1"]).ok();
    let alone = tuning(plain.path(), &study);
    assert_eq!(alone["history"].as_array().unwrap().len(), 75);

    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store.sqlite");
    let study = written(dir.path(), "verify = false\n");
    let (mut lending, mut workers) = start(dir.path(), &study);
    let port = lending.port();
    let mut killed = 0;
    let mut seen = 0;
    while killed < KILLS {
        // Something has happened since the last kill, and a pair or two are under way.
        until("more pairs are stored", || {
            stored_pairs(&store).filter(|stored| *stored > seen)
        });
        if killed % 2 == 0 {
            lending.process.kill();
            lending = coordinator(dir.path(), port, &["--lease", "1"]);
        } else {
            let victim = killed / 2 % 2;
            let name = NAMES[victim];
            let heir = |address: &str| worker(dir.path(), name, address, &["--slots", "1"]);
            workers.remove(victim).process.kill();
            workers.insert(victim, heir(&lending.address));
        }
        killed += 1;
        seen = stored_pairs(&store).unwrap();
        assert!(seen < PAIRS, "all was over after {killed} kills");
    }
    until("every pair is stored", || {
        stored_pairs(&store).filter(|stored| *stored == PAIRS)
    });
    end(lending, workers);
    let theirs = records(&plain.path().join("tuning.sqlite"));
    records(&store).assert_same(&theirs);
    let many = tuning(dir.path(), &study);
    assert_eq!(many, alone);
}

const NAMES: [&str; 2] = ["left", "right"];

fn start(dir: &Path, study: &str) -> (Coordinator, Vec<Worker>) {
    let lending = coordinator(dir, 0, &["--lease", "1"]);
    assay(["submit", study, "--coordinator", &lending.address]).ok();
    let workers = NAMES.map(|name| worker(dir, name, &lending.address, &["--slots", "1"]));
    (lending, workers.into())
}

fn end(lending: Coordinator, workers: Vec<Worker>) {
    let status = assay(["status", "--coordinator", &lending.address]).ok();
    assert!(status.stdout.contains("iteration 75 of 75"), "{status:?}");
    for worker in workers {
        worker.process.signal(Signal::Terminate);
        worker.process.end_well();
    }
    lending.process.signal(Signal::Terminate);
    lending.process.end_well();
}

/// A match that is over soon.
const VERIFY: &str = "\n[verify]\npairs = 12\nsprt = { elo0 = 0, elo1 = 50 }\n";

#[test]
fn a_tuning_is_verified_and_goes_on_where_it_was_killed() {
    let plain = tempfile::tempdir().unwrap();
    let study = written(plain.path(), "");
    fs::write(&study, format!("{STUDY}{VERIFY}")).unwrap();
    let ran = assay(["run", &study]).ok();
    for words in ["tuned: tunables = { tempo = ", "now a match of the tuned"] {
        assert!(ran.stderr.contains(words), "{}", ran.stderr);
    }
    for words in ["tuning: tuned against untuned", "tunables = { tempo = "] {
        assert!(ran.stdout.contains(words), "{}", ran.stdout);
    }
    let page = fs::read_to_string(plain.path().join("report/index.html")).unwrap();
    for words in [
        "Where tuning took each number",
        "reverse_futility",
        "tuned against untuned",
    ] {
        assert!(page.contains(words), "no {words}");
    }
    let history = fs::read_to_string(plain.path().join("report/numbers/tuning-history.csv"));
    let history = history.unwrap();
    let mut lines = history.lines();
    let head = "iteration,pairs,wins,draws,losses,score_percent,tempo,razor,reverse_futility";
    assert_eq!(lines.next(), Some(head));
    assert_eq!(lines.clone().count(), 75);
    assert!(lines.last().unwrap().starts_with("75,150,"));

    let dir = tempfile::tempdir().unwrap();
    let study = written(dir.path(), "");
    fs::write(&study, format!("{STUDY}{VERIFY}")).unwrap();
    let store = dir.path().join("tuning.sqlite");
    // Once in the tuning and once in the match after it.
    for stored in [10, PAIRS + 1] {
        let mut command = assay_command(["run", &study, "--slots", "1"]);
        command.stdout(Stdio::null());
        let run = Process::start(command, &dir.path().join("run.log"));
        until("some pairs are stored", || {
            stored_pairs(&store).filter(|n| *n >= stored)
        });
        run.kill();
    }
    assert!(
        stored_pairs(&store).unwrap() < PAIRS + 12,
        "nothing was left to play"
    );
    let again = assay(["run", &study]).ok();
    assert_eq!(again.stdout.lines().next(), ran.stdout.lines().next());
    let found = |study: &str| -> Value {
        let json = assay(["report", study, "--json"]).ok().stdout;
        serde_json::from_str(&json).unwrap()
    };
    let there = found(&plain.path().join("tuning.toml").to_string_lossy());
    let here = found(&study);
    assert_eq!(here["tuning"], there["tuning"]);
    assert_eq!(here["matches"], there["matches"]);
    assert_eq!(here["study"]["kind"], "match");

    let plan = assay(["plan", &study, "--sample", "1"]).ok();
    assert!(plan.stdout.contains("games in all"), "{}", plan.stdout);
}
