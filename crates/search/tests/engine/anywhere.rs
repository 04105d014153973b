use assay_rules::{Game, MoveList, Position, Rules, Width, with_rules};
use assay_search::{Engine, Limits, Settings, Stop, TUNABLES};
use proptest::prelude::*;

use crate::rules;

/// A position some random moves from the start and the hashes before it; `None` if the game ends
/// on the way.
fn walk<W: Width>(rules: &Rules<W>, choices: &[u16]) -> Option<(Position<W>, Vec<u64>)> {
    let mut position = *rules.start();
    let mut history = Vec::new();
    let mut moves = MoveList::default();
    for &choice in choices {
        rules.legal_moves(&position, &mut moves);
        let mv = *moves.get(usize::from(choice) % moves.len().max(1))?;
        history.push(position.hash());
        position = rules.play(&position, mv);
    }
    rules
        .verdict(&position)
        .is_none()
        .then_some((position, history))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, ..ProptestConfig::default() })]

    // The debug assertions on the way compare the sums kept up move by move with fresh ones.
    #[test]
    fn from_any_position_a_legal_move_is_found_within_the_limit(
        game in 0..Game::builtin_ids().len(),
        choices in prop::collection::vec(any::<u16>(), 0..60),
        nodes in 1..400_u64,
    ) {
        let id = Game::builtin_ids()[game];
        let any = rules(id, "");
        with_rules!(&any, r => {
            if let Some((position, history)) = walk(r, &choices) {
                let limits = Limits::nodes(nodes);
                let mut engine = Engine::new(r, &Settings::default(), &limits);
                let thought = engine.think(&position, &history, &limits, &Stop::new());
                let at = r.position_text(&position);
                let best = thought.best.expect("a move, the game not being over");
                prop_assert!(r.is_legal(&position, best), "{} {}", id, at);
                prop_assert!(thought.nodes.0 <= nodes, "{} {}", id, at);
                let ended = thought.score.is_decisive() || thought.depth.0 == 100;
                prop_assert!(thought.nodes.0 == nodes || ended, "{} {} {:?}", id, at, thought);
            }
        });
    }
}

#[test]
fn every_tunable_may_be_at_either_end_of_its_range() {
    for game in ["fide", "sonic"] {
        let any = rules(game, "");
        for tunable in TUNABLES {
            for value in [tunable.low, tunable.high] {
                let mut settings = Settings::default();
                settings
                    .tunables
                    .set(tunable.name, value)
                    .expect("in range");
                with_rules!(&any, r => {
                    let limits = Limits::nodes(1_500);
                    let mut engine = Engine::new(r, &settings, &limits);
                    let thought = engine.think(r.start(), &[], &limits, &Stop::new());
                    let best = thought.best.expect("a move from the start");
                    assert!(r.is_legal(r.start(), best), "{} = {value}", tunable.name);
                });
            }
        }
    }
}
