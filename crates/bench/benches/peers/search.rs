//! The search: positions a second of both programs' benchmarks.

use assay_search::Settings;
use assay_search::bench::BENCH;

use crate::cpu::user_seconds;
use crate::fairy::{Fairy, NAME};
use crate::table::{Row, Table, Target, Unit};

pub(crate) fn rows(table: &mut Table) {
    for game in ["fide", "capablanca"] {
        let begin = user_seconds(None);
        let positions = BENCH.iter().filter(|p| p.game == game);
        let nodes: u64 = positions
            .map(|p| p.run(&Settings::default(), 0).nodes)
            .sum();
        let ours = nodes as f64 / (user_seconds(None) - begin);
        table.push(Row {
            what: format!("{game}, search of the bench positions"),
            unit: Unit::Nodes,
            ours,
            peer: theirs(game).map(|t| (NAME, t)),
            target: Target::Ratio(1.0),
        });
    }
}

/// Positions a second in the benchmark of Fairy-Stockfish, by hand-made evaluation.
fn theirs(game: &str) -> Result<f64, String> {
    let mut fairy = Fairy::start()?;
    fairy.choose(game);
    let begin = fairy.user_seconds();
    fairy.say("bench");
    fairy.ready();
    let seconds = fairy.user_seconds() - begin;
    let told = fairy.leave();
    let nodes = told
        .lines()
        .find_map(|l| l.strip_prefix("Nodes searched  : "));
    let nodes: f64 = nodes
        .and_then(|n| n.trim().parse().ok())
        .ok_or("no node count")?;
    Ok(nodes / seconds)
}
