//! A fixed task whose node count changes whenever the engine's behaviour does.

use std::time::Duration;

use assay_rules::{AnyRules, Game, with_rules};

use crate::{Engine, Limits, Settings, Stop};

/// A position of the benchmark.
#[derive(Clone, Copy, Debug)]
pub struct BenchPosition {
    /// Game id.
    pub game: &'static str,
    /// Options given; the rest have their defaults.
    pub options: &'static [(&'static str, &'static str)],
    /// Position text.
    pub position: &'static str,
    /// Depth it is searched to, in plies.
    pub depth: u8,
}

const fn at(
    game: &'static str,
    options: &'static [(&'static str, &'static str)],
    depth: u8,
    position: &'static str,
) -> BenchPosition {
    BenchPosition {
        game,
        options,
        position,
        depth,
    }
}

const CROOKED: &[(&str, &str)] = &[("turning", "crooked")];
const SPRINGS: &[(&str, &str)] = &[("springs", "true")];

/// The positions of the benchmark, openings and middle games and endings of every game.
pub const BENCH: &[BenchPosition] = &[
    at(
        "fide",
        &[],
        11,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    at(
        "fide",
        &[],
        9,
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    ),
    at(
        "fide",
        &[],
        9,
        "r1bq1rk1/pp2bppp/2n2n2/2pp4/3P4/2NBPN2/PP3PPP/R1BQ1RK1 w - - 0 10",
    ),
    at("fide", &[], 14, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
    at(
        "capablanca",
        &[],
        8,
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1",
    ),
    at(
        "capablanca",
        &[],
        9,
        "1n5cn1/1pPb4P1/2P7/3pp1PP2/1p2k5/10/9r/4B2K2 w - - 1 69",
    ),
    at(
        "sonic",
        &[],
        7,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Kna:Kna 0 1",
    ),
    at(
        "sonic",
        CROOKED,
        6,
        "r1bqkb1r/ppp2ppp/2n2n2/3pp3/4P3/2N2N2/PPPP1PPP/R1BQKB1R w KQkq - Kna:Kna 0 5",
    ),
    at(
        "sonic",
        SPRINGS,
        7,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Kna:Kna 0 1",
    ),
    at(
        "sonic",
        &[],
        7,
        "1n2kb2/3pp3/p4P2/3Q2B1/P7/2N2PKR/1p4P1/R5N1 b - - Nka:Akn 0 37",
    ),
    at(
        "sonic-original",
        &[],
        9,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ),
    at(
        "sonic-large",
        &[],
        6,
        "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - Kna:Kna 0 1",
    ),
];

/// What one position of the benchmark cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BenchResult {
    /// Positions searched.
    pub nodes: u64,
    /// How long it took.
    pub time: Duration,
}

impl BenchPosition {
    /// The rules it is played by.
    pub fn rules(&self) -> AnyRules {
        let game = Game::builtin(self.game).expect("the benchmark uses built-in games");
        let choice = game.choose(self.options.iter().copied());
        let choice = choice.expect("the benchmark chooses options that exist");
        game.compile(&choice, None)
            .expect("a built-in game compiles")
    }

    /// Searches the position from scratch, `deeper` plies deeper than usual (less deep if negative). With one
    /// thread the node count is always the same.
    pub fn run(&self, settings: &Settings, deeper: i8) -> BenchResult {
        let depth = self.depth.saturating_add_signed(deeper).max(1);
        let limits = Limits::depth(depth);
        with_rules!(&self.rules(), rules => {
            let position = rules.parse_position(self.position);
            let position = position.expect("the benchmark's positions are valid");
            let mut engine = Engine::new(rules, settings, &limits);
            let thought = engine.think(&position, &[], &limits, &Stop::new());
            BenchResult { nodes: thought.nodes.0, time: thought.time }
        })
    }
}
