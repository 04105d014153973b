use std::path::PathBuf;

use assay_wire::v1::SubmitStudyRequest;
use clap::Args;

use crate::client::{CoordinatorAddress, connect};
use crate::problem::Problem;
use crate::runtime::block_on;
use crate::study_file::{package, read_study};
use crate::told;

/// Hand a study to a coordinator
///
/// Prints the study's id. The same file again is the same study.
#[derive(Args, Debug)]
pub(crate) struct SubmitArgs {
    /// The study file
    study: PathBuf,
    #[command(flatten)]
    coordinator: CoordinatorAddress,
    /// Print the study's status as JSON instead
    #[arg(long)]
    json: bool,
}

/// Submits.
pub(crate) fn run(args: &SubmitArgs) -> Result<(), Problem> {
    let study = read_study(&args.study)?;
    block_on(async {
        let mut client = connect(&args.coordinator.address).await?;
        let request = SubmitStudyRequest {
            package: Some(package(&study)),
        };
        let answer = client.submit_study(request).await?.into_inner();
        let status = answer.status.unwrap_or_default();
        if answer.known {
            tracing::info!(
                "the coordinator has this study already: {}",
                told::line(&status)
            );
        }
        let shown = if args.json {
            told::json(&status)
        } else {
            status.study
        };
        super::print(format!("{shown}\n").as_bytes())
    })
}
