//! The program as an external engine of the arena, which must play as the engine inside does.

use std::num::NonZeroUsize;

use assay_arena::{
    Limits, Opening, PairJob, PlayerSpec, Record, Settings, Stop, Terms, UciSpec, check_record,
    opening_candidates, play_pair,
};
use assay_rules::{AnyRules, Game};
use assay_search::HashSize;

use crate::support::program;

fn rules(game: &str, options: &[(&str, &str)]) -> AnyRules {
    let game = Game::builtin(game).expect("a built-in game");
    let choice = game.choose(options.iter().copied()).expect("its options");
    game.compile(&choice, None).expect("a game that compiles")
}

fn outside() -> PlayerSpec {
    let spec = UciSpec {
        arguments: vec!["uci".to_owned()],
        options: vec![("Hash".to_owned(), "1".to_owned())],
        ..UciSpec::new(program().to_string_lossy())
    };
    PlayerSpec::uci("outside", Limits::nodes(150), spec)
}

/// The same engine with the same settings, inside.
fn inside() -> PlayerSpec {
    let settings = Settings {
        hash: HashSize::Bytes(1 << 20),
        threads: NonZeroUsize::MIN,
        ..Settings::default()
    };
    PlayerSpec::engine("inside", Limits::nodes(150), settings)
}

fn play(rules: &AnyRules, opening: &Opening, players: [PlayerSpec; 2]) -> [Record; 2] {
    let job = PairJob {
        rules: rules.clone(),
        openings: vec![opening.clone()],
        balance: None,
        players,
        terms: Terms::default(),
        seed: 3,
    };
    let records = play_pair(&job, &Stop::new(), &mut |_, _| {});
    let records = records.unwrap_or_else(|fault| panic!("{}: {fault}", rules.game().id()));
    for record in &records {
        assert_eq!(check_record(rules, &job.terms, record), Ok(()));
    }
    records
}

#[test]
fn the_engine_plays_over_uci_as_it_does_inside() {
    let games = [
        rules("fide", &[]),
        rules("capablanca", &[("stalemate", "win")]),
        rules("seenschach", &[]),
        rules(
            "sonic",
            &[
                ("turning", "crooked"),
                ("crooked-pawns", "true"),
                ("springs", "true"),
            ],
        ),
    ];
    // One player for all games: its programs are told of each new game.
    let outside = outside();
    for rules in games {
        let game = rules.game().id();
        let opening = &opening_candidates(&rules, 11, 4, 1)[0];
        let here = play(&rules, opening, [inside(), inside()]);
        let there = play(&rules, opening, [outside.clone(), inside()]);
        for (number, (here, there)) in here.iter().zip(&there).enumerate() {
            assert_eq!(here.moves, there.moves, "{game}");
            assert_eq!(
                (here.result, here.reason, here.nodes),
                (there.result, there.reason, there.nodes),
                "{game}"
            );
            assert_eq!(here.players, None);
            let names = there.players.clone().expect("an engine from outside");
            assert!(names[number].starts_with("assay "), "{game}: {names:?}");
            let searched = |r: &Record| r.searched.iter().flatten().count();
            assert_eq!(searched(here), searched(there), "{game}");
        }
    }
}
