//! Option values that cannot be chosen or change nothing.

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
        for (index, value) in option.values.iter().enumerate() {
            let mut add = |what: String, hint: &str| {
                let fault = Fault::new(what).hint(hint);
                list.push(match game.value_place(&option.name, value) {
                    Some(place) => fault.at(place),
                    None => fault,
                });
            };
            let name = &option.name;
            let chosen = |(c, _): &&(&Choice, Spec)| c.get(name) == Some(value);
            if !specs.iter().any(|pair| chosen(&pair)) {
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
                .find(|other| plays_alike(option, value, other, &specs));
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

/// Whether two values come to the same rules with every choice of the other options, of which there is one.
fn plays_alike(option: &GameOption, a: &str, b: &str, specs: &[(&Choice, Spec)]) -> bool {
    let others = |c: &Choice| -> Vec<(String, String)> {
        let rest = c.iter().filter(|&(n, _)| n != option.name);
        rest.map(|(n, v)| (n.to_owned(), v.to_owned())).collect()
    };
    let mut pairs = 0;
    for (choice, spec) in specs.iter().filter(|(c, _)| c.get(&option.name) == Some(a)) {
        let rest = others(choice);
        let twin = specs
            .iter()
            .find(|(c, _)| c.get(&option.name) == Some(b) && others(c) == rest);
        if let Some((_, other)) = twin {
            if !spec.plays_as(other) {
                return false;
            }
            pairs += 1;
        }
    }
    pairs > 0
}
