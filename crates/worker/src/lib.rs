//! The worker: borrows pairs from a coordinator, plays them on its own threads, keeps what is finished on
//! disk until it is acknowledged.
//!
//! [`run`] is the whole of it. Inside, four things go on at once and meet in the `desk`: the playing
//! threads (rayon, no async), the renewal of leases, the sending of finished pairs, and the desk
//! itself, which decides what is played next.

mod backoff;
mod config;
mod desk;
mod engine;
#[cfg(test)]
mod fake;
mod floor;
mod link;
mod outbox;
mod pace;
mod player;
mod post;
mod renewal;
mod stock;
mod sum;
#[cfg(test)]
mod tests;

pub use config::{Config, Stages, Until};
pub use desk::{WorkerFault, run};
pub use engine::PlanPlayers;
pub use link::LinkFault;
pub use outbox::{Outbox, OutboxFault, Waiting};
pub use player::{PairPlayer, Players};
pub use sum::Sum;
