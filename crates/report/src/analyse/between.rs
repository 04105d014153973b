//! Arm against arm, and the effects of crossed options.

use assay_stats::{
    ClusterSums, Confidence, Contrast, Correction, Design, Errors, Factor, Factorial, FactorialFit,
    Interval, MeanDifference, Penalty, Probability, Scale, holm_defined,
};

use super::ArmGames;
use super::arm::{Sums, games, outcome};
use crate::estimate::{Estimate, Unit};
use crate::findings::StudyFacts;
use crate::findings::{Change, Difference, Effect, LevelStep, Measure};

const LEVEL: Confidence = Confidence::P95;

/// Errors by the jackknife, clustered by opening: arms share their openings.
const ERRORS: Errors = Errors::Clustered(Correction::Jackknife);

/// With fewer openings nothing is claimed: normal intervals of so few clusters are too narrow (a nominal 5% is 8%
/// at ten and 12% at five), so changes have an interval but no p-value.
pub(crate) const ENOUGH: usize = 20;

/// A spread below this is none.
pub(super) const NO_SPREAD: f64 = 1e-9;

/// Standard errors between zero and a change that a two-sided test at 5% shows with power 0.8: z(0.975) + z(0.8).
pub(super) const VISIBLE: f64 = 1.959_963_984_540_054 + 0.841_621_233_572_914_3;

/// Every two arms with games, every measure; adjusted within the measure.
pub(super) fn differences(arms: &[(ArmGames<'_>, Sums)], longest: u32) -> Vec<Difference> {
    let mut all = Vec::new();
    for measure in Measure::ALL {
        let mut found = Vec::new();
        for against in 0..arms.len() {
            for arm in against + 1..arms.len() {
                let change = compare(&arms[arm].1, &arms[against].1, measure, longest);
                found.extend(change.map(|change| Difference {
                    measure,
                    arm,
                    against,
                    change,
                }));
            }
        }
        adjust(found.iter_mut().map(|d| &mut d.change));
        all.extend(found);
    }
    all
}

/// One arm minus another. Pairs of the same number began alike in both, which makes the difference surer.
fn compare(arm: &Sums, against: &Sums, measure: Measure, longest: u32) -> Option<Change> {
    weigh(&[(1.0, arm), (-1.0, against)], measure, longest)
}

/// A weighed sum of the means of arms.
fn weigh(parts: &[(f64, &Sums)], measure: Measure, longest: u32) -> Option<Change> {
    let sums: Vec<(f64, &ClusterSums)> = parts
        .iter()
        .map(|(weight, sums)| (*weight, sums.on(measure)))
        .collect();
    let fewest = sums.iter().map(|(_, sums)| sums.clusters()).min()?;
    match MeanDifference::contrast(&sums) {
        Some(difference) if difference.estimate.se > NO_SPREAD => {
            let interval = difference.interval(LEVEL);
            let p = difference.p_value().filter(|_| fewest >= ENOUGH);
            Some(change(measure.unit(), difference.estimate, interval, p))
        }
        _ => {
            // Without any spread each arm still has an interval that does not claim certainty; they are joined as
            // independent ones (Newcombe 1998, method 10).
            let (mut value, mut down, mut up) = (0.0, 0.0_f64, 0.0_f64);
            for (weight, sums) in parts {
                let mean = sums.on(measure).mean()?;
                let interval = sums.interval(measure, longest)?;
                let ends = [interval.low, interval.high].map(|end| weight * (end - mean));
                value += weight * mean;
                down = down.hypot(ends[0].min(ends[1]));
                up = up.hypot(ends[0].max(ends[1]));
            }
            Some(Change {
                estimate: Estimate::new(measure.unit(), value, value - down, value + up)?,
                p: None,
                holm: None,
                visible: None,
            })
        }
    }
}

/// Main effects and two-way interactions on every measure; adjusted within the measure. An effect is a weighed sum of the arms'
/// means, with errors as for a difference of two arms, which it is where two arms are all there are. Effects the games cannot tell
/// are left out.
pub(super) fn effects(
    facts: &StudyFacts,
    arms: &[(ArmGames<'_>, Sums)],
    longest: u32,
) -> Vec<Effect> {
    let mut all = Vec::new();
    for measure in Measure::ALL {
        let log_odds = log_odds(facts, arms, measure);
        let mut found: Vec<Effect> = questions(facts)
            .into_iter()
            .filter_map(|question| {
                let parts = weights(arms, &question)?;
                let change = weigh(&parts, measure, longest)?;
                Some(Effect {
                    measure,
                    steps: steps(facts, &question),
                    change,
                    log_odds: log_odds.as_ref().and_then(|fit| odds(fit, &question)),
                })
            })
            .collect();
        adjust(found.iter_mut().map(|effect| &mut effect.change));
        all.extend(found);
    }
    all
}

/// Factor and level of one step, or of two.
type Question = Vec<(usize, usize)>;

/// Every step from a factor's first level, then every two steps of different factors.
fn questions(facts: &StudyFacts) -> Vec<Question> {
    let steps: Vec<(usize, usize)> = facts
        .factors
        .iter()
        .enumerate()
        .flat_map(|(factor, f)| (1..f.values.len()).map(move |level| (factor, level)))
        .collect();
    let crossed = steps.iter().enumerate().flat_map(|(i, first)| {
        steps[i + 1..]
            .iter()
            .filter(|second| second.0 != first.0)
            .map(|second| vec![*first, *second])
    });
    steps
        .iter()
        .map(|step| vec![*step])
        .chain(crossed)
        .collect()
}

/// What each arm counts for the answer: every setting of the other factors weighs the same. `None` where a setting has no arm.
fn weights<'a>(
    arms: &'a [(ArmGames<'_>, Sums)],
    question: &Question,
) -> Option<Vec<(f64, &'a Sums)>> {
    // From each factor of the question the step's level counts one and the first level minus one.
    let sign = |levels: &[usize]| -> f64 {
        let each = question.iter().map(|&(factor, level)| {
            f64::from(i8::from(levels[factor] == level) - i8::from(levels[factor] == 0))
        });
        each.product()
    };
    let asked: Vec<(f64, &Sums)> = arms
        .iter()
        .map(|(arm, sums)| (sign(arm.levels), sums))
        .filter(|(sign, _)| *sign != 0.0)
        .collect();
    let settings = asked.len() as f64 / 2f64.powi(question.len() as i32);
    (settings >= 1.0).then(|| {
        let weighed = asked
            .into_iter()
            .map(|(sign, sums)| (sign / settings, sums));
        weighed.collect()
    })
}

fn steps(facts: &StudyFacts, question: &Question) -> Vec<LevelStep> {
    question
        .iter()
        .map(|(factor, level)| {
            let factor = &facts.factors[*factor];
            LevelStep {
                option: factor.option.clone(),
                from: factor.values[0].clone(),
                to: factor.values[*level].clone(),
            }
        })
        .collect()
}

/// The regression whose effects are told in log-odds.
fn log_odds(
    facts: &StudyFacts,
    arms: &[(ArmGames<'_>, Sums)],
    measure: Measure,
) -> Option<FactorialFit> {
    if measure == Measure::Length {
        return None;
    }
    let factors = facts.factors.iter().map(|factor| Factor {
        name: factor.option.clone(),
        levels: factor.values.clone(),
    });
    let mut factorial = Factorial::new(Design::new(factors.collect()).ok()?);
    for (arm, _) in arms {
        for (cluster, game) in games(arm.pairs) {
            factorial
                .record(arm.levels, cluster, outcome(measure, game))
                .ok()?;
        }
    }
    // A penalised fit is finite, but its errors mean little.
    factorial
        .fit(Scale::LogOdds)
        .ok()
        .filter(|fit| fit.fit.penalty() == Penalty::None)
}

fn odds(fit: &FactorialFit, question: &Question) -> Option<Estimate> {
    let contrast = ask(fit, question).filter(|contrast| contrast.estimate.se > NO_SPREAD)?;
    let Interval { low, high } = contrast.interval;
    Estimate::new(Unit::LogOdds, contrast.estimate.value, low, high)
}

fn ask(fit: &FactorialFit, question: &Question) -> Option<Contrast> {
    match question.as_slice() {
        [(factor, level)] => fit.effect(*factor, (0, *level), ERRORS, LEVEL),
        [(f, a), (g, b)] => fit.interaction((*f, *g), (0, *a), (0, *b), ERRORS, LEVEL),
        _ => None,
    }
}

pub(super) fn change(
    unit: Unit,
    estimate: assay_stats::Estimate,
    interval: Interval,
    p: Option<Probability>,
) -> Change {
    Change {
        estimate: Estimate::new(unit, estimate.value, interval.low, interval.high)
            .expect("estimates are finite"),
        p: p.map(Probability::value),
        holm: None,
        visible: Some(VISIBLE * estimate.se),
    }
}

/// Holm's adjustment over all tests of a table.
pub(super) fn adjust<'a>(changes: impl Iterator<Item = &'a mut Change>) {
    let changes: Vec<&mut Change> = changes.collect();
    let p: Vec<Option<Probability>> = changes
        .iter()
        .map(|change| change.p.and_then(Probability::new))
        .collect();
    for (change, holm) in changes.into_iter().zip(holm_defined(&p)) {
        change.holm = holm.map(Probability::value);
    }
}
