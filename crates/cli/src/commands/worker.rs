use std::num::NonZeroUsize;
use std::path::PathBuf;

use assay_worker::{Config, PlanPlayers, Stages, Until};
use clap::Args;

use crate::client::CoordinatorAddress;
use crate::problem::Problem;
use crate::runtime::block_on;
use crate::signals::Signals;

/// Play pairs for a coordinator
///
/// It may be started before the coordinator and outlives its restarts; what is finished waits in the
/// outbox until the coordinator has it.
#[derive(Args, Debug)]
pub(crate) struct WorkerArgs {
    #[command(flatten)]
    coordinator: CoordinatorAddress,
    /// How many pairs to play at once; one a processor if absent
    #[arg(long, value_name = "COUNT", value_parser = crate::numbers::count)]
    slots: Option<NonZeroUsize>,
    /// Name in records and messages; host and process if absent
    #[arg(long)]
    name: Option<String>,
    /// Directory for finished pairs the coordinator does not have yet; assay/outbox in the user's state directory
    /// (~/.local/state) if absent, one for all workers of a user
    #[arg(long, env = "ASSAY_OUTBOX", value_name = "DIR")]
    outbox: Option<PathBuf>,
    /// End when the coordinator has no unfinished study
    #[arg(long)]
    until_done: bool,
}

/// Works until stopped or done.
pub(crate) fn run(args: &WorkerArgs) -> Result<(), Problem> {
    let config = Config {
        coordinator: args.coordinator.address.clone(),
        name: args.name.clone().unwrap_or_else(default_name),
        engine: assay_search::VERSION.to_owned(),
        slots: args.slots.unwrap_or_else(default_slots),
        outbox: args.outbox.clone().unwrap_or_else(default_outbox),
        until: if args.until_done {
            Until::Done
        } else {
            Until::Stopped
        },
    };
    tracing::info!(
        "worker {} with {} slots for {}; outbox {}",
        config.name,
        config.slots,
        config.coordinator,
        config.outbox.display()
    );
    block_on(async {
        let signals = Signals::listen("finishing the games in hand")?;
        let stages = Stages {
            finish: signals.finish,
            at_once: signals.at_once,
        };
        let sum = assay_worker::run(config, PlanPlayers, stages)
            .await
            .map_err(|fault| Problem::Failure(fault.to_string()))?;
        tracing::info!("{sum}");
        Ok(())
    })
}

/// One a processor.
pub(crate) fn default_slots() -> NonZeroUsize {
    std::thread::available_parallelism().unwrap_or(NonZeroUsize::MIN)
}

/// Host and process.
pub(crate) fn default_name() -> String {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").ok();
    let host = host.or_else(|| std::env::var("HOSTNAME").ok());
    let host = host.as_deref().map(str::trim).filter(|h| !h.is_empty());
    format!("{}-{}", host.unwrap_or("worker"), std::process::id())
}

/// One directory for all workers of a user: whoever runs next sends what another left behind.
fn default_outbox() -> PathBuf {
    let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
    let home = || Some(PathBuf::from(std::env::var_os("HOME")?).join(".local/state"));
    state
        .filter(|dir| dir.is_absolute())
        .or_else(home)
        .unwrap_or_else(std::env::temp_dir)
        .join("assay/outbox")
}
