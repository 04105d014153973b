use std::future::Future;
use std::pin::Pin;

use assay_study::{PairKey, StudyId, StudyState};

use crate::{
    Added, ArmTally, Inserted, NewStudy, PairResults, Quarantined, StoreError, StoredPair,
    StoredStudy,
};

/// Answer of a store, when it comes. Boxed, so that a store can be chosen at run time.
pub type Answer<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// Where studies and records are kept. What has been answered with `Ok` is kept for good. Every call
/// can be made again without harm.
///
/// A call that names a study the store does not have answers [`StoreError::NoSuchStudy`].
pub trait Store: Send + Sync {
    /// Keeps a study, open, unless it is there already.
    fn add_study(&self, study: NewStudy) -> Answer<'_, Added>;

    /// A study, if it is there.
    fn study(&self, id: &StudyId) -> Answer<'_, Option<StoredStudy>>;

    /// All studies, in the order they were added.
    fn studies(&self) -> Answer<'_, Vec<StoredStudy>>;

    /// Notes the state of a study.
    fn set_state(&self, id: &StudyId, state: StudyState) -> Answer<'_, ()>;

    /// Keeps pairs of a study that are not there yet, all or none of them; one answer a pair, in order.
    /// Calls made at about the same time share a commit.
    fn insert(&self, id: &StudyId, pairs: Vec<StoredPair>) -> Answer<'_, Vec<Inserted>>;

    /// The pairs of a study that are there, by arm and number.
    fn done(&self, id: &StudyId) -> Answer<'_, Vec<PairKey>>;

    /// Up to `limit` pairs of a study beyond `after`, by arm and number; fewer only at the end. For
    /// reading a study piece by piece while it is being added to.
    fn pairs(
        &self,
        id: &StudyId,
        after: Option<PairKey>,
        limit: u32,
    ) -> Answer<'_, Vec<StoredPair>>;

    /// How the stored games of a study went, for each arm that has any.
    fn tally(&self, id: &StudyId) -> Answer<'_, Vec<ArmTally>>;

    /// How every stored pair of a study ended, by arm and number; without reading the games.
    fn results(&self, id: &StudyId) -> Answer<'_, Vec<PairResults>>;

    /// Keeps a pair that was set aside, with its evidence; the first evidence stays.
    fn quarantine(&self, id: &StudyId, pair: Quarantined) -> Answer<'_, ()>;

    /// Forgets that pairs of a study were set aside, so that they are played again. Gives how many there were.
    fn retry_set_aside(&self, id: &StudyId) -> Answer<'_, u64>;

    /// The pairs of a study that were set aside, by arm and number.
    fn quarantined(&self, id: &StudyId) -> Answer<'_, Vec<Quarantined>>;

    /// Finishes everything under way and lets go of the file. Later calls answer [`StoreError::Closed`].
    fn close(&self) -> Answer<'_, ()>;
}

/// How many pairs [`all_pairs`] reads at a time.
const PAGE: u32 = 500;

/// Every pair of a study, by arm and number.
pub async fn all_pairs(store: &dyn Store, id: &StudyId) -> Result<Vec<StoredPair>, StoreError> {
    let mut all: Vec<StoredPair> = Vec::new();
    loop {
        let after = all.last().map(|pair| pair.key);
        let page = store.pairs(id, after, PAGE).await?;
        let is_last = page.len() < PAGE as usize;
        all.extend(page);
        if is_last {
            return Ok(all);
        }
    }
}
