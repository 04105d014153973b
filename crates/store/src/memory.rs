use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::{Mutex, MutexGuard, PoisonError};

use assay_arena::Record;
use assay_study::{PairKey, StudyId, StudyState};

use crate::{
    Added, Answer, ArmTally, Inserted, NewStudy, PairResults, Quarantined, Store, StoreError,
    StoredPair, StoredStudy,
};

/// A store that lasts as long as the process: for tests and simulations.
#[derive(Debug, Default)]
pub struct MemoryStore {
    shelves: Mutex<Shelves>,
}

#[derive(Debug, Default)]
struct Shelves {
    closed: bool,
    studies: Vec<Shelf>,
}

#[derive(Debug)]
struct Shelf {
    study: StoredStudy,
    pairs: BTreeMap<PairKey, [Record; 2]>,
    quarantined: BTreeMap<PairKey, Quarantined>,
}

impl MemoryStore {
    /// An empty store.
    pub fn new() -> MemoryStore {
        MemoryStore::default()
    }

    /// Runs `work` on the studies of an open store, and answers at once.
    fn answer<'a, T: Send + 'a>(
        &self,
        work: impl FnOnce(&mut Shelves) -> Result<T, StoreError>,
    ) -> Answer<'a, T> {
        // Nothing here panics half way through a change, so a poisoned lock guards good data.
        let mut shelves: MutexGuard<'_, Shelves> =
            self.shelves.lock().unwrap_or_else(PoisonError::into_inner);
        let result = if shelves.closed {
            Err(StoreError::Closed)
        } else {
            work(&mut shelves)
        };
        Box::pin(std::future::ready(result))
    }

    fn on<'a, T: Send + 'a>(
        &self,
        id: &StudyId,
        work: impl FnOnce(&mut Shelf) -> T,
    ) -> Answer<'a, T> {
        self.answer(|shelves| match shelves.find(id) {
            Some(shelf) => Ok(work(shelf)),
            None => Err(StoreError::NoSuchStudy(id.clone())),
        })
    }
}

impl Shelves {
    fn find(&mut self, id: &StudyId) -> Option<&mut Shelf> {
        self.studies.iter_mut().find(|s| s.study.study.id == *id)
    }
}

impl Shelf {
    fn insert(&mut self, pair: StoredPair) -> Inserted {
        let Some(known) = self.pairs.get(&pair.key) else {
            self.pairs.insert(pair.key, pair.games);
            return Inserted::Stored;
        };
        if known.iter().zip(&pair.games).all(|(a, b)| a.same_game(b)) {
            Inserted::AlreadyThere
        } else {
            Inserted::Differs
        }
    }
}

impl Store for MemoryStore {
    fn add_study(&self, study: NewStudy) -> Answer<'_, Added> {
        self.answer(|shelves| {
            if shelves.find(&study.id).is_some() {
                return Ok(Added::AlreadyThere);
            }
            shelves.studies.push(Shelf {
                study: StoredStudy {
                    study,
                    state: StudyState::Open,
                },
                pairs: BTreeMap::new(),
                quarantined: BTreeMap::new(),
            });
            Ok(Added::Added)
        })
    }

    fn study(&self, id: &StudyId) -> Answer<'_, Option<StoredStudy>> {
        self.answer(|shelves| Ok(shelves.find(id).map(|shelf| shelf.study.clone())))
    }

    fn studies(&self) -> Answer<'_, Vec<StoredStudy>> {
        self.answer(|shelves| Ok(shelves.studies.iter().map(|s| s.study.clone()).collect()))
    }

    fn set_state(&self, id: &StudyId, state: StudyState) -> Answer<'_, ()> {
        self.on(id, |shelf| shelf.study.state = state)
    }

    fn insert(&self, id: &StudyId, pairs: Vec<StoredPair>) -> Answer<'_, Vec<Inserted>> {
        self.on(id, |shelf| {
            pairs.into_iter().map(|pair| shelf.insert(pair)).collect()
        })
    }

    fn done(&self, id: &StudyId) -> Answer<'_, Vec<PairKey>> {
        self.on(id, |shelf| shelf.pairs.keys().copied().collect())
    }

    fn pairs(
        &self,
        id: &StudyId,
        after: Option<PairKey>,
        limit: u32,
    ) -> Answer<'_, Vec<StoredPair>> {
        let beyond = after.map_or(Bound::Unbounded, Bound::Excluded);
        self.on(id, |shelf| {
            shelf
                .pairs
                .range((beyond, Bound::Unbounded))
                .take(limit as usize)
                .map(|(&key, games)| StoredPair {
                    key,
                    games: games.clone(),
                })
                .collect()
        })
    }

    fn tally(&self, id: &StudyId) -> Answer<'_, Vec<ArmTally>> {
        self.on(id, |shelf| {
            let mut tallies = BTreeMap::new();
            for (key, games) in &shelf.pairs {
                let tally = tallies
                    .entry(key.arm)
                    .or_insert_with(|| ArmTally::empty(key.arm));
                for game in games {
                    tally.count(game.result, 1);
                }
            }
            tallies.into_values().collect()
        })
    }

    fn results(&self, id: &StudyId) -> Answer<'_, Vec<PairResults>> {
        self.on(id, |shelf| {
            let pairs = shelf.pairs.iter();
            pairs
                .map(|(&key, [first, second])| PairResults {
                    key,
                    results: [first.result, second.result],
                })
                .collect()
        })
    }

    fn quarantine(&self, id: &StudyId, pair: Quarantined) -> Answer<'_, ()> {
        self.on(id, |shelf| {
            shelf.quarantined.entry(pair.key).or_insert(pair);
        })
    }

    fn retry_set_aside(&self, id: &StudyId) -> Answer<'_, u64> {
        self.on(id, |shelf| {
            std::mem::take(&mut shelf.quarantined).len() as u64
        })
    }

    fn quarantined(&self, id: &StudyId) -> Answer<'_, Vec<Quarantined>> {
        self.on(id, |shelf| shelf.quarantined.values().cloned().collect())
    }

    fn close(&self) -> Answer<'_, ()> {
        self.answer(|shelves| {
            shelves.closed = true;
            Ok(())
        })
    }
}
