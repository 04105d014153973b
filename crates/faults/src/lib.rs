//! Files as given: faults with their places, nearest names, and a reader of TOML tables that collects every fault of a file instead of stopping at the first.

mod fault;
mod nearest;
mod table;
mod warning;

pub use fault::{Fault, Faults, Place};
pub use nearest::nearest;
pub use table::{Document, Item, Table, Value};
pub use warning::Warnings;
