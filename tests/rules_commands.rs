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
        (
            "rnbqkbnr/pppppppp/08/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            &["position:1:19: 08 is no number of empty cells here"],
        ),
        (
            "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
            &["could take the enemy king at once"],
        ),
    ] {
        assay(["moves", "fide", position]).failed(2, words);
    }
}

/// An empty position has one thing wrong, not everything.
#[test]
fn an_empty_position_is_one_fault() {
    for position in ["", "  "] {
        let done = assay(["moves", "fide", position]).failed(2, &["position: it is empty; write:"]);
        assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
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
        (
            &[
                "moves",
                "sonic",
                "-o",
                "turning=curved",
                "-o",
                "turning=crooked",
            ],
            &["turning is given more than once; decide each option once"],
        ),
        (
            &["perft", "fide", "many"],
            &["many", "a depth is a whole number of plies from 0 to 64"],
        ),
        (
            &["perft", "fide", "1", "--threads", "0"],
            &["the number of threads is a whole number from 1 to 256"],
        ),
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
        2,
        &["unknown key \"widht\" in [board]; did you mean \"width\"?"],
    );
}

#[test]
fn games_to_check_are_files_or_built_in() {
    let done = assay(["games", "check", "sonic"]).ok();
    assert!(
        done.stdout.starts_with("sonic: sonic is valid, "),
        "{}",
        done.stdout
    );
    assay(["games", "check", "sonik"])
        .failed(2, &["unknown game \"sonik\"; did you mean \"sonic\"?"]);
    assay(["games", "check", "sonik.toml"]).failed(2, &["cannot read the game file sonik.toml"]);
}

/// A game given for a study and a study given for a game have one thing wrong, not every key.
#[test]
fn a_file_of_the_other_kind_is_told_as_that() {
    let dir = tempfile::tempdir().unwrap();
    let game = dir.path().join("game.toml");
    let text = assay(["games", "show", "fide", "--source"]).ok().stdout;
    std::fs::write(&game, text).unwrap();
    let game = game.to_str().unwrap();
    for command in ["run", "plan", "submit"] {
        let done = assay([command, game]).failed(2, &["this is a game file", "assay games check"]);
        assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
    }
    let study = dir.path().join("study.toml");
    std::fs::write(&study, "name = \"S\"\ngame = \"fide\"\n[stop]\npairs = 1\n").unwrap();
    let study = study.to_str().unwrap();
    let words = ["this is a study", "assay run"];
    assay(["games", "check", study]).failed(2, &words);
    let done = assay(["games", "show", study]).failed(2, &words);
    assert_eq!(done.stderr.lines().count(), 1, "{}", done.stderr);
    let named = dir.path().join("named.toml");
    std::fs::write(
        &named,
        "name = \"N\"\ngame = \"study.toml\"\n[stop]\npairs = 1\n",
    )
    .unwrap();
    assay(["plan", named.to_str().unwrap()]).failed(2, &words);
}

#[test]
fn warnings_are_told_and_are_no_failure() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("mine.toml");
    let text = assay(["games", "show", "fide", "--source"]).ok().stdout;
    std::fs::write(
        &path,
        text.replace("PPPPPPPP/RNBQKBNR", "PPPPPPPP/RNBQK1NR"),
    )
    .unwrap();
    let file = path.to_str().unwrap();
    let done = assay(["games", "check", file]).ok();
    assert!(
        done.stdout
            .starts_with(&format!("{file}: fide is valid, 2 choices of options, ")),
        "{}",
        done.stdout
    );
    assert!(
        done.stdout
            .contains(":6:9: warning: the array is not the same for both sides"),
        "{}",
        done.stdout
    );
    let json = |args: &[&str]| -> serde_json::Value {
        let stdout = assay(args).stdout;
        serde_json::from_str(&stdout).unwrap_or_else(|e| panic!("{e}: {stdout}"))
    };
    let told = json(&["games", "check", "--json", file]);
    assert_eq!(told["valid"], true);
    assert_eq!(told["warnings"][0]["line"], 6);
    std::fs::write(&path, text.replace("width = 8", "width = 800")).unwrap();
    let told = json(&["games", "check", "--json", file]);
    assert_eq!(told["valid"], false);
    assert_eq!(told["faults"][0]["what"], "width = 800 is outside 1 to 26");
    assay(["games", "check", "--json", file]).failed(2, &["1 fault"]);
}

/// Each mechanic is told in words, by what the game's file says alone.
#[test]
fn games_are_told_in_words() {
    for (args, words) in [
        (
            &["fide"][..],
            &[
                "8 by 8 squares.",
                "  8  r n b q k b n r\n",
                "White's king castles e1 to g1 (rook h1 to f1)",
                "From a2-h2 (Black's from a7-h7) it may go up to two cells",
                "N  knight  N                2      2      5.25    325",
                "draw (default): the game is drawn",
            ][..],
        ),
        (
            &["sonic", "-o", "springs=true", "-o", "turning=crooked"],
            &[
                "Told with turning=crooked springs=true",
                "opposite way of the turn before",
                "There are springs on c3, c6, f3 and f6.",
                "Each king has three forms to lose, K, N and A",
                "  6  . . * . . * . .\n",
                "needs turning=crooked",
            ],
        ),
        (
            &["sonic-original"],
            &["At every contact it turns straight back"],
        ),
        (
            &["seenschach"],
            &[
                "10 by 10 squares without d4-g7, which do not exist: 84 cells.",
                "Stalemate wins",
                "may not stand on one file with no piece between them",
                "White's may not leave d1-g3, Black's not d8-g10.",
                "thrown back at the edges",
                "may pass over the cell it set out from, but not end there",
                "touches only the first, third, fifth ... cell",
            ],
        ),
        (
            &["echidna", "-o", "knights=kwagga"],
            &[
                "Reconstructed: the board and the array: ",
                "jumps over the next piece beyond it",
                "A thrown pawn cannot be taken in passing.",
                "files are z a b c d e f g h i.",
                "W  kwagga   CmCC",
            ],
        ),
        (
            &["glinski"],
            &[
                "A regular hexagon of 91 hexes, six along each side",
                "                     11  b\n",
            ],
        ),
        (
            &["horn-rimmed-wellisch", "-o", "frontofhouse=true"],
            &[
                "may drop a piece from the hand",
                "it may become a viceroy",
                "captor's hand as a virago",
                "        s s s s s s 11\n",
                "Reconstructed: the array: ",
            ],
        ),
    ] {
        let args = ["games", "show"].iter().chain(args);
        let done = assay(args).ok();
        let flat = done.stdout.split_whitespace().collect::<Vec<_>>().join(" ");
        for word in words {
            let found = done.stdout.contains(word) || flat.contains(word);
            assert!(found, "no {word:?} in {}", done.stdout);
        }
        assert!(
            done.stdout
                .lines()
                .all(|l| l.chars().count() <= 100 || l.starts_with("Array:"))
        );
    }
}

#[test]
fn names_of_games_stand_below_each_other() {
    let listed = assay(["games", "list"]).ok().stdout;
    let column = |line: &str| {
        let id = line.find(' ').expect("an id and a name");
        id + line[id..].find(|c| c != ' ').expect("a name")
    };
    let first = listed.lines().map(column).next();
    assert!(listed.lines().all(|l| Some(column(l)) == first), "{listed}");
}

#[test]
fn what_is_shown_can_be_read_by_scripts() {
    for game in assay(["games", "list"]).ok().stdout.lines() {
        let id = game.split(' ').next().unwrap();
        let done = assay(["games", "show", id, "--json"]).ok();
        let told: serde_json::Value = serde_json::from_str(&done.stdout).unwrap();
        assert_eq!(told["id"], id);
        let pieces = told["pieces"].as_array().unwrap();
        assert!(pieces.iter().all(|p| p["moves"] != ""), "{pieces:#?}");
        let reconstructed = [
            "echidna",
            "horn-rimmed-wellisch",
            "horn-rimmed-revergent",
            "horn-rimmed-mccooey",
        ];
        assert_eq!(
            told["reconstructed"].is_string(),
            reconstructed.contains(&id),
            "{id}"
        );
    }
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
