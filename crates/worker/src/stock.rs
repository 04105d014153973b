//! Borrows pairs and gets what is needed to play them.

use std::collections::BTreeMap;
use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use assay_study::StudyId;
use assay_wire::LentPair;
use assay_wire::v1::{AcquireRequest, FetchStudyRequest};
use tokio_util::sync::CancellationToken;

use crate::link::{Link, LinkFault};
use crate::player::{PairPlayer, Players};

/// Pairs and their players.
pub(crate) struct Stock<P>(Arc<Inner<P>>);

struct Inner<P> {
    link: Link,
    players: P,
    requests: AtomicU64,
    /// Who plays each study, or why nobody here can.
    known: Mutex<BTreeMap<StudyId, Prepared>>,
}

type Prepared = Result<Arc<dyn PairPlayer>, String>;

/// A lent pair and who plays it.
pub(crate) struct Ready {
    pub(crate) lent: LentPair,
    pub(crate) player: Arc<dyn PairPlayer>,
}

/// What a request brought.
pub(crate) struct Haul {
    /// Session the leases belong to.
    pub(crate) session: u64,
    pub(crate) ready: Vec<Ready>,
    /// Pairs of studies this worker cannot play, with the reason.
    pub(crate) unplayable: Vec<(LentPair, String)>,
    /// No sooner is it worth asking again.
    pub(crate) ask_again: Duration,
    /// Every study is finished.
    pub(crate) nothing_left: bool,
}

impl<P: Players> Stock<P> {
    pub(crate) fn new(link: Link, players: P) -> Stock<P> {
        Stock(Arc::new(Inner {
            link,
            players,
            requests: AtomicU64::new(0),
            known: Mutex::default(),
        }))
    }

    /// Borrows up to `pairs` pairs; calls until the coordinator answers, or until it is dropped.
    pub(crate) fn fetch(
        &self,
        pairs: usize,
    ) -> impl Future<Output = Result<Haul, LinkFault>> + Send + use<P> {
        let inner = self.0.clone();
        async move { inner.fetch(pairs, &CancellationToken::new()).await }
    }
}

impl<P: Players> Inner<P> {
    async fn fetch(
        self: Arc<Self>,
        pairs: usize,
        cut: &CancellationToken,
    ) -> Result<Haul, LinkFault> {
        let request = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        let link = &self.link;
        let (session, answer) = link
            .call(cut, |mut client, session| async move {
                let number = session.number;
                let ask = AcquireRequest {
                    session: session.id,
                    pairs: u32::try_from(pairs).unwrap_or(u32::MAX),
                    request,
                };
                client.acquire(ask).await.map(|a| a.map(|a| (number, a)))
            })
            .await?;
        let mut haul = Haul {
            session,
            ready: Vec::with_capacity(answer.leases.len()),
            unplayable: Vec::new(),
            ask_again: Duration::from_millis(answer.retry_after_millis.into()),
            nothing_left: answer.unfinished_studies == 0,
        };
        for lease in answer.leases {
            let lent = match LentPair::try_from(lease) {
                Ok(lent) => lent,
                Err(fault) => {
                    tracing::warn!("the coordinator sent a lease that makes no sense: {fault}");
                    continue;
                }
            };
            match self.clone().player(&lent.study, cut).await? {
                Ok(player) => haul.ready.push(Ready { lent, player }),
                Err(why) => haul.unplayable.push((lent, why)),
            }
        }
        Ok(haul)
    }

    /// Who plays a study, fetched and prepared the first time.
    async fn player(
        self: Arc<Self>,
        study: &StudyId,
        cut: &CancellationToken,
    ) -> Result<Prepared, LinkFault> {
        let known = self.known().get(study).cloned();
        if let Some(prepared) = known {
            return Ok(prepared);
        }
        let name = study.to_string();
        let asked = self
            .link
            .call(cut, |mut client, session| {
                let study = name.clone();
                async move {
                    let ask = FetchStudyRequest {
                        session: session.id,
                        study,
                    };
                    client.fetch_study(ask).await
                }
            })
            .await;
        let answer = match asked {
            Ok(answer) => answer,
            // As when another coordinator has taken the place of the one that lent the pair. Not remembered:
            // it may come back.
            Err(LinkFault::Refused(why)) => return Ok(Err(why)),
            Err(cut) => return Err(cut),
        };
        let preparing = self.clone();
        let prepared = tokio::task::spawn_blocking(move || match answer.package {
            Some(package) => preparing.players.prepare(&package),
            None => Err("the coordinator sent no study".to_owned()),
        });
        let prepared = prepared
            .await
            .unwrap_or_else(|e| Err(format!("the study could not be prepared: {e}")));
        self.known().insert(study.clone(), prepared.clone());
        Ok(prepared)
    }

    fn known(&self) -> std::sync::MutexGuard<'_, BTreeMap<StudyId, Prepared>> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
