//! `assay games draw`: boards as SVG and PNG.

use std::fs;

use crate::support::assay;

#[test]
fn svg_goes_to_standard_output() {
    let done = assay([
        "games",
        "draw",
        "seenschach",
        "-o",
        "mirror=border",
        "--moves",
        "R@d3",
    ])
    .ok();
    assert!(done.stdout.starts_with("<svg ") && done.stdout.ends_with("</svg>\n"));
    assert!(done.stdout.contains("Seenschach: mirror border"));
    assert!(done.stderr.is_empty(), "{}", done.stderr);
}

#[test]
fn files_are_written_as_their_ending_says() {
    let dir = tempfile::tempdir().unwrap();
    for (name, begin) in [("board.svg", &b"<svg "[..]), ("board.PNG", b"\x89PNG")] {
        let out = dir.path().join(name);
        let options = ["--width", "300", "--style", "symbols", "--out"];
        let args = ["games", "draw", "sonic"].into_iter().chain(options);
        let done = assay(args.chain([out.to_str().unwrap()])).ok();
        assert!(done.stdout.is_empty());
        assert!(fs::read(out).unwrap().starts_with(begin), "{name}");
    }
}

#[test]
fn what_is_given_wrong_ends_with_2_and_says_what_would_be_right() {
    for (args, wanted) in [
        (&["sonik"][..], "did you mean \"sonic\"?"),
        (
            &["sonic", "--moves", "X@d3"],
            "--moves: 'X' is no piece of sonic",
        ),
        (
            &["sonic", "--moves", "R@k3"],
            "--moves: \"k3\" is no cell of sonic",
        ),
        (&["sonic", "--moves", "Rd3"], "write PIECE@CELL"),
        (&["sonic", "-o", "springs"], "must be written OPTION=VALUE"),
        (
            &["sonic", "--out", "board.gif"],
            "ends neither with .svg nor with .png",
        ),
        (
            &["sonic", "--out", "board"],
            "ends neither with .svg nor with .png",
        ),
        (&["sonic", "--width", "20"], "20 is not in 100..=8000"),
    ] {
        let done = assay(["games", "draw"].iter().chain(args)).failed(2, &[wanted]);
        assert!(done.stdout.is_empty());
    }
}

#[test]
fn every_fault_of_a_position_is_listed() {
    let position = "8/8/8/8/8/8/9/K6x w Z - 0 1";
    assay(["games", "draw", "fide", position]).failed(
        2,
        &[
            "no number of empty cells",
            "'x' is no piece",
            "'Z' is no castling right",
            "Black has 0 kings",
        ],
    );
}

#[test]
fn a_piece_that_does_not_stand_there_is_usage() {
    let position = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
    let args = ["games", "draw", "fide", position, "--moves", "R@d3"];
    assay(args).failed(2, &["d3 is empty in the position; its R stand on a1"]);
}

#[test]
fn a_file_that_cannot_be_written_ends_with_1() {
    let dir = tempfile::tempdir().unwrap();
    let out = dir.path().join("missing").join("board.svg");
    let out = out.to_str().unwrap();
    assay(["games", "draw", "fide", "--out", out]).failed(1, &["cannot write", out]);
}
