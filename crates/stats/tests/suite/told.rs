//! Reference files as trees that remember which of their figures were asked for.

use serde_json::Value;
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Index;
use std::sync::atomic::{AtomicBool, Ordering};

/// A value of a reference file.
#[derive(Debug)]
pub(crate) enum Told {
    List(Vec<Told>),
    Table(BTreeMap<String, Told>),
    /// A figure or word, and whether it was asked for.
    Leaf(Value, AtomicBool),
}

static NOTHING: Told = Told::Leaf(Value::Null, AtomicBool::new(true));

impl From<Value> for Told {
    fn from(value: Value) -> Self {
        match value {
            Value::Array(list) => Self::List(list.into_iter().map(Self::from).collect()),
            Value::Object(table) => {
                let entries = table.into_iter();
                Self::Table(entries.map(|(k, v)| (k, Self::from(v))).collect())
            }
            leaf => Self::Leaf(leaf, AtomicBool::new(false)),
        }
    }
}

impl Told {
    pub(crate) fn as_array(&self) -> Option<&[Told]> {
        match self {
            Self::List(list) => Some(list),
            _ => None,
        }
    }

    pub(crate) fn as_object(&self) -> Option<&BTreeMap<String, Told>> {
        match self {
            Self::Table(table) => Some(table),
            _ => None,
        }
    }

    fn leaf(&self) -> Option<&Value> {
        match self {
            Self::Leaf(value, asked) => {
                asked.store(true, Ordering::Relaxed);
                Some(value)
            }
            _ => None,
        }
    }

    pub(crate) fn as_f64(&self) -> Option<f64> {
        self.leaf()?.as_f64()
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        self.leaf()?.as_u64()
    }

    pub(crate) fn as_i64(&self) -> Option<i64> {
        self.leaf()?.as_i64()
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        self.leaf()?.as_bool()
    }

    pub(crate) fn as_str(&self) -> Option<&str> {
        self.leaf()?.as_str()
    }

    pub(crate) fn is_null(&self) -> bool {
        matches!(self, Self::Leaf(Value::Null, _))
    }

    /// Paths of the figures that nobody asked for, lists by their index.
    pub(crate) fn unasked(&self, path: &str, found: &mut Vec<String>) {
        match self {
            Self::List(list) => {
                for (index, told) in list.iter().enumerate() {
                    told.unasked(&format!("{path}/{index}"), found);
                }
            }
            Self::Table(table) => {
                for (name, told) in table {
                    told.unasked(&format!("{path}/{name}"), found);
                }
            }
            Self::Leaf(_, asked) => {
                if !asked.load(Ordering::Relaxed) {
                    found.push(path.to_owned());
                }
            }
        }
    }

    /// How many figures and words there are.
    pub(crate) fn leaves(&self) -> usize {
        match self {
            Self::List(list) => list.iter().map(Self::leaves).sum(),
            Self::Table(table) => table.values().map(Self::leaves).sum(),
            Self::Leaf(..) => 1,
        }
    }
}

impl<S: AsRef<str> + ?Sized> Index<&S> for Told {
    type Output = Told;

    fn index(&self, name: &S) -> &Told {
        let entry = self.as_object().and_then(|table| table.get(name.as_ref()));
        entry.unwrap_or(&NOTHING)
    }
}

impl Index<String> for Told {
    type Output = Told;

    fn index(&self, name: String) -> &Told {
        &self[name.as_str()]
    }
}

impl Index<usize> for Told {
    type Output = Told;

    fn index(&self, place: usize) -> &Told {
        let entry = self.as_array().and_then(|list| list.get(place));
        entry.unwrap_or(&NOTHING)
    }
}

impl PartialEq<&str> for Told {
    fn eq(&self, other: &&str) -> bool {
        self.as_str() == Some(other)
    }
}

impl PartialEq<bool> for Told {
    fn eq(&self, other: &bool) -> bool {
        self.as_bool() == Some(*other)
    }
}

impl fmt::Display for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaf(value, asked) => {
                asked.store(true, Ordering::Relaxed);
                write!(f, "{value}")
            }
            other => write!(f, "{other:?}"),
        }
    }
}
