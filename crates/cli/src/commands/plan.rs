use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use assay_arena::{Stop, play_pair};
use assay_report::{Forecast, Trial};
use assay_stats::Elo;
use assay_study::{EarlyStop, PairNumber, Tuner};
use assay_wire::Plan;
use clap::Args;

use super::worker::default_slots;
use crate::problem::Problem;
use crate::study_file::read_study;

/// Tell what a study will cost and what it will be able to show, before it is run
///
/// Plays some pairs for a few seconds, at least one of every arm, and keeps none of them.
#[derive(Args, Debug)]
pub(crate) struct PlanArgs {
    /// The study file
    study: PathBuf,
    /// How long to try, in seconds
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = crate::numbers::seconds)]
    sample: u64,
    /// How many cores the study will have; those of this machine if absent
    #[arg(long, value_name = "COUNT", value_parser = crate::numbers::count)]
    cores: Option<NonZeroUsize>,
    /// How many pairs to try at once; one a processor if absent
    #[arg(long, value_name = "COUNT", value_parser = crate::numbers::count)]
    slots: Option<NonZeroUsize>,
    /// Also tell what to expect of a sequential test if this is the true difference, in logistic Elo; may be given
    /// several times
    #[arg(long, value_name = "ELO", value_parser = finite)]
    true_elo: Vec<f64>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// A number of Elo that a player can be better by.
fn finite(text: &str) -> Result<f64, String> {
    let elo: f64 = text.parse().map_err(|why| format!("{why}"))?;
    if elo.abs() <= 1000.0 {
        Ok(elo)
    } else {
        Err("not within 1000 Elo".to_owned())
    }
}

/// Tries and tells.
pub(crate) fn run(args: &PlanArgs) -> Result<(), Problem> {
    let study = read_study(&args.study)?;
    let verify = study.tune.as_ref().and_then(|tune| tune.verify);
    let tested = [Some(study.stop), verify]
        .into_iter()
        .flatten()
        .any(|stop| matches!(stop.early, Some(EarlyStop::Sprt(_))));
    if !args.true_elo.is_empty() && !tested {
        return Err(Problem::Usage(
            "--true-elo is for studies with sprt under [stop] or [verify]; this one has no sequential test"
                .to_owned(),
        ));
    }
    let truths: Vec<Elo> = args.true_elo.iter().copied().map(Elo).collect();
    let plan = Plan::of_study(study.clone()).map_err(Problem::Usage)?;
    let slots = args.slots.unwrap_or_else(default_slots);
    tracing::info!(
        "playing pairs on {slots} slots for {} seconds to find out",
        args.sample
    );
    let trials = try_out(&plan, slots, Duration::from_secs(args.sample))?;
    let cores = args.cores.unwrap_or_else(default_slots).get() as u32;
    let forecast = Forecast::of(&study, &trials, cores, &truths);
    let shown = if args.json {
        format!("{}\n", serde_json::json!(forecast))
    } else {
        forecast.text()
    };
    super::print(shown.as_bytes())
}

/// Plays pairs in the study's own order until the time is over and every arm has one.
fn try_out(plan: &Plan, slots: NonZeroUsize, time: Duration) -> Result<Vec<Trial>, Problem> {
    let schedule = plan.study().schedule();
    let tuner = Tuner::of(plan.study());
    let at_least = u64::from(plan.study().arm_count());
    let (next, began) = (AtomicU64::new(0), Instant::now());
    let trials = Mutex::new(Ok(Vec::new()));
    let one_slot = || {
        loop {
            let place = next.fetch_add(1, Ordering::Relaxed);
            let over = place >= at_least && began.elapsed() >= time;
            let Some(key) = schedule.pair(place).filter(|_| !over) else {
                return;
            };
            // Any values will do for those that are not known before games are played.
            let tuned = tuner.as_ref();
            let sides = tuned.and_then(|t| t.sides(key.pair).or_else(|| t.sides(PairNumber(0))));
            let Ok(job) = plan.job(key, sides) else {
                return;
            };
            let started = Instant::now();
            let played = play_pair(&job, &Stop::new(), &mut |_, _| {});
            let busy = started.elapsed();
            let mut trials = trials
                .lock()
                .unwrap_or_else(std::sync::PoisonError::into_inner);
            let arm = key.arm;
            match (played, &mut *trials) {
                (Ok(games), Ok(trials)) => trials.push(Trial { arm, games, busy }),
                (Err(fault), trials) => {
                    *trials = Err(Problem::Failure(format!("{key}: {fault}")));
                    return;
                }
                (_, Err(_)) => return,
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..slots.get() {
            scope.spawn(one_slot);
        }
    });
    trials
        .into_inner()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}
