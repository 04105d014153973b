use crate::{Choice, Game};

/// In which choices of options something holds, in words; nothing where it holds in all of them.
pub(super) fn told(game: &Game, choices: &[Choice], held: &[usize]) -> Option<String> {
    if held.len() == choices.len() {
        return None;
    }
    let mut words = Vec::new();
    let mut fits: Vec<bool> = vec![true; choices.len()];
    for option in game.options() {
        let value = |i: &usize| choices[*i].get(&option.name);
        let seen: Vec<&String> = option
            .values
            .iter()
            .filter(|v| held.iter().any(|i| value(i) == Some(v)))
            .collect();
        let possible = option
            .values
            .iter()
            .filter(|v| (0..choices.len()).any(|i| value(&i) == Some(v)));
        if seen.len() == possible.count() {
            continue;
        }
        for (i, fit) in fits.iter_mut().enumerate() {
            *fit &= seen.iter().any(|v| value(&i) == Some(v));
        }
        let names: Vec<&str> = seen.iter().map(|v| v.as_str()).collect();
        words.push(format!("{} = {}", option.name, names.join(" or ")));
    }
    // The values seen tell exactly where it holds, or only some of the choices that fit them.
    let exact = fits.iter().filter(|f| **f).count() == held.len();
    Some(if exact && !words.is_empty() {
        format!("with {}", words.join(", "))
    } else {
        let first = held.first().map(|&i| choices[i].to_string());
        format!(
            "in {} of {} choices of options, such as {}",
            held.len(),
            choices.len(),
            first.unwrap_or_default()
        )
    })
}
