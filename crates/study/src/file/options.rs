use std::collections::BTreeMap;

use assay_faults::{Fault, Faults, Item, Place, Table, nearest};

use crate::{Choice, Game};

/// Options as decided so far, by name.
pub(super) type Given = BTreeMap<String, String>;

/// The options of a table laid over `under`; a fault for each that the game does not have or that
/// has a value it cannot have. Without a game (its own fault is told elsewhere) nothing is judged.
pub(super) fn options(
    table: &Table,
    under: &Given,
    room: &str,
    game: Option<&Game>,
    faults: &mut Faults,
) -> Given {
    let mut given = under.clone();
    for (name, place, item) in table.iter() {
        let known = option(name, place, room, game, faults);
        if let Some(value) = known.and_then(|()| value(name, item, game, faults)) {
            given.insert(name.to_owned(), value);
        }
    }
    given
}

/// Nothing, if the game has an option of this name; a fault if it has not.
pub(super) fn option(
    name: &str,
    place: Place,
    room: &str,
    game: Option<&Game>,
    faults: &mut Faults,
) -> Option<()> {
    let game = game?;
    let names = || game.options().iter().map(|o| o.name.as_str());
    if names().any(|known| known == name) {
        return Some(());
    }
    let hint = match nearest(name, names()) {
        Some(near) => format!("did you mean {near:?}?"),
        None if game.options().is_empty() => "the game has no options".to_owned(),
        None => format!("its options are {}", names().collect::<Vec<_>>().join(", ")),
    };
    let what = format!("{} has no option {name:?}, in {room}", game.id());
    faults.push(Fault::new(what).at(place).hint(hint));
    None
}

/// The value of an option as the game writes it; a fault if it cannot have this one.
pub(super) fn value(
    name: &str,
    item: &Item,
    game: Option<&Game>,
    faults: &mut Faults,
) -> Option<String> {
    let values = &game?.options().iter().find(|o| o.name == name)?.values;
    let wanted = "a string, a whole number or true or false";
    let given = item.typed(name, wanted, faults, |_| item.plain())?;
    if values.contains(&given) {
        return Some(given);
    }
    let hint = match nearest(&given, values.iter().map(String::as_str)) {
        Some(near) => format!("did you mean {near:?}?"),
        None => format!("it can be {}", values.join(", ")),
    };
    let what = format!("{name} cannot be {given:?}");
    faults.push(Fault::new(what).at(item.place).hint(hint));
    None
}

/// Every option decided; a fault at `place` for each contradiction among those given.
pub(super) fn choose(
    given: &Given,
    room: &str,
    place: Place,
    game: &Game,
    faults: &mut Faults,
) -> Option<Choice> {
    match contradictions(given, game) {
        Ok(choice) => Some(choice),
        Err(found) => {
            for fault in found.list {
                let what = format!("{room}: {}", fault.what);
                faults.push(Fault {
                    place: Some(place),
                    what,
                    hint: fault.hint,
                });
            }
            None
        }
    }
}

/// Every option decided, or what contradicts what.
pub(super) fn contradictions(given: &Given, game: &Game) -> Result<Choice, Faults> {
    game.choose(given.iter().map(|(k, v)| (k.as_str(), v.as_str())))
}
