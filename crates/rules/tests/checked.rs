//! Game files that are wrong or suspicious, each with the very words that a check says of it.
//!
//! `checked/NAME.toml` is a file, `checked/NAME.txt` what is said: its faults, or its warnings if it has no fault.

use std::fs;
use std::path::Path;

use assay_rules::Game;

fn said(name: &str, text: &str) -> String {
    match Game::parse(name, text) {
        Err(faults) => format!("{faults}\n"),
        Ok(game) => match game.warnings() {
            none if none.is_empty() => "nothing\n".to_owned(),
            warnings => format!("{warnings}\n"),
        },
    }
}

#[test]
fn every_file_is_told_what_is_written_beside_it() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/checked");
    let mut files = 0;
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|e| e != "toml") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let wanted = fs::read_to_string(path.with_extension("txt"))
            .unwrap_or_else(|e| panic!("no words for {name}: {e}"));
        assert_eq!(said(name, &fs::read_to_string(&path).unwrap()), wanted);
        files += 1;
    }
    assert!(files >= 20, "{files}");
}

#[test]
fn the_built_in_games_have_no_warnings() {
    for &id in Game::builtin_ids() {
        let warnings = Game::builtin(id).unwrap().warnings();
        assert!(warnings.is_empty(), "{warnings}");
    }
}

/// Options beyond 256 choices are looked at one by one.
#[test]
fn many_options_are_looked_at_one_by_one() {
    let option = |i| {
        format!(
            "\n[options.o{i}]\ndefault = \"a\"\n[options.o{i}.values.a]\n[options.o{i}.values.b]\nset = {{ rules = {{ repetition = 5 }} }}\n"
        )
    };
    let source = Game::builtin("fide").unwrap().source().to_owned();
    let text = source + &(0..40).map(option).collect::<String>();
    let game = Game::parse("many.toml", &text).unwrap();
    assert_eq!(game.choices_to_check().len(), 42);
    assert!(game.warnings().is_empty(), "{}", game.warnings());
}

/// An option may have a value for each of 960 start arrays; far more are a fault at once.
#[test]
fn an_option_may_have_many_values_but_not_any_number() {
    let source = Game::builtin("fide").unwrap().source().to_owned();
    let with = |count: usize| {
        let value = |i| {
            format!(
                "[options.many.values.v{i}]\nset = {{ rules = {{ move-count = {} }} }}\n",
                100 + i
            )
        };
        let values: String = (0..count).map(value).collect();
        Game::parse(
            "many.toml",
            &format!("{source}\n[options.many]\ndefault = \"v0\"\n{values}"),
        )
    };
    let game = with(300).unwrap();
    assert!(!game.checks_every_choice());
    assert_eq!(game.choices_to_check().len(), 301);
    let said = with(5000).unwrap_err().to_string();
    assert!(
        said.contains("[options.many] has 5000 values") && said.contains("at most 1000 are read"),
        "{said}"
    );
    assert_eq!(said.lines().count(), 1, "{said}");
}
