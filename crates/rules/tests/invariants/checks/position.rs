//! What holds of every position.

use assay_rules::{KingFate, Move, MoveList, Position, Rules, Side, Width, bits};

/// Hash, texts, legal and tactical moves of a position agree with each other.
pub(crate) fn check_position<W: Width>(rules: &Rules<W>, pos: &Position<W>, list: &MoveList) {
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
    // A text is read by writing those of all moves, so a few stand for the rest.
    for (&mv, text) in list.iter().zip(&texts).step_by(1 + list.len() / 6) {
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

/// The legality test agrees with the legal set on the moves of other positions and on words nearby.
pub(crate) fn check_legality<W: Width>(
    rules: &Rules<W>,
    pos: &Position<W>,
    list: &MoveList,
    words: &[u32],
) {
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

/// A move takes off the board just what its facts say, and leaves a position with a true hash.
pub(crate) fn check_move<W: Width>(rules: &Rules<W>, pos: &Position<W>, mv: Move) {
    let facts = rules.facts(pos, mv);
    let after = rules.play(pos, mv);
    let text = format!(
        "{} in {}",
        rules.move_text(pos, mv),
        rules.position_text(pos)
    );
    assert_eq!(after.hash(), after.fresh_hash(), "hash after {text}");
    let before = bits(pos.occupied()).count() + usize::from(facts.drop);
    let gone = before - bits(after.occupied()).count();
    let lost = facts.captured.len() + usize::from(facts.mover_lost);
    let king = usize::from(facts.king == KingFate::LastFormLost);
    assert_eq!(gone, lost + king, "{text}: {facts:?}");
}

fn sorted(list: &[Move]) -> Vec<Move> {
    let mut list = list.to_vec();
    list.sort();
    list
}
