use assay_rules::{Game, with_rules};
use assay_search::{Limits, Score, Values};

use crate::{rules, think};

#[test]
fn every_built_in_file_is_sound_and_names_the_pieces_of_its_game() {
    let with_values = |game: &&&str| Values::builtin(game).is_some();
    assert!(Game::builtin_ids().iter().filter(with_values).count() > 10);
    for game in Game::builtin_ids().iter().filter(with_values) {
        let values = Values::builtin(game).expect("built-in values");
        let any = rules(game, "");
        with_rules!(&any, r => {
            let mut letters: Vec<char> =
                r.kinds().iter().filter(|k| !k.royal).map(|k| k.letter).collect();
            letters.sort_unstable();
            assert!(values.pieces.keys().eq(&letters), "{game}: {values}");
            let mut forms = r.form_letters().to_vec();
            forms.sort_unstable();
            assert!(values.forms.keys().eq(&forms), "{game}: {values}");
        });
    }
    assert_eq!(Values::builtin("no-such-game"), None);
}

#[test]
fn estimates_order_the_pieces_as_experience_does() {
    for game in [
        "fide",
        "capablanca",
        "sonic",
        "sonic-original",
        "sonic-large",
    ] {
        let any = rules(game, "");
        let values = with_rules!(&any, r => Values::estimate(r));
        let worth = |letter| values.pieces[&letter];
        assert_eq!(worth('P'), 100, "{game}");
        assert!((250..400).contains(&worth('N')), "{game}: {values}");
        assert!((250..450).contains(&worth('B')), "{game}: {values}");
        assert!((400..650).contains(&worth('R')), "{game}: {values}");
        assert!(
            worth('Q') > worth('R') + worth('B') - 100,
            "{game}: {values}"
        );
        if let Some(&chancellor) = values.pieces.get(&'C') {
            assert!(
                chancellor > worth('A') && worth('A') > worth('R'),
                "{game}: {values}"
            );
        }
    }
}

#[test]
fn a_file_of_values_lists_all_its_faults() {
    let text = "[pieces]\nP = 100\nq = 900\nRook = 500\nN = -4\n[form]\nK = 1\n";
    let faults = Values::parse("my.toml", text)
        .expect_err("faults")
        .to_string();
    assert_eq!(
        faults,
        "my.toml:3:1: \"q\" is not a capital letter; did you mean \"Q\"?\n\
         my.toml:4:1: \"Rook\" is not the letter of a piece; values are given by single capital letters\n\
         my.toml:5:5: N = -4 is outside 0 to 5000\n\
         my.toml:6:2: unknown key \"form\" in the file of values; did you mean \"forms\"?"
    );
    let missing = Values::parse("my.toml", "")
        .expect_err("no table")
        .to_string();
    assert_eq!(missing, "my.toml:1:1: the file of values lacks [pieces]");
}

#[test]
fn a_queen_more_is_worth_about_a_queen() {
    for (game, position) in [
        (
            "fide",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        ),
        (
            "sonic",
            "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - Kna:Kna 0 1",
        ),
    ] {
        let queen = Values::builtin(game).expect("built-in values").pieces[&'Q'];
        let (_, score) = think(&rules(game, ""), position, &Limits::depth(4));
        assert!(
            (Score::cp(queen * 3 / 4)..Score::cp(queen * 4 / 3)).contains(&score),
            "{game}: {score}"
        );
    }
}
