use assay_faults::{Fault, Faults, Place, Table, Value};

use crate::study::{Phases, StudyKind, ValueFit};
use crate::words;
use crate::{
    Adjudication, Analysis, Centipawns, DrawRule, Millis, MoveLimit, Openings, Plies, ResignRule,
};

/// Plies of a random opening unless the file says otherwise.
const OPENING_PLIES: Plies = Plies(6);
/// Scores beyond which an opening is passed over unless the file says otherwise.
const OPENING_BALANCE: Centipawns = Centipawns(150);
/// Longest game unless the file says otherwise.
const LENGTH_CAP: u16 = 400;
/// Largest score in a file, in centipawns.
const SCORE: i64 = 100_000;

/// The keys of a limit.
pub(super) const LIMITS: [&str; 3] = ["nodes", "depth", "time_ms"];

/// How to give a limit.
const LIMIT_HINT: &str = "give one of nodes, depth, time_ms";

/// Any limit will do where there is a fault: no study comes of it.
pub(super) const NO_LIMIT: MoveLimit = MoveLimit::Depth(1);

/// `[limits]`: exactly one of nodes, depth and time; `None` if the file has no such table.
pub(super) fn limit(root: &Table, faults: &mut Faults) -> Option<MoveLimit> {
    root.get("limits")?;
    let Some(table) = root.table("limits", faults) else {
        return Some(NO_LIMIT);
    };
    table.only("[limits]", &LIMITS, faults);
    Some(limit_in(table, "[limits]", faults).unwrap_or_else(|| {
        let fault = Fault::new("[limits] has no limit").at(table.place);
        faults.push(fault.hint(LIMIT_HINT));
        NO_LIMIT
    }))
}

/// A fault: nothing says how much thinking a move may cost.
pub(super) fn limit_missing(room: &str, place: Place) -> Fault {
    Fault::new(format!("{room} lacks [limits]"))
        .at(place)
        .hint("[limits] nodes = 2000 is a start: how many positions a move may cost")
}

/// The limit among a table's keys, if there is one; several are a fault.
pub(super) fn limit_in(table: &Table, room: &str, faults: &mut Faults) -> Option<MoveLimit> {
    let nodes = table.integer("nodes", 1, 1_000_000_000_000, faults);
    let depth = table.integer("depth", 1, 100, faults);
    let time = table.integer("time_ms", 1, 86_400_000, faults);
    let given: Vec<&str> = LIMITS
        .into_iter()
        .filter(|k| table.get(k).is_some())
        .collect();
    if let [_, .., last] = given[..] {
        let place = table.get(last).map_or(table.place, |item| item.place);
        let what = format!("{room} has {} at once", words::listed(&given));
        faults.push(Fault::new(what).at(place).hint(LIMIT_HINT));
    }
    match (nodes, depth, time) {
        (Some(n), _, _) => Some(MoveLimit::Nodes(n as u64)),
        (_, Some(d), _) => Some(MoveLimit::Depth(d as u8)),
        (_, _, Some(ms)) => Some(MoveLimit::Time(Millis(ms as u64))),
        // A limit that was given and is faulty is no second fault.
        (None, None, None) => (!given.is_empty()).then_some(NO_LIMIT),
    }
}

/// `[openings]`: random plies, or lines of a book.
pub(super) fn openings(root: &Table, study: StudyKind, faults: &mut Faults) -> Openings {
    // What is level says nothing of an opening where the array is not.
    let window = (study != StudyKind::Values).then_some(OPENING_BALANCE);
    let Some(table) = root.table("openings", faults) else {
        return Openings::Random {
            plies: OPENING_PLIES,
            balance: window,
        };
    };
    let kind = table.text("kind", faults);
    if study == StudyKind::Values {
        not_from_unequal_arrays(table, faults);
    }
    if kind == Some("book") {
        return super::book::book(table, faults);
    }
    if let Some(other) = kind.filter(|&kind| kind != "random") {
        let what = format!("unknown kind of openings {other:?}");
        let place = table.get("kind").map_or(table.place, |item| item.place);
        let fault = Fault::new(what).at(place);
        faults.push(fault.hint("the kinds are random and book"));
    }
    table.only("[openings]", &["kind", "plies", "balance"], faults);
    let plies = table.integer("plies", 0, 200, faults);
    Openings::Random {
        plies: plies.map_or(OPENING_PLIES, |plies| Plies(plies as u16)),
        balance: match table.get("balance") {
            None => window,
            Some(_) => balance(table, faults),
        },
    }
}

/// A fault for every key that makes no sense where arrays are unequal.
fn not_from_unequal_arrays(table: &Table, faults: &mut Faults) {
    let place = |key: &str, wrong: fn(&Value) -> bool| {
        let item = table.get(key)?;
        wrong(&item.value).then_some(item.place)
    };
    if let Some(place) = place("kind", |value| *value == Value::Text("book".to_owned())) {
        let fault = Fault::new("a study of values begins with random plies, not a book");
        faults.push(
            fault
                .at(place)
                .hint("a line need not be legal in every array"),
        );
    }
    if let Some(place) = place("balance", |value| *value != Value::Bool(false)) {
        let what = "openings of unequal arrays are not passed over by their score";
        faults.push(Fault::new(what).at(place).hint("leave balance out"));
    }
}

/// How far from even an opening may be: a score, or `false` for any.
fn balance(table: &Table, faults: &mut Faults) -> Option<Centipawns> {
    match table.get("balance").map(|item| &item.value) {
        None => Some(OPENING_BALANCE),
        Some(Value::Bool(false)) => None,
        Some(_) => table
            .integer("balance", 1, SCORE, faults)
            .map(|score| Centipawns(score as i32)),
    }
}

/// `length_cap`: longest game, in plies.
pub(super) fn length_cap(root: &Table, faults: &mut Faults) -> Plies {
    let cap = root.integer("length_cap", 10, 20_000, faults);
    Plies(cap.map_or(LENGTH_CAP, |plies| plies as u16))
}

/// A fault where a game would be over by its length before its opening is.
pub(super) fn room_for_openings(
    root: &Table,
    openings: &Openings,
    length_cap: Plies,
    faults: &mut Faults,
) {
    let longest = match openings {
        Openings::Random { plies, .. } => plies.0,
        Openings::Book { lines } => lines.iter().map(Vec::len).max().unwrap_or(0) as u16,
    };
    if longest < length_cap.0 {
        return;
    }
    let place = ["length_cap", "openings"]
        .iter()
        .find_map(|key| root.get(key));
    let what = format!(
        "openings of {} leave nothing of a game of at most {}",
        words::plies(longest),
        words::plies(length_cap.0)
    );
    let fault = Fault::new(what).at(place.map_or(root.place, |item| item.place));
    faults.push(fault.hint("shorten them or raise length_cap"));
}

/// For how many plies searches must agree: two are one of each player's.
const BOTH_AGREE: (i64, i64) = (2, 1000);

/// `[adjudication.resign]` and `[adjudication.draw]`.
pub(super) fn adjudication(root: &Table, faults: &mut Faults) -> Adjudication {
    let mut rules = Adjudication::default();
    let Some(table) = root.table("adjudication", faults) else {
        return rules;
    };
    table.only("[adjudication]", &["resign", "draw"], faults);
    if let Some(resign) = table.table("resign", faults) {
        let room = "[adjudication.resign]";
        resign.only(room, &["score", "plies"], faults);
        rules.resign = Some(ResignRule {
            score: Centipawns(required(resign, room, "score", (100, SCORE), faults) as i32),
            plies: Plies(required(resign, room, "plies", BOTH_AGREE, faults) as u16),
        });
    }
    if let Some(draw) = table.table("draw", faults) {
        let room = "[adjudication.draw]";
        draw.only(room, &["score", "plies", "after"], faults);
        rules.draw = Some(DrawRule {
            score: Centipawns(required(draw, room, "score", (0, 1000), faults) as i32),
            plies: Plies(required(draw, room, "plies", BOTH_AGREE, faults) as u16),
            after: Plies(draw.integer("after", 0, 20_000, faults).unwrap_or(0) as u16),
        });
    }
    rules
}

/// The integer at a key that must be there; where it is not, that is a fault and any number will do.
fn required(table: &Table, room: &str, key: &str, range: (i64, i64), faults: &mut Faults) -> i64 {
    if table.get(key).is_none() {
        table.missing(key, room, faults);
    }
    table
        .integer(key, range.0, range.1, faults)
        .unwrap_or(range.0)
}

/// `[analysis]`. A tuning asks nothing of the pieces unless the file does.
pub(super) fn analysis(root: &Table, study: StudyKind, faults: &mut Faults) -> Analysis {
    let mut analysis = Analysis {
        values: match study {
            StudyKind::Tune => ValueFit::No,
            _ => ValueFit::Regression,
        },
        phases: Phases::Together,
    };
    let Some(table) = root.table("analysis", faults) else {
        return analysis;
    };
    table.only("[analysis]", &["values", "phases"], faults);
    match table.bool("values", faults) {
        Some(true) => analysis.values = ValueFit::Regression,
        Some(false) => analysis.values = ValueFit::No,
        None => {}
    }
    if table.bool("phases", faults) == Some(true) {
        analysis.phases = Phases::Apart;
        if analysis.values == ValueFit::No {
            let place = table.get("phases").map_or(table.place, |item| item.place);
            let fault = Fault::new("phases = true goes with values = true only").at(place);
            faults.push(fault.hint("phases are of the fit of piece values"));
        }
    }
    analysis
}
