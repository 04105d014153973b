//! The tables of imbalance matches.

use super::table::{Cell, Mark, Table};
use super::tables::{TOO_FEW, estimate, estimate_or, told};
use crate::estimate::Estimate;
use crate::findings::{Findings, FitState, ImbalanceFindings, ImbalanceMatch, Told};
use crate::format::{counted, decimal, probability, times};
use crate::words::{append, escape};

/// Both ways side by side, then how the matches fit.
pub(super) fn imbalance(findings: &Findings) -> String {
    let Some(imbalance) = &findings.imbalance else {
        return String::new();
    };
    let mut text = String::new();
    if let FitState::Failed(why) = &imbalance.fit.state {
        append!(
            text,
            "<p>The matches give no values: {}.</p>\n",
            escape(why)
        );
    }
    let opening = imbalance.both.iter().any(|both| both.opening.is_some());
    let more: &[&str] = if opening {
        &["by the positions of the opening", "difference"]
    } else {
        &[]
    };
    let head = [
        "piece",
        "by the matches",
        "by the positions",
        "together",
        "difference",
    ];
    let mut table = Table::new(head.iter().chain(more).copied());
    for both in &imbalance.both {
        let cells = [
            Cell::new(&both.name),
            told(&both.matches),
            told(&both.positions),
            estimate_or(both.together.as_ref(), "not told both ways"),
            estimate_or(both.difference.as_ref(), "not told both ways"),
        ];
        let stage = both.opening.iter().flat_map(|stage| {
            [
                told(&stage.positions),
                estimate_or(stage.difference.as_ref(), "not told both ways"),
            ]
        });
        let cells = cells.into_iter().chain(stage);
        table.marked_row(Mark::told_if(both.differ() == Some(true)), cells);
    }
    if !imbalance.both.is_empty() {
        append!(text, "<h3>Two ways, in pawns</h3>\n{}", table.html());
    }
    if !imbalance.fit.values.is_empty() {
        append!(
            text,
            "<h3>Two ways, in log-odds of winning</h3>\n{}",
            log_odds(findings, imbalance)
        );
    }
    append!(
        text,
        "<h3>The matches and what the values say of them</h3>\n<p class=\"soft\">{}</p>\n{}",
        escape(&fit(imbalance)),
        matches(findings, imbalance)
    );
    text
}

/// The worths that the values in pawns are ratios of: they are told where a pawn's own is not.
fn log_odds(findings: &Findings, imbalance: &ImbalanceFindings) -> String {
    let positions = findings.values.iter().filter_map(|v| v.fits.first());
    let positions: Vec<_> = positions.flat_map(|fit| &fit.values).collect();
    let mut table = Table::new(["piece", "by the matches", "by the positions"]);
    for value in &imbalance.fit.values {
        let other = positions.iter().find(|p| p.symbol == value.symbol);
        table.row([
            Cell::new(&value.name),
            told(&value.log_odds),
            other.map_or_else(|| Cell::why("there is no fit"), |p| told(&p.log_odds)),
        ]);
    }
    table.html()
}

fn fit(imbalance: &ImbalanceFindings) -> String {
    let mut text = format!(
        "{} in {}; White's log-odds with equal arrays: {}.",
        counted(imbalance.fit.games, "game", "games"),
        counted(imbalance.fit.pairs, "pair", "pairs"),
        imbalance.first_move.text(),
    );
    if imbalance.fit.state == FitState::Penalised {
        text.push_str(
            " The results are separated by the arrays, so the fit carries Firth's penalty, which keeps the values finite.",
        );
    }
    if let Some(test) = &imbalance.test {
        let verdict = if test.fails() {
            "the values do not explain all matches"
        } else if imbalance.matches.iter().any(ImbalanceMatch::misfits) {
            "the values could explain all matches together, but not every single one"
        } else {
            "no sign that the values do not explain the matches"
        };
        append!(
            text,
            " All residuals together: chi-squared {} on {}, p {}: {verdict}.",
            decimal(test.chi2),
            counted(
                test.degrees as u64,
                "degree of freedom",
                "degrees of freedom"
            ),
            probability(test.p),
        );
    }
    if imbalance.widened > 1.0 {
        append!(
            text,
            " The intervals of the values are {} times as wide as the scatter within the matches alone would make them: by so much, be it chance or not, the residuals are larger than that scatter.",
            times(imbalance.widened),
        );
    }
    if let Some(why) = &imbalance.untested {
        append!(
            text,
            " Whether the values explain the matches cannot be told: {why}."
        );
    }
    text
}

fn matches(findings: &Findings, imbalance: &ImbalanceFindings) -> String {
    let mut table = Table::new([
        "match",
        "the side's array",
        "the other's",
        "score",
        "by the values",
        "residual, points",
        "p, Holm",
    ]);
    let whole = |changes: &str| match changes {
        "" => Cell::new("whole"),
        changes => Cell::new(changes),
    };
    for match_ in &imbalance.matches {
        let ImbalanceMatch {
            arm,
            side,
            other,
            observed,
            predicted,
            residual,
            holm,
        } = match_;
        let cells = [
            Cell::new(&findings.arms[*arm].name),
            whole(side),
            whole(other),
            estimate(observed),
            Cell::new(
                predicted
                    .as_ref()
                    .map_or_else(|| "–".to_owned(), Estimate::number),
            ),
            told(residual),
            match (holm, residual) {
                (Some(p), _) => Cell::new(probability(*p)),
                (None, Told::Value(_)) => Cell::why(TOO_FEW),
                (None, Told::Untold(_)) => Cell::new("–"),
            },
        ];
        table.marked_row(Mark::told_if(match_.misfits()), cells);
    }
    table.html()
}

/// How it is done, in plain words.
pub(super) fn method(findings: &Findings) -> Option<String> {
    findings.imbalance.as_ref().map(|_| {
        let (cluster, arrays) = if findings.study.shuffled {
            (
                "array",
                "The arrays are shuffled: every two pairs have one of their own, in which the pieces but king and pawns change places, alike for both sides, without castling. ",
            )
        } else {
            ("pair", "")
        };
        format!(
        "Imbalance matches: in each arm the two sides have different start arrays, in every second pair with the colours swapped on the mirrored board, and the pairs go through the choices of the \
         cells concerned in turn. {arrays}Openings are random plies from the arm's own start positions; none is passed over for its score, since what is level says nothing where arrays are not. All games together give the values, by a logistic regression of White's score on the \
         difference of the start arrays, one coefficient a piece and a constant for moving first: least squares over all matches on the scale of log-odds, errors clustered by {cluster}. The score of a match is that of the side named first, with an interval clustered by {cluster}. A match fits when its score is what the values of its pieces add up to; the interval of a residual takes into account that the values follow the match, and the p-values \
         of all matches are raised by Holm's method. Where the residuals are larger than the scatter within the matches explains, every interval of the values is widened by as much (Birge's ratio, the root of chi-squared for each degree of freedom; never narrowed): values that must make do with matches that contradict each other are known less well. That pieces add up is a model: pairs of bishops, or many pieces less, need not. The other way uses the positions of the same games but only what happens within each match: a coefficient for the side of every match takes the difference of the arrays away, so that the two ways do not see the same thing twice. A match begins with a full array, so what it tells of a piece, and of the pawn that is the unit, is its worth on a full board: where phases are told apart, the positions of the opening stand beside it too, in pawns of the opening. The difference of the two ways has \
         the interval of Zou and Donner as if they were independent. Together they are a mean, taken likewise, in which each way weighs as the inverse of its variance; where they differ by more than their intervals explain, its interval is widened by as much, again Birge's ratio: the two ways need not tell the same, since material counts for something else in the opening than later, but a reader who wants one figure finds it there."
        )
    })
}
