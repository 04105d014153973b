use std::fs;
use std::path::{Path, PathBuf};

use super::assay;

/// Pairs of the study that most tests play.
pub(crate) const PAIRS: usize = 48;

/// Two arms, long enough to be disturbed in the middle and short enough to be played often.
const STUDY: &str = r#"
name = "disturbed"
game = "sonic"
seed = 20260101
length_cap = 160

[limits]
nodes = 150

[openings]
kind = "random"
plies = 4
balance = 200

[stop]
pairs = 24

[[arm]]
name = "curved"

[[arm]]
name = "crooked"
options = { turning = "crooked", springs = true }
"#;

/// Writes the study into a directory.
pub(crate) fn study(dir: &Path) -> PathBuf {
    let path = dir.join("disturbed.toml");
    fs::write(&path, STUDY).expect("a study file");
    path
}

/// Hands the study to a coordinator; its id.
pub(crate) fn study_id(dir: &Path, address: &str) -> String {
    let path = study(dir);
    let path = path.to_str().expect("a path in letters");
    let done = assay(["submit", path, "--coordinator", address]).ok();
    done.stdout.trim().to_owned()
}
