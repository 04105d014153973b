use assay_stats::{Flip, Outcome};
use proptest::prelude::*;

use super::draw::Draw;
use super::tuner::whole;
use super::*;
use crate::{ArmIndex, PairKey, PairNumber, PairResult, StudySeed, builtin_game};

const OUTCOMES: [Outcome; 3] = [Outcome::Loss, Outcome::Draw, Outcome::Win];

fn parameter(name: &'static str, (low, start, high): (i32, i32, i32), step: f64) -> TuneParameter {
    TuneParameter {
        name,
        about: "",
        start,
        low,
        high,
        step,
        rate: 0.1,
    }
}

fn tune(iterations: u32, pairs: u32, lag: u32) -> Tune {
    Tune {
        iterations,
        pairs,
        lag,
        shape: Shape {
            stability: 0.1,
            alpha: 0.602,
            gamma: 0.101,
        },
        parameters: vec![
            parameter("tempo", (0, 11, 60), 4.0),
            parameter("razor", (50, 240, 800), 30.0),
            parameter("breach", (0, 0, 60), 0.5),
        ],
        verify: None,
    }
}

fn tuner(iterations: u32, pairs: u32, lag: u32, arms: u16) -> Tuner {
    Tuner::new(tune(iterations, pairs, lag), StudySeed(5), arms)
}

fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

/// What a pair comes to: anything, but always the same.
fn result(key: PairKey) -> PairResult {
    let word = (key.pair.0 * 7 + u32::from(key.arm.0) * 5) as usize;
    PairResult([OUTCOMES[word * word % 3], OUTCOMES[(word / 3) % 3]])
}

fn every_sides(tuner: &Tuner, pairs: u32) -> Vec<Option<Sides>> {
    (0..pairs)
        .map(|p| tuner.sides(PairNumber(p)).cloned())
        .collect()
}

#[test]
fn so_many_iterations_are_under_way_as_the_lag_says() {
    let mut tuner = tuner(10, 2, 3, 2);
    assert_eq!(tuner.limit(), 6);
    assert!(tuner.sides(PairNumber(5)).is_some());
    assert_eq!(tuner.sides(PairNumber(6)), None);
    // The second iteration before the first unlocks nothing.
    for pair in 2..4 {
        for arm in 0..2 {
            assert!(!tuner.record(key(arm, pair), result(key(arm, pair))));
        }
    }
    assert!(!tuner.record(key(0, 0), result(key(0, 0))));
    assert!(!tuner.record(key(0, 1), result(key(0, 1))));
    assert!(!tuner.record(key(1, 1), result(key(1, 1))));
    assert!(!tuner.record(key(1, 1), result(key(1, 1))), "told twice");
    assert_eq!(tuner.learned().len(), 0);
    // The last of the first iteration brings both to account.
    assert!(tuner.record(key(1, 0), result(key(1, 0))));
    assert_eq!((tuner.learned().len(), tuner.limit()), (2, 10));
    let first = &tuner.learned()[0];
    assert_eq!(first.wins + first.draws + first.losses, 8);
    for pair in 4..20 {
        for arm in 0..2 {
            tuner.record(key(arm, pair), result(key(arm, pair)));
        }
    }
    assert!(tuner.is_finished());
    assert_eq!(tuner.limit(), 20);
    assert_eq!(tuner.learned()[9].values, tuner.values());
}

#[test]
fn what_belongs_to_no_pair_changes_nothing() {
    let mut tuner = tuner(2, 1, 1, 1);
    assert!(!tuner.record(key(1, 0), result(key(0, 0))));
    assert!(!tuner.record(key(0, 2), result(key(0, 0))));
    assert!(tuner.record(key(0, 0), result(key(0, 0))));
    assert!(!tuner.record(key(0, 0), result(key(0, 0))));
    assert_eq!(tuner.learned().len(), 1);
}

#[test]
fn an_iteration_does_without_a_pair_that_is_set_aside() {
    let mut tuner = tuner(2, 2, 1, 1);
    tuner.record(key(0, 1), PairResult([Outcome::Win, Outcome::Loss]));
    assert!(tuner.set_aside(key(0, 0)));
    let learned = &tuner.learned()[0];
    assert_eq!((learned.wins, learned.draws, learned.losses), (2, 0, 0));
    // A late result of it changes nothing any more.
    assert!(!tuner.record(key(0, 0), result(key(0, 0))));
}

#[test]
fn a_side_that_wins_draws_the_values_after_it() {
    let mut tuner = tuner(1, 3, 1, 1);
    let sides = tuner.sides(PairNumber(0)).unwrap().clone();
    for pair in 0..3 {
        // The plus side, White in the first game and Black in the second, wins both.
        tuner.record(key(0, pair), PairResult([Outcome::Win, Outcome::Loss]));
    }
    let starts = tune(1, 3, 1).parameters;
    // The third is at a bound, where it may be held.
    for (place, given) in starts.iter().enumerate().take(2) {
        let up = sides.plus[place] > sides.minus[place];
        let moved = tuner.values()[place] - f64::from(given.start);
        assert_eq!(moved > 0.0, up, "{sides:?} {:?}", tuner.values());
        assert!(moved != 0.0);
    }
}

#[test]
fn rounding_keeps_the_sides_apart_and_the_mean() {
    let draw = |flip, fraction| Draw { flip, fraction };
    for ((plus, minus), fraction, bounds, want) in [
        ((14.6, 7.4), 0.0, (0, 60), (14, 7)),
        ((14.6, 7.4), 0.5, (0, 60), (15, 7)),
        ((14.6, 7.4), 0.7, (0, 60), (15, 8)),
        ((-3.5, -2.5), 0.5, (-20, 60), (-3, -2)),
        // At a bound both are clamped to nearly the same.
        ((60.0, 59.5), 0.6, (0, 60), (60, 59)),
        ((0.0, 0.5), 0.2, (0, 60), (1, 0)),
    ] {
        assert_eq!(whole((plus, minus), draw(Flip::Up, fraction), bounds), want);
    }
    assert_eq!(whole((60.0, 60.0), draw(Flip::Up, 0.0), (0, 60)), (60, 59));
    assert_eq!(
        whole((60.0, 60.0), draw(Flip::Down, 0.0), (0, 60)),
        (59, 60)
    );
    assert_eq!(whole((0.0, 0.0), draw(Flip::Down, 0.0), (0, 1)), (0, 1));
    let rounds = 1000;
    let sum: i32 = (0..rounds)
        .map(|i| {
            whole(
                (3.3, 1.3),
                draw(Flip::Up, f64::from(i) / f64::from(rounds)),
                (0, 9),
            )
            .0
        })
        .sum();
    assert!((f64::from(sum) / f64::from(rounds) - 3.3).abs() < 0.002);
}

proptest! {
    #[test]
    fn the_order_of_results_does_not_matter(
        order in Just((0..48u32).collect::<Vec<_>>()).prop_shuffle(),
        aside in 0..48u32,
        lag in 1..5u32,
    ) {
        let keys = |place: u32| key((place % 2) as u16, place / 2);
        let mut plain = tuner(8, 3, lag, 2);
        let mut other = tuner(8, 3, lag, 2);
        let tell = |tuner: &mut Tuner, place: u32| {
            let key = keys(place);
            if place == aside {
                tuner.set_aside(key)
            } else {
                tuner.record(key, result(key))
            }
        };
        for place in 0..48 {
            let before = plain.limit();
            let more = tell(&mut plain, place);
            prop_assert_eq!(more, plain.limit() > before);
            // No pair is ever told before it has its values.
            prop_assert!(plain.sides(keys(place).pair).is_some());
        }
        for place in order {
            tell(&mut other, place);
        }
        prop_assert!(plain.is_finished() && other.is_finished());
        prop_assert_eq!(plain.learned(), other.learned());
        prop_assert_eq!(every_sides(&plain, 24), every_sides(&other, 24));
    }

    #[test]
    fn sides_differ_and_stay_inside(seed in any::<u64>(), lead in 0..3usize) {
        let mut tuner = Tuner::new(tune(40, 1, 2), StudySeed(seed), 1);
        for pair in 0..40 {
            let sides = tuner.sides(PairNumber(pair)).unwrap().clone();
            for (place, given) in tune(40, 1, 2).parameters.iter().enumerate() {
                let (plus, minus) = (sides.plus[place], sides.minus[place]);
                prop_assert_ne!(plus, minus);
                prop_assert!((given.low..=given.high).contains(&plus));
                prop_assert!((given.low..=given.high).contains(&minus));
            }
            tuner.record(key(0, pair), PairResult([OUTCOMES[lead], OUTCOMES[2 - lead]]));
        }
    }
}

#[test]
fn a_lag_of_one_uses_everything_and_a_longer_one_is_late() {
    let values_of = |lag: u32| {
        let mut tuner = tuner(3, 1, lag, 1);
        tuner.record(key(0, 0), PairResult([Outcome::Win, Outcome::Loss]));
        let start = Tuner::new(tune(3, 1, lag), StudySeed(5), 1);
        // The second iteration, as it would be without the first's result.
        (every_sides(&tuner, 2), every_sides(&start, 2))
    };
    let (late, start) = values_of(2);
    assert_eq!(late, start);
    let (prompt, start) = values_of(1);
    assert_eq!(start[1], None);
    assert_ne!(prompt[1], late[1]);
}

const STUDY: &str = "name = \"t\"\ngame = \"sonic\"\nkind = \"tune\"\n[limits]\nnodes = 10\n\
    [tune]\niterations = 3\nparameters = [\"tempo\", \"razor\"]\n";

fn study(more: &str) -> Study {
    Study::parse("t.toml", &format!("{STUDY}{more}"), &mut builtin_game).unwrap()
}

#[test]
fn players_of_a_pair_have_its_values_and_only_those() {
    let study = study("");
    let sides = Sides {
        plus: vec![13, 250],
        minus: vec![9, 230],
    };
    let arm = study.arm(ArmIndex(0));
    let [one, other] = study.seated(arm, Some(&sides)).unwrap();
    let tunable = |player: &Player, name: &str| {
        let PlayerKind::Builtin(builtin) = &player.kind else {
            panic!("{player:?}");
        };
        builtin.tunables.iter().find(|(n, _)| *n == name).unwrap().1
    };
    assert_eq!((tunable(&one, "tempo"), tunable(&one, "razor")), (13, 250));
    assert_eq!(
        (tunable(&other, "tempo"), tunable(&other, "razor")),
        (9, 230)
    );
    let why = |sides: Option<&Sides>| study.seated(arm, sides).unwrap_err().to_string();
    assert!(why(None).contains("not known yet"));
    let short = Sides {
        plus: vec![13],
        ..sides.clone()
    };
    assert_eq!(
        why(Some(&short)),
        "1 values for the 2 parameters of the tuning"
    );
    let wild = Sides {
        minus: vec![9, 10_000],
        ..sides
    };
    assert_eq!(why(Some(&wild)), "razor = 10000 is outside 50 to 800");
}

#[test]
fn a_verification_is_a_match_with_games_of_its_own() {
    let study = study("[verify]\npairs = 7\nsprt = { elo0 = 0, elo1 = 30 }\n");
    let tune = study.tune.as_ref().unwrap();
    assert_eq!(tune.whole(&[12.5, 9000.0]), [13, 800]);
    assert_eq!(
        tune.written(&[13, 250]),
        "tunables = { tempo = 13, razor = 250 }"
    );
    let plays = crate::Tunables::default();
    let unchanged = study.verification_text(&[plays.tempo, plays.razor]);
    assert_eq!(unchanged, None);
    let text = study.verification_text(&[13, 250]).unwrap();
    let verification = Study::parse("t.toml", &text, &mut builtin_game).unwrap();
    assert_eq!(verification.kind, crate::StudyKind::Match);
    assert_eq!(verification.name, "t: tuned against untuned");
    assert_eq!(verification.tune, None);
    assert_eq!(verification.stop.pairs, 7);
    assert!(verification.stop.early.is_some());
    assert_ne!(verification.seed, study.seed);
    assert_ne!(verification.id, study.id);
    let [tuned, untuned] = &verification.players[..] else {
        panic!("{:?}", verification.players);
    };
    assert_eq!(
        (tuned.name.as_str(), untuned.name.as_str()),
        ("tuned", "untuned")
    );
    assert_eq!(
        tuned.kind,
        tune.set(&study.players[0], &[13, 250]).unwrap().kind
    );
    assert_eq!(untuned.kind, study.players[0].kind);
    assert_eq!(verification.verification_text(&[1, 2]), None);
}
