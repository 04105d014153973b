//! Finished pairs on disk until the coordinator has acknowledged them.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use assay_arena::Record;
use assay_study::{ArmIndex, PairKey, PairNumber, StudyId};
use assay_wire::FinishedPair;
use serde::{Deserialize, Serialize};

/// A directory with one file a finished pair, each written aside and renamed, so that a crash leaves whole
/// files only. Not flushed to the medium: what a power failure takes is played again.
#[derive(Clone, Debug)]
pub struct Outbox {
    dir: PathBuf,
}

/// Why an outbox could not do its work.
#[derive(Debug, thiserror::Error)]
#[error("cannot {doing} {path}: {cause}", path = .path.display())]
pub struct OutboxFault {
    doing: &'static str,
    path: PathBuf,
    cause: io::Error,
}

/// What lay in an outbox.
#[derive(Debug, Default)]
pub struct Waiting {
    /// Pairs to send, in order of study, arm and pair.
    pub pairs: Vec<FinishedPair>,
    /// Files that hold no pair, with the reason. They are left alone.
    pub unreadable: Vec<(PathBuf, String)>,
}

/// How a pair looks inside its file.
#[derive(Serialize, Deserialize)]
struct Entry {
    study: String,
    arm: u16,
    pair: u32,
    attempt: u32,
    games: [Record; 2],
}

const EXTENSION: &str = "json";
/// Where refused pairs go, for people to look at.
const REFUSED: &str = "refused";

impl Outbox {
    /// The outbox in a directory, which is made if it is not there.
    pub fn open(dir: &Path) -> Result<Outbox, OutboxFault> {
        fs::create_dir_all(dir).map_err(fault("use the outbox", dir))?;
        Ok(Outbox {
            dir: dir.to_owned(),
        })
    }

    /// The directory.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// Keeps a pair until [`forget`](Outbox::forget).
    pub fn keep(&self, pair: &FinishedPair) -> Result<(), OutboxFault> {
        let entry = Entry {
            study: pair.study.to_string(),
            arm: pair.key.arm.0,
            pair: pair.key.pair.0,
            attempt: pair.attempt.0,
            games: pair.games.clone(),
        };
        let aside = self
            .dir
            .join(format!(".{}.{}", name(pair), std::process::id()));
        let written = serde_json::to_vec(&entry)
            .map_err(io::Error::from)
            .and_then(|bytes| File::create(&aside)?.write_all(&bytes))
            .and_then(|()| fs::rename(&aside, self.path(pair)));
        if written.is_err() {
            // What was written of it is worth nothing, and its own failure would say nothing new.
            let _already_failing = fs::remove_file(&aside);
        }
        written.map_err(fault("write to the outbox", &self.dir))
    }

    /// Lets go of an acknowledged pair.
    pub fn forget(&self, pair: &FinishedPair) -> Result<(), OutboxFault> {
        let path = self.path(pair);
        match fs::remove_file(&path) {
            // Never kept, as on a full disk, or taken by another worker that shares the directory.
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(()),
            other => other.map_err(fault("remove", &path)),
        }
    }

    /// Moves a refused pair to where people can look at it and nobody sends it again.
    pub fn set_aside(&self, pair: &FinishedPair) -> Result<PathBuf, OutboxFault> {
        let dir = self.dir.join(REFUSED);
        fs::create_dir_all(&dir).map_err(fault("make", &dir))?;
        let to = dir.join(name(pair));
        let path = self.path(pair);
        match fs::rename(&path, &to) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(to),
            other => other.map(|()| to).map_err(fault("move", &path)),
        }
    }

    /// Everything that waits.
    pub fn waiting(&self) -> Result<Waiting, OutboxFault> {
        let mut paths = Vec::new();
        let failed = || fault("read the outbox", &self.dir);
        for item in fs::read_dir(&self.dir).map_err(failed())? {
            let path = item.map_err(failed())?.path();
            let hidden = path
                .file_name()
                .is_some_and(|n| n.to_string_lossy().starts_with('.'));
            if !hidden && path.extension().is_some_and(|e| e == EXTENSION) {
                paths.push(path);
            }
        }
        paths.sort();
        let mut waiting = Waiting::default();
        for path in paths {
            match read(&path) {
                Ok(pair) => waiting.pairs.push(pair),
                Err(why) => waiting.unreadable.push((path, why)),
            }
        }
        waiting
            .pairs
            .sort_by(|a, b| (&a.study, a.key).cmp(&(&b.study, b.key)));
        Ok(waiting)
    }

    fn path(&self, pair: &FinishedPair) -> PathBuf {
        self.dir.join(name(pair))
    }
}

/// Named by the pair, so that the same pair played twice waits once.
fn name(pair: &FinishedPair) -> String {
    format!(
        "{}.{}.{}.{EXTENSION}",
        pair.study, pair.key.arm.0, pair.key.pair.0
    )
}

fn read(path: &Path) -> Result<FinishedPair, String> {
    let bytes = fs::read(path).map_err(|e| e.to_string())?;
    let entry: Entry = serde_json::from_slice(&bytes).map_err(|e| e.to_string())?;
    let study: StudyId = entry
        .study
        .parse()
        .map_err(|e: assay_study::BadStudyId| e.to_string())?;
    Ok(FinishedPair {
        study,
        key: PairKey {
            arm: ArmIndex(entry.arm),
            pair: PairNumber(entry.pair),
        },
        attempt: assay_study::Attempt(entry.attempt),
        games: entry.games,
    })
}

fn fault<'a>(doing: &'static str, path: &'a Path) -> impl FnOnce(io::Error) -> OutboxFault + 'a {
    move |cause| OutboxFault {
        doing,
        path: path.to_owned(),
        cause,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fake::pair;

    #[test]
    fn pairs_wait_until_they_are_forgotten() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(&dir.path().join("deep/outbox")).unwrap();
        let pairs: Vec<_> = [(1, 0), (0, 11), (0, 2)].map(|(a, p)| pair(a, p)).into();
        for p in &pairs {
            outbox.keep(p).unwrap();
            outbox.keep(p).unwrap();
        }
        let order = |o: &Outbox| {
            let waiting = o.waiting().unwrap();
            assert!(waiting.unreadable.is_empty());
            let keys = waiting.pairs.iter().map(|p| (p.key.arm.0, p.key.pair.0));
            keys.collect::<Vec<_>>()
        };
        assert_eq!(order(&outbox), [(0, 2), (0, 11), (1, 0)]);
        assert_eq!(outbox.waiting().unwrap().pairs[0], pairs[2]);
        outbox.forget(&pairs[1]).unwrap();
        outbox.forget(&pairs[1]).unwrap();
        let reopened = Outbox::open(outbox.dir()).unwrap();
        assert_eq!(order(&reopened), [(0, 2), (1, 0)]);
    }

    #[test]
    fn refused_pairs_are_kept_but_not_sent_again() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(dir.path()).unwrap();
        outbox.keep(&pair(0, 1)).unwrap();
        let path = outbox.set_aside(&pair(0, 1)).unwrap();
        assert!(path.exists());
        assert!(outbox.waiting().unwrap().pairs.is_empty());
    }

    #[test]
    fn half_files_and_foreign_files_are_told_apart() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(dir.path()).unwrap();
        outbox.keep(&pair(0, 1)).unwrap();
        let whole = fs::read(outbox.path(&pair(0, 1))).unwrap();
        fs::write(dir.path().join("a.0.2.json"), &whole[..whole.len() / 2]).unwrap();
        fs::write(dir.path().join("a.0.3.json"), "").unwrap();
        fs::write(dir.path().join("notes.txt"), "mine").unwrap();
        fs::write(dir.path().join(".a.0.4.json.17"), "crashed here").unwrap();
        let waiting = outbox.waiting().unwrap();
        assert_eq!(waiting.pairs.len(), 1);
        assert_eq!(waiting.unreadable.len(), 2);
    }

    #[test]
    fn a_file_in_place_of_the_directory_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("outbox");
        fs::write(&path, "").unwrap();
        let message = Outbox::open(&path).unwrap_err().to_string();
        assert!(message.contains("cannot use the outbox"), "{message}");
        assert!(message.contains(&path.display().to_string()), "{message}");
    }

    #[test]
    fn a_directory_that_went_away_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let outbox = Outbox::open(&dir.path().join("o")).unwrap();
        fs::remove_dir(outbox.dir()).unwrap();
        let message = outbox.keep(&pair(0, 0)).unwrap_err().to_string();
        assert!(message.contains("cannot write to the outbox"), "{message}");
    }
}
