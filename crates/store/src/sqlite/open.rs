use std::fs::File;
use std::io::Read;
use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{ConnectOptions, Connection};

use super::fault::{fault, io_fault};
use crate::StoreError;

/// Marks a database as ours in its header: `Assy`.
const APPLICATION_ID: u32 = u32::from_be_bytes(*b"Assy");

/// What brings a database from each layout to the next; the layout is SQLite's `user_version`.
const MIGRATIONS: &[&str] = &[include_str!("migrations/0001_studies_records.sql")];

/// The layout this version writes and reads.
const LAYOUT: i64 = MIGRATIONS.len() as i64;

/// How long to wait for another program, such as a backup, to let go of the database.
const PATIENCE: Duration = Duration::from_secs(10);

/// Readers at the same time.
const READERS: u32 = 4;

/// What is at a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// Nothing, or an empty file: room for a new database.
    Room,
    /// A database of ours.
    Database,
}

/// Looks at a path without touching it: a file that is not ours must stay as it is.
pub(super) fn look(path: &Path) -> Result<Found, StoreError> {
    let Ok(metadata) = path.metadata() else {
        return match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() && !parent.is_dir() => {
                Err(StoreError::NoDirectory(parent.to_owned()))
            }
            _ => Ok(Found::Room),
        };
    };
    if metadata.is_dir() {
        return Err(StoreError::Directory(path.to_owned()));
    }
    if !metadata.is_file() {
        return Err(StoreError::NotOurs {
            path: path.to_owned(),
            what: "it is a device or a pipe",
        });
    }
    if metadata.len() == 0 {
        return Ok(Found::Room);
    }
    match header(path)? {
        Some(APPLICATION_ID) => Ok(Found::Database),
        Some(_) => Err(StoreError::NotOurs {
            path: path.to_owned(),
            what: "it is an SQLite database of another program",
        }),
        None => Err(StoreError::NotOurs {
            path: path.to_owned(),
            what: "it is no SQLite database",
        }),
    }
}

/// The application id in the header of an SQLite database, <https://www.sqlite.org/fileformat.html>; `None` of any other file.
fn header(path: &Path) -> Result<Option<u32>, StoreError> {
    const MAGIC: &[u8] = b"SQLite format 3\0";
    let mut bytes = Vec::new();
    File::open(path)
        .and_then(|file| file.take(100).read_to_end(&mut bytes))
        .map_err(|error| io_fault(path, &error))?;
    let id = bytes.get(68..72).filter(|_| bytes.starts_with(MAGIC));
    Ok(id.map(|id| u32::from_be_bytes([id[0], id[1], id[2], id[3]])))
}

/// Opens the one connection that writes, and brings the database up to date.
pub(super) async fn writer(path: &Path) -> Result<SqliteConnection, StoreError> {
    let is_marked_read_only = path.metadata().is_ok_and(|m| m.permissions().readonly());
    if is_marked_read_only {
        return Err(StoreError::ReadOnly {
            path: path.to_owned(),
            what: "the file is marked read-only".to_owned(),
        });
    }
    let wrong = |error: sqlx::Error| fault(path, &error);
    let mut connection = SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .busy_timeout(PATIENCE)
        .synchronous(SqliteSynchronous::Full)
        .disable_statement_logging()
        .connect()
        .await
        .map_err(wrong)?;
    migrate(path, &mut connection).await?;
    // Not before: a file must be marked as ours by the first thing ever written to it.
    let mode: String = sqlx::query_scalar("PRAGMA journal_mode = WAL")
        .fetch_one(&mut connection)
        .await
        .map_err(wrong)?;
    if mode != "wal" {
        tracing::warn!(path = %path.display(), mode, "no write-ahead log here; reports will have to wait for writes");
    }
    Ok(connection)
}

async fn layout(path: &Path, connection: &mut SqliteConnection) -> Result<i64, StoreError> {
    let found: i64 = sqlx::query_scalar("PRAGMA user_version")
        .fetch_one(connection)
        .await
        .map_err(|error| fault(path, &error))?;
    if found > LAYOUT {
        return Err(StoreError::Newer {
            path: path.to_owned(),
            found,
            known: LAYOUT,
        });
    }
    Ok(found)
}

/// Runs the migrations the database lacks, in one transaction with the layout it has then.
async fn migrate(path: &Path, connection: &mut SqliteConnection) -> Result<(), StoreError> {
    let found = layout(path, connection).await?;
    if found == LAYOUT {
        return Ok(());
    }
    let mut script = vec![format!(
        "BEGIN IMMEDIATE; PRAGMA application_id = {APPLICATION_ID};"
    )];
    script.extend(
        MIGRATIONS[found.max(0) as usize..]
            .iter()
            .map(ToString::to_string),
    );
    script.push(format!("PRAGMA user_version = {LAYOUT}; COMMIT;"));
    // Built of our own constants only.
    sqlx::raw_sql(sqlx::AssertSqlSafe(script.join("\n")))
        .execute(connection)
        .await
        .map(drop)
        .map_err(|error| fault(path, &error))
}

/// Opens connections that only read, for use beside a writer, ours or another process's.
pub(super) async fn readers(path: &Path) -> Result<SqlitePool, StoreError> {
    let options = SqliteConnectOptions::new()
        .filename(path)
        .read_only(true)
        .busy_timeout(PATIENCE)
        .disable_statement_logging();
    let error = match connect(path, options.clone()).await {
        Ok(pool) => return Ok(pool),
        Err(error) => error,
    };
    // On a medium that cannot be written there is no place for the shared memory of the write-ahead
    // log, and no need for it either unless a log was left behind.
    let mut log = path.as_os_str().to_owned();
    log.push("-wal");
    let is_out_of_place = matches!(error, StoreError::Io { .. } | StoreError::ReadOnly { .. });
    if is_out_of_place && Path::new(&log).metadata().map_or(0, |m| m.len()) == 0 {
        return connect(path, options.immutable(true)).await;
    }
    Err(error)
}

async fn connect(path: &Path, options: SqliteConnectOptions) -> Result<SqlitePool, StoreError> {
    // One connection by hand first: a pool tries again and again where this fails at once.
    let wrong = |error: sqlx::Error| fault(path, &error);
    let mut first = options.connect().await.map_err(wrong)?;
    let found = layout(path, &mut first).await?;
    first.close().await.map_err(wrong)?;
    if found < LAYOUT {
        return Err(StoreError::Older {
            path: path.to_owned(),
            found,
            known: LAYOUT,
        });
    }
    SqlitePoolOptions::new()
        .max_connections(READERS)
        .min_connections(0)
        .connect_with(options)
        .await
        .map_err(wrong)
}
