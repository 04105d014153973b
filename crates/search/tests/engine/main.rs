//! What the engine must see and keep to.
//!
//! - `anywhere`: a legal answer from any position of any game
//! - `tactics`: forced wins and the best captures, found within few plies
//! - `draws`: repetition, move count, stalemate as the game's option has it
//! - `limits`: node and depth limits, stopping, determinism, threads
//! - `worth`: piece values given, built in and estimated

mod anywhere;
mod draws;
mod limits;
mod tactics;
mod worth;

use assay_rules::{AnyRules, Game, with_rules};
use assay_search::{Engine, Limits, Score, Settings, Stop};

/// A game with options given as `name=value name=value`.
fn rules(game: &str, options: &str) -> AnyRules {
    let game = Game::builtin(game).expect("a built-in game");
    let given = options.split_whitespace().filter_map(|o| o.split_once('='));
    let choice = game.choose(given).expect("options of the game");
    game.compile(&choice, None).expect("a game that compiles")
}

/// What the engine plays and what it says of it.
fn think(rules: &AnyRules, position: &str, limits: &Limits) -> (String, Score) {
    with_rules!(rules, r => {
        let position = r.parse_position(position).unwrap_or_else(|f| panic!("{f}"));
        let mut engine = Engine::new(r, &Settings::default(), limits);
        let thought = engine.think(&position, &[], limits, &Stop::new());
        let best = thought.best.map(|mv| r.move_text(&position, mv));
        (best.unwrap_or_default(), thought.score)
    })
}
