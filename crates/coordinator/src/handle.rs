//! The actor that alone owns the state, and the handle that talks to it.

use std::time::Duration;

use assay_study::Millis;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval};

use crate::state::{SetAside, State};

/// How often leases that have run out are looked for.
const TICK: Duration = Duration::from_millis(200);
const QUEUE: usize = 1024;

type Job = Box<dyn FnOnce(&mut State, Millis) + Send>;

/// Sends questions to the actor; cheap to clone.
#[derive(Clone)]
pub(crate) struct Handle {
    jobs: mpsc::Sender<Job>,
}

impl Handle {
    /// Starts the actor. Pairs that are set aside because their leases ran out are told to `aside`.
    pub(crate) fn start(mut state: State, aside: mpsc::UnboundedSender<SetAside>) -> Handle {
        let (jobs, mut inbox) = mpsc::channel::<Job>(QUEUE);
        tokio::spawn(async move {
            let began = Instant::now();
            let now = || Millis(began.elapsed().as_millis() as u64);
            let mut tick = interval(TICK);
            tick.set_missed_tick_behavior(MissedTickBehavior::Delay);
            loop {
                tokio::select! {
                    job = inbox.recv() => match job {
                        Some(job) => job(&mut state, now()),
                        None => return,
                    },
                    _ = tick.tick() => {
                        for pair in state.expire(now()) {
                            // Without a listener the coordinator is at its end.
                            let _closing = aside.send(pair);
                        }
                    }
                }
            }
        });
        Handle { jobs }
    }

    /// Asks the actor something and waits for the answer. It lives as long as its handles.
    pub(crate) async fn ask<R, F>(&self, question: F) -> R
    where
        R: Send + 'static,
        F: FnOnce(&mut State, Millis) -> R + Send + 'static,
    {
        let (answer, wait) = oneshot::channel();
        let job: Job = Box::new(move |state, now| {
            // Whoever asked may have gone away meanwhile.
            let _gone = answer.send(question(state, now));
        });
        assert!(
            self.jobs.send(job).await.is_ok(),
            "the state's task is alive"
        );
        wait.await.expect("the state's task answers")
    }
}
