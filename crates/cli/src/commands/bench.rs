use std::num::NonZero;
use std::time::Duration;

use assay_search::bench::{BENCH, BenchPosition, BenchResult};
use assay_search::{Settings, VERSION, tunables_table};
use clap::Args;

use crate::problem::Problem;

/// Search fixed positions to fixed depths: nodes per second, and a node count that tells one engine from another
///
/// With one thread the count depends on nothing but the engine: the same number on any machine means
/// the same behaviour.
#[derive(Args, Debug)]
pub(crate) struct BenchArgs {
    /// Only the positions of this game
    game: Option<String>,
    /// So many plies deeper than usual; less deep if negative
    #[arg(long, default_value = "0", allow_hyphen_values = true)]
    deeper: i8,
    /// How many threads search each position; with more than one the count varies
    #[arg(long, default_value = "1", value_parser = crate::numbers::threads)]
    threads: NonZero<usize>,
    /// Compare the time of one thread with that of `--threads` to the same depths, the best of so many runs each
    #[arg(long, value_name = "RUNS", conflicts_with = "json")]
    speedup: Option<NonZero<u8>>,
    /// Print everything tunable in the engine as a table instead
    #[arg(long, exclusive = true)]
    tunables: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Runs the benchmark; the sums are the last line.
pub(crate) fn run(args: &BenchArgs) -> Result<(), Problem> {
    if args.tunables {
        outln!("{}", tunables_table().trim_end());
        return Ok(());
    }
    let wanted = |p: &&BenchPosition| args.game.as_ref().is_none_or(|g| p.game == g);
    let positions: Vec<&BenchPosition> = BENCH.iter().filter(wanted).collect();
    if positions.is_empty() {
        return Err(no_positions(args.game.as_deref().unwrap_or_default()));
    }
    let settings = Settings {
        threads: args.threads,
        ..Settings::default()
    };
    if let Some(runs) = args.speedup {
        if args.threads.get() < 2 {
            return Err(Problem::Usage(
                "--speedup compares one thread with several: add --threads 2 or more".to_owned(),
            ));
        }
        return print_speedup(&positions, args, runs.get());
    }
    let mut lines = Vec::new();
    let mut sum = BenchResult {
        nodes: 0,
        time: Duration::ZERO,
    };
    for position in positions {
        let result = position.run(&settings, args.deeper);
        sum.nodes += result.nodes;
        sum.time += result.time;
        if args.json {
            lines.push(serde_json::json!({
                "game": position.game,
                "options": position.options.iter().copied().collect::<std::collections::BTreeMap<_, _>>(),
                "position": position.position,
                "nodes": result.nodes,
                "micros": micros(result),
            }));
        } else {
            let options: Vec<String> = position
                .options
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            let game = format!("{} {}", position.game, options.join(" "));
            outln!(
                "{game:24} {:>10} nodes {:>9} nodes/s",
                result.nodes,
                speed(result)
            );
        }
    }
    if args.json {
        let all = serde_json::json!({
            "engine": VERSION,
            "threads": args.threads,
            "nodes": sum.nodes,
            "micros": micros(sum),
            "nodes_per_second": speed(sum),
            "positions": lines,
        });
        outln!("{all}");
    } else {
        outln!(
            "{:24} {:>10} nodes {:>9} nodes/s",
            "all",
            sum.nodes,
            speed(sum)
        );
    }
    Ok(())
}

/// Times of one thread over those of several, and their geometric mean.
fn print_speedup(positions: &[&BenchPosition], args: &BenchArgs, runs: u8) -> Result<(), Problem> {
    let several = args.threads;
    let mut logarithms = 0.0;
    for position in positions {
        // Runs take turns, so that a busy machine slows both alike.
        let mut best = [Duration::MAX; 2];
        for _ in 0..runs {
            for (best, threads) in best.iter_mut().zip([NonZero::<usize>::MIN, several]) {
                let settings = Settings {
                    threads,
                    ..Settings::default()
                };
                *best = (*best).min(position.run(&settings, args.deeper).time);
            }
        }
        let ratio = best[0].as_secs_f64() / best[1].as_secs_f64().max(1e-9);
        logarithms += ratio.ln();
        let times = best.map(|t| format!("{:.1}", t.as_secs_f64() * 1000.0));
        outln!(
            "{:24} {:>10} ms {:>10} ms {ratio:>6.2}",
            position.game,
            times[0],
            times[1]
        );
    }
    let mean = (logarithms / positions.len() as f64).exp();
    outln!(
        "geometric mean of times of 1 thread over {several}, depths as usual {:+}: {mean:.2}",
        args.deeper
    );
    Ok(())
}

fn micros(result: BenchResult) -> u128 {
    result.time.as_micros()
}

fn speed(result: BenchResult) -> u64 {
    u64::try_from(u128::from(result.nodes) * 1_000_000 / micros(result).max(1)).unwrap_or(u64::MAX)
}

fn no_positions(game: &str) -> Problem {
    let mut games: Vec<&str> = BENCH.iter().map(|p| p.game).collect();
    games.dedup();
    Problem::Usage(match assay_faults::nearest(game, games.iter().copied()) {
        Some(near) => format!("the benchmark has no game {game:?}; did you mean {near:?}?"),
        None => format!(
            "the benchmark has no game {game:?}; its games are {}",
            games.join(", ")
        ),
    })
}
