use assay_arena::Record;
use assay_study::{ArmIndex, Attempt, LeaseId, PairKey, PairNumber, Sides, StudyId};

use crate::{WireFault, v1};

/// A pair lent to a worker, as the worker sees it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LentPair {
    /// The lease.
    pub id: LeaseId,
    /// The study of the pair.
    pub study: StudyId,
    /// The pair.
    pub key: PairKey,
    /// Which lending of the pair it is.
    pub attempt: Attempt,
    /// With which values it is to be played, in a study that tunes.
    pub sides: Option<Sides>,
}

/// Both games of a pair, as they are handed in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedPair {
    /// The study of the pair.
    pub study: StudyId,
    /// The pair.
    pub key: PairKey,
    /// Which lending of the pair it came from.
    pub attempt: Attempt,
    /// The game in which the first player is White, then the one with sides swapped.
    pub games: [Record; 2],
}

/// A pair's name on the wire.
pub fn pair_key(study: &StudyId, key: PairKey) -> v1::PairKey {
    v1::PairKey {
        study: study.to_string(),
        arm: key.arm.0.into(),
        pair: key.pair.0,
    }
}

impl TryFrom<v1::PairKey> for (StudyId, PairKey) {
    type Error = WireFault;

    fn try_from(given: v1::PairKey) -> Result<Self, WireFault> {
        let study = study_id(&given.study)?;
        let arm = u16::try_from(given.arm)
            .map_err(|_| WireFault::new("arm", format!("{} is too large", given.arm)))?;
        let key = PairKey {
            arm: ArmIndex(arm),
            pair: PairNumber(given.pair),
        };
        Ok((study, key))
    }
}

/// A study id as it came.
pub fn study_id(given: &str) -> Result<StudyId, WireFault> {
    given
        .parse()
        .map_err(|e: assay_study::BadStudyId| WireFault::new("study", e.to_string()))
}

impl From<&LentPair> for v1::Lease {
    fn from(lent: &LentPair) -> Self {
        v1::Lease {
            id: lent.id.0,
            key: Some(pair_key(&lent.study, lent.key)),
            attempt: lent.attempt.0,
            sides: lent.sides.as_ref().map(|sides| v1::TunedSides {
                plus: sides.plus.clone(),
                minus: sides.minus.clone(),
            }),
        }
    }
}

impl TryFrom<v1::Lease> for LentPair {
    type Error = WireFault;

    fn try_from(given: v1::Lease) -> Result<Self, WireFault> {
        let (study, key) = required(given.key)?;
        Ok(LentPair {
            id: LeaseId(given.id),
            study,
            key,
            attempt: Attempt(given.attempt),
            sides: given.sides.map(|sides| Sides {
                plus: sides.plus,
                minus: sides.minus,
            }),
        })
    }
}

impl From<&FinishedPair> for v1::PlayedPair {
    fn from(pair: &FinishedPair) -> Self {
        v1::PlayedPair {
            key: Some(pair_key(&pair.study, pair.key)),
            attempt: pair.attempt.0,
            games: pair.games.iter().map(v1::Record::from).collect(),
        }
    }
}

impl TryFrom<v1::PlayedPair> for FinishedPair {
    type Error = WireFault;

    fn try_from(given: v1::PlayedPair) -> Result<Self, WireFault> {
        let (study, key) = required(given.key)?;
        let games: [v1::Record; 2] = given.games.try_into().map_err(|games: Vec<_>| {
            WireFault::new("games", format!("{} instead of 2", games.len()))
        })?;
        let [first, second] = games;
        Ok(FinishedPair {
            study,
            key,
            attempt: Attempt(given.attempt),
            games: [first.try_into()?, second.try_into()?],
        })
    }
}

fn required(key: Option<v1::PairKey>) -> Result<(StudyId, PairKey), WireFault> {
    key.ok_or_else(|| WireFault::new("key", "missing"))?
        .try_into()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use prost::Message;

    use super::*;
    use crate::record::tests::records;

    prop_compose! {
        fn keys()(study in "[a-z0-9-]{1,64}", arm in any::<u16>(), pair in any::<u32>()) -> (StudyId, PairKey) {
            let key = PairKey { arm: ArmIndex(arm), pair: PairNumber(pair) };
            (study.parse().unwrap(), key)
        }
    }

    proptest! {
        #[test]
        fn leases_come_back_as_they_went(
            (study, key) in keys(),
            id in any::<u64>(),
            attempt in any::<u32>(),
            sides in prop::option::of((prop::collection::vec(any::<i32>(), 0..4), prop::collection::vec(any::<i32>(), 0..4))),
        ) {
            let sides = sides.map(|(plus, minus)| Sides { plus, minus });
            let lent = LentPair { id: LeaseId(id), study, key, attempt: Attempt(attempt), sides };
            prop_assert_eq!(LentPair::try_from(v1::Lease::from(&lent)).unwrap(), lent);
        }

        #[test]
        fn pairs_come_back_as_they_went(
            (study, key) in keys(), attempt in any::<u32>(), first in records(), second in records(),
        ) {
            let pair = FinishedPair { study, key, attempt: Attempt(attempt), games: [first, second] };
            let bytes = v1::PlayedPair::from(&pair).encode_to_vec();
            let back = v1::PlayedPair::decode(bytes.as_slice()).unwrap();
            prop_assert_eq!(FinishedPair::try_from(back).unwrap(), pair);
        }

        #[test]
        fn hostile_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            if let Ok(message) = v1::PlayedPair::decode(bytes.as_slice()) {
                let _either_way_is_fine = FinishedPair::try_from(message);
            }
            if let Ok(message) = v1::Lease::decode(bytes.as_slice()) {
                let _either_way_is_fine = LentPair::try_from(message);
            }
        }
    }

    #[test]
    fn what_is_missing_or_too_large_is_named() {
        let key = v1::PairKey {
            study: "s-1".into(),
            arm: 1 << 16,
            pair: 0,
        };
        let table = [
            (None, "key: missing"),
            (Some(key.clone()), "arm: 65536 is too large"),
            (
                Some(v1::PairKey {
                    study: "../x".into(),
                    ..key.clone()
                }),
                "study: \"../x\" is no study id",
            ),
            (Some(v1::PairKey { arm: 0, ..key }), "games: 0 instead of 2"),
        ];
        for (key, words) in table {
            let pair = v1::PlayedPair {
                key,
                ..v1::PlayedPair::default()
            };
            let fault = FinishedPair::try_from(pair).unwrap_err().to_string();
            assert!(fault.starts_with(words), "{fault}");
        }
    }
}
