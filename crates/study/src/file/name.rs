use crate::{Factor, Game};

/// The name of a factorial's arm, short enough for a chart: what is switched on, and the values of the
/// options that have names for values, such as `crooked, springs, stalemate win`.
pub(super) fn arm_name(game: &Game, factors: &[Factor], levels: &[usize]) -> String {
    let chosen = || {
        factors
            .iter()
            .zip(levels)
            .map(|(factor, &level)| (factor, factor.values[level].as_str()))
    };
    let parts: Vec<String> = chosen()
        .filter_map(|(factor, value)| part(game, factor, value))
        .collect();
    if !parts.is_empty() {
        return parts.join(", ");
    }
    // Everything is a switch and every switch is off.
    chosen()
        .map(|(factor, _)| format!("no {}", words(&factor.option)))
        .collect::<Vec<_>>()
        .join(", ")
}

fn part(game: &Game, factor: &Factor, value: &str) -> Option<String> {
    match value {
        "false" => None,
        "true" => Some(words(&factor.option)),
        _ if speaks_for_itself(game, value) => Some(words(value)),
        _ => Some(format!("{} {}", words(&factor.option), words(value))),
    }
}

/// Whether a value needs no option's name before it: a word, no number or short general one such as
/// `win`, that no other option of the game has too.
fn speaks_for_itself(game: &Game, value: &str) -> bool {
    let owners = game
        .options()
        .iter()
        .filter(|o| o.values.iter().any(|v| v == value))
        .count();
    value.len() >= 5 && value.chars().all(|c| c.is_alphabetic() || c == '-') && owners == 1
}

fn words(name: &str) -> String {
    name.replace(['-', '_'], " ")
}
