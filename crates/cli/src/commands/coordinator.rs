use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use assay_coordinator::{Config, Listening, PlanExaminers, Stages};
use assay_store::{SqliteStore, Store as _};
use assay_wire::Address;
use clap::Args;

use crate::problem::Problem;
use crate::runtime::block_on;
use crate::signals::Signals;

/// Lend the pairs of studies to workers and keep what they play
///
/// Every unfinished study in the database is gone on with.
#[derive(Args, Debug)]
pub(crate) struct CoordinatorArgs {
    /// Where to listen: 127.0.0.1 is for this machine only, 0.0.0.0 for all, which wants a trusted network, as there is
    /// no password; port 0 takes any free one
    #[arg(long, default_value_t, value_name = "HOST:PORT")]
    listen: Address,
    /// The database; made if it is not there
    #[arg(long, default_value = "assay.sqlite", value_name = "FILE")]
    store: PathBuf,
    /// How long a worker may be silent before its pairs are lent again; by the size of the work if absent
    #[arg(long, value_name = "SECONDS", value_parser = clap::value_parser!(u64).range(1..=86_400))]
    lease: Option<u64>,
    /// Of a thousand pairs, so many are played again by another worker and compared
    #[arg(long, value_name = "PER MILLE", default_value_t = 10, value_parser = clap::value_parser!(u16).range(0..=1000))]
    audit: u16,
}

/// Serves until stopped.
pub(crate) fn run(args: &CoordinatorArgs) -> Result<(), Problem> {
    block_on(async {
        // The port first: a second coordinator by mistake must not touch the database.
        let listening = Listening::on(&args.listen).await.map_err(failure)?;
        let store = SqliteStore::open(&args.store).await?;
        let signals = Signals::listen("lending nothing more, taking in what is out")?;
        let stages = Stages {
            finish: signals.finish,
            at_once: signals.at_once,
        };
        tracing::info!("database {}", args.store.display());
        super::print(format!("listening on {}\n", listening.address()).as_bytes())?;
        let config = Config {
            engine: assay_search::VERSION.to_owned(),
            lease: args.lease.map(Duration::from_secs),
            audit_per_mille: args.audit,
        };
        let store = Arc::new(store);
        let served = listening
            .serve(config, store.clone(), PlanExaminers, stages)
            .await;
        // Closed already, unless serving never began.
        let _closed = store.close().await;
        served.map_err(failure)
    })
}

fn failure(fault: impl std::fmt::Display) -> Problem {
    Problem::Failure(fault.to_string())
}
