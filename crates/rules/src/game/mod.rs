//! Game files: what a game is before its options are decided.

mod builtin;
mod choice;
mod spec;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use assay_faults::{Document, Fault, Faults, Item, Place, Table, Value, nearest};

pub use choice::Choice;
pub(crate) use spec::{BounceSpec, CastleSpec, DeadRule, Goal, PawnSpec, PieceSpec, Spec};

use crate::AnyRules;

/// A valid game file, its options still open. Cheap to clone.
#[derive(Clone)]
pub struct Game(Arc<Inner>);

struct Inner {
    id: String,
    name: String,
    inventor: String,
    page: String,
    about: String,
    reconstructed: String,
    credits: Vec<String>,
    origin: String,
    source: String,
    root: Table,
    /// The file without its options, over which the values of a choice are laid.
    base: Table,
    options: Vec<GameOption>,
}

/// A named rule choice of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameOption {
    /// Its name, such as `turning`.
    pub name: String,
    /// What it decides, in words.
    pub about: String,
    /// Its values in the file's order.
    pub values: Vec<String>,
    /// What each value means, in words; empty where the file says nothing.
    pub meanings: Vec<String>,
    /// The value in force unless another is given.
    pub default: String,
    pub(crate) needs: BTreeMap<String, Vec<(String, String)>>,
    /// Values that the game names but cannot be played with, and why.
    pub(crate) refused: BTreeMap<String, String>,
}

impl GameOption {
    /// Names and values of the options that a value must go with.
    pub fn needs(&self, value: &str) -> impl Iterator<Item = (&str, &str)> {
        let pairs = self.needs.get(value).into_iter().flatten();
        pairs.map(|(name, wanted)| (name.as_str(), wanted.as_str()))
    }

    /// Why a value cannot be played with, if it cannot.
    pub fn refused(&self, value: &str) -> Option<&str> {
        self.refused.get(value).map(String::as_str)
    }
}

/// Longest name of a game or a piece, in characters.
const NAME_LENGTH: usize = 80;

/// The most values of a game's options together: each is tried when the file is read. More than the start arrays of a shuffled game.
const MOST_VALUES: usize = 1000;

/// The keys of a game file that an option's value may `set`: all but what the game is called, which no option changes, and
/// the options themselves.
const SETTABLE: [&str; 8] = [
    "start", "board", "pieces", "forms", "castling", "bounce", "springs", "rules",
];

const KEYS: [&str; 16] = [
    "id",
    "name",
    "inventor",
    "page",
    "about",
    "start",
    "board",
    "pieces",
    "forms",
    "castling",
    "bounce",
    "springs",
    "rules",
    "options",
    "reconstructed",
    "credits",
];

impl Game {
    /// The game file built into the program under an id.
    pub fn builtin(id: &str) -> Option<Game> {
        builtin::game(id)
    }

    /// The ids of the built-in games, in the order lists show them.
    pub fn builtin_ids() -> &'static [&'static str] {
        builtin::IDS
    }

    /// Reads a game file; every fault of it is listed with its place.
    pub fn parse(origin: &str, text: &str) -> Result<Game, Faults> {
        let root = Document::parse(origin, text)?.root;
        let mut faults = Faults::new(origin);
        root.only("the game", &KEYS, &mut faults);
        let mut word = |key: &str, required: Required| {
            let found = root.text(key, &mut faults).map(str::to_owned);
            if found.is_none() && root.get(key).is_none() && required == Required::Yes {
                root.missing(key, "the game", &mut faults);
            }
            found.unwrap_or_default()
        };
        let id = word("id", Required::Yes);
        let name = word("name", Required::Yes);
        let [inventor, page, about, reconstructed] =
            ["inventor", "page", "about", "reconstructed"].map(|k| word(k, Required::No));
        let credits = root.texts("credits", &mut faults).unwrap_or_default();
        let credits = credits.into_iter().map(|(_, who)| who.to_owned()).collect();
        for key in ["id", "name"] {
            check_name(&root, key, "the game", &mut faults);
        }
        let options = read_options(&root, &mut faults);
        if !id
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
        {
            let place = root.get("id").map_or(root.place, |i| i.place);
            let fault = Fault::new(format!(
                "id {id:?} has other characters than a-z, 0-9 and -"
            ));
            faults.push(fault.at(place));
        }
        let source = text.to_owned();
        let origin = origin.to_owned();
        let inner = Inner {
            id,
            name,
            inventor,
            page,
            about,
            reconstructed,
            credits,
            origin,
            source,
            base: root.without("options"),
            root,
            options,
        };
        let game = Game(Arc::new(inner));
        game.check(&mut faults);
        faults.or(game)
    }

    /// Compiles the game with its defaults and with each other value of each option, for the faults that show only then.
    fn check(&self, all: &mut Faults) {
        let mut add = |faults: Faults| {
            for fault in faults.list {
                if !all.list.contains(&fault) {
                    all.push(fault);
                }
            }
        };
        match self.choose([]) {
            Ok(_) => {}
            Err(faults) => add(faults),
        }
        for choice in self.single_choices() {
            if let Err(faults) = self.compile(&choice, None) {
                add(faults);
            }
        }
    }

    /// The defaults, and each other value of each option with the rest by default, as far as they can be played.
    pub(crate) fn single_choices(&self) -> Vec<Choice> {
        let mut choices: Vec<Choice> = self.choose([]).ok().into_iter().collect();
        for option in self.options() {
            for value in &option.values {
                choices.extend(self.choose([(option.name.as_str(), value.as_str())]).ok());
            }
        }
        choices.sort();
        choices.dedup();
        choices
    }

    /// The game's id, such as `sonic-large`.
    pub fn id(&self) -> &str {
        &self.0.id
    }

    /// The game's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// Who invented it.
    pub fn inventor(&self) -> &str {
        &self.0.inventor
    }

    /// Where it is published.
    pub fn page(&self) -> &str {
        &self.0.page
    }

    /// What it is, in a sentence or two.
    pub fn about(&self) -> &str {
        &self.0.about
    }

    /// What of it is a reconstruction, and why, where its page does not give all of it.
    pub fn reconstructed(&self) -> Option<&str> {
        Some(self.0.reconstructed.as_str()).filter(|why| !why.is_empty())
    }

    /// Who else had a part in it, a sentence each.
    pub fn credits(&self) -> &[String] {
        &self.0.credits
    }

    /// Its options in the file's order.
    pub fn options(&self) -> &[GameOption] {
        &self.0.options
    }

    /// The text of the game file: what travels to workers and is stored with a study.
    pub fn source(&self) -> &str {
        &self.0.source
    }

    pub(crate) fn origin(&self) -> &str {
        &self.0.origin
    }

    /// Decides the options: those given, the rest by their defaults. Unknown names and values and
    /// contradictions are all listed.
    pub fn choose<'a>(
        &self,
        given: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Choice, Faults> {
        choice::choose(self, given)
    }

    /// Every choice of options that does not contradict itself.
    pub fn choices(&self) -> Vec<Choice> {
        let mut partial: Vec<Vec<(&str, &str)>> = vec![Vec::new()];
        for option in self.options() {
            partial = partial
                .into_iter()
                .flat_map(|p| {
                    option.values.iter().map(move |v| {
                        let mut p = p.clone();
                        p.push((option.name.as_str(), v.as_str()));
                        p
                    })
                })
                .collect();
        }
        partial
            .into_iter()
            .filter_map(|p| self.choose(p).ok())
            .collect()
    }

    /// Compiles the rules for a choice of options, with another start position if one is given.
    pub fn compile(&self, choice: &Choice, start: Option<&str>) -> Result<AnyRules, Faults> {
        let spec = self.spec(choice)?;
        crate::compile::compile(self, choice.clone(), spec, start)
    }

    /// The file with the options decided.
    pub(crate) fn spec(&self, choice: &Choice) -> Result<Spec, Faults> {
        let mut root = self.0.base.clone();
        let mut faults = Faults::new(&self.0.origin);
        for (name, value) in choice.iter() {
            if let Some(set) = value_table(&self.0.root, name, value, &mut faults)
                .and_then(|t| t.table("set", &mut faults))
            {
                root.merge(set);
            }
        }
        faults.or(())?;
        Spec::read(&self.0.origin, &root)
    }

    /// Where a value of an option is written.
    pub(crate) fn value_place(&self, name: &str, value: &str) -> Option<Place> {
        let mut unread = Faults::new(&self.0.origin);
        let options = self.0.root.table("options", &mut unread)?;
        let values = options
            .table(name, &mut unread)?
            .table("values", &mut unread)?;
        values
            .iter()
            .find(|(key, ..)| *key == value)
            .map(|(_, place, _)| place)
    }
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Game({})", self.0.id)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Required {
    Yes,
    No,
}

fn value_table<'a>(
    root: &'a Table,
    name: &str,
    value: &str,
    faults: &mut Faults,
) -> Option<&'a Table> {
    root.table("options", faults)?
        .table(name, faults)?
        .table("values", faults)?
        .table(value, faults)
}

/// A fault for a name that nobody could read in a table: empty, endless, or with control characters in it.
pub(crate) fn check_name(table: &Table, key: &str, room: &str, faults: &mut Faults) {
    let Some(Item {
        place,
        value: Value::Text(name),
    }) = table.get(key)
    else {
        return;
    };
    let length = name.chars().count();
    let what = if name.trim().is_empty() {
        format!("the {key} of {room} is empty")
    } else if length > NAME_LENGTH {
        format!("the {key} of {room} has {length} characters, more than {NAME_LENGTH}")
    } else if name.chars().any(char::is_control) {
        format!("the {key} of {room} has a control character in it")
    } else {
        return;
    };
    faults.push(Fault::new(what).at(*place));
}

fn read_options(root: &Table, faults: &mut Faults) -> Vec<GameOption> {
    let Some(table) = root.table("options", faults) else {
        return Vec::new();
    };
    let mut options = Vec::new();
    let mut needed: Vec<(Place, String, String)> = Vec::new();
    let mut value_count = 0;
    for (name, place, _) in table.iter() {
        let Some(option) = table.table(name, faults) else {
            continue;
        };
        let room = format!("[options.{name}]");
        option.only(&room, &["about", "default", "values"], faults);
        let about = option.text("about", faults).unwrap_or_default().to_owned();
        let Some(values_table) = option.table("values", faults) else {
            option.missing("values", &room, faults);
            continue;
        };
        let values: Vec<String> = values_table.iter().map(|(v, ..)| v.to_owned()).collect();
        let before = value_count;
        value_count += values.len();
        if value_count > MOST_VALUES {
            let what = format!(
                "{room} has {} values, with which the options have {value_count}; at most {MOST_VALUES} are read",
                values.len()
            );
            let hint = "make several options of it, or several games";
            faults.push(Fault::new(what).at(place).hint(hint));
            value_count = before;
            continue;
        }
        let mut meanings = Vec::new();
        let mut needs = BTreeMap::new();
        let mut refused = BTreeMap::new();
        for value in &values {
            let Some(t) = values_table.table(value, faults) else {
                meanings.push(String::new());
                continue;
            };
            meanings.push(t.text("about", faults).unwrap_or_default().to_owned());
            let room = format!("[options.{name}.values.{value}]");
            t.only(&room, &["about", "needs", "set", "refused"], faults);
            if let Some(set) = t.table("set", faults) {
                set.only(&format!("set of {room}"), &SETTABLE, faults);
            }
            if let Some(why) = t.text("refused", faults) {
                refused.insert(value.clone(), why.to_owned());
            }
            if let Some(n) = t.table("needs", faults) {
                let list: Vec<_> = n
                    .iter()
                    .filter_map(|(k, at, v)| {
                        Some((
                            at,
                            k.to_owned(),
                            option_value(k, &format!("needs of {room}"), v, faults)?,
                        ))
                    })
                    .collect();
                needed.extend(list.iter().cloned());
                let list = list.into_iter().map(|(_, k, v)| (k, v)).collect();
                needs.insert(value.clone(), list);
            }
        }
        let Some(default) = option.get("default") else {
            option.missing("default", &room, faults);
            continue;
        };
        match option_value("default", &room, default, faults) {
            Some(default) if values.contains(&default) => {
                options.push(GameOption {
                    name: name.to_owned(),
                    about,
                    values,
                    meanings,
                    default,
                    needs,
                    refused,
                });
            }
            Some(default) => faults.push(
                Fault::new(format!(
                    "{room} has the default {default:?}, which is none of its values"
                ))
                .at(place)
                .hint(format!("the values are {}", values.join(", "))),
            ),
            None => {}
        }
    }
    check_needs(table, &needed, faults);
    options
}

/// The value of an option that a key names; a fault if it is a thing that no value can be.
fn option_value(key: &str, room: &str, item: &Item, faults: &mut Faults) -> Option<String> {
    let value = item.plain();
    if value.is_none() {
        let kind = match &item.value {
            Value::List(list) if list.is_empty() => "an empty list",
            other => other.kind(),
        };
        let what = format!("{key} in {room} must be one value of the option, not {kind}");
        let hint = "write its name: text, a number, true or false";
        faults.push(Fault::new(what).at(item.place).hint(hint));
    }
    value
}

/// Whether the options and values that others need are there.
fn check_needs(options: &Table, needed: &[(Place, String, String)], faults: &mut Faults) {
    let mut unread = Faults::new("");
    for (place, name, value) in needed {
        let values = options
            .table(name, &mut unread)
            .and_then(|o| o.table("values", &mut unread));
        let (kinds, known): (&str, Vec<&str>) = match values {
            None => ("the options", options.iter().map(|(k, ..)| k).collect()),
            Some(values) => ("its values", values.iter().map(|(v, ..)| v).collect()),
        };
        let (what, given) = match values {
            None => (format!("needs names {name:?}, which is no option"), name),
            Some(_) if known.contains(&value.as_str()) => continue,
            Some(_) => (
                format!("needs {name} = {value:?}, which is none of its values"),
                value,
            ),
        };
        let hint = match nearest(given, known.iter().copied()) {
            Some(near) => format!("did you mean {near:?}?"),
            None => format!("{kinds} are {}", known.join(", ")),
        };
        faults.push(Fault::new(what).at(*place).hint(hint));
    }
}
