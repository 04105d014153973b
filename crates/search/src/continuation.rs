use crate::history::{Arrival, shifted};

/// What worked after what: the success of quiet moves' arrivals after an earlier arrival, the enemy's last
/// one or the own one before that.
#[derive(Clone, Debug)]
pub(crate) struct Continuations {
    arrivals: usize,
    /// By the earlier arrival, then the later one. Which of the two sides made the earlier one tells how
    /// far back it lies.
    success: Vec<i16>,
    touched: bool,
}

/// The two moves before a position, the later one first; `None` where there was none or a null move.
pub(crate) type Before = [Option<Arrival>; 2];

impl Continuations {
    /// Room for so many different arrivals.
    pub(crate) fn new(arrivals: usize) -> Continuations {
        Continuations {
            arrivals,
            success: vec![0; arrivals * arrivals],
            touched: false,
        }
    }

    pub(crate) fn clear(&mut self) {
        // A tournament of quick games makes and clears many that were never used.
        if self.touched {
            self.success.fill(0);
            self.touched = false;
        }
    }

    #[inline]
    fn slot(&self, earlier: Arrival, later: Arrival) -> usize {
        earlier.index() * self.arrivals + later.index()
    }

    /// The success of an arrival after those before it, summed.
    #[inline]
    pub(crate) fn success(&self, before: Before, arrival: Arrival) -> i32 {
        let one = |earlier: Option<Arrival>| {
            earlier.map_or(0, |e| i32::from(self.success[self.slot(e, arrival)]))
        };
        one(before[0]) + one(before[1])
    }

    /// Moves the success of an arrival after those before it by `bonus`, the less the nearer it is to
    /// `limit`.
    pub(crate) fn reward(&mut self, before: Before, arrival: Arrival, bonus: i32, limit: i32) {
        for earlier in before.into_iter().flatten() {
            let slot = self.slot(earlier, arrival);
            self.success[slot] = shifted(self.success[slot], bonus, limit);
            self.touched = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn success_is_kept_for_each_move_before() {
        let mut c = Continuations::new(8);
        let [a, b, x, y] = [0, 5, 2, 7].map(Arrival::new);
        c.reward([Some(a), Some(b)], x, 100, 1_000);
        assert_eq!(c.success([Some(a), None], x), 100);
        assert_eq!(c.success([None, Some(b)], x), 100);
        assert_eq!(c.success([Some(a), Some(b)], x), 200);
        assert_eq!(c.success([Some(a), Some(b)], y), 0);
        assert_eq!(c.success([None, None], x), 0);
        c.reward([None, None], x, 100, 1_000);
        c.clear();
        assert_eq!(c.success([Some(a), Some(b)], x), 0);
    }
}
