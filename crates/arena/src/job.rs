use assay_rules::AnyRules;
use assay_search::Centipawns;

use crate::{Opening, PlayerFault, PlayerSpec, Terms};

/// Two games to be played from one opening with the sides swapped: the unit of work.
#[derive(Clone)]
pub struct PairJob {
    /// The game with every option decided.
    pub rules: AnyRules,
    /// Candidates in order: the first within [`PairJob::balance`] is played, or if none is, the one
    /// nearest to level. At least one.
    pub openings: Vec<Opening>,
    /// How far from level a short search may see an opening; `None` plays the first candidate.
    pub balance: Option<Centipawns>,
    /// In the first game `players[0]` is White, in the second `players[1]`.
    pub players: [PlayerSpec; 2],
    /// When a game ends besides by its own rules.
    pub terms: Terms,
    /// Decides every choice left to chance.
    pub seed: u64,
}

/// Why a pair has no records.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PairFault {
    /// It was asked to stop.
    #[error("stopped before the pair was finished")]
    Stopped,
    /// A player or the job itself is at fault; the words say how, with the position where it happened.
    #[error("{0}")]
    Failed(String),
    /// An external player is at fault. It has lost nothing by that: the pair is to be played again.
    #[error("{player}: {kind}: {what}{}", last_words(.output))]
    Player {
        /// The player's name.
        player: String,
        /// What kind of fault.
        kind: PlayerFault,
        /// What happened, with the position if there was one.
        what: String,
        /// The last lines the program wrote, then the last lines of its error output, each marked `stderr: `.
        output: Vec<String>,
    },
}

/// So many lines of output are told in one line of words.
const TOLD: usize = 6;

fn last_words(output: &[String]) -> String {
    let told = &output[output.len().saturating_sub(TOLD)..];
    if told.is_empty() {
        return String::new();
    }
    format!("; its last output: {}", told.join(" | "))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_of_a_player_tells_its_last_output() {
        let fault = |output: &[&str]| PairFault::Player {
            player: "fairy".to_owned(),
            kind: PlayerFault::Crash,
            what: "ended while it was to move".to_owned(),
            output: output.iter().map(|&l| l.to_owned()).collect(),
        };
        assert_eq!(
            fault(&[]).to_string(),
            "fairy: crash: ended while it was to move"
        );
        let many = ["0", "1", "2", "3", "4", "5", "6", "stderr: no memory"];
        assert_eq!(
            fault(&many).to_string(),
            "fairy: crash: ended while it was to move; its last output: 2 | 3 | 4 | 5 | 6 | stderr: no memory"
        );
    }
}
