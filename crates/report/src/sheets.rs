//! The numbers for other programs: one CSV table a question, and everything as JSON.

use serde::Serialize;

use crate::estimate::Estimate;
use crate::findings::{Change, Findings, Told};
use crate::format::{digits, probability, unit_name};
use crate::meta::RenderMeta;

/// A table as CSV.
pub(crate) struct Sheet {
    /// File name without its ending.
    pub(crate) name: &'static str,
    /// The lines, the head first.
    pub(crate) text: String,
}

/// Every table, also those without a row.
pub(crate) fn all(findings: &Findings) -> Vec<Sheet> {
    vec![
        arms(findings),
        endings(findings),
        specials(findings),
        differences(findings),
        effects(findings),
        values(findings),
        matches(findings),
        both_ways(findings),
    ]
}

/// Findings and meta as one JSON document.
pub(crate) fn json(findings: &Findings, meta: &RenderMeta) -> Vec<u8> {
    #[derive(Serialize)]
    struct Whole<'a> {
        meta: &'a RenderMeta,
        games: u64,
        pairs: u64,
        #[serde(flatten)]
        findings: &'a Findings,
    }
    let whole = Whole {
        meta,
        games: findings.games(),
        pairs: findings.pairs(),
        findings,
    };
    let mut bytes = serde_json::to_vec_pretty(&whole).expect("findings have text keys only");
    bytes.push(b'\n');
    bytes
}

fn arms(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&[
        "arm",
        "options",
        "games",
        "pairs",
        "distinct_games",
        "white_wins",
        "draws",
        "black_wins",
    ]);
    for name in [
        "score_percent",
        "decisive_percent",
        "draw_percent",
        "white_of_decisive_percent",
        "first_move_elo",
        "length_plies",
    ] {
        rows.head_estimate(name);
    }
    rows.head(&[
        "length_min",
        "length_p10",
        "length_p25",
        "length_median",
        "length_p75",
        "length_p90",
        "length_max",
        "moves",
    ]);
    for (arm, named) in findings.arms.iter().zip(&findings.study.arms) {
        let options = named
            .options
            .iter()
            .map(|(option, value)| format!("{option}={value}"))
            .collect::<Vec<_>>();
        rows.cell(&arm.name).cell(&options.join(" "));
        for n in [
            arm.games,
            arm.pairs,
            arm.distinct_games,
            arm.white_wins,
            arm.draws,
            arm.black_wins,
        ] {
            rows.cell(&n.to_string());
        }
        for estimate in [
            arm.score.as_ref(),
            arm.decisive_rate.as_ref(),
            arm.draw_rate.as_ref(),
            arm.white_of_decisive.as_ref(),
            arm.first_move_elo.as_ref(),
            arm.length.as_ref().map(|length| &length.mean),
        ] {
            rows.estimate(estimate);
        }
        match &arm.length {
            Some(l) => {
                for n in [
                    l.min,
                    l.tenth,
                    l.quarter,
                    l.median,
                    l.three_quarters,
                    l.nine_tenths,
                    l.max,
                ] {
                    rows.cell(&n.to_string());
                }
            }
            None => rows.empty(7),
        }
        rows.cell(&arm.moves.to_string()).end();
    }
    rows.sheet("arms")
}

fn endings(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "reason", "games"]);
    rows.head_estimate("share_percent");
    for arm in &findings.arms {
        for ending in &arm.endings {
            rows.cell(&arm.name)
                .cell(ending.reason.name())
                .cell(&ending.games.to_string());
            rows.estimate(Some(&ending.share));
            rows.end();
        }
    }
    rows.sheet("endings")
}

fn specials(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "move_kind", "games", "moves"]);
    rows.head_estimate("share_of_games_percent");
    rows.head_estimate("share_of_moves_percent");
    for arm in &findings.arms {
        for used in &arm.specials {
            rows.cell(&arm.name)
                .cell(used.special.name())
                .cell(&used.games.to_string())
                .cell(&used.moves.to_string());
            rows.estimate(used.share_of_games.as_ref());
            rows.estimate(used.share_of_moves.as_ref());
            rows.end();
        }
    }
    rows.sheet("special-moves")
}

fn differences(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["measure", "unit", "arm", "against"]);
    rows.head_change();
    for d in &findings.differences {
        rows.cell(d.measure.name())
            .cell(unit_name(d.measure.unit()))
            .cell(&findings.arms[d.arm].name)
            .cell(&findings.arms[d.against].name);
        rows.change(&d.change);
        rows.end();
    }
    rows.sheet("differences")
}

fn effects(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["measure", "unit", "kind", "effect"]);
    rows.head_change();
    rows.head_estimate("log_odds");
    for effect in &findings.effects {
        rows.cell(effect.measure.name())
            .cell(unit_name(effect.measure.unit()))
            .cell(if effect.is_main() {
                "main"
            } else {
                "interaction"
            })
            .cell(&effect.label());
        rows.change(&effect.change);
        rows.estimate(effect.log_odds.as_ref());
        rows.end();
    }
    rows.sheet("effects")
}

fn values(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["games_of", "piece", "name"]);
    rows.head_estimate("log_odds");
    rows.head_estimate("pawns");
    rows.head(&["positions", "games", "pairs", "note"]);
    for fit in findings.values.iter().flat_map(|values| &values.fits) {
        let of = fit.of.name(&findings.arms);
        for value in &fit.values {
            rows.cell(&of).cell(&value.symbol).cell(&value.name);
            rows.estimate(value.log_odds.estimate());
            rows.estimate(value.pawns.estimate());
            for n in [fit.positions, fit.games, fit.pairs] {
                rows.cell(&n.to_string());
            }
            let note = [&value.log_odds, &value.pawns]
                .into_iter()
                .find_map(|told| match told {
                    Told::Untold(why) => Some(why.as_str()),
                    Told::Value(_) => None,
                });
            rows.cell(note.unwrap_or_default()).end();
        }
    }
    rows.sheet("piece-values")
}

fn matches(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "side", "other"]);
    rows.head_estimate("score_percent");
    rows.head_estimate("by_the_values_percent");
    rows.head_estimate("residual_points");
    rows.head(&["p_holm"]);
    for m in findings.imbalance.iter().flat_map(|i| &i.matches) {
        rows.cell(&findings.arms[m.arm].name)
            .cell(&m.side)
            .cell(&m.other);
        rows.estimate(Some(&m.observed));
        rows.estimate(Some(&m.predicted));
        rows.estimate(m.residual.as_ref());
        rows.cell(&m.holm.map_or_else(String::new, probability))
            .end();
    }
    rows.sheet("imbalance-matches")
}

fn both_ways(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["piece", "name"]);
    for way in ["by_matches", "by_positions", "difference"] {
        rows.head_estimate(way);
    }
    for both in findings.imbalance.iter().flat_map(|i| &i.both) {
        rows.cell(&both.symbol).cell(&both.name);
        rows.estimate(both.matches.estimate());
        rows.estimate(both.positions.estimate());
        rows.estimate(both.difference.as_ref());
        rows.end();
    }
    rows.sheet("piece-values-two-ways")
}

/// CSV text in the making.
struct Rows {
    text: String,
    head: Vec<String>,
    line: Vec<String>,
}

impl Rows {
    fn new(head: &[&str]) -> Self {
        Self {
            text: String::new(),
            head: head.iter().map(ToString::to_string).collect(),
            line: Vec::new(),
        }
    }

    fn head(&mut self, names: &[&str]) {
        self.head.extend(names.iter().map(ToString::to_string));
    }

    fn head_estimate(&mut self, name: &str) {
        self.head.push(name.to_owned());
        self.head.push(format!("{name}_low"));
        self.head.push(format!("{name}_high"));
    }

    fn head_change(&mut self) {
        self.head_estimate("change");
        self.head(&["p", "p_holm", "visible"]);
    }

    fn cell(&mut self, text: &str) -> &mut Self {
        let plain = !text.contains([',', '"', '\n', '\r']);
        self.line.push(if plain {
            text.to_owned()
        } else {
            format!("\"{}\"", text.replace('"', "\"\""))
        });
        self
    }

    fn empty(&mut self, cells: usize) {
        self.line.extend(std::iter::repeat_n(String::new(), cells));
    }

    fn estimate(&mut self, estimate: Option<&Estimate>) {
        let Some(e) = estimate else {
            return self.empty(3);
        };
        for x in [Some(e.value()), e.low(), e.high()] {
            self.line
                .push(x.map_or_else(String::new, |x| digits(e.unit(), x)));
        }
    }

    fn change(&mut self, change: &Change) {
        self.estimate(Some(&change.estimate));
        for p in [change.p, change.holm] {
            self.line.push(p.map_or_else(String::new, probability));
        }
        self.line.push(
            change
                .visible
                .map_or_else(String::new, |x| digits(change.estimate.unit(), x)),
        );
    }

    fn end(&mut self) {
        self.text.push_str(&self.line.join(","));
        self.text.push('\n');
        self.line.clear();
    }

    fn sheet(self, name: &'static str) -> Sheet {
        Sheet {
            name,
            text: format!("{}\n{}", self.head.join(","), self.text),
        }
    }
}
