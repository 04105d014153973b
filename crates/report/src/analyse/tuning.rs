//! Where a tuning has come to; the same pure function of the results as in the coordinator.

use assay_study::Tuner;

use crate::findings::{Iteration, Results, TunedParameter, TuningFindings};

/// What a tuner has learned.
pub(super) fn tuning(tuner: &Tuner) -> TuningFindings {
    let tune = tuner.tune();
    let pairs = tune.pairs * u32::from(tuner.arms());
    let tuned = tune.whole(tuner.values());
    let values = tuner.values().iter().zip(&tuned);
    TuningFindings {
        iterations: tune.iterations,
        pairs,
        lag: tune.lag,
        written: tune.written(&tuned),
        parameters: tune
            .parameters
            .iter()
            .zip(values)
            .map(|(given, (&value, &tuned))| TunedParameter {
                name: given.name.to_owned(),
                about: given.about.to_owned(),
                start: given.start,
                low: given.low,
                high: given.high,
                step: given.step,
                rate: given.rate,
                value,
                tuned,
            })
            .collect(),
        history: (1..)
            .zip(tuner.learned())
            .map(|(number, learned)| Iteration {
                number,
                pairs: u64::from(number) * u64::from(pairs),
                results: Results {
                    wins: learned.wins.into(),
                    draws: learned.draws.into(),
                    losses: learned.losses.into(),
                },
                values: learned.values.clone(),
            })
            .collect(),
    }
}
