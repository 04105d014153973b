//! `proportion_ci95` and `alphazero_10k_games_1s_per_move` of the vectors.

use crate::vectors::{count, json, near, near_relative, number, numbers, set};
use assay_stats::{
    Adjustment, Confidence, Homogeneity, Proportion, ProportionDifference, ProportionMethod, Score,
    Trinomial,
};

#[test]
pub(crate) fn proportions_by_every_method() -> Result<(), &'static str> {
    let methods = [
        ("wilson", ProportionMethod::Wilson),
        ("beta", ProportionMethod::ClopperPearson),
        ("jeffreys", ProportionMethod::Jeffreys),
        ("agresti_coull", ProportionMethod::AgrestiCoull),
        ("normal", ProportionMethod::Normal),
    ];
    for case in set("proportion_ci95") {
        let share = Proportion::new(count(&case["k"]), count(&case["n"])).ok_or("share")?;
        for (name, method) in methods {
            let found = share.interval_by(method, Confidence::P95);
            let told = numbers(&case[name]);
            near(found.low, told[0], 1e-11, name);
            near(found.high, told[1], 1e-11, name);
        }
    }
    Ok(())
}

#[test]
pub(crate) fn published_rule_changes_against_classical_chess() -> Result<(), &'static str> {
    let told = &json("vectors.json")["alphazero_10k_games_1s_per_move"]["rows"];
    let rows = told.as_array().ok_or("rows")?;
    let counts: Vec<Trinomial> = rows
        .iter()
        .map(|row| Trinomial {
            wins: count(&row["W"]),
            draws: count(&row["D"]),
            losses: count(&row["L"]),
        })
        .collect();
    let classical = rows.iter().position(|row| row["variant"] == "Classical");
    let classical = counts[classical.ok_or("classical")?];
    let (mut scores, mut decisions) = (Vec::new(), Vec::new());
    for (row, counts) in rows.iter().zip(&counts) {
        let estimate = counts.estimate().ok_or("score")?;
        near(
            estimate.value,
            number(&row["first_player_score"]),
            1e-12,
            "score",
        );
        near(estimate.se, number(&row["se"]), 1e-12, "error");
        near(counts.games() as f64, number(&row["n"]), 1e-4, "games");
        let elo = counts.score().and_then(Score::elo).ok_or("elo")?.0;
        near(elo, number(&row["elo_advantage"]), 1e-9, "elo");
        for (share, name) in [
            (counts.drawn(), "draw_rate"),
            (counts.decisive(), "decisive"),
        ] {
            near(share.ok_or(name)?.value(), number(&row[name]), 1e-12, name);
        }
        let drawn = counts.drawn().ok_or("drawn")?.interval(Confidence::P95);
        let wilson = numbers(&row["draw_rate_wilson95"]);
        near(drawn.low, wilson[0], 1e-12, "drawn, low");
        near(drawn.high, wilson[1], 1e-12, "drawn, high");
        if row["z_score_vs_classical"].is_null() {
            continue;
        }
        let score = estimate.minus(classical.estimate().ok_or("classical")?);
        near(
            score.z().ok_or("z")?,
            number(&row["z_score_vs_classical"]),
            1e-11,
            "z",
        );
        let p = score.p_value().ok_or("p")?;
        near_relative(p.value(), number(&row["p_score"]), 1e-9, "p");
        let decisive = ProportionDifference::new(
            counts.decisive().ok_or("decisive")?,
            classical.decisive().ok_or("decisive")?,
            Confidence::P95,
        );
        let z = decisive.estimate.z().ok_or("z")?;
        near(
            z,
            number(&row["z_decisive_vs_classical_wald_unpooled"]),
            1e-11,
            "z decisive",
        );
        let newcombe = numbers(&row["newcombe95_decisive_diff"]);
        near(decisive.interval.low, newcombe[0], 1e-12, "newcombe, low");
        near(decisive.interval.high, newcombe[1], 1e-12, "newcombe, high");
        let p_decisive = decisive.estimate.p_value().ok_or("p decisive")?;
        near_relative(
            p_decisive.value(),
            number(&row["p_decisive"]),
            1e-9,
            "p decisive",
        );
        let alike = Homogeneity::of(&[*counts, classical]).ok_or("homogeneity")?;
        near_relative(
            alike.chi2,
            number(&row["chi2_WDL_vs_classical"]),
            1e-11,
            "chi2",
        );
        near_relative(
            alike.p_value.value(),
            number(&row["p_chi2"]),
            1e-9,
            "p chi2",
        );
        assert_eq!(alike.degrees, 2);
        scores.push((p, number(&row["p_score_holm_over_9"])));
        decisions.push((p_decisive, number(&row["p_decisive_holm_over_9"])));
    }
    assert_eq!(scores.len(), 9);
    for family in [scores, decisions] {
        let p: Vec<_> = family.iter().map(|(p, _)| *p).collect();
        for (found, (_, told)) in Adjustment::Holm.adjust(&p).iter().zip(&family) {
            near_relative(found.value(), *told, 1e-9, "Holm");
        }
    }
    Ok(())
}
