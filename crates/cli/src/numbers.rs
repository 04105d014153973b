//! Numbers as the command line has them, refused with what is wanted.

use std::num::NonZero;

/// The greatest depth that can be asked for.
const MOST_PLIES: u32 = 64;

/// A depth in plies.
pub(crate) fn plies(text: &str) -> Result<u32, String> {
    let plies = text.parse().ok().filter(|n| *n <= MOST_PLIES);
    plies.ok_or_else(|| format!("a depth is a whole number of plies from 0 to {MOST_PLIES}"))
}

/// A number of threads.
pub(crate) fn threads(text: &str) -> Result<NonZero<usize>, String> {
    text.parse()
        .map_err(|_| "the number of threads is a whole number from 1 up".to_owned())
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
        for text in ["", "abc", "0", "-1"] {
            let said = threads(text).expect_err(text);
            assert!(said.contains("from 1 up"), "{said}");
        }
    }
}
