//! The page: one file that needs no other and no network.

mod imbalance;
mod methods;
mod phases;
mod players;
mod published;
mod rounds;
mod stopping;
mod table;
mod tables;
mod tuning;

use crate::charts::{Chart, DARK_SWAPS};
use crate::findings::Findings;
use crate::format::counted;
use crate::headline::headline;
use crate::meta::RenderMeta;
use crate::words::{append, escape};

const STYLE: &str = include_str!("style.css");

/// A part of the page with its charts and tables.
struct Section {
    id: &'static str,
    title: &'static str,
    charts: &'static [&'static str],
    tables: fn(&Findings) -> String,
}

const SECTIONS: [Section; 14] = [
    Section {
        id: "tuning",
        title: "Tuning",
        charts: &["tuning"],
        tables: tuning::tuning,
    },
    Section {
        id: "two-ways",
        title: "What the pieces are worth",
        charts: &["piece-values-two-ways"],
        tables: imbalance::imbalance,
    },
    Section {
        id: "match",
        title: "Match",
        charts: &["match", "match-pairs"],
        tables: players::matches,
    },
    Section {
        id: "players",
        title: "Players",
        charts: &["ratings"],
        tables: players::tournament,
    },
    Section {
        id: "balance",
        title: "Balance",
        charts: &["outcomes", "white-score", "score-against-draws"],
        tables: tables::arms,
    },
    Section {
        id: "stopping",
        title: "Stopping early",
        charts: &["stopping"],
        tables: stopping::stopping,
    },
    Section {
        id: "ladder",
        title: "Strength of play",
        charts: &["ladder"],
        tables: players::ladder,
    },
    Section {
        id: "options",
        title: "Options",
        charts: &["effects"],
        tables: tables::effects,
    },
    Section {
        id: "arms",
        title: "Arm against arm",
        charts: &[],
        tables: tables::differences,
    },
    Section {
        id: "pieces",
        title: "Pieces",
        charts: &[
            "piece-values",
            "piece-values-by-option",
            "piece-values-by-arm",
            "piece-values-by-phase",
        ],
        tables: tables::values,
    },
    Section {
        id: "published",
        title: "Beside published figures",
        charts: &["published"],
        tables: published::published,
    },
    Section {
        id: "rounds",
        title: "Values by round",
        charts: &[],
        tables: rounds::rounds,
    },
    Section {
        id: "course",
        title: "Length and endings",
        charts: &["length", "endings"],
        tables: tables::course,
    },
    Section {
        id: "special",
        title: "Special moves",
        charts: &["special-moves-games", "special-moves-moves"],
        tables: tables::specials,
    },
];

/// The whole page.
pub(crate) fn page(findings: &Findings, meta: &RenderMeta, charts: &[Chart]) -> String {
    let title = escape(&findings.study.name);
    let mut body = format!("<h1>{title}</h1>\n{}", facts(findings, meta));
    body.push_str(&warnings(findings, meta));
    body.push_str("<h2 id=\"short\">In short</h2>\n<ul class=\"short\">\n");
    for line in headline(findings) {
        append!(body, "<li>{}</li>\n", escape(&line));
    }
    body.push_str("</ul>\n");
    let mut links = String::new();
    let mut sections = String::new();
    for section in &SECTIONS {
        let text = told(section, findings, charts);
        if !text.is_empty() {
            append!(links, "<a href=\"#{}\">{}</a> ", section.id, section.title);
            append!(
                sections,
                "<h2 id=\"{}\">{}</h2>\n{text}",
                section.id,
                section.title
            );
        }
    }
    append!(
        body,
        "<nav>{links}<a href=\"#methods\">Methods</a> <a href=\"#credits\">Credits</a></nav>\n{sections}"
    );
    body.push_str(&methods::methods(findings));
    body.push_str(&credits(findings, meta));
    format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n{body}</main>\n</body>\n</html>\n",
        dark_charts()
    )
}

fn facts(findings: &Findings, meta: &RenderMeta) -> String {
    let study = &findings.study;
    let mut parts = vec![
        study.game_name.clone(),
        format!(
            "{} in {}",
            counted(findings.games(), "game", "games"),
            counted(findings.pairs(), "pair", "pairs")
        ),
        study.limits.clone(),
    ];
    parts.extend(study.engines.iter().cloned());
    parts.extend(meta.written.iter().map(|when| format!("written {when}")));
    format!("<p class=\"soft\">{}</p>\n", escape(&parts.join(" · ")))
}

fn warnings(findings: &Findings, meta: &RenderMeta) -> String {
    const SHOWN: usize = 12;
    let all: Vec<&String> = meta.notes.iter().chain(&findings.left_out).collect();
    if all.is_empty() {
        return String::new();
    }
    let mut text = String::from("<div class=\"warn\"><ul>\n");
    for note in all.iter().take(SHOWN) {
        append!(text, "<li>{}</li>\n", escape(note));
    }
    if all.len() > SHOWN {
        append!(
            text,
            "<li>and {} more, in findings.json</li>\n",
            all.len() - SHOWN
        );
    }
    text.push_str("</ul></div>\n");
    text
}

fn told(section: &Section, findings: &Findings, charts: &[Chart]) -> String {
    let mut text = String::new();
    for name in section.charts {
        for chart in charts.iter().filter(|chart| chart.name == *name) {
            append!(
                text,
                "<figure>\n{}<figcaption>this chart as <a href=\"charts/{name}.svg\">SVG</a> or <a href=\"charts/{name}.png\">PNG</a></figcaption>\n</figure>\n",
                chart.svg
            );
        }
    }
    text.push_str(&(section.tables)(findings));
    text
}

fn credits(findings: &Findings, meta: &RenderMeta) -> String {
    let mut text = String::from("<h2 id=\"credits\">Credits</h2>\n<ul>\n");
    for credit in &findings.study.credits {
        append!(text, "<li>{}</li>\n", escape(credit));
    }
    text.push_str(
        "<li>Colours by Masataka Okabe and Kei Ito; letters DejaVu Sans, from Bitstream Vera.</li>\n</ul>\n",
    );
    append!(
        text,
        "<p class=\"soft\">The numbers behind this page: <a href=\"numbers/findings.json\">findings.json</a> and the tables in <a href=\"numbers/\">numbers/</a>. {}</p>\n",
        if meta.program.is_empty() {
            String::new()
        } else {
            format!("Written by {}.", escape(&meta.program))
        }
    );
    text
}

/// On a dark screen the paper colours of the charts are swapped; colours with a meaning stay.
fn dark_charts() -> String {
    let mut text = String::from("@media screen and (prefers-color-scheme: dark) {\n");
    for (drawn, dark) in DARK_SWAPS {
        for property in ["fill", "stroke"] {
            append!(
                text,
                "  svg [{property}=\"{drawn}\"] {{ {property}: {dark}; }}\n"
            );
        }
    }
    text.push_str("}\n");
    text
}
