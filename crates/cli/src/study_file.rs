//! Study files on disk.

use std::path::{Path, PathBuf};

use assay_faults::Faults;
use assay_rules::Game;
use assay_study::{Study, builtin_game};
use assay_wire::v1::StudyPackage;

use crate::file_kind::{FileKind, mistaken};
use crate::game_args::parse_game;
use crate::problem::Problem;

/// Reads a study file and the game it names: a built-in one, or a file beside the study.
pub(crate) fn read_study(path: &Path) -> Result<Study, Problem> {
    let origin = path.display().to_string();
    let text = std::fs::read_to_string(path)
        .map_err(|e| Problem::Usage(format!("cannot read the study file {origin}: {e}")))?;
    if let Some(faults) = mistaken(&origin, &text, FileKind::Study) {
        return Err(faults.into());
    }
    let beside = path.parent().unwrap_or(Path::new(""));
    Ok(Study::parse(&origin, &text, &mut |name| {
        game(name, beside)
    })?)
}

/// A study whose game is already at hand, as it comes from a store or a coordinator.
pub(crate) fn study_of(package: &StudyPackage) -> Result<Study, Problem> {
    let mut load = |_: &str| Game::parse("the study's game", &package.game);
    Ok(Study::parse(&package.origin, &package.text, &mut load)?)
}

/// What is sent to a coordinator.
pub(crate) fn package(study: &Study) -> StudyPackage {
    StudyPackage::of(
        study.id.as_str(),
        &study.origin,
        &study.text,
        study.game.source(),
    )
}

fn game(name: &str, beside: &Path) -> Result<Game, Faults> {
    let is_path = Path::new(name).extension().is_some_and(|e| e == "toml");
    if !is_path {
        return builtin_game(name);
    }
    let path: PathBuf = beside.join(name);
    let origin = path.display().to_string();
    let text = std::fs::read_to_string(&path).map_err(|e| {
        let fault = assay_faults::Fault::new(format!("cannot read the game file {origin}: {e}"));
        Faults::one(&origin, fault)
    })?;
    parse_game(&origin, &text)
}
