use std::fs;
use std::path::PathBuf;

use assay_report::board::{Look, Pieces, Scene, Subject, draw};
use assay_rules::{Game, with_rules};

/// Five by five squares with a pond in the middle, castles and a reflecting bishop.
const POND: &str = r#"
id = "pond"
name = "Pond"
inventor = "test"
page = "none"
about = "A small board with a hole."
start = "1rk2/5/2*2/5/1RK2 w - - 0 1"

[board]
shape = "square"
width = 5
height = 5
missing = ["c3"]

[rules]
goal = "checkmate"
stalemate = "draw"
repetition = 3
move-count = 100
dead-position = "bare"

[pieces.R]
name = "reflecting bishop"
reflect = "B"
mirror = "centre"

[pieces.K]
name = "king"
move = "K"
royal = true
within = ["b1", "c1", "d1", "b2", "c2", "d2"]
"#;

/// The seven hexes around one, in upright files or level ranks.
fn flower(board: &str) -> String {
    format!(
        r#"
id = "flower"
name = "Flower"
inventor = "test"
page = "none"
about = "Seven hexes."
start = "{}"

[board]
{board}

[rules]
goal = "checkmate"
stalemate = "draw"
repetition = 3
move-count = 100
dead-position = "bare"

[pieces.R]
name = "rook"
move = "slide orthogonals"

[pieces.K]
name = "king"
move = "step diagonals"
royal = true
"#,
        if board.contains("upright") {
            "k1/1R1/1K b - - 0 1"
        } else {
            "1k/1R1/K1 b - - 0 1"
        }
    )
}

fn upright() -> String {
    flower(
        "shape = \"hex-upright\"\nfiles = \"abc\"\nranks = [\"1-2\", \"1-3\", \"1-2\"]\nbend = \"b\"",
    )
}

fn level() -> String {
    flower("shape = \"hex-level\"\nfiles = \"abc\"\nranks = [\"b-c\", \"a-c\", \"a-b\"]")
}

/// Compares a drawing with its file. With `ASSAY_BLESS` set the file is written instead, to be looked at.
fn check(name: &str, game: &str, moves: Option<&str>, pieces: Pieces) {
    let game = Game::parse(name, game).unwrap_or_else(|f| panic!("{f}"));
    let rules = game.compile(&game.choose([]).unwrap(), None).unwrap();
    let look = Look { pieces, width: 400 };
    let drawing = with_rules!(&rules, r => {
        let scene = match moves {
            None => Scene::Position(r.start()),
            Some(text) => Scene::Alone(Subject::parse(r, text).unwrap()),
        };
        draw(r, &scene, look)
    });
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/board/golden")
        .join(format!("{name}.svg"));
    let source = "<!-- source: drawn by this crate, turned into pixels and looked at -->\n";
    if std::env::var_os("ASSAY_BLESS").is_some() {
        fs::write(&path, format!("{source}{}", drawing.svg())).unwrap();
    }
    let kept = fs::read_to_string(&path).unwrap();
    let kept = kept.strip_prefix(source).expect("a source line");
    assert!(
        drawing.svg() == kept,
        "{name} is drawn otherwise than {} has it:\n{}",
        path.display(),
        drawing.svg()
    );
}

#[test]
fn a_position_with_water_and_castles() {
    check("pond", POND, None, Pieces::Letters);
}

#[test]
fn tracks_that_share_stretches() {
    check("pond-moves", POND, Some("R@b1"), Pieces::Letters);
}

#[test]
fn upright_files_with_symbols() {
    check("flower-upright", &upright(), None, Pieces::Symbols);
}

#[test]
fn level_ranks() {
    check("flower-level", &level(), None, Pieces::Letters);
}
