//! The games to check, and random play in them.

use std::sync::OnceLock;

use assay_rules::{AnyRules, Game, Move, MoveList, Position, Rules, Width};

/// Every built-in game with every choice of options, each with its line: `sonic turning=curved springs=false ...`.
pub(crate) fn all_rules() -> &'static [(String, AnyRules)] {
    static TABLE: OnceLock<Vec<(String, AnyRules)>> = OnceLock::new();
    TABLE.get_or_init(|| {
        let mut table = Vec::new();
        for id in Game::builtin_ids() {
            let game = Game::builtin(id).unwrap();
            for choice in game.choices() {
                let rules = game.compile(&choice, None).unwrap();
                table.push((format!("{id} {choice}"), rules));
            }
        }
        table
    })
}

/// The game and options of a line: the first that has all its words. Any other line stands for some game too, so that
/// no input is wasted.
pub(super) fn rules_of(line: &str) -> &'static AnyRules {
    let named = |(name, _): &&(String, AnyRules)| {
        let mut words = line.split_whitespace();
        let id = words.next();
        let mut has = name.split(' ');
        id == has.next() && words.all(|word| has.clone().any(|w| w == word))
    };
    let other = || {
        let sum = line.bytes().fold(0, |sum: usize, b| {
            sum.wrapping_mul(31).wrapping_add(usize::from(b))
        });
        &all_rules()[sum % all_rules().len()]
    };
    &all_rules().iter().find(named).unwrap_or_else(other).1
}

/// Plays moves picked by `picks` and calls `each` with every position, its legal moves and the move played.
pub(crate) fn walk<W: Width>(
    rules: &Rules<W>,
    picks: impl IntoIterator<Item = u16>,
    mut each: impl FnMut(&Position<W>, &MoveList, Option<Move>),
) {
    let mut pos = *rules.start();
    let mut list = MoveList::default();
    for pick in picks {
        rules.legal_moves(&pos, &mut list);
        let mv = list.get(usize::from(pick) % list.len().max(1)).copied();
        each(&pos, &list, mv);
        match mv {
            Some(mv) => pos = rules.play(&pos, mv),
            None => return,
        }
    }
}
