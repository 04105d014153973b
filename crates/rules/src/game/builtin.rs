use std::sync::OnceLock;

use super::Game;

macro_rules! games {
    ($($id:literal),* $(,)?) => {
        pub(super) const IDS: &[&str] = &[$($id),*];
        const FILES: &[(&str, &str)] = &[
            $(($id, include_str!(concat!("../../../../configs/games/", $id, ".toml")))),*
        ];
    };
}

games![
    "fide",
    "capablanca",
    "sonic",
    "sonic-original",
    "sonic-large",
    "echidna",
    "seenschach",
    "glinski",
    "mccooey",
    "shafran",
    "sonic-glinski",
    "sonic-mccooey",
    "sonic-shafran",
    "horn-rimmed-wellisch",
    "horn-rimmed-revergent",
    "horn-rimmed-mccooey",
];

/// Each game is read when it is first asked for.
static GAMES: [OnceLock<Game>; FILES.len()] = [const { OnceLock::new() }; FILES.len()];

pub(super) fn game(id: &str) -> Option<Game> {
    let (slot, &(id, text)) = GAMES.iter().zip(FILES).find(|(_, (name, _))| *name == id)?;
    let game = slot.get_or_init(|| {
        Game::parse(&format!("{id}.toml"), text)
            .unwrap_or_else(|faults| panic!("a built-in game file is at fault:\n{faults}"))
    });
    Some(game.clone())
}

#[cfg(test)]
mod tests {
    use crate::Game;

    #[test]
    fn every_built_in_game_is_valid_with_every_choice_of_options() {
        for &id in Game::builtin_ids() {
            let game = Game::builtin(id).expect("a listed game");
            assert_eq!(game.id(), id);
            for choice in game.choices() {
                game.compile(&choice, None)
                    .unwrap_or_else(|f| panic!("{id} {choice}:\n{f}"));
            }
        }
    }
}
