//! What travels between coordinator, workers and people: generated gRPC code, the only conversions to and
//! from domain types, the protocol version, and what a client does about each kind of error.
//!
//! `proto/README.md` tells the protocol.

mod address;
mod package;
mod pair;
mod plan;
mod record;
mod remedy;
mod seats;
mod state;
mod stop;
mod transport;
mod version;

pub use address::{Address, BadAddress, DEFAULT_PORT};
pub use pair::{FinishedPair, LentPair, pair_key, study_id};
pub use plan::Plan;
pub use record::WireFault;
pub use remedy::{Refusal, Remedy, remedy};
pub use transport::{
    ControlClient, MAX_MESSAGE_BYTES, WorkerClient, control_client, control_server, endpoint,
    server, worker_client, worker_server,
};
pub use version::{PROTOCOL_VERSION, Versions, agree, protocol_refusal};

/// Messages and services as generated from `proto/assay/v1`.
#[allow(
    missing_docs,
    unreachable_pub,
    clippy::pedantic,
    clippy::large_enum_variant
)]
pub mod v1 {
    tonic::include_proto!("assay.v1");
}

/// The encoded descriptors of `proto/assay/v1`, for the reflection service.
pub const DESCRIPTORS: &[u8] = tonic::include_file_descriptor_set!("assay.v1.descriptors");
