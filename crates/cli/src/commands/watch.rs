use std::time::Duration;

use assay_study::StudyState;
use assay_wire::v1::{StudyStatus, WatchRequest};
use assay_wire::{Refusal, Remedy, remedy};
use clap::Args;
use tokio::time::sleep;
use tonic::Status;

use crate::client::{CoordinatorAddress, connect};
use crate::problem::Problem;
use crate::progress::Progress;
use crate::runtime::block_on;
use crate::told;

/// Follow a study until it is finished
///
/// Lasts through restarts of the coordinator.
#[derive(Args, Debug)]
pub(crate) struct WatchArgs {
    /// A study's id or its beginning
    study: String,
    #[command(flatten)]
    coordinator: CoordinatorAddress,
    /// Print a line of JSON for every change instead of a display
    #[arg(long)]
    json: bool,
}

const TRY_AGAIN: Duration = Duration::from_secs(1);

/// Follows.
pub(crate) fn run(args: &WatchArgs) -> Result<(), Problem> {
    block_on(async {
        let mut progress = None;
        let mut last = None;
        // The first connection must succeed; later ones may take a while.
        drop(connect(&args.coordinator.address).await?);
        loop {
            match follow(args, &mut progress, &mut last).await {
                Ok(()) => break,
                Err(Broken::Again(why)) => tracing::debug!("watching again: {why}"),
                Err(Broken::For(problem)) => return Err(problem),
            }
            sleep(TRY_AGAIN).await;
        }
        if let Some(progress) = progress {
            Progress::end(progress);
        }
        let status: StudyStatus = last.unwrap_or_default();
        if !args.json {
            super::print(told::table(&status).as_bytes())?;
        }
        match told::state(&status) {
            Some(StudyState::Cancelled) => {
                Err(Problem::Failure("the study was cancelled".to_owned()))
            }
            _ => Ok(()),
        }
    })
}

/// Why watching ended before the study.
enum Broken {
    Again(String),
    For(Problem),
}

async fn follow(
    args: &WatchArgs,
    progress: &mut Option<Progress>,
    last: &mut Option<StudyStatus>,
) -> Result<(), Broken> {
    let mut client = connect(&args.coordinator.address)
        .await
        .map_err(|problem| Broken::Again(problem.to_string()))?;
    let study = args.study.clone();
    let watching = client.watch(WatchRequest { study }).await.map_err(broken)?;
    let mut statuses = watching.into_inner();
    loop {
        match statuses.message().await {
            Ok(Some(told)) => {
                let status = told.status.unwrap_or_default();
                if args.json {
                    let line = told::json(&status) + "\n";
                    super::print(line.as_bytes()).map_err(Broken::For)?;
                } else {
                    progress
                        .get_or_insert_with(|| Progress::of(&status))
                        .show(&status);
                }
                *last = Some(status);
            }
            Ok(None) if last.as_ref().is_some_and(told::is_over) => return Ok(()),
            Ok(None) => return Err(Broken::Again("the stream ended".to_owned())),
            Err(status) => return Err(broken(status)),
        }
    }
}

fn broken(status: Status) -> Broken {
    let passing =
        Refusal::of(&status) == Some(Refusal::ShuttingDown) || remedy(&status) == Remedy::Retry;
    if passing {
        Broken::Again(status.message().to_owned())
    } else {
        Broken::For(status.into())
    }
}
