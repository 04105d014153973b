//! The charts: each a function from findings to an SVG drawing, `None` when there is nothing to draw yet.

mod axis;
mod both_ways;
mod canvas;
mod effects;
mod endings;
mod font;
mod frame;
mod ladder;
mod length;
mod matches;
mod outcomes;
mod palette;
mod png;
mod published;
mod ratings;
mod rows;
mod scatter;
mod score;
mod specials;
mod stopping;
mod tuning;
mod values;

use crate::findings::Findings;

pub(crate) use font::{FAMILY, width as text_width, wrap as wrap_text};
pub(crate) use palette::DARK_SWAPS;
pub(crate) use png::png;

/// A finished chart.
pub(crate) struct Chart {
    /// File name without its ending.
    pub(crate) name: &'static str,
    /// The drawing.
    pub(crate) svg: String,
}

impl Chart {
    /// The drawing as pixels at twice its size.
    pub(crate) fn png(&self) -> Vec<u8> {
        png(&self.svg, 2.0)
    }
}

/// Every chart the findings have numbers for, in reading order.
pub(crate) fn draw_all(findings: &Findings) -> Vec<Chart> {
    if findings.games() == 0 {
        return Vec::new();
    }
    let mut charts: Vec<Chart> = tuning::draw(findings).into_iter().collect();
    charts.extend(matches::draw(findings));
    charts.extend(ratings::draw(findings));
    charts.extend([
        outcomes::draw(findings),
        score::draw(findings),
        scatter::draw(findings),
    ]);
    charts.extend(stopping::draw(findings));
    charts.extend(ladder::draw(findings));
    charts.extend(effects::draw(findings));
    charts.extend(both_ways::draw(findings));
    charts.extend(values::draw(findings));
    charts.extend(published::draw(findings));
    charts.push(length::draw(findings));
    charts.push(endings::draw(findings));
    charts.extend(specials::draw(findings));
    charts
}
