use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use assay_study::{PairKey, StudyId, StudyState};
use sqlx::Connection;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, timeout_at};

use super::fault::fault;
use super::lock::Lock;
use super::row::{PairRows, same_games};
use crate::{Added, Inserted, NewStudy, Quarantined, StoreError};

/// How long the first of a group of inserts waits for others to share its commit.
const GATHER: Duration = Duration::from_millis(3);
/// Most pairs in a commit: enough that the disk's wait is shared, few enough that nobody waits long.
const GROUP: usize = 512;
/// Most changes waiting for the writer.
const QUEUE: usize = 1024;

type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// A change to the database.
enum Change {
    Add(NewStudy, Reply<Added>),
    State(StudyId, StudyState, Reply<()>),
    Insert(Insert),
    Quarantine(StudyId, Quarantined, Reply<()>),
    Retry(StudyId, Reply<u64>),
    Close(Reply<()>),
}

struct Insert {
    study: StudyId,
    pairs: Vec<PairRows>,
    reply: Reply<Vec<Inserted>>,
}

/// Handle of the task that alone writes the database.
#[derive(Clone, Debug)]
pub(super) struct Writer {
    changes: mpsc::Sender<Change>,
}

impl Writer {
    /// Starts the task. The lock is given back when the task has ended.
    pub(super) fn start(path: PathBuf, connection: SqliteConnection, lock: Lock) -> Writer {
        let (changes, queue) = mpsc::channel(QUEUE);
        let desk = Desk {
            path,
            connection,
            numbers: BTreeMap::new(),
        };
        tokio::spawn(async move {
            desk.work(queue).await;
            drop(lock);
        });
        Writer { changes }
    }

    pub(super) async fn add(&self, study: NewStudy) -> Result<Added, StoreError> {
        self.ask(|reply| Change::Add(study, reply)).await
    }

    pub(super) async fn set_state(&self, id: StudyId, state: StudyState) -> Result<(), StoreError> {
        self.ask(|reply| Change::State(id, state, reply)).await
    }

    pub(super) async fn insert(
        &self,
        study: StudyId,
        pairs: Vec<PairRows>,
    ) -> Result<Vec<Inserted>, StoreError> {
        self.ask(|reply| {
            Change::Insert(Insert {
                study,
                pairs,
                reply,
            })
        })
        .await
    }

    pub(super) async fn quarantine(
        &self,
        id: StudyId,
        pair: Quarantined,
    ) -> Result<(), StoreError> {
        self.ask(|reply| Change::Quarantine(id, pair, reply)).await
    }

    pub(super) async fn retry_set_aside(&self, id: StudyId) -> Result<u64, StoreError> {
        self.ask(|reply| Change::Retry(id, reply)).await
    }

    pub(super) async fn close(&self) -> Result<(), StoreError> {
        match self.ask(Change::Close).await {
            Err(StoreError::Closed) => Ok(()),
            result => result,
        }
    }

    async fn ask<T>(&self, change: impl FnOnce(Reply<T>) -> Change) -> Result<T, StoreError> {
        let (reply, answer) = oneshot::channel();
        let sent = self.changes.send(change(reply)).await;
        sent.map_err(|_| StoreError::Closed)?;
        answer.await.map_err(|_| StoreError::Closed)?
    }
}

/// The writing task: the connection and what it remembers.
struct Desk {
    path: PathBuf,
    connection: SqliteConnection,
    /// Row numbers of studies seen.
    numbers: BTreeMap<StudyId, i64>,
}

impl Desk {
    async fn work(mut self, mut queue: mpsc::Receiver<Change>) {
        let mut waiting = None;
        loop {
            let next = match waiting.take() {
                Some(change) => Some(change),
                None => queue.recv().await,
            };
            // An answer that nobody waits for any more is no fault: the change itself counts.
            match next {
                Some(Change::Insert(first)) => {
                    let (group, other) = gather(first, &mut queue).await;
                    waiting = other;
                    self.insert(group).await;
                }
                Some(Change::Add(study, reply)) => {
                    let _ = reply.send(self.add(study).await);
                }
                Some(Change::State(id, state, reply)) => {
                    let _ = reply.send(self.set_state(&id, state).await);
                }
                Some(Change::Quarantine(id, pair, reply)) => {
                    let _ = reply.send(self.quarantine(&id, pair).await);
                }
                Some(Change::Retry(id, reply)) => {
                    let _ = reply.send(self.retry_set_aside(&id).await);
                }
                Some(Change::Close(reply)) => {
                    let closed = self.connection.close().await;
                    let _ = reply.send(closed.map_err(|error| fault(&self.path, &error)));
                    return;
                }
                None => {
                    if let Err(error) = self.connection.close().await {
                        tracing::warn!(path = %self.path.display(), %error, "closing the database");
                    }
                    return;
                }
            }
        }
    }

    async fn add(&mut self, study: NewStudy) -> Result<Added, StoreError> {
        let done = sqlx::query(
            "INSERT INTO studies (id, name, origin, text, game_source, state, created)
             VALUES ($1, $2, $3, $4, $5, 'open', $6) ON CONFLICT (id) DO NOTHING",
        )
        .bind(study.id.as_str())
        .bind(study.name)
        .bind(study.origin)
        .bind(study.text)
        .bind(study.game_source)
        .bind(study.created.0 as i64)
        .execute(&mut self.connection)
        .await
        .map_err(|error| fault(&self.path, &error))?;
        Ok(match done.rows_affected() {
            0 => Added::AlreadyThere,
            _ => Added::Added,
        })
    }

    async fn set_state(&mut self, id: &StudyId, state: StudyState) -> Result<(), StoreError> {
        let done = sqlx::query("UPDATE studies SET state = $2 WHERE id = $1")
            .bind(id.as_str())
            .bind(state.name())
            .execute(&mut self.connection)
            .await
            .map_err(|error| fault(&self.path, &error))?;
        match done.rows_affected() {
            0 => Err(StoreError::NoSuchStudy(id.clone())),
            _ => Ok(()),
        }
    }

    async fn quarantine(&mut self, id: &StudyId, pair: Quarantined) -> Result<(), StoreError> {
        let study = self.number(id).await?;
        sqlx::query(
            "INSERT INTO quarantine (study, arm, pair, attempts, evidence)
             VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING",
        )
        .bind(study)
        .bind(pair.key.arm.0)
        .bind(pair.key.pair.0)
        .bind(pair.attempts)
        .bind(pair.evidence)
        .execute(&mut self.connection)
        .await
        .map(drop)
        .map_err(|error| fault(&self.path, &error))
    }

    async fn retry_set_aside(&mut self, id: &StudyId) -> Result<u64, StoreError> {
        let study = self.number(id).await?;
        let done = sqlx::query("DELETE FROM quarantine WHERE study = $1")
            .bind(study)
            .execute(&mut self.connection)
            .await
            .map_err(|error| fault(&self.path, &error))?;
        Ok(done.rows_affected())
    }

    /// Stores a group of inserts in one transaction, and answers them once it is on the disk.
    async fn insert(&mut self, group: Vec<Insert>) {
        let mut answers = Vec::with_capacity(group.len());
        let mut stored = self.execute("BEGIN IMMEDIATE").await;
        for insert in &group {
            if stored.is_err() {
                break;
            }
            match self.insert_pairs(&insert.study, &insert.pairs).await {
                // A study that is not there spoils only its own insert: nothing was written for it.
                answer @ (Ok(_) | Err(StoreError::NoSuchStudy(_))) => answers.push(answer),
                Err(error) => stored = Err(error),
            }
        }
        if stored.is_ok() {
            stored = self.execute("COMMIT").await;
        }
        if let Err(error) = &stored {
            // SQLite may have rolled back by itself, in which case this fails and means nothing.
            if let Err(again) = self.execute("ROLLBACK").await {
                tracing::debug!(%error, %again, "rolling back");
            }
            answers = vec![Err(error.clone()); group.len()];
        }
        for (insert, answer) in group.into_iter().zip(answers) {
            let _ = insert.reply.send(answer);
        }
    }

    async fn insert_pairs(
        &mut self,
        id: &StudyId,
        pairs: &[PairRows],
    ) -> Result<Vec<Inserted>, StoreError> {
        let study = self.number(id).await?;
        let mut answers = Vec::with_capacity(pairs.len());
        for pair in pairs {
            answers.push(self.insert_pair(study, pair).await?);
        }
        Ok(answers)
    }

    async fn insert_pair(&mut self, study: i64, pair: &PairRows) -> Result<Inserted, StoreError> {
        let mut query = sqlx::query(
            "INSERT INTO records (study, arm, pair, game, result, reason, plies, payload)
             VALUES ($1, $2, $3, 0, $4, $5, $6, $7), ($1, $2, $3, 1, $8, $9, $10, $11)
             ON CONFLICT DO NOTHING",
        )
        .bind(study)
        .bind(pair.key.arm.0)
        .bind(pair.key.pair.0);
        for game in &pair.games {
            query = query
                .bind(game.result)
                .bind(game.reason)
                .bind(game.plies)
                .bind(game.payload.as_str());
        }
        let done = query
            .execute(&mut self.connection)
            .await
            .map_err(|error| fault(&self.path, &error))?;
        match done.rows_affected() {
            2 => Ok(Inserted::Stored),
            0 => self.compare(study, pair).await,
            _ => Err(self.half_a_pair(pair.key)),
        }
    }

    /// How a pair compares with the games stored for it.
    async fn compare(&mut self, study: i64, pair: &PairRows) -> Result<Inserted, StoreError> {
        let stored: Vec<String> = sqlx::query_scalar(
            "SELECT payload FROM records WHERE study = $1 AND arm = $2 AND pair = $3 ORDER BY game",
        )
        .bind(study)
        .bind(pair.key.arm.0)
        .bind(pair.key.pair.0)
        .fetch_all(&mut self.connection)
        .await
        .map_err(|error| fault(&self.path, &error))?;
        let [first, second] = &stored[..] else {
            return Err(self.half_a_pair(pair.key));
        };
        for (game, stored) in pair.games.iter().zip([first, second]) {
            if !same_games(&self.path, stored, &game.payload)? {
                return Ok(Inserted::Differs);
            }
        }
        Ok(Inserted::AlreadyThere)
    }

    fn half_a_pair(&self, key: PairKey) -> StoreError {
        StoreError::Corrupt {
            path: self.path.clone(),
            what: format!("{key} has one game instead of two"),
        }
    }

    async fn number(&mut self, id: &StudyId) -> Result<i64, StoreError> {
        if let Some(&number) = self.numbers.get(id) {
            return Ok(number);
        }
        let number: Option<i64> = sqlx::query_scalar("SELECT number FROM studies WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&mut self.connection)
            .await
            .map_err(|error| fault(&self.path, &error))?;
        let number = number.ok_or_else(|| StoreError::NoSuchStudy(id.clone()))?;
        self.numbers.insert(id.clone(), number);
        Ok(number)
    }

    async fn execute(&mut self, sql: &'static str) -> Result<(), StoreError> {
        sqlx::query(sql)
            .execute(&mut self.connection)
            .await
            .map(drop)
            .map_err(|error| fault(&self.path, &error))
    }
}

/// Collects the inserts that come within a few milliseconds of the first; and the change of another
/// kind that ended the collecting, if one did.
async fn gather(
    first: Insert,
    queue: &mut mpsc::Receiver<Change>,
) -> (Vec<Insert>, Option<Change>) {
    let until = Instant::now() + GATHER;
    let mut pairs = first.pairs.len();
    let mut group = vec![first];
    while pairs < GROUP {
        match timeout_at(until, queue.recv()).await {
            Ok(Some(Change::Insert(insert))) => {
                pairs += insert.pairs.len();
                group.push(insert);
            }
            Ok(Some(other)) => return (group, Some(other)),
            Ok(None) | Err(_) => break,
        }
    }
    (group, None)
}

#[cfg(test)]
mod tests {
    use super::super::open;
    use super::super::row::GameRow;
    use super::*;
    use assay_study::{ArmIndex, Millis, PairNumber};

    fn pair(number: u32) -> PairRows {
        let game = || GameRow {
            result: "1-0",
            reason: "mate",
            plies: 1,
            payload: format!("\"{}\"", "x".repeat(5000)),
        };
        PairRows {
            key: PairKey {
                arm: ArmIndex(0),
                pair: PairNumber(number),
            },
            games: [game(), game()],
        }
    }

    async fn insert(
        desk: &mut Desk,
        study: &StudyId,
        pairs: &[u32],
    ) -> Result<Vec<Inserted>, StoreError> {
        let (reply, answer) = oneshot::channel();
        let insert = Insert {
            study: study.clone(),
            pairs: pairs.iter().map(|&number| pair(number)).collect(),
            reply,
        };
        desk.insert(vec![insert]).await;
        answer.await.unwrap()
    }

    /// `PRAGMA max_page_count` gives the same error as a full disk, without filling one.
    #[tokio::test]
    async fn a_full_disk_loses_nothing_and_passes() {
        let directory = tempfile::tempdir().unwrap();
        let path = directory.path().join("x.sqlite");
        let mut desk = Desk {
            connection: open::writer(&path).await.unwrap(),
            path: path.clone(),
            numbers: BTreeMap::new(),
        };
        let id: StudyId = "a".parse().unwrap();
        let study = NewStudy {
            id: id.clone(),
            name: String::new(),
            origin: String::new(),
            text: String::new(),
            game_source: String::new(),
            created: Millis(0),
        };
        desk.add(study).await.unwrap();
        let one = insert(&mut desk, &id, &[0]).await;
        assert_eq!(one, Ok(vec![Inserted::Stored]));

        desk.execute("PRAGMA max_page_count = 1").await.unwrap();
        let many: Vec<u32> = (1..50).collect();
        for _ in 0..2 {
            let error = insert(&mut desk, &id, &many).await.unwrap_err();
            assert_eq!(error, StoreError::Full { path: path.clone() });
            assert!(error.may_pass());
        }
        let count = "SELECT count(*) FROM records";
        let kept: i64 = sqlx::query_scalar(count)
            .fetch_one(&mut desk.connection)
            .await
            .unwrap();
        assert_eq!(kept, 2, "all of a batch or nothing");

        desk.execute("PRAGMA max_page_count = 100000")
            .await
            .unwrap();
        let stored = insert(&mut desk, &id, &many).await.unwrap();
        assert_eq!(stored, vec![Inserted::Stored; 49]);
    }
}
