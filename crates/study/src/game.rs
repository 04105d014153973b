use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use assay_faults::{Fault, Faults, nearest};

/// A game with its options, read from a game file.
#[derive(Clone, Debug)]
pub struct Game {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    id: String,
    name: String,
    source: String,
    options: Vec<GameOption>,
}

/// A named rule choice of a game.
#[derive(Clone, Debug)]
pub struct GameOption {
    /// Its name.
    pub name: String,
    /// What it may be.
    pub values: Vec<String>,
    /// What it is unless said otherwise.
    pub default: String,
}

/// A game's options, every one decided.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Choice(BTreeMap<String, String>);

impl Choice {
    /// The value of an option.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Options and values, by name.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(k, v)| (k.as_str(), v.as_str()))
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

impl Game {
    /// A game that comes with the program.
    pub fn builtin(id: &str) -> Option<Game> {
        let option = |name: &str, values: &[&str]| GameOption {
            name: name.to_owned(),
            values: values.iter().map(|&v| v.to_owned()).collect(),
            default: values[0].to_owned(),
        };
        (id == "sonic").then(|| Game {
            inner: Arc::new(Inner {
                id: "sonic".to_owned(),
                name: "Sonic the Hedgehog Chess, Advanced".to_owned(),
                source: "id = \"sonic\"\n".to_owned(),
                options: vec![
                    option("turning", &["curved", "crooked"]),
                    option("springs", &["false", "true"]),
                    option("crooked-pawns", &["false", "true"]),
                    option("stalemate", &["draw", "win"]),
                ],
            }),
        })
    }

    /// The ids of the games that come with the program.
    pub fn builtin_ids() -> &'static [&'static str] {
        &["sonic"]
    }

    /// The game's id.
    pub fn id(&self) -> &str {
        &self.inner.id
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The text of its file.
    pub fn source(&self) -> &str {
        &self.inner.source
    }

    /// Its options.
    pub fn options(&self) -> &[GameOption] {
        &self.inner.options
    }

    /// Every option decided, those not given by default.
    pub fn choose<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Choice, Faults> {
        let mut choice: BTreeMap<String, String> = self
            .options()
            .iter()
            .map(|o| (o.name.clone(), o.default.clone()))
            .collect();
        let mut faults = Faults::new("options");
        for (name, value) in given {
            choice.insert(name.to_owned(), value.to_owned());
        }
        if choice["crooked-pawns"] == "true" && choice["turning"] != "crooked" {
            faults.push(Fault::new(
                "crooked-pawns = true needs turning = crooked, not curved",
            ));
        }
        faults.or(Choice(choice))
    }
}

/// A game that comes with the program, by its id; otherwise what is known in its place.
pub fn builtin_game(id: &str) -> Result<Game, Faults> {
    Game::builtin(id).ok_or_else(|| {
        let known = Game::builtin_ids();
        let hint = match nearest(id, known.iter().copied()) {
            Some(name) => format!("did you mean {name:?}?"),
            None => format!(
                "the games are {}, or the path of a game file",
                known.join(", ")
            ),
        };
        Faults::one(
            "game",
            Fault::new(format!("unknown game {id:?}")).hint(hint),
        )
    })
}
