use std::ops::Range;

use assay_stats::Pentanomial;

use super::check::Check;
use super::line::{Line, Outcome};
use super::race::Race;
use super::result::Points;
use super::{ArmVerdict, EarlyStop, End, Evidence, PairResult, RaceVerdict, StopRule};
use crate::{ArmIndex, PairKey, Study, StudyKind};

/// Decides when each arm of a study has enough pairs. It is told results in any order and counts them in the order of
/// their numbers, so that its verdicts depend on the results alone: a coordinator, the same one after a restart and a
/// report come to the same.
#[derive(Clone, Debug)]
pub struct Judge {
    rule: StopRule,
    points: Points,
    arms: Vec<Arm>,
    race: Option<Race>,
}

#[derive(Clone, Debug)]
struct Arm {
    line: Line,
    /// Pairs before this one are no part of the arm's figures.
    from: u32,
    limit: u32,
    results: Pentanomial,
    check: Option<Check>,
    end: Option<End>,
}

/// How far a study has come, in pairs of all arms together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PairsToCome {
    /// Pairs that have had their turn, set-aside ones included.
    pub passed: u64,
    /// Pairs that will have had it at the end, at most.
    pub most: u64,
}

impl Judge {
    /// A judge who has seen no pair of the study yet.
    pub fn of(study: &Study) -> Judge {
        Judge::new(study.stop, study.kind, study.arm_count())
    }

    pub(super) fn new(rule: StopRule, kind: StudyKind, arms: u16) -> Judge {
        let race = match rule.early {
            Some(EarlyStop::Halving(halving)) => Some(Race::new(halving, arms, rule.pairs)),
            _ => None,
        };
        let limit = match &race {
            Some(race) if !race.is_over() => race.goal().min(rule.pairs),
            _ => rule.pairs,
        };
        let arm = Arm {
            line: Line::default(),
            from: 0,
            limit,
            results: Pentanomial::default(),
            check: rule.early.and_then(Check::of),
            end: None,
        };
        Judge {
            rule,
            points: match kind {
                StudyKind::Balance | StudyKind::Values => Points::White,
                StudyKind::Match | StudyKind::Tournament(_) | StudyKind::Tune => {
                    Points::FirstPlayer
                }
            },
            arms: vec![arm; usize::from(arms)],
            race,
        }
    }

    /// Takes a finished pair in, once however often it is told. Gives the arms whose limits have changed by it.
    pub fn record(&mut self, key: PairKey, result: PairResult) -> Vec<ArmIndex> {
        self.join(key, Outcome::Played(result))
    }

    /// Notes that a pair will have no result: those behind it need not wait for it. Gives the arms whose limits
    /// have changed by it.
    pub fn set_aside(&mut self, key: PairKey) -> Vec<ArmIndex> {
        self.join(key, Outcome::SetAside)
    }

    /// How an arm stands; `None` for an arm of another study.
    pub fn verdict(&self, index: ArmIndex) -> Option<ArmVerdict> {
        let arm = self.arms.get(usize::from(index.0))?;
        let evidence = match (&arm.check, &self.race) {
            (Some(check), _) => Some(check.evidence(arm.results)),
            (None, Some(race)) => Some(Evidence::Halving {
                rounds: race.rounds_of(index),
                raced: race.results(index).pairs() as u32,
                measured: race.measured(index),
                interval: race.interval(index),
            }),
            (None, None) => None,
        };
        Some(ArmVerdict {
            pairs: arm.pairs(),
            counted: arm.results.pairs() as u32,
            left_out: arm.line.waiting(),
            limit: arm.limit,
            end: arm.end,
            results: arm.results,
            evidence,
        })
    }

    /// How every arm stands, in order.
    pub fn verdicts(&self) -> Vec<ArmVerdict> {
        let arms = (0..self.arms.len() as u16).map(ArmIndex);
        arms.filter_map(|arm| self.verdict(arm)).collect()
    }

    /// How the race of the arms stands, in a study that has one.
    pub fn race(&self) -> Option<RaceVerdict> {
        self.race.as_ref().map(Race::verdict)
    }

    /// Whether a pair is part of its arm's figures. Where nothing can stop an arm early every pair is.
    pub fn counts(&self, key: PairKey) -> bool {
        match self.arms.get(usize::from(key.arm.0)) {
            Some(arm) => self.rule.early.is_none() || arm.pairs().contains(&key.pair.0),
            None => false,
        }
    }

    /// Pairs of an arm with this number or a higher one are not to be played, or not yet.
    pub fn limit(&self, arm: ArmIndex) -> u32 {
        self.arms.get(usize::from(arm.0)).map_or(0, |arm| arm.limit)
    }

    /// Why an arm needs no more pairs; `None` while it does.
    pub fn end(&self, arm: ArmIndex) -> Option<End> {
        self.arms.get(usize::from(arm.0))?.end
    }

    /// How far the study has come.
    pub fn pairs_to_come(&self) -> PairsToCome {
        let passed = |arm: &Arm| u64::from(arm.line.passed);
        let most = if let Some(race) = &self.race {
            let arms = self.arms.len() as u16;
            race.rule.pairs_in_all(arms, self.rule.pairs)
        } else {
            self.arms.iter().map(|arm| u64::from(arm.limit)).sum()
        };
        PairsToCome {
            passed: self.arms.iter().map(passed).sum(),
            most,
        }
    }

    fn join(&mut self, key: PairKey, outcome: Outcome) -> Vec<ArmIndex> {
        let Some(arm) = self.arms.get_mut(usize::from(key.arm.0)) else {
            return Vec::new();
        };
        if key.pair.0 >= self.rule.pairs {
            return Vec::new();
        }
        arm.line.join(key.pair.0, outcome);
        let mut changed = Vec::new();
        let mut moved = vec![key.arm];
        while let Some(index) = moved.pop() {
            let limit = self.limit(index);
            self.advance(index);
            if self.limit(index) != limit {
                changed.push(index);
            }
            let raised = self.end_round();
            moved.extend(&raised);
            changed.extend(raised);
        }
        changed.sort_unstable();
        changed.dedup();
        changed
    }

    /// Counts what an arm's line has, until the arm has enough.
    fn advance(&mut self, index: ArmIndex) {
        let arm = &mut self.arms[usize::from(index.0)];
        while arm.end.is_none() && arm.line.passed < arm.limit {
            let Some(outcome) = arm.line.next() else {
                return;
            };
            if let Outcome::Played(result) = outcome {
                arm.results.record(self.points.of(result));
                if let Some(race) = self.race.as_mut().filter(|race| !race.is_over()) {
                    race.record(index, result);
                }
                if let Some(check) = &mut arm.check {
                    arm.end = check.look(arm.results);
                }
            }
            if arm.end.is_some() {
                arm.limit = arm.line.passed;
            } else if arm.line.passed == self.rule.pairs {
                arm.end = Some(End::AllPlayed);
            }
        }
    }

    /// Ends the round of a race if every arm in it has come to the round's goal. Gives the arms that go on.
    fn end_round(&mut self) -> Vec<ArmIndex> {
        let Some(race) = self.race.as_mut().filter(|race| !race.is_over()) else {
            return Vec::new();
        };
        let goal = race.goal().min(self.rule.pairs);
        let there = |arm: ArmIndex| self.arms[usize::from(arm.0)].line.passed >= goal;
        if !race.left().all(there) {
            return Vec::new();
        }
        let (dropped, round) = race.end_round();
        for arm in dropped {
            self.arms[usize::from(arm.0)].end = Some(End::Dropped(round));
        }
        let is_over = race.is_over();
        let next = if is_over {
            self.rule.pairs
        } else {
            race.goal()
        };
        let left: Vec<ArmIndex> = race.left().collect();
        for index in &left {
            let arm = &mut self.arms[usize::from(index.0)];
            arm.limit = next.min(self.rule.pairs);
            if is_over {
                // From here on the arm plays for its own figures.
                arm.from = arm.line.passed;
                arm.results = Pentanomial::default();
            }
        }
        left
    }
}

impl Arm {
    fn pairs(&self) -> Range<u32> {
        self.from..self.line.passed
    }
}
