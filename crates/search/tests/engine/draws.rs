use assay_rules::with_rules;
use assay_search::{Engine, Limits, Score, Settings, Stop};

use crate::{rules, think};

#[test]
fn stalemate_counts_as_the_option_says() {
    // Queen to b6 stalemates; as a win it is the quickest.
    let position = "k7/8/2K5/8/1Q6/8/8/8 w - - 0 1";
    let (best, score) = think(&rules("fide", "stalemate=win"), position, &Limits::depth(1));
    assert_eq!(score.plies_to_end(), Some(1), "{best}");
    let (best, score) = think(&rules("fide", ""), position, &Limits::depth(4));
    assert_ne!(best, "b4b6");
    assert!(score > Score::cp(500), "{score}");
    let stuck = "k7/8/1QK5/8/8/8/8/8 b - - 0 1";
    assert_eq!(
        think(&rules("fide", ""), stuck, &Limits::depth(2)).1,
        Score::DRAW
    );
    let (_, score) = think(&rules("fide", "stalemate=win"), stuck, &Limits::depth(2));
    assert_eq!(score, Score::loss_in(0));
}

#[test]
fn a_lost_side_repeats_a_position_for_the_third_time() {
    // Black is a queen down; its knight's return makes the first position occur again.
    let position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let any = rules("fide", "");
    with_rules!(&any, r => {
        let mut now = r.parse_position(position).expect("a position");
        let mut history = Vec::new();
        for text in ["g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1"] {
            let mv = r.parse_move(&now, text).expect("a legal move");
            history.push(now.hash());
            now = r.play(&now, mv);
        }
        let limits = Limits::depth(4);
        let mut engine = Engine::new(r, &Settings::default(), &limits);
        let drawn = engine.think(&now, &history, &limits, &Stop::new());
        let best = drawn.best.map(|mv| r.move_text(&now, mv));
        assert_eq!((best.as_deref(), drawn.score), (Some("f6g8"), Score::DRAW));
        engine.new_game(0);
        let lost = engine.think(&now, &[], &limits, &Stop::new());
        assert!(lost.score < Score::cp(-600), "{}", lost.score);
    });
}

#[test]
fn the_move_count_ends_a_won_game_as_a_draw() {
    let won = "7k/8/8/8/8/8/R7/K7 w - - 10 80";
    let late = "7k/8/8/8/8/8/R7/K7 w - - 98 80";
    let fide = rules("fide", "");
    assert!(think(&fide, won, &Limits::depth(4)).1 > Score::cp(300));
    assert_eq!(think(&fide, late, &Limits::depth(4)).1, Score::DRAW);
    // But a mate on the last ply counts.
    let mate = "7k/8/6K1/8/8/8/R7/8 w - - 99 80";
    assert_eq!(think(&fide, mate, &Limits::depth(4)).1, Score::win_in(1));
    // So does a stalemate where that wins.
    let stalemate = "k7/3Q4/8/8/8/8/8/7K w - - 99 80";
    let wins = rules("fide", "stalemate=win");
    assert_eq!(
        think(&wins, stalemate, &Limits::depth(4)).1,
        Score::win_in(1)
    );
    assert_eq!(think(&fide, stalemate, &Limits::depth(4)).1, Score::DRAW);
}
