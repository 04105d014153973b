//! The store in an SQLite file: one writer that groups its commits, readers beside it.

mod fault;
mod lock;
mod open;
mod read;
mod row;
mod writer;

use std::path::{Path, PathBuf};

use assay_study::{PairKey, StudyId, StudyState};
use sqlx::sqlite::SqlitePool;

use self::lock::Lock;
use self::open::Found;
use self::row::PairRows;
use self::writer::Writer;
use crate::{
    Added, Answer, ArmTally, Inserted, NewStudy, PairResults, Quarantined, Store, StoreError,
    StoredPair, StoredStudy,
};

/// A store in an SQLite file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    readers: SqlitePool,
    access: Access,
}

#[derive(Debug)]
enum Access {
    Writing(Writer),
    Reading,
}

impl SqliteStore {
    /// Opens a file for reading and writing, and makes it where there is none. Only one process at a time can.
    pub async fn open(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        let path = path.as_ref().to_owned();
        open::look(&path)?;
        let lock = Lock::take(&path)?;
        let connection = open::writer(&path).await?;
        let readers = open::readers(&path).await?;
        let writer = Writer::start(path.clone(), connection, lock);
        Ok(SqliteStore {
            path,
            readers,
            access: Access::Writing(writer),
        })
    }

    /// Opens an existing file for reading, whether or not a coordinator is writing to it.
    pub async fn open_reading(path: impl AsRef<Path>) -> Result<SqliteStore, StoreError> {
        let path = path.as_ref().to_owned();
        if open::look(&path)? == Found::Room {
            return Err(StoreError::NoFile(path));
        }
        let readers = open::readers(&path).await?;
        Ok(SqliteStore {
            path,
            readers,
            access: Access::Reading,
        })
    }

    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn writer(&self) -> Result<&Writer, StoreError> {
        match &self.access {
            Access::Writing(writer) => Ok(writer),
            Access::Reading => Err(StoreError::ReadingOnly),
        }
    }
}

impl Store for SqliteStore {
    fn add_study(&self, study: NewStudy) -> Answer<'_, Added> {
        Box::pin(async move { self.writer()?.add(study).await })
    }

    fn study(&self, id: &StudyId) -> Answer<'_, Option<StoredStudy>> {
        let id = id.clone();
        Box::pin(async move { self.read_study(&id).await })
    }

    fn studies(&self) -> Answer<'_, Vec<StoredStudy>> {
        Box::pin(self.read_studies())
    }

    fn set_state(&self, id: &StudyId, state: StudyState) -> Answer<'_, ()> {
        let id = id.clone();
        Box::pin(async move { self.writer()?.set_state(id, state).await })
    }

    fn insert(&self, id: &StudyId, pairs: Vec<StoredPair>) -> Answer<'_, Vec<Inserted>> {
        let id = id.clone();
        Box::pin(async move {
            let rows = pairs.iter().map(|pair| PairRows::of(&self.path, pair));
            let rows = rows.collect::<Result<Vec<_>, _>>()?;
            self.writer()?.insert(id, rows).await
        })
    }

    fn done(&self, id: &StudyId) -> Answer<'_, Vec<PairKey>> {
        let id = id.clone();
        Box::pin(async move { self.read_done(&id).await })
    }

    fn pairs(
        &self,
        id: &StudyId,
        after: Option<PairKey>,
        limit: u32,
    ) -> Answer<'_, Vec<StoredPair>> {
        let id = id.clone();
        Box::pin(async move { self.read_pairs(&id, after, limit).await })
    }

    fn tally(&self, id: &StudyId) -> Answer<'_, Vec<ArmTally>> {
        let id = id.clone();
        Box::pin(async move { self.read_tally(&id).await })
    }

    fn results(&self, id: &StudyId) -> Answer<'_, Vec<PairResults>> {
        let id = id.clone();
        Box::pin(async move { self.read_results(&id).await })
    }

    fn quarantine(&self, id: &StudyId, pair: Quarantined) -> Answer<'_, ()> {
        let id = id.clone();
        Box::pin(async move { self.writer()?.quarantine(id, pair).await })
    }

    fn retry_set_aside(&self, id: &StudyId) -> Answer<'_, u64> {
        let id = id.clone();
        Box::pin(async move { self.writer()?.retry_set_aside(id).await })
    }

    fn quarantined(&self, id: &StudyId) -> Answer<'_, Vec<Quarantined>> {
        let id = id.clone();
        Box::pin(async move { self.read_quarantined(&id).await })
    }

    fn close(&self) -> Answer<'_, ()> {
        Box::pin(async move {
            // Readers first: the last connection to close folds the write-ahead log into the file, and only
            // the writer can.
            self.readers.close().await;
            match &self.access {
                Access::Writing(writer) => writer.close().await,
                Access::Reading => Ok(()),
            }
        })
    }
}
