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

#[derive(Args, Debug)]
pub(crate) struct ResumeArgs {
    #[command(flatten)]
    pub(crate) study: StateArgs,
    /// Also play the pairs again that were set aside after repeated failures, as when a program has been mended
    #[arg(long)]
    retry_set_aside: bool,
}

impl ResumeArgs {
    pub(crate) fn wish(&self) -> Wish {
        if self.retry_set_aside {
            Wish::ResumeAndRetry
        } else {
            Wish::Resume
        }
    }
}

/// What becomes of the study.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Wish {
    Pause,
    Resume,
    /// Go on, and play again what was set aside.
    ResumeAndRetry,
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
            Wish::Resume | Wish::ResumeAndRetry => {
                let request = ResumeRequest {
                    study,
                    retry_set_aside: matches!(wish, Wish::ResumeAndRetry),
                };
                client.resume(request).await?.into_inner().status
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
