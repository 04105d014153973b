use std::num::NonZeroUsize;
use std::time::Duration;

/// How many pairs to borrow ahead: enough that no thread waits for the network, few enough that the end of
/// a study is not hoarded by one worker.
#[derive(Debug)]
pub(crate) struct Pace {
    slots: usize,
    /// Seconds a pair takes, lately.
    pair: Option<f64>,
}

/// Work for so long lies ready.
const READY: Duration = Duration::from_millis(500);
const MOST_AHEAD: usize = 512;
/// How much a new pair counts against the past.
const WEIGHT: f64 = 0.2;

impl Pace {
    pub(crate) fn new(slots: NonZeroUsize) -> Pace {
        Pace {
            slots: slots.get(),
            pair: None,
        }
    }

    /// A pair has taken so long.
    pub(crate) fn note(&mut self, took: Duration) {
        let seconds = took.as_secs_f64();
        self.pair = Some(match self.pair {
            None => seconds,
            Some(lately) => lately + WEIGHT * (seconds - lately),
        });
    }

    /// How many pairs should lie ready beside those being played.
    pub(crate) fn ahead(&self) -> usize {
        let Some(pair) = self.pair else {
            return 1;
        };
        let fits = READY.as_secs_f64() / pair.max(1e-6) * self.slots as f64;
        (fits.ceil() as usize).clamp(1, MOST_AHEAD)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_pairs_are_borrowed_in_bulk_and_slow_ones_singly() {
        for (millis, slots, ahead) in [
            (2, 2, 500),
            (100, 2, 10),
            (10_000, 2, 1),
            (10_000, 64, 4),
            (0, 1, 512),
        ] {
            let mut pace = Pace::new(NonZeroUsize::new(slots).unwrap());
            assert_eq!(pace.ahead(), 1);
            pace.note(Duration::from_millis(millis));
            assert_eq!(pace.ahead(), ahead, "{millis} ms, {slots} slots");
        }
    }
}
