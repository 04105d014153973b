//! A report's folder, written aside and renamed, so that a crash never leaves half a report.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use assay_arena::Record;
use assay_report::{Analysis, Findings, RenderMeta, render};
use assay_study::{GameNumber, PairKey, Study};

use crate::places::{MARK, may_replace};
use crate::problem::Problem;

/// What is written and where.
pub(crate) struct ReportFolder<'a> {
    /// The folder.
    pub(crate) path: &'a Path,
    /// Whose report it is.
    pub(crate) stem: &'a str,
}

/// Works the findings out of the pairs of a study, and of those that were set aside.
pub(crate) fn findings(
    study: &Study,
    pairs: &[(PairKey, [Record; 2])],
    set_aside: &[PairKey],
) -> Result<Findings, Problem> {
    let mut analysis = Analysis::new(study)?;
    for key in set_aside {
        analysis.set_aside(*key);
    }
    for (key, games) in pairs {
        for (number, game) in GameNumber::BOTH.into_iter().zip(games) {
            analysis.add(*key, number, game);
        }
    }
    Ok(analysis.findings())
}

impl ReportFolder<'_> {
    /// Writes the report, in place of an earlier one. Gives the path of its page.
    pub(crate) fn write(
        &self,
        findings: &Findings,
        notes: Vec<String>,
    ) -> Result<PathBuf, Problem> {
        let shown = self.path.display();
        if !may_replace(self.path, self.stem) {
            return Err(Problem::Usage(format!(
                "{shown} is there and is not a report of this study; name another folder with --out"
            )));
        }
        let meta = RenderMeta {
            written: None,
            program: assay_search::VERSION.to_owned(),
            notes,
        };
        let files = render(findings, &meta);
        self.replace(&files).map_err(|e| {
            Problem::Failure(format!(
                "cannot write the report {shown}: {e}; the games are safe, `assay report` tries again"
            ))
        })?;
        Ok(self.path.join("index.html"))
    }

    fn replace(&self, files: &[(String, Vec<u8>)]) -> io::Result<()> {
        let aside = beside(self.path, "new");
        let old = beside(self.path, "old");
        clear(&aside)?;
        clear(&old)?;
        for (name, bytes) in files {
            let path = aside.join(name);
            if let Some(dir) = path.parent() {
                fs::create_dir_all(dir)?;
            }
            fs::write(path, bytes)?;
        }
        fs::write(aside.join(MARK), format!("{}\n", self.stem))?;
        match fs::rename(self.path, &old) {
            Err(e) if e.kind() != io::ErrorKind::NotFound => return Err(e),
            _ => {}
        }
        fs::rename(&aside, self.path)?;
        clear(&old)
    }
}

fn beside(path: &Path, what: &str) -> PathBuf {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!(".{name}.{what}"))
}

fn clear(dir: &Path) -> io::Result<()> {
    match fs::remove_dir_all(dir) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_replaces_the_one_before_it_whole() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("report");
        let folder = ReportFolder {
            path: &path,
            stem: "s",
        };
        let files = |name: &str| vec![(name.to_owned(), b"x".to_vec())];
        folder.replace(&files("charts/a.svg")).unwrap();
        assert!(path.join("charts/a.svg").exists());
        folder.replace(&files("index.html")).unwrap();
        assert!(path.join("index.html").exists());
        assert!(!path.join("charts").exists());
        let left: Vec<_> = fs::read_dir(dir.path()).unwrap().collect();
        assert_eq!(left.len(), 1, "nothing is left aside");
    }
}
