use std::collections::BTreeMap;

use assay_faults::{Fault, Faults, Place, Table, Value};
use assay_rules::with_rules;

use super::name::arm_name;
use super::options::{Given, choose, contradictions, option, options, value};
use crate::{Arm, Choice, Factor, Factorial, Game, PlayerIndex, Starts};

/// Most arms of a study.
const ARMS: usize = 1024;

/// The arms of a study: listed, every combination of a factorial, or the game as it is.
pub(super) fn arms(
    root: &Table,
    game: Option<&Game>,
    faults: &mut Faults,
) -> (Vec<Arm>, Option<Factorial>) {
    let common = match root.table("options", faults) {
        Some(table) => options(table, &Given::new(), "[options]", game, faults),
        None => Given::new(),
    };
    match (root.get("arm"), root.get("factorial")) {
        (Some(arm), Some(factorial)) => {
            let what = "the study has both [[arm]] and [factorial]";
            let hint = "[factorial] makes an arm of every combination; keep one of the two";
            let place = arm.place.max(factorial.place);
            faults.push(Fault::new(what).at(place).hint(hint));
            // Both are read, so that the clash hides no fault.
            listed(root, &common, game, faults);
            if let Some(table) = root.table("factorial", faults) {
                self::factorial(table, root, &common, game, faults);
            }
            (Vec::new(), None)
        }
        (Some(_), None) => (listed(root, &common, game, faults), None),
        (None, Some(_)) => match root.table("factorial", faults) {
            Some(table) => factorial(table, root, &common, game, faults),
            None => (Vec::new(), None),
        },
        (None, None) => (only_one(root, &common, game, faults), None),
    }
}

/// A study without arms has one: the game with the options common to all.
fn only_one(root: &Table, common: &Given, game: Option<&Game>, faults: &mut Faults) -> Vec<Arm> {
    let Some(game) = game else {
        return Vec::new();
    };
    let place = root.get("options").map_or(root.place, |item| item.place);
    choose(common, "[options]", place, game, faults)
        .and_then(|choice| arm(game.id().to_owned(), choice, None, place, game, faults))
        .into_iter()
        .collect()
}

/// An arm with its rules compiled; a fault at `place` for everything that keeps its start position from
/// being played.
fn arm(
    name: String,
    choice: Choice,
    start: Option<&str>,
    place: Place,
    game: &Game,
    faults: &mut Faults,
) -> Option<Arm> {
    let rules = match game.compile(&choice, start) {
        Ok(rules) => rules,
        Err(found) => {
            for fault in found.list {
                let fault = super::elsewhere(&found.origin, fault, place);
                let what = format!("arm {name:?}: {}", fault.what);
                faults.push(Fault { what, ..fault });
            }
            return None;
        }
    };
    if with_rules!(&rules, r => r.verdict(r.start())).is_some() {
        let what = format!("arm {name:?}: the game is over in its start position");
        faults.push(Fault::new(what).at(place));
    }
    Some(Arm {
        name,
        choice,
        start: start.map(str::to_owned),
        imbalance: None,
        starts: Starts::Own,
        rules,
        players: [PlayerIndex(0); 2],
        levels: Vec::new(),
    })
}

fn listed(root: &Table, common: &Given, game: Option<&Game>, faults: &mut Faults) -> Vec<Arm> {
    let tables = root.tables("arm", faults);
    if tables.is_empty() {
        let place = root.get("arm").map_or(root.place, |item| item.place);
        let hint = "leave arm out to play the game as it is";
        faults.push(Fault::new("the study has no arm").at(place).hint(hint));
    }
    if tables.len() > ARMS {
        let what = format!("{} arms are more than {ARMS}", tables.len());
        faults.push(Fault::new(what).at(tables[ARMS].place));
        return Vec::new();
    }
    let mut names: BTreeMap<String, Place> = BTreeMap::new();
    let mut arms = Vec::new();
    for table in tables {
        table.only("[[arm]]", &["name", "options", "start"], faults);
        let name = super::name(table, "an arm", faults).unwrap_or_default();
        let place = table.get("name").map_or(table.place, |item| item.place);
        if let Some(first) = names.get(&name).filter(|_| !name.is_empty()) {
            let what = format!("an arm is called {name:?} already, in line {}", first.line);
            let hint = "an arm's name decides its seeds and labels the charts";
            faults.push(Fault::new(what).at(place).hint(hint));
        }
        names.entry(name.clone()).or_insert(place);
        let room = format!("arm {name:?}");
        let known = faults.list.len();
        let given = match table.table("options", faults) {
            Some(table) => options(table, common, &room, game, faults),
            None => common.clone(),
        };
        let start = table.text("start", faults);
        let start_place = table.get("start").map_or(table.place, |item| item.place);
        // Contradictions among options half of which are unknown would only mislead.
        let Some(game) = game.filter(|_| faults.list.len() == known) else {
            continue;
        };
        if let Some(choice) = choose(&given, &room, table.place, game, faults) {
            arms.extend(arm(name, choice, start, start_place, game, faults));
        }
    }
    arms
}

fn factorial(
    table: &Table,
    root: &Table,
    common: &Given,
    game: Option<&Game>,
    faults: &mut Faults,
) -> (Vec<Arm>, Option<Factorial>) {
    let known = faults.list.len();
    let factors = factors(table, root, game, faults);
    let Some(game) = game.filter(|_| faults.list.len() == known) else {
        return (Vec::new(), None);
    };
    let count = factors
        .iter()
        .try_fold(1usize, |n, f| n.checked_mul(f.values.len()))
        .filter(|&n| n <= ARMS);
    let Some(count) = count else {
        let what = format!("[factorial] has more than {ARMS} combinations");
        let hint = "fewer options or values; or list the arms with [[arm]]";
        faults.push(Fault::new(what).at(table.place).hint(hint));
        return (Vec::new(), None);
    };
    let mut arms = Vec::with_capacity(count);
    let mut impossible: Vec<(String, Faults)> = Vec::new();
    for combination in 0..count {
        let levels = levels(&factors, combination);
        let mut given = common.clone();
        for (factor, &level) in factors.iter().zip(&levels) {
            given.insert(factor.option.clone(), factor.values[level].clone());
        }
        match contradictions(&given, game) {
            Ok(choice) => {
                let name = arm_name(game, &factors, &levels);
                let made = arm(name, choice, None, table.place, game, faults);
                arms.extend(made.map(|arm| Arm { levels, ..arm }));
            }
            Err(found) => impossible.push((arm_name(game, &factors, &levels), found)),
        }
    }
    if let Some((name, found)) = impossible.first() {
        let reasons: Vec<&str> = found.list.iter().map(|f| f.what.as_str()).collect();
        let what = format!(
            "{} of the {count} combinations of [factorial] contradict themselves, such as {name:?}: {}",
            impossible.len(),
            reasons.join(", ")
        );
        let hint = "list the arms you want with [[arm]]";
        faults.push(Fault::new(what).at(table.place).hint(hint));
    }
    (arms, Some(Factorial { factors }))
}

/// The options and values of `[factorial]`.
fn factors(table: &Table, root: &Table, game: Option<&Game>, faults: &mut Faults) -> Vec<Factor> {
    if table.is_empty() {
        let hint = "springs = [false, true] makes an arm with and one without";
        faults.push(
            Fault::new("[factorial] is empty")
                .at(table.place)
                .hint(hint),
        );
    }
    let mut factors = Vec::new();
    for (name, place, item) in table.iter() {
        if option(name, place, "[factorial]", game, faults).is_none() {
            continue;
        }
        let fixed = match root.get("options").map(|item| &item.value) {
            Some(Value::Table(fixed)) => fixed.get(name).is_some(),
            _ => false,
        };
        if fixed {
            let what = format!("{name} is fixed in [options] and varied in [factorial]");
            faults.push(Fault::new(what).at(place).hint("keep one of the two"));
        }
        let Some(list) = table.list(name, faults) else {
            continue;
        };
        let mut values: Vec<String> = Vec::new();
        for item in list {
            let Some(value) = value(name, item, game, faults) else {
                continue;
            };
            if values.contains(&value) {
                let what = format!("{name} has the value {value:?} twice");
                faults.push(Fault::new(what).at(item.place));
            } else {
                values.push(value);
            }
        }
        if list.len() < 2 {
            let what = format!("{name} in [factorial] needs two values or more");
            let hint = "an option that is the same in every arm goes under [options]";
            faults.push(Fault::new(what).at(item.place).hint(hint));
        }
        factors.push(Factor {
            option: name.to_owned(),
            values,
        });
    }
    factors
}

/// The index of a combination's value in each factor; the last factor varies fastest.
fn levels(factors: &[Factor], combination: usize) -> Vec<usize> {
    let mut rest = combination;
    let mut levels = vec![0; factors.len()];
    for (level, factor) in levels.iter_mut().zip(factors).rev() {
        *level = rest % factor.values.len();
        rest /= factor.values.len();
    }
    levels
}
