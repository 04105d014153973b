use assay_wire::v1::{CancelRequest, PauseRequest, ResumeRequest};
use clap::Args;

use crate::client::{CoordinatorAddress, connect};
use crate::problem::Problem;
use crate::runtime::block_on;
use crate::told;

#[derive(Args, Debug)]
pub(crate) struct StateArgs {
    /// A study's id or its beginning
    study: String,
    #[command(flatten)]
    coordinator: CoordinatorAddress,
    /// Print the study's status as JSON
    #[arg(long)]
    json: bool,
}

/// What becomes of the study.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    Pause,
    Resume,
    Cancel,
}

/// Changes the state and shows the status.
pub(crate) fn run(args: &StateArgs, wish: Wish) -> Result<(), Problem> {
    block_on(async {
        let mut client = connect(&args.coordinator.address).await?;
        let study = args.study.clone();
        let status = match wish {
            Wish::Pause => {
                client
                    .pause(PauseRequest { study })
                    .await?
                    .into_inner()
                    .status
            }
            Wish::Resume => {
                client
                    .resume(ResumeRequest { study })
                    .await?
                    .into_inner()
                    .status
            }
            Wish::Cancel => {
                client
                    .cancel(CancelRequest { study })
                    .await?
                    .into_inner()
                    .status
            }
        };
        let status = status.unwrap_or_default();
        let text = if args.json {
            told::json(&status) + "\n"
        } else {
            told::table(&status)
        };
        super::print(text.as_bytes())
    })
}
