//! Studies that follow from another one's games: the same study with the piece values fitted to them, and the match that
//! verifies a tuning. They lie in the same database.

use assay_report::{Findings, Round, TuningFindings};
use assay_rules::Game;
use assay_study::Study;

use crate::problem::Problem;

/// What the studies before the last one came to.
#[derive(Default)]
pub(crate) struct Series {
    rounds: Vec<Round>,
    tuning: Option<TuningFindings>,
}

impl Series {
    /// Notes a finished study, and gives the one that follows from it; `None` when it asks for no more, when its values have settled
    /// or a tuning has changed none, or when its games could tell nothing.
    pub(crate) fn next(
        &mut self,
        study: &Study,
        findings: &Findings,
    ) -> Result<Option<Study>, Problem> {
        let text = match &findings.tuning {
            Some(tuning) if tuning.is_finished() => {
                self.tuning = Some(tuning.clone());
                study.verification_text(&tuning.tuned())
            }
            Some(_) => None,
            None => self.next_round(study, findings),
        };
        let source = study.game.source().to_owned();
        let mut load = |_: &str| Game::parse("the study's game", &source);
        let next = text.map(|text| Study::parse(&study.origin, &text, &mut load));
        Ok(next.transpose()?)
    }

    /// The text of the next round of a study that fits values between rounds.
    fn next_round(&mut self, study: &Study, findings: &Findings) -> Option<String> {
        let retune = study.retune?;
        let round = Round::of(study, findings)?;
        let (settled, fitted) = (round.is_settled(), round.fitted());
        self.rounds.push(round);
        let number = study.round + 1;
        if number > retune.rounds || fitted.is_empty() || (settled && study.round > 0) {
            return None;
        }
        Some(study.round_text(number, &fitted))
    }

    /// The last round of fitted values.
    pub(crate) fn last_round(&self) -> Option<&Round> {
        self.rounds.last()
    }

    /// The findings of the last study with what those before it came to.
    pub(crate) fn whole(self, findings: Findings) -> Findings {
        Findings {
            rounds: self.rounds,
            tuning: findings.tuning.or(self.tuning),
            ..findings
        }
    }
}
