//! User CPU time, as Linux counts it.

use std::fs;

/// Linux tells process times in hundredths of a second, whatever its own clock does.
const TICKS: f64 = 100.0;

/// The user CPU time of a process so far, in seconds; of this one without an id.
pub(crate) fn user_seconds(process: Option<u32>) -> f64 {
    let id = process.map_or("self".to_owned(), |id| id.to_string());
    let stat = fs::read_to_string(format!("/proc/{id}/stat")).expect("a process in /proc");
    // The second field is the program's name in brackets, which may hold anything.
    let (_, fields) = stat.rsplit_once(')').expect("a program's name");
    let ticks: f64 = fields
        .split_whitespace()
        .nth(11)
        .and_then(|t| t.parse().ok())
        .expect("user time");
    ticks / TICKS
}

/// Runs something again and again for at least a second of user time; its units of work a second.
pub(crate) fn rate(mut work: impl FnMut() -> u64) -> f64 {
    let begin = user_seconds(None);
    let mut done = 0;
    loop {
        done += work();
        let seconds = user_seconds(None) - begin;
        if seconds >= 1.0 {
            return done as f64 / seconds;
        }
    }
}
