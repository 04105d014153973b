//! `games`, `moves` and `perft` as a script sees them: what they print, and how they answer what is wrong.

use std::process::Stdio;

use crate::support::{assay, assay_command};

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn moves_are_sorted_lines_of_text_and_position() {
    let done = assay(["moves", "fide", START]).ok();
    let lines: Vec<&str> = done.stdout.lines().collect();
    assert_eq!(lines.len(), 20);
    assert!(lines.is_sorted(), "{lines:#?}");
    assert_eq!(
        lines[0],
        "a2a3\trnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq - 0 1"
    );
    assert_eq!(done.stderr, "");
    assert_eq!(assay(["moves", "fide"]).ok().stdout, done.stdout);
}

#[test]
fn perft_ends_with_the_count() {
    let done = assay([
        "perft",
        "sonic",
        "3",
        "-o",
        "turning=crooked",
        "--threads",
        "2",
    ])
    .ok();
    assert_eq!(done.stdout, "240462\n");
    let divided = assay(["perft", "fide", "2", "--divide"]).ok().stdout;
    let lines: Vec<&str> = divided.lines().collect();
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[0], "a2a3\t20");
    assert_eq!(lines.last(), Some(&"400"));
    assert_eq!(assay(["perft", "fide", "0"]).ok().stdout, "1\n");
}

#[test]
fn everything_wrong_with_a_position_is_told() {
    for (position, words) in [
        (
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNK w - - 0 1",
            &["White has 2 kings"][..],
        ),
        (
            "rnbq1bnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ1BNR w - - 0 1",
            &["White has 0 kings", "Black has 0 kings"],
        ),
        (
            "rnbqkbnr/ppppxppp/8/8/9/8/PPPPPPPP/RNBQKBN1 x Kq e4 -1 0",
            &[
                "position:1:14: 'x' is no piece of this game",
                "position:1:23: 9 is no number of empty cells",
                "the side to move is \"x\"",
                "castling right K needs the king on e1 and its rook on h1",
                "no pawn can just have crossed e4",
                "halfmoves is \"-1\"",
                "fullmoves is \"0\"",
            ],
        ),
        ("", &["it has 1 fields instead of 6"]),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            &["could take the enemy king at once"],
        ),
    ] {
        assay(["moves", "fide", position]).failed(2, words);
    }
}

#[test]
fn names_that_are_none_have_their_nearest() {
    for (args, words) in [
        (
            &["moves", "sonik"][..],
            &["unknown game \"sonik\"; did you mean \"sonic\"?"][..],
        ),
        (
            &["moves", "sonic", "-o", "turnin=curved"],
            &["no option \"turnin\"; did you mean \"turning\"?"],
        ),
        (
            &["moves", "sonic", "-o", "turning=curvd"],
            &["no value \"curvd\"; did you mean \"curved\"?"],
        ),
        (
            &["moves", "sonic", "-o", "crooked-pawns=true"],
            &["needs turning=crooked", "give turning=crooked too"],
        ),
        (
            &["moves", "sonic", "-o", "turning"],
            &["must be written OPTION=VALUE"],
        ),
        (
            &["perft", "sonic-shafran", "1", "-o", "turn-angle=60"],
            &["h10 by d2 reaches e1"],
        ),
        (&["perft", "fide", "many"], &["many"]),
        (
            &["games", "show", "nowhere.toml"],
            &["cannot read the game file nowhere.toml"],
        ),
    ] {
        assay(args).failed(2, words);
    }
}

#[test]
fn every_fault_of_a_game_file_is_told() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.toml");
    let text = assay(["games", "show", "fide", "--source"]).ok().stdout;
    std::fs::write(&path, &text).unwrap();
    let good = assay(["games".as_ref(), "check".as_ref(), path.as_os_str()]).ok();
    assert!(
        good.stdout.contains("fide is valid, 2 choices of options"),
        "{}",
        good.stdout
    );
    let bad = text
        .replace("move = \"R\"", "move = \"Rx\"")
        .replace("width = 8", "widht = 8");
    std::fs::write(&path, bad).unwrap();
    assay(["games".as_ref(), "check".as_ref(), path.as_os_str()]).failed(
        1,
        &["unknown key \"widht\" in [board]; did you mean \"width\"?"],
    );
}

/// `head` closes its end early; that is no failure of the program.
#[test]
fn a_reader_that_has_had_enough_is_no_problem() {
    for args in [
        &["games", "show", "sonic"][..],
        &["bench"],
        &["games", "list"],
        &["moves", "sonic"],
    ] {
        let mut child = assay_command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let done = child.wait_with_output().unwrap();
        assert_eq!(
            done.status.code(),
            Some(0),
            "{args:?} {}",
            String::from_utf8_lossy(&done.stderr)
        );
    }
}
