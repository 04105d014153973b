use assay_wire::v1::{ListStudiesRequest, StatusRequest};
use clap::Args;

use crate::client::{CoordinatorAddress, connect};
use crate::problem::Problem;
use crate::runtime::block_on;
use crate::told;

/// Show how studies stand
#[derive(Args, Debug)]
pub(crate) struct StatusArgs {
    /// A study's id or its beginning; all studies if absent
    study: Option<String>,
    #[command(flatten)]
    coordinator: CoordinatorAddress,
    /// Print a line of JSON a study
    #[arg(long)]
    json: bool,
}

/// Shows.
pub(crate) fn run(args: &StatusArgs) -> Result<(), Problem> {
    block_on(async {
        let mut client = connect(&args.coordinator.address).await?;
        let studies = match &args.study {
            Some(study) => {
                let study = study.clone();
                let answer = client.status(StatusRequest { study }).await?.into_inner();
                answer.status.into_iter().collect()
            }
            None => {
                client
                    .list_studies(ListStudiesRequest {})
                    .await?
                    .into_inner()
                    .studies
            }
        };
        if studies.is_empty() {
            tracing::info!("no studies; hand one in with `assay submit STUDY`");
        }
        let mut text = String::new();
        for status in &studies {
            if args.json {
                text.push_str(&told::json(status));
                text.push('\n');
            } else {
                text.push_str(&told::table(status));
            }
        }
        super::print(text.as_bytes())
    })
}
