use std::fmt;
use std::process::ExitCode;

use assay_faults::Faults;
use assay_store::StoreError;

/// Why a command did not do what was asked; decides the exit code.
#[derive(Debug)]
pub(crate) enum Problem {
    /// What was given is wrong: exit code 2.
    Usage(String),
    /// What was asked could not be done: exit code 1.
    Failure(String),
    /// It was stopped by a signal before its end: exit code 130. The words say how to go on.
    Interrupted(String),
}

impl Problem {
    /// 2 for usage, 1 for failure, 130 for an interrupt.
    pub(crate) fn code(&self) -> ExitCode {
        match self {
            Problem::Usage(_) => ExitCode::from(2),
            Problem::Failure(_) => ExitCode::from(1),
            Problem::Interrupted(_) => ExitCode::from(130),
        }
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::Usage(text) | Problem::Failure(text) | Problem::Interrupted(text) => {
                f.write_str(text)
            }
        }
    }
}

impl From<Faults> for Problem {
    fn from(faults: Faults) -> Problem {
        Problem::Usage(faults.to_string())
    }
}

/// A path that leads to no database of ours was given wrong; what is the matter with one that is ours is a failure.
impl From<StoreError> for Problem {
    fn from(fault: StoreError) -> Problem {
        let text = fault.to_string();
        match fault {
            StoreError::Directory(_)
            | StoreError::NoDirectory(_)
            | StoreError::NoFile(_)
            | StoreError::NotOurs { .. } => Problem::Usage(text),
            _ => Problem::Failure(text),
        }
    }
}

impl From<anyhow::Error> for Problem {
    fn from(error: anyhow::Error) -> Problem {
        Problem::Failure(format!("{error:#}"))
    }
}

impl From<std::io::Error> for Problem {
    fn from(error: std::io::Error) -> Problem {
        Problem::Failure(error.to_string())
    }
}
