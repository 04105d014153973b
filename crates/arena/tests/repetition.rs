//! The third occurrence of a position is a draw, in every game; what makes two positions the same.

use std::collections::BTreeSet;

use assay_arena::{GameResult, Outcome, Reason, Referee, Terms};
use assay_rules::{AnyRules, Game, with_rules};

/// A game with options: `sonic springs=true`.
fn rules(line: &str) -> AnyRules {
    let mut words = line.split(' ');
    let game = Game::builtin(words.next().unwrap()).unwrap();
    let given = words.map(|w| w.split_once('=').unwrap());
    let choice = game.choose(given).unwrap_or_else(|f| panic!("{line}: {f}"));
    game.compile(&choice, None).unwrap()
}

/// Game, start, moves as for [`plies`], and when the game is drawn.
type Row = (&'static str, &'static str, &'static str, usize);

/// Plays the moves and, when they are at an end, those behind a bar again and again. How many plies were played when the
/// game was drawn by repetition; no other end is borne.
fn plies(game: &str, start: Option<&str>, moves: &str) -> usize {
    let (once, cycle) = moves.split_once('|').unwrap();
    let (once, cycle) = (once.split_whitespace(), cycle.split_whitespace());
    with_rules!(rules(game), r => {
        let text = start.map_or_else(|| r.position_text(r.start()), str::to_owned);
        let start = r.parse_position(&text).unwrap_or_else(|f| panic!("{game} {text}\n{f}"));
        let mut referee = Referee::new(&r, &Terms::default(), start);
        for text in once.chain(cycle.cycle()).take(60) {
            let mv = r.parse_move(referee.position(), text).unwrap_or_else(|f| {
                panic!("{game} {}: {f}", r.position_text(referee.position()))
            });
            if let Some(outcome) = referee.play(mv, None).unwrap() {
                let drawn = Outcome { result: GameResult::Draw, reason: Reason::Repetition };
                assert_eq!(outcome, drawn, "{game}");
                return referee.plies();
            }
        }
        panic!("{game}: no end of {moves}")
    })
}

/// From the start position a piece of each side goes out and back: with the position at the start it has
/// occurred for the third time after eight plies.
#[test]
fn the_third_occurrence_is_a_draw_in_every_game() {
    let rows = [
        ("fide", "|g1f3 g8f6 f3g1 f6g8"),
        ("capablanca", "|i1h3 i8h6 h3i1 h6i8"),
        ("sonic", "|g1f3 g8f6 f3g1 f6g8"),
        (
            "sonic turning=crooked springs=true crooked-pawns=true",
            "|g1h3 g8h6 h3g1 h6g8",
        ),
        ("sonic-original", "|g1f3 g8f6 f3g1 f6g8"),
        ("sonic-large", "|i1h3 i8h6 h3i1 h6i8"),
        ("echidna", "|g1f3 g8f6 f3g1 f6g8"),
        ("echidna knights=kwagga", "|g1h4 g8h5 h4g1 h5g8"),
        ("seenschach", "|a1b3 a10b8 b3a1 b8a10"),
        ("glinski", "|d1c3 d9c6 c3d1 c6d9"),
        ("mccooey", "|e2c3 e9c6 c3e2 c6e9"),
        ("shafran", "|b1a3 b7a4 a3b1 a4b7"),
        ("sonic-glinski turn-angle=60", "|d1c3 d9c6 c3d1 c6d9"),
        ("sonic-mccooey", "|e2c3 e9c6 c3e2 c6e9"),
        ("sonic-shafran", "|b1a3 b7a4 a3b1 a4b7"),
        ("horn-rimmed-wellisch", "|h2i3 d10f9 i3h2 f9d10"),
        ("horn-rimmed-revergent", "|d2b3 d8b5 b3d2 b5d8"),
        ("horn-rimmed-mccooey", "|e3c4 e8c5 c4e3 c5e8"),
    ];
    let tried: BTreeSet<&str> = rows
        .iter()
        .map(|r| r.0.split(' ').next().unwrap())
        .collect();
    assert_eq!(tried, Game::builtin_ids().iter().copied().collect());
    for (game, moves) in rows {
        assert_eq!(plies(game, None, moves), 8, "{game}");
    }
}

/// Castling rights make positions differ, whether or not castling is possible at the time.
#[test]
fn lost_castling_rights_begin_the_count_anew() {
    for (game, start, moves, wanted) in [
        // White's king has moved at ply 1, Black's at 2: what is then on the board comes again at 6 and 10.
        (
            "fide",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "|e1e2 e8e7 e2e1 e7e8",
            10,
        ),
        (
            "fide",
            "r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1",
            "|e1e2 e8e7 e2e1 e7e8",
            8,
        ),
        (
            "fide",
            "r3k2r/8/8/8/8/8/8/R3K2R w Kq - 0 1",
            "|a1b1 h8g8 b1a1 g8h8",
            8,
        ),
        (
            "capablanca",
            "r4k3r/10/10/10/10/10/10/R4K3R w Q - 0 1",
            "|a1b1 a8b8 b1a1 b8a8",
            9,
        ),
        (
            "sonic",
            "r3k2r/8/8/8/8/8/8/R3K2R w K - Kna:Kna 0 1",
            "|h1g1 h8g8 g1h1 g8h8",
            9,
        ),
        (
            "sonic-large",
            "r4k3r/10/10/10/10/10/10/R4K3R w K - Kna:Kna 0 1",
            "|j1i1 j8i8 i1j1 i8j8",
            9,
        ),
        (
            "sonic-original",
            "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
            "|e1e2 e8e7 e2e1 e7e8",
            9,
        ),
        (
            "shafran",
            "R5/7/8/9/K8k/9/8/7/R5 w K - 0 1",
            "|i5i6 e10e9 i6i5 e9e10",
            9,
        ),
        (
            "sonic-shafran",
            "R5/7/8/9/K8k/9/8/7/R5 w Q - 0 1",
            "|a1a2 e10e9 a2a1 e9e10",
            9,
        ),
        (
            "echidna",
            "1r3k2r1/*8*/*8*/*8*/*8*/*8*/*8*/1R3K2R1 w Q - 0 1",
            "|a1b1 h8g8 b1a1 g8h8",
            9,
        ),
    ] {
        assert_eq!(plies(game, Some(start), moves), wanted, "{game} {start}");
    }
}

const ORTHODOX: &[Row] = &[
    // Nobody can take on e3: the position after the double step is that at 5 and 9.
    (
        "fide",
        "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
        "e2e4|e8d8 e1d1 d8e8 d1e1",
        9,
    ),
    // Black's pawn could: it is another position.
    (
        "fide",
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        "e2e4|e8d8 e1d1 d8e8 d1e1",
        10,
    ),
    // It could, but would open the file or the rank to its king.
    (
        "fide",
        "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1",
        "e2e4|d8c8 e1e2 c8d8 e2e1",
        9,
    ),
    (
        "fide",
        "8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1",
        "e2e4|a4a5 e1d1 a5a4 d1e1",
        9,
    ),
];

/// A pawn that can be taken in passing makes a position of its own, if a legal move takes it so.
#[test]
fn only_an_effective_en_passant_counts() {
    for &(game, start, moves, wanted) in ORTHODOX {
        assert_eq!(
            plies(game, Some(start), moves),
            wanted,
            "{game} {start} {moves}"
        );
    }
}

const OTHERS: &[Row] = &[
    (
        "capablanca",
        "5k4/10/10/10/3p6/10/4P5/5K4 w - - 0 1",
        "e2e4|f8g8 f1g1 g8f8 g1f1",
        10,
    ),
    (
        "sonic",
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - Kna:Kna 0 1",
        "e2e4|e8d8 e1d1 d8e8 d1e1",
        10,
    ),
    (
        "sonic",
        "4k3/8/8/8/2p5/8/4P3/4K3 w - - Kna:Kna 0 1",
        "e2e4|e8d8 e1d1 d8e8 d1e1",
        9,
    ),
    // Kings may be left in check there, so that a pinned pawn may take.
    (
        "sonic",
        "3k4/8/8/8/3p4/8/4P3/3RK3 w - - Kna:Kna 0 1",
        "e2e4|d8c8 e1e2 c8d8 e2e1",
        10,
    ),
    (
        "sonic-large",
        "5k4/10/10/10/3p6/10/4P5/5K4 w - - Kna:Kna 0 1",
        "e2e4|f8g8 f1g1 g8f8 g1f1",
        10,
    ),
    (
        "sonic-original",
        "4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1",
        "e2e4|e8d8 e1d1 d8e8 d1e1",
        10,
    ),
    (
        "echidna",
        "5k4/*8*/*8*/*8*/*3p4*/*8*/*4P3*/5K4 w - - 0 1",
        "e2e4|e8d8 e1d1 d8e8 d1e1",
        10,
    ),
    // Three steps, taken on the second cell; a leap over a pawn, with and without a pawn to take it.
    (
        "seenschach",
        "3k6/10/10/3****3/3****3/3****3/1p1****3/10/P9/4K5 w - - 0 1",
        "a2a5|d10d9 e1f1 d9d10 f1e1",
        10,
    ),
    (
        "seenschach",
        "3k6/10/10/3****3/3****3/3****3/2p****3/10/P9/4K5 w - - 0 1",
        "a2a5|d10d9 e1f1 d9d10 f1e1",
        9,
    ),
    (
        "seenschach",
        "3k6/10/10/3****3/3****3/3****3/1p1****3/P9/P9/4K5 w - - 0 1",
        "a2a4|d10d9 e1f1 d9d10 f1e1",
        10,
    ),
    (
        "seenschach",
        "3k6/10/10/3****3/3****3/3****3/3****3/P9/P9/4K5 w - - 0 1",
        "a2a4|d10d9 e1f1 d9d10 f1e1",
        9,
    ),
    (
        "glinski",
        "6/7/8/9/3P6/K4p4k/10/9/8/7/6 w - - 0 1",
        "e4e6|f11f10 f1f2 f10f11 f2f1",
        10,
    ),
    (
        "glinski",
        "6/7/8/9/3P6/K9k/4p5/9/8/7/6 w - - 0 1",
        "e4e6|f11f10 f1f2 f10f11 f2f1",
        9,
    ),
    (
        "mccooey",
        "6/7/8/9/2P7/K4p4k/10/9/8/7/6 w - - 0 1",
        "e3e5|f11f10 f1f2 f10f11 f2f1",
        10,
    ),
    (
        "sonic-mccooey",
        "6/7/8/9/2P7/K4p4k/10/9/8/7/6 w - - 0 1",
        "e3e5|f11f10 f1f2 f10f11 f2f1",
        10,
    ),
    (
        "sonic-glinski",
        "6/7/8/9/3P6/K4p4k/10/9/8/7/6 w - - 0 1",
        "e4e6|f11f10 f1f2 f10f11 f2f1",
        10,
    ),
];

#[test]
fn an_effective_en_passant_is_what_each_games_rules_make_it() {
    for &(game, start, moves, wanted) in OTHERS {
        assert_eq!(
            plies(game, Some(start), moves),
            wanted,
            "{game} {start} {moves}"
        );
    }
}

/// The same cells with other pieces in hand are another position.
#[test]
fn hands_count() {
    for (game, moves, wanted) in [
        // The sennights come and go; a wing dropped meanwhile makes all that was before another position.
        ("horn-rimmed-mccooey", "|e3c4 e8c5 c4e3 c5e8", 8),
        (
            "horn-rimmed-mccooey",
            "e3c4 e8c5 W@a1|c5e8 c4e3 e8c5 e3c4",
            11,
        ),
    ] {
        let start = with_rules!(rules(game), r => r.position_text(r.start())).replace("[]", "[W]");
        assert_eq!(plies(game, Some(&start), moves), wanted, "{moves}");
    }
    // Two positions that differ in a hand only.
    let start = "6/7/8/9/10/K9k/10/9/8/7/6[Pp] w - - 0 1";
    let other = "6/7/8/9/10/K9k/10/9/8/7/6[P] w - - 0 1";
    with_rules!(rules("horn-rimmed-mccooey"), r => {
        let [a, b] = [start, other].map(|text| r.parse_position(text).unwrap());
        assert!(a != b && a.hash() != b.hash());
    });
}

/// The forms left and the one in force are part of the position.
#[test]
fn forms_count() {
    for (game, start, moves, wanted) in [
        (
            "sonic",
            "k7/8/8/8/8/8/8/R3K3 w - - Kna:Kna 0 1",
            "a1b1 a8a7 b1a1 a7a8|a1b1 a8a7 b1a1 a7a8",
            8,
        ),
        // White's king changes its form and back: the board repeats twice as often as the position.
        (
            "sonic",
            "7k/8/8/8/8/8/8/1R2K3 w - - Kna:Kna 0 1",
            "|b1a1~N h8g8 a1b1 g8h8 b1a1~K h8g8 a1b1 g8h8",
            16,
        ),
        (
            "sonic-large",
            "9k/10/10/10/10/10/10/1R3K4 w - - Kna:Kna 0 1",
            "|b1a1~A j8i8 a1b1 i8j8 b1a1~K j8i8 a1b1 i8j8",
            16,
        ),
    ] {
        assert_eq!(plies(game, Some(start), moves), wanted, "{game} {start}");
    }
}

/// The same pieces with the other side to move are another position: three moves to and fro in five plies do
/// not make it.
#[test]
fn the_side_to_move_counts() {
    let rows = [
        // The king goes round a triangle while the other goes to and fro: after 6 plies it is as at the start.
        (
            "fide",
            "8/8/8/7p/k6P/8/8/K7 w - - 0 1",
            "|a1b1 a4a5 b1b2 a5a4 b2a1 a4a5 a1b1 a5a4 b1b2 a4a5 b2a1 a5a4",
            24,
        ),
    ];
    for (game, start, moves, wanted) in rows {
        assert_eq!(plies(game, Some(start), moves), wanted, "{moves}");
    }
}
