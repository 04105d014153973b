//! Properties of positions met in random play, for every built-in game and choice of options.

use assay_rules::{AnyRules, Game, Move, MoveList, Position, Rules, Side, Width, bits, with_rules};
use proptest::prelude::*;

/// Every built-in game with every choice of options.
fn all_rules() -> Vec<AnyRules> {
    Game::builtin_ids()
        .iter()
        .flat_map(|id| {
            let game = Game::builtin(id).unwrap();
            game.choices()
                .into_iter()
                .map(move |c| game.compile(&c, None).unwrap())
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Plays moves picked by `picks` and calls `each` with every position, its legal moves and the move played.
fn walk<W: Width>(
    rules: &Rules<W>,
    picks: &[u16],
    mut each: impl FnMut(&Position<W>, &MoveList, Option<Move>),
) {
    let mut pos = *rules.start();
    let mut list = MoveList::default();
    for &pick in picks {
        rules.legal_moves(&pos, &mut list);
        let mv = list.get(usize::from(pick) % list.len().max(1)).copied();
        each(&pos, &list, mv);
        match mv {
            Some(mv) => pos = rules.play(&pos, mv),
            None => return,
        }
    }
}

fn check_position<W: Width>(rules: &Rules<W>, pos: &Position<W>, list: &MoveList) {
    let text = rules.position_text(pos);
    assert_eq!(pos.hash(), pos.fresh_hash(), "hash of {text}");
    let mut again = rules
        .parse_position(&text)
        .unwrap_or_else(|f| panic!("{text}\n{f}"));
    assert!(
        again == *pos && again.hash() == pos.hash(),
        "{text} read again is another position"
    );
    assert_eq!(rules.position_text(&again), text);
    let mut other = MoveList::default();
    rules.legal_moves(&again, &mut other);
    assert_eq!(sorted(list), sorted(&other), "moves of {text}");
    let mut texts: Vec<String> = list.iter().map(|&m| rules.move_text(pos, m)).collect();
    for (&mv, text) in list.iter().zip(&texts) {
        assert_eq!(rules.parse_move(pos, text).ok(), Some(mv), "{text}");
    }
    texts.sort();
    texts.dedup();
    assert_eq!(texts.len(), list.len(), "two moves share a text in {text}");
    rules.tactical_moves(pos, &mut other);
    let tactical = list
        .iter()
        .filter(|&&m| m.form().is_none() && rules.is_tactical(pos, m));
    let tactical: Vec<Move> = tactical.copied().collect();
    assert_eq!(
        sorted(&tactical),
        sorted(&other),
        "tactical moves of {text}"
    );
    if rules.king(pos, Side::White).is_some()
        && rules.king(pos, Side::Black).is_some()
        && !rules.in_check(pos)
    {
        again = rules.pass(pos);
        assert_eq!(
            again.hash(),
            again.fresh_hash(),
            "hash after passing {text}"
        );
    }
}

fn sorted(list: &[Move]) -> Vec<Move> {
    let mut list = list.to_vec();
    list.sort();
    list
}

/// The legality test agrees with the legal set on the moves of other positions and on words nearby.
fn check_legality<W: Width>(rules: &Rules<W>, pos: &Position<W>, list: &MoveList, words: &[u32]) {
    let text = rules.position_text(pos);
    for &mv in list.iter() {
        assert!(
            rules.is_legal(pos, mv),
            "{} in {text}",
            rules.move_text(pos, mv)
        );
        for bit in 0..32 {
            let near = Move::from_bits(mv.bits() ^ 1 << bit);
            assert_eq!(
                rules.is_legal(pos, near),
                list.contains(&near),
                "{near:?} in {text}"
            );
        }
    }
    for &word in words {
        let mv = Move::from_bits(word);
        assert_eq!(
            rules.is_legal(pos, mv),
            list.contains(&mv),
            "{mv:?} in {text}"
        );
    }
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

proptest! {
    #![proptest_config(ProptestConfig { cases: 2, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_play_keeps_every_invariant(picks in prop::collection::vec(any::<u16>(), 90), words in prop::collection::vec(any::<u32>(), 60)) {
        for any in all_rules() {
            with_rules!(&any, r => walk(r, &picks, |pos, list, mv| {
                check_position(r, pos, list);
                if pos.fullmoves() % 8 == 1 {
                    check_legality(r, pos, list, &words);
                }
                if let Some(mv) = mv {
                    let facts = r.facts(pos, mv);
                    let after = r.play(pos, mv);
                    let gone = bits(pos.occupied()).count() + usize::from(facts.drop) - bits(after.occupied()).count();
                    let lost = facts.captured.len() + usize::from(facts.mover_lost);
                    let king = usize::from(facts.king == assay_rules::KingFate::LastFormLost);
                    assert_eq!(gone, lost + king, "{} {facts:?}", r.move_text(pos, mv));
                }
            }));
        }
    }

    #[test]
    fn exchanging_the_colours_exchanges_the_moves(picks in prop::collection::vec(any::<u16>(), 60)) {
        for any in all_rules() {
            with_rules!(&any, r => walk(r, &picks, |pos, list, _| {
                let text = flipped(r, pos);
                let other = r.parse_position(&text).unwrap_or_else(|f| panic!("{text}\n{f}"));
                let mut moves = MoveList::default();
                r.legal_moves(&other, &mut moves);
                assert_eq!(moves.len(), list.len(), "{} against {text}", r.position_text(pos));
                let mut after: Vec<String> = list.iter().map(|&m| flipped(r, &r.play(pos, m))).collect();
                let mut got: Vec<String> = moves.iter().map(|&m| r.position_text(&r.play(&other, m))).collect();
                // The number of the move goes up after Black's only.
                for text in after.iter_mut().chain(&mut got) {
                    text.truncate(text.rfind(' ').unwrap());
                }
                after.sort();
                got.sort();
                assert_eq!(after, got);
            }));
        }
    }
}
