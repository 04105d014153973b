//! Every move list and perft count of the reference data: two programs written apart from these rules
//! agree on each of them (`tests/reference/`; `known.txt` names the published perft figures).

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use assay_rules::{AnyRules, Game, MoveList, perft, with_rules};
use serde_json::Value;

/// Counts above this are checked only when `ASSAY_DEEP` is set.
const DEEP: u64 = 600_000;

fn files(suffix: &str) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference");
    let mut found = Vec::new();
    for folder in fs::read_dir(root)
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.is_dir())
    {
        let entries = fs::read_dir(folder).unwrap().map(|e| e.unwrap().path());
        found.extend(entries.filter(|p| p.to_string_lossy().ends_with(suffix)));
    }
    found.sort();
    assert!(!found.is_empty(), "no *{suffix} files");
    found
}

/// The lines of a file as JSON, each with a name for messages.
fn cases(path: &Path) -> Vec<(String, Value)> {
    let text = fs::read_to_string(path).unwrap();
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    text.lines()
        .enumerate()
        .map(|(i, line)| {
            (
                format!("{name}:{}", i + 1),
                serde_json::from_str(line).unwrap(),
            )
        })
        .collect()
}

fn rules_of(case: &Value) -> AnyRules {
    let game = case["game"].as_str().unwrap();
    let game = Game::builtin(game).unwrap_or_else(|| panic!("no built-in game {game}"));
    let options = case["options"].as_object().unwrap();
    let choice = game
        .choose(
            options
                .iter()
                .map(|(k, v)| (k.as_str(), v.as_str().unwrap())),
        )
        .unwrap();
    game.compile(&choice, None).unwrap()
}

fn move_list(rules: &AnyRules, position: &str) -> BTreeMap<String, String> {
    with_rules!(rules, r => {
        let pos = r.parse_position(position).unwrap_or_else(|f| panic!("{position}\n{f}"));
        assert_eq!(r.position_text(&pos), position, "the text read and written again");
        let mut list = MoveList::default();
        r.legal_moves(&pos, &mut list);
        let moves: BTreeMap<String, String> = list
            .iter()
            .map(|&mv| (r.move_text(&pos, mv), r.position_text(&r.play(&pos, mv))))
            .collect();
        assert_eq!(moves.len(), list.len(), "every move has a text of its own in {position}");
        moves
    })
}

#[test]
fn move_lists_and_the_positions_after() {
    let mut faults = Vec::new();
    let mut checked = 0;
    for (name, case) in files(".moves.jsonl").iter().flat_map(|p| cases(p)) {
        let position = case["position"].as_str().unwrap();
        let got = move_list(&rules_of(&case), position);
        let want: BTreeMap<String, String> = serde_json::from_value(case["moves"].clone()).unwrap();
        checked += 1;
        if got != want {
            let missing: Vec<_> = want.keys().filter(|k| !got.contains_key(*k)).collect();
            let extra: Vec<_> = got.keys().filter(|k| !want.contains_key(*k)).collect();
            let other: Vec<_> = want
                .iter()
                .filter(|(k, v)| got.get(*k).is_some_and(|g| g != *v))
                .collect();
            faults.push(format!(
                "{name} {} {position}\n  missing {missing:?}\n  extra {extra:?}\n  other {:?}",
                case["options"],
                other
                    .iter()
                    .take(3)
                    .map(|(k, v)| (k, v, &got[*k]))
                    .collect::<Vec<_>>()
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "{} of {checked} differ\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn perft_counts() {
    let deep = std::env::var_os("ASSAY_DEEP").is_some();
    let mut faults = Vec::new();
    for (name, case) in files(".perft.jsonl").iter().flat_map(|p| cases(p)) {
        let position = case["position"].as_str().unwrap();
        let counts: Vec<u64> = serde_json::from_value(case["perft"].clone()).unwrap();
        let got: Vec<u64> = with_rules!(&rules_of(&case), r => {
            let pos = r.parse_position(position).unwrap_or_else(|f| panic!("{name} {position}\n{f}"));
            let wanted = counts.iter().take_while(|&&n| deep || n <= DEEP).count();
            (1..=wanted as u32).map(|depth| perft(r, &pos, depth)).collect()
        });
        if got[..] != counts[..got.len()] {
            faults.push(format!(
                "{name} {} {position}: {got:?} for {counts:?}",
                case["options"]
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "{} differ\n{}",
        faults.len(),
        faults.join("\n")
    );
}

#[test]
fn published_perft_figures() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/reference/known.txt");
    let deep = std::env::var_os("ASSAY_DEEP").is_some();
    let mut checked = 0;
    for line in fs::read_to_string(root)
        .unwrap()
        .lines()
        .filter(|l| !l.starts_with('#'))
    {
        let (what, counts) = line.split_once(" : ").unwrap();
        let game = what.split_whitespace().next().unwrap();
        let position: Vec<&str> = what.split_whitespace().rev().take(6).collect();
        let position = position.into_iter().rev().collect::<Vec<_>>().join(" ");
        let game = Game::builtin(game).unwrap();
        let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
        with_rules!(&rules, r => {
            let pos = r.parse_position(&position).unwrap();
            for (depth, count) in (1..).zip(counts.split_whitespace().map(|n| n.parse::<u64>().unwrap())) {
                if deep || count <= 5_000_000 {
                    assert_eq!(perft(r, &pos, depth), count, "{line} depth {depth}");
                    checked += 1;
                }
            }
        });
    }
    assert!(checked > 20, "only {checked} figures checked");
}
