use crate::{ArmIndex, PairNumber};

/// The seed written in a study file. Everything random in a study follows from it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StudySeed(pub u64);

/// Seed of a study's list of openings, one for all arms, so that pair n of every arm begins alike
/// where the rules allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OpeningSeed(pub u64);

/// Seed of one pair: what its players' variety is drawn from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PairSeed(pub u64);

/// Seed of the arrays an arm's pairs begin with, where they differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StartSeed(pub u64);

impl StudySeed {
    /// The seed of a later round of a study, whose games are to be fresh ones.
    pub(crate) fn of_round(self, round: u8) -> StudySeed {
        match round {
            0 => self,
            _ => StudySeed(derive("assay round seed v1", self, |hasher| {
                hasher.update(&[round]);
            })),
        }
    }

    /// The seed of the match that verifies a tuning, whose games are to be fresh ones.
    pub(crate) fn of_verification(self) -> StudySeed {
        StudySeed(derive("assay verification seed v1", self, |_| ()))
    }

    /// The seed of the openings.
    pub fn openings(self) -> OpeningSeed {
        OpeningSeed(derive("assay opening seed v1", self, |_| ()))
    }

    /// The seed of the openings that are played from one of an arm's own start positions.
    pub fn openings_from(self, arm_name: &str, start: u32) -> OpeningSeed {
        OpeningSeed(derive("assay opening seed of a start v1", self, |hasher| {
            named(hasher, arm_name, start);
        }))
    }

    /// The seed of an arm's start array of this number.
    pub fn start(self, arm_name: &str, array: PairNumber) -> StartSeed {
        StartSeed(derive("assay start seed v1", self, |hasher| {
            named(hasher, arm_name, array.0);
        }))
    }

    /// The seed of a pair. An arm counts by its name, not its place, so that adding or reordering
    /// arms leaves the games of the others as they are.
    pub fn pair(self, arm_name: &str, pair: PairNumber) -> PairSeed {
        PairSeed(derive("assay pair seed v1", self, |hasher| {
            named(hasher, arm_name, pair.0);
        }))
    }
}

fn named(hasher: &mut blake3::Hasher, arm_name: &str, number: u32) {
    hasher.update(&(arm_name.len() as u64).to_le_bytes());
    hasher.update(arm_name.as_bytes());
    hasher.update(&number.to_le_bytes());
}

fn derive(context: &'static str, seed: StudySeed, more: impl FnOnce(&mut blake3::Hasher)) -> u64 {
    let mut hasher = blake3::Hasher::new_derive_key(context);
    hasher.update(&seed.0.to_le_bytes());
    more(&mut hasher);
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}

impl crate::Study {
    /// The seed of one of the study's pairs.
    pub fn pair_seed(&self, arm: ArmIndex, pair: PairNumber) -> PairSeed {
        self.seed.pair(&self.arm(arm).name, pair)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seeds_are_fixed_for_ever() {
        // A change here makes every published study unrepeatable: it needs a new context string and a reason.
        assert_eq!(
            StudySeed(20_260_101).openings().0,
            3_432_976_838_913_574_915
        );
        assert_eq!(
            StudySeed(1).pair("crooked", PairNumber(0)).0,
            17_156_462_372_587_294_251
        );
        assert_eq!(
            StudySeed(1).start("-N", PairNumber(0)).0,
            802_762_070_395_333_998
        );
        assert_eq!(
            StudySeed(1).openings_from("-N", 3).0,
            2_132_487_344_733_791_633
        );
    }

    #[test]
    fn seeds_differ_with_everything_they_are_made_of() {
        let all = [
            StudySeed(1).pair("a", PairNumber(0)).0,
            StudySeed(2).pair("a", PairNumber(0)).0,
            StudySeed(1).pair("b", PairNumber(0)).0,
            StudySeed(1).pair("a", PairNumber(1)).0,
            StudySeed(1).openings().0,
            StudySeed(2).openings().0,
            StudySeed(1).of_round(1).openings().0,
            StudySeed(1).of_round(2).openings().0,
            StudySeed(1).of_verification().openings().0,
        ];
        let distinct: std::collections::BTreeSet<u64> = all.into_iter().collect();
        assert_eq!(distinct.len(), all.len());
    }
}
