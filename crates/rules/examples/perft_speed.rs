//! Prints perft nodes per second: `perft_speed GAME DEPTH [option=value]... [POSITION]`.

use std::time::Instant;

use assay_rules::{Game, perft, with_rules};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let game = Game::builtin(&args[0]).expect("a built-in game");
    let depth: u32 = args[1].parse().expect("a depth");
    let (options, rest): (Vec<&String>, Vec<&String>) =
        args[2..].iter().partition(|a| a.contains('='));
    let choice = game
        .choose(options.iter().filter_map(|o| o.split_once('=')))
        .expect("options");
    let rules = game
        .compile(&choice, rest.first().map(|s| s.as_str()))
        .expect("rules");
    with_rules!(&rules, r => {
        let begin = Instant::now();
        let count = perft(r, r.start(), depth);
        let seconds = begin.elapsed().as_secs_f64();
        println!("{} {choice}: {count} in {seconds:.2} s, {:.2} M/s", args[0], count as f64 / seconds / 1e6);
    });
}
