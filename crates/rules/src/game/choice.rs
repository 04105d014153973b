use std::collections::BTreeMap;
use std::fmt;

use assay_faults::{Fault, Faults, nearest};

use super::Game;

/// Every option of a game decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(Vec<(String, String)>);

impl Choice {
    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.iter().find(|&(n, _)| n == name).map(|(_, v)| v)
    }

    /// Names and values in the game's order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()))
    }
}

impl fmt::Display for Choice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, (name, value)) in self.iter().enumerate() {
            write!(f, "{}{name}={value}", if i == 0 { "" } else { " " })?;
        }
        Ok(())
    }
}

pub(super) fn choose<'a>(
    game: &Game,
    given: impl IntoIterator<Item = (&'a str, &'a str)>,
) -> Result<Choice, Faults> {
    let mut faults = Faults::new("options");
    let options = game.options();
    let mut decided: BTreeMap<&str, &str> = options
        .iter()
        .map(|o| (o.name.as_str(), o.default.as_str()))
        .collect();
    let mut seen: Vec<&str> = Vec::new();
    for (name, value) in given {
        if seen.contains(&name) {
            let fault = Fault::new(format!("{name} is given more than once"));
            faults.push(fault.hint("decide each option once"));
            continue;
        }
        seen.push(name);
        let Some(option) = options.iter().find(|o| o.name == name) else {
            let fault = Fault::new(format!("{} has no option {name:?}", game.id()));
            let names: Vec<&str> = options.iter().map(|o| o.name.as_str()).collect();
            faults.push(match nearest(name, names.iter().copied()) {
                Some(near) => fault.hint(format!("did you mean {near:?}?")),
                None => fault.hint(format!("its options are {}", names.join(", "))),
            });
            continue;
        };
        let Some(known) = option.values.iter().find(|v| *v == value) else {
            let fault = Fault::new(format!("{name} has no value {value:?}"));
            faults.push(
                match nearest(value, option.values.iter().map(String::as_str)) {
                    Some(near) => fault.hint(format!("did you mean {near:?}?")),
                    None => fault.hint(format!("its values are {}", option.values.join(", "))),
                },
            );
            continue;
        };
        decided.insert(&option.name, known);
    }
    for option in options {
        let value = decided[option.name.as_str()];
        if let Some(why) = option.refused.get(value) {
            faults.push(Fault::new(format!(
                "{}={value} cannot be played: {why}",
                option.name
            )));
        }
        for (name, wanted) in option.needs.get(value).into_iter().flatten() {
            let actual = decided.get(name.as_str()).copied().unwrap_or("nothing");
            if actual != wanted {
                let what = format!(
                    "{}={value} needs {name}={wanted}, but {name} is {actual}",
                    option.name
                );
                faults.push(Fault::new(what).hint(format!("give {name}={wanted} too")));
            }
        }
    }
    let list = options
        .iter()
        .map(|o| (o.name.clone(), decided[o.name.as_str()].to_owned()))
        .collect();
    faults.or(Choice(list))
}
