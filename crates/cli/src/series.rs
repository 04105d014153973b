//! Studies that fit piece values to their games and are played again with them.

use assay_report::{Findings, Round};
use assay_rules::Game;
use assay_study::Study;

use crate::problem::Problem;

/// Notes a finished round among `rounds`, and gives the study of the next one; `None` when the study asks for no more,
/// when its values have settled, or when its games could tell none.
pub(crate) fn next(
    rounds: &mut Vec<Round>,
    study: &Study,
    findings: &Findings,
) -> Result<Option<Study>, Problem> {
    let Some(retune) = study.retune else {
        return Ok(None);
    };
    let Some(round) = Round::of(study, findings) else {
        return Ok(None);
    };
    let (settled, fitted) = (round.is_settled(), round.fitted());
    rounds.push(round);
    let number = study.round + 1;
    if number > retune.rounds || fitted.is_empty() || (settled && study.round > 0) {
        return Ok(None);
    }
    let text = study.round_text(number, &fitted);
    let source = study.game.source().to_owned();
    let mut load = |_: &str| Game::parse("the study's game", &source);
    Ok(Some(Study::parse(&study.origin, &text, &mut load)?))
}
