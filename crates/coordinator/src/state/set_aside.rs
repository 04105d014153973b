//! Pairs that failed again and again, and how they get another chance.

use assay_study::{FailureReport, PairKey, StudyId, StudyState, Trouble};

use super::State;

/// So many pairs set aside on end, none finished between them, pause their study: the fault is not the pairs'.
const HOPELESS: u32 = 3;

/// A pair that is now set aside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SetAside {
    pub(crate) study: StudyId,
    pub(crate) key: PairKey,
    pub(crate) evidence: Vec<String>,
    /// The state that the study has by it.
    pub(crate) state: StudyState,
}

impl State {
    pub(super) fn note(
        &mut self,
        study: &StudyId,
        key: PairKey,
        report: FailureReport,
    ) -> Option<SetAside> {
        let FailureReport::Quarantined(troubles) = report else {
            return None;
        };
        let evidence: Vec<String> = troubles.iter().map(Trouble::to_string).collect();
        tracing::error!("{study} {key} is set aside after repeated failures");
        let entry = self.studies.get_mut(study)?;
        entry.set_aside.insert(key, evidence.clone());
        entry.aside_on_end += 1;
        let is_hopeless = entry.aside_on_end >= HOPELESS;
        // First of all, for without this pair a tuning may have more to lend.
        let changed = entry.guide.set_aside(key);
        self.limit(study, changed);
        if is_hopeless && self.table.state(study) == Some(StudyState::Open) {
            tracing::error!(
                "{study} is paused: {HOPELESS} pairs on end could not be played; the last one: {}",
                evidence.last().map_or("", String::as_str)
            );
            // The table holds every study that has an entry.
            let _paused = self.table.pause(study);
        }
        Some(SetAside {
            study: study.clone(),
            key,
            evidence,
            state: self.table.state(study)?,
        })
    }

    /// Whether a study goes on without the pairs that were set aside, for good: the pairs after them have been played with values
    /// that followed from what was there.
    pub(crate) fn is_past_set_aside(&self, study: &StudyId) -> bool {
        let entry = self.studies.get(study);
        entry.is_some_and(|entry| entry.guide.tuner().is_some())
    }

    /// Opens a study's pairs that were set aside, as if they had never failed. Gives how many there were.
    pub(crate) fn retry_set_aside(&mut self, study: &StudyId) -> usize {
        let Some(entry) = self.studies.get_mut(study) else {
            return 0;
        };
        entry.set_aside.clear();
        entry.aside_on_end = 0;
        let pairs = self.table.retry_set_aside(study).unwrap_or_default().len();
        let changed = entry.guide.forget_set_aside(&entry.study);
        self.limit(study, changed);
        pairs
    }
}
