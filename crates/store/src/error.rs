use std::path::PathBuf;

use assay_study::StudyId;

/// What can go wrong with a store. Every message says what to do.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The path is a directory.
    #[error("{0} is a directory, not a database; give the path of a file")]
    Directory(PathBuf),
    /// The file's directory is missing.
    #[error("there is no directory {0} to keep a database in; make it or give another path")]
    NoDirectory(PathBuf),
    /// Nothing there to read.
    #[error("there is no database {0}; give the path of one, or run a study first")]
    NoFile(PathBuf),
    /// The file is something else.
    #[error("{path} is not an Assay database ({what}) and is left as it is; give another path")]
    NotOurs {
        /// The file.
        path: PathBuf,
        /// What it is instead.
        what: &'static str,
    },
    /// The file was written by a newer version.
    #[error(
        "{path} was written by a newer version of Assay (layout {found}; this one knows up to {known}); use the newer version, or another file"
    )]
    Newer {
        /// The file.
        path: PathBuf,
        /// Layout of the file.
        found: i64,
        /// Newest layout known here.
        known: i64,
    },
    /// The file's layout is old, and it may only be read.
    #[error(
        "{path} has layout {found}, older than {known}; open it once with `assay coordinator` or `assay run` to bring it up to date"
    )]
    Older {
        /// The file.
        path: PathBuf,
        /// Layout of the file.
        found: i64,
        /// Layout needed.
        known: i64,
    },
    /// Another coordinator has the file.
    #[error(
        "{path} is in use by another `assay run` or coordinator{by}; stop that one first, or, to a coordinator, submit your study with `assay submit`"
    )]
    InUse {
        /// The file.
        path: PathBuf,
        /// Which one, if known: ` (process 4711)`.
        by: String,
    },
    /// The file or its directory cannot be written.
    #[error(
        "{path} cannot be read and written ({what}); make it and its directory readable and writable or give another path; what workers have finished waits in their outboxes"
    )]
    ReadOnly {
        /// The file.
        path: PathBuf,
        /// Why, in the system's words.
        what: String,
    },
    /// No room on the disk.
    #[error(
        "no room left for {path}; free some space on its disk; what workers have finished waits in their outboxes"
    )]
    Full {
        /// The file.
        path: PathBuf,
    },
    /// The file is damaged.
    #[error(
        "{path} is damaged ({what}); keep a copy, then restore it from a backup or save what is left with `sqlite3 {path} .recover`"
    )]
    Corrupt {
        /// The file.
        path: PathBuf,
        /// What was found.
        what: String,
    },
    /// Someone else held the database for too long.
    #[error("{path} is locked by another program; close that program and try again")]
    Busy {
        /// The file.
        path: PathBuf,
    },
    /// The system failed to read or write.
    #[error("{path} cannot be used: {what}; check the disk and the permissions")]
    Io {
        /// The file.
        path: PathBuf,
        /// What the system said.
        what: String,
    },
    /// The store was opened only to read.
    #[error("the store was opened for reading only; open it for writing to change it")]
    ReadingOnly,
    /// The store has been closed.
    #[error("the store is closed; open it again")]
    Closed,
    /// There is no such study.
    #[error("no study {0} in the store; `assay status` lists those there are")]
    NoSuchStudy(StudyId),
    /// Anything else the database said.
    #[error("{path}: the database answered: {what}; please report this as a bug")]
    Unexpected {
        /// The file.
        path: PathBuf,
        /// What it said.
        what: String,
    },
}

impl StoreError {
    /// Whether the same call may well succeed later, with nothing changed but the surroundings.
    pub fn may_pass(&self) -> bool {
        matches!(
            self,
            StoreError::Full { .. }
                | StoreError::ReadOnly { .. }
                | StoreError::Busy { .. }
                | StoreError::Io { .. }
                | StoreError::InUse { .. }
        )
    }
}
