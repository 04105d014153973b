//! `[stop]`: when the study is over.

use assay_faults::{Fault, Faults, Place, Table, Value, nearest};
use assay_stats::{EloModel, Hypotheses, Sprt};

use crate::words;
use crate::{EarlyStop, Halving, HalvingMeasure, Precision, SprtRule, StopRule, StudyKind};

/// Most pairs of an arm, and most pairs of a study.
pub(super) const PAIRS: i64 = 10_000_000;
/// Ways to stop an arm before it has all its pairs.
const EARLY: [&str; 3] = ["sprt", "precision", "halving"];
/// Error rate of a test unless the file says otherwise.
const ERROR: f64 = 0.05;
/// Finest precision: finer than any number of pairs could tell.
const FINEST: f64 = 1e-4;
/// Pairs of the first round of halving, and arms kept, unless the file says otherwise.
const FIRST: u32 = 50;
const KEEP: u16 = 1;

/// `[stop]`.
pub(super) fn stop(root: &Table, kind: StudyKind, faults: &mut Faults) -> StopRule {
    const HINT: &str = "pairs = 500 plays 500 pairs of games, sides swapped, in every arm";
    const MOST: &str = "pairs = 5000 is the most an arm may come to";
    let mut rule = StopRule {
        pairs: 1,
        early: None,
    };
    if root.get("stop").is_none() {
        let fault = Fault::new("the study lacks [stop]").at(root.place);
        faults.push(fault.hint(HINT));
        return rule;
    }
    let Some(table) = root.table("stop", faults) else {
        return rule;
    };
    table.only("[stop]", &["pairs", "sprt", "precision", "halving"], faults);
    rule.early = early(table, kind, faults);
    let has_early = EARLY.iter().any(|key| table.get(key).is_some());
    let hint = if has_early { MOST } else { HINT };
    match table.get("pairs") {
        None => {
            let fault = Fault::new("[stop] lacks pairs").at(table.place);
            faults.push(fault.hint(hint));
        }
        Some(item) if item.value == Value::Integer(0) => {
            let fault = Fault::new("pairs = 0 plays no game").at(item.place);
            faults.push(fault.hint(hint));
        }
        Some(_) => {
            let pairs = table.integer("pairs", 1, PAIRS, faults);
            rule.pairs = pairs.map_or(1, |pairs| pairs as u32);
        }
    }
    rule
}

/// The one way to stop earlier, if there is one.
fn early(table: &Table, kind: StudyKind, faults: &mut Faults) -> Option<EarlyStop> {
    let given: Vec<&str> = EARLY
        .into_iter()
        .filter(|key| table.get(key).is_some())
        .collect();
    if given.len() > 1 {
        let what = format!("[stop] has {} at once", words::listed(&given));
        let last = given.iter().map(|key| place(table, key)).max();
        let fault = Fault::new(what).at(last.unwrap_or(table.place));
        faults.push(fault.hint(format!("keep one of {}", EARLY.join(", "))));
    }
    // All are read, so that no clash hides a fault.
    let rules: Vec<_> = given
        .iter()
        .map(|way| read(way, table, kind, faults))
        .collect();
    rules.into_iter().next().flatten()
}

/// One of the ways to stop earlier.
fn read(way: &str, table: &Table, kind: StudyKind, faults: &mut Faults) -> Option<EarlyStop> {
    match way {
        "sprt" => {
            if kind != StudyKind::Match {
                let fault = Fault::new("sprt tests which of two players is the stronger");
                let fault = fault.at(place(table, "sprt"));
                faults
                    .push(fault.hint(
                        "kind = \"match\" makes such a study; precision = 0.01 stops others",
                    ));
            }
            sprt(table.table("sprt", faults)?, faults).map(EarlyStop::Sprt)
        }
        "precision" => {
            if kind == StudyKind::Values {
                let fault = Fault::new(
                    "precision is of an arm's score, and a study of values is not about scores",
                );
                let fault = fault.at(place(table, "precision"));
                faults.push(fault.hint("its arms all play the pairs that [stop] gives"));
            }
            precision(table, faults).map(EarlyStop::Precision)
        }
        _ => {
            if kind != StudyKind::Balance {
                let fault = Fault::new("halving compares rules, not players");
                let fault = fault.at(place(table, "halving"));
                faults.push(fault.hint("it goes with kind = \"balance\""));
            }
            halving(table.table("halving", faults)?, faults).map(EarlyStop::Halving)
        }
    }
}

pub(super) fn sprt(table: &Table, faults: &mut Faults) -> Option<SprtRule> {
    let known = faults.list.len();
    table.only("sprt", &["elo0", "elo1", "model", "alpha", "beta"], faults);
    let elo = |key, faults: &mut Faults| {
        if table.get(key).is_none() {
            table.missing(key, "sprt", faults);
        }
        number(table, key, (-1000.0, 1000.0), faults)
    };
    let (elo0, elo1) = (elo("elo0", faults), elo("elo1", faults));
    let error = |key, faults: &mut Faults| match table.get(key) {
        None => Some(ERROR),
        Some(_) => number(table, key, (1e-6, 0.5), faults),
    };
    let (alpha, beta) = (error("alpha", faults), error("beta", faults));
    let model = model(table, faults);
    if faults.list.len() > known {
        return None;
    }
    let (elo0, elo1, alpha, beta) = (elo0?, elo1?, alpha?, beta?);
    let hypotheses = Hypotheses { elo0, elo1, model };
    match Sprt::new(hypotheses, alpha, beta) {
        Ok(test) => Some(SprtRule { test, alpha, beta }),
        Err(fault) => {
            let fault = Fault::new(format!("sprt: {fault}")).at(place(table, "elo1"));
            faults.push(
                fault.hint("elo0 = 0, elo1 = 5 asks whether the first player is the stronger"),
            );
            None
        }
    }
}

/// The test of two hypotheses with the usual model and errors.
pub(super) fn sprt_of(elo0: f64, elo1: f64) -> Option<SprtRule> {
    let model = EloModel::Normalized;
    let hypotheses = Hypotheses { elo0, elo1, model };
    let test = Sprt::new(hypotheses, ERROR, ERROR).ok()?;
    Some(SprtRule {
        test,
        alpha: ERROR,
        beta: ERROR,
    })
}

fn model(table: &Table, faults: &mut Faults) -> EloModel {
    match table.text("model", faults) {
        None | Some("normalized") => EloModel::Normalized,
        Some("logistic") => EloModel::Logistic,
        Some(other) => {
            let what = format!("unknown model of Elo {other:?}");
            let fault = Fault::new(what).at(place(table, "model"));
            faults.push(
                fault.hint(match nearest(other, ["normalized", "logistic"]) {
                    Some(name) => format!("did you mean {name:?}?"),
                    None => "the models are normalized and logistic".to_owned(),
                }),
            );
            EloModel::Normalized
        }
    }
}

fn precision(table: &Table, faults: &mut Faults) -> Option<Precision> {
    let half_width = table.number("precision", faults)?;
    if (FINEST..0.5).contains(&half_width) {
        return Some(Precision(half_width));
    }
    let what = format!("precision = {half_width} is outside {FINEST} to 0.5");
    let fault = Fault::new(what).at(place(table, "precision"));
    faults.push(fault.hint("0.01 knows a score to within one point in a hundred games"));
    None
}

fn halving(table: &Table, faults: &mut Faults) -> Option<Halving> {
    table.only("halving", &["measure", "first", "keep"], faults);
    let first = table.integer("first", 1, PAIRS, faults);
    let keep = table.integer("keep", 1, 4096, faults);
    if table.get("measure").is_none() {
        let fault = Fault::new("halving lacks measure").at(table.place);
        faults.push(fault.hint("measure = \"decisive\" keeps the arms with fewest draws, \"fair\" those where White's score is nearest to 50%"));
        return None;
    }
    let name = table.text("measure", faults)?;
    let names = HalvingMeasure::ALL.map(HalvingMeasure::name);
    let measure = HalvingMeasure::ALL.into_iter().find(|m| m.name() == name);
    if measure.is_none() {
        let fault = Fault::new(format!("unknown measure of halving {name:?}"));
        let fault = fault.at(place(table, "measure"));
        faults.push(fault.hint(match nearest(name, names) {
            Some(name) => format!("did you mean {name:?}?"),
            None => format!("the measures are {}", words::listed(&names)),
        }));
    }
    Some(Halving {
        measure: measure?,
        first: first.map_or(FIRST, |pairs| pairs as u32),
        keep: keep.map_or(KEEP, |arms| arms as u16),
    })
}

/// The number at a key, within a range.
pub(super) fn number(
    table: &Table,
    key: &str,
    (low, high): (f64, f64),
    faults: &mut Faults,
) -> Option<f64> {
    let number = table.number(key, faults)?;
    if (low..=high).contains(&number) {
        return Some(number);
    }
    let what = format!("{key} = {number} is outside {low} to {high}");
    faults.push(Fault::new(what).at(place(table, key)));
    None
}

/// Where a key's value stands, or else the table.
pub(super) fn place(table: &Table, key: &str) -> Place {
    table.get(key).map_or(table.place, |item| item.place)
}

/// A fault if arms and pairs together make more work than could be meant, or leave a rule nothing to do.
pub(super) fn size(root: &Table, arms: usize, stop: StopRule, faults: &mut Faults) {
    let Some(table) = root.get("stop").and_then(|item| match &item.value {
        Value::Table(table) => Some(table),
        _ => None,
    }) else {
        return;
    };
    let pairs = stop.pairs;
    let total = arms as u64 * u64::from(pairs);
    if total > PAIRS as u64 {
        let what = format!("{arms} arms of {pairs} pairs are {total} pairs, more than {PAIRS}");
        faults.push(Fault::new(what).at(place(table, "pairs")));
    }
    let Some(EarlyStop::Halving(halving)) = stop.early.filter(|_| arms > 0) else {
        return;
    };
    let rounds = halving.rounds(arms as u16).len() as u32;
    if rounds == 0 {
        let what = format!(
            "halving keeps {} of {arms} arms, which drops none",
            halving.keep
        );
        let fault = Fault::new(what).at(place(table, "halving"));
        faults.push(fault.hint("keep fewer, or leave halving out"));
        return;
    }
    let raced = halving.pairs_after(rounds - 1);
    if raced >= u64::from(pairs) {
        let what = format!(
            "halving {arms} arms to {} takes {raced} pairs an arm, which leaves none of {pairs} for fresh games of the arms that are kept",
            halving.keep
        );
        let fault = Fault::new(what).at(place(table, "pairs"));
        faults.push(fault.hint(format!("pairs = {} leaves as many again", 2 * raced)));
    }
}
