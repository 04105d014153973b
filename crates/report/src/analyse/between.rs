//! Arm against arm, and the effects of crossed options.

use assay_stats::{
    Confidence, Contrast, Correction, Design, Errors, Factor, Factorial, FactorialFit, Interval,
    MeanDifference, Penalty, Probability, Scale, holm_defined,
};

use super::ArmGames;
use super::arm::{Sums, games, outcome};
use crate::estimate::{Estimate, Unit};
use crate::findings::StudyFacts;
use crate::findings::{Change, Difference, Effect, LevelStep, Measure};

const LEVEL: Confidence = Confidence::P95;

/// Small-sample corrected errors, clustered by opening: arms share their openings.
const ERRORS: Errors = Errors::Clustered(Correction::SmallSample);

/// With fewer openings nothing is claimed: normal intervals of so few clusters are too narrow (a nominal 5% is 8%
/// at ten and 12% at five), so changes have an interval but no p-value.
const ENOUGH: usize = 20;

/// A spread below this is none.
const NO_SPREAD: f64 = 1e-9;

/// Standard errors between zero and a change that a two-sided test at 5% shows with power 0.8: z(0.975) + z(0.8).
const VISIBLE: f64 = 1.959_963_984_540_054 + 0.841_621_233_572_914_3;

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
    let (a, b) = (arm.on(measure), against.on(measure));
    let value = a.mean()? - b.mean()?;
    match MeanDifference::paired(a, b) {
        Some(difference) if difference.estimate.se > NO_SPREAD => {
            let interval = difference.interval(LEVEL);
            Some(change(
                measure.unit(),
                difference.estimate,
                interval,
                difference
                    .p_value()
                    .filter(|_| a.clusters().min(b.clusters()) >= ENOUGH),
            ))
        }
        _ => {
            // Without any spread each arm still has an interval that does not claim certainty; the two are joined as
            // independent ones (Newcombe 1998, method 10).
            let (i, j) = (
                arm.interval(measure, longest)?,
                against.interval(measure, longest)?,
            );
            let low = value - (a.mean()? - i.low).hypot(j.high - b.mean()?);
            let high = value + (i.high - a.mean()?).hypot(b.mean()? - j.low);
            Some(Change {
                estimate: Estimate::new(measure.unit(), value, low, high)?,
                p: None,
                holm: None,
                visible: None,
            })
        }
    }
}

/// Main effects and two-way interactions on every measure; adjusted within the measure. Effects the games cannot tell are left out.
pub(super) fn effects(facts: &StudyFacts, arms: &[(ArmGames<'_>, Sums)]) -> Vec<Effect> {
    let factors: Vec<Factor> = facts
        .factors
        .iter()
        .map(|factor| Factor {
            name: factor.option.clone(),
            levels: factor.values.clone(),
        })
        .collect();
    let Ok(design) = Design::new(factors) else {
        return Vec::new();
    };
    let mut all = Vec::new();
    for measure in Measure::ALL {
        let (points, log_odds) = fits(&design, arms, measure);
        let Some(points) = points else { continue };
        let mut found: Vec<Effect> = questions(facts)
            .into_iter()
            .filter_map(|question| answer(facts, measure, &question, &points, log_odds.as_ref()))
            .collect();
        let openings = arms
            .iter()
            .map(|(_, sums)| sums.on(measure).clusters())
            .min();
        if openings.is_none_or(|openings| openings < ENOUGH) {
            for effect in &mut found {
                effect.change.p = None;
            }
        }
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

fn fits(
    design: &Design,
    arms: &[(ArmGames<'_>, Sums)],
    measure: Measure,
) -> (Option<FactorialFit>, Option<FactorialFit>) {
    let mut factorial = Factorial::new(design.clone());
    for (arm, _) in arms {
        for (cluster, game) in games(arm.pairs) {
            if factorial
                .record(arm.levels, cluster, outcome(measure, game))
                .is_err()
            {
                return (None, None);
            }
        }
    }
    let log_odds = match measure {
        Measure::WhiteScore | Measure::DecisiveRate => factorial.fit(Scale::LogOdds).ok(),
        Measure::Length => None,
    };
    (factorial.fit(Scale::Points).ok(), log_odds)
}

fn answer(
    facts: &StudyFacts,
    measure: Measure,
    question: &Question,
    points: &FactorialFit,
    log_odds: Option<&FactorialFit>,
) -> Option<Effect> {
    let contrast = ask(points, question)?;
    let change = if contrast.estimate.se > NO_SPREAD {
        change(
            measure.unit(),
            contrast.estimate,
            contrast.interval,
            contrast.p_value,
        )
    } else {
        Change {
            estimate: Estimate::bare(measure.unit(), contrast.estimate.value)?,
            p: None,
            holm: None,
            visible: None,
        }
    };
    // A penalised fit is finite, but its errors mean little.
    let log_odds = log_odds
        .filter(|fit| fit.fit.penalty() == Penalty::None)
        .and_then(|fit| ask(fit, question))
        .filter(|contrast| contrast.estimate.se > NO_SPREAD)
        .and_then(|contrast| {
            let Interval { low, high } = contrast.interval;
            Estimate::new(Unit::LogOdds, contrast.estimate.value, low, high)
        });
    let steps = question
        .iter()
        .map(|(factor, level)| {
            let factor = &facts.factors[*factor];
            LevelStep {
                option: factor.option.clone(),
                from: factor.values[0].clone(),
                to: factor.values[*level].clone(),
            }
        })
        .collect();
    Some(Effect {
        measure,
        steps,
        change,
        log_odds,
    })
}

fn ask(fit: &FactorialFit, question: &Question) -> Option<Contrast> {
    match question.as_slice() {
        [(factor, level)] => fit.effect(*factor, (0, *level), ERRORS, LEVEL),
        [(f, a), (g, b)] => fit.interaction((*f, *g), (0, *a), (0, *b), ERRORS, LEVEL),
        _ => None,
    }
}

fn change(
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
fn adjust<'a>(changes: impl Iterator<Item = &'a mut Change>) {
    let changes: Vec<&mut Change> = changes.collect();
    let p: Vec<Option<Probability>> = changes
        .iter()
        .map(|change| change.p.and_then(Probability::new))
        .collect();
    for (change, holm) in changes.into_iter().zip(holm_defined(&p)) {
        change.holm = holm.map(Probability::value);
    }
}
