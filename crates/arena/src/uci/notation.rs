//! Moves as UCI writes them. It differs from Assay's notation in one thing: a promotion is a small letter at the
//! end (`e7e8q`), not `e7e8=Q`. What UCI has no words for (turns, forms, chains) is written in Assay's notation.

use assay_rules::{Move, MoveFault, Position, Rules, Width};

/// The text of a legal move as UCI has it.
pub fn move_text<W: Width>(rules: &Rules<W>, position: &Position<W>, mv: Move) -> String {
    to_uci(&rules.move_text(position, mv))
}

/// Reads a move in UCI's notation or in Assay's own.
///
/// # Errors
/// The text is no legal move of the position.
pub fn parse_move<W: Width>(
    rules: &Rules<W>,
    position: &Position<W>,
    text: &str,
) -> Result<Move, MoveFault> {
    rules.parse_move(position, text).or_else(|fault| {
        let ours = from_uci(text).and_then(|ours| rules.parse_move(position, &ours).ok());
        ours.ok_or(fault)
    })
}

/// Whether a text looks like a move at all: it begins with a cell, or with a piece that is dropped or named.
pub(crate) fn looks_like_a_move(text: &str) -> bool {
    let cell = text.trim_start_matches(|c: char| c.is_ascii_uppercase() || c == '@' || c == ':');
    let number = cell.trim_start_matches(|c: char| c.is_ascii_lowercase());
    number.len() + 1 == cell.len() && number.starts_with(|c: char| c.is_ascii_digit())
}

/// A move of Assay's notation as UCI has it.
pub(crate) fn to_uci(text: &str) -> String {
    let Some((cells, kind)) = text.split_once('=') else {
        return text.to_owned();
    };
    let mut letters = kind.chars();
    match (letters.next(), letters.next()) {
        (Some(letter), None) if is_plain(cells) => {
            format!("{cells}{}", letter.to_ascii_lowercase())
        }
        _ => text.to_owned(),
    }
}

/// A move of UCI in Assay's notation, if it ends with a promotion.
fn from_uci(text: &str) -> Option<String> {
    let letter = text.chars().next_back().filter(char::is_ascii_lowercase)?;
    let cells = &text[..text.len() - 1];
    is_plain(cells).then(|| format!("{cells}={}", letter.to_ascii_uppercase()))
}

/// Whether a text is two cells: letter and number, letter and number.
fn is_plain(text: &str) -> bool {
    let mut rest = text;
    let mut cells = 0;
    while !rest.is_empty() {
        let Some(number) = rest.strip_prefix(|c: char| c.is_ascii_lowercase()) else {
            return false;
        };
        rest = number.trim_start_matches(|c: char| c.is_ascii_digit());
        if rest.len() == number.len() {
            return false;
        }
        cells += 1;
    }
    cells == 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotions_are_translated_both_ways() {
        for (ours, theirs) in [
            ("e7e8=Q", "e7e8q"),
            ("a9j10=A", "a9j10a"),
            ("f10f11=N", "f10f11n"),
        ] {
            assert_eq!(to_uci(ours), theirs);
            assert_eq!(from_uci(theirs).as_deref(), Some(ours));
        }
    }

    #[test]
    fn everything_else_stays_as_it_is() {
        for text in [
            "e2e4", "e1g1", "N@e4", "d2d6+", "N:e2e4~K", "O-O", "e6f7g8=Q", "e7e8=Q~N",
        ] {
            assert_eq!(to_uci(text), text);
        }
        for text in [
            "e2e4", "", "q", "0000", "e7e8Q", "e7e8=Q", "é", "e7ée8q", "e7e8qé",
        ] {
            assert_eq!(from_uci(text), None, "{text}");
        }
    }
    #[test]
    fn words_are_told_from_moves() {
        for text in ["e2e4", "e7e8q", "N@e4", "@e4", "N:e2e4~K", "a10a11", "e2e9"] {
            assert!(looks_like_a_move(text), "{text}");
        }
        for text in ["", "xyzzy", "(none)", "0000", "é2e4", "resign", "e"] {
            assert!(!looks_like_a_move(text), "{text}");
        }
    }
}
