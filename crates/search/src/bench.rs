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

/// The positions of the benchmark, openings and middle games and endings: games of every kind of board.
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
    at(
        "glinski",
        &[],
        8,
        "6/2P3p/1PB2qp1/N1PBp3n/Q3Pp1rb1/B3P1p1bbk/K1R2Pp3/N1PR2p1n/1P4pr/P5p/6 w - - 8 10",
    ),
    at(
        "glinski",
        &[],
        8,
        "6/3Q3/1q4p1/9/4Pp2bn/6p2bk/KB1N2p3/2P3p2/1P4p1/P5p/6 w - - 2 31",
    ),
    at(
        "shafran",
        &[],
        9,
        "6/7/1P4bk/6rp1/K2P2p3/1P7/2N1PR1n/3B3/6 w - - 7 31",
    ),
    at(
        "mccooey",
        &[],
        8,
        "6/R6/2P2r1p/NQ1Pp2q1/1NP3p1n1/BBBP3pb1b/K1P2p1bnk/RP5pr/P5p1/7/6 w - - 0 10",
    ),
    at(
        "horn-rimmed-wellisch",
        &[],
        8,
        "ssssss/w1kv1r1/3vv3/1p1rp1q2/2p1p1p1pw/6P1p2/2P1P2PP1/1P2PR3/3VV1Q1/WRKV2W/SSSSSS[] w - - 0 10",
    ),
    at(
        "horn-rimmed-revergent",
        &[],
        8,
        "R4u/7/WisPppw1/1NS6/3P1P3s/1K4p1u1h/H2P2phkh/SUP3p2/1iP3hw/7/6[PWh] w - - 0 31",
    ),
    at(
        "echidna",
        &[],
        8,
        "er2qkb1re/*1ppb1ppp*/*2n2n2*/*pB2p3*/*3pP3*/*2N2Q1N*/*PPPP1PPP*/ER1B1K2RE w KQkq - 0 10",
    ),
    at(
        "echidna",
        &[],
        9,
        "er6r1/*2p2kp1*/*2p2p1p*/*2n1p1eP*/*pEb1P1P1*/*2P2P2*/*1PP2N2*/1R2R3KE w - - 1 31",
    ),
    at(
        "seenschach",
        &[],
        8,
        "ghbrk1r1hx/3p1p1p2/1p2p1pbp1/p1p****2p/3****3/3****1P1/P2****P2/1P4PBP1/2PPPP4/GHBRKXR1H1 w - c8 0 10",
    ),
    at(
        "seenschach",
        &[],
        9,
        "2h1k1r1h1/1brp1p3x/2g1p1p1p1/p1p****3/1p1****pR1/P2****2H/1BP****P2/1P2P1PB2/G1XP1P1R2/1H2K5 w - - 1 31",
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
