//! `retune`, and the `[fitted]` values of its later rounds.

use assay_faults::{Fault, Faults, Place, Table, Value, nearest};
use assay_search::Values;

use super::player::Given;
use crate::retune::{ROUNDS, Retune};
use crate::{Arm, PlayerIndex, PlayerKind, PlayerValues, StudyKind};

/// `retune = true` for one round, or `retune = { rounds = 3 }`.
pub(super) fn retune(root: &Table, kind: StudyKind, faults: &mut Faults) -> Option<Retune> {
    let item = root.get("retune")?;
    let rounds = match &item.value {
        Value::Bool(true) => 1,
        Value::Bool(false) => return None,
        Value::Table(table) => {
            table.only("retune", &["rounds"], faults);
            if table.get("rounds").is_none() {
                table.missing("rounds", "retune", faults);
            }
            table.integer("rounds", 1, ROUNDS, faults).unwrap_or(1) as u8
        }
        other => {
            let what = format!("retune must be true or a table, not {}", other.kind());
            let fault = Fault::new(what).at(item.place);
            faults.push(fault.hint("retune = { rounds = 3 } fits values three times at most"));
            return None;
        }
    };
    if kind != StudyKind::Balance {
        let what = "retune gives each arm of a balance study its own piece values";
        faults.push(Fault::new(what).at(item.place).hint("leave it out here"));
    }
    Some(Retune { rounds })
}

/// Gives every arm under `[fitted]` a player of its own with the values there. The round, 0 without.
pub(super) fn fitted(
    root: &Table,
    arms: &mut [Arm],
    players: &mut Vec<Given>,
    faults: &mut Faults,
) -> u8 {
    let Some(table) = root.table("fitted", faults) else {
        return 0;
    };
    table.only("[fitted]", &["round", "arm"], faults);
    if table.get("round").is_none() {
        table.missing("round", "[fitted]", faults);
    }
    let round = table.integer("round", 1, ROUNDS, faults).unwrap_or(1) as u8;
    for given in table.tables("arm", faults) {
        given.only("[[fitted.arm]]", &["name", "values"], faults);
        for key in ["name", "values"] {
            if given.get(key).is_none() {
                given.missing(key, "[[fitted.arm]]", faults);
            }
        }
        let name = given.text("name", faults).unwrap_or_default();
        let place = given.get("name").map_or(given.place, |item| item.place);
        let values = given
            .table("values", faults)
            .map_or_else(Values::default, |values| {
                Values::read(values, "[fitted.arm.values]", faults)
            });
        // Without arms there are other faults to mend first.
        if players.is_empty() || arms.is_empty() {
            continue;
        }
        if let Some(arm) = arms.iter_mut().find(|arm| arm.name == name) {
            give(arm, &values, given.place, players);
            continue;
        }
        let fault = Fault::new(format!("the study has no arm {name:?}")).at(place);
        faults.push(
            match nearest(name, arms.iter().map(|arm| arm.name.as_str())) {
                Some(near) => fault.hint(format!("did you mean {near:?}?")),
                None => fault,
            },
        );
    }
    round
}

/// Seats copies of the arm's players that have these values.
fn give(arm: &mut Arm, values: &Values, place: Place, players: &mut Vec<Given>) {
    let [one, other] = arm.players;
    let mut seat = |index: PlayerIndex| {
        let of = &players[usize::from(index.0)];
        let mut player = of.player.clone();
        let PlayerKind::Builtin(builtin) = &mut player.kind else {
            return index;
        };
        builtin.values = PlayerValues::Given(values.clone());
        player.name = format!("{}, fitted to {}", player.name, arm.name);
        players.push(Given {
            player,
            place,
            variety: place,
            values: Some(place),
        });
        PlayerIndex((players.len() - 1) as u16)
    };
    let first = seat(one);
    arm.players = [first, if other == one { first } else { seat(other) }];
}
