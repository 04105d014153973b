//! From records to findings: every game is played again through the rules, counted, and compared.

mod arm;
mod between;
mod facts;
mod imbalance;
mod ladder;
mod matches;
mod phases;
mod published;
mod replay;
mod sequential;
mod stopping;
mod stops;
mod tournament;
mod tuning;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use assay_arena::{GameResult, Record};
use assay_faults::Faults;
use assay_rules::AnyRules;
use assay_stats::Cluster;
use assay_study::{
    ArmVerdict, Evidence, GameNumber, Judge, Outcome, PairKey, PairResult, Study, StudyKind, Tuner,
    ValueFit,
};

use crate::estimate::{Estimate, Unit};
use crate::findings::{ArmFindings, Findings};
use crate::format::counted;
use arm::Sums;
pub(crate) use between::ENOUGH;
use replay::{Allowed, GameFacts};

/// A study's games in the counting. Records may come in any order and one at a time, so that a large study need not lie in memory.
pub struct Analysis<'a> {
    study: &'a Study,
    rules: Vec<AnyRules>,
    games: BTreeMap<PairKey, [Option<GameFacts>; 2]>,
    /// As recorded, whether the games replay or not: by these the study was stopped.
    results: BTreeMap<PairKey, [Option<GameResult>; 2]>,
    set_aside: BTreeSet<PairKey>,
    engines: BTreeSet<String>,
    left_out: BTreeSet<String>,
}

/// A finished pair. Its cluster is its number: pairs of one number began alike in all arms.
#[derive(Clone)]
struct Pair {
    cluster: Cluster,
    games: [GameFacts; 2],
}

/// An arm's pairs, and its place in the factorial.
struct ArmGames<'a> {
    pairs: &'a [Pair],
    levels: &'a [usize],
    /// Which terms of the study the arm's own are, in its order.
    columns: &'a [usize],
}

/// The findings of a study from its records; see [`Analysis`] for records that come one by one.
pub fn analyse<'r>(
    study: &Study,
    records: impl IntoIterator<Item = (PairKey, GameNumber, &'r Record)>,
) -> Result<Findings, Faults> {
    let mut analysis = Analysis::new(study)?;
    for (key, game, record) in records {
        analysis.add(key, game, record);
    }
    Ok(analysis.findings())
}

impl<'a> Analysis<'a> {
    /// Nothing counted yet. The faults are those of an arm whose rules do not compile.
    pub fn new(study: &'a Study) -> Result<Self, Faults> {
        let rules = study
            .arms
            .iter()
            .map(|arm| study.game.compile(&arm.choice, arm.start.as_deref()))
            .collect::<Result<_, _>>()?;
        Ok(Self {
            study,
            rules,
            games: BTreeMap::new(),
            results: BTreeMap::new(),
            set_aside: BTreeSet::new(),
            engines: BTreeSet::new(),
            left_out: BTreeSet::new(),
        })
    }

    /// Plays a record again and keeps what it tells. One that does not replay, or belongs to no arm, is left out and said so.
    pub fn add(&mut self, key: PairKey, game: GameNumber, record: &Record) {
        if !self.study.has(key) {
            self.left_out
                .insert(format!("{key}: the study has no such pair"));
            return;
        }
        self.results.entry(key).or_default()[game.index()] = Some(record.result);
        let rules = &self.rules[usize::from(key.arm.0)];
        match replay::replay(rules, record, self.study.analysis.phases) {
            Ok(facts) => {
                self.engines.insert(record.engine.clone());
                self.games.entry(key).or_default()[game.index()] = Some(facts);
            }
            Err(why) => {
                let place = self.place(key);
                self.left_out
                    .insert(format!("{place}, game {}: {why}", game.index() + 1));
            }
        }
    }

    /// Notes that a pair was set aside after repeated failures: an arm that may stop early does not wait for it.
    pub fn set_aside(&mut self, key: PairKey) {
        self.set_aside.insert(key);
    }

    /// Who says which pairs count in an arm that may stop early, and why it stopped; as the coordinator
    /// found from the same results.
    fn judge(&self) -> Judge {
        let mut judge = Judge::of(self.study);
        for key in &self.set_aside {
            judge.set_aside(*key);
        }
        for (key, result) in self.pair_results() {
            judge.record(key, result);
        }
        judge
    }

    /// Whoever carries a tuning on, where he stands after the same results; `None` in other studies.
    fn tuner(&self) -> Option<Tuner> {
        let mut tuner = Tuner::of(self.study)?;
        for key in &self.set_aside {
            tuner.set_aside(*key);
        }
        for (key, result) in self.pair_results() {
            tuner.record(key, result);
        }
        Some(tuner)
    }

    /// The pairs of which both games are there.
    fn pair_results(&self) -> impl Iterator<Item = (PairKey, PairResult)> {
        self.results.iter().filter_map(|(key, results)| {
            let [Some(first), Some(second)] = *results else {
                return None;
            };
            Some((*key, PairResult([first, second].map(for_white))))
        })
    }

    /// Everything the games so far say. Pairs of which one game is missing are left out and said so.
    pub fn findings(&self) -> Findings {
        let mut left_out = self.left_out.clone();
        let judge = self.judge();
        let verdicts = judge.verdicts();
        let arms = self.study.arms.iter().zip(&verdicts);
        left_out.extend(arms.flat_map(|(arm, verdict)| not_counted(&arm.name, verdict)));
        let mut pairs: Vec<Vec<Pair>> = self.study.arms.iter().map(|_| Vec::new()).collect();
        for (key, games) in self.games.iter().filter(|(key, _)| judge.counts(**key)) {
            match games {
                [Some(first), Some(second)] => pairs[usize::from(key.arm.0)].push(Pair {
                    cluster: Cluster(u64::from(key.pair.0)),
                    games: [first.clone(), second.clone()],
                }),
                _ => {
                    left_out.insert(format!(
                        "{}: only one of its two games is there",
                        self.place(*key)
                    ));
                }
            }
        }
        let longest = u32::from(self.study.length_cap.0);
        let facts = facts::facts(self.study, &self.engines, &judge);
        let (terms, columns) = replay::all_terms(&self.rules);
        let arms: Vec<(ArmGames<'_>, Sums)> = pairs
            .iter()
            .zip(&self.study.arms)
            .zip(&columns)
            .map(|((pairs, arm), columns)| {
                let games = ArmGames {
                    pairs,
                    levels: &arm.levels,
                    columns,
                };
                (games, Sums::of(pairs))
            })
            .collect();
        let allowed: Vec<_> = self.rules.iter().map(replay::allowed).collect();
        let findings_of_arms: Vec<ArmFindings> = arms
            .iter()
            .zip(&facts.arms)
            .zip(&allowed)
            .map(|(((arm, sums), named), allowed)| {
                arm::findings(&named.name, arm.pairs, sums, allowed, longest)
            })
            .collect();
        let kind = self.study.kind;
        let is_tournament = facts.kind.is_tournament();
        // Arms of unequal arrays are compared by the values that explain them, and those of a tournament by ratings.
        let differences = if is_tournament || kind == StudyKind::Values {
            Vec::new()
        } else {
            between::differences(&arms, longest)
        };
        let effects = between::effects(&facts, &arms, longest);
        let of_arms: Vec<&ArmGames<'_>> = arms.iter().map(|(arm, _)| arm).collect();
        let (imbalance, within) = match kind {
            StudyKind::Values => imbalance::both_ways(self.study, &terms, &of_arms),
            _ => (None, None),
        };
        let values = match self.study.analysis.values {
            ValueFit::No => None,
            ValueFit::Regression if within.is_some() => within,
            ValueFit::Regression => Some(values::values(
                &terms,
                &facts,
                &arms,
                self.study.analysis.phases,
            )),
        };
        let matches = matches::matches(self.study, &of_arms, &verdicts);
        let tournament = tournament::tournament(self.study, &of_arms);
        let together =
            is_tournament.then(|| together(&pairs, &findings_of_arms, &allowed[0], longest));
        let mut findings = Findings {
            study: facts,
            arms: findings_of_arms,
            together,
            matches,
            tournament,
            ladder: ladder::ladder(self.study),
            differences,
            effects,
            values,
            stopping: stopping::stopping(self.study, &self.results, &self.set_aside, &verdicts),
            stops: stops::stops(self.study, &judge, &verdicts),
            rounds: Vec::new(),
            tuning: self.tuner().as_ref().map(tuning::tuning),
            imbalance,
            published: Vec::new(),
            left_out: left_out.into_iter().collect(),
        };
        findings.published = published::published(&self.study.published, &findings);
        findings
    }

    fn place(&self, key: PairKey) -> String {
        format!("{}, pair {}", self.study.arm(key.arm).name, key.pair.0)
    }
}

/// All games of a tournament, whose arms are pairings under the same rules.
fn together(
    pairs: &[Vec<Pair>],
    arms: &[ArmFindings],
    allowed: &[Allowed],
    longest: u32,
) -> ArmFindings {
    let all: Vec<Pair> = pairs.iter().flatten().cloned().collect();
    let sums = Sums::of(&all);
    let mut together = arm::findings("all games", &all, &sums, allowed, longest);
    // Pairings share their openings on purpose; only what repeats within one counts.
    let within: u64 = arms.iter().map(|a| a.pairs - a.openings.distinct).sum();
    let repeated = within as f64 / together.pairs as f64;
    together.openings.repeated = Estimate::bare(Unit::Share, repeated);
    together
}

fn for_white(result: GameResult) -> Outcome {
    match result {
        GameResult::WhiteWins => Outcome::Win,
        GameResult::Draw => Outcome::Draw,
        GameResult::BlackWins => Outcome::Loss,
    }
}

/// What is there of an arm that may stop early and is no part of its figures, in words.
fn not_counted(arm: &str, verdict: &ArmVerdict) -> Vec<String> {
    let mut words = Vec::new();
    let Some(evidence) = &verdict.evidence else {
        return words;
    };
    if verdict.left_out > 0 {
        let pairs = counted(u64::from(verdict.left_out), "pair", "pairs");
        words.push(match verdict.end {
            Some(_) => format!("{arm}: {pairs} finished after the arm had enough"),
            None => format!("{arm}: {pairs} finished before their turn"),
        });
    }
    if let Evidence::Halving { raced, .. } = *evidence
        && verdict.pairs.start > 0
    {
        let pairs = counted(u64::from(raced), "pair", "pairs");
        words.push(format!(
            "{arm}: {pairs} of the rounds in which it was chosen; its figures are of fresh games"
        ));
    }
    words
}
