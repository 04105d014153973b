//! Matches with unequal arrays: results against the material of the start, and against the positions of the games within each
//! match.

use assay_stats::{
    Cluster, ClusterSums, Confidence, Counts, Fit, GroupResidual, GroupsOfFit, Member, Penalty,
    Ranged, Sample, fit_logistic_or_firth, holm_defined,
};
use assay_study::{ArmIndex, Colours, PairKey, PairNumber, Starts, Study};

use super::between::ENOUGH;
use super::matches::mean;
use super::replay::{GameFacts, Term};
use super::values::{CONSTANT, asked_phases, log_odds, pairs_used, told, worth_unit};
use super::{ArmGames, Pair, phases};
use crate::estimate::{Estimate, Unit};
use crate::findings::{
    BothWays, FitOf, FitState, FitTest, ImbalanceFindings, ImbalanceMatch, Phase, PieceValue,
    Stage, Told, ValueFindings, ValueFit,
};

/// Both ways of telling what the pieces are worth, from the games of a values study.
pub(super) fn both_ways(
    study: &Study,
    terms: &[Term],
    arms: &[&ArmGames<'_>],
) -> (Option<ImbalanceFindings>, Option<ValueFindings>) {
    let games = Games { study, terms, arms };
    let positions = games.positions(FitOf::All);
    let unit = terms.iter().find(|term| term.is_unit);
    let phases = asked_phases(study.analysis.phases).map(|of| games.positions(of));
    let fits: Vec<ValueFit> = std::iter::once(positions).chain(phases).collect();
    let matches = games.matches(&fits);
    let values = ValueFindings {
        unit: unit.map(worth_unit),
        not_in_pawns: None,
        by_phase: phases::changes(&fits),
        fits,
    };
    (matches, Some(values))
}

struct Games<'a> {
    study: &'a Study,
    terms: &'a [Term],
    arms: &'a [&'a ArmGames<'a>],
}

impl Games<'_> {
    /// Every game with its arm, its cluster and whose side the arm's score counts.
    fn each(&self) -> impl Iterator<Item = (usize, Cluster, Counts, &GameFacts)> {
        self.arms.iter().enumerate().flat_map(move |(index, arm)| {
            arm.pairs.iter().flat_map(move |pair| {
                let (cluster, counts) = self.place(index, pair);
                pair.games
                    .iter()
                    .map(move |game| (index, cluster, counts, game))
            })
        })
    }

    /// Pairs of different arms have nothing in common; two pairs of one shuffled array have.
    fn place(&self, arm: usize, pair: &Pair) -> (Cluster, Counts) {
        let number = pair.cluster.0;
        let array = match self.study.arms[arm].starts {
            Starts::Shuffled => number / 2,
            Starts::Own | Starts::Turns(_) => number,
        };
        let key = PairKey {
            arm: ArmIndex(arm as u16),
            pair: PairNumber(number as u32),
        };
        let counts = match self.study.colours_of(key) {
            Colours::AsWritten => Counts::Outcome,
            Colours::Swapped => Counts::Opposite,
        };
        (Cluster((arm as u64) << 32 | array), counts)
    }

    /// What of a match is independent of each other.
    fn clusters(&self) -> &'static str {
        if self.study.is_shuffled() {
            "shuffled arrays of two pairs each"
        } else {
            "pairs"
        }
    }

    fn row(&self, arm: usize, material: &[i8]) -> Vec<f64> {
        let mut row = vec![0.0; self.terms.len() + 1];
        row[0] = 1.0;
        for (&n, &column) in material.iter().zip(self.arms[arm].columns) {
            row[column + 1] = f64::from(n);
        }
        row
    }

    fn columns(&self) -> impl Iterator<Item = String> {
        std::iter::once(CONSTANT.to_owned()).chain(self.terms.iter().map(|t| t.symbol.clone()))
    }

    fn pairs(&self) -> u64 {
        self.arms.iter().map(|arm| arm.pairs.len() as u64).sum()
    }

    /// Results against material at quiet positions, with a coefficient besides for the side of every match: so the
    /// difference of the arrays itself counts for nothing here, only what happens to the material in the games.
    fn positions(&self, of: FitOf) -> ValueFit {
        let sides = self
            .study
            .arms
            .iter()
            .map(|arm| format!("side of {}", arm.name));
        let mut sample = Sample::new(self.columns().chain(sides));
        let (mut positions, mut used) = (0, 0);
        for (arm, cluster, counts, game) in self.each() {
            let quiet = game.positions(of.phase());
            used += u64::from(!quiet.is_empty());
            positions += quiet.len() as u64;
            let mut side = vec![0.0; self.arms.len()];
            if self.study.arms[arm].starts != Starts::Own && !self.is_even(arm) {
                side[arm] = sign(counts);
            }
            for material in quiet {
                let mut row = self.row(arm, material);
                row.extend_from_slice(&side);
                let weight = 1.0 / quiet.len() as f64;
                let white = game.result.white_score();
                sample
                    .record_weighted(cluster, &row, white, weight)
                    .expect("rows have a number a column");
            }
        }
        let (state, fit) = fitted(&sample);
        ValueFit {
            positions,
            games: used,
            pairs: self
                .arms
                .iter()
                .map(|arm| pairs_used(arm.pairs, of.phase()))
                .sum(),
            of,
            state,
            values: fit.map_or_else(Vec::new, |fit| told(self.terms, &fit)),
        }
    }

    fn is_even(&self, arm: usize) -> bool {
        let imbalance = self.study.arms[arm].imbalance.as_ref();
        imbalance.is_none_or(assay_study::Imbalance::is_even)
    }

    /// Results against the material of the start, beside the fits by positions.
    fn matches(&self, positions: &[ValueFit]) -> Option<ImbalanceFindings> {
        let members: Vec<Member> = self
            .each()
            .map(|(group, cluster, counts, game)| Member {
                group,
                cluster,
                x: self.row(group, &game.start),
                outcome: game.result.white_score(),
                counts,
            })
            .collect();
        if members.is_empty() {
            return None;
        }
        let mut sample = Sample::new(self.columns());
        for member in &members {
            sample
                .record(member.cluster, &member.x, member.outcome)
                .expect("rows have a number a column");
        }
        let (state, fit) = fitted(&sample);
        let groups = match &fit {
            None => Err("the matches give no values".to_owned()),
            Some(fit) => fit
                .groups(&members, self.arms.len())
                .ok_or_else(|| "there are too few pairs for so many values and matches".to_owned()),
        };
        let scores = self.scores();
        let (test, untested) = match explained(groups.as_ref(), &scores, self.clusters()) {
            Ok(test) => (Some(test), None),
            Err(why) => (None, Some(why)),
        };
        let dispersion = match (&groups, &test) {
            (Ok(groups), Some(_)) => groups.dispersion(),
            _ => 1.0,
        };
        let fit = fit.map(|fit| fit.dispersed(dispersion));
        let told = |fit: &Fit| told(self.terms, fit);
        let values = fit.as_ref().map_or_else(Vec::new, told);
        let first_move = match &fit {
            Some(fit) => log_odds(self.terms, fit, 0),
            None => Told::Untold("there is no fit".to_owned()),
        };
        let fit = ValueFit {
            of: FitOf::All,
            positions: members.len() as u64,
            games: members.len() as u64,
            pairs: self.pairs(),
            state,
            values,
        };
        Some(ImbalanceFindings {
            first_move,
            matches: self.residuals(groups.as_ref(), &scores),
            test,
            untested,
            widened: dispersion.sqrt(),
            both: both(self.terms, &fit, positions),
            fit,
        })
    }

    /// The score of each arm's side, whichever colour it had.
    fn scores(&self) -> Vec<ClusterSums> {
        let mut scores = vec![ClusterSums::new(); self.arms.len()];
        for (arm, cluster, counts, game) in self.each() {
            let white = game.result.white_score();
            let own = match counts {
                Counts::Outcome => white,
                Counts::Opposite => 1.0 - white,
            };
            scores[arm].record(cluster, own);
        }
        scores
    }

    /// Every match with games, beside the values where there are some.
    fn residuals(
        &self,
        groups: Result<&GroupsOfFit, &String>,
        scores: &[ClusterSums],
    ) -> Vec<ImbalanceMatch> {
        let residual = |arm: usize| groups.ok().and_then(|groups| groups.residuals[arm]);
        let p: Vec<_> = (0..scores.len())
            .map(|arm| {
                let enough = scores[arm].clusters() >= ENOUGH;
                free(&residual(arm)?).filter(|_| enough)?.p_value()
            })
            .collect();
        let all = scores.iter().zip(holm_defined(&p)).enumerate();
        all.filter_map(|(arm, (score, holm))| {
            let changes = self.study.arms[arm].imbalance.clone().unwrap_or_default();
            Some(ImbalanceMatch {
                arm,
                side: changes.white.to_string(),
                other: changes.black.to_string(),
                observed: mean(score)?,
                predicted: residual(arm).and_then(|r| Estimate::bare(Unit::Share, r.predicted)),
                residual: match groups {
                    Err(why) => Told::Untold(why.clone()),
                    Ok(_) => away(residual(arm)),
                },
                holm: holm.map(assay_stats::Probability::value),
            })
        })
        .collect()
    }
}

/// Whether the values explain all matches, or why that cannot be told.
fn explained(
    groups: Result<&GroupsOfFit, &String>,
    scores: &[ClusterSums],
    independent: &str,
) -> Result<FitTest, String> {
    let groups = groups.map_err(Clone::clone)?;
    let mut played = scores.iter().map(ClusterSums::clusters);
    if played.any(|pairs| (1..ENOUGH).contains(&pairs)) {
        return Err(format!(
            "there are matches of fewer than {ENOUGH} {independent}"
        ));
    }
    let test = groups.test.ok_or("there are no more matches than values")?;
    Ok(FitTest {
        chi2: test.chi2,
        degrees: test.degrees,
        p: test.p_value.value(),
    })
}

/// How far a match is from the values.
fn away(residual: Option<GroupResidual>) -> Told {
    let told = residual.as_ref().and_then(free).and_then(|difference| {
        let interval = difference.interval(Confidence::P95);
        Estimate::new(Unit::Points, difference.value, interval.low, interval.high)
    });
    told.map_or_else(
        || Told::Untold("decides a value alone".to_owned()),
        Told::Value,
    )
}

/// The difference, where the fit does not follow the match altogether.
fn free(residual: &GroupResidual) -> Option<assay_stats::Estimate> {
    (residual.difference.se > 1e-6).then_some(residual.difference)
}

fn sign(counts: Counts) -> f64 {
    match counts {
        Counts::Outcome => 1.0,
        Counts::Opposite => -1.0,
    }
}

fn fitted(sample: &Sample) -> (FitState, Option<Fit>) {
    match fit_logistic_or_firth(sample) {
        Ok(fit) => match fit.penalty() {
            Penalty::None => (FitState::Plain, Some(fit)),
            Penalty::Ridge(_) | Penalty::Firth => (FitState::Penalised, Some(fit)),
        },
        Err(why) => (FitState::Failed(why.to_string()), None),
    }
}

/// Every piece but the unit, both ways.
fn both(terms: &[Term], matches: &ValueFit, positions: &[ValueFit]) -> Vec<BothWays> {
    let none = || Told::Untold("there is no fit".to_owned());
    let fit = |of: &FitOf| positions.iter().find(|fit| fit.of == *of);
    let Some(all) = fit(&FitOf::All) else {
        return Vec::new();
    };
    let opening = fit(&FitOf::Phase(Phase::Opening));
    let named = if matches.values.is_empty() {
        &all.values
    } else {
        &matches.values
    };
    let of = |fit: &ValueFit, symbol: &str| {
        let found = fit.values.iter().find(|value| value.symbol == symbol);
        found.map_or_else(none, PieceValue::pawns)
    };
    let is_unit = |symbol: &str| terms.iter().any(|t| t.is_unit && t.symbol == symbol);
    named
        .iter()
        .filter(|value| !is_unit(&value.symbol))
        .map(|value| {
            let (matches, positions) = (of(matches, &value.symbol), of(all, &value.symbol));
            BothWays {
                symbol: value.symbol.clone(),
                name: value.name.clone(),
                together: told_together(&matches, &positions),
                difference: told_difference(&matches, &positions),
                opening: opening.map(|fit| {
                    let positions = of(fit, &value.symbol);
                    Stage {
                        difference: told_difference(&matches, &positions),
                        positions,
                    }
                }),
                matches,
                positions,
            }
        })
        .collect()
}

fn told_difference(a: &Told, b: &Told) -> Option<Estimate> {
    match (a, b) {
        (Told::Value(a), Told::Value(b)) => difference(a, b),
        _ => None,
    }
}

/// The difference of two estimates as if they were independent. Here both come from the same games, which pulls them together
/// rather than apart, so the interval is on the safe side.
pub(super) fn difference(a: &Estimate, b: &Estimate) -> Option<Estimate> {
    estimate(a.unit(), ranged(a)?.minus(ranged(b)?))
}

/// Both ways as one figure. They use the same games but not the same of them, the difference of the arrays the one and what
/// happens within each match the other.
fn told_together(a: &Told, b: &Told) -> Option<Estimate> {
    let (Told::Value(a), Told::Value(b)) = (a, b) else {
        return None;
    };
    let both = ranged(a)?.together(ranged(b)?, Confidence::P95)?;
    estimate(a.unit(), both)
}

fn ranged(e: &Estimate) -> Option<Ranged> {
    Ranged::new(e.value(), e.low()?, e.high()?)
}

fn estimate(unit: Unit, of: Ranged) -> Option<Estimate> {
    Estimate::new(unit, of.value, of.interval.low, of.interval.high)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ways_together_lie_nearer_to_the_surer_one() {
        let told =
            |value, low, high| Told::Value(Estimate::new(Unit::Pawns, value, low, high).unwrap());
        let (matches, positions) = (told(3.5, 3.1, 3.9), told(3.0, 2.8, 3.2));
        let together = told_together(&matches, &positions).unwrap();
        assert_eq!(
            (together.unit(), together.number()),
            (Unit::Pawns, "3.1".to_owned())
        );
        assert!(together.low().unwrap() < 2.95 && together.high().unwrap() > 3.25);
        let untold = Told::Untold("there is no fit".to_owned());
        assert_eq!(told_together(&matches, &untold), None);
        assert_eq!(told_difference(&untold, &positions), None);
        let open = told(3.0, 2.0, f64::INFINITY);
        assert_eq!(told_together(&matches, &open), None);
        assert_eq!(told_difference(&matches, &open), None);
    }
}
