//! The coordinator on a port, until it is stopped.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use assay_store::{Store, StoreError};
use assay_study::Millis;
use assay_wire::v1::control_service_server::ControlServiceServer;
use assay_wire::v1::worker_service_server::WorkerServiceServer;
use assay_wire::{Address, DESCRIPTORS, control_server, server, worker_server};
use tokio::net::TcpListener;
use tokio::time::{sleep, timeout};
use tokio_util::sync::CancellationToken;
use tonic::transport::server::TcpIncoming;

use crate::audit::Share;
use crate::config::{Config, Stages};
use crate::control::Control;
use crate::coordinator::Coordinator;
use crate::examiner::Examiners;
use crate::session::Sessions;
use crate::state::State;
use crate::work::Work;

/// How long open calls may take once nothing is out any more.
const LAST_CALLS: Duration = Duration::from_secs(2);
/// How often a closing coordinator looks whether everything is in.
const LOOK_EVERY: Duration = Duration::from_millis(50);

/// Why a coordinator could not do its work.
#[derive(Debug, thiserror::Error)]
pub enum ServeFault {
    /// The port is taken.
    #[error(
        "cannot listen on {0}: the port is in use, maybe by another coordinator; stop that one or choose another port \
         with --listen"
    )]
    InUse(Address),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}: {1}; choose another address with --listen")]
    Listen(Address, io::Error),
    /// The store cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The connection layer failed.
    #[error("the coordinator's server failed: {0}")]
    Transport(#[from] tonic::transport::Error),
    /// The reflection data are damaged, which a build cannot be.
    #[error("the description of the services cannot be read: {0}")]
    Reflection(#[from] tonic_reflection::server::Error),
}

/// A coordinator that has its port and is not working yet.
#[derive(Debug)]
pub struct Listening {
    listener: TcpListener,
    address: SocketAddr,
}

impl Listening {
    /// Takes a port; 0 takes any free one.
    pub async fn on(address: &Address) -> Result<Listening, ServeFault> {
        let failed = |cause: io::Error| match cause.kind() {
            io::ErrorKind::AddrInUse => ServeFault::InUse(address.clone()),
            _ => ServeFault::Listen(address.clone(), cause),
        };
        let listener = TcpListener::bind(address.to_string())
            .await
            .map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        Ok(Listening { listener, address })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Takes in the studies of the store and serves until stopped. The store is closed at the end.
    pub async fn serve(
        self,
        config: Config,
        store: Arc<dyn Store>,
        examiners: impl Examiners,
        stages: Stages,
    ) -> Result<(), ServeFault> {
        let lease = config.lease.map(|d| Millis(d.as_millis() as u64));
        let state = State::new(
            Sessions::new(session_prefix(self.address)),
            lease,
            Share(config.audit_per_mille),
        );
        let coordinator = Coordinator::open(store.clone(), Arc::new(examiners), state).await?;
        let closing = CancellationToken::new();
        let serving = self.server(&config, coordinator.clone(), &closing)?;
        let mut serving = tokio::spawn(serving);
        let ended = tokio::select! {
            ended = &mut serving => Some(ended),
            () = everything_is_in(&coordinator, &stages) => None,
        };
        closing.cancel();
        let ended = match ended {
            Some(ended) => Some(ended),
            None => timeout(LAST_CALLS, &mut serving).await.ok(),
        };
        serving.abort();
        tracing::debug!("closing the store");
        store.close().await?;
        tracing::debug!("the store is closed");
        match ended {
            Some(Ok(served)) => Ok(served?),
            Some(Err(panic)) => std::panic::resume_unwind(panic.into_panic()),
            // Calls that did not end in time are repeated by whoever made them.
            None => Ok(()),
        }
    }

    fn server(
        self,
        config: &Config,
        coordinator: Coordinator,
        closing: &CancellationToken,
    ) -> Result<impl Future<Output = Result<(), tonic::transport::Error>> + use<>, ServeFault> {
        let work = worker_server(Work {
            coordinator: coordinator.clone(),
            engine: config.engine.clone(),
        });
        let control = control_server(Control {
            coordinator,
            engine: config.engine.clone(),
            closing: closing.clone(),
        });
        let reflection = tonic_reflection::server::Builder::configure()
            .register_encoded_file_descriptor_set(DESCRIPTORS)
            .register_encoded_file_descriptor_set(tonic_health::pb::FILE_DESCRIPTOR_SET)
            .build_v1()?;
        let (reporter, health) = tonic_health::server::health_reporter();
        let closing = closing.clone();
        Ok(async move {
            reporter.set_serving::<WorkerServiceServer<Work>>().await;
            reporter
                .set_serving::<ControlServiceServer<Control>>()
                .await;
            let incoming = TcpIncoming::from(self.listener).with_nodelay(Some(true));
            server()
                .add_service(work)
                .add_service(control)
                .add_service(health)
                .add_service(reflection)
                .serve_with_incoming_shutdown(incoming, closing.cancelled_owned())
                .await
        })
    }
}

/// Waits for a stop, and after its first stage for the leases that are out.
async fn everything_is_in(coordinator: &Coordinator, stages: &Stages) {
    tokio::select! {
        () = stages.at_once.cancelled() => return,
        () = stages.finish.cancelled() => {}
    }
    coordinator.handle().ask(|state, _| state.close()).await;
    loop {
        let out = coordinator.handle().ask(|state, _| state.leased()).await;
        if out == 0 {
            return;
        }
        tracing::debug!("{out} pairs are still out");
        tokio::select! {
            () = stages.at_once.cancelled() => return,
            () = sleep(LOOK_EVERY) => {}
        }
    }
}

/// Tells the sessions of one coordinator's life from those of another on the same port.
fn session_prefix(address: SocketAddr) -> String {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let nanos = since.map_or(0, |d| d.as_nanos());
    format!("{:x}-{:x}-{:x}", address.port(), std::process::id(), nanos)
}
