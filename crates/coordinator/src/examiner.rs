use std::sync::Arc;

use assay_study::{Sides, Study};
use assay_wire::FinishedPair;
use assay_wire::v1::StudyPackage;

/// Makes examiners for studies. The coordinator trusts no worker.
pub trait Examiners: Send + Sync + 'static {
    /// The study of a package, and whoever examines its pairs. Costs CPU; called off the async threads.
    ///
    /// # Errors
    /// Everything wrong with the study, for people.
    fn prepare(&self, package: &StudyPackage) -> Result<(Study, Arc<dyn Examiner>), String>;
}

/// Examines the pairs of one study.
pub trait Examiner: Send + Sync + 'static {
    /// Whether the pair could have been played so in this study, in one that tunes with these values. Costs CPU; called off the async threads.
    ///
    /// # Errors
    /// Why it could not.
    fn examine(&self, pair: &FinishedPair, sides: Option<&Sides>) -> Result<(), String>;
}
