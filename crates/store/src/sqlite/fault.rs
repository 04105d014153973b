use std::io;
use std::path::Path;

use sqlx::Error;

use crate::StoreError;

/// SQLite's primary result codes, <https://www.sqlite.org/rescode.html>.
mod code {
    pub(super) const BUSY: i32 = 5;
    pub(super) const LOCKED: i32 = 6;
    pub(super) const READONLY: i32 = 8;
    pub(super) const IOERR: i32 = 10;
    pub(super) const CORRUPT: i32 = 11;
    pub(super) const FULL: i32 = 13;
    pub(super) const CANTOPEN: i32 = 14;
    pub(super) const NOTADB: i32 = 26;
    /// The shared memory of the write-ahead log could not grow: on Linux, a full disk.
    pub(super) const IOERR_SHMSIZE: i32 = IOERR | (19 << 8);
}

/// What a database error means for the person who owns the file.
pub(super) fn fault(path: &Path, error: &Error) -> StoreError {
    let path = path.to_owned();
    let what = error.to_string();
    let code = match error {
        Error::Database(e) => e.code().and_then(|code| code.parse::<i32>().ok()),
        Error::Io(e) => return io_fault(&path, e),
        Error::PoolClosed | Error::WorkerCrashed => return StoreError::Closed,
        Error::PoolTimedOut => return StoreError::Busy { path },
        Error::ColumnDecode { .. } | Error::Decode(_) => {
            return StoreError::Corrupt { path, what };
        }
        _ => None,
    };
    match code.map(|code| (code, code & 0xff)) {
        Some((_, code::FULL) | (code::IOERR_SHMSIZE, _)) => StoreError::Full { path },
        Some((_, code::READONLY)) => StoreError::ReadOnly { path, what },
        Some((_, code::BUSY | code::LOCKED)) => StoreError::Busy { path },
        Some((_, code::CORRUPT | code::NOTADB)) => StoreError::Corrupt { path, what },
        Some((_, code::IOERR | code::CANTOPEN)) => StoreError::Io { path, what },
        _ => StoreError::Unexpected { path, what },
    }
}

/// What a failure of the file system means for the person who owns the file.
pub(super) fn io_fault(path: &Path, error: &io::Error) -> StoreError {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
            StoreError::ReadOnly {
                path,
                what: error.to_string(),
            }
        }
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => StoreError::Full { path },
        io::ErrorKind::NotFound => StoreError::NoFile(path),
        io::ErrorKind::IsADirectory => StoreError::Directory(path),
        _ => StoreError::Io {
            path,
            what: error.to_string(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn failures_of_the_file_system_are_told_apart() {
        let path = Path::new("x.sqlite");
        for (kind, want) in [
            (io::ErrorKind::StorageFull, "no room left for x.sqlite"),
            (
                io::ErrorKind::PermissionDenied,
                "x.sqlite cannot be read and written",
            ),
            (io::ErrorKind::NotFound, "there is no database x.sqlite"),
            (io::ErrorKind::BrokenPipe, "x.sqlite cannot be used"),
        ] {
            let message = io_fault(path, &io::Error::from(kind)).to_string();
            assert!(message.starts_with(want), "{message}");
        }
    }
}
