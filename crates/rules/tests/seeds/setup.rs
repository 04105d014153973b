//! Position texts from pieces and cells: `Ke1 kh8 Rd2`, capitals White's.

use std::collections::BTreeMap;

use assay_rules::{Rules, Width};

/// The text of a position. `fields` are those after the board and the hands; pieces in hand may follow the pieces,
/// in brackets.
pub(crate) fn text_of<W: Width>(rules: &Rules<W>, pieces: &str, fields: &str) -> String {
    let mut placed: BTreeMap<&str, char> = BTreeMap::new();
    let mut hand = if rules.has_hands() { "[]" } else { "" };
    for token in pieces.split_whitespace() {
        if token.starts_with('[') {
            hand = token;
            continue;
        }
        let (letter, cell) = token.split_at(1);
        assert!(rules.board().named(cell).is_some(), "{token}");
        let letter = letter.chars().next().unwrap();
        assert!(placed.insert(cell, letter).is_none(), "{token}");
    }
    let mut rows = Vec::new();
    for row in rules.board().rows() {
        let mut text = String::new();
        let mut empty = 0;
        for site in row {
            let shown = match site {
                None => Some('*'),
                Some(cell) => placed.get(rules.cell_name(*cell)).copied(),
            };
            match shown {
                None => empty += 1,
                Some(c) => {
                    if empty > 0 {
                        text += &empty.to_string();
                        empty = 0;
                    }
                    text.push(c);
                }
            }
        }
        if empty > 0 {
            text += &empty.to_string();
        }
        rows.push(text);
    }
    format!("{}{hand} {fields}", rows.join("/"))
}
