use std::sync::Arc;

use assay_study::{Sides, Study};
use assay_wire::v1::StudyPackage;
use assay_wire::{FinishedPair, Plan};

use crate::{Examiner, Examiners};

/// Examines pairs by replaying their games through the rules.
#[derive(Clone, Copy, Debug, Default)]
pub struct PlanExaminers;

impl Examiners for PlanExaminers {
    fn prepare(&self, package: &StudyPackage) -> Result<(Study, Arc<dyn Examiner>), String> {
        let plan = Plan::of(package)?;
        Ok((Study::clone(plan.study()), Arc::new(PlanExaminer(plan))))
    }
}

struct PlanExaminer(Plan);

impl Examiner for PlanExaminer {
    fn examine(&self, pair: &FinishedPair, sides: Option<&Sides>) -> Result<(), String> {
        self.0.check(pair, sides)
    }
}
