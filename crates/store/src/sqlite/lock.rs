use std::fs::{File, OpenOptions, TryLockError};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use super::fault::io_fault;
use crate::StoreError;

/// The right to write a database, kept by an advisory lock on a file beside it: two coordinators on
/// one file would lend the same pairs. The lock ends with the process, however it ends; the file stays.
#[derive(Debug)]
pub(super) struct Lock {
    _file: File,
}

impl Lock {
    /// Takes the lock of a database, or says who has it.
    pub(super) fn take(database: &Path) -> Result<Lock, StoreError> {
        let path = lock_path(database);
        let mut file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(&path)
            .map_err(|error| io_fault(database, &error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(StoreError::InUse {
                    path: database.to_owned(),
                    by: holder(&mut file),
                });
            }
            Err(TryLockError::Error(error)) => return Err(io_fault(&path, &error)),
        }
        // The number only makes the message of the next one better; a full disk must not keep us out.
        let number = std::process::id().to_string();
        let noted = file
            .set_len(0)
            .and_then(|()| file.write_all(number.as_bytes()));
        if let Err(error) = noted {
            tracing::debug!(path = %path.display(), %error, "no process number in the lock file");
        }
        Ok(Lock { _file: file })
    }
}

fn lock_path(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

fn holder(file: &mut File) -> String {
    let mut text = String::new();
    // Where it cannot be read, the message goes without it.
    match file.read_to_string(&mut text) {
        Ok(_) if text.trim().parse::<u32>().is_ok() => format!(" (process {})", text.trim()),
        _ => String::new(),
    }
}
