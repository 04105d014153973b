//! What a study will cost and show.

use std::time::Duration;

use assay_arena::{GameResult, Provenance, Reason, Record};
use assay_report::{Forecast, Trial};
use assay_study::{ArmIndex, Study, builtin_game};

fn study(more: &str) -> Study {
    let text = format!(
        "name = \"s\"\ngame = \"fide\"\n{more}\n[limits]\nnodes = 10\n[stop]\npairs = 400\n"
    );
    Study::parse("s.toml", &text, &mut builtin_game).unwrap()
}

fn record(result: GameResult, plies: usize) -> Record {
    Record {
        start: String::new(),
        opening_plies: 0,
        moves: vec!["e2e4".to_owned(); plies],
        searched: vec![None; plies],
        result,
        reason: Reason::Mate,
        nodes: 0,
        engine: String::new(),
        settings: String::new(),
        players: None,
        provenance: Provenance {
            worker: String::new(),
            millis: 0,
        },
    }
}

/// Ten pairs an arm, White winning both games and losing both in turn, two seconds a pair.
fn trials(arms: u16) -> Vec<Trial> {
    use GameResult::{BlackWins, WhiteWins};
    let pair = |arm, n| {
        let result = if n % 2 == 0 { WhiteWins } else { BlackWins };
        Trial {
            arm: ArmIndex(arm),
            games: [record(result, 40), record(result, 60)],
            busy: Duration::from_secs(2),
        }
    };
    (0..arms)
        .flat_map(|arm| (0..10).map(move |n| pair(arm, n)))
        .collect()
}

#[test]
fn cost_and_precision_follow_from_the_trials() {
    let study = study("[factorial]\nstalemate = [\"draw\", \"win\"]");
    let forecast = Forecast::of(&study, &trials(2), 4);
    assert_eq!(forecast.games, 1600);
    assert!((forecast.core_seconds - 1600.0).abs() < 1e-9);
    assert!((forecast.seconds - 400.0).abs() < 1e-9);
    // The variance of a pair is 10 × 0.25 / 9 in each arm; an interval of 400 of them reaches
    // 1.96 × √(0.2778 / 400) = 5.2 points either way.
    let text = forecast.text();
    for words in [
        "stalemate draw    400     10   50.0      2.00              ±5.2",
        "1,600 games in all: 26 minutes of one core, 6 minutes on 4 cores.",
        "* White's score, an arm against 50%: 7.4 points or more",
        "* White's score, one arm against another: 10.4 points or more",
    ] {
        assert!(text.contains(words), "{text}\nlacks {words}");
    }
    assert!(
        !text.contains("decisive games"),
        "every game was decisive: nothing is known of the spread\n{text}"
    );
}

#[test]
fn a_match_is_told_from_the_first_players_side() {
    let players = "kind = \"match\"\n[[player]]\nname = \"a\"\n[[player]]\nname = \"b\"";
    let text = Forecast::of(&study(players), &trials(1), 1).text();
    // White wins both games of a pair or loses both: each player has one point of two in every pair.
    assert!(
        text.contains("fide    400     10   50.0      2.00         undefined"),
        "{text}"
    );
    assert!(text.contains("do not differ enough"), "{text}");
}

#[test]
fn too_few_trials_give_the_cost_alone() {
    let forecast = Forecast::of(&study(""), &trials(1)[..3], 2);
    assert!(forecast.questions.is_empty());
    assert_eq!(forecast.arms[0].half_width, None);
    assert!(
        forecast
            .text()
            .contains("800 games in all: 13 minutes of one core")
    );
}
