//! What came out, in sentences a reader can quote. A test that found nothing says what it could have found.

use crate::estimate::Estimate;
use crate::findings::{ArmFindings, Change, Effect, Findings, Measure, PieceValue};
use crate::format::{count, counted, number, probability};

/// The findings in words, the most important first; one sentence or two an entry.
pub(crate) fn headline(findings: &Findings) -> Vec<String> {
    if findings.games() == 0 {
        return vec!["No pair of games is finished yet, so there is nothing to say.".to_owned()];
    }
    let mut lines = vec![played(findings)];
    lines.extend(first_move(findings));
    for measure in [Measure::WhiteScore, Measure::DecisiveRate] {
        if findings.effects_on(measure).next().is_some() {
            lines.extend(main_effects(findings, measure));
            lines.extend(interactions(findings, measure));
        } else {
            lines.extend(arm_differences(findings, measure));
        }
    }
    lines.extend(piece_values(findings));
    lines.extend(copies(findings));
    lines
}

fn played(findings: &Findings) -> String {
    let (games, pairs) = (findings.games(), findings.pairs());
    let wanted = findings.pairs_wanted();
    let arms = findings.arms.iter().filter(|arm| arm.games > 0).count() as u64;
    let mut text = format!(
        "{} ({}) of {} were played in {} at {}.",
        counted(games, "game", "games"),
        counted(pairs, "pair", "pairs"),
        findings.study.game_name,
        counted(arms, "arm", "arms"),
        findings.study.limits,
    );
    if pairs < wanted {
        text.push_str(&format!(
            " The study is not finished: {} of {} pairs are in.",
            count(pairs),
            count(wanted)
        ));
    }
    text
}

/// White's score over the arms: one arm in full, several as the range.
fn first_move(findings: &Findings) -> Option<String> {
    let scored: Vec<(&ArmFindings, &Estimate)> = findings
        .arms
        .iter()
        .filter_map(|arm| Some((arm, arm.score.as_ref()?)))
        .collect();
    if let [(arm, score)] = scored.as_slice() {
        let elo = arm.first_move_elo.as_ref().map_or_else(String::new, |elo| {
            format!(", {} Elo for moving first", elo.text())
        });
        return Some(format!(
            "White scored {}{elo}{}.",
            score.text(),
            told_from_even(score)
        ));
    }
    let least = scored
        .iter()
        .min_by(|a, b| a.1.value().total_cmp(&b.1.value()))?;
    let most = scored
        .iter()
        .max_by(|a, b| a.1.value().total_cmp(&b.1.value()))?;
    let apart = scored
        .iter()
        .filter(|(_, score)| score.excludes(0.5))
        .count();
    Some(format!(
        "White's score runs from {} ({}) to {} ({}); in {} of {} arms the 95% interval leaves out 50%.",
        least.1.number(),
        least.0.name,
        most.1.number(),
        most.0.name,
        apart,
        scored.len(),
    ))
}

fn told_from_even(score: &Estimate) -> &'static str {
    match (score.low(), score.high()) {
        (Some(low), _) if low > 0.5 => ": moving first is an advantage",
        (_, Some(high)) if high < 0.5 => ": moving first is a disadvantage",
        (Some(_), Some(_)) => ": no advantage for either side detected",
        _ => "",
    }
}

fn main_effects(findings: &Findings, measure: Measure) -> Vec<String> {
    findings
        .effects_on(measure)
        .filter(|effect| effect.is_main())
        .map(|effect| {
            let step = &effect.steps[0];
            format!(
                "{} = {} instead of {}: {}",
                step.option,
                step.to,
                step.from,
                said(measure, &effect.change)
            )
        })
        .collect()
}

fn interactions(findings: &Findings, measure: Measure) -> Option<String> {
    let crossed: Vec<&Effect> = findings
        .effects_on(measure)
        .filter(|effect| !effect.is_main())
        .collect();
    let told: Vec<String> = crossed
        .iter()
        .filter(|effect| effect.change.is_told())
        .map(|effect| format!("{}: {}", effect.label(), said(measure, &effect.change)))
        .collect();
    if crossed.is_empty() {
        None
    } else if told.is_empty() {
        Some(format!(
            "Options working together on {}: no interaction detected{}.",
            about(measure),
            could_have_seen(measure, crossed.iter().map(|effect| &effect.change)),
        ))
    } else {
        Some(told.join(" "))
    }
}

fn arm_differences(findings: &Findings, measure: Measure) -> Vec<String> {
    let all: Vec<_> = findings.differences_of(measure).collect();
    if all.is_empty() {
        return Vec::new();
    }
    let told: Vec<String> = all
        .iter()
        .filter(|d| d.change.is_told())
        .map(|d| {
            format!(
                "{} against {}: {}",
                findings.arms[d.arm].name,
                findings.arms[d.against].name,
                said(measure, &d.change)
            )
        })
        .collect();
    if told.is_empty() {
        return vec![format!(
            "No difference in {} detected between any two arms{}.",
            about(measure),
            could_have_seen(measure, all.iter().map(|d| &d.change)),
        )];
    }
    const AT_MOST: usize = 6;
    let more = told.len().saturating_sub(AT_MOST);
    let mut lines: Vec<String> = told.into_iter().take(AT_MOST).collect();
    if more > 0 {
        lines.push(format!(
            "{} more of {} comparisons of {} are told apart; see the table.",
            more,
            all.len(),
            about(measure)
        ));
    }
    lines
}

/// A change in words, with what could have been seen when none was.
fn said(measure: Measure, change: &Change) -> String {
    let test = change.holm.map_or_else(String::new, |p| {
        format!(", adjusted p {}", equals(&probability(p)))
    });
    let what = format!("{} {} points{test}", about(measure), change.estimate.text());
    let verdict = if change.is_told() {
        let up = change.estimate.value() > 0.0;
        match (measure, up) {
            (Measure::WhiteScore, true) => "better for White",
            (Measure::WhiteScore, false) => "better for Black",
            (Measure::DecisiveRate, true) => "more decisive",
            (Measure::DecisiveRate, false) => "less decisive",
            (Measure::Length, true) => "longer",
            (Measure::Length, false) => "shorter",
        }
        .to_owned()
    } else {
        format!(
            "no difference detected{}",
            could_have_seen(measure, [change])
        )
    };
    format!("{what}: {verdict}.")
}

fn equals(p: &str) -> String {
    if p.starts_with('<') {
        p.to_owned()
    } else {
        format!("= {p}")
    }
}

/// What the least sensitive of the tests would still have shown.
fn could_have_seen<'a>(measure: Measure, changes: impl IntoIterator<Item = &'a Change>) -> String {
    changes
        .into_iter()
        .filter_map(|change| change.visible)
        .max_by(f64::total_cmp)
        .map_or_else(String::new, |visible| {
            let unit = measure.unit();
            let what = if measure == Measure::Length {
                "plies"
            } else {
                "points"
            };
            format!(
                "; with these games a difference above {} {what} would probably have been visible",
                number(unit, visible).trim_start_matches('+')
            )
        })
}

fn about(measure: Measure) -> &'static str {
    match measure {
        Measure::WhiteScore => "White's score",
        Measure::DecisiveRate => "decisive games",
        Measure::Length => "length",
    }
}

fn piece_values(findings: &Findings) -> Option<String> {
    let fit = findings
        .values
        .as_ref()?
        .fits
        .iter()
        .find(|fit| !fit.values.is_empty())?;
    let told: Vec<String> = fit
        .values
        .iter()
        .filter(|value| Some(&value.name) != findings.values.as_ref().and_then(|v| v.unit.as_ref()))
        .filter_map(|value| Some(format!("{} {}", value.name, value.pawns.estimate()?.text())))
        .collect();
    let untold: Vec<&str> = fit
        .values
        .iter()
        .filter(|value| value.pawns.estimate().is_none())
        .map(|value: &PieceValue| value.name.as_str())
        .collect();
    let mut text = if told.is_empty() {
        "These games cannot tell what the pieces are worth in pawns.".to_owned()
    } else {
        format!("In pawns, all arms together: {}.", told.join(", "))
    };
    if !told.is_empty() && !untold.is_empty() {
        text.push_str(&format!(" Not told by these games: {}.", untold.join(", ")));
    }
    Some(text)
}

fn copies(findings: &Findings) -> Option<String> {
    let games = findings.games();
    let distinct: u64 = findings.arms.iter().map(|arm| arm.distinct_games).sum();
    (distinct < games).then(|| {
        format!(
            "{} of the {} games repeat another game of their arm move by move.",
            count(games - distinct),
            count(games)
        )
    })
}
