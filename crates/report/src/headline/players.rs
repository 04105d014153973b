//! Who is stronger, in sentences.

use super::{could_have_seen, equals};
use crate::analyse::ENOUGH;
use crate::estimate::Unit;
use crate::findings::{
    Comparison, Findings, MatchFindings, Sequential, Standing, Told, TournamentFindings, Verdict,
};
use crate::format::{counted, likelihood, number};
use crate::words::{append, imagined};

/// Players told one by one before the rest is only counted.
const AT_MOST: usize = 8;

/// What matches and tournaments say of their players, the most important first.
pub(super) fn players(findings: &Findings) -> Vec<String> {
    if let Some(tournament) = &findings.tournament {
        return ranked(findings, tournament);
    }
    let matches = findings.matches.iter();
    matches.filter_map(|found| met(findings, found)).collect()
}

/// One arm of a match; `None` where it has no games.
fn met(findings: &Findings, found: &MatchFindings) -> Option<String> {
    let score = found.score.as_ref()?;
    let [one, other] = found.players.map(|player| findings.player(player));
    let pairs = findings.arms[found.arm].pairs;
    let arm = if findings.matches.len() > 1 {
        format!("{}: ", findings.arms[found.arm].name)
    } else {
        String::new()
    };
    let elo = match &found.elo {
        Told::Value(elo) => format!("{} Elo {}", elo.number(), bracketed(&elo.interval())),
        Told::Untold(why) => format!("Elo {why}"),
    };
    let figures = format!(
        "{one} scored {} in {}, {elo}",
        score.text(),
        counted(pairs, "pair", "pairs")
    );
    let sure = found.superiority.map_or_else(String::new, |p| {
        format!(
            "; the likelihood that {one} is the stronger is {}",
            likelihood(p)
        )
    });
    let text = if found.lead.is_told() {
        let (stronger, weaker) = if found.lead.estimate.value() > 0.0 {
            (one, other)
        } else {
            (other, one)
        };
        let p = found
            .lead
            .holm
            .map_or_else(String::new, |p| format!(" (p {})", equals(p)));
        format!("{arm}{stronger} is stronger than {weaker}: {figures}{sure}{p}.")
    } else if found
        .sequential
        .as_ref()
        .is_some_and(Sequential::is_decided)
    {
        // The test below says more than the figures, however few pairs it took.
        format!("{arm}{figures}{sure}.")
    } else if pairs < ENOUGH as u64 {
        format!(
            "{arm}Fewer than {ENOUGH} pairs are too few to tell which of {one} and {other} is the stronger: {figures}."
        )
    } else {
        let visible = match found.visible_elo {
            Some(elo) => format!(
                "; a difference above {} Elo would probably have been visible",
                number(Unit::Elo, elo).trim_start_matches('+')
            ),
            None => "; every pair brought the same points".to_owned(),
        };
        format!(
            "{arm}Which of {one} and {other} is the stronger cannot be told: {figures}{sure}{visible}."
        )
    };
    let tested = found.sequential.as_ref().map_or_else(String::new, tested);
    Some(text + &tested)
}

fn tested(test: &Sequential) -> String {
    let two = |x: f64| number(Unit::LogOdds, x);
    let verdict = match test.verdict {
        Verdict::Accepted => "decided for the second",
        Verdict::Rejected => "decided for the first",
        Verdict::Open => "not decided yet",
        Verdict::Undecided => "not decided by its last pair",
    };
    format!(
        " The sequential test of {} is {verdict}: log-likelihood ratio {}, bounds {} and {}.",
        test.hypotheses,
        two(test.llr),
        two(test.lower),
        two(test.upper)
    )
}

fn bracketed(text: &str) -> String {
    format!("({text})")
}

fn ranked(findings: &Findings, tournament: &TournamentFindings) -> Vec<String> {
    let mut lines = Vec::new();
    let rated = |figure: fn(&Standing) -> &Told| -> Vec<String> {
        let shown = tournament.standings.iter().filter_map(|standing| {
            let name = findings.player(standing.player);
            Some(format!("{name} {}", figure(standing).estimate()?.text()))
        });
        shown.collect()
    };
    let by_davidson = rated(|standing| &standing.rating);
    if by_davidson.is_empty() {
        lines.push("The games give no ratings.".to_owned());
        return lines;
    }
    let more = by_davidson.len().saturating_sub(AT_MOST);
    let shown: Vec<String> = by_davidson.into_iter().take(AT_MOST).collect();
    let more = match more {
        0 => String::new(),
        n => format!(" and {n} more in the table"),
    };
    lines.push(format!(
        "Ratings in Elo above the mean of the players, by Davidson's model: {}{more}.",
        shown.join(", ")
    ));
    lines.extend(apart(findings, &tournament.comparisons));
    if let (Some(games), Some(because)) = (tournament.imagined_games, &tournament.imagined_because)
    {
        lines.push(imagined(games, because));
    }
    let other = rated(|standing| &standing.rao_kupper);
    let other: Vec<String> = other.into_iter().take(AT_MOST).collect();
    if !other.is_empty() {
        lines.push(format!(
            "By Rao and Kupper's model: {}{more}.",
            other.join(", ")
        ));
    }
    lines
}

/// Which players are told apart, and what would have been seen of those who are not.
fn apart(findings: &Findings, comparisons: &[Comparison]) -> Option<String> {
    let all = comparisons.len();
    let untold: Vec<&Comparison> = comparisons.iter().filter(|c| !c.change.is_told()).collect();
    let told = all - untold.len();
    match (all, untold.as_slice()) {
        (0, _) => None,
        (1, []) => Some("The two players are told apart.".to_owned()),
        (_, []) => Some(format!(
            "All {all} pairs of players are told apart at 5% after Holm's adjustment."
        )),
        (_, untold) => {
            let each: Vec<String> = untold
                .iter()
                .take(AT_MOST)
                .map(|c| {
                    format!(
                        "{} and {}, {}",
                        findings.player(c.player),
                        findings.player(c.opponent),
                        c.change.estimate.text()
                    )
                })
                .collect();
            let mut text = format!(
                "{told} of {} told apart at 5% after Holm's adjustment. Not told apart: {}",
                match all {
                    1 => "1 pair of players is".to_owned(),
                    n => format!("{n} pairs of players are"),
                },
                each.join("; ")
            );
            if untold.len() > AT_MOST {
                append!(text, "; and {} more", untold.len() - AT_MOST);
            }
            text.push_str(&could_have_seen("Elo", untold.iter().map(|c| &c.change)));
            Some(text + ".")
        }
    }
}
