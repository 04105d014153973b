//! The two ways of telling what pieces are worth, in sentences.

use crate::estimate::Estimate;
use crate::findings::{BothWays, Findings, ImbalanceFindings, Told};
use crate::format::{probability, times};
use crate::words::append;

/// Both ways, where they agree or differ, and which matches do not fit; nothing for other studies.
pub(super) fn told(findings: &Findings) -> Vec<String> {
    let Some(imbalance) = &findings.imbalance else {
        return Vec::new();
    };
    vec![
        Some(worth(imbalance)),
        in_log_odds(imbalance),
        together(imbalance),
        agreement(imbalance),
        opening(imbalance),
        fit(findings, imbalance),
        widened(imbalance),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn worth(imbalance: &ImbalanceFindings) -> String {
    let text = |told: &Told| {
        told.estimate()
            .map_or_else(|| "not told".to_owned(), Estimate::text)
    };
    let pieces: Vec<String> = imbalance
        .both
        .iter()
        .filter(|both| both.is_told())
        .map(|both| {
            format!(
                "{} {} and {}",
                both.name,
                text(&both.matches),
                text(&both.positions)
            )
        })
        .collect();
    if pieces.is_empty() {
        "What a piece is worth in pawns is told neither by the imbalance matches nor by the positions of their games."
            .to_owned()
    } else {
        format!(
            "Worth in pawns, by imbalance matches and by the positions of the games: {}.",
            pieces.join("; ")
        )
    }
}

/// What the matches tell where they tell nothing in pawns.
fn in_log_odds(imbalance: &ImbalanceFindings) -> Option<String> {
    let mut reasons: Vec<(&str, Vec<&str>)> = Vec::new();
    for both in &imbalance.both {
        let Told::Untold(why) = &both.matches else {
            return None;
        };
        match reasons.iter_mut().find(|(known, _)| known == why) {
            Some((_, names)) => names.push(&both.name),
            None => reasons.push((why, vec![&both.name])),
        }
    }
    let why = match &reasons[..] {
        [] => return None,
        [(why, _)] => (*why).to_owned(),
        // Each reason speaks of the pieces it is told of.
        several => {
            let one = |(why, names): &(&str, Vec<&str>)| format!("{}: {why}", names.join(", "));
            let several: Vec<String> = several.iter().map(one).collect();
            format!("nothing is told in pawns ({})", several.join("; "))
        }
    };
    let told: Vec<String> = imbalance
        .fit
        .values
        .iter()
        .filter_map(|value| {
            let worth = value.log_odds.estimate()?;
            Some(format!("{} {}", value.name, worth.text()))
        })
        .collect();
    let told = told.join("; ");
    (!told.is_empty()).then(|| format!("By the matches {why}; in log-odds of winning: {told}."))
}

/// One figure for who wants one.
fn together(imbalance: &ImbalanceFindings) -> Option<String> {
    let pieces: Vec<String> = imbalance
        .both
        .iter()
        .filter_map(|both| Some(format!("{} {}", both.name, both.together.as_ref()?.text())))
        .collect();
    (!pieces.is_empty()).then(|| format!("Both ways together: {}.", pieces.join("; ")))
}

fn agreement(imbalance: &ImbalanceFindings) -> Option<String> {
    agreeing(imbalance, "The two ways", BothWays::differ)
}

/// Matches begin with full arrays, so the positions of the opening are the nearest to them.
fn opening(imbalance: &ImbalanceFindings) -> Option<String> {
    let ways = "The matches and the positions of the opening";
    agreeing(imbalance, ways, BothWays::differs_in_opening)
}

fn agreeing(
    imbalance: &ImbalanceFindings,
    ways: &str,
    apart: impl Fn(&BothWays) -> Option<bool>,
) -> Option<String> {
    let names = |differ: bool| -> Vec<&str> {
        let of = imbalance
            .both
            .iter()
            .filter(|both| apart(both) == Some(differ));
        of.map(|both| both.name.as_str()).collect()
    };
    let (differ, agree) = (names(true), names(false));
    let mut text = String::new();
    if !differ.is_empty() {
        append!(text, "{ways} differ for {}", differ.join(", "));
    }
    if !agree.is_empty() {
        let start = if differ.is_empty() {
            &format!("{ways} agree for")
        } else {
            "; they agree for"
        };
        append!(
            text,
            "{start} {} as far as these games can tell",
            agree.join(", ")
        );
    }
    (!text.is_empty()).then(|| text + ".")
}

fn widened(imbalance: &ImbalanceFindings) -> Option<String> {
    (imbalance.widened > 1.0).then(|| {
        format!(
            "By the residuals of the matches their values are known less well than by the scatter within them: intervals are {} times as wide.",
            times(imbalance.widened)
        )
    })
}

fn fit(findings: &Findings, imbalance: &ImbalanceFindings) -> Option<String> {
    let misfits: Vec<String> = imbalance
        .matches
        .iter()
        .filter(|match_| match_.misfits())
        .filter_map(|match_| {
            let name = &findings.arms[match_.arm].name;
            let residual = match_.residual.estimate()?;
            Some(format!("{name}, by {} points", residual.text()))
        })
        .collect();
    let test = imbalance.test.as_ref();
    let p = |p: f64| {
        let p = probability(p);
        let equals = if p.starts_with('<') { "" } else { "= " };
        format!("p {equals}{p}")
    };
    match (misfits.is_empty(), test) {
        (false, _) => Some(format!(
            "The pieces do not simply add up: not explained by the values are {}.",
            misfits.join("; ")
        )),
        (true, Some(test)) if test.fails() => Some(format!(
            "The values do not explain all matches together ({}), but no single one stands out.",
            p(test.p)
        )),
        (true, Some(test)) => Some(format!(
            "No sign that the values do not explain the matches ({}).",
            p(test.p)
        )),
        (true, None) => imbalance
            .untested
            .as_ref()
            .map(|why| format!("Whether the values explain the matches cannot be told: {why}.")),
    }
}
