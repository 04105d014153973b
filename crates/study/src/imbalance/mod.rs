//! Imbalance matches: start arrays with pieces less or others, and how often each is played.

mod shuffle;
mod start;

use std::collections::BTreeMap;
use std::fmt;

pub(crate) use start::{Arrays, starts};
pub use start::{Colours, Start, Starts};

/// What an arm of a values study does to the start array: one list of changes for each side. The sides are swapped in
/// every second pair; [`Colours`] says whose list is whose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imbalance {
    /// Changes to White's pieces in a start [as written](Colours::AsWritten).
    pub white: Changes,
    /// Changes to Black's.
    pub black: Changes,
}

/// Changes to the pieces of one side, in the order of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes(pub Vec<Change>);

/// So many pieces of one kind less, and as many of another in their places, if there is another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Change {
    /// How many, at least one.
    pub count: u8,
    /// Letter of the pieces that go.
    pub piece: char,
    /// Letter of those that come.
    pub by: Option<char>,
}

impl Imbalance {
    /// Whether it leaves the array as it is.
    pub fn is_even(&self) -> bool {
        self.white.0.is_empty() && self.black.0.is_empty()
    }

    /// How many pieces more or less each side has, by letter; the lesser side first, since sides are swapped. Equal for
    /// imbalances that are the same match.
    pub(crate) fn net(&self) -> [BTreeMap<char, i32>; 2] {
        let mut sides = [self.white.net(), self.black.net()];
        sides.sort();
        sides
    }
}

impl Changes {
    /// How many pieces more or less, by letter.
    pub(crate) fn net(&self) -> BTreeMap<char, i32> {
        let mut net = BTreeMap::new();
        for change in &self.0 {
            *net.entry(change.piece).or_insert(0) -= i32::from(change.count);
            if let Some(by) = change.by {
                *net.entry(by).or_insert(0) += i32::from(change.count);
            }
        }
        net.retain(|_, n| *n != 0);
        net
    }
}

/// As the file has it: `-N`, `-2P`, `N>B`, with spaces between.
impl fmt::Display for Changes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, change) in self.0.iter().enumerate() {
            let space = if index == 0 { "" } else { " " };
            write!(f, "{space}{change}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = match self.count {
            1 => String::new(),
            n => n.to_string(),
        };
        match self.by {
            None => write!(f, "-{count}{}", self.piece),
            Some(by) => write!(f, "{count}{}>{by}", self.piece),
        }
    }
}

/// The name of an arm: both lists, or the one that there is.
impl fmt::Display for Imbalance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.white.0.is_empty(), self.black.0.is_empty()) {
            (true, true) => f.write_str("even"),
            (false, true) => write!(f, "{}", self.white),
            (true, false) => write!(f, "{}", self.black),
            (false, false) => write!(f, "{} against {}", self.white, self.black),
        }
    }
}
