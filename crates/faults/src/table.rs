use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::fault::Lines;
use crate::{Fault, Faults, Place, nearest};

/// A TOML document as given.
#[derive(Clone, Debug)]
pub struct Document {
    /// The file's path, for messages.
    pub origin: String,
    /// The root table.
    pub root: Table,
}

/// A table as given: its entries in the order they are written.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// Where the table begins.
    pub place: Place,
    entries: Vec<Entry>,
}

#[derive(Clone, Debug, PartialEq)]
struct Entry {
    key: String,
    place: Place,
    item: Item,
}

/// A value as given, with its place.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Where the value begins.
    pub place: Place,
    /// The value.
    pub value: Value,
}

/// What a TOML value is.
#[derive(Clone, Debug, PartialEq)]
pub enum Value {
    /// A string.
    Text(String),
    /// An integer.
    Integer(i64),
    /// An integer of more than 64 bits, as written; no range has it.
    Beyond(String),
    /// A float.
    Float(f64),
    /// `true` or `false`.
    Bool(bool),
    /// An array.
    List(Vec<Item>),
    /// A table.
    Table(Table),
    /// A date or time, which nothing here uses.
    Date,
}

impl Document {
    /// Reads a document; every syntax fault of it is listed, unless it is hardly a document at all.
    pub fn parse(origin: &str, text: &str) -> Result<Document, Faults> {
        let mut faults = Faults::new(origin);
        let (root, errors) = DeTable::parse_recoverable(text);
        let lines = Lines::of(text);
        for error in errors {
            let place = match error.span() {
                Some(span) => lines.place(span.start),
                None => line_of(&lines, error.message()),
            };
            let said = error.message().replace('\n', ", ");
            let fault = match said.as_str() {
                "recursion limit" | "cannot recurse further; max recursion depth met" => {
                    Fault::new("nested too deep").hint("at most 80 levels are read")
                }
                _ => Fault::new(format!("not TOML: {said}")),
            };
            faults.push(fault.at(place));
        }
        spare_prose(&mut faults, text);
        let root = Table::of(&lines, root.get_ref(), Place { line: 1, column: 1 });
        faults.or(Document {
            origin: origin.to_owned(),
            root,
        })
    }
}

/// Of a text that has a fault in every third of its lines or more, somebody's letter rather than a mistake in a
/// document, the first few faults say enough.
fn spare_prose(faults: &mut Faults, text: &str) {
    const TOLD: usize = 3;
    const MANY: usize = 10;
    let written = text.lines().filter(|line| !line.trim().is_empty()).count();
    let given = faults.list.len();
    if given < MANY || given * 3 < written {
        return;
    }
    faults.list.sort_by_key(|fault| fault.place);
    faults.list.truncate(TOLD);
    if let Some(last) = faults.list.last_mut() {
        let more = given - TOLD;
        last.hint = Some(format!(
            "and {more} more like this: is it the file you meant?"
        ));
    }
}

/// The line of the first syntax error with a message, where the error itself has no place: the last line of the shortest
/// beginning of the text that has the error too.
fn line_of(lines: &Lines<'_>, message: &str) -> Place {
    let has_it = |count: u32| {
        let (_, errors) = DeTable::parse_recoverable(lines.first(count));
        errors.iter().any(|e| e.message() == message)
    };
    let (mut without, mut with) = (0, lines.count());
    while without + 1 < with {
        let middle = without.midpoint(with);
        if has_it(middle) {
            with = middle;
        } else {
            without = middle;
        }
    }
    Place {
        line: with,
        column: 1,
    }
}

impl Table {
    /// An empty table at a place.
    pub fn empty(place: Place) -> Table {
        Table {
            place,
            entries: Vec::new(),
        }
    }

    fn of(lines: &Lines<'_>, table: &DeTable<'_>, place: Place) -> Table {
        let mut entries: Vec<(usize, Entry)> = table
            .iter()
            .map(|(key, value)| {
                let start = key.span().start;
                let entry = Entry {
                    key: key.get_ref().to_string(),
                    place: lines.place(start),
                    item: Item::of(lines, value),
                };
                (start, entry)
            })
            .collect();
        entries.sort_by_key(|&(start, _)| start);
        Table {
            place,
            entries: entries.into_iter().map(|(_, e)| e).collect(),
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Item> {
        self.entries.iter().find(|e| e.key == key).map(|e| &e.item)
    }

    /// Keys, their places and values, in the order they are written.
    pub fn iter(&self) -> impl Iterator<Item = (&str, Place, &Item)> {
        self.entries
            .iter()
            .map(|e| (e.key.as_str(), e.place, &e.item))
    }

    /// The table but for one key.
    #[must_use]
    pub fn without(&self, key: &str) -> Table {
        let kept = self.entries.iter().filter(|e| e.key != key);
        Table {
            place: self.place,
            entries: kept.cloned().collect(),
        }
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Lays `over` over this table: tables are merged key by key, everything else is replaced.
    pub fn merge(&mut self, over: &Table) {
        for entry in &over.entries {
            match self.entries.iter_mut().find(|e| e.key == entry.key) {
                None => self.entries.push(entry.clone()),
                Some(mine) => match (&mut mine.item.value, &entry.item.value) {
                    (Value::Table(under), Value::Table(over)) => under.merge(over),
                    _ => *mine = entry.clone(),
                },
            }
        }
    }

    /// A fault for each key that is none of `valid`, with the nearest valid name; `room` names the
    /// table in the message, such as `[limits]`.
    pub fn only(&self, room: &str, valid: &[&str], faults: &mut Faults) {
        for (key, place, _) in self.iter().filter(|(key, ..)| !valid.contains(key)) {
            let hint = match nearest(key, valid.iter().copied()) {
                Some(name) => format!("did you mean {name:?}?"),
                None => format!("the keys here are {}", valid.join(", ")),
            };
            faults.push(
                Fault::new(format!("unknown key {key:?} in {room}"))
                    .at(place)
                    .hint(hint),
            );
        }
    }

    /// The string at a key; a fault if it is something else.
    pub fn text(&self, key: &str, faults: &mut Faults) -> Option<&str> {
        self.get(key)?.typed(key, "a string", faults, |v| match v {
            Value::Text(s) => Some(s.as_str()),
            _ => None,
        })
    }

    /// The integer at a key; a fault if it is something else or outside `low..=high`.
    pub fn integer(&self, key: &str, low: i64, high: i64, faults: &mut Faults) -> Option<i64> {
        let item = self.get(key)?;
        let given = item.typed(key, "a whole number", faults, |v| match v {
            Value::Integer(n) if (low..=high).contains(n) => Some(Ok(*n)),
            Value::Integer(n) => Some(Err(n.to_string())),
            Value::Beyond(text) => Some(Err(text.clone())),
            _ => None,
        })?;
        match given {
            Ok(n) => Some(n),
            Err(n) => {
                let what = format!("{key} = {n} is outside {low} to {high}");
                faults.push(Fault::new(what).at(item.place));
                None
            }
        }
    }

    /// The number at a key, whole or not; a fault if it is something else.
    pub fn number(&self, key: &str, faults: &mut Faults) -> Option<f64> {
        self.get(key)?.typed(key, "a number", faults, |v| match v {
            Value::Integer(n) => Some(*n as f64),
            Value::Beyond(n) => Some(n.parse().unwrap_or(f64::INFINITY)),
            Value::Float(x) => Some(*x),
            _ => None,
        })
    }

    /// The boolean at a key; a fault if it is something else.
    pub fn bool(&self, key: &str, faults: &mut Faults) -> Option<bool> {
        self.get(key)?
            .typed(key, "true or false", faults, |v| match v {
                Value::Bool(b) => Some(*b),
                _ => None,
            })
    }

    /// The table at a key; a fault if it is something else.
    pub fn table(&self, key: &str, faults: &mut Faults) -> Option<&Table> {
        self.get(key)?.typed(key, "a table", faults, |v| match v {
            Value::Table(t) => Some(t),
            _ => None,
        })
    }

    /// The list at a key; a fault if it is something else.
    pub fn list(&self, key: &str, faults: &mut Faults) -> Option<&[Item]> {
        self.get(key)?.typed(key, "a list", faults, |v| match v {
            Value::List(l) => Some(l.as_slice()),
            _ => None,
        })
    }

    /// The strings of the list at a key; a fault for each element that is something else.
    pub fn texts(&self, key: &str, faults: &mut Faults) -> Option<Vec<(Place, &str)>> {
        let list = self.list(key, faults)?;
        Some(
            list.iter()
                .filter_map(|item| {
                    item.typed(key, "a list of strings", faults, |v| match v {
                        Value::Text(s) => Some((item.place, s.as_str())),
                        _ => None,
                    })
                })
                .collect(),
        )
    }

    /// The tables of the array of tables at a key; a fault for each element that is something else.
    pub fn tables(&self, key: &str, faults: &mut Faults) -> Vec<&Table> {
        let Some(list) = self.list(key, faults) else {
            return Vec::new();
        };
        list.iter()
            .filter_map(|item| {
                item.typed(key, "an array of tables", faults, |v| match v {
                    Value::Table(t) => Some(t),
                    _ => None,
                })
            })
            .collect()
    }

    /// A fault that a key is missing, at the table's place. Nothing where the key is there: what is wrong with its value is told
    /// by whoever read it.
    pub fn missing(&self, key: &str, room: &str, faults: &mut Faults) {
        if self.get(key).is_some() {
            return;
        }
        faults.push(Fault::new(format!("{room} lacks {key}")).at(self.place));
    }
}

impl Item {
    fn of(lines: &Lines<'_>, value: &Spanned<DeValue<'_>>) -> Item {
        let place = lines.place(value.span().start);
        let value = match value.get_ref() {
            DeValue::String(s) => Value::Text(s.to_string()),
            DeValue::Integer(n) => match i64::from_str_radix(n.as_str(), n.radix()) {
                Ok(n) => Value::Integer(n),
                Err(_) => Value::Beyond(n.as_str().to_owned()),
            },
            DeValue::Float(x) => Value::Float(x.as_str().parse().unwrap_or(f64::NAN)),
            DeValue::Boolean(b) => Value::Bool(*b),
            DeValue::Datetime(_) => Value::Date,
            DeValue::Array(list) => Value::List(list.iter().map(|v| Item::of(lines, v)).collect()),
            DeValue::Table(table) => Value::Table(Table::of(lines, table, place)),
        };
        Item { place, value }
    }

    /// The value as `pick` sees it; a fault naming `key` and `wanted` where `pick` sees nothing.
    pub fn typed<'a, T>(
        &'a self,
        key: &str,
        wanted: &str,
        faults: &mut Faults,
        pick: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Option<T> {
        let picked = pick(&self.value);
        if picked.is_none() {
            let what = format!("{key} must be {wanted}, not {}", self.value.kind());
            faults.push(Fault::new(what).at(self.place));
        }
        picked
    }

    /// The value as a person would write it for an option: `true`, `60`, `crooked`.
    pub fn plain(&self) -> Option<String> {
        match &self.value {
            Value::Text(s) => Some(s.clone()),
            Value::Integer(n) => Some(n.to_string()),
            Value::Beyond(n) => Some(n.clone()),
            Value::Float(x) => Some(x.to_string()),
            Value::Bool(b) => Some(b.to_string()),
            Value::List(_) | Value::Table(_) | Value::Date => None,
        }
    }
}

impl Value {
    /// What kind of value this is, for messages.
    pub fn kind(&self) -> &'static str {
        match self {
            Value::Text(_) => "a string",
            Value::Integer(_) => "a whole number",
            Value::Beyond(_) => "a whole number of more than 64 bits",
            Value::Float(_) => "a decimal number",
            Value::Bool(_) => "true or false",
            Value::List(_) => "a list",
            Value::Table(_) => "a table",
            Value::Date => "a date",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_every_fault_with_its_place() {
        let doc = Document::parse("t.toml", "a = 1\ncolour = \"x\"\n[limits]\nnods = 3\n").unwrap();
        let mut faults = Faults::new("t.toml");
        doc.root
            .only("the study", &["a", "bc", "limits"], &mut faults);
        assert_eq!(doc.root.text("a", &mut faults), None);
        let limits = doc.root.table("limits", &mut faults).unwrap();
        limits.only("[limits]", &["nodes", "depth"], &mut faults);
        assert_eq!(
            faults.or(()).unwrap_err().to_string(),
            "t.toml:1:5: a must be a string, not a whole number\n\
             t.toml:2:1: unknown key \"colour\" in the study; the keys here are a, bc, limits\n\
             t.toml:4:1: unknown key \"nods\" in [limits]; did you mean \"nodes\"?"
        );
    }

    #[test]
    fn what_is_there_is_not_missing() {
        let doc = Document::parse("t.toml", "name = []\n").unwrap();
        let mut faults = Faults::new("t.toml");
        for key in ["name", "game"] {
            if doc.root.text(key, &mut faults).is_none() {
                doc.root.missing(key, "the study", &mut faults);
            }
        }
        assert_eq!(
            faults.or(()).unwrap_err().to_string(),
            "t.toml:1:1: the study lacks game\nt.toml:1:8: name must be a string, not a list"
        );
    }

    #[test]
    fn numbers_too_large_are_told_so() {
        let doc = Document::parse("t.toml", "seed = 99999999999999999999\n").unwrap();
        let mut faults = Faults::new("t.toml");
        assert_eq!(doc.root.integer("seed", 0, i64::MAX, &mut faults), None);
        let said = faults.or(()).unwrap_err().to_string();
        assert!(
            said.ends_with("seed = 99999999999999999999 is outside 0 to 9223372036854775807"),
            "{said}"
        );
    }

    #[test]
    fn syntax_faults_have_places() {
        let faults = Document::parse("t.toml", "a = \nb = = 2\n").unwrap_err();
        assert!(faults.list.len() >= 2, "{faults}");
        assert!(faults.list.iter().all(|f| f.place.is_some()), "{faults}");
    }

    #[test]
    fn a_letter_is_not_told_line_by_line() {
        let letter = "Dear reader,\n\nthis is prose.\n".repeat(20);
        let said = Document::parse("t.md", &letter).unwrap_err().to_string();
        assert_eq!(said.lines().count(), 3, "{said}");
        let told = ["t.md:1:", "t.md:3:", "t.md:4:"];
        for (line, place) in said.lines().zip(told) {
            assert!(line.starts_with(place), "{said}");
        }
        let end = "; and 37 more like this: is it the file you meant?";
        assert!(said.ends_with(end), "{said}");
        // A long document with many mistakes is told of all of them.
        let mistakes = "[[x]]\ny = 1\n".repeat(60) + &"z = = 1\n".repeat(12);
        let faults = Document::parse("t.toml", &mistakes).unwrap_err();
        assert!(faults.list.len() >= 12, "{faults}");
    }

    #[test]
    fn deep_nesting_has_its_line() {
        let brackets = format!("a = 1\nb = {}{}\n", "[".repeat(200), "]".repeat(200));
        let dots = format!("a = 1\n\n{}\nb = 2\n", ["x"; 200].join(".") + " = 1");
        let header = format!("a = 1\n[{}]\nb = 2\n", ["x"; 200].join("."));
        for (text, line) in [(brackets, 2), (dots, 3), (header, 2)] {
            let faults = Document::parse("t.toml", &text).unwrap_err();
            let said = faults.to_string();
            assert!(said.starts_with(&format!("t.toml:{line}:")), "{said}");
            assert!(
                said.contains("nested too deep; at most 80 levels are read"),
                "{said}"
            );
        }
    }

    #[test]
    fn merging_lays_one_table_over_another() {
        let mut a = Document::parse("a", "x = 1\n[t]\ny = 2\nz = [1, 2]\n")
            .unwrap()
            .root;
        let b = Document::parse("b", "[t]\nz = [3]\nw = 4\n").unwrap().root;
        a.merge(&b);
        let mut faults = Faults::new("a");
        let t = a.table("t", &mut faults).unwrap();
        assert_eq!(t.integer("y", 0, 9, &mut faults), Some(2));
        assert_eq!(t.list("z", &mut faults).unwrap().len(), 1);
        assert_eq!(t.integer("w", 0, 9, &mut faults), Some(4));
        assert!(faults.is_empty());
    }
}
