use assay_faults::{Fault, Faults, nearest};
pub use assay_rules::{Choice, Game};

/// A game that comes with the program, by its id; otherwise what is known in its place.
pub fn builtin_game(id: &str) -> Result<Game, Faults> {
    Game::builtin(id).ok_or_else(|| {
        let known = Game::builtin_ids();
        let hint = match nearest(id, known.iter().copied()) {
            Some(name) => format!("did you mean {name:?}?"),
            None => format!(
                "the games are {}, or the path of a game file",
                known.join(", ")
            ),
        };
        Faults::one(
            "game",
            Fault::new(format!("unknown game {id:?}")).hint(hint),
        )
    })
}
