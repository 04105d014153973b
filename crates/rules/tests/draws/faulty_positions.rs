//! Position texts that are none.

use assay_rules::with_rules;

use crate::setup::text_of;
use crate::trial::rules;

fn faults(game: &str, pieces: &str, fields: &str) -> String {
    with_rules!(rules(game), r => match r.parse_position(&text_of(&r, pieces, fields)) {
        Ok(_) => String::new(),
        Err(faults) => faults.to_string(),
    })
}

/// Asserts that the text is refused with these words, or valid if there are none.
fn check(game: &str, pieces: &str, fields: &str, words: &str) {
    let faults = faults(game, pieces, fields);
    assert_eq!(
        faults.is_empty(),
        words.is_empty(),
        "{game}: {pieces} {fields}\n{faults}"
    );
    assert!(
        faults.contains(words),
        "{game}: {pieces} {fields}\n{faults}"
    );
}

#[test]
fn castling_rights_need_king_and_rook_at_home() {
    const NEEDS: &str = "needs the king on";
    for (game, pieces, right, words) in [
        ("fide", "Ke1 Rh1 ke8", "K", ""),
        ("fide", "Ke1 Rg1 ke8", "K", NEEDS),
        ("fide", "Kd1 Rh1 ke8", "K", NEEDS),
        ("fide", "Ke1 rh1 ke8", "K", NEEDS),
        ("fide", "Ke1 Bh1 ke8", "K", NEEDS),
        ("fide", "Ke1 Rh1 ke8 ra8", "Kq", ""),
        ("fide", "Ke1 Rh1 ke8 ra8", "Kk", NEEDS),
        ("fide", "Ke1 Ra1 ke8", "K", NEEDS),
        ("capablanca", "Kf1 Rj1 kf8", "K", ""),
        ("capablanca", "Kf1 Rh1 kf8", "K", NEEDS),
        ("sonic-original", "Ke1 Rh1 ke8", "Q", NEEDS),
        ("echidna", "Ke1 Rh1 ke8", "K", ""),
        ("echidna", "Ke1 Ri1 ke8", "K", NEEDS),
        ("shafran", "Ke1 Ri5 ke10", "K", ""),
        ("shafran", "Ke1 Ri5 ke10", "Q", NEEDS),
        ("shafran", "Ke1 ke10 ra6", "q", ""),
        ("sonic-shafran", "Ke1 ke10 ri10", "q", NEEDS),
        ("seenschach", "Ke1 kd10 Ra1", "K", "no castling right"),
        ("glinski", "Kg1 kg10 Ri1", "K", "no castling right"),
        (
            "horn-rimmed-wellisch",
            "Kf1 ka11 Ri1",
            "k",
            "no castling right",
        ),
    ] {
        check(game, pieces, &format!("w {right} - 0 1"), words);
    }
    check("sonic", "Ke1 Rh1 ke8", "w K - Kna:Kna 0 1", "");
    check("sonic", "Ke1 Rh1 ke8", "w Q - Nka:Kna 0 1", NEEDS);
    check("sonic-large", "Kf1 Rj1 kf8", "w K - Kna:Kna 0 1", "");
    check("sonic-large", "Ke1 Rj1 kf8", "w K - Kna:Kna 0 1", NEEDS);
}

#[test]
fn en_passant_needs_a_pawn_that_can_just_have_passed() {
    const NONE: &str = "no pawn can just have crossed";
    for (game, pieces, side, cells, words) in [
        ("fide", "Ke1 ke8 pd5", "w", "d6", ""),
        // Not that rank, start cell or crossed cell taken, no pawn there, not the enemy's.
        ("fide", "Ke1 ke8 pd4", "w", "d5", NONE),
        ("fide", "Ke1 ke8 pd5 nd7", "w", "d6", NONE),
        ("fide", "Ke1 ke8 pd5 nd6", "w", "d6", NONE),
        ("fide", "Ke1 ke8 nd5", "w", "d6", NONE),
        ("fide", "Ke1 ke8 Pd5", "w", "d6", NONE),
        ("fide", "Ke1 ke8 pd5", "b", "d6", NONE),
        ("fide", "Ke1 ke8 Pd4", "b", "d3", ""),
        ("fide", "Ke1 ke8 pd5 pe5", "w", "d6e6", NONE),
        (
            "fide",
            "Ke1 ke8 pd5",
            "w",
            "d9",
            "no cell to take in passing on",
        ),
        ("capablanca", "Kf1 kf8 pj5", "w", "j6", ""),
        ("sonic-original", "Ke1 ke8 pa5", "w", "a6", ""),
        ("echidna", "Ke1 ke8 Pa4", "b", "a3", ""),
        ("echidna", "Ke1 ke8 Ea4", "b", "a3", NONE),
        // Two or three steps, and the cell of a pawn leapt over.
        ("seenschach", "Ke1 kd10 Pa4", "b", "a3", ""),
        ("seenschach", "Ke1 kd10 Pa5", "b", "a3a4", ""),
        ("seenschach", "Ke1 kd10 Pa5", "b", "a3", NONE),
        ("seenschach", "Ke1 kd10 Pa4", "b", "a3a4", NONE),
        ("seenschach", "Ke1 kd10 Ph5 Ph6", "b", "h5", ""),
        ("seenschach", "Ke1 kd10 Ph4 Ph5 Ph6", "b", "h5", NONE),
        ("glinski", "Kf1 kf11 pd5", "w", "d6", ""),
        ("glinski", "Kf1 kf11 pd6", "w", "d7", NONE),
        ("mccooey", "Kf1 kf11 pd6", "w", "d7", ""),
        // From f8 there is no double step.
        ("mccooey", "Kf1 kf11 pf6", "w", "f7", NONE),
        ("shafran", "Ke1 ke10 pd5", "w", "d6d7", ""),
        ("shafran", "Ke1 ke10 pd6", "w", "d7", ""),
        ("shafran", "Ke1 ke10 pd5", "w", "d6", NONE),
        ("sonic-glinski", "Kf1 kf11 pd5", "w", "d6", ""),
        ("sonic-mccooey", "Kf1 kf11 pf6", "w", "f7", NONE),
        ("sonic-shafran", "Ke1 ke10 pd5", "w", "d6d7", ""),
        ("horn-rimmed-wellisch", "Kf1 ka11 pf5", "w", "f6", NONE),
    ] {
        check(game, pieces, &format!("{side} - {cells} 0 1"), words);
    }
    check("sonic", "Ke1 ke8 pd5", "w - d6 Kna:Kna 0 1", "");
    check("sonic-large", "Ke1 ke8 pd4", "w - d5 Kna:Kna 0 1", NONE);
}

#[test]
fn the_king_to_be_taken_at_once_is_a_fault_where_mate_wins() {
    const TAKES: &str = "could take the enemy king at once";
    for (game, pieces) in [
        ("fide", "Ke1 Re2 ke8"),
        ("capablanca", "Kf1 Ab6 kc8"),
        ("sonic-original", "Ke1 Pd7 ke8"),
        // A bounce off c8 comes to the king.
        ("sonic-original", "Ka1 Rb8 kh8"),
        // The echidna steps to e4 and throws the knight on the king.
        ("echidna", "Kz1 Ee3 Ne5 re6 ke7"),
        ("seenschach", "Kf1 Gd9 kd10"),
        ("glinski", "Kf1 Rf6 kf11"),
        ("mccooey", "Kf1 Rf6 kf11"),
        ("shafran", "Ke1 Re6 ke10"),
        ("sonic-glinski", "Kf1 Rf6 kf11"),
        ("sonic-mccooey", "Kf1 Rf6 kf11"),
        ("sonic-shafran", "Ke1 Re6 ke10"),
        ("horn-rimmed-wellisch", "Kf1 Ra6 ka11"),
        ("horn-rimmed-revergent", "Kf1 Wf5 kf11"),
        ("horn-rimmed-mccooey", "Kf1 Wf5 kf11"),
    ] {
        check(game, pieces, "w - - 0 1", TAKES);
        check(game, pieces, "b - - 0 1", "");
    }
    for game in ["sonic", "sonic-large"] {
        check(game, "Ke1 Re2 ke8", "w - - Kna:Kna 0 1", "");
    }
}

/// Any count that can be written can be played on from.
#[test]
fn the_highest_counts_stay_where_they_are() {
    with_rules!(rules("fide"), r => {
        let text = text_of(&r, "Ke1 ke8 Ra1", "b - - 65535 4294967295");
        let pos = r.parse_position(&text).unwrap();
        let after = r.play(&pos, r.parse_move(&pos, "e8e7").unwrap());
        assert_eq!((after.halfmoves(), after.fullmoves()), (65535, 4_294_967_295));
        assert_eq!(r.pass(&pos).halfmoves(), 65535);
    });
    check(
        "fide",
        "Ke1 ke8 Ra1",
        "b - - 65536 1",
        "halfmoves is \"65536\"",
    );
    check(
        "fide",
        "Ke1 ke8 Ra1",
        "b - - 0 4294967296",
        "fullmoves is \"4294967296\"",
    );
}

/// A hand holds 63 of a kind, and captures could bring it everything on the board.
#[test]
fn no_more_pieces_than_a_hand_can_hold() {
    let hand = |held: usize| {
        format!(
            "Kf1 kf11 Wa1 nb1 [{}{}]",
            "P".repeat(held - 10),
            "p".repeat(10)
        )
    };
    check("horn-rimmed-mccooey", &hand(61), "w - - 0 1", "");
    check(
        "horn-rimmed-mccooey",
        &hand(62),
        "w - - 0 1",
        "64 pieces besides the granddukes",
    );
}
