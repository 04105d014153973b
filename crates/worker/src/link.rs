//! The connection to the coordinator: sessions, repeated calls, and what is said about trouble.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use assay_wire::v1::HelloRequest;
use assay_wire::{PROTOCOL_VERSION, Remedy, WorkerClient, protocol_refusal, remedy};
use tokio::sync::Mutex;
use tokio::time::{Instant, sleep, timeout};
use tokio_util::sync::CancellationToken;
use tonic::{Response, Status};

use crate::backoff::Backoff;

/// A call that takes longer has lost its answer.
const CALL_PATIENCE: Duration = Duration::from_secs(30);
const LONGEST_WAIT: Duration = Duration::from_secs(5);
/// How often trouble that lasts is mentioned again.
const REMIND_EVERY: Duration = Duration::from_mins(1);

/// The connection, cheap to clone. tonic connects by itself when a call needs it.
#[derive(Clone, Debug)]
pub(crate) struct Link(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    client: WorkerClient,
    hello: HelloRequest,
    session: Mutex<Option<Session>>,
    sessions: AtomicU64,
    trouble: std::sync::Mutex<Option<Trouble>>,
    seeds: AtomicU64,
    /// Where the coordinator is and where finished pairs are meanwhile, for messages.
    where_to: String,
    meanwhile: String,
}

/// A session with the coordinator.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    /// Counts this worker's sessions: leases of an older one are void.
    pub(crate) number: u64,
    pub(crate) renew_every: Duration,
}

/// Why a call was given up.
#[derive(Clone, Debug, thiserror::Error)]
pub enum LinkFault {
    /// The coordinator says that repeating cannot help.
    #[error("{0}")]
    Refused(String),
    /// The worker is stopping.
    #[error("stopped before the coordinator answered")]
    Cut,
}

#[derive(Debug)]
struct Trouble {
    since: Instant,
    told: Instant,
}

impl Link {
    pub(crate) fn new(
        client: WorkerClient,
        hello: HelloRequest,
        where_to: String,
        meanwhile: String,
    ) -> Link {
        // Workers started together must not wait in step, so their waits are seeded apart.
        let seed = u64::from(std::process::id()) << 32 | u64::from(fine_time());
        Link(Arc::new(Inner {
            client,
            hello,
            session: Mutex::new(None),
            sessions: AtomicU64::new(0),
            trouble: std::sync::Mutex::new(None),
            seeds: AtomicU64::new(seed),
            where_to,
            meanwhile,
        }))
    }

    /// Calls until the coordinator answers, in a session; every call may be repeated.
    pub(crate) async fn call<T, F, Fut>(
        &self,
        cut: &CancellationToken,
        call: F,
    ) -> Result<T, LinkFault>
    where
        F: Fn(WorkerClient, Session) -> Fut,
        Fut: Future<Output = Result<Response<T>, Status>>,
    {
        let mut backoff = self.backoff();
        loop {
            let attempt = self.once(&call);
            let status = tokio::select! {
                biased;
                () = cut.cancelled() => return Err(LinkFault::Cut),
                answer = attempt => match answer {
                    Ok(value) => {
                        self.trouble_over();
                        return Ok(value);
                    }
                    Err(status) => status,
                },
            };
            match remedy(&status) {
                Remedy::GiveUp => return Err(LinkFault::Refused(status.message().to_owned())),
                // Its session is forgotten; the next try says Hello.
                Remedy::NewSession => continue,
                Remedy::Retry => self.say_trouble(&status),
            }
            tokio::select! {
                () = cut.cancelled() => return Err(LinkFault::Cut),
                () = sleep(backoff.next()) => {}
            }
        }
    }

    /// One try, with a Hello before it where there is no session.
    pub(crate) async fn once<T, F, Fut>(&self, call: &F) -> Result<T, Status>
    where
        F: Fn(WorkerClient, Session) -> Fut,
        Fut: Future<Output = Result<Response<T>, Status>>,
    {
        let session = self.session().await?;
        let answer = in_time(call(self.0.client.clone(), session.clone())).await;
        if let Err(status) = &answer
            && remedy(status) == Remedy::NewSession
        {
            self.forget(&session).await;
        }
        answer
    }

    /// The session, opened now if there is none.
    pub(crate) async fn session(&self) -> Result<Session, Status> {
        let mut slot = self.0.session.lock().await;
        if let Some(session) = &*slot {
            return Ok(session.clone());
        }
        let mut client = self.0.client.clone();
        let answer = in_time(client.hello(self.0.hello.clone())).await?;
        if answer.protocol != PROTOCOL_VERSION {
            return Err(protocol_refusal(
                answer.protocol,
                PROTOCOL_VERSION,
                "this worker",
            ));
        }
        let session = Session {
            id: answer.session,
            number: self.0.sessions.fetch_add(1, Ordering::Relaxed) + 1,
            renew_every: Duration::from_millis(u64::from(answer.renew_every_millis.max(50))),
        };
        tracing::info!("connected to the coordinator at {}", self.0.where_to);
        *slot = Some(session.clone());
        Ok(session)
    }

    /// Forgets a session unless another has already taken its place.
    async fn forget(&self, session: &Session) {
        let mut slot = self.0.session.lock().await;
        if slot.as_ref().is_some_and(|s| s.number == session.number) {
            tracing::info!("the coordinator has forgotten this session, as after a restart");
            *slot = None;
        }
    }

    /// Waits for the calls of one task.
    pub(crate) fn backoff(&self) -> Backoff {
        Backoff::new(LONGEST_WAIT, self.0.seeds.fetch_add(1, Ordering::Relaxed))
    }

    fn say_trouble(&self, status: &Status) {
        let now = Instant::now();
        let mut trouble = lock(&self.0.trouble);
        let due = trouble
            .as_ref()
            .is_none_or(|t| now - t.told >= REMIND_EVERY);
        let since = trouble.as_ref().map_or(now, |t| t.since);
        if due {
            *trouble = Some(Trouble { since, told: now });
            tracing::warn!(
                "the coordinator at {} cannot be used now: {}; trying again, {}",
                self.0.where_to,
                reason(status),
                self.0.meanwhile,
            );
        } else {
            tracing::debug!("{}", reason(status));
        }
    }

    fn trouble_over(&self) {
        if let Some(trouble) = lock(&self.0.trouble).take() {
            tracing::info!(
                "the coordinator at {} answers again after {} s",
                self.0.where_to,
                trouble.since.elapsed().as_secs(),
            );
        }
    }
}

async fn in_time<T>(call: impl Future<Output = Result<Response<T>, Status>>) -> Result<T, Status> {
    match timeout(CALL_PATIENCE, call).await {
        Ok(answer) => answer.map(Response::into_inner),
        Err(_) => Err(Status::deadline_exceeded("no answer in time")),
    }
}

/// The words of a status, with the cause below where tonic only says "transport error".
fn reason(status: &Status) -> String {
    let mut words = status.message().to_owned();
    let mut cause = std::error::Error::source(status);
    while let Some(error) = cause {
        let more = error.to_string();
        if !words.contains(&more) {
            words = format!("{words}: {more}");
        }
        cause = error.source();
    }
    words
}

fn lock<T>(mutex: &std::sync::Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // A panic elsewhere leaves a plain value behind, which is as good as any.
    mutex
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner)
}

fn fine_time() -> u32 {
    std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .map_or(0, |d| d.subsec_nanos())
}
