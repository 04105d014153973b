use std::collections::BTreeSet;
use std::path::Path;
use std::sync::OnceLock;

use assay_arena::{GameResult, Record};
use assay_store::{SqliteStore, Store as _, StoreError, all_pairs};
use assay_study::{
    ArmIndex, ArmVerdict, Judge, Outcome, PairKey, PairNumber, PairResult, RaceVerdict, Study,
    builtin_game,
};

use super::{PAIRS, assay, study};

/// Every pair of a study, by arm and number.
#[derive(Clone, Debug)]
pub(crate) struct Records(Vec<(PairKey, [Record; 2])>);

impl Records {
    /// Checks that every pair is there exactly once and that the games are those of an undisturbed run.
    #[track_caller]
    pub(crate) fn assert_undisturbed(&self) {
        assert_eq!(self.0.len(), PAIRS, "every pair is there");
        self.assert_same(reference());
    }

    /// Checks that both hold the same pairs with the same games.
    #[track_caller]
    pub(crate) fn assert_same(&self, other: &Records) {
        let keys = |r: &Records| r.0.iter().map(|(key, _)| *key).collect::<Vec<_>>();
        let distinct: BTreeSet<PairKey> = keys(self).into_iter().collect();
        assert_eq!(distinct.len(), self.0.len(), "every pair once");
        assert_eq!(keys(self), keys(other));
        for ((key, ours), (_, theirs)) in self.0.iter().zip(&other.0) {
            for (a, b) in ours.iter().zip(theirs) {
                assert!(a.same_game(b), "{key}: {a:#?} is not {b:#?}");
            }
        }
    }

    /// The games of a pair, which must be there.
    #[track_caller]
    fn games(&self, key: PairKey) -> &[Record; 2] {
        let place = self.0.binary_search_by_key(&key, |(key, _)| *key);
        &self.0[place.unwrap_or_else(|_| panic!("no {key}"))].1
    }

    /// Names of the workers that played.
    pub(crate) fn workers(&self) -> BTreeSet<&str> {
        let games = self.0.iter().flat_map(|(_, games)| games);
        games.map(|game| game.provenance.worker.as_str()).collect()
    }
}

/// The records of the only study in a database.
pub(crate) fn records(store: &Path) -> Records {
    let pairs = block_on(async {
        let store = SqliteStore::open_reading(store).await?;
        let study = store.studies().await?.remove(0);
        let pairs = all_pairs(&store, &study.study.id).await?;
        store.close().await?;
        Ok(pairs)
    });
    let pairs = pairs.expect("a database of ours");
    Records(
        pairs
            .into_iter()
            .map(|pair| (pair.key, pair.games))
            .collect(),
    )
}

/// Who played, White and Black, of every game in a database by pair and number.
pub(crate) fn records_of_players(store: &Path) -> Vec<[String; 2]> {
    let games = records(store).0.into_iter().flat_map(|(_, games)| games);
    games.map(|game| game.players.unwrap_or_default()).collect()
}

/// What the records of a study say of its arms.
pub(crate) struct Judged {
    pub(crate) verdicts: Vec<ArmVerdict>,
    race: Option<RaceVerdict>,
    records: Records,
}

impl Judged {
    /// Checks that both come to the same verdicts by the same games, whatever was under way when an arm stopped.
    #[track_caller]
    pub(crate) fn assert_counts_the_same(&self, other: &Judged) {
        let plain = |judged: &Judged| -> Vec<ArmVerdict> {
            let verdicts = judged.verdicts.iter().cloned();
            verdicts
                .map(|verdict| ArmVerdict {
                    left_out: 0,
                    ..verdict
                })
                .collect()
        };
        assert_eq!(plain(self), plain(other));
        assert_eq!(self.race, other.race);
        for (arm, verdict) in (0..).map(ArmIndex).zip(&self.verdicts) {
            for pair in verdict.pairs.clone().map(PairNumber) {
                let key = PairKey { arm, pair };
                let [ours, theirs] = [self, other].map(|judged| judged.records.games(key));
                for (a, b) in ours.iter().zip(theirs) {
                    assert!(a.same_game(b), "{key}: {a:#?} is not {b:#?}");
                }
            }
        }
    }
}

/// The verdicts on the arms of the only study in a database, from its records alone.
pub(crate) fn judged(store: &Path) -> Judged {
    let text = block_on(async {
        let store = SqliteStore::open_reading(store).await?;
        let study = store.studies().await?.remove(0);
        store.close().await?;
        Ok(study.study.text)
    });
    let study = Study::parse(
        "stored",
        &text.expect("a database of ours"),
        &mut builtin_game,
    );
    let mut judge = Judge::of(&study.expect("a valid study"));
    let records = records(store);
    for (key, games) in &records.0 {
        let result = games.each_ref().map(|game| match game.result {
            GameResult::WhiteWins => Outcome::Win,
            GameResult::Draw => Outcome::Draw,
            GameResult::BlackWins => Outcome::Loss,
        });
        judge.record(*key, PairResult(result));
    }
    Judged {
        verdicts: judge.verdicts(),
        race: judge.race(),
        records,
    }
}

/// How many pairs a database holds by now; `None` while it cannot be read.
pub(crate) fn stored_pairs(store: &Path) -> Option<usize> {
    block_on(async {
        let store = SqliteStore::open_reading(store).await?;
        let mut done = 0;
        for study in store.studies().await? {
            done += store.done(&study.study.id).await?.len();
        }
        store.close().await?;
        Ok(done)
    })
    .ok()
}

/// Makes every game in a database one of another version.
pub(crate) fn as_if_played_by(version: &str, path: &Path) {
    let done = block_on(async {
        let store = SqliteStore::open_reading(path).await?;
        let study = store.studies().await?.remove(0).study;
        let mut pairs = all_pairs(&store, &study.id).await?;
        store.close().await?;
        for game in pairs.iter_mut().flat_map(|pair| &mut pair.games) {
            version.clone_into(&mut game.engine);
        }
        for rest in ["sqlite", "sqlite-wal", "sqlite-shm"] {
            // The journals are there or not.
            let _gone = std::fs::remove_file(path.with_extension(rest));
        }
        let store = SqliteStore::open(path.to_owned()).await?;
        let id = study.id.clone();
        store.add_study(study).await?;
        store.insert(&id, pairs).await?;
        store.close().await
    });
    done.expect("a database of ours");
}

/// What one worker with one slot plays when nobody disturbs it. Played once for all tests.
pub(crate) fn reference() -> &'static Records {
    static REFERENCE: OnceLock<Records> = OnceLock::new();
    REFERENCE.get_or_init(|| {
        let dir = tempfile::tempdir().expect("a directory");
        let path = study(dir.path());
        let path = path.to_str().expect("a path in letters");
        assay(["run", path, "--slots", "1"]).ok();
        records(&dir.path().join("disturbed.sqlite"))
    })
}

fn block_on<T>(work: impl Future<Output = Result<T, StoreError>>) -> Result<T, StoreError> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.expect("a runtime").block_on(work)
}
