//! The tables of the page, each a function from findings to HTML, empty when there is nothing to show.

use super::table::{Cell, Mark, Table};
use crate::analyse::ENOUGH;
use crate::estimate::Estimate;
use crate::findings::{
    ArmFindings, Change, Difference, Effect, Findings, FitOf, FitState, Measure, Phase, SpecialUse,
    Told, ValueFit, share_of_moves,
};
use crate::format::{count, counted, digits, probability};
use crate::words::{append, ending, escape};

/// Beyond this many rows a table is folded.
const FOLD: usize = 15;

/// Outcomes an arm.
pub(super) fn arms(findings: &Findings) -> String {
    if findings.games() == 0 {
        return String::new();
    }
    let mut table = Table::new([
        first_head(findings),
        "games",
        "White wins, draws, Black wins",
        "White's score",
        "decisive",
        "White's share of decisive",
        "first move, Elo",
    ]);
    let mut copies = Table::new([
        first_head(findings),
        "games",
        "distinct games",
        "pairs",
        "different openings",
        "openings repeated",
    ]);
    for arm in findings.balance() {
        let outcomes = [arm.white_wins, arm.draws, arm.black_wins]
            .map(count)
            .join(" · ");
        table.row([
            Cell::new(&arm.name),
            Cell::new(count(arm.games)),
            Cell::new(outcomes),
            estimate_or(arm.score.as_ref(), NO_GAME),
            estimate_or(arm.decisive_rate.as_ref(), NO_GAME),
            estimate_or(
                arm.white_of_decisive.as_ref(),
                if arm.games == 0 {
                    NO_GAME
                } else {
                    "no decisive game"
                },
            ),
            estimate_or(
                arm.first_move_elo.as_ref(),
                if arm.games == 0 {
                    NO_GAME
                } else {
                    "every point went to one side"
                },
            ),
        ]);
        copies.row([
            Cell::new(&arm.name),
            Cell::new(count(arm.games)),
            Cell::new(count(arm.distinct_games)),
            Cell::new(count(arm.pairs)),
            Cell::new(count(arm.openings.distinct)),
            number_of(arm.openings.repeated.as_ref()),
        ]);
    }
    format!(
        "{}<h3>How different the games are</h3>\n{}",
        table.html(),
        copies.html()
    )
}

/// What the rows of a table of the game's own balance are.
fn first_head(findings: &Findings) -> &'static str {
    if findings.together.is_some() {
        "games of"
    } else {
        "arm"
    }
}

/// A figure that is exact and has no interval.
fn number_of(estimate: Option<&Estimate>) -> Cell {
    estimate.map_or_else(|| Cell::why(NO_GAME), |e| Cell::new(e.number()))
}

/// A figure of an arm.
pub(super) type Figure = fn(&ArmFindings) -> Option<&Estimate>;

/// Why there is no number of an arm.
pub(super) const NO_GAME: &str = "no game";

/// Effects of crossed options, fairer and more decisive apart.
pub(super) fn effects(findings: &Findings) -> String {
    let mut text = String::new();
    for measure in Measure::ALL {
        let effects: Vec<&Effect> = findings.effects_on(measure).collect();
        if effects.is_empty() {
            continue;
        }
        let mut heads = change_heads("effect", measure.counted_in()).to_vec();
        let with_odds = effects.iter().any(|effect| effect.log_odds.is_some());
        if with_odds {
            heads.push("log-odds".to_owned());
        }
        let mut table = Table::new(heads.iter().map(String::as_str));
        for effect in effects {
            let odds =
                with_odds.then(|| estimate_or(effect.log_odds.as_ref(), "too little spread"));
            let cells = [Cell::new(effect.label())]
                .into_iter()
                .chain(change(&effect.change))
                .chain(odds);
            table.marked_row(Mark::told_if(effect.change.is_told()), cells);
        }
        let few = too_few(findings.effects_on(measure).map(|effect| &effect.change));
        append!(
            text,
            "<h3>On {}</h3>\n{}{few}",
            measure.label(),
            table.html()
        );
    }
    text
}

/// Every two arms: those told apart, and all of them, folded when they are many.
///
/// Nothing where there are but two, by one option: then the effect of the option is the same figure.
pub(super) fn differences(findings: &Findings) -> String {
    if findings.arms.len() == 2 && !findings.effects.is_empty() {
        return String::new();
    }
    let mut text = String::new();
    for measure in Measure::ALL {
        let all: Vec<&Difference> = findings.differences_of(measure).collect();
        if all.is_empty() {
            continue;
        }
        let told: Vec<&Difference> = all.iter().copied().filter(|d| d.change.is_told()).collect();
        append!(
            text,
            "<h3>Difference in {}</h3>\n<p class=\"soft\">{} of {} told apart at 5% after Holm's adjustment.</p>\n",
            measure.label(),
            told.len(),
            counted(all.len() as u64, "comparison", "comparisons")
        );
        if all.len() <= FOLD {
            text.push_str(&difference_rows(findings, measure, &all));
            continue;
        }
        if !told.is_empty() {
            text.push_str(&difference_rows(findings, measure, &told));
        }
        append!(
            text,
            "<details><summary>all {} comparisons</summary>\n{}</details>\n",
            all.len(),
            difference_rows(findings, measure, &all)
        );
    }
    text
}

fn difference_rows(findings: &Findings, measure: Measure, rows: &[&Difference]) -> String {
    let heads = change_heads("first arm minus second", measure.counted_in());
    let mut table = Table::new(heads.iter().map(String::as_str));
    for d in rows {
        let [arm, against] = [d.arm, d.against].map(|index| findings.arms[index].name.as_str());
        let cells = [Cell::new(format!("{arm} − {against}"))]
            .into_iter()
            .chain(change(&d.change));
        table.marked_row(Mark::told_if(d.change.is_told()), cells);
    }
    format!(
        "{}{}",
        table.html(),
        too_few(rows.iter().map(|d| &d.change))
    )
}

/// What pieces are worth: all arms together open, the other fits folded.
pub(super) fn values(findings: &Findings) -> String {
    let Some(values) = &findings.values else {
        return String::new();
    };
    let mut text = String::new();
    if let Some(why) = &values.not_in_pawns {
        append!(text, "<p class=\"soft\">{}</p>\n", escape(why));
    }
    let unit = values.unit.as_ref().map_or("worth", |unit| &unit.plural);
    for fit in values.fits.iter().filter(|fit| fit.of.phase().is_none()) {
        let name = escape(&fit.of.name(&findings.arms));
        let table = fit_table(fit, unit);
        if fit.of == FitOf::All {
            append!(text, "<h3>{name}</h3>\n{table}");
        } else {
            append!(
                text,
                "<details><summary>{name}</summary>\n{table}</details>\n"
            );
        }
    }
    text + &super::phases::phases(findings)
}

pub(super) fn fit_table(fit: &ValueFit, unit: &str) -> String {
    let state = match &fit.state {
        FitState::Plain => ".".to_owned(),
        FitState::Penalised => {
            "; the results are separated by material, so the fit carries Firth's penalty, which keeps the values finite.".to_owned()
        }
        FitState::Failed(why) => format!("; no values: {}.", escape(why)),
    };
    let text = format!(
        "<p class=\"soft\">{} of {} in {}{state}</p>\n",
        counted(fit.positions, "quiet position", "quiet positions"),
        counted(fit.games, "game", "games"),
        counted(fit.pairs, "pair", "pairs"),
    );
    if fit.values.is_empty() {
        return text;
    }
    let mut table = Table::new(["piece", unit, "log-odds"]);
    for value in &fit.values {
        table.row([
            Cell::new(value.label()),
            told(&value.worth),
            told(&value.log_odds),
        ]);
    }
    text + &table.html()
}

/// Length and ways to end.
pub(super) fn course(findings: &Findings) -> String {
    if findings.games() == 0 {
        return String::new();
    }
    let mut lengths = Table::new([
        "length in plies",
        "mean",
        "shortest",
        "10%",
        "25%",
        "median",
        "75%",
        "90%",
        "longest",
    ]);
    for arm in findings.balance() {
        let Some(l) = &arm.length else { continue };
        let quantiles = [
            l.min,
            l.tenth,
            l.quarter,
            l.median,
            l.three_quarters,
            l.nine_tenths,
            l.max,
        ];
        lengths.row(
            [Cell::new(&arm.name), estimate(&l.mean)]
                .into_iter()
                .chain(quantiles.map(|n| Cell::new(count(u64::from(n))))),
        );
    }
    let reasons: Vec<_> = assay_arena::Reason::ALL
        .into_iter()
        .filter(|reason| {
            findings
                .balance()
                .iter()
                .flat_map(|arm| &arm.endings)
                .any(|e| e.reason == *reason)
        })
        .collect();
    let mut endings =
        Table::new(std::iter::once("way to end").chain(reasons.iter().map(|r| ending(*r))));
    for arm in findings.balance().iter().filter(|arm| arm.games > 0) {
        let cells = reasons.iter().map(|reason| {
            arm.endings
                .iter()
                .find(|e| e.reason == *reason)
                .map_or_else(
                    || Cell::new("0"),
                    |e| Cell::over(&count(e.games), &e.share.text()),
                )
        });
        endings.row(std::iter::once(Cell::new(&arm.name)).chain(cells));
    }
    format!("{}{}", lengths.html(), endings.html())
}

/// Use of special moves, in games, among moves and by phase.
pub(super) fn specials(findings: &Findings) -> String {
    let used = findings.specials_used();
    if used.is_empty() {
        return String::new();
    }
    let heads = |first: &'static str| {
        Table::new(std::iter::once(first).chain(used.iter().map(|s| s.label())))
    };
    let mut of_games = heads("share of games with");
    let mut of_moves = heads("share of moves");
    let mut by_phase = heads("share of moves by phase");
    for arm in findings.balance().iter().filter(|arm| arm.games > 0) {
        let row = |name: &str, cell: &dyn Fn(&SpecialUse) -> Cell| {
            let cells: Vec<Cell> = used
                .iter()
                .map(|special| arm.special(*special).map_or_else(dash, cell))
                .collect();
            std::iter::once(Cell::new(name)).chain(cells)
        };
        of_games.row(row(&arm.name, &|s| {
            estimate_or(s.share_of_games.as_ref(), NO_GAME)
        }));
        of_moves.row(row(&arm.name, &|s| {
            moves(s.moves, arm.moves, s.share_of_moves.as_ref())
        }));
        for phase in Phase::ALL {
            let at = phase as usize;
            let name = format!("{}, {}", arm.name, phase.name());
            by_phase.row(row(&name, &|s| {
                let in_phase = &s.by_phase[at];
                let share = in_phase.share_of_moves.as_ref();
                moves(in_phase.moves, arm.moves_by_phase[at], share)
            }));
        }
    }
    format!(
        "<p class=\"soft\">A dash stands where the rules have no such move. {}</p>\n{}{}{}",
        Phase::MEANING,
        of_games.html(),
        of_moves.html(),
        by_phase.html()
    )
}

fn dash() -> Cell {
    Cell::new("–")
}

/// A share of moves; in words where there was none.
fn moves(used: u64, of: u64, share: Option<&Estimate>) -> Cell {
    share_of_moves(used, of, share)
        .map_or_else(dash, |(number, interval)| Cell::over(&number, &interval))
}

/// A number over its interval.
pub(super) fn estimate(estimate: &Estimate) -> Cell {
    Cell::over(&estimate.number(), &estimate.interval())
}

/// A number over its interval, or why there is none.
pub(super) fn estimate_or(number: Option<&Estimate>, why: &str) -> Cell {
    number.map_or_else(|| Cell::why(why), estimate)
}

pub(super) fn told(told: &Told) -> Cell {
    match told {
        Told::Value(e) => estimate(e),
        Told::Untold(why) => Cell::words(why),
    }
}

/// The heads of a table of changes: what the rows are, and what changes are counted in.
pub(super) fn change_heads(first: &str, unit: &str) -> [String; 5] {
    [
        first.to_owned(),
        format!("change, {unit}"),
        "p".to_owned(),
        "p, Holm".to_owned(),
        format!("would have been seen, {unit}"),
    ]
}

/// A p-value, or why there is none.
pub(super) fn p_value(change: &Change, p: Option<f64>) -> Cell {
    match p {
        Some(p) => Cell::new(probability(p)),
        None if change.lacks_pairs() => Cell::why(TOO_FEW),
        None => Cell::why(NO_SPREAD),
    }
}

/// What stands where there are too few pairs for a p-value.
pub(super) const TOO_FEW: &str = "too few pairs";

/// What stands where all pairs came out alike, so that there is no spread to test by.
pub(super) const NO_SPREAD: &str = "no spread";

/// Why some cells hold no number, under a table that has such changes.
pub(super) fn too_few<'a>(changes: impl Iterator<Item = &'a Change>) -> String {
    let (mut few, mut alike) = (false, false);
    for change in changes {
        few |= change.lacks_pairs();
        alike |= change.visible.is_none();
    }
    let mut text = String::new();
    if few {
        append!(
            text,
            "<p class=\"soft\">With fewer than {ENOUGH} pairs no p-value is told: the spread of so few is too uncertain.</p>\n"
        );
    }
    if alike {
        append!(
            text,
            "<p class=\"soft\">No spread: all pairs came out alike, so nothing says how far others would differ.</p>\n"
        );
    }
    text
}

pub(super) fn change(change: &Change) -> [Cell; 4] {
    let visible = match change.visible {
        None => Cell::why(NO_SPREAD),
        Some(_) if change.lacks_pairs() => Cell::why(TOO_FEW),
        Some(x) => Cell::new(digits(change.estimate.unit(), x)),
    };
    [
        estimate(&change.estimate),
        p_value(change, change.p),
        p_value(change, change.holm),
        visible,
    ]
}
