//! How often a study was played again with fitted piece values, and why not more often, in sentences.

use crate::findings::Findings;

/// Whether the study was played again and why not once more; nothing for a study that fits no values between rounds.
pub(crate) fn course(findings: &Findings) -> Option<String> {
    let last = findings.rounds.last()?;
    let (again, most) = (last.round, findings.study.rounds_asked);
    let why = if findings.pairs() < findings.pairs_wanted() {
        "the pairs of this round are not all played yet"
    } else if last.fitted().is_empty() {
        "its games tell of no piece what it is worth in pawns; more pairs may"
    } else if again >= most {
        "the study asks for no more rounds"
    } else if again > 0 && last.is_settled() {
        "no value that was played with lies outside the noise of the value fitted any more"
    } else {
        "no pair of the next round is finished"
    };
    let times = |n: u8| match n {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        n => format!("{n} times"),
    };
    Some(if again == 0 {
        format!("The study was not played again with fitted piece values: {why}.")
    } else {
        format!(
            "The study was played again {} of at most {most} with the piece values fitted to each arm's own games and with fresh openings, \
             and everything here is of the last round; not once more: {why}.",
            times(again)
        )
    })
}
