use serde::Serialize;

/// The same rules at several strengths of play: everybody plays himself.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LadderFindings {
    /// The players, in the order of the study.
    pub rungs: Vec<Rung>,
    /// One entry for each set of rules.
    pub lines: Vec<LadderLine>,
}

/// A player of a ladder.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Rung {
    /// Its name.
    pub name: String,
    /// Index of the player in the study's facts.
    pub player: usize,
    /// Positions a move of this player costs, where that is its limit.
    pub nodes: Option<u64>,
}

/// One set of rules at every rung.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct LadderLine {
    /// Name of the rules.
    pub name: String,
    /// Index of the arm at each rung.
    pub arms: Vec<usize>,
}

impl LadderFindings {
    /// Whether every rung is a number of nodes, all different, so that rungs have a place on a scale.
    pub fn is_by_nodes(&self) -> bool {
        let mut nodes: Vec<Option<u64>> = self.rungs.iter().map(|rung| rung.nodes).collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes.len() == self.rungs.len() && nodes.iter().all(Option::is_some)
    }
}
