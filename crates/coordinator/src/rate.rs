use std::collections::VecDeque;

use assay_study::Millis;

/// How many games were finished lately.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rate {
    /// Games by second, oldest first; seconds without any are left out.
    seconds: VecDeque<(u64, u64)>,
    /// When counting began, or began again after a pause as long as the window.
    since: Option<Millis>,
}

const WINDOW: u64 = 60;

impl Rate {
    /// Counts games finished now.
    pub(crate) fn add(&mut self, games: u64, now: Millis) {
        self.forget(now);
        let second = now.0 / 1000;
        match self.seconds.back_mut() {
            Some((last, count)) if *last == second => *count += games,
            _ => {
                if self.seconds.is_empty() {
                    self.since = Some(now);
                }
                self.seconds.push_back((second, games));
            }
        }
    }

    /// Games a second over the last minute, or since the first one if that is less; `None` while
    /// there is nothing to go by.
    pub(crate) fn per_second(&mut self, now: Millis) -> Option<f64> {
        self.forget(now);
        let since = self.since?;
        let start = since.0.max(now.0.saturating_sub(WINDOW * 1000));
        let games: u64 = self.seconds.iter().map(|(_, games)| games).sum();
        let millis = now.0.saturating_sub(start);
        (games > 0 && millis >= 500).then(|| games as f64 * 1000.0 / millis as f64)
    }

    fn forget(&mut self, now: Millis) {
        let oldest = (now.0 / 1000).saturating_sub(WINDOW);
        while self
            .seconds
            .front()
            .is_some_and(|(second, _)| *second < oldest)
        {
            self.seconds.pop_front();
        }
        if self.seconds.is_empty() {
            self.since = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_steady_rate_is_found_and_a_pause_forgotten() {
        let mut rate = Rate::default();
        assert_eq!(rate.per_second(Millis(5)), None);
        for tenth in 0..1000 {
            rate.add(2, Millis(tenth * 100));
        }
        let found = rate.per_second(Millis(100_000)).unwrap();
        assert!((found - 20.0).abs() < 0.5, "{found}");
        assert_eq!(rate.per_second(Millis(200_000)), None);
        rate.add(10, Millis(200_000));
        assert_eq!(rate.per_second(Millis(200_100)), None, "too early to say");
        assert_eq!(rate.per_second(Millis(201_000)), Some(10.0));
    }
}
