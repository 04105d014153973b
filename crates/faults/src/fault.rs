use std::fmt;

/// Everything wrong with one thing that was given: a file, a position, a set of options.
/// Prints one line a fault: `origin:line:column: what; hint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faults {
    /// What the faults are of: a file's path, `position`, `options`.
    pub origin: String,
    /// The faults, in the order of their places.
    pub list: Vec<Fault>,
}

/// One thing wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Where in the text, if it has a place.
    pub place: Option<Place>,
    /// What is wrong, a sentence without its full stop.
    pub what: String,
    /// What to do about it, if anything is known.
    pub hint: Option<String>,
}

/// A place in a text, both counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    /// Line.
    pub line: u32,
    /// Column in characters.
    pub column: u32,
}

impl Place {
    /// The place of a byte offset in `text`.
    pub fn of(text: &str, offset: usize) -> Place {
        Lines::of(text).place(offset)
    }
}

/// A text with the places where its lines begin, so that many places in it are found quickly.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn of(text: &'t str) -> Lines<'t> {
        let after_breaks = text.match_indices('\n').map(|(at, _)| at + 1);
        Lines {
            text,
            starts: [0].into_iter().chain(after_breaks).collect(),
        }
    }

    /// The place of a byte offset.
    pub(crate) fn place(&self, offset: usize) -> Place {
        let mut end = offset.min(self.text.len());
        while !self.text.is_char_boundary(end) {
            end -= 1;
        }
        let line = self.starts.partition_point(|&start| start <= end);
        let start = self.starts[line - 1];
        Place {
            line: line as u32,
            column: 1 + self.text[start..end].chars().count() as u32,
        }
    }

    /// How many lines there are.
    pub(crate) fn count(&self) -> u32 {
        self.starts.len() as u32
    }

    /// The first so many lines.
    pub(crate) fn first(&self, count: u32) -> &'t str {
        let end = self.starts.get(count as usize);
        &self.text[..end.copied().unwrap_or(self.text.len())]
    }
}

impl Fault {
    /// A fault without place or hint.
    pub fn new(what: impl Into<String>) -> Fault {
        Fault {
            place: None,
            what: what.into(),
            hint: None,
        }
    }

    /// The same fault at a place.
    #[must_use]
    pub fn at(mut self, place: Place) -> Fault {
        self.place = Some(place);
        self
    }

    /// The same fault with what to do about it.
    #[must_use]
    pub fn hint(mut self, hint: impl Into<String>) -> Fault {
        self.hint = Some(hint.into());
        self
    }

    /// The fault as one line.
    pub(crate) fn write(
        &self,
        f: &mut fmt::Formatter<'_>,
        origin: &str,
        severity: &str,
    ) -> fmt::Result {
        match self.place {
            Some(Place { line, column }) => write!(f, "{origin}:{line}:{column}: ")?,
            None => write!(f, "{origin}: ")?,
        }
        write!(f, "{severity}{}", self.what)?;
        match &self.hint {
            Some(hint) => write!(f, "; {hint}"),
            None => Ok(()),
        }
    }
}

impl Faults {
    /// No faults yet.
    pub fn new(origin: impl Into<String>) -> Faults {
        Faults {
            origin: origin.into(),
            list: Vec::new(),
        }
    }

    /// Exactly one fault.
    pub fn one(origin: impl Into<String>, fault: Fault) -> Faults {
        Faults {
            origin: origin.into(),
            list: vec![fault],
        }
    }

    /// Adds a fault.
    pub fn push(&mut self, fault: Fault) {
        self.list.push(fault);
    }

    /// `value` if nothing is wrong, otherwise the faults sorted by place.
    pub fn or<T>(mut self, value: T) -> Result<T, Faults> {
        if self.list.is_empty() {
            return Ok(value);
        }
        self.list.sort_by_key(|f| f.place);
        Err(self)
    }

    /// Whether nothing is wrong.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, fault) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            fault.write(f, &self.origin, "")?;
        }
        Ok(())
    }
}

impl std::error::Error for Faults {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_count_lines_and_characters() {
        let text = "a\nbé = 1\n";
        for (offset, line, column) in [(0, 1, 1), (2, 2, 1), (5, 2, 3), (99, 3, 1)] {
            assert_eq!(
                Place::of(text, offset),
                Place { line, column },
                "offset {offset}"
            );
        }
    }

    #[test]
    fn prints_one_line_a_fault_in_order_of_place() {
        let mut faults = Faults::new("x.toml");
        faults.push(Fault::new("late").at(Place { line: 9, column: 1 }));
        faults.push(
            Fault::new("early")
                .at(Place { line: 2, column: 3 })
                .hint("mend it"),
        );
        let faults = faults.or(()).unwrap_err();
        assert_eq!(
            faults.to_string(),
            "x.toml:2:3: early; mend it\nx.toml:9:1: late"
        );
    }
}
