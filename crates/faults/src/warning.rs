use std::fmt;

use crate::Fault;

/// What is suspicious about a thing that is valid all the same.
/// Prints one line a warning: `origin:line:column: warning: what; hint`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Warnings {
    /// What the warnings are of, such as a file's path.
    pub origin: String,
    /// The warnings, in the order of their places.
    pub list: Vec<Fault>,
}

impl Warnings {
    /// Warnings of one thing, sorted by place.
    pub fn new(origin: impl Into<String>, mut list: Vec<Fault>) -> Warnings {
        list.sort_by_key(|w| w.place);
        Warnings {
            origin: origin.into(),
            list,
        }
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.list.is_empty()
    }
}

impl fmt::Display for Warnings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, warning) in self.list.iter().enumerate() {
            if i > 0 {
                f.write_str("\n")?;
            }
            warning.write(f, &self.origin, "warning: ")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Place;

    #[test]
    fn prints_one_line_a_warning_in_order_of_place() {
        let late = Fault::new("late").at(Place { line: 9, column: 1 });
        let early = Fault::new("early").at(Place { line: 2, column: 3 });
        let warnings = Warnings::new("x.toml", vec![late, early.hint("mend it")]);
        assert_eq!(
            warnings.to_string(),
            "x.toml:2:3: warning: early; mend it\nx.toml:9:1: warning: late"
        );
    }
}
