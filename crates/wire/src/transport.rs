//! Both ends of a connection, set up alike: compression, message limits, and the keepalive that notices a
//! dead peer.

use std::time::Duration;

use tonic::codec::CompressionEncoding::Zstd;
use tonic::transport::{Channel, Endpoint, Server};

use crate::Address;
use crate::v1::control_service_client::ControlServiceClient;
use crate::v1::control_service_server::{ControlService, ControlServiceServer};
use crate::v1::worker_service_client::WorkerServiceClient;
use crate::v1::worker_service_server::{WorkerService, WorkerServiceServer};

/// The largest message either side takes.
pub const MAX_MESSAGE_BYTES: usize = 16 << 20;

/// A person's or a script's side.
pub type ControlClient = ControlServiceClient<Channel>;
/// A worker's side.
pub type WorkerClient = WorkerServiceClient<Channel>;

const KEEPALIVE_EVERY: Duration = Duration::from_secs(10);
const KEEPALIVE_PATIENCE: Duration = Duration::from_secs(10);
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// How to reach a coordinator. Nothing is connected yet.
pub fn endpoint(address: &Address) -> Result<Endpoint, tonic::transport::Error> {
    Ok(Endpoint::from_shared(address.uri())?
        .connect_timeout(CONNECT_PATIENCE)
        .http2_keep_alive_interval(KEEPALIVE_EVERY)
        .keep_alive_timeout(KEEPALIVE_PATIENCE)
        .keep_alive_while_idle(true)
        .tcp_nodelay(true))
}

/// A server that notices dead clients.
pub fn server() -> Server {
    Server::builder()
        .http2_keepalive_interval(Some(KEEPALIVE_EVERY))
        .http2_keepalive_timeout(Some(KEEPALIVE_PATIENCE))
        .tcp_nodelay(true)
}

/// The worker's calls over a channel.
pub fn worker_client(channel: Channel) -> WorkerClient {
    WorkerServiceClient::new(channel)
        .send_compressed(Zstd)
        .accept_compressed(Zstd)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The control calls over a channel.
pub fn control_client(channel: Channel) -> ControlClient {
    ControlServiceClient::new(channel)
        .send_compressed(Zstd)
        .accept_compressed(Zstd)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The worker service as the coordinator offers it.
pub fn worker_server<S: WorkerService>(service: S) -> WorkerServiceServer<S> {
    WorkerServiceServer::new(service)
        .send_compressed(Zstd)
        .accept_compressed(Zstd)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}

/// The control service as the coordinator offers it.
pub fn control_server<S: ControlService>(service: S) -> ControlServiceServer<S> {
    ControlServiceServer::new(service)
        .send_compressed(Zstd)
        .accept_compressed(Zstd)
        .max_decoding_message_size(MAX_MESSAGE_BYTES)
        .max_encoding_message_size(MAX_MESSAGE_BYTES)
}
