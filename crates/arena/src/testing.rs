//! What several tests here need.

use assay_rules::{AnyRules, Game};

use crate::{
    Centipawns, Limits, Opening, PairJob, PlayerSpec, Record, Settings, Stop, Terms, play_pair,
};

/// A built-in game with some options given.
pub(crate) fn rules(game: &str, options: &[(&str, &str)]) -> AnyRules {
    rules_from(game, options, None)
}

/// A built-in game from another start position.
pub(crate) fn rules_from(game: &str, options: &[(&str, &str)], start: Option<&str>) -> AnyRules {
    let game = Game::builtin(game).expect("a built-in game");
    let choice = game
        .choose(options.iter().copied())
        .expect("options of the game");
    game.compile(&choice, start).expect("a game that compiles")
}

/// A job between equal engines that think a little.
pub(crate) fn job(rules: &AnyRules, nodes: u64, openings: Vec<Opening>) -> PairJob {
    let settings = Settings {
        variety: Centipawns(10),
        ..Settings::default()
    };
    let player = |name: &str| PlayerSpec::engine(name, Limits::nodes(nodes), settings.clone());
    PairJob {
        rules: rules.clone(),
        openings,
        balance: None,
        players: [player("left"), player("right")],
        terms: Terms::default(),
        seed: 1,
    }
}

/// Both records of a job that must succeed.
pub(crate) fn play(job: &PairJob) -> [Record; 2] {
    play_pair(job, &Stop::new(), &mut |_, _| {}).expect("a pair that can be played")
}
