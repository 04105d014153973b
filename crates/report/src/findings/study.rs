use serde::Serialize;

/// What was studied and how, as a reader needs it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct StudyFacts {
    /// Identifier of the study.
    pub id: String,
    /// What it asks.
    pub kind: StudyKind,
    /// Its title.
    pub name: String,
    /// Identifier of the game file.
    pub game: String,
    /// Name of the game.
    pub game_name: String,
    /// Who invented the game and where it is described, one sentence each.
    pub credits: Vec<String>,
    /// Seed of everything random.
    pub seed: u64,
    /// What a move may cost, such as `2,000 nodes a move`.
    pub limits: String,
    /// Who played, a description for each player.
    pub players: Vec<String>,
    /// The players by name, in the order of the study.
    pub roster: Vec<PlayerName>,
    /// How the openings were made, as the end of the sentence "Openings are ...".
    pub openings: String,
    /// Whether every two pairs had an array of their own.
    pub shuffled: bool,
    /// How games were adjudicated; `None` when none was.
    pub adjudication: Option<String>,
    /// Longest game in plies.
    pub length_cap: u32,
    /// Pairs the study asks for per arm.
    pub pairs_per_arm: u64,
    /// Pairs the study asks for in all arms together: of an arm that stopped early those that count.
    pub pairs_wanted: u64,
    /// How often the study is to be played again with fitted piece values, at most; 0 where it fits none.
    pub rounds_asked: u8,
    /// What could stop an arm before it had all its pairs, as sentences; `None` where nothing could.
    pub early_stop: Option<String>,
    /// Engine and rules versions found in the records, such as `assay 0.1.0`.
    pub engines: Vec<String>,
    /// The arms in their order.
    pub arms: Vec<ArmName>,
    /// The crossed options; empty without a factorial.
    pub factors: Vec<Factor>,
}

/// An arm: a name and the decided options.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ArmName {
    /// The name every table and chart uses.
    pub name: String,
    /// Option and value, as the game file orders them.
    pub options: Vec<(String, String)>,
    /// Indices of the players; the same one twice where he plays himself.
    pub players: [usize; 2],
}

/// What a study asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum StudyKind {
    /// What rules do to the game; everybody plays himself.
    Balance,
    /// What pieces are worth, by games between unequal arrays.
    Values,
    /// Which of two players is the stronger.
    Match,
    /// Which values of the engine's numbers play best.
    Tune,
    /// How strong several players are, of whom every two meet.
    RoundRobin,
    /// How strong several players are, of whom the first meets each of the others.
    Gauntlet,
}

impl StudyKind {
    /// Whether several players meet under one set of rules.
    pub fn is_tournament(self) -> bool {
        matches!(self, StudyKind::RoundRobin | StudyKind::Gauntlet)
    }

    /// What an arm is to a reader, in the singular and the plural.
    pub(crate) fn arm_noun(self) -> (&'static str, &'static str) {
        if self.is_tournament() {
            ("pairing", "pairings")
        } else {
            ("arm", "arms")
        }
    }
}

/// A player: a name and what a move may cost.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PlayerName {
    /// The name every table and chart uses.
    pub name: String,
    /// Such as `2,000 nodes a move`.
    pub limit: String,
    /// Positions a move may cost, where that is the limit.
    pub nodes: Option<u64>,
}

/// A crossed option and its values; the first is the one others are compared with.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Factor {
    /// Name of the option.
    pub option: String,
    /// Its values in the order of the study.
    pub values: Vec<String>,
}
