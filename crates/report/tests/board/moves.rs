use assay_report::board::{Drawing, Look, Scene, Subject, draw};
use assay_rules::{AnyRules, Game, Width, bits, with_rules};

use crate::xml::{circles, lines, texts};

/// The fill of a cell to move to, the line around one to capture on.
const MOVE: &str = "#00568A";
const TAKE: &str = "#C04A00";

fn rules(game: &str, options: &[(&str, &str)]) -> AnyRules {
    let game = Game::builtin(game).unwrap();
    let choice = game.choose(options.iter().copied()).unwrap();
    game.compile(&choice, None).unwrap()
}

fn alone(rules: &AnyRules, piece: &str) -> Drawing {
    with_rules!(rules, r => {
        let subject = Subject::parse(r, piece).unwrap();
        draw(r, &Scene::of(r, None, subject).unwrap(), Look::default())
    })
}

fn within(rules: &AnyRules, position: &str, piece: &str) -> Drawing {
    with_rules!(rules, r => {
        let position = r.parse_position(position).unwrap_or_else(|f| panic!("{f}"));
        let subject = Subject::parse(r, piece).unwrap();
        draw(r, &Scene::of(r, Some(&position), subject).unwrap(), Look::default())
    })
}

/// How many marks the caption explains.
fn explained(drawing: &Drawing, what: &[&str]) -> usize {
    let texts = texts(drawing, "text");
    what.iter()
        .filter(|w| texts.iter().any(|t| t == *w))
        .count()
}

#[test]
fn every_piece_alone_is_marked_wherever_it_reaches() {
    for id in Game::builtin_ids() {
        let rules = rules(id, &[]);
        with_rules!(&rules, r => {
            for (kind, info) in r.kinds().iter().enumerate() {
                for cell in r.board().cells().step_by(7) {
                    let piece = format!("{}@{}", info.letter, r.cell_name(cell));
                    let subject = Subject::parse(r, &piece).unwrap();
                    let reach = r.alone(subject.side, assay_rules::Kind::new(kind), None, cell).reach;
                    let drawing = draw(r, &Scene::Alone(subject), Look::default());
                    let dots = explained(&drawing, &["moves or captures", "moves only"]);
                    let rings = explained(&drawing, &["moves or captures", "captures only"]);
                    let moves = reach.quiet.count() as usize;
                    assert_eq!(circles(&drawing, "fill", MOVE), moves + dots, "{id} {piece}");
                    let takes = reach.take.count() as usize;
                    assert_eq!(circles(&drawing, "stroke", TAKE), takes + rings, "{id} {piece}");
                    let told = texts(&drawing, "desc").concat();
                    for to in bits(reach.quiet | reach.take) {
                        assert!(told.contains(r.cell_name(to)), "{id} {piece}");
                    }
                }
            }
        });
    }
}

#[test]
fn bent_ways_have_lines_and_straight_ones_none() {
    for (game, options, piece, ways) in [
        ("seenschach", &[][..], "G@d3", 0),
        ("seenschach", &[], "B@h5", 4),
        ("seenschach", &[("mirror", "border")], "K@e2", 0),
        ("fide", &[], "Q@d4", 0),
        ("echidna", &[("knights", "kwagga")], "W@b1", 2),
        ("glinski", &[], "Q@d4", 0),
    ] {
        let drawing = alone(&rules(game, options), piece);
        assert_eq!(lines(&drawing, "#0072B2"), ways, "{game} {piece}");
    }
}

#[test]
fn a_bounce_is_told_with_its_captures_and_its_end() {
    // rules: the page's first diagram of Sonic the Hedgehog Chess Advanced.
    let position = "7k/8/1p1p2p1/8/8/6P1/3R4/7K w - - Kna:Kna 0 1";
    let drawing = within(&rules("sonic", &[]), position, "R@d2");
    let told = texts(&drawing, "text");
    for wanted in [
        "White's rook on d2, White to move",
        "d2d6+ takes d6 g6, ends on g4",
        "d2d6- takes d6 b6, ends on b1",
    ] {
        assert!(told.iter().any(|t| t == wanted), "{wanted}: {told:?}");
    }
    // Three pieces are taken; the caption shows what a ring means.
    assert_eq!(circles(&drawing, "stroke", TAKE), 3 + 1);
}

#[test]
fn what_else_happens_on_the_way_is_told() {
    for (game, options, position, piece, wanted) in [
        (
            "sonic",
            &[][..],
            "k7/8/8/8/8/8/8/R6K w - - Kna:Kna 0 1",
            "R@a1",
            "a1a8 hits the king on a8, ends on h8",
        ),
        (
            "sonic",
            &[],
            "kN6/8/8/8/8/8/8/R6K w - - Kna:Kna 0 1",
            "R@a1",
            "a1a8 hits the king on a8, is lost",
        ),
        (
            "sonic",
            &[("springs", "true")],
            "7k/8/8/8/8/8/8/2R4K w - - Kna:Kna 0 1",
            "R@c1",
            "c1c3+ meets 2 springs, ends on f1",
        ),
        (
            "echidna",
            &[],
            "1k8/*4p3*/*4n3*/*8*/*4E3*/*8*/*8*/1K8 w - - 0 1",
            "E@e4",
            "e4e5 throws e6 to e8, ends on e5",
        ),
        (
            "sonic",
            &[("turning", "crooked"), ("crooked-pawns", "true")],
            "k7/4p3/4r3/3p4/4P3/8/8/K7 w - - Kna:Kna 0 1",
            "P@e4",
            "e4d5e6 takes d5 e6, ends on e6",
        ),
    ] {
        let told = texts(&within(&rules(game, options), position, piece), "text");
        assert!(told.iter().any(|t| t == wanted), "{wanted}: {told:?}");
    }
}

#[test]
fn the_other_sides_pieces_move_as_if_it_were_their_turn() {
    let rules = rules("fide", &[]);
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let drawing = within(&rules, start, "n@b8");
    let told = texts(&drawing, "text");
    let wanted = "Black's knight on b8, as if Black were to move";
    assert!(told.iter().any(|t| t == wanted), "{told:?}");
    assert_eq!(
        circles(&drawing, "fill", MOVE),
        2 + 1,
        "a6, c6 and the caption"
    );
    let told = texts(&within(&rules, start, "r@a8"), "text");
    assert!(told.iter().any(|t| t == "It has no move."));
}

#[test]
fn wrong_subjects_are_told_what_would_be_right() {
    let parse = |game: &str, text: &str| with_rules!(&rules(game, &[]), r => Subject::parse(r, text).unwrap_err());
    for (game, text, wanted) in [
        ("fide", "Rd3", "names no piece on a cell; write PIECE@CELL"),
        ("fide", "RR@d3", "\"RR\" is no piece"),
        ("fide", "@d3", "\"\" is no piece"),
        ("fide", "X@d3", "is no piece of fide; its pieces are P pawn"),
        ("fide", "R@d9", "\"d9\" is no cell of fide; did you mean"),
        ("seenschach", "R@d4", "\"d4\" is no cell of seenschach"),
        ("fide", "N:K@e1", "only a king that transforms has forms"),
        ("sonic", "N:R@e1", "only a king that transforms has forms"),
        (
            "sonic",
            "X:K@e1",
            "\"X\" is no form of the king; its forms are KNA",
        ),
    ] {
        let got = parse(game, text);
        assert!(got.contains(wanted), "{text}: {got}");
    }
}

#[test]
fn a_piece_that_does_not_stand_there_is_told_where_it_stands() {
    fn fault<W: Width>(rules: &assay_rules::Rules<W>, piece: &str) -> String {
        let subject = Subject::parse(rules, piece).unwrap();
        Scene::of(rules, Some(rules.start()), subject).unwrap_err()
    }
    with_rules!(&rules("sonic", &[]), r => {
        assert_eq!(fault(r, "R@d3"), "d3 is empty in the position; its R stand on a1 h1");
        assert_eq!(fault(r, "r@a1"), "on a1 of the position stands R; its r stand on a8 h8");
        assert!(fault(r, "N:K@e1").contains("leave it out"));
    });
}
