use assay_rules::{MoveList, Position, Rules, Width, with_rules};
use clap::Args;

use crate::game_args::GameArgs;
use crate::problem::Problem;

/// List the legal moves of a position: a line a move, its text, a tab, the position after it
#[derive(Args, Debug)]
pub(crate) struct MovesArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position text; the start position if absent
    position: Option<String>,
}

/// Prints the legal moves, sorted bytewise, and nothing else.
pub(crate) fn run(args: &MovesArgs) -> Result<(), Problem> {
    let rules = args.game.rules()?;
    let mut lines = with_rules!(&rules, r => {
        let pos = position(r, args.position.as_deref())?;
        let mut list = MoveList::default();
        r.legal_moves(&pos, &mut list);
        let line = |&mv| format!("{}\t{}\n", r.move_text(&pos, mv), r.position_text(&r.play(&pos, mv)));
        list.iter().map(line).collect::<Vec<String>>()
    });
    lines.sort();
    super::print(lines.concat().as_bytes())
}

/// The position of a text, or the start position.
pub(crate) fn position<W: Width>(
    rules: &Rules<W>,
    text: Option<&str>,
) -> Result<Position<W>, Problem> {
    match text {
        None => Ok(*rules.start()),
        Some(text) => Ok(rules.parse_position(text)?),
    }
}
