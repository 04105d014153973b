//! The numbers for other programs: one CSV table a question, and everything as JSON.

mod imbalance;
mod players;
mod published;
mod rounds;
mod rows;
mod stopping;
mod tuning;

use serde::Serialize;

use crate::findings::{Findings, Told};
use crate::format::{digits, unit_name};
use crate::meta::RenderMeta;
use rows::Rows;

/// A table as CSV.
pub(crate) struct Sheet {
    /// File name without its ending.
    pub(crate) name: &'static str,
    /// The lines, the head first.
    pub(crate) text: String,
}

/// Every table, also those without a row; those of players only where players meet or differ.
pub(crate) fn all(findings: &Findings) -> Vec<Sheet> {
    let mut all = vec![
        arms(findings),
        endings(findings),
        specials(findings),
        specials_by_phase(findings),
        differences(findings),
        effects(findings),
        values(findings),
        phase_changes(findings),
    ];
    all.extend(imbalance::all(findings));
    all.push(rounds::rounds(findings));
    all.push(published::published(findings));
    all.push(stopping::stopping(findings));
    all.extend(players::all(findings));
    all.extend(tuning::all(findings));
    all
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
        "distinct_openings",
        "repeated_openings_percent",
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
        rows.cell(&arm.moves.to_string());
        rows.cell(&arm.openings.distinct.to_string());
        let repeated = arm.openings.repeated.as_ref();
        rows.cell(&repeated.map_or_else(String::new, |e| digits(e.unit(), e.value())))
            .end();
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

fn specials_by_phase(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["arm", "move_kind", "phase", "moves", "of_moves"]);
    rows.head_estimate("share_of_moves_percent");
    for arm in &findings.arms {
        for used in &arm.specials {
            for in_phase in &used.by_phase {
                rows.cell(&arm.name)
                    .cell(used.special.name())
                    .cell(in_phase.phase.name())
                    .cell(&in_phase.moves.to_string())
                    .cell(&arm.moves_by_phase[in_phase.phase as usize].to_string());
                rows.estimate(in_phase.share_of_moves.as_ref());
                rows.end();
            }
        }
    }
    rows.sheet("special-moves-by-phase")
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
    let mut rows = Rows::new(&["games_of", "piece", "name", "only_in"]);
    rows.head_estimate("log_odds");
    rows.head_estimate("worth");
    rows.head(&["counted_in", "positions", "games", "pairs", "note"]);
    let unit = findings
        .values
        .as_ref()
        .and_then(|values| values.unit.as_ref());
    let unit = unit.map_or("", |unit| unit.plural.as_str());
    for fit in findings.values.iter().flat_map(|values| &values.fits) {
        let of = fit.of.name(&findings.arms);
        for value in &fit.values {
            rows.cell(&of).cell(&value.symbol).cell(&value.name);
            rows.cell(&value.only_in.join("; "));
            rows.estimate(value.log_odds.estimate());
            rows.estimate(value.worth.estimate());
            rows.cell(unit);
            for n in [fit.positions, fit.games, fit.pairs] {
                rows.cell(&n.to_string());
            }
            let note = [&value.log_odds, &value.worth]
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

fn phase_changes(findings: &Findings) -> Sheet {
    let mut rows = Rows::new(&["piece", "name", "from", "to"]);
    rows.head_estimate("change");
    rows.head(&["counted_in"]);
    let values = findings.values.as_ref();
    let unit = values.and_then(|values| values.unit.as_ref());
    let unit = unit.map_or("", |unit| unit.plural.as_str());
    for change in values.iter().flat_map(|values| &values.by_phase) {
        rows.cell(&change.symbol)
            .cell(&change.name)
            .cell(change.from.name())
            .cell(change.to.name());
        rows.estimate(Some(&change.change));
        rows.cell(unit).end();
    }
    rows.sheet("piece-values-phase-changes")
}
