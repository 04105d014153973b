//! Runs the benchmark and prints a line a position.
use assay_search::Settings;
use assay_search::bench::BENCH;

fn main() {
    let arg = |i: usize| std::env::args().nth(i);
    let deeper: i8 = arg(1).and_then(|a| a.parse().ok()).unwrap_or(0);
    let only = arg(2).unwrap_or_default();
    let (mut nodes, mut time) = (0, std::time::Duration::ZERO);
    for p in BENCH.iter().filter(|p| p.game.starts_with(only.as_str())) {
        let r = p.run(&Settings::default(), deeper);
        println!(
            "{:15} {:9} {:8.3}s {:9.0} nps  {}",
            p.game,
            r.nodes,
            r.time.as_secs_f64(),
            r.nodes as f64 / r.time.as_secs_f64(),
            p.position
        );
        nodes += r.nodes;
        time += r.time;
    }
    println!(
        "{nodes} nodes {:.3}s {:.0} nps",
        time.as_secs_f64(),
        nodes as f64 / time.as_secs_f64()
    );
}
