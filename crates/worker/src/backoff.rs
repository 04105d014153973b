use std::time::Duration;

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

/// How long to wait before the next try: longer each time, never the same for two workers, so that a
/// thousand of them do not come back in step. Decorrelated jitter: each wait is drawn between
/// the shortest and three times the last (M. Brooker, "Exponential backoff and jitter", 2015).
#[derive(Debug)]
pub(crate) struct Backoff {
    last: Duration,
    longest: Duration,
    random: ChaCha8Rng,
}

const SHORTEST: Duration = Duration::from_millis(100);

impl Backoff {
    pub(crate) fn new(longest: Duration, seed: u64) -> Self {
        Backoff {
            last: SHORTEST,
            longest,
            random: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// The wait to sleep now.
    pub(crate) fn next(&mut self) -> Duration {
        let most = (self.last * 3).min(self.longest).max(SHORTEST);
        self.last = self.random.random_range(SHORTEST..=most);
        self.last
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_stay_in_bounds_and_grow() {
        let longest = Duration::from_secs(5);
        let mut seen = Duration::ZERO;
        for seed in 0..50 {
            let mut backoff = Backoff::new(longest, seed);
            for _ in 0..40 {
                let wait = backoff.next();
                assert!(wait >= SHORTEST && wait <= longest);
                seen = seen.max(wait);
            }
        }
        assert!(seen > Duration::from_secs(3), "{seen:?}");
    }

    #[test]
    fn two_workers_do_not_wait_in_step() {
        let waits = |seed| {
            let mut backoff = Backoff::new(Duration::from_secs(5), seed);
            (0..8).map(|_| backoff.next()).collect::<Vec<_>>()
        };
        assert_ne!(waits(1), waits(2));
        assert_eq!(waits(1), waits(1));
    }
}
