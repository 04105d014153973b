//! A side without a legal move that is not in check: drawn or lost, as the option says.

use assay_rules::{Ending, Game, Side, Verdict};

use crate::trial::{all_games, verdict};

/// Black to move has no move; in the games with transforming kings White, the others' being walled in is easier so.
const ROWS: [(&str, &str, &str, Side); 18] = [
    ("fide", "Ka1 Qg6 kh8", "b - - 0 1", Side::White),
    ("capablanca", "Ka1 Qi6 kj8", "b - - 0 1", Side::White),
    ("sonic-original", "Ka1 Qg6 kh8", "b - - 0 1", Side::White),
    ("echidna", "Kz1 Qh2 ki8", "b - - 0 1", Side::White),
    ("echidna", "Kg7 ki8", "b - - 0 1", Side::White),
    ("seenschach", "Kf1 Xf8 kd10", "b - - 0 1", Side::White),
    // d9 is attacked; on the e file the king would face the other one.
    ("seenschach", "Ke1 Pc8 kd10", "b - - 0 1", Side::White),
    ("glinski", "Kd7 Qh8 kf11", "b - - 0 1", Side::White),
    ("mccooey", "Kd7 Qh8 kf11", "b - - 0 1", Side::White),
    ("shafran", "Kg6 Qf9 ki10", "b - - 0 1", Side::White),
    ("sonic-glinski", "Kd7 Qh8 kf11", "b - - 0 1", Side::White),
    ("sonic-mccooey", "Kd7 Qh8 kf11", "b - - 0 1", Side::White),
    ("sonic-shafran", "Kg6 Qf9 ki10", "b - - 0 1", Side::White),
    (
        "horn-rimmed-wellisch",
        "Kf1 Qb8 ka11",
        "b - - 0 1",
        Side::White,
    ),
    (
        "horn-rimmed-revergent",
        "Kd7 Qh8 kf11",
        "b - - 0 1",
        Side::White,
    ),
    (
        "horn-rimmed-mccooey",
        "Kd7 Qh8 kf11",
        "b - - 0 1",
        Side::White,
    ),
    ("sonic", WALLED, "w - - K:Kna 0 1", Side::Black),
    ("sonic-large", WALLED, "w - - K:Kna 0 1", Side::Black),
];

/// Every pawn of White's is blocked, the knight and the king by their own.
const WALLED: &str = "Ka1 Pa2 Pb1 Nb2 Pa4 Pc4 Pd3 Pd1 pa3 pa5 pc5 pd4 pd2 kh8";

#[test]
fn stalemate_is_what_the_option_says() {
    all_games(ROWS.iter().map(|row| row.0));
    for (game, pieces, fields, winner) in ROWS {
        for (value, winner) in [("draw", None), ("win", Some(winner))] {
            let line = format!("{game} stalemate={value}");
            let wanted = Verdict {
                ending: Ending::Stalemate,
                winner,
            };
            assert_eq!(
                verdict(&line, pieces, fields),
                Some(wanted),
                "{line}: {pieces}"
            );
        }
    }
}

#[test]
fn stalemate_is_a_draw_unless_said_otherwise_but_a_win_in_seenschach() {
    for id in Game::builtin_ids() {
        let game = Game::builtin(id).unwrap();
        let option = game
            .options()
            .iter()
            .find(|o| o.name == "stalemate")
            .unwrap();
        let wanted = if *id == "seenschach" { "win" } else { "draw" };
        assert_eq!(option.default, wanted, "{id}");
    }
}

/// A piece in hand that may be dropped is a move.
#[test]
fn with_something_to_drop_there_is_no_stalemate() {
    for (game, pieces) in [
        ("horn-rimmed-wellisch", "Kf1 Qb8 ka11"),
        ("horn-rimmed-revergent", "Kd7 Qh8 kf11"),
        ("horn-rimmed-mccooey", "Kd7 Qh8 kf11"),
    ] {
        assert_eq!(
            verdict(game, &format!("{pieces} [p]"), "b - - 0 1"),
            None,
            "{game}"
        );
        let other = verdict(game, &format!("{pieces} [P]"), "b - - 0 1");
        assert_eq!(other.map(|v| v.ending), Some(Ending::Stalemate), "{game}");
    }
}

/// With forms left the walled-in king leaps out.
#[test]
fn a_king_with_another_form_in_force_is_not_stalemated() {
    for game in ["sonic", "sonic-large"] {
        assert_eq!(verdict(game, WALLED, "w - - Nk:Kna 0 1"), None, "{game}");
        assert_eq!(verdict(game, WALLED, "w - - ?na:Kna 0 1"), None, "{game}");
        // The change of form follows a move; without one there is none.
        let ending = verdict(game, WALLED, "w - - Kna:Kna 0 1").map(|v| v.ending);
        assert_eq!(ending, Some(Ending::Stalemate), "{game}");
    }
}
