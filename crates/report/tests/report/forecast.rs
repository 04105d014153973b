//! What a study will cost and show.

use std::time::Duration;

use assay_arena::{GameResult, Provenance, Reason, Record};
use assay_report::{Forecast, StopForecast, Trial};
use assay_study::{ArmIndex, Study, builtin_game};

fn study(more: &str) -> Study {
    study_that_stops(more, "")
}

fn study_that_stops(more: &str, stop: &str) -> Study {
    let text = format!(
        "name = \"s\"\ngame = \"fide\"\n{more}\n[limits]\nnodes = 10\n[stop]\npairs = 400\n{stop}"
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
    let forecast = Forecast::of(&study, &trials(2), 4, &[]);
    assert_eq!(forecast.games, 1600);
    assert!((forecast.core_seconds - 1600.0).abs() < 1e-9);
    assert!((forecast.seconds - 400.0).abs() < 1e-9);
    // The variance of a pair is 10 × 0.25 / 9 in each arm; an interval of 400 of them reaches
    // 1.96 × √(0.2778 / 400) = 5.2 points either way.
    let text = forecast.text();
    for words in [
        "stalemate draw    400     10   50.0      2.00              ±5.2",
        "1,600 games in all: 27 minutes of one core, 7 minutes on 4 cores.",
        "* White's score, an arm against 50%: 7.4 points or more",
        "* White's score, one arm against another: 10.4 points or more",
        // 18 degrees of freedom: 1.96 / √36.
        "These are told by the spread of 20 pairs and may be off by some 35%; a longer trial tells them better.",
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
    let text = Forecast::of(&study(players), &trials(1), 1, &[]).text();
    // White wins both games of a pair or loses both: each player has one point of two in every pair.
    assert!(
        text.contains("fide    400     10   50.0      2.00         undefined"),
        "{text}"
    );
    assert!(text.contains("do not differ enough"), "{text}");
}

#[test]
fn too_few_trials_give_the_cost_alone() {
    let forecast = Forecast::of(&study(""), &trials(1)[..3], 2, &[]);
    assert!(forecast.questions.is_empty());
    assert_eq!(forecast.arms[0].half_width, None);
    assert!(
        forecast
            .text()
            .contains("800 games in all: 13 minutes of one core")
    );
}

/// Forty pairs of a match: the first player wins both games of nine, one of thirteen, none of ten; eight are drawn.
fn match_trials() -> Vec<Trial> {
    use GameResult::{BlackWins, Draw, WhiteWins};
    let pair = |n: u32| {
        let games = match n {
            0..9 => [WhiteWins, BlackWins],
            9..22 => [WhiteWins, WhiteWins],
            22..32 => [BlackWins, WhiteWins],
            _ => [Draw, Draw],
        };
        Trial {
            arm: ArmIndex(0),
            games: games.map(|result| record(result, 50)),
            busy: Duration::from_secs(3),
        }
    };
    (0..40).map(pair).collect()
}

const PLAYERS: &str = "kind = \"match\"\n[[player]]\nname = \"a\"\n[[player]]\nname = \"b\"";

#[test]
fn a_sequential_test_is_foreseen() {
    let study = study_that_stops(PLAYERS, "sprt = { elo0 = 0, elo1 = 40 }\n");
    let forecast = Forecast::of(&study, &match_trials(), 2, &[assay_stats::Elo(60.0)]);
    let Some(StopForecast::Sprt { at, .. }) = &forecast.stop else {
        panic!("{:?}", forecast.stop)
    };
    assert_eq!(at.len(), 4);
    for (place, at) in at.iter().enumerate() {
        assert!(
            (at.pass + at.fail + at.undecided - 1.0).abs() < 1e-9,
            "{at:?}"
        );
        assert!((at.games - 2.0 * at.pairs).abs() < 1e-9);
        assert!((at.seconds - 1.5 * at.pairs).abs() < 1e-9, "{place} {at:?}");
    }
    // Halfway takes longest; the stronger the player, the surer he passes.
    assert!(at[1].pairs > at[0].pairs && at[1].pairs > at[2].pairs && at[3].pairs < at[2].pairs);
    assert!(at.windows(2).all(|two| two[0].pass < two[1].pass), "{at:?}");
    let text = forecast.text();
    for words in [
        "800 games in all at most: ",
        "The sequential test of an arm, in normalized Elo, with 400 pairs at most",
        "true difference",
        "0 (elo0)",
        "20 (halfway)",
        "40 (elo1)",
        "60 logistic Elo",
    ] {
        assert!(text.contains(words), "{text}\nlacks {words}");
    }
    let few = Forecast::of(&study, &match_trials()[..3], 2, &[]);
    assert!(
        few.text().contains("to say when arms will stop"),
        "{}",
        few.text()
    );
}

#[test]
fn a_precision_and_halving_are_foreseen() {
    let study = study_that_stops(PLAYERS, "precision = 0.1\n");
    let forecast = Forecast::of(&study, &match_trials(), 1, &[]);
    let Some(StopForecast::Precision { pairs, reached, .. }) = &forecast.stop else {
        panic!("{:?}", forecast.stop)
    };
    // A fixed number of pairs with a deviation of 0.4 would be 62; looking all the time costs more.
    assert!(
        *reached && pairs.is_some_and(|n| (62..250).contains(&n)),
        "{pairs:?}"
    );
    assert!(
        forecast
            .text()
            .contains("a score is known to 10.0 points after about")
    );
    let fine = study_that_stops(PLAYERS, "precision = 0.01\n");
    let text = Forecast::of(&fine, &match_trials(), 1, &[]).text();
    assert!(
        text.contains("400 pairs of an arm do not make its score known to 1.0 points"),
        "{text}"
    );

    let arms = "[factorial]\nstalemate = [\"draw\", \"win\"]";
    let halving = study_that_stops(arms, "halving = { measure = \"decisive\", first = 50 }\n");
    let forecast = Forecast::of(&halving, &trials(2), 1, &[]);
    let text = forecast.text();
    assert!(
        text.contains("Halving brings 2 arms to 50 pairs, and 1 arm to the end with fresh games: 450 pairs of all arms together."),
        "{text}"
    );
    assert_eq!(forecast.games, 900);
}

#[test]
fn a_tuning_costs_its_games_and_those_of_the_match_after_it() {
    let text = "name = \"s\"\ngame = \"fide\"\nkind = \"tune\"\n[limits]\nnodes = 10\n[tune]\niterations = 50\n\
                parameters = [\"tempo\"]\n[verify]\npairs = 600\n";
    let study = Study::parse("s.toml", text, &mut builtin_game).unwrap();
    let forecast = Forecast::of(&study, &trials(1), 4, &[]);
    assert_eq!(forecast.games, 800);
    let after = forecast.verification.as_ref().unwrap();
    assert_eq!(after.games, 1200);
    assert!((after.seconds - 300.0).abs() < 1e-9);
    let told = forecast.text();
    for words in [
        "50 iterations of a tuning",
        "at most 1,200 games more, 5 min",
    ] {
        assert!(told.contains(words), "{told}");
    }
    // Each player of these trials has one point of two in every pair: nothing is known of the spread.
    assert!(told.contains("to say when arms will stop"), "{told}");
    let told = Forecast::of(&study, &match_trials(), 4, &[assay_stats::Elo(30.0)]);
    let Some(StopForecast::Sprt { at, .. }) = &told.verification.as_ref().unwrap().stop else {
        panic!("{told:?}")
    };
    assert_eq!(at.len(), 4);
    let told = told.text();
    for words in [
        "in normalized Elo, with 600 pairs at most",
        "10 (elo1)",
        "30 logistic Elo",
        // 9 + 13 / 2 + 8 / 2 of 40.
        "The first player scored 48.8% of the tried pairs",
    ] {
        assert!(told.contains(words), "{told}\nlacks {words}");
    }
}

#[test]
fn rounds_with_values_fitted_anew_are_counted() {
    let forecast = Forecast::of(&study("retune = { rounds = 2 }"), &trials(1), 4, &[]);
    assert_eq!(forecast.games, 800);
    let all = forecast.rounds.unwrap();
    assert_eq!((all.most, all.games), (3, 2400));
    assert!((all.core_seconds - 2400.0).abs() < 1e-9 && (all.seconds - 600.0).abs() < 1e-9);
    let told = forecast.text();
    assert!(
        told.contains(
            "3 rounds come to 2,400 games at most: 40 minutes of one core, 10 minutes on 4 cores."
        ),
        "{told}"
    );
    assert_eq!(Forecast::of(&study(""), &trials(1), 4, &[]).rounds, None);
}
