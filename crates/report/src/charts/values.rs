//! What the pieces are worth in pawns: all arms together, and arm by arm.

use super::Chart;
use super::axis::Axis;
use super::canvas::{Anchor, Canvas};
use super::font::width;
use super::frame::{self, MARGIN, TEXT};
use super::palette::{BLUE, INK, MARK, SOFT, VERMILLION};
use super::rows::Rows;
use super::score::{reach, reference, stripes, whisker};
use crate::estimate::{Estimate, Unit};
use crate::findings::{Findings, FitState, PieceValue, ValueFit};

/// Shown for a value that the games cannot tell; the page says why.
const UNTOLD: &str = "not told by these games";

pub(super) fn draw(findings: &Findings) -> Vec<Chart> {
    let Some(values) = &findings.values else {
        return Vec::new();
    };
    let unit = values.unit.as_deref();
    let fits: Vec<&ValueFit> = values
        .fits
        .iter()
        .filter(|fit| !fit.values.is_empty())
        .collect();
    let mut charts = Vec::new();
    if let Some(first) = fits.first() {
        charts.extend(together(findings, first, unit));
    }
    if fits.len() > 1 {
        charts.extend(by_arm(findings, &fits, unit));
    }
    charts
}

/// One row a piece.
fn together(findings: &Findings, fit: &ValueFit, unit: Option<&str>) -> Option<Chart> {
    let title = "What the pieces are worth";
    let shown: Vec<&PieceValue> = priced(fit, unit).collect();
    let axis_numbers = reached(shown.iter().filter_map(|value| value.pawns.estimate()))?;
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let top = frame::note(
        &mut canvas,
        top,
        &format!("in pawns; {}", fitted(findings, fit)),
    );
    let rows = Rows::new(shown.iter().map(|value| value.name.as_str()), top, 28.0);
    let texts: Vec<String> = shown.iter().map(|value| said(value)).collect();
    let pixels = (rows.left(), Rows::right(widest(&texts) + 14.0));
    let axis = Axis::around(Unit::Pawns, axis_numbers, 6, pixels);
    stripes(&mut canvas, &rows, shown.len(), pixels);
    axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
    reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
    rows.draw_names(&mut canvas);
    for (index, value) in shown.iter().enumerate() {
        let (_, y, _) = rows.row(index);
        worth(
            &mut canvas,
            &axis,
            (y, pixels.1),
            value.pawns.estimate(),
            &texts[index],
        );
    }
    let told = reading(fit);
    Some(frame::close(
        canvas,
        rows.bottom() + 20.0,
        findings,
        ("piece-values", title, &told),
    ))
}

/// A group a piece, in it a row an arm.
fn by_arm(findings: &Findings, fits: &[&ValueFit], unit: Option<&str>) -> Option<Chart> {
    let title = "What the pieces are worth, arm by arm";
    let pieces: Vec<&PieceValue> = priced(fits[0], unit).collect();
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
    let axis_numbers = reached(all.iter().filter_map(|value| value.pawns.estimate()))?;
    let names: Vec<&str> = fits.iter().map(|fit| fit_name(findings, fit)).collect();
    let texts: Vec<String> = all.iter().map(said).collect();
    let mut canvas = Canvas::default();
    let top = frame::title(&mut canvas, title);
    let mut top = frame::note(&mut canvas, top, "in pawns of the same arm");
    for piece in &pieces {
        canvas.text(&piece.name, (MARGIN, top + 10.0), 13.0, INK, Anchor::Start);
        let rows = Rows::new(names.iter().copied(), top + 22.0, 18.0);
        let pixels = (rows.left(), Rows::right(widest(&texts) + 14.0));
        let axis = Axis::around(Unit::Pawns, axis_numbers, 6, pixels);
        axis.draw_lying(&mut canvas, rows.top(), rows.bottom());
        reference(&mut canvas, &axis, 0.0, rows.top(), rows.bottom());
        rows.draw_names(&mut canvas);
        for (index, fit) in fits.iter().enumerate() {
            let (_, y, _) = rows.row(index);
            let value = told(fit, &piece.symbol);
            let estimate = value.as_ref().and_then(|value| value.pawns.estimate());
            let text = value.as_ref().map_or_else(|| UNTOLD.to_owned(), said);
            worth(&mut canvas, &axis, (y, pixels.1), estimate, &text);
        }
        top = rows.bottom() + 30.0;
    }
    let told = reading(fits[0]);
    Some(frame::close(
        canvas,
        top - 8.0,
        findings,
        ("piece-values-by-arm", title, &told),
    ))
}

/// Every piece but the unit itself.
fn priced<'a>(fit: &'a ValueFit, unit: Option<&'a str>) -> impl Iterator<Item = &'a PieceValue> {
    fit.values
        .iter()
        .filter(move |value| Some(value.name.as_str()) != unit)
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

fn said(value: &PieceValue) -> String {
    value
        .pawns
        .estimate()
        .map_or_else(|| UNTOLD.to_owned(), Estimate::text)
}

fn widest(texts: &[String]) -> f64 {
    texts
        .iter()
        .map(|text| width(text, 11.0))
        .fold(0.0, f64::max)
}

/// The stretch to show: all values, and intervals as far as they do not dwarf the values. `None` when nothing is told.
fn reached<'a>(told: impl Iterator<Item = &'a Estimate>) -> Option<[f64; 2]> {
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

fn fit_name<'a>(findings: &'a Findings, fit: &ValueFit) -> &'a str {
    match fit.arm {
        Some(index) => &findings.arms[index].name,
        None => "all arms together",
    }
}

fn fitted(findings: &Findings, fit: &ValueFit) -> String {
    fit_name(findings, fit).to_owned()
}

fn reading(fit: &ValueFit) -> String {
    let penalised = if fit.state == FitState::Penalised {
        " The results are separated by material, so the fit carries a penalty."
    } else {
        ""
    };
    format!(
        "Dots: worth by logistic regression of the results on material at {} quiet positions; lines: 95% intervals clustered by pair, \
         arrows where they run on; orange-red where the interval holds zero.{penalised}",
        crate::format::count(fit.positions),
    )
}
