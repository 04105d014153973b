use std::fmt::Write as _;

use assay_search::Values;

use crate::Study;

/// Rounds of play after each of which every arm's piece values are fitted anew, so that an engine tuned for
/// one rule does not make another look unbalanced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Retune {
    /// Most rounds after the first; fewer when no value changes beyond its noise any more.
    pub rounds: u8,
}

/// Most rounds a study may ask for.
pub(crate) const ROUNDS: i64 = 20;

/// Piece values fitted to one arm's games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FittedArm {
    /// Name of the arm.
    pub arm: String,
    /// What its pieces and king forms are worth.
    pub values: Values,
}

/// Where the values of a later round begin in its text.
const FITTED: &str = "\n[fitted]\n";

impl Study {
    /// Text of the study file of a later round: this study's, with every arm's fitted values behind it. It is a
    /// study of its own, with fresh openings. The values of this round, if it is a later one itself, give way.
    pub fn round_text(&self, round: u8, fitted: &[FittedArm]) -> String {
        let written = match self.round {
            0 => self.text.as_str(),
            // What stands behind was written here.
            _ => self.text.split(FITTED).next().unwrap_or_default(),
        };
        let written = written.trim_end();
        let mut text = format!("{written}\n{FITTED}round = {round}\n");
        // Writing to a string cannot fail.
        for arm in fitted {
            let _infallible = write!(text, "\n[[fitted.arm]]\nname = {}\n", quoted(&arm.arm));
            for (key, letters) in [("pieces", &arm.values.pieces), ("forms", &arm.values.forms)] {
                if letters.is_empty() {
                    continue;
                }
                let letters: Vec<String> = letters
                    .iter()
                    .map(|(letter, value)| format!("{letter} = {value}"))
                    .collect();
                let letters = letters.join(", ");
                let _infallible = writeln!(text, "values.{key} = {{ {letters} }}");
            }
        }
        text
    }
}

/// A basic string of TOML.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => {
                let _infallible = write!(quoted, "\\u{:04X}", c as u32);
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
