//! `[tune]`, `[verify]`, and the `[tuned]` values of a verification.

use assay_faults::{Fault, Faults, Item, Place, Table, Value, nearest};
use assay_search::{TUNABLES, Tunable, Tunables};

use super::player::Given;
use super::stop::{PAIRS, number, place, sprt, sprt_of};
use crate::tune::{Shape, Tune, TuneParameter};
use crate::{Builtin, EarlyStop, PlayerKind, StopRule, StudyKind};

/// Pairs of an iteration, and iterations under way, unless the file says otherwise.
const BATCH: u32 = 8;
const LAG: u32 = 4;
/// The shape of the gains unless the file says otherwise: Spall's practical values.
const SHAPE: Shape = Shape {
    stability: 0.1,
    alpha: 0.602,
    gamma: 0.101,
};
/// Finest step: half of one, so that the two sides are never rounded to the same number but at a bound.
const FINEST: f64 = 0.5;
/// The verification unless the file says otherwise: most pairs, and what is tested.
const VERIFY_PAIRS: u32 = 5_000;
const VERIFY_ELO: (f64, f64) = (0.0, 10.0);

/// The keys that only a tuning has.
const KEYS: [&str; 3] = ["tune", "verify", "tuned"];
/// The keys of `[tune]` and of one of its parameters.
const TUNE: [&str; 8] = [
    "iterations",
    "pairs",
    "lag",
    "rate",
    "stability",
    "alpha",
    "gamma",
    "parameters",
];
const PARAMETER: [&str; 5] = ["name", "low", "high", "step", "rate"];

const HINT: &str = "parameters = [\"tempo\", { name = \"razor\", step = 40 }] names what is tuned; `assay bench --tunables` lists \
                    everything there is";

/// What is tuned, in a study of kind `tune`.
pub(super) fn tune(
    root: &Table,
    kind: StudyKind,
    players: &[Given],
    arms: usize,
    faults: &mut Faults,
) -> Option<Tune> {
    if kind != StudyKind::Tune {
        for key in KEYS {
            if let Some(item) = root.get(key) {
                let fault = Fault::new(format!("{key} in a study that tunes nothing"));
                faults.push(
                    fault
                        .at(item.place)
                        .hint("kind = \"tune\" makes it one that does"),
                );
            }
        }
        return None;
    }
    let known = faults.list.len();
    if let Some(item) = root.get("stop") {
        let fault = Fault::new("[stop] in a tuning, which ends after its iterations");
        faults.push(fault.at(item.place).hint(
            "[tune] iterations and pairs say how long it is, [verify] when the match after it stops",
        ));
    }
    let builtin = player(root, players, faults);
    let verify = verify(root, faults);
    if root.get("tune").is_none() {
        let fault = Fault::new("the study lacks [tune]").at(root.place);
        faults.push(
            fault.hint(
                "[tune] iterations = 500 and parameters = [\"tempo\"] are the least it needs",
            ),
        );
    }
    let table = root.table("tune", faults)?;
    table.only("[tune]", &TUNE, faults);
    if table.get("iterations").is_none() {
        let fault = Fault::new("[tune] lacks iterations").at(table.place);
        faults.push(fault.hint("iterations = 500 is a start; each is `pairs` pairs of games"));
    }
    let iterations = table.integer("iterations", 1, PAIRS, faults);
    let pairs = table.integer("pairs", 1, 100_000, faults);
    let (iterations, pairs) = (iterations.unwrap_or(1), pairs.unwrap_or(BATCH.into()));
    let total = iterations * pairs * arms.max(1) as i64;
    if total > PAIRS {
        let what = format!(
            "{iterations} iterations of {pairs} pairs are {total} pairs, more than {PAIRS}"
        );
        faults.push(Fault::new(what).at(place(table, "iterations")));
    }
    let lag = table.integer("lag", 1, 10_000, faults);
    let shape = Shape {
        stability: number(table, "stability", (0.0, 10.0), faults).unwrap_or(SHAPE.stability),
        alpha: number(table, "alpha", (0.0, 2.0), faults).unwrap_or(SHAPE.alpha),
        gamma: number(table, "gamma", (0.0, 1.0), faults).unwrap_or(SHAPE.gamma),
    };
    // So a number that does not matter wanders about one step from its start.
    let rate = number(table, "rate", RATE, faults).unwrap_or(1.0 / (total as f64).sqrt());
    let parameters = parameters(table, builtin, rate, faults);
    (faults.list.len() == known).then(|| Tune {
        iterations: iterations as u32,
        pairs: pairs as u32,
        lag: lag.map_or(LAG, |lag| lag as u32),
        shape,
        parameters,
        verify,
    })
}

/// When a tuning stops: after its iterations.
pub(super) fn rule(tune: Option<&Tune>) -> StopRule {
    StopRule {
        // Without a valid tuning no study comes of it.
        pairs: tune.map_or(1, Tune::pairs_in_all),
        early: None,
    }
}

/// Learning rates that make sense.
const RATE: (f64, f64) = (1e-6, 10.0);

/// The one player, who must be the built-in engine.
fn player<'a>(root: &Table, players: &'a [Given], faults: &mut Faults) -> Option<&'a Builtin> {
    if let Some(second) = players.get(1) {
        let fault = Fault::new("a tuning has one player, who plays copies of himself");
        faults.push(fault.at(second.place));
        return None;
    }
    match &players.first()?.player.kind {
        PlayerKind::Builtin(builtin) => Some(builtin),
        PlayerKind::Uci(_) => {
            let at = root.get("player").map_or(root.place, |item| item.place);
            let fault = Fault::new("only the built-in engine can be tuned").at(at);
            faults.push(fault.hint("leave kind = \"uci\" out"));
            None
        }
    }
}

fn parameters(
    table: &Table,
    player: Option<&Builtin>,
    rate: f64,
    faults: &mut Faults,
) -> Vec<TuneParameter> {
    let mut parameters: Vec<TuneParameter> = Vec::new();
    let given = table.list("parameters", faults);
    if table.get("parameters").is_none() || given.is_some_and(<[Item]>::is_empty) {
        let fault = Fault::new("[tune] has no parameters").at(place(table, "parameters"));
        faults.push(fault.hint(HINT));
    }
    let plain = Tunables::default();
    let tunables = player.map_or(&plain, |builtin| &*builtin.tunables);
    for item in given.unwrap_or_default() {
        let Some(parameter) = parameter(item, tunables, rate, faults) else {
            continue;
        };
        if parameters.iter().any(|known| known.name == parameter.name) {
            let what = format!("{} is among the parameters twice", parameter.name);
            faults.push(Fault::new(what).at(item.place));
        } else {
            parameters.push(parameter);
        }
    }
    parameters
}

/// A name, or a table with a name and what is to be unlike the engine's own table of tunables.
fn parameter(
    item: &Item,
    tunables: &Tunables,
    rate: f64,
    faults: &mut Faults,
) -> Option<TuneParameter> {
    let nothing = Table::empty(item.place);
    let (name, at, table) = match &item.value {
        Value::Text(name) => (name.as_str(), item.place, &nothing),
        Value::Table(table) => {
            table.only("a parameter", &PARAMETER, faults);
            if table.get("name").is_none() {
                table.missing("name", "a parameter", faults);
            }
            (table.text("name", faults)?, place(table, "name"), table)
        }
        other => {
            let what = format!(
                "a parameter must be a name or a table, not {}",
                other.kind()
            );
            faults.push(Fault::new(what).at(item.place).hint(HINT));
            return None;
        }
    };
    let tunable = tunable(name, at, faults)?;
    let (least, most) = (tunable.low.into(), tunable.high.into());
    let low = table.integer("low", least, most, faults).unwrap_or(least);
    let high = table.integer("high", least, most, faults).unwrap_or(most);
    let start = tunables
        .iter()
        .find_map(|(known, value)| (known == tunable.name).then_some(value))?;
    let step = number(table, "step", (FINEST, 1e6), faults);
    let rate = number(table, "rate", RATE, faults).unwrap_or(rate);
    if low >= high {
        let what = format!("{name} may go from {low} to {high}, which leaves nothing to tune");
        faults.push(Fault::new(what).at(at));
        return None;
    }
    if !(low..=high).contains(&start.into()) {
        let what = format!("{name} begins at {start}, outside {low} to {high}");
        let hint = "it begins where the player has it; [player] tunables sets that";
        faults.push(Fault::new(what).at(at).hint(hint));
        return None;
    }
    let range = (high - low) as f64;
    if let Some(step) = step
        && step > range
    {
        let what = format!("step = {step} of {name} is wider than its range, {low} to {high}");
        let hint = "both sides would always play with the ends of the range";
        faults.push(Fault::new(what).at(place(table, "step")).hint(hint));
        return None;
    }
    Some(TuneParameter {
        name: tunable.name,
        about: tunable.about,
        start,
        low: low as i32,
        high: high as i32,
        step: step.unwrap_or(f64::from(tunable.step).min(range)),
        rate,
    })
}

/// The tunable of a name; a fault with the nearest if there is none.
fn tunable(name: &str, at: Place, faults: &mut Faults) -> Option<&'static Tunable> {
    let found = TUNABLES.iter().find(|tunable| tunable.name == name);
    if found.is_none() {
        let fault = Fault::new(format!("the engine has no tunable {name:?}")).at(at);
        faults.push(match nearest(name, TUNABLES.iter().map(|t| t.name)) {
            Some(near) => fault.hint(format!("did you mean {near:?}?")),
            None => fault.hint("`assay bench --tunables` lists them"),
        });
    }
    found
}

/// `[verify]`: when the match of the tuned against the untuned player stops; `verify = false` for none.
fn verify(root: &Table, faults: &mut Faults) -> Option<StopRule> {
    let mut rule = StopRule {
        pairs: VERIFY_PAIRS,
        early: sprt_of(VERIFY_ELO.0, VERIFY_ELO.1).map(EarlyStop::Sprt),
    };
    let table = match root.get("verify").map(|item| &item.value) {
        None | Some(Value::Bool(true)) => return Some(rule),
        Some(Value::Bool(false)) => return None,
        Some(_) => root.table("verify", faults)?,
    };
    table.only("[verify]", &["pairs", "sprt"], faults);
    if let Some(pairs) = table.integer("pairs", 1, PAIRS, faults) {
        rule.pairs = pairs as u32;
    }
    if let Some(given) = table.table("sprt", faults) {
        rule.early = sprt(given, faults).map(EarlyStop::Sprt);
    }
    Some(rule)
}

/// With a table `[tuned]` the study is the verification of a tuning: a match of the player with these values against the
/// player without them. Then the players are those two, and the match stops as is given back.
pub(super) fn verification(
    root: &Table,
    tune: Option<&Tune>,
    players: &mut Vec<Given>,
    faults: &mut Faults,
) -> Option<StopRule> {
    let tune = tune?;
    let table = root.table("tuned", faults)?;
    let mut values: Vec<i32> = tune.parameters.iter().map(|given| given.start).collect();
    for (name, at, _) in table.iter() {
        let names = || tune.parameters.iter().map(|given| given.name);
        let Some(index) = names().position(|known| known == name) else {
            let fault = Fault::new(format!("{name:?} is none of the parameters")).at(at);
            faults.push(match nearest(name, names()) {
                Some(near) => fault.hint(format!("did you mean {near:?}?")),
                None => fault.hint(format!(
                    "they are {}",
                    names().collect::<Vec<_>>().join(", ")
                )),
            });
            continue;
        };
        let (low, high) = (tune.parameters[index].low, tune.parameters[index].high);
        if let Some(value) = table.integer(name, low.into(), high.into(), faults) {
            values[index] = value as i32;
        }
    }
    let mut untuned = players.pop()?;
    let mut tuned = Given {
        player: tune.set(&untuned.player, &values).ok()?,
        ..untuned
    };
    "tuned".clone_into(&mut tuned.player.name);
    "untuned".clone_into(&mut untuned.player.name);
    players.extend([tuned, untuned]);
    // `verify = false` and yet there: somebody wrote it.
    Some(tune.verify.unwrap_or(StopRule {
        pairs: VERIFY_PAIRS,
        early: None,
    }))
}
