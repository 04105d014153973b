//! Faults of game files: each is told with its place, all of a file at once.

use assay_rules::Game;

/// The orthodox game's file with one text replaced.
fn edited(from: &str, to: &str) -> String {
    let source = Game::builtin("fide").unwrap().source().to_owned();
    assert!(source.contains(from), "{from}");
    source.replacen(from, to, 1)
}

#[test]
fn faults_name_place_and_remedy() {
    for (from, to, want) in [
        (
            "[pieces.P.pawn]",
            "move = \"N\"\n[pieces.P.pawn]",
            "is a pawn and has another movement besides; say it all in",
        ),
        (
            "promotes-to = \"QRBN\"",
            "promotes-to = \"QX\"",
            "promotes to 'X'",
        ),
        (
            "royal = true",
            "royal = false",
            "0 royal piece kinds; a game has exactly one",
        ),
        (
            "move = \"R\"",
            "mvoe = \"R\"",
            "unknown key \"mvoe\" in [pieces.R]; did you mean \"move\"?",
        ),
        ("width = 8", "width = 80", "width = 80 is outside 1 to 26"),
        (
            "king-to = \"g1\"",
            "king-to = \"g3\"",
            "g3 does not lie on a line from e1 to h1",
        ),
        (
            "goal = \"checkmate\"",
            "goal = \"chess\"",
            "it is one of checkmate, king",
        ),
        (
            "default = \"draw\"",
            "default = \"drwa\"",
            "the default \"drwa\", which is none of its values",
        ),
        (
            "rnbqkbnr/pppppppp",
            "rnbqkbnr/ppppppp",
            "the start position is wrong: row 2 has 8 cells, 7 are given",
        ),
    ] {
        let faults = Game::parse("mine.toml", &edited(from, to))
            .unwrap_err()
            .to_string();
        assert!(faults.contains(want), "{to}:\n{faults}");
        assert!(faults.starts_with("mine.toml:"), "{faults}");
    }
}

#[test]
fn every_fault_is_told_at_once() {
    let text = edited("move = \"R\"", "move = \"Rq\"").replace("goal = ", "gaol = ");
    let faults = Game::parse("mine.toml", &text).unwrap_err();
    assert!(faults.list.len() >= 2, "{faults}");
    assert!(faults.list.iter().all(|f| f.place.is_some()), "{faults}");
}

#[test]
fn the_game_of_the_guide_is_valid() {
    let guide = include_str!("../../../configs/README.md");
    let text = guide
        .split("```toml\n")
        .find(|b| b.starts_with("id = "))
        .expect("a game");
    let game = Game::parse("guide", text.split("```").next().unwrap()).unwrap();
    assert_eq!(game.choices().len(), 2);
}
