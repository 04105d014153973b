//! Studies that stop by themselves before every pair is played.

use std::fs;
use std::path::{Path, PathBuf};

use assay_study::{End, Evidence};
use serde_json::Value;

use crate::support::{Judged, Signal, assay, coordinator, judged, stored_pairs, until, worker};

/// A player who thinks ten times as much, tested against the other; seven hundred pairs if it went on to the end.
const TEST: &str = r#"
name = "strong against weak"
game = "sonic"
kind = "match"
seed = 5
length_cap = 120

[stop]
pairs = 700
sprt = { elo0 = 0, elo1 = 15, model = "normalized" }

[openings]
kind = "random"
plies = 4

[[player]]
name = "strong"
nodes = 200

[[player]]
name = "weak"
nodes = 20
"#;

const PRECISE: &str = r#"
name = "nearly known"
game = "sonic"
seed = 6
length_cap = 60

[limits]
nodes = 30

[openings]
kind = "random"
plies = 4

[stop]
pairs = 400
precision = 0.15

[[arm]]
name = "curved"

[[arm]]
name = "crooked"
options = { turning = "crooked" }
"#;

const RACE: &str = r#"
name = "the most decisive"
game = "sonic"
seed = 7
length_cap = 60

[limits]
nodes = 30

[openings]
kind = "random"
plies = 4

[stop]
pairs = 20
halving = { measure = "decisive", first = 4 }

[factorial]
turning = ["curved", "crooked"]
springs = [false, true]
"#;

fn written(dir: &Path, text: &str) -> PathBuf {
    let path = dir.join("stopping.toml");
    fs::write(&path, text).unwrap();
    path
}

/// What `assay run` with one slot comes to, and what it prints.
fn alone(text: &str) -> (Judged, String) {
    let dir = tempfile::tempdir().unwrap();
    let path = written(dir.path(), text);
    let done = assay(["run", path.to_str().unwrap(), "--slots", "1"]).ok();
    let report = dir.path().join("report/index.html");
    assert!(report.exists(), "{done:#?}");
    (judged(&dir.path().join("stopping.sqlite")), done.stderr)
}

/// What two workers with several slots come to under a coordinator that is killed once in the middle, and how it
/// says the study stands.
fn disturbed(text: &str, kill_at: usize) -> (Judged, Value) {
    let dir = tempfile::tempdir().unwrap();
    let store = dir.path().join("store.sqlite");
    let path = written(dir.path(), text);
    let victim = coordinator(dir.path(), 0, &[]);
    let (address, port) = (victim.address.clone(), victim.port());
    let submitted = assay(["submit", path.to_str().unwrap(), "--coordinator", &address]).ok();
    let id = submitted.stdout.trim().to_owned();
    let more = ["--slots", "2", "--until-done"];
    let workers = ["left", "right"].map(|name| worker(dir.path(), name, &address, &more));
    until("some pairs are stored", || {
        stored_pairs(&store).filter(|stored| *stored >= kill_at)
    });
    victim.process.kill();
    let at_kill = stored_pairs(&store).unwrap();
    let heir = coordinator(dir.path(), port, &[]);
    for worker in workers {
        worker.process.end_well();
    }
    let status = assay(["status", &id, "--json", "--coordinator", &heir.address]).ok();
    let status = serde_json::from_str(&status.stdout).unwrap();
    heir.process.signal(Signal::Terminate);
    heir.process.end_well();
    let at_end = stored_pairs(&store).unwrap();
    assert!(
        at_kill < at_end,
        "all {at_end} pairs were there at the kill"
    );
    (judged(&store), status)
}

#[test]
fn a_test_of_a_strong_player_stops_by_itself_and_at_the_same_pair() {
    let (alone, told) = alone(TEST);
    let verdict = &alone.verdicts[0];
    assert_eq!(verdict.end, Some(End::Accepted), "{verdict:?}");
    assert!((5..600).contains(&verdict.counted), "{verdict:?}");
    assert!(verdict.score().unwrap() > 0.6, "{verdict:?}");
    let Some(Evidence::Sprt { llr, bounds, .. }) = verdict.evidence else {
        panic!("{verdict:?}");
    };
    assert!(llr >= bounds.1, "{llr} {bounds:?}");
    let words = format!(
        "passed: 15 normalized Elo or more after {} pairs",
        verdict.counted
    );
    assert!(told.contains(&words), "{told}");

    let (many, status) = disturbed(TEST, 4);
    many.assert_counts_the_same(&alone);
    assert_eq!(status["state"], "done");
    let stop = &status["arms"][0]["stop"];
    assert_eq!(stop["end"], "accepted", "{status}");
    assert_eq!(stop["counted_pairs"], verdict.counted, "{status}");
    assert_eq!(stop["left_out_pairs"], many.verdicts[0].left_out);
    assert_eq!(status["games"], 2 * u64::from(verdict.counted));
    assert_eq!(status["games_done"], status["games"]);
}

#[test]
fn arms_stop_when_their_scores_are_known() {
    let (alone, told) = alone(PRECISE);
    for verdict in &alone.verdicts {
        assert_eq!(verdict.end, Some(End::Precise), "{verdict:?}");
        assert!((5..400).contains(&verdict.counted), "{verdict:?}");
        let score = verdict.score().unwrap();
        let Some(Evidence::Precision {
            interval: Some(interval),
            ..
        }) = verdict.evidence
        else {
            panic!("{verdict:?}");
        };
        assert!(interval.low >= score - 0.15 && interval.high <= score + 0.15);
    }
    assert!(told.contains("known to within 15.0 points after"), "{told}");
    let (many, _) = disturbed(PRECISE, 6);
    many.assert_counts_the_same(&alone);
}

#[test]
fn the_winner_of_a_race_is_judged_by_games_of_its_own() {
    let (alone, _) = alone(RACE);
    let dropped = |round| {
        let ends = alone
            .verdicts
            .iter()
            .filter(|v| v.end == Some(End::Dropped(round)));
        ends.count()
    };
    assert_eq!((dropped(1), dropped(2)), (2, 1), "{:?}", alone.verdicts);
    let winner = alone.verdicts.iter().find(|v| v.pairs.start > 0).unwrap();
    assert_eq!((winner.pairs.clone(), winner.counted), (8..20, 12));
    assert_eq!(winner.end, Some(End::AllPlayed));
    let (many, status) = disturbed(RACE, 18);
    many.assert_counts_the_same(&alone);
    assert_eq!(status["games_done"], 2 * (4 * 4 + 2 * 4 + 12), "{status}");
}
