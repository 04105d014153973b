//! Keeps the worker's leases alive, in a task of its own, so that a busy search never looks dead.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use assay_study::LeaseId;
use assay_wire::WorkerClient;
use assay_wire::v1::RenewRequest;
use tokio::sync::mpsc;
use tokio::time::sleep;

use crate::link::{Link, Session};

/// Waits after a renewal that failed: short, since the lease may be near its end.
const AFTER_FAILURE: Duration = Duration::from_millis(500);

/// The leases a worker holds, shared by the desk and the renewal.
#[derive(Clone, Debug, Default)]
pub(crate) struct Held(Arc<Mutex<BTreeMap<LeaseId, u64>>>);

impl Held {
    /// Notes a lease of a session.
    pub(crate) fn take(&self, lease: LeaseId, session: u64) {
        self.leases().insert(lease, session);
    }

    /// The lease needs no renewal any more.
    pub(crate) fn drop(&self, lease: LeaseId) {
        self.leases().remove(&lease);
    }

    /// Takes every lease of older sessions out: no coordinator knows them.
    fn void(&self, session: u64) -> Vec<LeaseId> {
        let mut leases = self.leases();
        let old: Vec<_> = leases
            .iter()
            .filter(|(_, of)| **of != session)
            .map(|(id, _)| *id)
            .collect();
        leases.retain(|_, of| *of == session);
        old
    }

    fn ids(&self) -> Vec<u64> {
        self.leases().keys().map(|id| id.0).collect()
    }

    fn leases(&self) -> MutexGuard<'_, BTreeMap<LeaseId, u64>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Renews until the task is dropped; tells which leases were lost.
pub(crate) async fn keep_alive(link: Link, held: Held, lost: mpsc::UnboundedSender<Vec<LeaseId>>) {
    let mut wait = AFTER_FAILURE;
    loop {
        sleep(wait).await;
        wait = match renew(&link, &held).await {
            Ok((gone, next)) => {
                if !gone.is_empty() && lost.send(gone).is_err() {
                    return;
                }
                next
            }
            Err(status) => {
                tracing::debug!("renewal failed: {}", status.message());
                AFTER_FAILURE
            }
        };
    }
}

async fn renew(link: &Link, held: &Held) -> Result<(Vec<LeaseId>, Duration), tonic::Status> {
    let session = link.session().await?;
    let mut gone = held.void(session.number);
    let leases = held.ids();
    if !leases.is_empty() {
        let answer = link
            .once(&|mut client: WorkerClient, session: Session| {
                let leases = leases.clone();
                async move {
                    client
                        .renew(RenewRequest {
                            session: session.id,
                            leases,
                        })
                        .await
                }
            })
            .await?;
        let lost = answer.lost.into_iter().map(LeaseId);
        gone.extend(lost.inspect(|&id| held.drop(id)));
    }
    Ok((gone, session.renew_every))
}
