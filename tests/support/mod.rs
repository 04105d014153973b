//! The program, its processes and its records.

mod process;
mod program;
mod records;
mod studies;

pub(crate) use process::{Coordinator, Process, Signal, Worker, coordinator, worker};
pub(crate) use program::{assay, assay_command, program};
pub(crate) use records::{
    Judged, as_if_played_by, judged, records, records_of_players, reference, stored_pairs,
};
pub(crate) use studies::{PAIRS, study, study_id};

use std::time::{Duration, Instant};

/// Longer than anything here takes on a slow machine.
pub(crate) const PATIENCE: Duration = Duration::from_mins(3);

/// Waits until something holds, looking often.
pub(crate) fn until<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let end = Instant::now() + PATIENCE;
    loop {
        if let Some(found) = look() {
            return found;
        }
        assert!(Instant::now() < end, "waited in vain until {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}
