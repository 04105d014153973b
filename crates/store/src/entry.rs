use assay_arena::{GameResult, Record};
use assay_study::{ArmIndex, Millis, PairKey, Study, StudyId, StudyState};

/// A study to be kept: everything needed to go on with it on another day or machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewStudy {
    /// Its id.
    pub id: StudyId,
    /// Its name.
    pub name: String,
    /// Path of the file it came from, for messages.
    pub origin: String,
    /// Text of its file.
    pub text: String,
    /// Text of its game's file.
    pub game_source: String,
    /// When it was handed in, in milliseconds since 1970.
    pub created: Millis,
}

impl NewStudy {
    /// What there is to keep of a valid study.
    pub fn of(study: &Study, created: Millis) -> NewStudy {
        NewStudy {
            id: study.id.clone(),
            name: study.name.clone(),
            origin: study.origin.clone(),
            text: study.text.clone(),
            game_source: study.game.source().to_owned(),
            created,
        }
    }
}

/// A study as it is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredStudy {
    /// What was handed in.
    pub study: NewStudy,
    /// What has been decided about it since.
    pub state: StudyState,
}

/// The two games of a pair. A store holds both or neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredPair {
    /// Which pair.
    pub key: PairKey,
    /// Its games, in order.
    pub games: [Record; 2],
}

/// How the two games of a pair ended, without the games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairResults {
    /// Which pair.
    pub key: PairKey,
    /// The results of its games, in order.
    pub results: [GameResult; 2],
}

/// A pair that failed too often, with its evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quarantined {
    /// Which pair.
    pub key: PairKey,
    /// How many attempts went wrong.
    pub attempts: u32,
    /// What there is to see of them, a line an attempt.
    pub evidence: String,
}

/// Answer to a study being added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Added {
    /// It is new here.
    Added,
    /// It was here before and stays as it is.
    AlreadyThere,
}

/// Answer to a pair being inserted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Inserted {
    /// It is on the disk now.
    Stored,
    /// The same games were there before; nothing changes.
    AlreadyThere,
    /// Other games were there before; they stay. Under the determinism contract that should not happen.
    Differs,
}

/// How the stored games of an arm went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ArmTally {
    /// Which arm.
    pub arm: ArmIndex,
    /// Games White won.
    pub white_wins: u64,
    /// Games nobody won.
    pub draws: u64,
    /// Games Black won.
    pub black_wins: u64,
}

impl ArmTally {
    /// No game of an arm yet.
    pub fn empty(arm: ArmIndex) -> ArmTally {
        ArmTally {
            arm,
            white_wins: 0,
            draws: 0,
            black_wins: 0,
        }
    }

    /// Counts `games` more of one result.
    pub fn count(&mut self, result: GameResult, games: u64) {
        match result {
            GameResult::WhiteWins => self.white_wins += games,
            GameResult::Draw => self.draws += games,
            GameResult::BlackWins => self.black_wins += games,
        }
    }

    /// All games.
    pub fn games(&self) -> u64 {
        self.white_wins + self.draws + self.black_wins
    }
}
