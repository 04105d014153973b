//! The way to a coordinator.

use std::time::Duration;

use assay_wire::v1::GreetRequest;
use assay_wire::{
    Address, ControlClient, PROTOCOL_VERSION, Refusal, control_client, endpoint, protocol_refusal,
};
use clap::Args;
use tonic::Status;

use crate::problem::Problem;

/// Which coordinator is meant.
#[derive(Args, Clone, Debug)]
pub(crate) struct CoordinatorAddress {
    /// Where the coordinator is
    #[arg(
        long = "coordinator",
        env = "ASSAY_COORDINATOR",
        default_value_t,
        value_name = "HOST:PORT"
    )]
    pub(crate) address: Address,
}

/// How long a coordinator may take to answer a greeting, however busy it is.
const GREETING: Duration = Duration::from_secs(10);

/// Connects and compares versions.
pub(crate) async fn connect(address: &Address) -> Result<ControlClient, Problem> {
    let unreachable = |e: tonic::transport::Error| {
        Problem::Failure(format!(
            "no coordinator can be reached at {address} ({}); start one with `assay coordinator`, or say where it is with \
             --coordinator",
            innermost(&e)
        ))
    };
    let endpoint = endpoint(address).map_err(unreachable)?;
    let channel = endpoint.connect().await.map_err(unreachable)?;
    let mut client = control_client(channel);
    let protocol = PROTOCOL_VERSION;
    // Whatever else listens there may keep the connection and never say a word.
    let greeting = tokio::time::timeout(GREETING, client.greet(GreetRequest { protocol })).await;
    let no_coordinator = |how: String| {
        Problem::Failure(format!(
            "{address} takes connections but does not answer as a coordinator does{how}; say where the coordinator is with \
             --coordinator"
        ))
    };
    let answer = match greeting {
        Ok(Ok(answer)) => answer.into_inner(),
        // A coordinator's own refusal has a reason, another server's words have none.
        Ok(Err(refused)) if Refusal::of(&refused).is_some() => return Err(refused.into()),
        Ok(Err(other)) => return Err(no_coordinator(format!(" ({})", other.message()))),
        Err(_) => {
            let within = GREETING.as_secs();
            return Err(no_coordinator(format!(" within {within} seconds")));
        }
    };
    if answer.protocol != protocol {
        return Err(protocol_refusal(answer.protocol, protocol, "this program").into());
    }
    Ok(client)
}

/// The cause below all others, which is the one that says something.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut cause = error;
    while let Some(below) = cause.source() {
        cause = below;
    }
    cause.to_string()
}

impl From<Status> for Problem {
    fn from(status: Status) -> Problem {
        Problem::Failure(if status.message().is_empty() {
            format!("the coordinator answered: {}", status.code())
        } else {
            status.message().to_owned()
        })
    }
}
