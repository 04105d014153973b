//! What is played next: borrows pairs, hands them to the floor, hands what is finished to the post.

use std::collections::{BTreeMap, VecDeque};
use std::future::Future;
use std::pin::Pin;
use std::time::Duration;

use assay_study::LeaseId;
use assay_study::words;
use assay_wire::v1::{HelloRequest, ReleaseRequest, ReportFailureRequest};
use assay_wire::{LentPair, PROTOCOL_VERSION, WorkerClient, endpoint, worker_client};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until, timeout};
use tokio_util::sync::CancellationToken;

use crate::config::{Config, Stages, Until};
use crate::floor::{Floor, Outcome, Played};
use crate::link::{Link, LinkFault, Session};
use crate::outbox::{Outbox, OutboxFault};
use crate::pace::Pace;
use crate::player::Players;
use crate::post::{Kept, Parcel, Post, Unsent};
use crate::renewal::{Held, keep_alive};
use crate::stock::{Haul, Ready, Stock};
use crate::sum::Sum;

/// How long the last results may take to be sent once the games are over.
const LAST_POST: Duration = Duration::from_secs(10);
/// How long giving leases back may take at the end.
const LAST_RELEASE: Duration = Duration::from_secs(2);
/// How soon a desk that wants nothing looks whether it does.
const LOOK_AGAIN: Duration = Duration::from_millis(100);
/// With so many finished pairs unsent, nothing new is begun: the coordinator cannot take them.
const MOST_UNSENT: usize = 1024;

/// Why a worker ended before its time.
#[derive(Debug, thiserror::Error)]
pub enum WorkerFault {
    /// The outbox cannot be used at all.
    #[error("{0}; name another directory with --outbox")]
    Outbox(#[from] OutboxFault),
    /// The address cannot be used.
    #[error("cannot use the coordinator's address: {0}")]
    Address(#[from] tonic::transport::Error),
    /// No threads.
    #[error("cannot start the playing threads: {0}")]
    Threads(#[from] rayon::ThreadPoolBuildError),
    /// The coordinator will not work with this worker.
    #[error("{0}")]
    Refused(String),
}

/// Works until told otherwise; see [`Until`] and [`Stages`].
///
/// # Errors
/// When it cannot begin, or the coordinator refuses it for good. A coordinator that is not there yet, or
/// not there for a while, is no error.
pub async fn run(
    config: Config,
    players: impl Players,
    stages: Stages,
) -> Result<Sum, WorkerFault> {
    let outbox = Outbox::open(&config.outbox)?;
    let left_over = outbox.waiting()?;
    for (path, why) in &left_over.unreadable {
        tracing::warn!(
            "{} in the outbox holds no finished pair: {why}",
            path.display()
        );
    }
    let link = link(&config)?;
    let unsent = Unsent::default();
    let (parcels, incoming) = mpsc::unbounded_channel();
    if !left_over.pairs.is_empty() {
        let count = left_over.pairs.len();
        tracing::info!("{count} finished pairs in the outbox go first");
        unsent.add(Kept::OnDisk, count);
        for pair in left_over.pairs {
            let parcel = Parcel {
                pair,
                kept: Kept::OnDisk,
                lease: None,
            };
            // The receiver lives until the post is done, after the desk.
            let _open = parcels.send(parcel);
        }
    }
    let held = Held::default();
    let post = Post {
        link: link.clone(),
        outbox: outbox.clone(),
        unsent: unsent.clone(),
        held: held.clone(),
        cut: CancellationToken::new(),
    };
    let cut_post = post.cut.clone();
    let posting = tokio::spawn(post.send_all(incoming));

    let (lost, losses) = mpsc::unbounded_channel();
    let renewing = tokio::spawn(keep_alive(link.clone(), held.clone(), lost));
    let (done, played) = mpsc::unbounded_channel();
    let floor = Floor::new(config.slots, &config.name, outbox, done)?;
    let desk = Desk {
        stock: Stock::new(link.clone(), players),
        pace: Pace::new(config.slots),
        slots: config.slots.get(),
        until: config.until,
        link,
        floor,
        held,
        unsent,
        parcels,
        queue: VecDeque::new(),
        playing: BTreeMap::new(),
        failed: 0,
        post_is_open: true,
    };
    let ended = desk.work(&stages, played, losses).await;
    renewing.abort();
    // The desk and its sender are gone, so the post ends when all is sent, or is cut.
    let (mut sum, refused) = last_post(posting, &cut_post, &stages).await;
    sum.failed = ended.failed;
    match ended.fault.or(refused) {
        Some(LinkFault::Refused(why)) => {
            if sum != Sum::default() {
                tracing::info!("{sum}");
            }
            Err(WorkerFault::Refused(why))
        }
        _ => Ok(sum),
    }
}

fn link(config: &Config) -> Result<Link, WorkerFault> {
    let channel = endpoint(&config.coordinator)?.connect_lazy();
    let hello = HelloRequest {
        protocol: PROTOCOL_VERSION,
        engine: config.engine.clone(),
        worker: config.name.clone(),
        slots: u32::try_from(config.slots.get()).unwrap_or(u32::MAX),
    };
    let meanwhile = format!(
        "finished pairs stay in the outbox {}",
        config.outbox.display()
    );
    let client = worker_client(channel);
    Ok(Link::new(
        client,
        hello,
        config.coordinator.to_string(),
        meanwhile,
    ))
}

async fn last_post(
    posting: tokio::task::JoinHandle<(Sum, Option<LinkFault>)>,
    cut: &CancellationToken,
    stages: &Stages,
) -> (Sum, Option<LinkFault>) {
    let mut posting = posting;
    let finished = tokio::select! {
        ended = &mut posting => Some(ended),
        () = tokio::time::sleep(LAST_POST) => None,
        () = stages.at_once.cancelled() => None,
    };
    let ended = if let Some(ended) = finished {
        ended
    } else {
        cut.cancel();
        posting.await
    };
    ended.unwrap_or_else(|e| std::panic::resume_unwind(e.into_panic()))
}

/// How the desk closed.
struct Ended {
    failed: u64,
    fault: Option<LinkFault>,
}

struct Desk<P> {
    link: Link,
    stock: Stock<P>,
    floor: Floor,
    held: Held,
    unsent: Unsent,
    parcels: mpsc::UnboundedSender<Parcel>,
    pace: Pace,
    slots: usize,
    until: Until,
    /// Lent and not begun.
    queue: VecDeque<Ready>,
    /// Lent and begun.
    playing: BTreeMap<LeaseId, LentPair>,
    failed: u64,
    /// Whether finished pairs can still be handed in.
    post_is_open: bool,
}

type Fetching = Pin<Box<dyn Future<Output = Result<Haul, LinkFault>> + Send>>;

impl<P: Players> Desk<P> {
    async fn work(
        mut self,
        stages: &Stages,
        mut played: mpsc::UnboundedReceiver<Played>,
        mut losses: mpsc::UnboundedReceiver<Vec<LeaseId>>,
    ) -> Ended {
        let mut fetching: Option<Fetching> = None;
        let mut next_ask = Instant::now();
        let mut finishing = false;
        let mut nothing_left = false;
        let mut fault = None;
        loop {
            if !self.post_is_open && !finishing {
                finishing = true;
                self.give_back_queue().await;
            }
            self.begin_what_fits();
            let idle = self.playing.is_empty() && self.queue.is_empty();
            let may_leave = self.until == Until::Done && nothing_left && self.unsent.count() == 0;
            if idle && (finishing || may_leave) {
                break;
            }
            let room = self.wanted();
            if fetching.is_none() && !finishing && room > 0 && Instant::now() >= next_ask {
                fetching = Some(Box::pin(self.stock.fetch(room)));
            }
            let asking_later = fetching.is_none() && !finishing;
            if asking_later && room == 0 {
                // The post makes room without telling the desk.
                next_ask = next_ask.max(Instant::now() + LOOK_AGAIN);
            }
            tokio::select! {
                biased;
                () = stages.at_once.cancelled() => break,
                () = stages.finish.cancelled(), if !finishing => {
                    finishing = true;
                    self.give_back_queue().await;
                }
                Some(pair) = played.recv() => self.take_from_floor(pair),
                Some(lost) = losses.recv() => self.drop_lost(&lost),
                haul = async { fetching.as_mut().expect("guarded").await }, if fetching.is_some() => {
                    fetching = None;
                    match haul {
                        Ok(haul) => {
                            nothing_left = haul.nothing_left;
                            next_ask = Instant::now() + haul.ask_again;
                            self.take_from_stock(haul);
                            if finishing {
                                self.give_back_queue().await;
                            }
                        }
                        Err(LinkFault::Cut) => {}
                        Err(refused) => {
                            fault = Some(refused);
                            finishing = true;
                            self.give_back_queue().await;
                        }
                    }
                }
                () = sleep_until(next_ask), if asking_later => {}
            }
        }
        if stages.at_once.is_cancelled() {
            self.floor.stop();
        }
        // An answer under way may bring leases that nobody else would give back.
        if let Some(fetching) = fetching
            && let Ok(Ok(haul)) = timeout(LAST_RELEASE, fetching).await
        {
            self.take_from_stock(haul);
        }
        self.give_back_everything().await;
        Ended {
            failed: self.failed,
            fault,
        }
    }

    fn begin_what_fits(&mut self) {
        while self.playing.len() < self.slots
            && !self.risks_enough()
            && let Some(ready) = self.queue.pop_front()
        {
            tracing::debug!("playing {} {}", ready.lent.study, ready.lent.key);
            self.playing.insert(ready.lent.id, ready.lent.clone());
            self.floor.play(ready.lent, ready.player);
        }
    }

    /// Whether a pair for each slot is finished and in memory only, because the disk does not take them, nor the
    /// coordinator: more would be games played to be lost.
    fn risks_enough(&self) -> bool {
        self.unsent.in_memory() >= self.slots
    }

    /// How many more pairs to ask for.
    fn wanted(&self) -> usize {
        if self.unsent.count() >= MOST_UNSENT || self.risks_enough() {
            return 0;
        }
        let target = self.slots + self.pace.ahead();
        let have = self.playing.len() + self.queue.len();
        // Asking for a few at a time would cost more calls than it saves waiting.
        if have * 2 > target + self.slots {
            return 0;
        }
        target.saturating_sub(have)
    }

    fn take_from_stock(&mut self, haul: Haul) {
        for ready in haul.ready {
            self.held.take(ready.lent.id, haul.session);
            self.queue.push_back(ready);
        }
        for (lent, evidence) in haul.unplayable {
            self.report(lent, evidence);
        }
    }

    fn take_from_floor(&mut self, played: Played) {
        let Played {
            lent,
            took,
            outcome,
        } = played;
        self.playing.remove(&lent.id);
        match outcome {
            Outcome::Finished { pair, kept } => {
                self.pace.note(took);
                let risked_enough = self.risks_enough();
                self.unsent.add(kept, 1);
                if self.risks_enough() && !risked_enough {
                    tracing::warn!(
                        "{} in memory only: no other is begun until the coordinator has them",
                        words::pairs(self.unsent.in_memory() as u64)
                    );
                }
                let parcel = Parcel {
                    pair: *pair,
                    kept,
                    lease: Some(lent.id),
                };
                // The post outlives the desk, unless the coordinator refused it for good.
                self.post_is_open = self.parcels.send(parcel).is_ok();
            }
            Outcome::Stopped => self.held.drop(lent.id),
            Outcome::Failed(evidence) => self.report(lent, evidence),
        }
    }

    /// Tells the coordinator of a pair that cannot be played, without waiting for it.
    fn report(&mut self, lent: LentPair, evidence: String) {
        self.failed += 1;
        self.held.drop(lent.id);
        tracing::error!(
            "{} {} could not be played: {evidence}",
            lent.study,
            lent.key
        );
        let link = self.link.clone();
        tokio::spawn(async move {
            let never = CancellationToken::new();
            let told = link
                .call(&never, |mut client, session| {
                    let lease = Some((&lent).into());
                    let evidence = evidence.clone();
                    async move {
                        let request = ReportFailureRequest {
                            session: session.id,
                            lease,
                            evidence,
                        };
                        client.report_failure(request).await
                    }
                })
                .await;
            if let Err(fault) = told {
                tracing::warn!("the failure of {} could not be reported: {fault}", lent.key);
            }
        });
    }

    /// Drops what is lost and not begun; what is being played may still be welcome.
    fn drop_lost(&mut self, lost: &[LeaseId]) {
        let before = self.queue.len();
        self.queue.retain(|ready| !lost.contains(&ready.lent.id));
        let dropped = before - self.queue.len();
        if dropped > 0 {
            tracing::info!(
                "no longer lent to this worker: {}",
                words::pairs(dropped as u64)
            );
        }
    }

    async fn give_back_queue(&mut self) {
        let leases: Vec<LeaseId> = self.queue.drain(..).map(|ready| ready.lent.id).collect();
        self.release(leases).await;
    }

    async fn give_back_everything(&mut self) {
        let mut leases: Vec<LeaseId> = self.queue.drain(..).map(|ready| ready.lent.id).collect();
        leases.extend(std::mem::take(&mut self.playing).into_keys());
        self.release(leases).await;
    }

    /// One try within a short time: leases that stay out run out by themselves.
    async fn release(&self, leases: Vec<LeaseId>) {
        if leases.is_empty() {
            return;
        }
        for &id in &leases {
            self.held.drop(id);
        }
        let ids: Vec<u64> = leases.iter().map(|id| id.0).collect();
        let give_back = |mut client: WorkerClient, session: Session| {
            let leases = ids.clone();
            async move {
                client
                    .release(ReleaseRequest {
                        session: session.id,
                        leases,
                    })
                    .await
            }
        };
        match timeout(LAST_RELEASE, self.link.once(&give_back)).await {
            Ok(Ok(_)) => tracing::info!("{} leases given back", leases.len()),
            Ok(Err(_)) | Err(_) => {
                tracing::info!(
                    "{} leases could not be given back; they run out",
                    leases.len()
                );
            }
        }
    }
}
