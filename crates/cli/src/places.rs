//! Where the files of a study's run are.

use std::fs;
use std::path::{Path, PathBuf};

use crate::problem::Problem;

/// The files of one study, by default next to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Places {
    dir: PathBuf,
    stem: String,
}

/// In a report's folder, tells whose report it is.
pub(crate) const MARK: &str = ".assay-report";

impl Places {
    /// The places of a study file's run: in `out`, or else in the directory of the study.
    pub(crate) fn of(study: &Path, out: Option<&Path>) -> Places {
        let stem = study.file_stem().unwrap_or(study.as_os_str());
        let beside = study.parent().filter(|p| !p.as_os_str().is_empty());
        Places {
            dir: out.or(beside).unwrap_or(Path::new(".")).to_owned(),
            stem: stem.to_string_lossy().into_owned(),
        }
    }

    /// Makes the directory if it is not there.
    pub(crate) fn make(&self) -> Result<(), Problem> {
        fs::create_dir_all(&self.dir).map_err(|e| {
            let dir = self.dir.display();
            Problem::Failure(format!(
                "cannot make the directory {dir}: {e}; name another with --out"
            ))
        })
    }

    /// Studies and records.
    pub(crate) fn store(&self) -> PathBuf {
        self.dir.join(format!("{}.sqlite", self.stem))
    }

    /// Finished pairs that are not in the store yet.
    pub(crate) fn outbox(&self) -> PathBuf {
        self.dir.join(format!("{}.outbox", self.stem))
    }

    /// Whose report it is.
    pub(crate) fn stem(&self) -> &str {
        &self.stem
    }

    /// `report`, or where that is something else than this study's report, `report-STUDY`: two studies in one
    /// directory must not overwrite each other's, and a folder that is no report is nobody's to replace.
    pub(crate) fn report(&self) -> PathBuf {
        let plain = self.dir.join("report");
        if may_replace(&plain, &self.stem) {
            plain
        } else {
            self.dir.join(format!("report-{}", self.stem))
        }
    }
}

/// Whether nothing is there, or an earlier report of the same study.
pub(crate) fn may_replace(report: &Path, stem: &str) -> bool {
    match fs::read_dir(report) {
        Ok(mut items) => {
            items.next().is_none()
                || fs::read_to_string(report.join(MARK)).is_ok_and(|of| of.trim() == stem)
        }
        Err(e) => e.kind() == std::io::ErrorKind::NotFound,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_next_to_the_study_unless_told_otherwise() {
        let table = [
            ("a/b.toml", None, "a/b.sqlite"),
            ("b.toml", None, "./b.sqlite"),
            ("a/b.toml", Some("/o"), "/o/b.sqlite"),
        ];
        for (study, out, store) in table {
            let places = Places::of(Path::new(study), out.map(Path::new));
            assert_eq!(places.store(), Path::new(store));
        }
    }

    #[test]
    fn nobody_elses_folder_is_replaced() {
        let dir = tempfile::tempdir().unwrap();
        let places = |name: &str| Places::of(&dir.path().join(name), None);
        let report = dir.path().join("report");
        assert_eq!(places("a.toml").report(), report);
        fs::create_dir(&report).unwrap();
        assert_eq!(places("a.toml").report(), report);
        fs::write(report.join("thesis.txt"), "mine").unwrap();
        assert_eq!(places("a.toml").report(), dir.path().join("report-a"));
        fs::write(report.join(MARK), "a\n").unwrap();
        assert_eq!(places("a.toml").report(), report);
        assert_eq!(places("b.toml").report(), dir.path().join("report-b"));
    }
}
