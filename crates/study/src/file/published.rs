//! `[[published]]`: what others found, to stand beside the study's own figures.

use std::collections::BTreeMap;

use assay_faults::{Fault, Faults, Place, Table, nearest};

use crate::{Arm, ArmIndex, Published, PublishedGames};

const ROOM: &str = "[[published]]";

/// Keys that say something of an arm's games.
const OF_GAMES: [&str; 3] = ["games", "white_score", "decisive"];

/// Most games anybody has published.
const GAMES: i64 = 1_000_000_000_000;

/// Worth in pawns beyond which a value is a slip.
const PAWNS: f64 = 1000.0;

/// Every `[[published]]` table. Without arms there are other faults to mend first.
pub(super) fn published(root: &Table, arms: &[Arm], faults: &mut Faults) -> Vec<Published> {
    let tables = root.tables("published", faults);
    tables
        .into_iter()
        .map(|table| entry(table, arms, faults))
        .collect()
}

fn entry(table: &Table, arms: &[Arm], faults: &mut Faults) -> Published {
    let known = ["source", "arm", "values"].into_iter().chain(OF_GAMES);
    table.only(ROOM, &known.collect::<Vec<_>>(), faults);
    if table.get("source").is_none() {
        table.missing("source", ROOM, faults);
    }
    let source = table.text("source", faults).unwrap_or_default().trim();
    if source.is_empty() && table.get("source").is_some() {
        let place = table.get("source").map_or(table.place, |item| item.place);
        faults.push(Fault::new("the source of published figures is empty").at(place));
    }
    let of_games = OF_GAMES.iter().any(|key| table.get(key).is_some());
    if !of_games && table.get("values").is_none() {
        let fault = Fault::new(format!("{ROOM} says nothing")).at(table.place);
        faults.push(fault.hint("give white_score or decisive and an arm, or values"));
    }
    Published {
        source: source.to_owned(),
        games: if of_games || table.get("arm").is_some() {
            games(table, arms, faults)
        } else {
            None
        },
        values: table
            .table("values", faults)
            .map_or_else(BTreeMap::new, |values| worth(values, arms, faults)),
    }
}

fn games(table: &Table, arms: &[Arm], faults: &mut Faults) -> Option<PublishedGames> {
    let white_score = share(table, "white_score", faults);
    let decisive = share(table, "decisive", faults);
    let games = table.integer("games", 1, GAMES, faults);
    if ["white_score", "decisive"]
        .iter()
        .all(|key| table.get(key).is_none())
    {
        let fault = Fault::new(format!("{ROOM} says nothing of the games")).at(table.place);
        faults.push(fault.hint("give white_score, decisive or both"));
    }
    if let (Some(score), Some(decisive)) = (white_score, decisive)
        && (2.0 * score - 1.0).abs() > decisive + 1e-9
    {
        let what = format!(
            "with {decisive} of the games decisive White's score lies between {} and {}, not at {score}",
            0.5 - decisive / 2.0,
            0.5 + decisive / 2.0
        );
        let place = table
            .get("white_score")
            .map_or(table.place, |item| item.place);
        faults.push(Fault::new(what).at(place));
    }
    Some(PublishedGames {
        arm: arm(table, arms, faults)?,
        games: games.map(|games| games as u64),
        white_score,
        decisive,
    })
}

/// The arm of a name; where the study has but one it need not be named.
fn arm(table: &Table, arms: &[Arm], faults: &mut Faults) -> Option<ArmIndex> {
    let names = || arms.iter().map(|arm| arm.name.as_str());
    let quoted = || names().map(|name| format!("{name:?}")).collect::<Vec<_>>();
    let Some(item) = table.get("arm") else {
        if arms.len() > 1 {
            table.missing("arm", ROOM, faults);
        }
        return (arms.len() == 1).then_some(ArmIndex(0));
    };
    let given = table.text("arm", faults)?;
    if let Some(index) = names().position(|name| name == given) {
        return Some(ArmIndex(index as u16));
    }
    if !arms.is_empty() {
        let hint = match nearest(given, names()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("its arms are {}", quoted().join(", ")),
        };
        let what = format!("the study has no arm {given:?}");
        faults.push(Fault::new(what).at(item.place).hint(hint));
    }
    None
}

fn share(table: &Table, key: &str, faults: &mut Faults) -> Option<f64> {
    let share = table.number(key, faults)?;
    let place = table.get(key).map_or(table.place, |item| item.place);
    within(key, share, (0.0, 1.0), place, faults)
}

fn within(
    name: &str,
    number: f64,
    (low, high): (f64, f64),
    place: Place,
    faults: &mut Faults,
) -> Option<f64> {
    if (low..=high).contains(&number) {
        return Some(number);
    }
    let what = format!("{name} = {number} is outside {low} to {high}");
    faults.push(Fault::new(what).at(place));
    None
}

/// Values in pawns by the letters of pieces that some arm has.
fn worth(table: &Table, arms: &[Arm], faults: &mut Faults) -> BTreeMap<char, f64> {
    let letters: Vec<String> = arms
        .iter()
        .flat_map(Arm::piece_letters)
        .map(String::from)
        .collect();
    let mut values = BTreeMap::new();
    for (key, place, item) in table.iter() {
        let known = letters.iter().any(|letter| letter == key);
        if !known && !letters.is_empty() {
            let what = format!("no arm has a piece {key:?} that is worth something");
            faults.push(Fault::new(what).at(place));
            continue;
        }
        let (Some(worth), Some(letter)) = (table.number(key, faults), key.chars().next()) else {
            continue;
        };
        if let Some(worth) = within(key, worth, (0.0, PAWNS), item.place, faults) {
            values.insert(letter, worth);
        }
    }
    values
}
