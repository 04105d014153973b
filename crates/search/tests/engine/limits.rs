use std::num::NonZeroUsize;
use std::time::{Duration, Instant};

use assay_rules::{AnyRules, with_rules};
use assay_search::bench::BENCH;
use assay_search::{Centipawns, Depth, Engine, HashSize, Limits, Settings, Stop, Thought};

use crate::rules;

fn start(rules: &AnyRules, settings: &Settings, limits: &Limits, stop: &Stop) -> Thought {
    with_rules!(rules, r => Engine::new(r, settings, limits).think(r.start(), &[], limits, stop))
}

/// A thought without its time.
fn timeless(mut thought: Thought) -> Thought {
    thought.time = Duration::ZERO;
    thought
}

#[test]
fn the_node_limit_is_exact() {
    for game in ["fide", "sonic", "sonic-large"] {
        let rules = rules(game, "");
        for nodes in [1, 2, 99, 1_000, 4_321] {
            let limits = Limits::nodes(nodes);
            let thought = start(&rules, &Settings::default(), &limits, &Stop::new());
            assert_eq!(thought.nodes.0, nodes, "{game}");
            assert_eq!(thought.best, thought.line.first().copied(), "{game}");
            assert!(thought.best.is_some(), "{game}");
        }
    }
}

#[test]
fn the_depth_limit_is_kept() {
    let rules = rules("fide", "");
    for depth in [1, 3, 6] {
        let thought = start(
            &rules,
            &Settings::default(),
            &Limits::depth(depth),
            &Stop::new(),
        );
        assert_eq!(thought.depth, Depth(depth));
    }
}

#[test]
fn the_time_limit_is_kept() {
    let limits = Limits::time(Duration::from_millis(60));
    let began = Instant::now();
    let thought = start(
        &rules("fide", ""),
        &Settings::default(),
        &limits,
        &Stop::new(),
    );
    assert!(thought.best.is_some());
    assert!(began.elapsed() >= Duration::from_millis(60));
    assert!(
        began.elapsed() < Duration::from_secs(5),
        "{:?}",
        began.elapsed()
    );
}

#[test]
fn a_raised_stop_ends_the_search_with_a_move() {
    let stop = Stop::new();
    stop.raise();
    let thought = start(
        &rules("sonic", ""),
        &Settings::default(),
        &Limits::default(),
        &stop,
    );
    assert!(thought.best.is_some());
    assert!(thought.nodes.0 < 10_000);
}

#[test]
fn two_runs_of_the_benchmark_agree() {
    for position in BENCH {
        let run = || position.run(&Settings::default(), -3).nodes;
        assert_eq!(run(), run(), "{} {}", position.game, position.position);
    }
}

#[test]
fn a_new_game_leaves_no_trace_of_the_one_before() {
    for game in ["fide", "sonic"] {
        let any = rules(game, "");
        with_rules!(&any, r => {
            let limits = Limits::nodes(3_000);
            let settings = Settings { variety: Centipawns(10), ..Settings::default() };
            let mut engine = Engine::new(r, &settings, &limits);
            let mut games = Vec::new();
            for seed in [5, 6, 5] {
                engine.new_game(seed);
                let mut position = *r.start();
                let mut history = Vec::new();
                let mut thoughts = Vec::new();
                for _ in 0..6 {
                    let thought = engine.think(&position, &history, &limits, &Stop::new());
                    history.push(position.hash());
                    position = r.play(&position, thought.best.expect("a move"));
                    thoughts.push(timeless(thought));
                }
                games.push(thoughts);
            }
            assert_eq!(games[0], games[2], "{game}");
            assert_ne!(games[0], games[1], "{game}: the seed must matter");
        });
    }
}

#[test]
fn several_threads_find_a_mate_and_keep_the_node_limit_roughly() {
    let any = rules("fide", "");
    let settings = Settings {
        threads: NonZeroUsize::new(3).expect("three"),
        hash: HashSize::Bytes(1 << 20),
        ..Settings::default()
    };
    let limits = Limits::nodes(50_000);
    with_rules!(&any, r => {
        let mate = r.parse_position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1").expect("a position");
        let mut engine = Engine::new(r, &settings, &limits);
        let thought = engine.think(&mate, &[], &limits, &Stop::new());
        assert_eq!(thought.score.plies_to_end(), Some(5));
        let thought = engine.think(r.start(), &[], &limits, &Stop::new());
        assert!((10_000..60_000).contains(&thought.nodes.0), "{:?}", thought.nodes);
    });
}

#[test]
fn thoughts_are_told_iteration_by_iteration() {
    let any = rules("fide", "");
    let limits = Limits::depth(5);
    with_rules!(&any, r => {
        let mut depths = Vec::new();
        let mut engine = Engine::new(r, &Settings::default(), &limits);
        let last = engine.think_aloud(r.start(), &[], &limits, &Stop::new(), &mut |thought, _| {
            assert_eq!(thought.best, thought.line.first().copied());
            depths.push(thought.depth.0);
        });
        assert_eq!(depths, [1, 2, 3, 4, 5]);
        let mut position = *r.start();
        for mv in last.line {
            assert!(r.is_legal(&position, mv));
            position = r.play(&position, mv);
        }
    });
}
