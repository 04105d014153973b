//! Numbers as the command line has them, refused with what is wanted.

use std::num::NonZero;

use assay_search::MAX_THREADS;
use clap::Command;

/// The greatest depth that can be asked for.
const MOST_PLIES: u32 = 64;

/// A depth in plies.
pub(crate) fn plies(text: &str) -> Result<u32, String> {
    let plies = text.parse().ok().filter(|n| *n <= MOST_PLIES);
    plies.ok_or_else(|| format!("a depth is a whole number of plies from 0 to {MOST_PLIES}"))
}

/// A number of threads at one task.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    let threads = text.parse().ok().filter(|n| *n <= MAX_THREADS);
    threads
        .ok_or_else(|| format!("the number of threads is a whole number from 1 to {MAX_THREADS}"))
}

/// How many at once: slots, cores.
pub(crate) fn count(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .map_err(|_| "a whole number from 1 up is wanted".to_owned())
}

/// The longest time to try, in seconds.
const DAY: u64 = 86_400;

/// A time in seconds.
pub(crate) fn seconds(text: &str) -> Result<u64, String> {
    let seconds = text.parse().ok().filter(|n| (1..=DAY).contains(n));
    seconds.ok_or_else(|| format!("a whole number of seconds from 1 to {DAY} is wanted"))
}

/// Takes what looks like a negative number for a value, wherever a value is wanted: then whoever reads it says what is wrong
/// with it, where the reader of the command line knows only of options and how to end them.
pub(crate) fn negatives_are_values(command: Command) -> Command {
    command
        .mut_args(|arg| {
            if arg.get_action().takes_values() && !arg.is_allow_hyphen_values_set() {
                arg.allow_negative_numbers(true)
            } else {
                arg
            }
        })
        .mut_subcommands(negatives_are_values)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wanted_is_said() {
        assert_eq!(plies("64"), Ok(64));
        assert_eq!(threads("2").map(NonZero::get), Ok(2));
        for text in ["", "abc", "65", "-1", "1.5"] {
            let said = plies(text).expect_err(text);
            assert!(said.contains("from 0 to 64"), "{said}");
        }
        assert_eq!(count("3").map(NonZero::get), Ok(3));
        assert_eq!(seconds("86400"), Ok(86_400));
        for text in ["", "abc", "0", "-1", "1.5"] {
            let said = count(text).expect_err(text);
            assert!(said.contains("from 1 up"), "{said}");
            let said = seconds(text).expect_err(text);
            assert!(said.contains("from 1 to 86400"), "{said}");
        }
        for text in ["", "abc", "0", "-1", "257"] {
            let said = threads(text).expect_err(text);
            assert!(said.contains("from 1 to 256"), "{said}");
        }
    }
}
