use assay_faults::{Document, Faults};

use super::*;
use crate::board::Board;
use crate::line::{Mode, When};
use crate::shape;

/// A board of 9x9 squares.
fn board() -> Board {
    let text = "[board]\nshape = \"square\"\nwidth = 9\nheight = 9\n";
    let root = Document::parse("board", text).unwrap().root;
    shape::read(&root, &mut Faults::new("board")).unwrap()
}

/// What a piece in the middle reaches on an empty board, forward up: `*` moving and capturing, `m` and `c`
/// only one of them. The board shrinks to the cells within `radius`.
fn drawn(text: &str, radius: i16) -> String {
    let board = board();
    let middle = board.named("e5").unwrap();
    let mut marks = std::collections::BTreeMap::from([(Point::new(0, 0), 'O')]);
    for line in parse(text).unwrap_or_else(|f| panic!("{text}: {f:?}")) {
        for cell in line.walk(&board, middle) {
            let (to, from) = (board.point(cell), board.point(middle));
            let mark = match line.mode {
                Mode::Both => '*',
                Mode::Quiet => 'm',
                Mode::Take => 'c',
            };
            let at = Point::new(to.x - from.x, to.y - from.y);
            let old = marks.insert(at, mark);
            if old.is_some_and(|o| o != mark) {
                marks.insert(at, '*');
            }
        }
    }
    let row = |y: i16| -> String {
        let marks = (-radius..=radius).map(|x| marks.get(&Point::new(x, y)).unwrap_or(&'.'));
        marks.collect()
    };
    (-radius..=radius)
        .rev()
        .map(row)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn reach_of_atoms_and_compounds() {
    for (text, want) in [
        ("W", "..... ..*.. .*O*. ..*.. ....."),
        ("F", "..... .*.*. ..O.. .*.*. ....."),
        ("D", "..*.. ..... *.O.* ..... ..*.."),
        ("N", ".*.*. *...* ..O.. *...* .*.*."),
        ("A", "*...* ..... ..O.. ..... *...*"),
        ("K", "..... .***. .*O*. .***. ....."),
        ("KNAD", "***** ***** **O** ***** *****"),
        (
            "H",
            "...*... ....... ....... *..O..* ....... ....... ...*...",
        ),
        (
            "C",
            "..*.*.. ....... *.....* ...O... *.....* ....... ..*.*..",
        ),
        (
            "L",
            "..*.*.. ....... *.....* ...O... *.....* ....... ..*.*..",
        ),
        (
            "Z",
            ".*...*. *.....* ....... ...O... ....... *.....* .*...*.",
        ),
        (
            "J",
            ".*...*. *.....* ....... ...O... ....... *.....* .*...*.",
        ),
        (
            "G",
            "*.....* ....... ....... ...O... ....... ....... *.....*",
        ),
        ("WcF", "..... .c*c. .*O*. .c*c. ....."),
        ("mWcF", "..... .cmc. .mOm. .cmc. ....."),
        ("mcW", "..... ..*.. .*O*. ..*.. ....."),
    ] {
        let radius = (want.find(' ').unwrap() / 2) as i16;
        assert_eq!(drawn(text, radius), want, "{text}");
    }
}

#[test]
fn reach_of_riders() {
    for (text, want) in [
        ("R2", "..*.. ..*.. **O** ..*.. ..*.."),
        ("W2", "..*.. ..*.. **O** ..*.. ..*.."),
        ("F2", "*...* .*.*. ..O.. .*.*. *...*"),
        ("K2", "*.*.* .***. **O** .***. *.*.*"),
        ("WW1", "fault"),
        ("B", "*...* .*.*. ..O.. .*.*. *...*"),
        ("FF", "*...* .*.*. ..O.. .*.*. *...*"),
        ("F0", "*...* .*.*. ..O.. .*.*. *...*"),
        ("Q", "*.*.* .***. **O** .***. *.*.*"),
        (
            "DD",
            "....*.... ......... ....*.... ......... *.*.O.*.* ......... ....*.... ......... ....*....",
        ),
        (
            "NN",
            "..*...*.. ......... *..*.*..* ..*...*.. ....O.... ..*...*.. *..*.*..* ......... ..*...*..",
        ),
        ("zB", "..*.. .*.*. *.O.* .*.*. ..*.."),
        ("t[FR]", ".*.*. **.** ..O.. **.** .*.*."),
    ] {
        if want == "fault" {
            assert!(parse(text).is_err(), "{text}");
            continue;
        }
        let radius = (want.find(' ').unwrap() / 2) as i16;
        assert_eq!(drawn(text, radius), want, "{text}");
    }
}

/// The classical definition: `XBoard`'s "Extended Betza notation" and Fairy-Stockfish's piece tables draw these
/// sets of a four-move and an eight-move atom alike.
#[test]
fn directions() {
    for (text, want) in [
        // One of four along a line.
        ("fW", "..... ..*.. ..O.. ..... ....."),
        ("bW", "..... ..... ..O.. ..*.. ....."),
        ("sW", "..... ..... .*O*. ..... ....."),
        ("vW", "..... ..*.. ..O.. ..*.. ....."),
        ("fsW", "..... ..*.. .*O*. ..... ....."),
        ("frW", "..... ..*.. ..O*. ..... ....."),
        ("rvW", "..... ..*.. ..O*. ..*.. ....."),
        ("fbW", "..... ..*.. ..O.. ..*.. ....."),
        // Two of four on a diagonal.
        ("fF", "..... .*.*. ..O.. ..... ....."),
        ("lF", "..... .*... ..O.. .*... ....."),
        ("frF", "..... ...*. ..O.. ..... ....."),
        ("rfF", "..... ...*. ..O.. ..... ....."),
        ("fsF", "..... .*.*. ..O.. ..... ....."),
        ("vF", "..... .*.*. ..O.. .*.*. ....."),
        ("frblF", "..... ...*. ..O.. .*... ....."),
        // Two of eight, one of eight, four of eight.
        ("fN", ".*.*. ..... ..O.. ..... ....."),
        ("ffN", ".*.*. ..... ..O.. ..... ....."),
        ("fsN", "..... *...* ..O.. ..... ....."),
        ("fhN", ".*.*. *...* ..O.. ..... ....."),
        ("rN", "..... ....* ..O.. ....* ....."),
        ("rhN", "...*. ....* ..O.. ....* ...*."),
        ("frN", "..... ....* ..O.. ..... ....."),
        ("rfN", "...*. ..... ..O.. ..... ....."),
        ("rvN", "...*. ..... ..O.. ..... ...*."),
        ("fbN", ".*.*. ..... ..O.. ..... .*.*."),
        ("vN", ".*.*. ..... ..O.. ..... .*.*."),
        ("sN", "..... *...* ..O.. *...* ....."),
        ("ffbsN", ".*.*. ..... ..O.. *...* ....."),
        ("ffrrN", ".*.*. ....* ..O.. ....* ....."),
        // Compounds: each part by itself.
        ("fK", "..... .***. ..O.. ..... ....."),
        ("FfW", "..... .***. ..O.. .*.*. ....."),
        ("WfF", "..... .***. .*O*. ..*.. ....."),
        ("fmWfcF", "..... .cmc. ..O.. ..... ....."),
        ("fQ2", "*.*.* .***. ..O.. ..... ....."),
        // Zigzags are named by the line they run about.
        ("fzB", "..*.. .*.*. ..O.. ..... ....."),
    ] {
        assert_eq!(drawn(text, 2), want, "{text}");
    }
}

#[test]
fn lines_in_detail() {
    let up = Point::new(0, 1);
    let first = |text: &str| parse(text).unwrap()[0].clone();
    assert_eq!(first("mR3"), Line::straight(up, 3, Mode::Quiet));
    assert_eq!(first("NN").range, FAR);
    assert_eq!(first("nD").lame, [up]);
    assert_eq!(first("nH").lame, [up, up.times(2)]);
    assert_eq!(first("nA").lame, [Point::new(1, 1)]);
    assert_eq!(first("nN").lame, [up]);
    assert_eq!(first("jD").jumped, [up]);
    assert_eq!(first("iR").when, When::AtHome);
    assert_eq!(first("t[WzB]").lead, [up]);
    assert_eq!(first("ct[WB]").mode, Mode::Take);
    for (text, count) in [("CmCC", 16), ("zB", 8), ("t[WzB]", 8), ("t[FR]", 8)] {
        assert_eq!(parse(text).unwrap().len(), count, "{text}");
    }
}

#[test]
fn faults_point_at_the_letter() {
    for (text, at, what) in [
        ("", 0..0, "an empty notation"),
        ("RqN", 1..2, "the modifier 'q' is not supported"),
        ("pR", 0..1, "the modifier 'p' is not supported"),
        ("mRcpR", 3..4, "the modifier 'p' is not supported"),
        ("Rm", 1..2, "modifiers without an atom after them"),
        ("X", 0..1, "'X' is no atom"),
        ("R N", 1..2, "' ' is no atom"),
        ("R]", 1..2, "']' is not expected here"),
        ("W999", 1..4, "a range is at most 254"),
        ("W03", 1..3, "03 steps exactly is not supported"),
        ("zN", 0..1, "z needs a straight rider such as B or R"),
        ("zF", 0..1, "z needs a straight rider such as B or R"),
        ("znB", 1..2, "'n' and z do not go together"),
        ("njN", 1..2, "'j' contradicts the n before it"),
        ("WmjfnD", 4..5, "'n' contradicts the j before it"),
        ("nC", 0..1, "n needs a single leap of D N A H G"),
        ("nK", 0..1, "n needs a single leap of D N A H G"),
        ("jW", 0..1, "j needs a single leap of D N A H G"),
        ("mjR", 1..2, "j needs a single leap of D N A H G"),
        ("nDD", 0..1, "n needs a single leap of D N A H G"),
        (
            "hN",
            0..1,
            "h must follow a direction: fh is the forward half",
        ),
        (
            "fhF",
            0..1,
            "h halves the eight leaps of N C Z, not those of F",
        ),
        (
            "WfsK",
            1..2,
            "programs differ on what a pair of directions of K means",
        ),
        ("t[WB", 4..4, "] is missing after the two atoms"),
        ("tWB", 1..2, "t must be followed by [ and two atoms"),
        (
            "t[RB]",
            2..3,
            "the first of the two atoms must be a single step or leap",
        ),
        ("ft[WB]", 0..1, "only m, c and i may stand before t"),
        ("t[mWB]", 2..3, "'m' is not supported inside t[ ]"),
        ("t[WnD]", 3..4, "'n' is not supported inside t[ ]"),
    ] {
        let fault = parse(text).unwrap_err();
        assert_eq!(
            (fault.at.start, fault.what.as_str()),
            (at.start, what),
            "{text}"
        );
    }
}
