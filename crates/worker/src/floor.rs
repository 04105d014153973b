//! The playing threads.

use std::num::NonZeroUsize;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

use assay_arena::{PairFault, Record, Stop};
use assay_wire::{FinishedPair, LentPair};
use tokio::sync::mpsc;

use crate::outbox::Outbox;
use crate::player::PairPlayer;
use crate::post::Kept;

/// A thread pool with one pair a thread. Panics are caught at the task's edge.
pub(crate) struct Floor {
    pool: rayon::ThreadPool,
    signs: Arc<str>,
    outbox: Outbox,
    stop: Stop,
    done: mpsc::UnboundedSender<Played>,
}

/// A pair that left the floor.
pub(crate) struct Played {
    pub(crate) lent: LentPair,
    pub(crate) took: Duration,
    pub(crate) outcome: Outcome,
}

/// How it left.
pub(crate) enum Outcome {
    Finished {
        pair: Box<FinishedPair>,
        kept: Kept,
    },
    Stopped,
    /// With the evidence.
    Failed(String),
}

impl Floor {
    pub(crate) fn new(
        slots: NonZeroUsize,
        worker: &str,
        outbox: Outbox,
        done: mpsc::UnboundedSender<Played>,
    ) -> Result<Floor, rayon::ThreadPoolBuildError> {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(slots.get())
            .thread_name(|i| format!("play-{i}"))
            .build()?;
        Ok(Floor {
            pool,
            signs: worker.into(),
            outbox,
            stop: Stop::new(),
            done,
        })
    }

    /// Plays a pair on a free thread, puts it into the outbox and sends what came of it.
    pub(crate) fn play(&self, lent: LentPair, player: Arc<dyn PairPlayer>) {
        let (signs, stop, done) = (self.signs.clone(), self.stop.clone(), self.done.clone());
        let outbox = self.outbox.clone();
        self.pool.spawn(move || {
            let began = Instant::now();
            let outcome = outcome(&lent, &*player, &signs, &outbox, &stop);
            let took = began.elapsed();
            // Nobody listens any more only when the worker has left.
            let _left = done.send(Played {
                lent,
                took,
                outcome,
            });
        });
    }

    /// Asks every game to end unfinished.
    pub(crate) fn stop(&self) {
        self.stop.raise();
    }
}

fn outcome(
    lent: &LentPair,
    player: &dyn PairPlayer,
    worker: &str,
    outbox: &Outbox,
    stop: &Stop,
) -> Outcome {
    match catch_unwind(AssertUnwindSafe(|| player.play(lent, stop))) {
        Ok(Ok(games)) => {
            let pair = Box::new(FinishedPair {
                study: lent.study.clone(),
                key: lent.key,
                attempt: lent.attempt,
                games: games.map(|game| signed(game, worker)),
            });
            let kept = keep(outbox, &pair);
            Outcome::Finished { pair, kept }
        }
        Ok(Err(PairFault::Stopped)) => Outcome::Stopped,
        Ok(Err(fault @ (PairFault::Failed(_) | PairFault::Player { .. }))) => {
            Outcome::Failed(fault.to_string())
        }
        Err(panic) => Outcome::Failed(format!("panicked: {}", panic_message(&*panic))),
    }
}

fn keep(outbox: &Outbox, pair: &FinishedPair) -> Kept {
    match outbox.keep(pair) {
        Ok(()) => Kept::OnDisk,
        Err(fault) => {
            tracing::error!(
                "{fault}; {} {} stays in memory until the coordinator has it",
                pair.study,
                pair.key
            );
            Kept::InMemory
        }
    }
}

fn signed(mut game: Record, worker: &str) -> Record {
    worker.clone_into(&mut game.provenance.worker);
    game
}

fn panic_message(panic: &(dyn std::any::Any + Send)) -> &str {
    panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str))
        .unwrap_or("without a message")
}
