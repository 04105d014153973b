//! What the pieces are worth: all arms together, option by option, arm by arm.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas, WIDTH};
use super::font::{width, wrap};
use super::frame::{self, MARGIN, TEXT, line_height};
use super::palette::{BLUE, INK, MARK, SOFT, VERMILLION};
use super::rows::{Names, Rows};
use super::score::{reach, reference, stripes, whisker};
use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, FitOf, FitState, PieceValue, Told, ValueFindings, ValueFit};

/// Names of fits below a piece: smaller, and in one line where that is possible at all.
const GROUPED: Names = Names {
    size: 11.0,
    room: 300.0,
};

/// Shown for a value that the games cannot tell; the page says why.
const UNTOLD: &str = "not told by these games";

/// In what pieces are counted: pawns or another piece, or log-odds where there is none to count in.
struct Scale {
    unit: Unit,
    words: String,
    told: fn(&PieceValue) -> &Told,
    /// The piece that is 1 by definition.
    left_out: Option<String>,
}

impl Scale {
    fn of(values: &ValueFindings) -> Self {
        let mut worths = values.fits.iter().flat_map(|fit| &fit.values);
        let told = worths.find_map(|value| value.worth.estimate());
        match (&values.unit, told) {
            (Some(unit), Some(told)) => Scale {
                unit: told.unit(),
                words: format!("in {}", unit.plural),
                told: |value| &value.worth,
                left_out: Some(unit.symbol.clone()),
            },
            _ => Scale {
                unit: Unit::LogOdds,
                words: "in log-odds of winning, because no piece is told well enough to count in"
                    .to_owned(),
                told: |value| &value.log_odds,
                left_out: None,
            },
        }
    }

    /// Every piece but the one that is 1 by definition.
    fn shown<'a>(&'a self, fit: &'a ValueFit) -> impl Iterator<Item = &'a PieceValue> {
        fit.values
            .iter()
            .filter(|value| self.left_out.as_ref() != Some(&value.symbol))
    }

    fn estimate<'a>(&self, value: &'a PieceValue) -> Option<&'a Estimate> {
        (self.told)(value).estimate()
    }

    fn text(&self, value: &PieceValue) -> String {
        self.estimate(value)
            .map_or_else(|| UNTOLD.to_owned(), Estimate::text)
    }
}

pub(super) fn draw(findings: &Findings) -> Vec<Chart> {
    let Some(values) = &findings.values else {
        return Vec::new();
    };
    let scale = Scale::of(values);
    let fits: Vec<&ValueFit> = values
        .fits
        .iter()
        .filter(|fit| !fit.values.is_empty())
        .collect();
    let Some(first) = fits.first() else {
        return Vec::new();
    };
    let with = |wanted: fn(&FitOf) -> bool| -> Vec<&ValueFit> {
        std::iter::once(*first)
            .chain(fits[1..].iter().copied().filter(|fit| wanted(&fit.of)))
            .collect()
    };
    let by_option = with(|of| matches!(of, FitOf::Value { .. }));
    let by_arm = with(|of| matches!(of, FitOf::Arm(_)));
    let by_phase = with(|of| matches!(of, FitOf::Phase(_)));
    let mut charts = Vec::new();
    // Beside the matches the same values have a chart already.
    if findings.imbalance.is_none() {
        charts.extend(together(findings, first, &scale));
    }
    if by_option.len() > 1 {
        let names = (
            "piece-values-by-option",
            "What the pieces are worth, option by option",
        );
        charts.extend(grouped(findings, &by_option, &scale, names));
    }
    if by_arm.len() > 1 {
        let names = (
            "piece-values-by-arm",
            "What the pieces are worth, arm by arm",
        );
        charts.extend(grouped(findings, &by_arm, &scale, names));
    }
    if by_phase.len() > 1 {
        let names = (
            "piece-values-by-phase",
            "What the pieces are worth, phase by phase",
        );
        charts.extend(grouped(findings, &by_phase, &scale, names));
    }
    charts
}

/// One row a piece.
fn together(findings: &Findings, fit: &ValueFit, scale: &Scale) -> Option<Chart> {
    let title = "What the pieces are worth";
    let shown: Vec<&PieceValue> = scale.shown(fit).collect();
    let reached = reached(shown.iter().filter_map(|value| scale.estimate(value)))?;
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let note = format!("{}; {}", scale.words, fit.of.name(&findings.arms));
    let top = frame::note(&mut canvas, top, &note);
    let labels: Vec<String> = shown.iter().map(|value| value.label()).collect();
    let rows = Rows::new(labels.iter().map(String::as_str), top, 28.0);
    let texts: Vec<String> = shown.iter().map(|value| scale.text(value)).collect();
    let pixels = (rows.left(), Rows::right(widest(&texts) + 14.0));
    let axis = Axis::around(scale.unit, reached, 6, pixels);
    stripes(&mut canvas, &rows, shown.len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, value) in shown.iter().enumerate() {
        let place = (rows.row(index).1, pixels.1);
        worth(
            &mut canvas,
            &axis,
            place,
            scale.estimate(value),
            &texts[index],
        );
    }
    let told = reading(fit);
    let names = ("piece-values", title, told.as_str());
    Some(frame::close(canvas, rows.bottom() + 20.0, findings, names))
}

/// A group a piece, in it a row a fit.
fn grouped(
    findings: &Findings,
    fits: &[&ValueFit],
    scale: &Scale,
    (file, title): (&'static str, &str),
) -> Option<Chart> {
    let pieces: Vec<&PieceValue> = scale.shown(fits[0]).collect();
    let told = |fit: &ValueFit, symbol: &str| {
        fit.values
            .iter()
            .find(|value| value.symbol == symbol)
            .cloned()
    };
    let all: Vec<PieceValue> = fits
        .iter()
        .flat_map(|fit| pieces.iter().filter_map(|piece| told(fit, &piece.symbol)))
        .collect();
    let reached = reached(all.iter().filter_map(|value| scale.estimate(value)))?;
    let phases = fits.iter().any(|fit| fit.of.phase().is_some());
    let row_name = |fit: &&ValueFit| match fit.of {
        FitOf::All if phases => "all phases".to_owned(),
        _ => fit.of.name(&findings.arms),
    };
    let names: Vec<String> = fits.iter().map(row_name).collect();
    let texts: Vec<String> = all.iter().map(|value| scale.text(value)).collect();
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let mut top = frame::note(
        &mut canvas,
        top,
        &format!(
            "{}, each row by its own {}",
            scale.words,
            if phases { "positions" } else { "games" }
        ),
    );
    for piece in &pieces {
        for line in wrap(&piece.label(), 13.0, WIDTH - 2.0 * MARGIN) {
            canvas.text(&line, (MARGIN, top + 10.0), 13.0, INK, Anchor::Start);
            top += line_height(13.0);
        }
        top -= line_height(13.0);
        let rows = Rows::written(GROUPED, names.iter().map(String::as_str), top + 22.0, 17.0);
        let pixels = (rows.left(), Rows::right(widest(&texts) + 14.0));
        let axis = Axis::around(scale.unit, reached, 6, pixels);
        axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
        reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
        rows.draw_names(&mut canvas);
        for (index, fit) in fits.iter().enumerate() {
            let place = (rows.row(index).1, pixels.1);
            let value = told(fit, &piece.symbol);
            let estimate = value.as_ref().and_then(|value| scale.estimate(value));
            let text = value
                .as_ref()
                .map_or_else(|| UNTOLD.to_owned(), |value| scale.text(value));
            worth(&mut canvas, &axis, place, estimate, &text);
        }
        top = rows.bottom() + 30.0;
    }
    let told = reading(fits[0]);
    Some(frame::close(
        canvas,
        top - 8.0,
        findings,
        (file, title, told.as_str()),
    ))
}

fn worth(
    canvas: &mut Canvas,
    axis: &Axis,
    (y, right): (f64, f64),
    value: Option<&Estimate>,
    text: &str,
) {
    let colour = if value.is_some() { INK } else { MARK };
    if let Some(value) = value {
        let dot = if value.excludes(0.0) || value.low().is_none() {
            BLUE
        } else {
            VERMILLION
        };
        whisker(canvas, axis, y, value, dot);
    }
    canvas.text(text, (right + 10.0, y), 11.0, colour, Anchor::Start);
    if value.is_none() {
        let x = axis.at_most(0.0) + 6.0;
        canvas.text("?", (x, y), TEXT, SOFT, Anchor::Start);
    }
}

fn widest(texts: &[String]) -> f64 {
    texts
        .iter()
        .map(|text| width(text, 11.0))
        .fold(0.0, f64::max)
}

/// The stretch to show: all values, and intervals as far as they do not dwarf the values. `None` when nothing is told.
pub(super) fn reached<'a>(told: impl Iterator<Item = &'a Estimate>) -> Option<[f64; 2]> {
    let told: Vec<&Estimate> = told.collect();
    let most = told.iter().map(|e| e.value()).max_by(f64::total_cmp)?;
    let least = told
        .iter()
        .map(|e| e.value())
        .min_by(f64::total_cmp)?
        .min(0.0);
    let room = (most - least).max(2.0) * 0.5;
    let ends = told.iter().copied().flat_map(reach);
    let (mut low, mut high) = (least, most);
    for end in ends {
        low = low.min(end.max(least - room));
        high = high.max(end.min(most + room));
    }
    Some([low, high])
}

fn reading(fit: &ValueFit) -> String {
    let penalised = if fit.state == FitState::Penalised {
        " The results are separated by material, so the fit carries a penalty."
    } else {
        ""
    };
    format!(
        "Dots: worth by logistic regression of the results on material at {} quiet positions; lines: 95% intervals clustered by pair of games, over several arms by opening, \
         arrows where they run on; orange-red where the interval holds zero.{penalised}",
        crate::format::count(fit.positions),
    )
}
