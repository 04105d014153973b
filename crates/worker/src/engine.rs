use std::sync::Arc;

use assay_arena::{PairFault, Record, Stop, play_pair};
use assay_wire::v1::StudyPackage;
use assay_wire::{LentPair, Plan};

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
    fn play(&self, lent: &LentPair, stop: &Stop) -> Result<[Record; 2], PairFault> {
        let job = self.0.job(lent.key, lent.sides.as_ref());
        let job = job.map_err(PairFault::Failed)?;
        play_pair(&job, stop, &mut |_, _| {})
    }
}
