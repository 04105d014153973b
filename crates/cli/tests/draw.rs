//! `assay games draw` as its users meet it.

use std::fs;
use std::process::{Command, Output};

fn draw(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_assay"))
        .args(["games", "draw"])
        .args(args)
        .output()
        .expect("the program runs")
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn svg_goes_to_standard_output() {
    let output = draw(&["seenschach", "-o", "mirror=border", "--moves", "R@d3"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let svg = String::from_utf8(output.stdout).unwrap();
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n"));
    assert!(svg.contains("Seenschach: mirror border"));
    assert!(output.stderr.is_empty());
}

#[test]
fn files_are_written_as_their_ending_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    for (name, begin) in [("board.svg", &b"<svg "[..]), ("board.PNG", b"\x89PNG")] {
        let out = path(name);
        let output = draw(&[
            "sonic",
            "--width",
            "300",
            "--style",
            "symbols",
            "--out",
            out.to_str().unwrap(),
        ]);
        assert!(output.status.success(), "{}", stderr(&output));
        assert!(output.stdout.is_empty());
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
        (
            &["fide", "8/8/8/8/8/8/8/K6K w - - 0 1", "--moves", "R@d3"],
            "Black has 0 kings instead of one",
        ),
    ] {
        let output = draw(args);
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(
            stderr(&output).contains(wanted),
            "{args:?}: {}",
            stderr(&output)
        );
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn every_fault_of_a_position_is_listed() {
    let output = draw(&["fide", "8/8/8/8/8/8/9/K6x w Z - 0 1"]);
    assert_eq!(output.status.code(), Some(2));
    let told = stderr(&output);
    for wanted in [
        "no number of empty cells",
        "'x' is no piece",
        "'Z' is no castling right",
        "Black has 0 kings",
    ] {
        assert!(told.contains(wanted), "{wanted}: {told}");
    }
}

#[test]
fn a_file_that_cannot_be_written_ends_with_1() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("missing").join("board.svg");
    let output = draw(&["fide", "--out", out.to_str().unwrap()]);
    assert_eq!(output.status.code(), Some(1));
    assert!(
        stderr(&output).contains("cannot write"),
        "{}",
        stderr(&output)
    );
}
