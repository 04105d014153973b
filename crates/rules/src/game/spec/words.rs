//! Words, cells, letters and movement notations as a game file has them.

use assay_faults::{Fault, Faults, Item, Place, Table, Value};

use crate::board::{Board, Lattice};
use crate::line::Line;
use crate::{Cell, betza, directions};

/// The value of a key that names one of a few things; the first of them where the key is absent.
pub(super) fn one_of<T: Copy>(
    table: &Table,
    key: &str,
    known: &[(&str, T)],
    faults: &mut Faults,
) -> T {
    let Some(text) = table.text(key, faults) else {
        return known[0].1;
    };
    if let Some(&(_, value)) = known.iter().find(|(name, _)| *name == text) {
        return value;
    }
    let names: Vec<&str> = known.iter().map(|k| k.0).collect();
    let place = table.get(key).map_or(table.place, |i| i.place);
    faults.push(
        Fault::new(format!(
            "{key} is {text:?}; it is one of {}",
            names.join(", ")
        ))
        .at(place),
    );
    known[0].1
}

pub(super) fn cells(table: &Table, key: &str, board: &Board, faults: &mut Faults) -> Vec<Cell> {
    let list = table.texts(key, faults).unwrap_or_default();
    list.into_iter()
        .filter_map(|(place, name)| cell(name, place, board, faults))
        .collect()
}

pub(super) fn cell(name: &str, place: Place, board: &Board, faults: &mut Faults) -> Option<Cell> {
    let found = board.named(name);
    // A board that could not be read is at fault itself.
    if found.is_none() && !board.is_empty() {
        faults.push(Fault::new(format!("the board has no cell {name:?}")).at(place));
    }
    found
}

/// The single letter that a key is.
pub(super) fn letter(key: &str, place: Place, faults: &mut Faults) -> Option<char> {
    let mut chars = key.chars();
    match (chars.next(), chars.next()) {
        (Some(c), None) if c.is_ascii_uppercase() => Some(c),
        _ => {
            let what = format!("{key:?} is not one capital letter, as a piece or form must be");
            faults.push(Fault::new(what).at(place));
            None
        }
    }
}

/// How a movement is written, for messages.
pub(super) const MOVE_EXAMPLE: &str = "write Betza's letters, such as \"N\" for a knight's leap, or directions, such as \"slide orthogonals\"";

/// The lines of a movement notation: Betza's, or named directions. `example` is what might be written instead of a word that
/// is neither.
pub(super) fn lines(item: &Item, board: &Board, example: &str, faults: &mut Faults) -> Vec<Line> {
    let Value::Text(text) = &item.value else {
        let what = format!("a movement must be a string, not {}", item.value.kind());
        faults.push(Fault::new(what).at(item.place));
        return Vec::new();
    };
    let read = if directions::is_named(text) {
        directions::parse(text, board.lattice)
    } else if board.lattice == Lattice::Square && is_word(text) {
        let what = format!("{text:?} is a word and no notation");
        faults.push(Fault::new(what).at(item.place).hint(example));
        return Vec::new();
    } else if board.lattice == Lattice::Square {
        betza::parse(text)
    } else {
        let what =
            "hex pieces move by named directions: \"slide orthogonals\", \"step N capturing\"";
        faults.push(Fault::new(what).at(item.place));
        return Vec::new();
    };
    read.unwrap_or_else(|fault| {
        // One more for the opening quote.
        let column = item.place.column + 1 + text[..fault.at.start].chars().count() as u32;
        faults.push(Fault {
            place: Some(Place {
                column,
                ..item.place
            }),
            what: format!("{text:?}: {}", fault.what),
            hint: fault.hint,
        });
        Vec::new()
    })
}

/// Whether a text is a plain word, such as the name of a piece: Betza's notation ends in a capital, a digit or a bracket.
fn is_word(text: &str) -> bool {
    let small = text
        .chars()
        .skip(1)
        .filter(char::is_ascii_lowercase)
        .count();
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && small > 1 && small + 1 == text.len()
}

#[cfg(test)]
mod tests {
    use super::is_word;

    #[test]
    fn words_are_told_from_notation() {
        for (text, word) in [
            ("knight", true),
            ("Knight", true),
            ("bow", true),
            ("N", false),
            ("Rx", false),
            ("fN", false),
            ("fmWfcF", false),
            ("mfR3", false),
            ("Ärm", false),
            ("", false),
        ] {
            assert_eq!(is_word(text), word, "{text}");
        }
    }
}
