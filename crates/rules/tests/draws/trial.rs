//! One position, one move, and what came of it.

use std::collections::BTreeSet;

use assay_rules::{AnyRules, Game, Verdict, with_rules};

use crate::setup::text_of;

/// A game with options: `sonic springs=true`.
pub(crate) fn rules(line: &str) -> AnyRules {
    let mut words = line.split(' ');
    let game = Game::builtin(words.next().unwrap()).unwrap();
    let given = words.map(|w| w.split_once('=').unwrap());
    let choice = game.choose(given).unwrap_or_else(|f| panic!("{line}: {f}"));
    game.compile(&choice, None).unwrap()
}

/// The verdict on a position.
pub(crate) fn verdict(game: &str, pieces: &str, fields: &str) -> Option<Verdict> {
    with_rules!(rules(game), r => {
        let text = text_of(&r, pieces, fields);
        let pos = r.parse_position(&text).unwrap_or_else(|f| panic!("{game} {pieces}\n{f}"));
        r.verdict(&pos)
    })
}

/// The count of quiet plies after a legal move, and the verdict on what it leads to.
pub(crate) fn after(game: &str, pieces: &str, fields: &str, mv: &str) -> (u16, Option<Verdict>) {
    with_rules!(rules(game), r => {
        let text = text_of(&r, pieces, fields);
        let pos = r.parse_position(&text).unwrap_or_else(|f| panic!("{game} {pieces} {fields}\n{f}"));
        let mv = r.parse_move(&pos, mv).unwrap_or_else(|f| panic!("{game} {pieces} {fields}: {f}"));
        let after = r.play(&pos, mv);
        (after.halfmoves(), r.verdict(&after))
    })
}

/// Asserts that every built-in game is among those tried.
pub(crate) fn all_games<'a>(tried: impl Iterator<Item = &'a str>) {
    let tried: BTreeSet<&str> = tried.map(|line| line.split(' ').next().unwrap()).collect();
    let all: BTreeSet<&str> = Game::builtin_ids().iter().copied().collect();
    assert_eq!(tried, all);
}
