//! `[player]`, or several `[[player]]`: who plays.

use std::collections::BTreeMap;

use assay_faults::{Fault, Faults, Place, Table, Value, nearest};
use assay_search::{TunableFault, Tunables, Values};

use super::section::{LIMITS, NO_LIMIT, limit_in, limit_missing};
use crate::player::{HASH_MIB, THREADS, VARIETY};
use crate::{Builtin, Centipawns, Millis, MoveLimit, Player, PlayerKind, PlayerValues, UciPlayer};

/// Most players of a study.
const PLAYERS: usize = 100;
/// How long another program may take to start unless the file says otherwise.
const START: Millis = Millis(30_000);
/// How long it may think beyond its limit unless the file says otherwise.
const PATIENCE: Millis = Millis(60_000);
/// How much later than its time a move of it may come unless the file says otherwise.
const GRACE: Millis = Millis(250);
/// The longest rest of a program that fails again and again, unless its study says otherwise.
const REST: Millis = Millis(10_000);

/// A player as given, and where its parts stand.
pub(super) struct Given {
    pub(super) player: Player,
    pub(super) place: Place,
    /// Where its variety is set, or else the player itself.
    pub(super) variety: Place,
    /// Where its piece values are given, if they are.
    pub(super) values: Option<Place>,
}

/// Every player of the study; one by default.
pub(super) fn players(root: &Table, limit: Option<MoveLimit>, faults: &mut Faults) -> Vec<Given> {
    let tables: Vec<&Table> = match root.get("player").map(|item| &item.value) {
        Some(Value::List(_)) => root.tables("player", faults),
        _ => root.table("player", faults).into_iter().collect(),
    };
    if tables.is_empty() {
        let limit = limit.unwrap_or_else(|| {
            faults.push(limit_missing("the study", root.place));
            NO_LIMIT
        });
        return vec![Given {
            player: Player::default_for(limit),
            place: root.place,
            variety: root.place,
            values: None,
        }];
    }
    if tables.len() > PLAYERS {
        let what = format!("{} players are more than {PLAYERS}", tables.len());
        faults.push(Fault::new(what).at(tables[PLAYERS].place));
        return Vec::new();
    }
    let several = tables.len() > 1;
    let mut names: BTreeMap<String, Place> = BTreeMap::new();
    let mut players = Vec::new();
    for table in tables {
        let mut given = player(table, limit, faults);
        if several || table.get("name").is_some() {
            given.player.name = super::name(table, "a player", faults).unwrap_or_default();
        }
        let name = given.player.name.clone();
        let place = table.get("name").map_or(table.place, |item| item.place);
        if let Some(first) = names.get(&name).filter(|_| !name.is_empty()) {
            let what = format!(
                "a player is called {name:?} already, in line {}",
                first.line
            );
            faults.push(Fault::new(what).at(place));
        }
        names.entry(name).or_insert(place);
        players.push(given);
    }
    players
}

fn player(table: &Table, common: Option<MoveLimit>, faults: &mut Faults) -> Given {
    let kind = kind(table, faults);
    let mut known = vec!["kind", "name"];
    known.extend(LIMITS);
    known.extend(match kind {
        Some(Kind::Builtin) => &BUILTIN[..],
        Some(Kind::Uci) => &UCI[..],
        // What else belongs to a kind that is unknown cannot be judged.
        None => &[],
    });
    if kind.is_some() {
        table.only("[player]", &known, faults);
    }
    let own = limit_in(table, "[player]", faults);
    let limit = own.or(common).unwrap_or_else(|| {
        faults.push(limit_missing("a player", table.place));
        NO_LIMIT
    });
    let place = |key| table.get(key).map(|item| item.place);
    let mut player = Player::default_for(limit);
    match kind {
        Some(Kind::Builtin) => player.kind = PlayerKind::Builtin(builtin(table, limit, faults)),
        Some(Kind::Uci) => player.kind = PlayerKind::Uci(uci(table, faults)),
        None => {}
    }
    Given {
        player,
        place: table.place,
        variety: place("variety").unwrap_or(table.place),
        values: place("values"),
    }
}

#[derive(Clone, Copy)]
enum Kind {
    Builtin,
    Uci,
}

fn kind(table: &Table, faults: &mut Faults) -> Option<Kind> {
    let Some(item) = table.get("kind") else {
        return Some(Kind::Builtin);
    };
    match table.text("kind", faults)? {
        "builtin" => Some(Kind::Builtin),
        "uci" => Some(Kind::Uci),
        other => {
            let hint = match nearest(other, ["builtin", "uci"]) {
                Some(name) => format!("did you mean {name:?}?"),
                None => "the kinds of player are builtin and uci".to_owned(),
            };
            let what = format!("unknown kind of player {other:?}");
            faults.push(Fault::new(what).at(item.place).hint(hint));
            None
        }
    }
}

/// The keys of a built-in engine beside name, kind and limit.
const BUILTIN: [&str; 5] = ["hash_mib", "threads", "variety", "values", "tunables"];

fn builtin(table: &Table, limit: MoveLimit, faults: &mut Faults) -> Builtin {
    let mut builtin = Builtin::default_for(limit);
    if let Some(mib) = table.integer("hash_mib", HASH_MIB.0, HASH_MIB.1, faults) {
        builtin.hash_mib = mib as u32;
    }
    if let Some(threads) = table.integer("threads", 1, THREADS, faults) {
        builtin.threads = threads as u16;
    }
    if let Some(variety) = table.integer("variety", 0, VARIETY, faults) {
        builtin.variety = Centipawns(variety as i32);
    }
    if let Some(values) = values(table, faults) {
        builtin.values = values;
    }
    if let Some(given) = table.table("tunables", faults) {
        *builtin.tunables = tunables(given, faults);
    }
    builtin
}

/// `values`: a word, or a table of values.
fn values(table: &Table, faults: &mut Faults) -> Option<PlayerValues> {
    let item = table.get("values")?;
    if let Value::Table(given) = &item.value {
        let values = Values::read(given, "[player.values]", faults);
        return Some(PlayerValues::Given(values));
    }
    match table.text("values", faults)? {
        "shipped" => Some(PlayerValues::Shipped),
        "estimated" => Some(PlayerValues::Estimated),
        other => {
            let what = format!("unknown piece values {other:?}");
            let hint = match nearest(other, ["shipped", "estimated"]) {
                Some(name) => format!("did you mean {name:?}?"),
                None => "values is \"shipped\", \"estimated\" or a table of pieces".to_owned(),
            };
            faults.push(Fault::new(what).at(item.place).hint(hint));
            None
        }
    }
}

fn tunables(given: &Table, faults: &mut Faults) -> Tunables {
    let mut tunables = Tunables::default();
    for (name, place, item) in given.iter() {
        let Some(value) = given.integer(name, i32::MIN.into(), i32::MAX.into(), faults) else {
            continue;
        };
        match tunables.set(name, value as i32) {
            Ok(()) => {}
            Err(TunableFault::Unknown(near)) => {
                let fault = Fault::new(format!("the engine has no tunable {name:?}")).at(place);
                faults.push(match near {
                    Some(near) => fault.hint(format!("did you mean {near:?}?")),
                    None => fault,
                });
            }
            Err(TunableFault::Outside(tunable)) => {
                let (low, high) = (tunable.low, tunable.high);
                let what = format!("{name} = {value} is outside {low} to {high}");
                faults.push(Fault::new(what).at(item.place));
            }
        }
    }
    tunables
}

/// The keys of another program beside name, kind and limit.
const UCI: [&str; 8] = [
    "command",
    "arguments",
    "directory",
    "options",
    "start_ms",
    "patience_ms",
    "grace_ms",
    "rest_ms",
];

fn uci(table: &Table, faults: &mut Faults) -> UciPlayer {
    if table.get("command").is_none() {
        let fault = Fault::new("a player of kind \"uci\" lacks command").at(table.place);
        faults.push(fault.hint("command = \"fairy-stockfish\": a program in PATH, or its path"));
    }
    let texts = |key, faults: &mut Faults| -> Vec<String> {
        let list = table.texts(key, faults).unwrap_or_default();
        list.into_iter().map(|(_, text)| text.to_owned()).collect()
    };
    let mut millis = |key, default: Millis| {
        let given = table.integer(key, 1, 86_400_000, faults);
        given.map_or(default, |ms| Millis(ms as u64))
    };
    let (start, patience) = (millis("start_ms", START), millis("patience_ms", PATIENCE));
    let (grace, rest) = (millis("grace_ms", GRACE), millis("rest_ms", REST));
    UciPlayer {
        command: table.text("command", faults).unwrap_or_default().to_owned(),
        arguments: texts("arguments", faults),
        directory: table.text("directory", faults).map(str::to_owned),
        options: uci_options(table, faults),
        start,
        patience,
        grace,
        rest,
    }
}

fn uci_options(table: &Table, faults: &mut Faults) -> Vec<(String, String)> {
    let Some(options) = table.table("options", faults) else {
        return Vec::new();
    };
    let wanted = "a string, a number or true or false";
    options
        .iter()
        .filter_map(|(name, _, item)| {
            let value = item.typed(name, wanted, faults, |_| item.plain())?;
            Some((name.to_owned(), value))
        })
        .collect()
}
