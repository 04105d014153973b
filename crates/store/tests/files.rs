//! What the file store does with files: its own, other people's, damaged ones, and none.

mod common;

use std::fs;
use std::path::Path;

use assay_store::{Inserted, SqliteStore, Store, StoreError, all_pairs};
use assay_study::StudyState;
use common::{id, pair, study};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions, Connection};

/// A connection around the store, as another program would have.
async fn outsider(path: &Path) -> SqliteConnection {
    SqliteConnectOptions::new()
        .filename(path)
        .create_if_missing(true)
        .connect()
        .await
        .unwrap()
}

async fn tell(path: &Path, sql: &'static str) {
    let mut connection = outsider(path).await;
    sqlx::raw_sql(sql).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

/// A closed store with one study of one pair.
async fn filled(path: &Path) {
    let store = SqliteStore::open(path).await.unwrap();
    store.add_study(study("a")).await.unwrap();
    store.insert(&id("a"), vec![pair(0, 0)]).await.unwrap();
    store.set_state(&id("a"), StudyState::Paused).await.unwrap();
    store.close().await.unwrap();
}

async fn refusal(path: &Path) -> String {
    SqliteStore::open(path).await.unwrap_err().to_string()
}

#[tokio::test]
async fn opening_a_file_again_finds_everything() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    filled(&path).await;
    let store = SqliteStore::open(&path).await.unwrap();
    assert_eq!(all_pairs(&store, &id("a")).await, Ok(vec![pair(0, 0)]));
    let found = store.study(&id("a")).await.unwrap().unwrap();
    assert_eq!((found.study, found.state), (study("a"), StudyState::Paused));
    let more = store.insert(&id("a"), vec![pair(0, 0), pair(0, 1)]).await;
    assert_eq!(more, Ok(vec![Inserted::AlreadyThere, Inserted::Stored]));
}

#[tokio::test]
async fn closing_leaves_one_plain_file_and_its_lock() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    filled(&path).await;
    let mut names: Vec<String> = fs::read_dir(directory.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    assert_eq!(names, ["x.sqlite", "x.sqlite.lock"]);
}

#[tokio::test]
async fn a_second_writer_is_refused_and_a_reader_is_not() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    let store = SqliteStore::open(&path).await.unwrap();
    store.add_study(study("a")).await.unwrap();
    store.insert(&id("a"), vec![pair(0, 0)]).await.unwrap();
    assert_eq!(
        refusal(&path).await,
        format!(
            "{} is in use by another `assay run` or coordinator (process {}); stop that one first, or, to a coordinator, submit your study with `assay submit`",
            path.display(),
            std::process::id()
        )
    );
    let reader = SqliteStore::open_reading(&path).await.unwrap();
    assert_eq!(all_pairs(&reader, &id("a")).await, Ok(vec![pair(0, 0)]));
    // What is written later is seen too, and only the writer may write.
    store.insert(&id("a"), vec![pair(0, 1)]).await.unwrap();
    assert_eq!(reader.done(&id("a")).await.unwrap().len(), 2);
    assert_eq!(
        reader.insert(&id("a"), vec![pair(0, 2)]).await,
        Err(StoreError::ReadingOnly)
    );
    store.close().await.unwrap();
    reader.close().await.unwrap();
    SqliteStore::open(&path).await.unwrap();
}

#[tokio::test]
async fn a_store_that_is_dropped_unclosed_lets_go_of_its_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    let store = SqliteStore::open(&path).await.unwrap();
    store.add_study(study("a")).await.unwrap();
    drop(store);
    for _ in 0..200 {
        match SqliteStore::open(&path).await {
            Ok(store) => {
                assert_eq!(store.studies().await.unwrap().len(), 1);
                return;
            }
            Err(StoreError::InUse { .. }) => {
                tokio::time::sleep(std::time::Duration::from_millis(10)).await;
            }
            Err(other) => panic!("{other}"),
        }
    }
    panic!("still locked");
}

#[tokio::test]
async fn reading_needs_a_file() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    let error = SqliteStore::open_reading(&path).await.unwrap_err();
    assert_eq!(error, StoreError::NoFile(path.clone()));
    assert!(!path.exists(), "reading makes no file");
}

#[tokio::test]
async fn directories_are_told_apart() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path();
    assert_eq!(
        refusal(path).await,
        format!(
            "{} is a directory, not a database; give the path of a file",
            path.display()
        )
    );
    assert_eq!(
        refusal(&path.join("no/x.sqlite")).await,
        format!(
            "there is no directory {} to keep a database in; make it or give another path",
            path.join("no").display()
        )
    );
}

#[tokio::test]
async fn files_that_are_not_ours_are_refused_and_left_alone() {
    let directory = tempfile::tempdir().unwrap();
    let text = directory.path().join("notes.txt");
    fs::write(&text, "Dear diary, SQLite format 3 it is not.\n".repeat(50)).unwrap();
    let foreign = directory.path().join("foreign.sqlite");
    tell(&foreign, "CREATE TABLE bookmarks (url TEXT)").await;
    for (path, what) in [
        (text, "it is no SQLite database"),
        (foreign, "it is an SQLite database of another program"),
    ] {
        let before = fs::read(&path).unwrap();
        let want = format!(
            "{} is not an Assay database ({what}) and is left as it is; give another path",
            path.display()
        );
        assert_eq!(refusal(&path).await, want);
        let error = SqliteStore::open_reading(&path).await.unwrap_err();
        assert_eq!(error.to_string(), want);
        assert_eq!(fs::read(&path).unwrap(), before);
    }
    assert_eq!(
        fs::read_dir(directory.path()).unwrap().count(),
        2,
        "no lock, no log"
    );
}

#[cfg(unix)]
#[tokio::test]
async fn a_device_is_no_database() {
    assert_eq!(
        refusal(Path::new("/dev/null")).await,
        "/dev/null is not an Assay database (it is a device or a pipe) and is left as it is; give another path"
    );
}

#[tokio::test]
async fn a_file_of_a_newer_version_is_refused() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    filled(&path).await;
    tell(&path, "PRAGMA user_version = 99").await;
    let want = format!(
        "{} was written by a newer version of Assay (layout 99; this one knows up to 1); use the newer version, or another file",
        path.display()
    );
    assert_eq!(refusal(&path).await, want);
    let error = SqliteStore::open_reading(&path).await.unwrap_err();
    assert_eq!(error.to_string(), want);
}

#[tokio::test]
async fn a_file_left_half_made_is_made_whole() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    fs::write(&path, "").unwrap();
    filled(&path).await;
    let marked = directory.path().join("y.sqlite");
    // Ours by its mark, but without a table yet.
    tell(&marked, "PRAGMA application_id = 1098085241").await;
    let error = SqliteStore::open_reading(&marked).await.unwrap_err();
    assert!(
        matches!(error, StoreError::Older { found: 0, .. }),
        "{error}"
    );
    filled(&marked).await;
}

#[tokio::test]
async fn a_damaged_file_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    filled(&path).await;
    let mut bytes = fs::read(&path).unwrap();
    for byte in &mut bytes[100..] {
        *byte = 0xa5;
    }
    fs::write(&path, &bytes).unwrap();
    let error = match SqliteStore::open(&path).await {
        Ok(store) => store.studies().await.unwrap_err(),
        Err(error) => error,
    };
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    let message = error.to_string();
    assert!(
        message.contains("is damaged") && message.contains(".recover"),
        "{message}"
    );
}

#[tokio::test]
async fn damage_inside_a_record_is_told() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    filled(&path).await;
    tell(&path, "UPDATE records SET payload = '{}' WHERE game = 1").await;
    let store = SqliteStore::open(&path).await.unwrap();
    let error = all_pairs(&store, &id("a")).await.unwrap_err();
    assert!(matches!(error, StoreError::Corrupt { .. }), "{error}");
    store.close().await.unwrap();
    tell(&path, "DELETE FROM records WHERE game = 1").await;
    let store = SqliteStore::open(&path).await.unwrap();
    for error in [
        all_pairs(&store, &id("a")).await.unwrap_err(),
        store.insert(&id("a"), vec![pair(0, 0)]).await.unwrap_err(),
    ] {
        assert!(
            error.to_string().contains("one game instead of two"),
            "{error}"
        );
    }
}

#[tokio::test]
async fn a_file_marked_read_only_can_be_read_and_not_written() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    filled(&path).await;
    let mut permissions = fs::metadata(&path).unwrap().permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&path, permissions).unwrap();
    let message = refusal(&path).await;
    let want = format!(
        "{} cannot be read and written (the file is marked read-only)",
        path.display()
    );
    assert!(message.starts_with(&want), "{message}");
    let reader = SqliteStore::open_reading(&path).await.unwrap();
    assert_eq!(reader.done(&id("a")).await.unwrap().len(), 1);
}

#[tokio::test]
async fn a_process_killed_between_commits_leaves_whole_pairs() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("x.sqlite");
    let store = SqliteStore::open(&path).await.unwrap();
    store.add_study(study("a")).await.unwrap();
    store
        .insert(&id("a"), (0..50).map(|n| pair(0, n)).collect())
        .await
        .unwrap();
    // What a kill leaves: the file and its log as they are on the disk at this moment.
    let copy = directory.path().join("copy.sqlite");
    fs::copy(&path, &copy).unwrap();
    fs::copy(
        directory.path().join("x.sqlite-wal"),
        directory.path().join("copy.sqlite-wal"),
    )
    .unwrap();
    let revived = SqliteStore::open(&copy).await.unwrap();
    assert_eq!(all_pairs(&revived, &id("a")).await.unwrap().len(), 50);
}
