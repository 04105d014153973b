//! The tables of matches, tournaments and ladders.

use super::Sheet;
use super::rows::Rows;
use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, LadderFindings, MatchFindings, Told, TournamentFindings, Verdict};
use crate::format::digits;

/// Those that the study's kind asks for.
pub(super) fn all(findings: &Findings) -> Vec<Sheet> {
    let mut all = Vec::new();
    if !findings.matches.is_empty() {
        all.push(matches(findings));
    }
    if let Some(tournament) = &findings.tournament {
        all.push(standings(findings, tournament));
        all.push(cross_table(findings, tournament));
        all.push(comparisons(findings, tournament));
    }
    all.extend(
        findings
            .ladder
            .as_ref()
            .map(|ladder| rungs(findings, ladder)),
    );
    all
}

fn matches(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&[
        "arm",
        "player",
        "opponent",
        "games",
        "pairs",
        "distinct_games",
        "wins",
        "draws",
        "losses",
        "pairs_0",
        "pairs_half",
        "pairs_1",
        "pairs_one_and_half",
        "pairs_2",
    ]);
    for name in [
        "score_percent",
        "elo",
        "normalized_elo",
        "draw_percent",
        "with_white_percent",
        "with_black_percent",
    ] {
        rows.head_estimate(name);
    }
    rows.head(&["superiority_percent", "p", "p_holm", "visible_elo"]);
    rows.head(&["llr", "llr_lower", "llr_upper", "verdict", "note"]);
    for found in &findings.matches {
        let arm = &findings.arms[found.arm];
        let [one, other] = found.players.map(|player| findings.player(player));
        rows.cell(&arm.name).cell(one).cell(other);
        let results = found.results;
        for n in [
            results.games(),
            arm.pairs,
            arm.distinct_games,
            results.wins,
            results.draws,
            results.losses,
        ]
        .into_iter()
        .chain(found.pentanomial)
        {
            rows.cell(&n.to_string());
        }
        let [white, black] = &found.by_colour;
        for estimate in [
            found.score.as_ref(),
            found.elo.estimate(),
            found.normalized_elo.estimate(),
            arm.draw_rate.as_ref(),
            white.score.as_ref(),
            black.score.as_ref(),
        ] {
            rows.estimate(estimate);
        }
        rows.likelihood(found.superiority);
        rows.p(found.lead.p);
        rows.p(found.lead.holm);
        let visible = found.visible_elo.filter(|_| !found.lead.lacks_pairs());
        rows.number(Unit::Elo, visible);
        sequential(&mut rows, found);
        rows.cell(&note([&found.elo, &found.normalized_elo])).end();
    }
    rows.sheet("matches")
}

fn sequential(rows: &mut Rows, found: &MatchFindings) {
    let Some(test) = &found.sequential else {
        return rows.empty(4);
    };
    for x in [test.llr, test.lower, test.upper] {
        rows.cell(&digits(Unit::LogOdds, x));
    }
    rows.cell(match test.verdict {
        Verdict::Accepted => "accepted",
        Verdict::Rejected => "rejected",
        Verdict::Open => "open",
        Verdict::Undecided => "undecided",
    });
}

fn note<const N: usize>(told: [&Told; N]) -> String {
    let why = told.into_iter().find_map(|told| match told {
        Told::Untold(why) => Some(why.clone()),
        Told::Value(_) => None,
    });
    why.unwrap_or_default()
}

fn standings(findings: &Findings, tournament: &TournamentFindings) -> Sheet {
    let mut rows = Rows::new(&["player", "games", "pairs", "wins", "draws", "losses"]);
    for name in ["score_percent", "elo_davidson", "elo_rao_kupper"] {
        rows.head_estimate(name);
    }
    rows.head(&["imagined_games", "note"]);
    for standing in &tournament.standings {
        rows.cell(findings.player(standing.player));
        let results = standing.results;
        for n in [
            results.games(),
            standing.pairs,
            results.wins,
            results.draws,
            results.losses,
        ] {
            rows.cell(&n.to_string());
        }
        rows.estimate(standing.score.as_ref());
        rows.estimate(standing.rating.estimate());
        rows.estimate(standing.rao_kupper.estimate());
        let imagined = tournament.imagined_games;
        rows.cell(&imagined.map_or_else(String::new, |draws| draws.to_string()));
        rows.cell(&note([&standing.rating, &standing.rao_kupper]))
            .end();
    }
    rows.sheet("standings")
}

/// A line for every two players who met, from either's view, so that a spreadsheet makes the table of it.
fn cross_table(findings: &Findings, tournament: &TournamentFindings) -> Sheet {
    let mut rows = Rows::new(&["player", "opponent", "games", "wins", "draws", "losses"]);
    rows.head_estimate("score_percent");
    for one in &tournament.standings {
        for other in &tournament.standings {
            let Some(meeting) = tournament.meeting(one.player, other.player) else {
                continue;
            };
            rows.cell(findings.player(one.player))
                .cell(findings.player(other.player));
            let results = meeting.results;
            for n in [results.games(), results.wins, results.draws, results.losses] {
                rows.cell(&n.to_string());
            }
            rows.estimate(meeting.score.as_ref());
            rows.end();
        }
    }
    rows.sheet("cross-table")
}

fn comparisons(findings: &Findings, tournament: &TournamentFindings) -> Sheet {
    let mut rows = Rows::new(&["player", "opponent", "superiority_percent"]);
    rows.head_change();
    for comparison in &tournament.comparisons {
        rows.cell(findings.player(comparison.player))
            .cell(findings.player(comparison.opponent));
        rows.likelihood(comparison.superiority);
        rows.change(&comparison.change);
        rows.end();
    }
    rows.sheet("ratings-compared")
}

fn rungs(findings: &Findings, ladder: &LadderFindings) -> Sheet {
    let mut rows = Rows::new(&["rules", "player", "nodes", "games", "pairs"]);
    for name in ["score_percent", "decisive_percent", "length_plies"] {
        rows.head_estimate(name);
    }
    for line in &ladder.lines {
        for (rung, &arm) in ladder.rungs.iter().zip(&line.arms) {
            let arm = &findings.arms[arm];
            let nodes = rung.nodes.map_or_else(String::new, |n| n.to_string());
            rows.cell(&line.name).cell(&rung.name).cell(&nodes);
            rows.cell(&arm.games.to_string())
                .cell(&arm.pairs.to_string());
            let length: Option<&Estimate> = arm.length.as_ref().map(|length| &length.mean);
            for estimate in [arm.score.as_ref(), arm.decisive_rate.as_ref(), length] {
                rows.estimate(estimate);
            }
            rows.end();
        }
    }
    rows.sheet("ladder")
}
