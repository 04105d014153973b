use assay_arena::GameResult;
use assay_study::{ArmIndex, Millis, PairKey, StudyId};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::SqliteStore;
use super::fault::fault;
use super::row::{key, record};
use crate::{ArmTally, NewStudy, PairResults, Quarantined, StoreError, StoredPair, StoredStudy};

impl SqliteStore {
    pub(super) async fn read_study(&self, id: &StudyId) -> Result<Option<StoredStudy>, StoreError> {
        sqlx::query(
            "SELECT id, name, origin, text, game_source, state, created FROM studies WHERE id = $1",
        )
        .bind(id.as_str())
        .fetch_optional(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?
        .map(|row| self.study_of(&row))
        .transpose()
    }

    pub(super) async fn read_studies(&self) -> Result<Vec<StoredStudy>, StoreError> {
        let rows = sqlx::query(
            "SELECT id, name, origin, text, game_source, state, created FROM studies ORDER BY number",
        )
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?;
        rows.iter().map(|row| self.study_of(row)).collect()
    }

    fn study_of(&self, row: &SqliteRow) -> Result<StoredStudy, StoreError> {
        let text = |column: &str| self.get::<String>(row, column);
        let id = text("id")?;
        let state = text("state")?;
        Ok(StoredStudy {
            study: NewStudy {
                id: id.parse().map_err(|error| self.corrupt(&error))?,
                name: text("name")?,
                origin: text("origin")?,
                text: text("text")?,
                game_source: text("game_source")?,
                created: Millis(self.get::<i64>(row, "created")? as u64),
            },
            state: state.parse().map_err(|error| self.corrupt(&error))?,
        })
    }

    pub(super) async fn read_done(&self, id: &StudyId) -> Result<Vec<PairKey>, StoreError> {
        let study = self.number(id).await?;
        let rows: Vec<(i64, i64)> = sqlx::query_as(
            "SELECT arm, pair FROM records WHERE study = $1 AND game = 0 ORDER BY arm, pair",
        )
        .bind(study)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?;
        rows.into_iter()
            .map(|(arm, pair)| key(&self.path, arm, pair))
            .collect()
    }

    pub(super) async fn read_pairs(
        &self,
        id: &StudyId,
        after: Option<PairKey>,
        limit: u32,
    ) -> Result<Vec<StoredPair>, StoreError> {
        let study = self.number(id).await?;
        let (arm, pair) = after.map_or((-1, 0), |k| (i64::from(k.arm.0), i64::from(k.pair.0)));
        let rows: Vec<(i64, i64, String)> = sqlx::query_as(
            "SELECT arm, pair, payload FROM records WHERE study = $1 AND (arm, pair) > ($2, $3)
             ORDER BY arm, pair, game LIMIT $4",
        )
        .bind(study)
        .bind(arm)
        .bind(pair)
        .bind(2 * i64::from(limit))
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?;
        let (pairs, rest) = rows.as_chunks::<2>();
        if !rest.is_empty() || pairs.iter().any(|[a, b]| (a.0, a.1) != (b.0, b.1)) {
            return Err(self.corrupt(&"a pair has one game instead of two"));
        }
        pairs
            .iter()
            .map(|[(arm, pair, first), (.., second)]| {
                Ok(StoredPair {
                    key: key(&self.path, *arm, *pair)?,
                    games: [record(&self.path, first)?, record(&self.path, second)?],
                })
            })
            .collect()
    }

    pub(super) async fn read_tally(&self, id: &StudyId) -> Result<Vec<ArmTally>, StoreError> {
        let study = self.number(id).await?;
        let rows: Vec<(i64, String, i64)> = sqlx::query_as(
            "SELECT arm, result, count(*) FROM records WHERE study = $1
             GROUP BY arm, result ORDER BY arm",
        )
        .bind(study)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?;
        let mut tallies: Vec<ArmTally> = Vec::new();
        for (arm, result, games) in rows {
            let arm: ArmIndex = key(&self.path, arm, 0)?.arm;
            if tallies.last().is_none_or(|tally| tally.arm != arm) {
                tallies.push(ArmTally::empty(arm));
            }
            let result = self.result(&result)?;
            if let Some(tally) = tallies.last_mut() {
                tally.count(result, games as u64);
            }
        }
        Ok(tallies)
    }

    pub(super) async fn read_results(&self, id: &StudyId) -> Result<Vec<PairResults>, StoreError> {
        let study = self.number(id).await?;
        let rows: Vec<(i64, i64, String)> = sqlx::query_as(
            "SELECT arm, pair, result FROM records WHERE study = $1 ORDER BY arm, pair, game",
        )
        .bind(study)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?;
        let (pairs, rest) = rows.as_chunks::<2>();
        if !rest.is_empty() || pairs.iter().any(|[a, b]| (a.0, a.1) != (b.0, b.1)) {
            return Err(self.corrupt(&"a pair has one game instead of two"));
        }
        pairs
            .iter()
            .map(|[(arm, pair, first), (.., second)]| {
                Ok(PairResults {
                    key: key(&self.path, *arm, *pair)?,
                    results: [self.result(first)?, self.result(second)?],
                })
            })
            .collect()
    }

    fn result(&self, text: &str) -> Result<GameResult, StoreError> {
        let known = [
            GameResult::WhiteWins,
            GameResult::Draw,
            GameResult::BlackWins,
        ];
        let result = known.into_iter().find(|known| known.text() == text);
        result.ok_or_else(|| self.corrupt(&"a result that cannot be"))
    }

    pub(super) async fn read_quarantined(
        &self,
        id: &StudyId,
    ) -> Result<Vec<Quarantined>, StoreError> {
        let study = self.number(id).await?;
        let rows: Vec<(i64, i64, u32, String)> = sqlx::query_as(
            "SELECT arm, pair, attempts, evidence FROM quarantine WHERE study = $1
             ORDER BY arm, pair",
        )
        .bind(study)
        .fetch_all(&self.readers)
        .await
        .map_err(|error| self.fault(&error))?;
        rows.into_iter()
            .map(|(arm, pair, attempts, evidence)| {
                Ok(Quarantined {
                    key: key(&self.path, arm, pair)?,
                    attempts,
                    evidence,
                })
            })
            .collect()
    }

    async fn number(&self, id: &StudyId) -> Result<i64, StoreError> {
        let number: Option<i64> = sqlx::query_scalar("SELECT number FROM studies WHERE id = $1")
            .bind(id.as_str())
            .fetch_optional(&self.readers)
            .await
            .map_err(|error| self.fault(&error))?;
        number.ok_or_else(|| StoreError::NoSuchStudy(id.clone()))
    }

    fn get<'r, T>(&self, row: &'r SqliteRow, column: &str) -> Result<T, StoreError>
    where
        T: sqlx::Decode<'r, sqlx::Sqlite> + sqlx::Type<sqlx::Sqlite>,
    {
        row.try_get(column).map_err(|error| self.fault(&error))
    }

    fn fault(&self, error: &sqlx::Error) -> StoreError {
        fault(&self.path, error)
    }

    fn corrupt(&self, what: &dyn std::fmt::Display) -> StoreError {
        StoreError::Corrupt {
            path: self.path.clone(),
            what: what.to_string(),
        }
    }
}
