use assay_faults::{Fault, Faults, nearest};

pub use assay_rules::{Choice, Game};

/// A game that comes with the program, by its id; a fault with the nearest id if there is none. The last
/// resort of whoever loads the game that a study names.
pub fn builtin_game(id: &str) -> Result<Game, Faults> {
    Game::builtin(id).ok_or_else(|| {
        let known = Game::builtin_ids();
        let all = known.join(", ");
        let hint = match nearest(id, known.iter().copied()) {
            Some(name) => format!("did you mean {name:?}?"),
            None => format!("the games are {all}, or the path of a game file"),
        };
        Faults::one(
            "game",
            Fault::new(format!("unknown game {id:?}")).hint(hint),
        )
    })
}
