//! Telling game files, study files and files of piece values apart, so that one given for another is told as that and not key by
//! key.

use assay_faults::{Document, Fault, Faults, Table, Value};

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileKind {
    /// A game's board, pieces and rules.
    Game,
    /// A study of a game.
    Study,
    /// What an engine takes pieces to be worth.
    Values,
}

/// The fault of a file that is certainly of another kind than the `wanted` one, said with what takes it. What is no TOML and
/// what might be either is left to whoever reads it.
pub(crate) fn mistaken(origin: &str, text: &str, wanted: FileKind) -> Option<Faults> {
    let root = Document::parse(origin, text).ok()?.root;
    let (kind, key) = kind(&root)?;
    let place = root.iter().find(|(k, ..)| *k == key).map(|(_, at, _)| at)?;
    let (what, hint) = match (kind, wanted) {
        (FileKind::Game, FileKind::Study) => (
            format!("this is a game file (it has {key}), not a study"),
            format!(
                "`assay games check {origin}` and `assay play {origin}` take it; a study names it: game = {origin:?}"
            ),
        ),
        (FileKind::Study, FileKind::Game) => (
            format!("this is a study (it has {key}), not a game file"),
            format!("`assay run {origin}` and `assay plan {origin}` take it"),
        ),
        (FileKind::Values, FileKind::Game | FileKind::Study) => (
            format!(
                "this is a file of piece values (its {key} are numbers), not a {}",
                wanted.name()
            ),
            "a study takes them as a table of its player: [player.values.pieces]".to_owned(),
        ),
        _ => return None,
    };
    let fault = Fault::new(what).at(place).hint(hint);
    Some(Faults::one(origin, fault))
}

impl FileKind {
    fn name(self) -> &'static str {
        match self {
            FileKind::Game => "game file",
            FileKind::Study => "study",
            FileKind::Values => "file of values",
        }
    }
}

/// The kind of a file, and a key of its own that only this kind has.
fn kind(root: &Table) -> Option<(FileKind, &'static str)> {
    let has = |key: &&&str| root.get(key).is_some();
    // A game's pieces are tables, or texts of how they move.
    let numbers = |key: &&&str| {
        root.get(key).is_some_and(|item| match &item.value {
            Value::Table(table) => {
                let mut items = table.iter().map(|(.., item)| &item.value);
                table.iter().next().is_some() && items.all(|v| matches!(v, Value::Integer(_)))
            }
            _ => false,
        })
    };
    if root
        .iter()
        .all(|(key, ..)| ["pieces", "forms"].contains(&key))
        && let Some(key) = ["pieces", "forms"].iter().find(numbers)
    {
        return Some((FileKind::Values, key));
    }
    let game = ["board", "pieces", "rules", "start"].iter().find(has);
    let study = ["game", "limits", "stop", "openings", "arm", "factorial"]
        .iter()
        .find(has);
    match (game, study) {
        (Some(key), None) => Some((FileKind::Game, key)),
        (None, Some(key)) => Some((FileKind::Study, key)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_the_other_kind_are_told_so() {
        let game = "id = \"x\"\nname = \"X\"\n[board]\nwidth = 3\n";
        let study = "name = \"X\"\ngame = \"fide\"\n[stop]\npairs = 3\n";
        assert_eq!(
            mistaken("x.toml", game, FileKind::Study)
                .unwrap()
                .to_string(),
            "x.toml:3:2: this is a game file (it has board), not a study; \
             `assay games check x.toml` and `assay play x.toml` take it; a study names it: game = \"x.toml\""
        );
        assert_eq!(
            mistaken("x.toml", study, FileKind::Game)
                .unwrap()
                .to_string(),
            "x.toml:2:1: this is a study (it has game), not a game file; \
             `assay run x.toml` and `assay plan x.toml` take it"
        );
    }

    #[test]
    fn a_file_of_values_is_neither_game_nor_study() {
        let values = include_str!("../../../configs/values/fide.toml");
        for (wanted, name) in [
            (FileKind::Study, "a study"),
            (FileKind::Game, "a game file"),
        ] {
            let said = mistaken("v.toml", values, wanted).unwrap().to_string();
            let words =
                format!("this is a file of piece values (its pieces are numbers), not {name}; ");
            assert!(said.contains(&words), "{said}");
        }
        let game = "[pieces.N]\nname = \"knight\"\n";
        assert_eq!(mistaken("x.toml", game, FileKind::Game), None);
    }

    #[test]
    fn what_is_right_or_might_be_either_is_left_alone() {
        for (text, wanted) in [
            ("[board]\n", FileKind::Game),
            ("game = \"x\"\n", FileKind::Study),
            ("name = \"x\"\n", FileKind::Study),
            ("game = \"x\"\n[pieces]\n", FileKind::Game),
            ("= no TOML", FileKind::Game),
        ] {
            assert_eq!(mistaken("x.toml", text, wanted), None, "{text}");
        }
    }
}
