use std::sync::Arc;

use assay_arena::{PairFault, Record, Stop, play_pair};
use assay_study::PairKey;
use assay_wire::Plan;
use assay_wire::v1::StudyPackage;

use crate::player::{PairPlayer, Players};

/// Plays studies with the arena and the engine.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanPlayers;

impl Players for PlanPlayers {
    fn prepare(&self, package: &StudyPackage) -> Result<Arc<dyn PairPlayer>, String> {
        Ok(Arc::new(PlanPlayer(Plan::of(package)?)))
    }
}

struct PlanPlayer(Plan);

impl PairPlayer for PlanPlayer {
    fn play(&self, key: PairKey, stop: &Stop) -> Result<[Record; 2], PairFault> {
        let unknown = || PairFault::Failed(format!("the study has no {key}"));
        let job = self.0.job(key).ok_or_else(unknown)?;
        play_pair(&job, stop, &mut |_, _| {})
    }
}
