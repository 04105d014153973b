use crate::{ArmIndex, MoveLimit, Study, StudyId};

/// What a progress display needs to know of a study before the first game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The study.
    pub id: StudyId,
    /// Its name.
    pub name: String,
    /// The game's name.
    pub game: String,
    /// How much thinking a move may cost.
    pub limit: MoveLimit,
    /// The arms, in the order of the file.
    pub arms: Vec<ArmSummary>,
    /// Pairs in all.
    pub pairs: u64,
    /// Games in all.
    pub games: u64,
}

/// What a progress display needs to know of an arm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArmSummary {
    /// Which arm.
    pub arm: ArmIndex,
    /// Its name.
    pub name: String,
    /// Pairs to be played in it.
    pub pairs: u32,
}

impl Study {
    /// What a progress display needs to know.
    pub fn summary(&self) -> Summary {
        let pairs = self.schedule().total();
        Summary {
            id: self.id.clone(),
            name: self.name.clone(),
            game: self.game.name().to_owned(),
            limit: self.limit,
            arms: self
                .arms()
                .map(|(arm, a)| ArmSummary {
                    arm,
                    name: a.name.clone(),
                    pairs: self.pairs_per_arm(),
                })
                .collect(),
            pairs,
            games: 2 * pairs,
        }
    }
}
