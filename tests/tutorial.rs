//! The tutorial of `configs/README.md`: its files are written and its commands run in order, in an empty folder,
//! and what it says they print is what they print.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::program;

/// A fenced block: the words behind its fence and its text.
#[derive(Debug)]
struct Block<'a> {
    info: &'a str,
    text: String,
}

fn blocks(chapter: &str) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut lines = chapter.lines();
    while let Some(line) = lines.next() {
        let Some(info) = line.strip_prefix("```") else {
            continue;
        };
        let inside = lines.by_ref().take_while(|l| *l != "```");
        let text = inside.flat_map(|l| [l, "\n"]).collect();
        blocks.push(Block { info, text });
    }
    blocks
}

/// Runs a line as a user's shell would; what it printed.
fn shell(line: &str, dir: &Path) -> String {
    let programs = program().parent().expect("a program in a folder");
    let path = std::env::var("PATH").unwrap_or_default();
    let output = Command::new("sh")
        .args(["-c", line])
        .current_dir(dir)
        .env("PATH", format!("{}:{path}", programs.display()))
        .env("NO_COLOR", "1")
        .env_remove("ASSAY_LOG")
        .stdin(Stdio::null())
        .output()
        .expect("a shell");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {stderr}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_tutorial_does_what_it_says() {
    let guide = include_str!("../configs/README.md");
    let (_, chapter) = guide
        .split_once("\n## A game of your own\n")
        .expect("the chapter");
    let chapter = chapter.split("\n## ").next().unwrap();
    let dir = tempfile::tempdir().unwrap();
    let mut printed: Vec<(String, String)> = Vec::new();
    let mut written = 0;
    for block in blocks(chapter) {
        match block.info.split_once(' ').unwrap_or((block.info, "")) {
            ("toml", name) if !name.is_empty() => {
                fs::write(dir.path().join(name), block.text).unwrap();
                written += 1;
            }
            ("sh", "") => {
                for line in block.text.lines() {
                    printed.push((line.to_owned(), shell(line, dir.path())));
                }
            }
            ("text", "") => assert_eq!(printed.last().unwrap().1, block.text),
            _ => panic!("what is to be done with {block:?}?"),
        }
    }
    assert_eq!(written, 2);
    for command in ["check", "show", "draw", "moves", "perft", "run"] {
        let has = |line: &str| line.split(' ').any(|word| word == command);
        assert!(printed.iter().any(|(line, _)| has(line)), "no {command}");
    }
    let lists: Vec<&str> = printed
        .iter()
        .filter(|(line, _)| line.starts_with("assay moves"))
        .map(|(_, out)| out.as_str())
        .collect();
    assert!(
        lists.iter().all(|list| list.contains("b6b7=F\t")),
        "{lists:?}"
    );
    assert_eq!(
        lists
            .iter()
            .map(|list| list.contains("b6b7=R\t"))
            .collect::<Vec<_>>(),
        [false, true]
    );
    let report = &printed.last().unwrap().1;
    for words in ["frogs", "tadpoles any", "160 games", "White's score"] {
        assert!(report.contains(words), "no {words} in {report}");
    }
    for file in ["board.svg", "frog.svg", "report/index.html"] {
        assert!(dir.path().join(file).exists(), "{file} is missing");
    }
}
