use super::*;
use crate::{Colours, Starts};

const VALUES: &str =
    "name = \"v\"\ngame = \"fide\"\nkind = \"values\"\n[limits]\nnodes = 100\n[stop]\npairs = 40\n";

fn values(text: &str) -> Result<Study, Faults> {
    // Keys of the study itself stand before its tables.
    let (keys, tables) = text.split_once("---").unwrap_or(("", text));
    parse(&format!("{keys}{VALUES}{tables}"))
}

fn imbalances(list: &[(&str, &str)]) -> String {
    let table = |(white, black): &(&str, &str)| {
        format!("[[imbalance]]\nwhite = {white:?}\nblack = {black:?}\n")
    };
    list.iter().map(table).collect()
}

fn key(arm: u16, pair: u32) -> PairKey {
    PairKey {
        arm: ArmIndex(arm),
        pair: PairNumber(pair),
    }
}

#[test]
fn every_imbalance_is_an_arm_beside_the_even_one_and_the_pawns() {
    let study = values(&imbalances(&[("-N", "-B"), ("N>B -2P", "")])).unwrap();
    assert_eq!(
        arm_names(&study),
        ["even", "-P", "-N against -B", "N>B -2P"]
    );
    assert_eq!(study.kind, StudyKind::Values);
    assert_eq!(
        study.openings,
        Openings::Random {
            plies: Plies(6),
            balance: None
        }
    );
    let plain = values(&format!(
        "pawn_odds = false\n---{}",
        imbalances(&[("-N", "-B")])
    ));
    assert_eq!(arm_names(&plain.unwrap()), ["even", "-N against -B"]);
    let own = values(&imbalances(&[("", "-P"), ("-N", "-B")])).unwrap();
    assert_eq!(arm_names(&own), ["even", "-P", "-N against -B"]);
}

#[test]
fn starts_go_through_every_choice_of_cells_from_both_sides() {
    let study = values(&imbalances(&[("-N", "-B"), ("-P", "-N")])).unwrap();
    assert_eq!(study.arm(ArmIndex(0)).starts, Starts::Own);
    assert_eq!(study.start_of(key(0, 3)), None);
    let starts = |arm: u16, count: u32| -> Vec<(String, Colours)> {
        (0..count)
            .filter_map(|pair| study.start_of(key(arm, pair)))
            .map(|start| (start.text, start.colours))
            .collect()
    };
    // Two knights, two bishops, two colours.
    let eight = starts(2, 8);
    let boards: std::collections::BTreeSet<&str> = eight.iter().map(|s| s.0.as_str()).collect();
    assert_eq!(boards.len(), 8);
    for wanted in [
        "rn1qkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1",
        "r1bqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RN1QKBNR w KQkq - 0 1",
        "rnbqkb1r/pppppppp/8/8/8/8/PPPPPPPP/RNBQK1NR w KQkq - 0 1",
    ] {
        assert!(boards.contains(wanted), "{boards:?}");
    }
    for two in eight.chunks(2) {
        assert_eq!([two[0].1, two[1].1], [Colours::AsWritten, Colours::Swapped]);
        // The mirrored board has the other side's pieces in small letters.
        let board = two[0].0.split(' ').next().unwrap();
        let mirrored: Vec<&str> = board.split('/').rev().collect();
        let swap = |c: char| {
            if c.is_lowercase() {
                c.to_ascii_uppercase()
            } else {
                c.to_ascii_lowercase()
            }
        };
        let mirrored: String = mirrored.join("/").chars().map(swap).collect();
        assert!(two[1].0.starts_with(&mirrored), "{two:?}");
    }
    assert_eq!(eight, starts(2, 16)[8..]);
    // Eight pawns, two knights, two colours.
    let all = starts(3, 32);
    let boards: std::collections::BTreeSet<&str> = all.iter().map(|s| s.0.as_str()).collect();
    assert_eq!(boards.len(), 32);
}

#[test]
fn openings_are_numbered_start_by_start() {
    let study = values(&imbalances(&[("-N", "-B")])).unwrap();
    let (seed, place) = study.opening_of(key(0, 9));
    assert_eq!((seed, place), (study.seed.openings(), 9));
    let at = |pair| study.opening_of(key(2, pair));
    assert_eq!((at(0).1, at(7).1, at(8).1, at(39).1), (0, 0, 1, 4));
    assert_eq!(at(1).0, at(9).0);
    assert_ne!(at(1).0, at(2).0);
}

#[test]
fn shuffled_arrays_are_alike_for_both_sides_and_cannot_castle() {
    let study = values(&format!(
        "shuffle = true\n---{}",
        imbalances(&[("-N", "-2P")])
    ))
    .unwrap();
    let mut boards = std::collections::BTreeSet::new();
    for pair in 0..20 {
        let even = study.start_of(key(0, pair)).unwrap();
        let rows: Vec<&str> = even.text.split(['/', ' ']).collect();
        assert_eq!(rows[0].to_ascii_uppercase(), rows[7], "{}", even.text);
        assert_eq!(&even.text[even.text.find(' ').unwrap()..], " w - - 0 1");
        assert_eq!(rows[7].chars().nth(4), Some('K'), "the king stays");
        boards.insert(even.text);
        let uneven = study.start_of(key(2, pair)).unwrap();
        let (less, more) = match uneven.colours {
            Colours::AsWritten => ('N', 'p'),
            Colours::Swapped => ('n', 'P'),
        };
        let count = |c: char| uneven.text.split(' ').next().unwrap().matches(c).count();
        assert_eq!((count(less), count(more)), (1, 6), "{}", uneven.text);
    }
    assert_eq!(boards.len(), 10, "an array for every two pairs");
}

#[test]
fn faults_of_imbalances_have_lines_and_hints() {
    let one = |white: &str| imbalances(&[(white, "")]);
    let table: [(String, &str); 16] = [
        (String::new(), "a study of values has no imbalance"),
        (
            one("-X"),
            ":9:9: \"-X\" names no piece of the game; there are P, N, B, R, Q",
        ),
        (one("-n"), "did you mean \"N\"?"),
        (one("-K"), "\"-K\" changes the royal piece"),
        (one("-3N"), ":9:9: \"-3N\" takes 3 N, of which White has 2"),
        (one("-2N N>B"), "takes 3 N, of which White has 2"),
        (one("N"), "\"N\" is no change; write -N"),
        (one("-0N"), "\"-0N\" is no change"),
        (one("N>N"), "\"N>N\" is no change"),
        (one(""), ":8:1: an imbalance that changes nothing"),
        (
            imbalances(&[("-N -P", "-B"), ("-B", "-P -N")]),
            "\"-B against -P -N\" is the match of \"-N -P against -B\" again",
        ),
        (one("N>B B>N"), "changes nothing in the end"),
        (
            imbalances(&[("-N -2P", "-P -N -P")]),
            ":8:1: an imbalance that is the same for both sides",
        ),
        (
            format!("{}name = \"even\"\n", one("-N")),
            "an arm is called \"even\" already",
        ),
        (
            format!(
                "[factorial]\nstalemate = [\"draw\", \"win\"]\n{}",
                one("-N")
            ),
            "a study of values, which has one set of rules",
        ),
        (
            format!("{}[openings]\nbalance = 150\n", one("-N")),
            ":12:11: openings of unequal arrays are not passed over",
        ),
    ];
    for (text, words) in table {
        let faults = values(&text).expect_err(&text).to_string();
        assert!(faults.contains(words), "{faults}\nwithout {words}");
    }
    let elsewhere = least_and(&one("-N")).unwrap_err().to_string();
    assert!(
        elsewhere.contains("imbalance in a study that is none of values"),
        "{elsewhere}"
    );
    let two = "[[player]]\nname = \"a\"\n[[player]]\nname = \"b\"\n";
    let two = values(&format!("{}{two}", one("-N")))
        .unwrap_err()
        .to_string();
    assert!(two.contains("one player, who plays himself"), "{two}");
}

#[test]
fn a_study_of_values_stops_at_its_pairs() {
    for (rule, what) in [
        (
            "precision = 0.01",
            "s.toml:8:13: precision is of an arm's score, and a study of values is not about scores",
        ),
        (
            "sprt = { elo0 = 0, elo1 = 5 }",
            "s.toml:8:8: sprt tests which of two players is the stronger",
        ),
        (
            "halving = { measure = \"fair\" }",
            "s.toml:8:11: halving compares rules, not players",
        ),
    ] {
        let text = format!("{rule}\n{}", imbalances(&[("-N", "-B")]));
        let faults = values(&text).unwrap_err().to_string();
        assert!(faults.contains(what), "{faults}");
    }
}
