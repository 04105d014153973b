//! The board of chess by the names of its cells, for tests.

use std::sync::Arc;

use assay_rules::{AnyRules, Cell, Game, Position, Rules, Width};

use crate::Settings;
use crate::attacks::Attacks;
use crate::evaluation::Evaluator;
use crate::geometry::all;
use crate::pawns::PawnScenes;

/// The rules of chess.
pub(crate) fn rules() -> Arc<Rules<u64>> {
    let game = Game::builtin("fide").expect("a built-in game");
    let choice = game.choose([]).expect("the defaults");
    let Ok(AnyRules::Narrow(rules)) = game.compile(&choice, None) else {
        unreachable!("chess is a narrow game that compiles")
    };
    rules
}

/// The cell of a name.
pub(crate) fn cell(rules: &Rules<u64>, name: &str) -> Cell {
    let named = |c: &Cell| rules.cell_name(*c) == name;
    all(rules.cells()).find(named).expect("a cell of the board")
}

/// The cells of names with spaces between them.
pub(crate) fn set(rules: &Rules<u64>, names: &str) -> u64 {
    let cells = names.split_whitespace().map(|name| cell(rules, name));
    cells.fold(0, |set, c| set | u64::bit(c))
}

/// An evaluator with some tunables other than usual.
pub(crate) fn evaluator(rules: &Arc<Rules<u64>>, tunables: &[(&str, i32)]) -> Evaluator<u64> {
    let mut settings = Settings::default();
    for &(name, value) in tunables {
        settings.tunables.set(name, value).expect("a tunable");
    }
    Evaluator::new(rules, &settings)
}

/// The attacks of both sides.
pub(crate) fn attacks(
    evaluator: &Evaluator<u64>,
    rules: &Rules<u64>,
    position: &Position<u64>,
) -> [Attacks<u64>; 2] {
    let mut scenes = PawnScenes::new();
    evaluator.attacks(rules, position, scenes.of(evaluator, position))
}
