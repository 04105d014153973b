//! Positions drawn for want of pieces.

use assay_rules::{Ending, Game, Verdict};

use crate::trial::{all_games, verdict};

const DEAD: Option<Verdict> = Some(Verdict {
    ending: Ending::DeadPosition,
    winner: None,
});

/// Kings that are alone in each game, and one more piece of each side.
const BARE: [(&str, &str, &[&str]); 14] = [
    ("fide", "Ke1 ke8", &["Ra1", "ra2", "Pa2", "Qa1"]),
    (
        "capablanca",
        "Kf1 kf8",
        &["Na1", "ba1", "Aa1", "Pa2", "Ba1"],
    ),
    ("sonic-original", "Ke1 ke8", &["Na1", "bh1", "Ba1", "Pa2"]),
    ("echidna", "Kz1 ki8", &["Ba2", "Eb1", "ec3", "Pa2"]),
    (
        "seenschach",
        "Ke1 kd10",
        &["Ga1", "rb5", "Ha1", "Ba1", "Pa2"],
    ),
    ("glinski", "Kf1 kf11", &["Na1", "ba1", "Pb1"]),
    ("mccooey", "Kf1 kf11", &["Na1", "ba1", "Pc1"]),
    ("shafran", "Ke1 ke10", &["Na1", "ba1", "Pa2"]),
    ("sonic-glinski", "Kf1 kf11", &["Na1", "ba1", "Pb1"]),
    ("sonic-mccooey", "Kf1 kf11", &["Na1", "ba1", "Pc1"]),
    ("sonic-shafran", "Ke1 ke10", &["Na1", "ba1", "Pa2"]),
    (
        "horn-rimmed-wellisch",
        "Kf1 ka11",
        &["Zb5", "vb5", "[P]", "[s]", "[Ww]"],
    ),
    (
        "horn-rimmed-revergent",
        "Kf1 kf11",
        &["Pa1", "nb1", "[P]", "[s]", "[Hh]"],
    ),
    (
        "horn-rimmed-mccooey",
        "Kf1 kf11",
        &["Pa1", "nb1", "[P]", "[s]", "[Hh]"],
    ),
];

#[test]
fn bare_kings_with_empty_hands_are_a_draw_where_mate_wins() {
    for (game, kings, more) in BARE {
        for choice in Game::builtin(game).unwrap().choices() {
            let game = format!("{game} {choice}");
            for side in ["w", "b"] {
                let fields = format!("{side} - - 0 1");
                assert_eq!(verdict(&game, kings, &fields), DEAD, "{game}: {kings}");
                for piece in more {
                    let pieces = format!("{kings} {piece}");
                    assert_eq!(verdict(&game, &pieces, &fields), None, "{game}: {pieces}");
                }
            }
        }
    }
}

#[test]
fn a_king_can_take_a_king_where_that_wins() {
    let kings = ["sonic", "sonic-large"].map(|game| (game, "Ke1 ke8"));
    all_games(BARE.iter().map(|row| row.0).chain(kings.map(|k| k.0)));
    for (game, pieces) in kings {
        for forms in ["Kna:Kna", "K:K", "N:A"] {
            let fields = format!("w - - {forms} 0 1");
            assert_eq!(verdict(game, pieces, &fields), None, "{game} {forms}");
        }
    }
}

#[test]
fn in_orthodox_chess_neither_a_knight_nor_bishops_of_one_colour_mate() {
    for (pieces, dead) in [
        ("Na1", true),
        ("na1", true),
        ("Ba1", true),
        ("bh1", true),
        // a1 and c1 are dark, b1 and h1 light.
        ("Ba1 bc1", true),
        ("Ba1 Bc1", true),
        ("Bb1 bh1 Bd1", true),
        ("Ba1 bh1", false),
        ("Ba1 Bb1", false),
        ("Ba1 Bc1 bh1", false),
        ("Na1 Nb1", false),
        ("Na1 nb1", false),
        ("Na1 bc1", false),
        ("Ba1 pa7", false),
        ("Pa2", false),
        ("Ra1", false),
    ] {
        let pieces = format!("Ke2 ke8 {pieces}");
        for side in ["w", "b"] {
            let found = verdict("fide", &pieces, &format!("{side} - - 0 1"));
            assert_eq!(found, if dead { DEAD } else { None }, "{pieces}");
        }
    }
}
