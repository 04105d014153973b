//! Assay's own counts.

use assay_rules::{AnyRules, Game, perft, perft_made, with_rules};

use crate::cpu::rate;

/// How the last ply is counted.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Last {
    /// The moves are counted, not made.
    Counted,
    /// Every move is made.
    Made,
}

impl Last {
    pub(crate) fn words(self) -> &'static str {
        match self {
            Last::Counted => "last ply counted",
            Last::Made => "every leaf made",
        }
    }
}

pub(crate) fn rules(game: &str, options: &[(&str, &str)]) -> AnyRules {
    let game = Game::builtin(game).expect("a built-in game");
    let choice = game.choose(options.iter().copied()).expect("its options");
    game.compile(&choice, None).expect("a game that compiles")
}

/// Leaves a second of perft, each count checked; from the start position if none is given.
pub(crate) fn leaves(
    rules: &AnyRules,
    position: Option<&str>,
    depth: u32,
    count: u64,
    last: Last,
) -> f64 {
    with_rules!(rules, r => {
        let position = match position {
            Some(text) => r.parse_position(text).expect("a position"),
            None => *r.start(),
        };
        rate(|| {
            let counted = match last {
                Last::Counted => perft(r, &position, depth),
                Last::Made => perft_made(r, &position, depth),
            };
            assert_eq!(counted, count, "{} depth {depth}", r.game().id());
            count
        })
    })
}
