use std::path::Path;

use assay_faults::{Faults, nearest};
use assay_rules::{AnyRules, Game};
use clap::Args;

use crate::file_kind::{FileKind, mistaken};
use crate::problem::Problem;

/// A game with options, as the command line names it.
#[derive(Args, Debug)]
pub(crate) struct GameArgs {
    /// A built-in game, such as `sonic`, or the path of a game file
    pub(crate) game: String,
    /// A rule option, such as `turning=crooked`; may be given several times
    #[arg(short, long = "option", value_name = "OPTION=VALUE")]
    pub(crate) options: Vec<String>,
}

impl GameArgs {
    /// The compiled rules.
    pub(crate) fn rules(&self) -> Result<AnyRules, Problem> {
        let game = find_game(&self.game)?;
        let given: Result<Vec<(&str, &str)>, Problem> = self
            .options
            .iter()
            .map(|text| {
                text.split_once('=').ok_or_else(|| {
                    Problem::Usage(format!("option {text:?} must be written OPTION=VALUE"))
                })
            })
            .collect();
        let choice = game.choose(given?)?;
        Ok(game.compile(&choice, None)?)
    }
}

/// The game of a built-in id or a path.
pub(crate) fn find_game(name: &str) -> Result<Game, Problem> {
    match Game::builtin(name) {
        Some(game) => Ok(game),
        None => Ok(parse_game(name, &game_text(name)?)?),
    }
}

/// The text of a game file, of a built-in id or a path.
pub(crate) fn game_text(name: &str) -> Result<String, Problem> {
    if let Some(game) = Game::builtin(name) {
        return Ok(game.source().to_owned());
    }
    let path = Path::new(name);
    let is_path = path
        .extension()
        .is_some_and(|e| e.eq_ignore_ascii_case("toml"));
    if is_path || name.contains(['/', '\\']) || path.exists() {
        return std::fs::read_to_string(path)
            .map_err(|e| Problem::Usage(format!("cannot read the game file {name}: {e}")));
    }
    let known = Game::builtin_ids();
    Err(Problem::Usage(match nearest(name, known.iter().copied()) {
        Some(near) => format!("unknown game {name:?}; did you mean {near:?}?"),
        None => format!(
            "unknown game {name:?}; the games are {}, or give the path of a game file",
            known.join(", ")
        ),
    }))
}

/// The game of a file's text; one fault if it is the text of a study.
pub(crate) fn parse_game(origin: &str, text: &str) -> Result<Game, Faults> {
    match mistaken(origin, text, FileKind::Game) {
        Some(faults) => Err(faults),
        None => Game::parse(origin, text),
    }
}
