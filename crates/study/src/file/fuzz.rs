//! Damaged study files: never a panic, always places inside the text.

use proptest::prelude::*;

use crate::{Study, builtin_game};

/// A file that says everything there is to say, some of it twice.
const WHOLE: &str = r#"
name = "n"
game = "sonic"
kind = "balance"
seed = 1
length_cap = 400
[limits]
nodes = 10
[openings]
kind = "random"
plies = 6
balance = 150
lines = ["e2e4"]
[stop]
pairs = 5
[options]
stalemate = "win"
[player]
name = "p"
kind = "builtin"
hash_mib = 1
threads = 1
variety = 8
values = "shipped"
[adjudication.resign]
score = 900
plies = 6
[adjudication.draw]
score = 10
plies = 20
after = 80
[analysis]
values = true
[factorial]
turning = ["curved", "crooked"]
springs = [false, true]
[[arm]]
name = "a"
options = { turning = "crooked", crooked-pawns = true }
[[arm]]
name = "b"
start = "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - Kna:Kna 0 1"
"#;

/// The same of a tuning.
const TUNING: &str = r#"
name = "n"
game = "sonic"
kind = "tune"
[limits]
nodes = 10
[player]
tunables = { tempo = 12 }
[tune]
iterations = 5
pairs = 2
lag = 3
rate = 0.1
stability = 0.1
alpha = 0.6
gamma = 0.1
parameters = ["razor", { name = "tempo", low = 1, high = 50, step = 2, rate = 0.3 }]
[verify]
pairs = 10
sprt = { elo0 = 0, elo1 = 5 }
[tuned]
tempo = 20
razor = 200
"#;

/// Values laid in place of others: every type, and numbers at the edges.
const VALUES: &[&str] = &[
    "0",
    "-1",
    "1",
    "9223372036854775807",
    "99999999999999999999",
    "1.5",
    "nan",
    "inf",
    "true",
    "false",
    "\"\"",
    "\"x\"",
    "\"é\\u0000\"",
    "[]",
    "[[]]",
    "[1, \"a\"]",
    "{}",
    "{ x = 1 }",
    "1979-05-27",
    "\"book\"",
    "\"match\"",
    "[true, false]",
    "",
];

#[derive(Clone, Debug)]
enum Damage {
    Drop(usize),
    Double(usize),
    Swap(usize, usize),
    Value(usize, usize),
    Cut(usize),
}

fn damage() -> impl Strategy<Value = Damage> {
    let line = || 0..WHOLE.lines().count();
    prop_oneof![
        4 => line().prop_map(Damage::Drop),
        1 => line().prop_map(Damage::Double),
        1 => (line(), line()).prop_map(|(a, b)| Damage::Swap(a, b)),
        4 => (line(), 0..VALUES.len()).prop_map(|(n, v)| Damage::Value(n, v)),
        1 => (0..WHOLE.len()).prop_map(Damage::Cut),
    ]
}

fn damaged(whole: &str, damages: &[Damage]) -> String {
    let mut lines: Vec<String> = whole.lines().map(str::to_owned).collect();
    let (mut end, all) = (whole.len(), lines.len());
    for damage in damages {
        match *damage {
            Damage::Drop(n) => lines[n % all].clear(),
            Damage::Double(n) => lines[n % all] = format!("{0}\n{0}", lines[n % all]),
            Damage::Swap(a, b) => lines.swap(a % all, b % all),
            Damage::Value(n, value) => {
                let n = n % all;
                if let Some((key, _)) = lines[n].clone().split_once(" = ") {
                    lines[n] = format!("{key} = {}", VALUES[value]);
                }
            }
            Damage::Cut(at) => end = at,
        }
    }
    let text = lines.join("\n");
    text.chars().take(end).collect()
}

proptest! {
    #[test]
    fn any_text_is_a_study_or_has_faults_with_places(
        damages in prop::collection::vec(damage(), 0..12),
        whole in prop::sample::select(vec![WHOLE, TUNING]),
    ) {
        let text = damaged(whole, &damages);
        match Study::parse("s.toml", &text, &mut builtin_game) {
            Ok(study) => {
                prop_assert!(!study.arms.is_empty());
                prop_assert!(study.schedule().total() > 0);
            }
            Err(faults) => {
                prop_assert!(!faults.is_empty());
                let lines = text.lines().count() as u32 + 1;
                for fault in &faults.list {
                    let place = fault.place.expect("a fault of a file has a place");
                    prop_assert!(place.line <= lines, "{faults}");
                }
            }
        }
    }
}
