use assay_search::Limits;

use crate::{rules, think};

/// Game, position, depth, the move, plies to the forced end (0 for none).
type Case = (&'static str, &'static str, u8, &'static str, i32);

#[rustfmt::skip]
const CASES: &[Case] = &[
    ("fide", "6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 2, "a1a8", 1),
    // Legal's mate.
    ("fide", "r2qkb1r/pp2nppp/3p4/2pNN1B1/2BnP3/3P4/PPP2PPP/R2bK2R w KQkq - 1 1", 4, "d5f6", 3),
    ("fide", "r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 6, "f6a6", 5),
    // A hanging queen, and a defended one that is still worth more than the knight.
    ("fide", "rnb1kbnr/pppp1ppp/8/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4", 3, "f3g5", 0),
    ("fide", "rnb1kbnr/pppp1p1p/7p/4p1q1/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 0 4", 3, "f3g5", 0),
    ("capablanca", "k9/10/K9/10/10/10/10/7C2 w - - 0 1", 2, "h1h8", 1),
    // The king stands in the pawn's way: taking it ends the game.
    ("sonic", "8/8/8/4k3/3P4/8/8/K7 w - - Kna:Kna 0 1", 2, "d4e5", 1),
    // One form left: any contact is the last.
    ("sonic", "8/8/8/4k3/8/8/4R3/K7 w - - Kna:K 0 1", 2, "e2e5", 1),
    // The page's rook: of its two ways on at d6 the one that takes two pieces, and of two such the dearer.
    ("sonic", "k7/8/1p1p2q1/8/8/6P1/3R4/K7 w - - Kna:Kna 0 1", 3, "d2d6+", 0),
    ("sonic", "k7/8/1q1p2p1/8/8/6P1/3R4/K7 w - - Kna:Kna 0 1", 3, "d2d6-", 0),
];

#[test]
fn forced_wins_and_the_best_captures_are_found() {
    for &(game, position, depth, wanted, plies) in CASES {
        let (best, score) = think(&rules(game, ""), position, &Limits::depth(depth));
        assert_eq!(best, wanted, "{game} {position}: {score}");
        if plies > 0 {
            assert_eq!(
                score.plies_to_end(),
                Some(plies),
                "{game} {position}: {score}"
            );
        }
    }
}

#[test]
fn a_lost_side_is_told_how_long_it_has() {
    let position = "k7/8/1K6/8/8/8/8/7R b - - 0 1";
    let (best, score) = think(&rules("fide", ""), position, &Limits::depth(4));
    assert_eq!((best.as_str(), score.plies_to_end()), ("a8b8", Some(-2)));
    // Mated, and without the last form of a king.
    for (game, over) in [
        ("fide", "R6k/8/6K1/8/8/8/8/8 b - - 0 1"),
        ("sonic", "8/8/8/8/p7/3k4/8/1r6 w - - -:Kna 0 45"),
    ] {
        let (best, score) = think(&rules(game, ""), over, &Limits::depth(4));
        let told = (best.as_str(), score.to_string());
        assert_eq!(told, ("", "loses in 0".to_owned()), "{game}");
    }
}
