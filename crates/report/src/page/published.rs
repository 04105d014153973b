//! What others found, beside what this study's games say.

use super::table::{Cell, Mark, Table};
use super::tables::{NO_GAME, estimate, estimate_or, told};
use crate::findings::{Agreement, Findings, PublishedFindings};
use crate::format::count;
use crate::words::{append, escape};

/// For each source its figures, what they say changes, and its values.
pub(super) fn published(findings: &Findings) -> String {
    if findings.games() == 0 {
        return String::new();
    }
    let mut text = String::new();
    for source in &findings.published {
        append!(text, "<h3>{}</h3>\n", escape(&source.source));
        text.push_str(&figures(findings, source));
        text.push_str(&changes(findings, source));
        text.push_str(&values(source));
    }
    if !text.is_empty() {
        append!(text, "<p class=\"soft\">{}</p>\n", escape(CAVEAT));
    }
    text
}

/// Why figures need not agree.
const CAVEAT: &str = "Strength and conditions of play differ from those of the source, and with them how often games are drawn and what an advantage is worth: \
    directions can be compared, sizes only with care.";

fn figures(findings: &Findings, source: &PublishedFindings) -> String {
    if source.figures.is_empty() {
        return String::new();
    }
    let mut table = Table::new(["arm", "figure", "games there", "there", "here"]);
    for figure in &source.figures {
        table.row([
            Cell::new(&findings.arms[figure.arm].name),
            Cell::new(figure.measure.label()),
            figure
                .games
                .map_or_else(|| Cell::why("not given"), |n| Cell::new(count(n))),
            estimate(&figure.published),
            estimate_or(figure.here.as_ref(), NO_GAME),
        ]);
    }
    table.html()
}

fn changes(findings: &Findings, source: &PublishedFindings) -> String {
    if source.changes.is_empty() {
        return String::new();
    }
    let mut table = Table::new([
        "first arm minus second, points",
        "figure",
        "there",
        "here",
        "here less there",
        "direction",
    ]);
    for change in &source.changes {
        let [arm, against] =
            [change.arm, change.against].map(|index| findings.arms[index].name.as_str());
        let cells = [
            Cell::new(format!("{arm} − {against}")),
            Cell::new(change.measure.label()),
            estimate(&change.published),
            estimate_or(change.here.as_ref(), "not compared here"),
            estimate_or(change.difference.as_ref(), "no interval to compare"),
            Cell::words(change.verdict.words()),
        ];
        table.marked_row(Mark::told_if(change.verdict != Agreement::Untold), cells);
    }
    table.html()
}

fn values(source: &PublishedFindings) -> String {
    if source.values.is_empty() {
        return String::new();
    }
    let two = source.values.iter().any(|value| value.matches.is_some());
    let by_matches = two.then_some("here, by the matches");
    let heads = ["piece, in pawns", "there"].into_iter().chain(by_matches);
    let together = two.then_some("here, together");
    let mut table = Table::new(heads.chain(["here, by the positions"]).chain(together));
    for value in &source.values {
        let matches = two.then(|| {
            value
                .matches
                .as_ref()
                .map_or_else(|| Cell::why("not in the matches"), told)
        });
        let together = two.then(|| estimate_or(value.together.as_ref(), "not told both ways"));
        let first = [Cell::new(&value.name), Cell::new(value.published.number())];
        table.row(
            first
                .into_iter()
                .chain(matches)
                .chain([told(&value.positions)])
                .chain(together),
        );
    }
    table.html()
}

/// How it is done, in plain words.
pub(super) fn method(findings: &Findings) -> Option<String> {
    (!findings.published.is_empty()).then(|| {
        "Published figures are data of the study file; nothing is played or decided by them. Their intervals are those of so many independent games: Wilson's for decisive games, Newcombe's for their \
         difference, normal ones for White's score. Values are given without intervals. Here less there has the interval of Zou and Donner."
            .to_owned()
    })
}
