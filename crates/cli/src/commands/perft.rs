use std::num::NonZero;

use assay_rules::{MoveList, Position, Rules, Width, perft, with_rules};
use clap::Args;
use rayon::prelude::*;

use super::moves::position;
use crate::game_args::GameArgs;
use crate::numbers;
use crate::problem::Problem;

/// Count the lines of play of a depth
#[derive(Args, Debug)]
pub(crate) struct PerftArgs {
    #[command(flatten)]
    game: GameArgs,
    /// How many plies
    #[arg(value_parser = numbers::plies)]
    depth: u32,
    /// The position text; the start position if absent
    position: Option<String>,
    /// Print the count below each move first
    #[arg(long)]
    divide: bool,
    /// How many threads count
    #[arg(long, default_value = "1", value_parser = numbers::threads)]
    threads: NonZero<usize>,
}

/// Prints the count as the last line.
pub(crate) fn run(args: &PerftArgs) -> Result<(), Problem> {
    let rules = args.game.rules()?;
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(args.threads.get())
        .build()
        .map_err(|e| Problem::Failure(format!("cannot start {} threads: {e}", args.threads)))?;
    with_rules!(&rules, r => {
        let pos = position(r, args.position.as_deref())?;
        if args.depth == 0 {
            outln!("1");
            return Ok(());
        }
        let mut counts = pool.install(|| divide(r, &pos, args.depth));
        if args.divide {
            counts.sort();
            for (text, count) in &counts {
                outln!("{text}\t{count}");
            }
        }
        outln!("{}", counts.iter().map(|c| c.1).sum::<u64>());
        Ok(())
    })
}

fn divide<W: Width>(rules: &Rules<W>, pos: &Position<W>, depth: u32) -> Vec<(String, u64)> {
    let mut list = MoveList::default();
    rules.legal_moves(pos, &mut list);
    list.par_iter()
        .map(|&mv| {
            (
                rules.move_text(pos, mv),
                perft(rules, &rules.play(pos, mv), depth - 1),
            )
        })
        .collect()
}
