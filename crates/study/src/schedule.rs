use crate::{ArmIndex, PairKey, PairNumber, Study};

/// Every pair of a study in the order of play: pair 0 of all arms, pair 1 of all arms and so on, so
/// that what is finished at any time compares the arms evenly.
#[derive(Clone, Debug)]
pub struct Schedule {
    arms: u16,
    pairs: u32,
    next: u64,
}

impl Schedule {
    /// The order of `arms` times `pairs` pairs.
    pub fn new(arms: u16, pairs: u32) -> Schedule {
        Schedule {
            arms,
            pairs,
            next: 0,
        }
    }

    /// How many pairs there are in all.
    pub fn total(&self) -> u64 {
        u64::from(self.arms) * u64::from(self.pairs)
    }

    /// The pair at a place of the order, if there is one.
    pub fn pair(&self, place: u64) -> Option<PairKey> {
        (place < self.total()).then(|| PairKey {
            arm: ArmIndex((place % u64::from(self.arms)) as u16),
            pair: PairNumber((place / u64::from(self.arms)) as u32),
        })
    }

    /// The place of a pair in the order, if it is one of these.
    pub fn place(&self, key: PairKey) -> Option<u64> {
        (key.arm.0 < self.arms && key.pair.0 < self.pairs)
            .then(|| u64::from(key.pair.0) * u64::from(self.arms) + u64::from(key.arm.0))
    }
}

impl Iterator for Schedule {
    type Item = PairKey;

    fn next(&mut self) -> Option<PairKey> {
        let key = self.pair(self.next)?;
        self.next += 1;
        Some(key)
    }
}

impl Study {
    /// The study's pairs in the order of play.
    pub fn schedule(&self) -> Schedule {
        Schedule::new(self.arm_count(), self.pairs_per_arm())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arms_take_turns_and_places_round_trip() {
        let schedule = Schedule::new(3, 2);
        let order: Vec<(u16, u32)> = schedule.clone().map(|k| (k.arm.0, k.pair.0)).collect();
        assert_eq!(order, [(0, 0), (1, 0), (2, 0), (0, 1), (1, 1), (2, 1)]);
        for (place, key) in schedule.clone().enumerate() {
            assert_eq!(schedule.place(key), Some(place as u64));
            assert_eq!(schedule.pair(place as u64), Some(key));
        }
        assert_eq!(schedule.pair(6), None);
        for (arm, pair) in [(3, 0), (0, 2)] {
            let key = PairKey {
                arm: ArmIndex(arm),
                pair: PairNumber(pair),
            };
            assert_eq!(schedule.place(key), None);
        }
        assert_eq!(Schedule::new(0, 5).count(), 0);
        assert_eq!(Schedule::new(5, 0).count(), 0);
    }
}
