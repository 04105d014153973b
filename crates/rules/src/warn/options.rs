//! Option values that cannot be chosen or change nothing.

use std::collections::BTreeMap;

use assay_faults::Fault;

use crate::game::Spec;
use crate::{Choice, Game, GameOption};

pub(super) fn check(game: &Game, choices: &[Choice]) -> Vec<Fault> {
    let specs: Vec<(&Choice, Spec)> = choices
        .iter()
        .filter_map(|c| Some((c, game.spec(c).ok()?)))
        .collect();
    let mut list = Vec::new();
    for option in game.options() {
        let groups = groups(option, &specs);
        for (index, value) in option.values.iter().enumerate() {
            let mut add = |what: String, hint: &str| {
                let fault = Fault::new(what).hint(hint);
                list.push(match game.value_place(&option.name, value) {
                    Some(place) => fault.at(place),
                    None => fault,
                });
            };
            let name = &option.name;
            if !groups.iter().any(|g| g.contains_key(value.as_str())) {
                if !option.refused.contains_key(value) {
                    add(
                        format!(
                            "{name} = {value} can never be chosen: what it needs contradicts itself"
                        ),
                        "look at the needs of this value and of those it names",
                    );
                }
                continue;
            }
            let twin = option.values[..index]
                .iter()
                .find(|other| plays_alike(value, other, &groups));
            if let Some(other) = twin {
                add(
                    format!(
                        "{name} = {value} changes nothing: the rules are those of {name} = {other}"
                    ),
                    "write in set what it changes",
                );
            }
        }
    }
    list
}

/// What an option's values come to, in a group for each choice of the other options.
fn groups<'a>(
    option: &GameOption,
    specs: &'a [(&Choice, Spec)],
) -> Vec<BTreeMap<&'a str, &'a Spec>> {
    let mut groups: BTreeMap<Vec<(&str, &str)>, BTreeMap<&str, &Spec>> = BTreeMap::new();
    for (choice, spec) in specs {
        let others = choice.iter().filter(|&(n, _)| n != option.name).collect();
        if let Some(value) = choice.get(&option.name) {
            groups.entry(others).or_default().insert(value, spec);
        }
    }
    groups.into_values().collect()
}

/// Whether two values come to the same rules in every group that has both, of which there is one.
fn plays_alike(a: &str, b: &str, groups: &[BTreeMap<&str, &Spec>]) -> bool {
    let mut pairs = 0;
    for group in groups {
        if let (Some(one), Some(other)) = (group.get(a), group.get(b)) {
            if !one.plays_as(other) {
                return false;
            }
            pairs += 1;
        }
    }
    pairs > 0
}
