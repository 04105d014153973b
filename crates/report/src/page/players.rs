//! The tables of matches, tournaments and ladders.

use super::table::{Cell, Mark, Table};
use super::tables::{
    NO_GAME, NO_SPREAD, TOO_FEW, change_heads, estimate_or, p_value, told, too_few,
};
use crate::estimate::Unit;
use crate::findings::{Findings, MatchFindings, Results, Standing, TournamentFindings};
use crate::format::{count, likelihood, number};
use crate::words::{append, escape};

/// Who beat whom by how much, arm by arm.
pub(super) fn matches(findings: &Findings) -> String {
    if findings.tournament.is_some() || findings.matches.is_empty() || findings.games() == 0 {
        return String::new();
    }
    let [one, other] = findings.matches[0].players.map(|p| findings.player(p));
    let mut text = format!(
        "<p class=\"soft\">Everything from the view of {}, against {}.</p>\n",
        escape(one),
        escape(other)
    );
    let mut strength = Table::new([
        "arm",
        "games",
        "won, drawn, lost",
        "score",
        "Elo",
        "normalized Elo",
        "likelihood of superiority",
        "p",
        "p, Holm",
        "would have been seen, Elo",
    ]);
    let mut colours = Table::new([
        "arm",
        "with White: won, drawn, lost",
        "score",
        "with Black: won, drawn, lost",
        "score",
    ]);
    let mut pairs = Table::new([
        "arm",
        "pairs",
        "0 points",
        "½",
        "1",
        "1½",
        "2 points",
        "draws among games",
        "distinct games",
    ]);
    for found in &findings.matches {
        let arm = &findings.arms[found.arm];
        let cells = [
            Cell::new(&arm.name),
            Cell::new(count(found.results.games())),
            Cell::new(outcomes(found.results)),
            estimate_or(found.score.as_ref(), NO_GAME),
            told(&found.elo),
            told(&found.normalized_elo),
            superiority(found.superiority),
            p_value(&found.lead, found.lead.p),
            p_value(&found.lead, found.lead.holm),
            visible(found),
        ];
        strength.marked_row(Mark::told_if(found.lead.is_told()), cells);
        let [white, black] = &found.by_colour;
        colours.row([
            Cell::new(&arm.name),
            Cell::new(outcomes(white.results)),
            estimate_or(white.score.as_ref(), NO_GAME),
            Cell::new(outcomes(black.results)),
            estimate_or(black.score.as_ref(), NO_GAME),
        ]);
        let all = found.pentanomial.iter().sum();
        let cells = found.pentanomial.map(|n| Cell::new(count(n)));
        let more = [
            estimate_or(arm.draw_rate.as_ref(), NO_GAME),
            Cell::new(count(arm.distinct_games)),
        ];
        let first = [Cell::new(&arm.name), Cell::new(count(all))];
        pairs.row(first.into_iter().chain(cells).chain(more));
    }
    append!(
        text,
        "{}{}<h3>By colour</h3>\n{}<h3>Pairs by the points they brought</h3>\n{}",
        strength.html(),
        too_few(findings.matches.iter().map(|found| &found.lead)),
        colours.html(),
        pairs.html()
    );
    text
}

fn visible(found: &MatchFindings) -> Cell {
    match (found.visible_elo, found.lead.visible) {
        _ if found.lead.lacks_pairs() => Cell::why(TOO_FEW),
        (Some(elo), _) => Cell::new(number(Unit::Elo, elo).trim_start_matches('+')),
        (None, None) => Cell::why(NO_SPREAD),
        (None, Some(_)) => Cell::why("more than any score"),
    }
}

/// Standings, cross table, likelihoods of superiority.
pub(super) fn tournament(findings: &Findings) -> String {
    let Some(tournament) = &findings.tournament else {
        return String::new();
    };
    if findings.games() == 0 {
        return String::new();
    }
    let mut text = standings(findings, tournament);
    append!(
        text,
        "<h3>Cross table</h3>\n<p class=\"soft\">Score of the row against the column, and its games won, drawn and lost.</p>\n{}",
        cross(findings, tournament)
    );
    if !tournament.comparisons.is_empty() {
        append!(
            text,
            "<h3>Likelihood that the row is stronger than the column</h3>\n{}<h3>Differences of ratings</h3>\n{}",
            likelihoods(findings, tournament),
            differences(findings, tournament)
        );
    }
    text
}

fn standings(findings: &Findings, tournament: &TournamentFindings) -> String {
    let mut table = Table::new([
        "player",
        "games",
        "won, drawn, lost",
        "score",
        "Elo, Davidson",
        "Elo, Rao and Kupper",
    ]);
    for standing in &tournament.standings {
        table.row([
            Cell::new(findings.player(standing.player)),
            Cell::new(count(standing.results.games())),
            Cell::new(outcomes(standing.results)),
            estimate_or(standing.score.as_ref(), NO_GAME),
            told(&standing.rating),
            told(&standing.rao_kupper),
        ]);
    }
    let mut first = Table::new(["model", "first move, Elo"]);
    for (name, elo) in [
        ("Davidson", &tournament.first_move),
        ("Rao and Kupper", &tournament.first_move_rao_kupper),
    ] {
        first.row([Cell::new(name), told(elo)]);
    }
    let imagined = match (tournament.imagined_games, &tournament.imagined_because) {
        (Some(games), Some(because)) => format!(
            "<p class=\"soft\">{}</p>\n",
            escape(&crate::words::imagined(games, because))
        ),
        _ => String::new(),
    };
    format!("{}{imagined}{}", table.html(), first.html())
}

/// The players in the order of the standings.
fn order(tournament: &TournamentFindings) -> Vec<usize> {
    tournament
        .standings
        .iter()
        .map(|Standing { player, .. }| *player)
        .collect()
}

fn matrix(
    findings: &Findings,
    tournament: &TournamentFindings,
    cell: impl Fn(usize, usize) -> Option<Cell>,
) -> String {
    let order = order(tournament);
    let heads = order.iter().map(|&player| findings.player(player));
    let mut table = Table::new(std::iter::once("player").chain(heads));
    for &row in &order {
        let cells = order.iter().map(|&column| {
            let cell = (row != column).then(|| cell(row, column)).flatten();
            cell.unwrap_or_else(|| Cell::new("–"))
        });
        table.row(std::iter::once(Cell::new(findings.player(row))).chain(cells));
    }
    table.html()
}

fn cross(findings: &Findings, tournament: &TournamentFindings) -> String {
    matrix(findings, tournament, |row, column| {
        let meeting = tournament.meeting(row, column)?;
        let score = meeting.score?;
        Some(Cell::over(&score.number(), &outcomes(meeting.results)))
    })
}

fn likelihoods(findings: &Findings, tournament: &TournamentFindings) -> String {
    matrix(findings, tournament, |row, column| {
        Some(superiority(tournament.superiority(row, column)))
    })
}

fn differences(findings: &Findings, tournament: &TournamentFindings) -> String {
    let heads = change_heads("first player minus second", "Elo");
    let mut table = Table::new(heads.iter().map(String::as_str));
    for comparison in &tournament.comparisons {
        let [one, other] = [comparison.player, comparison.opponent].map(|p| findings.player(p));
        let cells = [Cell::new(format!("{one} − {other}"))]
            .into_iter()
            .chain(super::tables::change(&comparison.change));
        table.marked_row(Mark::told_if(comparison.change.is_told()), cells);
    }
    let changes = tournament.comparisons.iter().map(|c| &c.change);
    format!("{}{}", table.html(), too_few(changes))
}

/// White's score and decisive games at every rung.
pub(super) fn ladder(findings: &Findings) -> String {
    let Some(ladder) = findings.ladder.as_ref().filter(|_| findings.games() > 0) else {
        return String::new();
    };
    let heads = ladder.rungs.iter().map(|rung| rung.name.as_str());
    let heads: Vec<&str> = heads.collect();
    let mut text = String::new();
    let figures: [(&str, super::tables::Figure); 3] = [
        ("White's score", |arm| arm.score.as_ref()),
        ("Decisive games", |arm| arm.decisive_rate.as_ref()),
        ("Length in plies", |arm| {
            arm.length.as_ref().map(|l| &l.mean)
        }),
    ];
    for (name, figure) in figures {
        let mut table = Table::new(std::iter::once("rules").chain(heads.iter().copied()));
        for line in &ladder.lines {
            let cells = line
                .arms
                .iter()
                .map(|&arm| estimate_or(figure(&findings.arms[arm]), NO_GAME));
            table.row(std::iter::once(Cell::new(&line.name)).chain(cells));
        }
        append!(text, "<h3>{name} by player</h3>\n{}", table.html());
    }
    text
}

fn outcomes(
    Results {
        wins,
        draws,
        losses,
    }: Results,
) -> String {
    [wins, draws, losses].map(count).join(" · ")
}

fn superiority(p: Option<f64>) -> Cell {
    p.map_or_else(|| Cell::why("nothing tells"), |p| Cell::new(likelihood(p)))
}
