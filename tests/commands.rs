//! The commands that talk to a coordinator, and those that tell about the program.

use serde_json::Value;

use crate::support::{assay, coordinator, study, study_id, worker};

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|e| panic!("{e}: {text}"))
}

#[test]
fn a_study_is_submitted_once_and_lives_through_its_states() {
    let dir = tempfile::tempdir().unwrap();
    let lending = coordinator(dir.path(), 0, &[]);
    let at = lending.address.as_str();
    let id = study_id(dir.path(), at);
    assert!(id.starts_with("disturbed-"), "{id}");
    assert_eq!(
        study_id(dir.path(), at),
        id,
        "the same file is the same study"
    );
    let all = assay(["status", "--json", "--coordinator", at]).ok();
    assert_eq!(all.stdout.lines().count(), 1);
    assert_eq!(json(&all.stdout)["games"], 96);
    for (command, state) in [
        ("pause", "paused"),
        ("resume", "open"),
        ("cancel", "cancelled"),
    ] {
        // The beginning of an id will do.
        let done = assay([command, "disturb", "--json", "--coordinator", at]).ok();
        assert_eq!(json(&done.stdout)["state"], state);
    }
    let shown = assay(["status", &id, "--coordinator", at]).ok().stdout;
    assert!(
        shown.contains("cancelled") && shown.contains("crooked"),
        "{shown}"
    );
    assay(["watch", &id, "--coordinator", at]).failed(1, &["cancelled"]);
    assay(["status", "other", "--coordinator", at]).failed(1, &["no study \"other\"", &id]);
    drop(lending);

    // States outlive the coordinator.
    let again = coordinator(dir.path(), 0, &[]);
    let done = assay(["status", &id, "--json", "--coordinator", &again.address]).ok();
    assert_eq!(json(&done.stdout)["state"], "cancelled");
}

#[test]
fn a_paused_study_is_not_played_and_a_report_comes_from_any_side() {
    let dir = tempfile::tempdir().unwrap();
    let lending = coordinator(dir.path(), 0, &[]);
    let at = lending.address.as_str();
    let id = study_id(dir.path(), at);
    assay(["pause", &id, "--coordinator", at]).ok();
    let mut idle = worker(dir.path(), "idle", at, &["--until-done"]);
    std::thread::sleep(std::time::Duration::from_secs(1));
    assert!(idle.process.is_running(), "a paused study is not finished");
    let done = assay(["status", &id, "--json", "--coordinator", at]).ok();
    assert_eq!(json(&done.stdout)["games_done"], 0);

    assay(["resume", &id, "--coordinator", at]).ok();
    let watched = assay(["watch", &id, "--json", "--coordinator", at]).ok();
    let last = watched.stdout.lines().last().unwrap();
    assert_eq!(json(last)["state"], "done");
    assert!(watched.stdout.lines().count() > 2, "progress was told");
    idle.process.end_well();

    let out = dir.path().join("out");
    let out = out.to_str().unwrap();
    let told = assay(["report", &id, "--coordinator", at, "--out", out]).ok();
    assert!(
        told.stdout.contains("out/report/index.html"),
        "{}",
        told.stdout
    );
    let from_coordinator = assay(["report", &id, "--coordinator", at, "--json"])
        .ok()
        .stdout;
    let store = dir.path().join("store.sqlite");
    let store = store.to_str().unwrap();
    let from_store = assay(["report", "--store", store, "--json"]).ok().stdout;
    assert_eq!(from_coordinator, from_store);
    assert!(json(&from_store).is_object());
}

#[test]
fn nobody_listening_is_said_with_what_to_do() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let path = path.to_str().unwrap();
    for args in [
        &["status"][..],
        &["submit", path],
        &["watch", "x"],
        &["pause", "x"],
    ] {
        let args = args.iter().chain(&["--coordinator", "127.0.0.1:1"]);
        assay(args).failed(
            1,
            &[
                "no coordinator can be reached at 127.0.0.1:1",
                "assay coordinator",
            ],
        );
    }
}

#[test]
fn the_program_tells_about_itself() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(assay(["completions", shell]).ok().stdout.contains("assay"));
    }
    assert!(assay(["man"]).ok().stdout.contains(".TH assay"));
    let help = assay(["--help"]).ok().stdout;
    for word in ["run", "coordinator", "worker", "Exit codes"] {
        assert!(help.contains(word), "{help}");
    }
}

#[test]
fn a_plan_tells_the_cost_and_plays_nothing_that_counts() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path());
    let path = path.to_str().unwrap();
    let told = assay(["plan", path, "--sample", "1"]).ok().stdout;
    for words in ["96 games in all", "of one core", "curved", "crooked"] {
        assert!(told.contains(words), "{told}\nlacks {words}");
    }
    let told = assay(["plan", path, "--sample", "1", "--cores", "1000", "--json"]).ok();
    let plan = json(&told.stdout);
    assert_eq!(plan["cores"], 1000);
    let (all, shared) = (&plan["core_seconds"], &plan["seconds"]);
    let ratio = all.as_f64().unwrap() / shared.as_f64().unwrap();
    assert!((ratio - 1000.0).abs() < 1e-6, "{plan}");
    let files = std::fs::read_dir(dir.path()).unwrap().count();
    assert_eq!(files, 1, "nothing but the study file is there");
    assay(["plan", path, "--sample", "0"]).failed(2, &["--sample"]);
}
