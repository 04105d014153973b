//! What came out, in sentences a reader can quote. A test that found nothing says what it could have found.

mod players;
mod tuning;

use crate::analyse::ENOUGH;
use crate::estimate::Estimate;
use crate::findings::{ArmFindings, Change, Effect, Findings, Measure, PieceValue};
use crate::format::{count, counted, digits, probability};
use crate::words::append;

mod imbalance;
mod phases;
mod published;
pub(crate) mod rounds;

/// The findings in words, the most important first; one sentence or two an entry.
pub(crate) fn headline(findings: &Findings) -> Vec<String> {
    if findings.games() == 0 {
        return vec!["No pair of games is finished yet, so there is nothing to say.".to_owned()];
    }
    let mut lines = vec![played(findings)];
    lines.extend(rounds::course(findings));
    lines.extend(tuning::told(findings));
    lines.extend(imbalance::told(findings));
    lines.extend(players::players(findings));
    lines.extend(findings.stops.iter().cloned());
    lines.extend(first_move(findings));
    for measure in [Measure::WhiteScore, Measure::DecisiveRate] {
        if findings.effects_on(measure).next().is_some() {
            lines.push(effects(findings, measure));
        } else {
            lines.extend(arm_differences(findings, measure));
        }
    }
    if findings.imbalance.is_none() {
        lines.extend(piece_values(findings));
    }
    lines.extend(phases::told(findings));
    lines.extend(published::told(findings));
    lines.extend(copies(findings));
    lines.extend(openings(findings));
    lines
}

fn played(findings: &Findings) -> String {
    let (games, pairs) = (findings.games(), findings.pairs());
    let wanted = findings.pairs_wanted();
    let (one, many) = findings.study.kind.arm_noun();
    let arms = findings.arms.iter().filter(|arm| arm.games > 0).count() as u64;
    let mut text = format!(
        "{} ({}) of {} were played in {} at {}.",
        counted(games, "game", "games"),
        counted(pairs, "pair", "pairs"),
        findings.study.game_name,
        counted(arms, one, many),
        findings.study.limits,
    );
    if pairs < wanted {
        append!(
            text,
            " The study is not finished: {} of {} pairs are in.",
            count(pairs),
            count(wanted)
        );
    }
    text
}

/// White's score over the arms: one arm in full, several as the range.
fn first_move(findings: &Findings) -> Option<String> {
    // Who lacks something changes with every pair there, so White's score says nothing of the arrays.
    if findings.imbalance.is_some() {
        return None;
    }
    let scored: Vec<(&ArmFindings, &Estimate)> = findings
        .balance()
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
            told_from_even(arm, score)
        ));
    }
    let least = scored
        .iter()
        .min_by(|a, b| a.1.value().total_cmp(&b.1.value()))?;
    let most = scored
        .iter()
        .max_by(|a, b| a.1.value().total_cmp(&b.1.value()))?;
    let enough: Vec<&(&ArmFindings, &Estimate)> = scored
        .iter()
        .filter(|(arm, _)| arm.pairs >= ENOUGH as u64)
        .collect();
    let apart: Vec<&str> = enough
        .iter()
        .filter(|(_, score)| score.excludes(0.5))
        .map(|(arm, _)| arm.name.as_str())
        .collect();
    let counted_in = if enough.len() < scored.len() {
        format!(" with {ENOUGH} pairs or more")
    } else {
        String::new()
    };
    Some(format!(
        "White's score runs from {} ({}) to {} ({}); {}.",
        least.1.number(),
        least.0.name,
        most.1.number(),
        most.0.name,
        match apart.as_slice() {
            _ if enough.is_empty() => "too few pairs to tell White's score from 50%".to_owned(),
            [] => format!("in no arm{counted_in} does the 95% interval leave out 50%"),
            [only] => format!("in one arm{counted_in}, {only}, the 95% interval leaves out 50%"),
            several => format!(
                "in {} of {} arms{counted_in} the 95% interval leaves out 50%",
                several.len(),
                enough.len()
            ),
        }
    ))
}

fn told_from_even(arm: &ArmFindings, score: &Estimate) -> &'static str {
    if arm.pairs < ENOUGH as u64 {
        return ": too few pairs to tell whether moving first is an advantage";
    }
    match (score.low(), score.high()) {
        (Some(low), _) if low > 0.5 => ": moving first is an advantage",
        (_, Some(high)) if high < 0.5 => ": moving first is a disadvantage",
        (Some(_), Some(_)) => ": no advantage for either side detected",
        _ => "",
    }
}

/// What the options do to a measure, in one entry: what is told apart, what is not, and what could have been.
fn effects(findings: &Findings, measure: Measure) -> String {
    let (main, crossed): (Vec<&Effect>, Vec<&Effect>) = findings
        .effects_on(measure)
        .partition(|effect| effect.is_main());
    let mut text = format!("{}:", capitalised(measure.label()));
    for effect in main
        .iter()
        .chain(&crossed)
        .filter(|effect| effect.change.is_told())
    {
        let about = match effect.steps.as_slice() {
            [step] => format!("{} = {} instead of {}", step.option, step.to, step.from),
            _ => format!("{} together, beyond what each does alone", effect.label()),
        };
        append!(text, " {about}, {}.", said(measure, &effect.change));
    }
    let untold: Vec<&Effect> = main
        .into_iter()
        .filter(|effect| !effect.change.is_told())
        .collect();
    if !untold.is_empty() {
        let no = if text.ends_with(':') { "no" } else { "No" };
        let each: Vec<String> = untold
            .iter()
            .map(|effect| {
                let step = &effect.steps[0];
                format!(
                    "{} = {}, {}{}",
                    step.option,
                    step.to,
                    amount(measure, &effect.change.estimate),
                    alone(&effect.change)
                )
            })
            .collect();
        append!(
            text,
            " {} difference detected from {}{}.",
            no,
            each.join("; "),
            could_have_seen(
                measure.counted_in(),
                untold.iter().map(|effect| &effect.change)
            )
        );
    }
    if !crossed.is_empty() && !crossed.iter().any(|effect| effect.change.is_told()) {
        append!(
            text,
            " No sign that {} act together{}.",
            if findings.ladder.is_some() {
                "options, or options and players,"
            } else {
                "options"
            },
            could_have_seen(
                measure.counted_in(),
                crossed.iter().map(|effect| &effect.change)
            )
        );
    }
    text
}

/// Differences told one by one before the rest is only counted.
const AT_MOST: usize = 6;

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
                "{}: {} against {}, {}.",
                capitalised(measure.label()),
                findings.arms[d.arm].name,
                findings.arms[d.against].name,
                said(measure, &d.change)
            )
        })
        .collect();
    if told.is_empty() {
        return vec![format!(
            "{}: no difference detected between any two arms{}.",
            capitalised(measure.label()),
            could_have_seen(measure.counted_in(), all.iter().map(|d| &d.change)),
        )];
    }
    let more = told.len().saturating_sub(AT_MOST);
    let mut lines: Vec<String> = told.into_iter().take(AT_MOST).collect();
    if more > 0 {
        lines.push(format!(
            "{}: {more} more of {} comparisons are told apart; see the table.",
            capitalised(measure.label()),
            all.len(),
        ));
    }
    lines
}

/// A change that is told from none, in words.
fn said(measure: Measure, change: &Change) -> String {
    let up = change.estimate.value() > 0.0;
    let verdict = match (measure, up) {
        (Measure::WhiteScore, true) => "better for White",
        (Measure::WhiteScore, false) => "better for Black",
        (Measure::DecisiveRate, true) => "more decisive",
        (Measure::DecisiveRate, false) => "less decisive",
        (Measure::Length, true) => "longer",
        (Measure::Length, false) => "shorter",
    };
    let test = change
        .holm
        .map_or_else(String::new, |p| format!(" (adjusted p {})", equals(p)));
    format!("{}: {verdict}{test}", amount(measure, &change.estimate))
}

/// Why a change that is not told is not, although its interval leaves out none; nothing where it does not.
fn alone(change: &Change) -> String {
    let seems_told = change.p.is_some_and(|p| p < 0.05);
    change
        .holm
        .filter(|_| seems_told)
        .map_or_else(String::new, |p| {
            format!(
                " by itself, but adjusted for all comparisons p {}",
                equals(p)
            )
        })
}

/// A p-value after the letter: `= 0.034`, `< 0.001`.
fn equals(p: f64) -> String {
    let p = probability(p);
    let equals = if p.starts_with('<') { "" } else { "= " };
    format!("{equals}{p}")
}

fn amount(measure: Measure, change: &Estimate) -> String {
    format!(
        "{} {} ({})",
        change.number(),
        measure.counted_in(),
        change.interval()
    )
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// What the least sensitive of the tests would still have shown, as the end of a sentence; a test of too few pairs would have
/// shown nothing.
fn could_have_seen<'a>(unit: &str, changes: impl IntoIterator<Item = &'a Change>) -> String {
    let (few, enough): (Vec<&Change>, Vec<&Change>) =
        changes.into_iter().partition(|change| change.lacks_pairs());
    let visible = enough.iter().filter_map(|change| change.visible);
    let mut text = visible
        .max_by(f64::total_cmp)
        .map_or_else(String::new, |visible| {
            let of = if few.is_empty() {
                "these games"
            } else {
                "enough pairs"
            };
            format!(
                "; with {of} a difference above {} {unit} would probably have been visible",
                digits(enough[0].estimate.unit(), visible)
            )
        });
    if !few.is_empty() {
        append!(
            text,
            "; fewer than {ENOUGH} pairs are too few to tell a difference"
        );
    }
    text
}

fn piece_values(findings: &Findings) -> Option<String> {
    let values = findings.values.as_ref()?;
    let fit = values.fits.iter().find(|fit| !fit.values.is_empty())?;
    let symbol = values.unit.as_ref().map(|unit| &unit.symbol);
    let priced = || {
        fit.values
            .iter()
            .filter(|value| Some(&value.symbol) != symbol)
    };
    let told: Vec<String> = priced()
        .filter_map(|value| {
            Some(format!(
                "{} {}",
                value.label(),
                value.worth.estimate()?.text()
            ))
        })
        .collect();
    let untold: Vec<String> = priced()
        .filter(|value| value.worth.estimate().is_none())
        .map(PieceValue::label)
        .collect();
    let mut text = values.not_in_pawns.clone().unwrap_or_default();
    let unit = values.unit.as_ref().filter(|_| !told.is_empty());
    let Some(unit) = unit else {
        if text.is_empty() {
            text.push_str("These games cannot tell what the pieces are worth.");
        }
        return Some(text);
    };
    let (_, arms) = findings.study.kind.arm_noun();
    let together = if findings.arms.len() > 1 {
        format!(", all {arms} together")
    } else {
        String::new()
    };
    if !text.is_empty() {
        text.push(' ');
    }
    append!(
        text,
        "Worth in {}{together}: {}.",
        unit.plural,
        told.join(", ")
    );
    if !untold.is_empty() {
        append!(text, " Not told by these games: {}.", untold.join(", "));
    }
    Some(text)
}

fn copies(findings: &Findings) -> Option<String> {
    let games = findings.games();
    let distinct: u64 = findings.arms.iter().map(|arm| arm.distinct_games).sum();
    let (one, _) = findings.study.kind.arm_noun();
    (distinct < games).then(|| {
        format!(
            "{} of the {} games {} another game of their {one} move by move.",
            count(games - distinct),
            count(games),
            if games - distinct == 1 {
                "repeats"
            } else {
                "repeat"
            },
        )
    })
}

fn openings(findings: &Findings) -> Option<String> {
    let pairs = findings.pairs();
    let distinct: u64 = findings.arms.iter().map(|arm| arm.openings.distinct).sum();
    let (one, _) = findings.study.kind.arm_noun();
    (distinct < pairs).then(|| {
        format!(
            "{} of the {} pairs began as an earlier pair of their {one} did.",
            count(pairs - distinct),
            count(pairs)
        )
    })
}
