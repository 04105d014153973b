use std::sync::Arc;

use assay_arena::{PairFault, Record, Stop};
use assay_wire::LentPair;
use assay_wire::v1::StudyPackage;

/// Makes players for studies.
pub trait Players: Send + Sync + 'static {
    /// Whoever plays the pairs of this study. Costs CPU; called off the async threads.
    ///
    /// # Errors
    /// Why this worker cannot play the study.
    fn prepare(&self, package: &StudyPackage) -> Result<Arc<dyn PairPlayer>, String>;
}

/// Plays the pairs of one study.
pub trait PairPlayer: Send + Sync + 'static {
    /// Plays both games of a pair. Costs CPU; called on a playing thread. A panic counts as a failure.
    fn play(&self, lent: &LentPair, stop: &Stop) -> Result<[Record; 2], PairFault>;
}
