//! Studies in which another program plays.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::support::{assay, program, records_of_players};

/// A match of fide between the engine itself and a program, as the test says.
fn study(dir: &Path, pairs: u32, command: &str, arguments: &[&str]) -> String {
    let text = format!(
        r#"
name = "inside against outside"
game = "fide"
kind = "match"
length_cap = 60

[limits]
nodes = 50

[stop]
pairs = {pairs}

[[player]]
name = "inside"

[[player]]
name = "outside"
kind = "uci"
command = {command:?}
arguments = {arguments:?}
patience_ms = 20000
rest_ms = 50
"#
    );
    let path = dir.join("match.toml");
    fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_match_against_another_program_is_played_and_told() {
    let dir = tempfile::tempdir().unwrap();
    let path = study(dir.path(), 4, program().to_str().unwrap(), &["uci"]);
    let ran = assay(["run", &path]).ok();
    assert!(ran.stdout.contains("8 games"), "{}", ran.stdout);
    let players = records_of_players(&dir.path().join("match.sqlite"));
    assert_eq!(players.len(), 8);
    // The program calls itself what the engine inside is called.
    let name = format!("assay {}", env!("CARGO_PKG_VERSION"));
    for [white, black] in &players {
        assert_eq!([white, black], [&name, &name]);
    }
    let json: Value =
        serde_json::from_str(&assay(["report", &path, "--json"]).ok().stdout).unwrap();
    let players = json["study"]["players"].to_string();
    assert!(players.contains("the program"), "{players}");
}

#[test]
fn a_program_that_cannot_play_stops_the_study_with_its_last_words() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("program.sh");
    fs::write(
        &script,
        "echo id name broken; while read line; do case $line in uci) echo uciok;; isready) echo readyok;; \
         go*) echo out of cards >&2; exit 7;; esac; done",
    )
    .unwrap();
    let path = study(dir.path(), 8, "/bin/sh", &[script.to_str().unwrap()]);
    let ran = assay(["run", &path]);
    let ran = ran.failed(
        1,
        &[
            "one pair after another could not be played",
            "outside",
            "out of cards",
            "--retry-set-aside",
        ],
    );
    assert!(ran.stderr.contains("paused"), "{}", ran.stderr);
    // Nothing of it counts.
    let games = || {
        let done = assay(["report", &path, "--json"]).ok();
        let json: Value = serde_json::from_str(&done.stdout).unwrap();
        json["arms"][0]["games"].as_u64().unwrap()
    };
    assert_eq!(games(), 0, "no game is lost by a crash");

    // The program is mended: what was set aside stays so, unless it is to be tried again.
    fs::write(&script, format!("exec {:?} uci", program())).unwrap();
    assay(["run", &path]).ok();
    let played = games();
    let aside = 8 - played / 2;
    assert!(aside >= 3 && played > 0, "{played} games were played");
    let again = assay(["run", &path, "--retry-set-aside"]).ok();
    let words = format!("set aside before and played again: {aside} pairs");
    assert!(again.stderr.contains(&words), "{}", again.stderr);
    assert_eq!(games(), 16);
}

#[test]
fn a_program_that_is_not_there_is_named() {
    for pairs in [1, 4] {
        let dir = tempfile::tempdir().unwrap();
        let path = study(dir.path(), pairs, "no-such-engine-anywhere", &[]);
        assay(["run", &path]).failed(1, &["no-such-engine-anywhere", "--retry-set-aside"]);
    }
}
