//! The game looks the same from the other side.

use assay_rules::{MoveList, Position, Rules, Width, bits};

/// The position with colours exchanged has the same moves, seen from the other side.
pub(crate) fn check_flip<W: Width>(rules: &Rules<W>, pos: &Position<W>, list: &MoveList) {
    let text = flipped(rules, pos);
    let other = rules
        .parse_position(&text)
        .unwrap_or_else(|f| panic!("{text}\n{f}"));
    let mut moves = MoveList::default();
    rules.legal_moves(&other, &mut moves);
    assert_eq!(
        moves.len(),
        list.len(),
        "{} against {text}",
        rules.position_text(pos)
    );
    let after = list.iter().map(|&m| flipped(rules, &rules.play(pos, m)));
    let got = moves
        .iter()
        .map(|&m| rules.position_text(&rules.play(&other, m)));
    // The number of the move goes up after Black's only.
    let unnumbered = |mut text: String| {
        text.truncate(text.rfind(' ').unwrap());
        text
    };
    let mut after: Vec<String> = after.map(unnumbered).collect();
    let mut got: Vec<String> = got.map(unnumbered).collect();
    after.sort();
    got.sort();
    assert_eq!(after, got, "after {}", rules.position_text(pos));
}

/// The position with colours exchanged, top to bottom, as a text of this game.
fn flipped<W: Width>(rules: &Rules<W>, pos: &Position<W>) -> String {
    let text = rules.position_text(pos);
    let mut fields: Vec<String> = text.split(' ').map(str::to_owned).collect();
    fields[0] = flipped_board(rules, pos);
    fields[1] = if fields[1] == "w" {
        "b".into()
    } else {
        "w".into()
    };
    let rights: String = ["K", "Q", "k", "q"]
        .into_iter()
        .filter(|r| swap_case(&fields[2]).contains(*r))
        .collect();
    fields[2] = if rights.is_empty() {
        "-".into()
    } else {
        rights
    };
    if fields[3] != "-" {
        // A cell's name is a letter and a number: each letter begins one.
        let mut cells: Vec<String> = Vec::new();
        for c in fields[3].chars() {
            if c.is_ascii_alphabetic() {
                cells.push(String::new());
            }
            cells.last_mut().unwrap().push(c);
        }
        let opposite = |name: &String| {
            let cell = rules.board().named(name).unwrap();
            rules.cell_name(rules.board().mirror(cell)).to_owned()
        };
        let mut cells: Vec<String> = cells.iter().map(opposite).collect();
        cells.sort();
        fields[3] = cells.concat();
    }
    if rules.form_count() > 0 {
        let (white, black) = fields[4].split_once(':').unwrap();
        fields[4] = format!("{black}:{white}");
    }
    fields.join(" ")
}

/// The board field with colours exchanged: every piece on the opposite cell, the hands exchanged.
fn flipped_board<W: Width>(rules: &Rules<W>, pos: &Position<W>) -> String {
    let text = rules.position_text(pos);
    let board = text.split(' ').next().unwrap();
    let hand = board
        .split_once('[')
        .map(|(_, hand)| swap_case(hand.trim_end_matches(']')));
    // The empty board shows where cells are; pieces are laid on it one by one.
    let shape = rules.position_text(rules.start());
    let shape = shape.split(['[', ' ']).next().unwrap();
    let mut rows: Vec<Vec<char>> = Vec::new();
    for row in shape.split('/') {
        let mut cells = Vec::new();
        let mut digits = String::new();
        for c in row.chars().chain(['.']) {
            if c.is_ascii_digit() {
                digits.push(c);
                continue;
            }
            cells.extend(vec!['1'; digits.parse().unwrap_or(0)]);
            digits.clear();
            match c {
                '.' => {}
                '*' => cells.push('*'),
                _ => cells.push('1'),
            }
        }
        rows.push(cells);
    }
    let mut places = std::collections::BTreeMap::new();
    for (row, cells) in rules.board().rows().iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            places.extend(cell.map(|c| (c, (row, column))));
        }
    }
    for cell in bits(pos.occupied()) {
        let (side, kind) = pos.piece(cell).unwrap();
        let (row, column) = places[&rules.board().mirror(cell)];
        rows[row][column] = rules.letter(side.other(), kind);
    }
    let mut text = String::new();
    for (i, row) in rows.iter().enumerate() {
        text.push_str(if i == 0 { "" } else { "/" });
        let mut empty = 0;
        for &c in row.iter().chain(&['.']) {
            if c == '1' {
                empty += 1;
                continue;
            }
            if empty > 0 {
                text.push_str(&empty.to_string());
                empty = 0;
            }
            if c != '.' {
                text.push(c);
            }
        }
    }
    if let Some(hand) = hand {
        let mut hand: Vec<char> = hand.chars().collect();
        hand.sort_unstable();
        text.push('[');
        text.extend(hand);
        text.push(']');
    }
    text
}

fn swap_case(text: &str) -> String {
    text.chars()
        .map(|c| {
            if c.is_ascii_uppercase() {
                c.to_ascii_lowercase()
            } else {
                c.to_ascii_uppercase()
            }
        })
        .collect()
}
