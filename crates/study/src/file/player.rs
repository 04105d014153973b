use assay_faults::{Fault, Faults, Table, Value, nearest};

use crate::player::{HASH_MIB, THREADS, VARIETY};
use crate::{Centipawns, MoveLimit, Player, PlayerValues};

/// `[player]`: who plays both sides.
pub(super) fn player(root: &Table, limit: MoveLimit, faults: &mut Faults) -> Player {
    let mut player = Player::default_for(limit);
    if let Some(Value::List(list)) = root.get("player").map(|item| &item.value) {
        let place = list.get(1).or(list.first()).map_or(root.place, |i| i.place);
        let fault = Fault::new("several players are not supported by this version").at(place);
        faults.push(fault.hint("a balance study has one [player], who plays both sides"));
        return player;
    }
    let Some(table) = root.table("player", faults) else {
        return player;
    };
    let valid = ["kind", "name", "hash_mib", "threads", "variety", "values"];
    if !is_builtin(table, faults) {
        return player;
    }
    table.only("[player]", &valid, faults);
    if table.get("name").is_some()
        && let Some(name) = super::name(table, "the player", faults)
    {
        player.name = name;
    }
    if let Some(mib) = table.integer("hash_mib", HASH_MIB.0, HASH_MIB.1, faults) {
        player.hash_mib = mib as u32;
    }
    if let Some(threads) = table.integer("threads", 1, THREADS, faults) {
        player.threads = threads as u16;
    }
    if let Some(variety) = table.integer("variety", 0, VARIETY, faults) {
        player.variety = Centipawns(variety as i32);
    }
    if player.variety.0 == 0 && !matches!(limit, MoveLimit::Time(_)) && player.threads == 1 {
        let place = table.get("variety").map_or(table.place, |item| item.place);
        let what = "variety = 0 makes both games of every pair the same game";
        let hint = "a few centipawns of variety keep them apart; 8 is the default";
        faults.push(Fault::new(what).at(place).hint(hint));
    }
    if let Some(values) = values(table, faults) {
        player.values = values;
    }
    player
}

/// Whether the player is the built-in engine; a fault if it is anything else.
fn is_builtin(table: &Table, faults: &mut Faults) -> bool {
    let Some(item) = table.get("kind") else {
        return true;
    };
    let (what, hint) = match table.text("kind", faults) {
        Some("builtin") => return true,
        Some("uci") => (
            "players of kind \"uci\" are not supported by this version".to_owned(),
            "leave kind out to play with the built-in engine".to_owned(),
        ),
        Some(other) => (
            format!("unknown kind of player {other:?}"),
            match nearest(other, ["builtin", "uci"]) {
                Some(name) => format!("did you mean {name:?}?"),
                None => "the kind of player is builtin".to_owned(),
            },
        ),
        None => return false,
    };
    faults.push(Fault::new(what).at(item.place).hint(hint));
    false
}

fn values(table: &Table, faults: &mut Faults) -> Option<PlayerValues> {
    let item = table.get("values")?;
    match table.text("values", faults)? {
        "shipped" => Some(PlayerValues::Shipped),
        "estimated" => Some(PlayerValues::Estimated),
        other => {
            let what = format!("unknown piece values {other:?}");
            let hint = match nearest(other, ["shipped", "estimated"]) {
                Some(name) => format!("did you mean {name:?}?"),
                None => "values is \"shipped\" or \"estimated\"".to_owned(),
            };
            faults.push(Fault::new(what).at(item.place).hint(hint));
            None
        }
    }
}
