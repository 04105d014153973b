use std::fmt;
use std::time::Duration;

use assay_search::Score;

/// What the engine thinks so far, as one `info` line.
#[derive(Clone, Debug)]
pub(super) struct Info {
    /// Plies of the last finished iteration.
    pub(super) depth: u8,
    /// As the side to move sees it.
    pub(super) score: Score,
    pub(super) nodes: u64,
    pub(super) time: Duration,
    /// How much of the transposition table is in use, in thousandths.
    pub(super) hashfull: u16,
    /// The line the score rests on, in UCI's notation.
    pub(super) line: Vec<String>,
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let nps = u128::from(self.nodes) * 1_000_000 / self.time.as_micros().max(1);
        write!(
            f,
            "info depth {} score {} nodes {} nps {nps} hashfull {} time {}",
            self.depth,
            score(self.score),
            self.nodes,
            self.hashfull,
            self.time.as_millis()
        )?;
        if !self.line.is_empty() {
            write!(f, " pv {}", self.line.join(" "))?;
        }
        Ok(())
    }
}

/// `cp 35`, or `mate 3` in moves of the side that mates; a king's capture counts as mate.
fn score(score: Score) -> String {
    match score.plies_to_end() {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {}", score.number()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_are_centipawns_or_moves_to_mate() {
        for (given, text) in [
            (Score::cp(35), "cp 35"),
            (Score::cp(-120), "cp -120"),
            (Score::win_in(1), "mate 1"),
            (Score::win_in(5), "mate 3"),
            (Score::loss_in(4), "mate -2"),
            (Score::loss_in(0), "mate 0"),
        ] {
            assert_eq!(score(given), text);
        }
    }

    #[test]
    fn prints_one_line() {
        let info = Info {
            depth: 7,
            score: Score::cp(12),
            nodes: 5000,
            time: Duration::from_millis(20),
            hashfull: 3,
            line: vec!["e2e4".to_owned(), "e7e5".to_owned()],
        };
        let text = "info depth 7 score cp 12 nodes 5000 nps 250000 hashfull 3 time 20 pv e2e4 e7e5";
        assert_eq!(info.to_string(), text);
    }
}
