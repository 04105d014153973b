//! Sends finished pairs to the coordinator and lets go of them when they are acknowledged.

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use assay_study::LeaseId;
use assay_wire::FinishedPair;
use assay_wire::v1::pair_verdict::Verdict;
use assay_wire::v1::{PairVerdict, PlayedPair, SubmitRequest};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::link::{Link, LinkFault};
use crate::outbox::Outbox;
use crate::renewal::Held;
use crate::sum::Sum;

/// Most pairs in one message; at some 10 KiB a pair well below the message limit.
const BATCH: usize = 128;
/// Most moves in one message, which is what makes a pair large.
const BATCH_MOVES: usize = 100_000;

/// How many pairs are finished but not acknowledged.
#[derive(Clone, Debug, Default)]
pub(crate) struct Unsent(Arc<[AtomicUsize; 2]>);

impl Unsent {
    pub(crate) fn add(&self, kept: Kept, pairs: usize) {
        self.0[kept as usize].fetch_add(pairs, Ordering::Relaxed);
    }

    pub(crate) fn count(&self) -> usize {
        self.on_disk() + self.in_memory()
    }

    /// How many would be lost with the worker.
    pub(crate) fn in_memory(&self) -> usize {
        self.0[Kept::InMemory as usize].load(Ordering::Relaxed)
    }

    fn on_disk(&self) -> usize {
        self.0[Kept::OnDisk as usize].load(Ordering::Relaxed)
    }

    fn less(&self, kept: Kept) {
        self.0[kept as usize].fetch_sub(1, Ordering::Relaxed);
    }
}

/// A finished pair and where it is kept.
pub(crate) struct Parcel {
    pub(crate) pair: FinishedPair,
    pub(crate) kept: Kept,
    /// The lease it was played on: kept alive until the pair is acknowledged, so that nobody plays it again
    /// meanwhile. None for what an earlier run left.
    pub(crate) lease: Option<LeaseId>,
}

/// Where a finished pair is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    OnDisk,
    InMemory,
}

/// The sending task.
pub(crate) struct Post {
    pub(crate) link: Link,
    pub(crate) outbox: Outbox,
    pub(crate) unsent: Unsent,
    pub(crate) held: Held,
    /// Ends the sending, whatever waits.
    pub(crate) cut: CancellationToken,
}

impl Post {
    /// Sends what lies in the outbox, then what comes, until nothing more can come and all is sent, or until
    /// the cut.
    pub(crate) async fn send_all(
        self,
        mut incoming: mpsc::UnboundedReceiver<Parcel>,
    ) -> (Sum, Option<LinkFault>) {
        let mut sum = Sum::default();
        let mut waiting: VecDeque<Parcel> = VecDeque::new();
        let mut fatal = None;
        loop {
            if waiting.is_empty() {
                tokio::select! {
                    biased;
                    () = self.cut.cancelled() => break,
                    parcel = incoming.recv() => match parcel {
                        Some(parcel) => waiting.push_back(parcel),
                        None => break,
                    },
                }
            }
            while let Ok(parcel) = incoming.try_recv() {
                waiting.push_back(parcel);
            }
            let batch = batch(&waiting);
            match self.submit(&waiting, batch).await {
                Ok(verdicts) => {
                    let sent: Vec<Parcel> = waiting.drain(..batch).collect();
                    for parcel in &sent {
                        self.unsent.less(parcel.kept);
                        if let Some(lease) = parcel.lease {
                            self.held.drop(lease);
                        }
                    }
                    let outbox = self.outbox.clone();
                    sum += settle(outbox, sent, verdicts).await;
                }
                Err(LinkFault::Cut) => break,
                Err(refused @ LinkFault::Refused(_)) => {
                    fatal = Some(refused);
                    break;
                }
            }
        }
        while let Ok(parcel) = incoming.try_recv() {
            waiting.push_back(parcel);
        }
        for parcel in waiting {
            match parcel.kept {
                Kept::OnDisk => sum.in_outbox += 1,
                Kept::InMemory => keep_at_last(&self.outbox, &parcel.pair, &mut sum),
            }
        }
        (sum, fatal)
    }

    async fn submit(
        &self,
        waiting: &VecDeque<Parcel>,
        batch: usize,
    ) -> Result<Vec<PairVerdict>, LinkFault> {
        let pairs: Vec<PlayedPair> = waiting
            .iter()
            .take(batch)
            .map(|parcel| PlayedPair::from(&parcel.pair))
            .collect();
        let answer = self
            .link
            .call(&self.cut, |mut client, session| {
                let pairs = pairs.clone();
                async move {
                    client
                        .submit(SubmitRequest {
                            session: session.id,
                            pairs,
                        })
                        .await
                }
            })
            .await?;
        Ok(answer.verdicts)
    }
}

fn batch(waiting: &VecDeque<Parcel>) -> usize {
    let mut moves = 0;
    waiting
        .iter()
        .take(BATCH)
        .take_while(|parcel| {
            let before = moves;
            moves += parcel
                .pair
                .games
                .iter()
                .map(|g| g.moves.len())
                .sum::<usize>();
            before == 0 || moves <= BATCH_MOVES
        })
        .count()
}

/// Acts on the verdicts, file by file, off the async threads.
async fn settle(outbox: Outbox, sent: Vec<Parcel>, verdicts: Vec<PairVerdict>) -> Sum {
    let work = tokio::task::spawn_blocking(move || {
        let mut sum = Sum::default();
        let mut verdicts = verdicts.into_iter();
        for parcel in sent {
            // A coordinator that says nothing of a pair has not stored it.
            let verdict = verdicts.next().unwrap_or_default();
            settle_one(&outbox, &parcel, &verdict, &mut sum);
        }
        sum
    });
    work.await
        .unwrap_or_else(|e| std::panic::resume_unwind(e.into_panic()))
}

fn settle_one(outbox: &Outbox, parcel: &Parcel, verdict: &PairVerdict, sum: &mut Sum) {
    let pair = &parcel.pair;
    let (study, key) = (&pair.study, pair.key);
    match verdict.verdict() {
        Verdict::Accepted | Verdict::Duplicate => {
            sum.acknowledged += 1;
            if let Err(fault) = outbox.forget(pair) {
                tracing::warn!("{fault}; the pair is stored and will only be sent once more");
            }
        }
        Verdict::Refused => {
            sum.refused += 1;
            let reason = &verdict.reason;
            match outbox.set_aside(pair) {
                Ok(path) => tracing::error!(
                    "the coordinator refused {study} {key}: {reason}; it is kept in {}",
                    path.display()
                ),
                Err(fault) => {
                    tracing::error!("the coordinator refused {study} {key}: {reason}; {fault}");
                }
            }
        }
        Verdict::UnknownStudy | Verdict::Unspecified => {
            tracing::warn!(
                "this coordinator does not have study {study}; {key} stays in the outbox {}",
                outbox.dir().display()
            );
            match parcel.kept {
                Kept::OnDisk => sum.in_outbox += 1,
                Kept::InMemory => keep_at_last(outbox, pair, sum),
            }
        }
    }
}

/// A last try for a pair that could not be written when it was finished.
fn keep_at_last(outbox: &Outbox, pair: &FinishedPair, sum: &mut Sum) {
    match outbox.keep(pair) {
        Ok(()) => sum.in_outbox += 1,
        Err(fault) => {
            sum.lost += 1;
            tracing::error!(
                "{fault}; {} {} is lost and will be played again",
                pair.study,
                pair.key
            );
        }
    }
}
