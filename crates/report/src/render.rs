use crate::charts;
use crate::findings::Findings;
use crate::meta::RenderMeta;
use crate::page;
use crate::sheets;

/// The whole report as files: path relative to the report's folder, with `/` between parts, and content.
///
/// `index.html` needs none of the others; they are the same charts and numbers to take away.
pub fn render(findings: &Findings, meta: &RenderMeta) -> Vec<(String, Vec<u8>)> {
    let charts = charts::draw_all(findings);
    let mut files = vec![(
        "index.html".to_owned(),
        page::page(findings, meta, &charts).into_bytes(),
    )];
    for chart in &charts {
        files.push((
            format!("charts/{}.svg", chart.name),
            chart.svg.clone().into_bytes(),
        ));
        files.push((format!("charts/{}.png", chart.name), chart.png()));
    }
    for sheet in sheets::all(findings) {
        files.push((
            format!("numbers/{}.csv", sheet.name),
            sheet.text.into_bytes(),
        ));
    }
    files.push((
        "numbers/findings.json".to_owned(),
        sheets::json(findings, meta),
    ));
    files
}
