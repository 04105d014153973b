//! A hundred plies without a capture, a pawn move, a drop, a promotion, a hit on a king or a move of a piece that can
//! only go forward are a draw; what ends the game on that ply is judged first.

use assay_rules::{Ending, Side, Verdict};

use crate::trial::{after, all_games};

/// What a move does to the count.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Count {
    Resets,
    GoesOn,
}
use Count::{GoesOn, Resets};

/// Game, pieces, fields before the counts, and moves with what they do.
type Row = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, Count)],
);

const PLAIN: &[Row] = &[
    (
        "fide",
        "Ke1 Ra1 Rh1 Pb2 Pc7 Pe5 ke8 pd5 na4",
        "w KQ d6",
        &[
            ("a1b1", GoesOn),
            ("e1e2", GoesOn),
            ("e1g1", GoesOn),
            ("e1c1", GoesOn),
            ("a1a4", Resets),
            ("b2b3", Resets),
            ("b2b4", Resets),
            ("c7c8=R", Resets),
            ("e5d6", Resets),
        ],
    ),
    (
        "capablanca",
        "Kf1 Ra1 Rj1 Aa8 Pb2 Pc7 Pf5 kf8 pe5 na4",
        "w KQ e6",
        &[
            ("a1b1", GoesOn),
            ("a8b6", GoesOn),
            ("f1i1", GoesOn),
            ("f1c1", GoesOn),
            ("a1a4", Resets),
            ("b2b4", Resets),
            ("c7c8=C", Resets),
            ("f5e6", Resets),
        ],
    ),
    (
        "sonic-original",
        "Ke1 Ra1 Rh1 Pb2 Pc7 Pe5 ke8 pd5 na4",
        "w KQ d6",
        &[
            ("a1b1", GoesOn),
            ("e1g1", GoesOn),
            ("a1a4", Resets),
            ("b2b3", Resets),
            ("c7c8=N", Resets),
            ("e5d6", Resets),
        ],
    ),
    (
        "echidna",
        "Kz1 Ra1 Ee3 Pb2 Pg7 ki8 nb6 pa7",
        "w - -",
        &[
            ("a1b1", GoesOn),
            ("z1a2", GoesOn),
            ("e3e4", GoesOn),
            ("a1a7", Resets),
            ("b2b4", Resets),
            ("g7g8=E", Resets),
        ],
    ),
    (
        "seenschach",
        "Kf1 Ga1 Pb2 Ph2 Ph3 Pb9 kd10 ga4",
        "w - -",
        &[
            ("a1b3", GoesOn),
            ("f1f2", GoesOn),
            ("a1a4", Resets),
            ("b2b3", Resets),
            ("b2b5", Resets),
            ("b2c2", Resets),
            ("h2h4", Resets),
            ("b9b10=X", Resets),
        ],
    ),
    (
        "glinski",
        "Kf1 Ra1 Pb1 Pe6 Pl5 kf11 na4 pd5",
        "w - d6",
        &[
            ("a1a3", GoesOn),
            ("f1g1", GoesOn),
            ("a1a4", Resets),
            ("b1b3", Resets),
            ("l5l6=Q", Resets),
            ("e6d6", Resets),
        ],
    ),
    (
        "mccooey",
        "Kf1 Ra1 Pc1 Pe6 Pl5 kf11 na4 pd6",
        "w - d7",
        &[
            ("a1a3", GoesOn),
            ("f1g1", GoesOn),
            ("a1a4", Resets),
            ("c1c3", Resets),
            ("l5l6=Q", Resets),
            ("e6d7", Resets),
        ],
    ),
    (
        "shafran",
        "Ke1 Ra1 Ri5 Pb2 Pe6 Pi9 ke10 na4 pd5",
        "w KQ d6d7",
        &[
            ("a1a3", GoesOn),
            ("e1e2", GoesOn),
            ("e1g3", GoesOn),
            ("e1h4", GoesOn),
            ("e1b1", GoesOn),
            ("a1a4", Resets),
            ("b2b3", Resets),
            ("i9i10=B", Resets),
            ("e6d7", Resets),
        ],
    ),
    (
        "sonic-glinski",
        "Kf1 Ra1 Pb1 Pe6 Pl5 kf11 na4 pd5",
        "w - d6",
        &[
            ("a1a3", GoesOn),
            ("a1a4", Resets),
            ("b1b3", Resets),
            ("l5l6=Q", Resets),
            ("e6d6", Resets),
        ],
    ),
    (
        "sonic-mccooey",
        "Kf1 Ra1 Pc1 Pe6 Pl5 kf11 na4 pd6",
        "w - d7",
        &[
            ("a1a3", GoesOn),
            ("a1a4", Resets),
            ("c1c3", Resets),
            ("l5l6=Q", Resets),
            ("e6d7", Resets),
        ],
    ),
    (
        "sonic-shafran",
        "Ke1 Ra1 Ri5 Pb2 Pe6 Pi9 ke10 na4 pd5",
        "w KQ d6d7",
        &[
            ("a1a3", GoesOn),
            ("e1g3", GoesOn),
            ("a1a4", Resets),
            ("b2b3", Resets),
            ("i9i10=B", Resets),
            ("e6d7", Resets),
        ],
    ),
];

/// Kings that transform: hits reset the count, springs and changes of form do not.
const FORMS: &[Row] = &[
    (
        "sonic",
        "Ke1 Ra1 Rh1 Pb2 Pc7 Pe5 Qd3 ke8 pd5 na4",
        "w KQ d6 Kna:Kna",
        &[
            ("a1b1", GoesOn),
            ("a1b1~N", GoesOn),
            ("O-O", GoesOn),
            ("a1a4", Resets),
            ("b2b3~A", Resets),
            ("c7c8=R", Resets),
            ("e5d6", Resets),
        ],
    ),
    // Whatever a choice that is forced is part of.
    (
        "sonic",
        "Ke1 Ra1 Pb2 kg8",
        "w - - ?na:Kna",
        &[("N:a1b1", GoesOn), ("A:b2b3", Resets)],
    ),
    // A hit, and the rook bounces off; a king taken by a king, and by a pawn.
    (
        "sonic",
        "Ke1 Ra1 ka8",
        "w - - Kna:Kna",
        &[("a1a8", Resets), ("a1a7", GoesOn)],
    ),
    ("sonic", "Ke1 ke2 Ra1", "w - - Kna:Kna", &[("e1e2", Resets)]),
    ("sonic", "Ke1 kf5 Pe4", "w - - Kna:Kna", &[("e4f5", Resets)]),
    // A spring on c3 turns the rook; with a capture further on the count is reset.
    (
        "sonic springs=true",
        "Kh1 Ra3 kh8",
        "w - - Kna:Kna",
        &[("a3c3+", GoesOn), ("a3c3-", GoesOn)],
    ),
    (
        "sonic springs=true",
        "Kh1 Ra3 kh8 nc5",
        "w - - Kna:Kna",
        &[("a3c3+", GoesOn), ("a3c3-", Resets)],
    ),
    (
        "sonic turning=crooked crooked-pawns=true",
        "Kh1 Pe4 kh8 nd5",
        "w - - Kna:Kna",
        &[("e4d5d6", Resets), ("h1g1", GoesOn)],
    ),
    (
        "sonic-large",
        "Kf1 Ra1 Rj1 Ch4 Pb2 Pc7 kf8 na4",
        "w KQ - Kna:Kna",
        &[
            ("a1b1", GoesOn),
            ("h4g2~A", GoesOn),
            ("O-O", GoesOn),
            ("O-O-O", GoesOn),
            ("a1a4", Resets),
            ("b2b4", Resets),
            ("c7c8=A", Resets),
        ],
    ),
    (
        "sonic-large springs=true",
        "Kj1 Ra3 kj8",
        "w - - Kna:Kna",
        &[("a3c3+", GoesOn)],
    ),
];

/// Forward-only pieces and drops.
const HORN_RIMMED: &[Row] = &[
    (
        "horn-rimmed-wellisch",
        "Kh2 Wf2 Sg3 Pf4 Rk6 Bi5 Zh5 kd10 pk4 [WSP]",
        "w - -",
        &[
            ("h2i2", GoesOn),
            ("k6j6", GoesOn),
            ("i5i4", GoesOn),
            ("h5h4", GoesOn),
            ("f2f3", Resets),
            ("g3f5", Resets),
            ("f4f5", Resets),
            ("k6k4", Resets),
            ("W@e5", Resets),
            ("P@e5", Resets),
        ],
    ),
    (
        "horn-rimmed-wellisch frontofhouse=true",
        "Kh2 Ye4 kd10",
        "w - -",
        &[("e4d6", Resets), ("h2i2", GoesOn)],
    ),
    (
        "horn-rimmed-revergent",
        "Kg2 Wa1 Hb2 Sb3 Pc3 Re3 Bd4 Af5 Dg6 Ih4 kl6 re6 [WHSP]",
        "w - -",
        &[
            ("g2g1", GoesOn),
            ("e3e4", GoesOn),
            ("d4d5", GoesOn),
            ("f5f6", GoesOn),
            ("g6g7", GoesOn),
            ("h4h5", GoesOn),
            ("a1a2", Resets),
            ("b2c4", Resets),
            ("b3c6", Resets),
            ("c3c4", Resets),
            ("e3e6", Resets),
            ("H@k2", Resets),
        ],
    ),
    (
        "horn-rimmed-mccooey",
        "Kg2 Wl3 Hd2 Ne3 Pc3 ke8 [S]",
        "w - -",
        &[
            ("g2g1", GoesOn),
            ("e3f6", GoesOn),
            ("l3l4=B", Resets),
            ("d2e4", Resets),
            ("c3c4", Resets),
            ("S@k2", Resets),
        ],
    ),
    (
        "horn-rimmed-mccooey frontofhouse=true",
        "Kg2 Cd2 Rl1 ke8",
        "w - -",
        &[("d2d4", Resets), ("l1l2", GoesOn)],
    ),
];

fn rows() -> impl Iterator<Item = &'static Row> {
    PLAIN.iter().chain(FORMS).chain(HORN_RIMMED)
}

#[test]
fn captures_pawns_drops_promotions_hits_and_forward_moves_reset_the_count() {
    all_games(rows().map(|row| row.0));
    for &(game, pieces, fields, moves) in rows() {
        for &(mv, count) in moves {
            let (halfmoves, _) = after(game, pieces, &format!("{fields} 57 80"), mv);
            let wanted = if count == Resets { 0 } else { 58 };
            assert_eq!(halfmoves, wanted, "{game}: {pieces} {mv}");
        }
    }
}

#[test]
fn the_hundredth_quiet_ply_is_a_draw() {
    let drawn = Verdict {
        ending: Ending::MoveCount,
        winner: None,
    };
    for &(game, pieces, fields, moves) in rows() {
        for &(mv, count) in moves {
            for (before, last) in [(98, None), (99, Some(drawn))] {
                let (_, verdict) = after(game, pieces, &format!("{fields} {before} 80"), mv);
                let by_count = verdict.filter(|v| v.ending == Ending::MoveCount);
                let wanted = if count == GoesOn { last } else { None };
                assert_eq!(by_count, wanted, "{game}: {pieces} {mv}");
            }
        }
    }
}

use Ending::{KingTaken, LastFormLost, Mate, Stalemate};

/// Game, pieces, fields before the counts, and moves with the end they bring.
type End = (
    &'static str,
    &'static str,
    &'static str,
    &'static [(&'static str, Ending)],
);

const ENDINGS: &[End] = &[
    (
        "fide",
        "Kf6 Qg1 kh8",
        "w - -",
        &[("g1g7", Mate), ("g1g6", Stalemate)],
    ),
    (
        "capablanca",
        "Kh6 Qi1 kj8",
        "w - -",
        &[("i1i7", Mate), ("i1i6", Stalemate)],
    ),
    (
        "sonic-original",
        "Kf6 Qg1 kh8",
        "w - -",
        &[("g1g7", Mate), ("g1g6", Stalemate)],
    ),
    (
        "echidna",
        "Kz1 Qg1 ki8",
        "w - -",
        &[("g1g8", Mate), ("g1g7", Stalemate)],
    ),
    (
        "seenschach",
        "Kf1 Xb8 kd10",
        "w - -",
        &[("b8c10", Mate), ("b8f8", Stalemate)],
    ),
    (
        "glinski",
        "Kc5 Qh8 kf11",
        "w - -",
        &[("h8f9", Mate), ("c5d7", Stalemate)],
    ),
    (
        "mccooey",
        "Kc5 Qh8 kf11",
        "w - -",
        &[("h8f9", Mate), ("c5d7", Stalemate)],
    ),
    (
        "shafran",
        "Kf4 Qf9 ki10",
        "w - -",
        &[("f9g8", Mate), ("f4g6", Stalemate)],
    ),
    (
        "sonic-glinski",
        "Kc5 Qh8 kf11",
        "w - -",
        &[("h8f9", Mate), ("c5d7", Stalemate)],
    ),
    (
        "sonic-mccooey",
        "Kc5 Qh8 kf11",
        "w - -",
        &[("h8f9", Mate), ("c5d7", Stalemate)],
    ),
    (
        "sonic-shafran",
        "Kf4 Qf9 ki10",
        "w - -",
        &[("f9g8", Mate), ("f4g6", Stalemate)],
    ),
    (
        "horn-rimmed-wellisch",
        "Kf1 Qb5 ka11",
        "w - -",
        &[("b5b9", Mate), ("b5b8", Stalemate)],
    ),
    (
        "horn-rimmed-revergent",
        "Kc5 Qh8 kf11",
        "w - -",
        &[("h8f9", Mate), ("c5d7", Stalemate)],
    ),
    (
        "horn-rimmed-mccooey",
        "Kc5 Qh8 kf11",
        "w - -",
        &[("h8f9", Mate), ("c5d7", Stalemate)],
    ),
    (
        "sonic",
        "Ke1 ke2 Ra1",
        "w - - Kna:Kna",
        &[("e1e2", KingTaken)],
    ),
    (
        "sonic",
        "Ke1 Ra1 ka8",
        "w - - Kna:K",
        &[("a1a8", LastFormLost)],
    ),
    (
        "sonic-large",
        "Ke1 ke2 Ra1",
        "w - - Kna:Kna",
        &[("e1e2", KingTaken)],
    ),
    (
        "sonic-large",
        "Ke1 Ra1 ka8",
        "w - - Kna:K",
        &[("a1a8", LastFormLost)],
    ),
];

#[test]
fn mate_stalemate_and_a_lost_king_on_the_hundredth_ply_are_judged_first() {
    all_games(ENDINGS.iter().map(|row| row.0));
    for &(game, pieces, fields, moves) in ENDINGS {
        for &(mv, ending) in moves {
            let (_, verdict) = after(game, pieces, &format!("{fields} 99 80"), mv);
            let draw = ending == Stalemate && game != "seenschach";
            let winner = (!draw).then_some(Side::White);
            assert_eq!(
                verdict,
                Some(Verdict { ending, winner }),
                "{game}: {pieces} {mv}"
            );
        }
    }
}

/// A repulsion counts as what it does: the move of a pawn, a capture, or neither.
#[test]
fn a_repulsion_resets_the_count_by_moving_a_pawn_or_capturing() {
    for (pieces, count) in [
        // The echidna steps to e4 and frightens what stands on e5 over e6.
        ("Kz1 Ee3 Ne5 re6 ki8", GoesOn),
        ("Kz1 Ee3 re5 Ne6 ki8", GoesOn),
        ("Kz1 Ee3 Pe5 re6 ki8", Resets),
        ("Kz1 Ee3 pe5 re6 ki8", Resets),
        ("Kz1 Ee3 Ne5 re6 be7 ki8", Resets),
        ("Kz1 Ee3 ne5 Re6 be7 ki8", Resets),
        // The screen's other side is taken by a piece of the echidna's side: nothing happens.
        ("Kz1 Ee3 ne5 re6 Be7 ki8", GoesOn),
        ("Kz1 Ee3 pe5 re6 Be7 ki8", GoesOn),
    ] {
        let (halfmoves, _) = after("echidna", pieces, "w - - 57 80", "e3e4");
        let wanted = if count == Resets { 0 } else { 58 };
        assert_eq!(halfmoves, wanted, "{pieces}");
    }
}
