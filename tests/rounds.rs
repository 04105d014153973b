//! Studies that are played again with the piece values fitted to their games.

use std::fs;

use serde_json::Value;

use crate::support::assay;

const STUDY: &str = r#"
name = "rounds"
game = "fide"
seed = 3
length_cap = 200
retune = { rounds = 2 }

[limits]
nodes = 60

[stop]
pairs = 200

[factorial]
stalemate = ["draw", "win"]
"#;

#[test]
fn each_round_is_played_with_the_values_of_the_one_before() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("rounds.toml");
    fs::write(&path, STUDY).unwrap();
    let path = path.to_str().unwrap();
    let ran = assay(["run", path]).ok();
    assert!(
        ran.stderr.contains("round 1 plays with the fitted ones"),
        "{}",
        ran.stderr
    );
    let found = || -> Value {
        let json = assay(["report", path, "--json"]).ok().stdout;
        serde_json::from_str(&json).unwrap()
    };
    let findings = found();
    let rounds = findings["rounds"].as_array().unwrap();
    assert!((2..=3).contains(&rounds.len()), "{rounds:?}");
    let queens = |round: usize, what: &str| {
        let values = rounds[round]["arms"][1]["values"].as_array().unwrap();
        let queen = values.iter().find(|value| value["symbol"] == "Q").unwrap();
        queen[what]["value"].as_f64().unwrap()
    };
    for round in 1..rounds.len() {
        let (fitted, used) = (queens(round - 1, "fitted"), queens(round, "used"));
        assert!(
            (fitted - used).abs() < 0.006,
            "{fitted} was fitted, {used} used"
        );
    }
    // The same command again finds everything there.
    let again = assay(["run", path]).ok();
    assert!(
        again.stderr.contains("going on with 800 of 800 games"),
        "{}",
        again.stderr
    );
    assert_eq!(found(), findings);

    let values = dir.path().join("fide.toml");
    let values = values.to_str().unwrap();
    assay(["report", path, "--values", values]).ok();
    let text = fs::read_to_string(values).unwrap();
    for words in ["# Fitted to 800 games", "[pieces]", "P = 100", "Q = "] {
        assert!(text.contains(words), "{text}");
    }
}
