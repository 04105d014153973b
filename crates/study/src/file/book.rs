use std::sync::Arc;

use assay_faults::{Fault, Faults, Table, Value};
use assay_rules::{Rules, Width, with_rules};

use crate::{Arm, Openings, words};

/// `[openings]` of kind `book`: lines of moves.
pub(super) fn book(table: &Table, faults: &mut Faults) -> Openings {
    table.only("[openings]", &["kind", "lines"], faults);
    let lines: Vec<Vec<String>> = table
        .texts("lines", faults)
        .unwrap_or_default()
        .into_iter()
        .map(|(_, line)| line.split_whitespace().map(str::to_owned).collect())
        .collect();
    if lines.is_empty() {
        let what = "a book of openings has no lines";
        let hint = "lines = [\"e2e4 e7e5\", \"d2d4 d7d5\"] begins a pair with each of them";
        faults.push(Fault::new(what).at(table.place).hint(hint));
    }
    Openings::Book { lines }
}

/// A fault for each line of the book that cannot be played in every arm.
pub(super) fn check(root: &Table, arms: &[Arm], faults: &mut Faults) {
    let Some(Value::Table(table)) = root.get("openings").map(|item| &item.value) else {
        return;
    };
    let Some(Value::List(lines)) = table.get("lines").map(|item| &item.value) else {
        return;
    };
    for item in lines {
        let Value::Text(line) = &item.value else {
            continue;
        };
        let wrong = arms.iter().find_map(|arm| {
            let why = with_rules!(&arm.rules, rules => unplayable(rules, line))?;
            Some(format!("arm {:?}: {why}", arm.name))
        });
        if let Some(what) = wrong {
            faults.push(Fault::new(what).at(item.place));
        }
    }
}

/// Why a line of moves cannot be an opening, if it cannot.
fn unplayable<W: Width>(rules: &Arc<Rules<W>>, line: &str) -> Option<String> {
    let mut position = *rules.start();
    let mut moves = Vec::new();
    for text in line.split_whitespace() {
        match rules.parse_move(&position, text) {
            Ok(mv) => {
                position = rules.play(&position, mv);
                moves.push(mv);
            }
            Err(fault) => return Some(fault.to_string()),
        }
    }
    let (plies, ending) = rules.over_within(rules.start(), &moves)?;
    let after = words::plies(plies as u64);
    Some(format!(
        "the game is over after {after}: {}",
        ending.words()
    ))
}
