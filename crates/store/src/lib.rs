//! Studies and records on SQLite.
//!
//! [`Store`] is what the coordinator and the report need of a store; [`SqliteStore`] keeps it in a file,
//! [`MemoryStore`] in memory for tests and simulations. Both pass the same suite, `tests/behaviour.rs`.

mod entry;
mod error;
mod memory;
mod sqlite;
mod store;

pub use entry::{
    Added, ArmTally, Inserted, NewStudy, PairResults, Quarantined, StoredPair, StoredStudy,
};
pub use error::StoreError;
pub use memory::MemoryStore;
pub use sqlite::SqliteStore;
pub use store::{Answer, Store, all_pairs};
