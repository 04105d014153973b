//! `ds3`: a factorial experiment of four rule options.

use crate::vectors::{
    Told, csv, json, near, near_relative, number, numbers, same_estimates, words,
};
use assay_stats::{
    Adjustment, Cluster, ClusterSums, Coefficient, Confidence, Correction, Design, DesignFault,
    Errors, Estimate, Factor, Factorial, FactorialFit, Interval, MeanDifference, Probability,
    Scale, Trinomial,
};

const CLUSTERED: Errors = Errors::Clustered(Correction::None);
const FACTORS: std::ops::Range<usize> = 2..6;

fn design() -> Result<Design, DesignFault> {
    let (header, _) = csv("ds3_factorial_rules.csv");
    let levels = vec!["off".to_owned(), "on".to_owned()];
    let factor = |name: &String| Factor {
        name: name.clone(),
        levels: levels.clone(),
    };
    Design::new(header[FACTORS].iter().map(factor).collect())
}

fn levels(row: &[f64]) -> Vec<usize> {
    row[FACTORS].iter().map(|v| *v as usize).collect()
}

fn gathered(outcome: impl Fn(f64) -> f64) -> Result<Factorial, Box<dyn std::error::Error>> {
    let mut factorial = Factorial::new(design()?);
    for row in csv("ds3_factorial_rules.csv").1 {
        factorial.record(&levels(&row), Cluster(row[0] as u64), outcome(row[6]))?;
    }
    Ok(factorial)
}

fn decisive(score: f64) -> f64 {
    f64::from(u8::from((score - 0.5).abs() > 0.25))
}

fn estimates(fit: &FactorialFit, errors: Errors) -> Vec<Estimate> {
    fit.fit
        .coefficients(errors)
        .iter()
        .filter_map(Coefficient::estimate)
        .collect()
}

fn same_block(fit: &FactorialFit, told: &Told) -> Result<(), &'static str> {
    assert_eq!(fit.fit.columns(), words(&told["names"]));
    let model = estimates(fit, Errors::Model);
    same_estimates(&model, &told["coef"], &told["se"], 1e-8);
    let clustered = estimates(fit, CLUSTERED);
    same_estimates(
        &clustered,
        &told["coef"],
        &told["se_cluster_no_correction"],
        1e-8,
    );
    let covariance = fit.fit.covariance(Errors::Model).ok_or("covariance")?;
    for (i, row) in told["cov"].as_array().into_iter().flatten().enumerate() {
        for (j, expected) in numbers(row).into_iter().enumerate() {
            near(covariance.between(i, j), expected, 1e-12, "covariance");
        }
    }
    for (i, (model, clustered)) in model.iter().zip(&clustered).enumerate() {
        near(model.z().ok_or("z")?, numbers(&told["z"])[i], 1e-7, "z");
        let p = model.p_value().ok_or("p")?.value();
        near_relative(p, numbers(&told["p_value"])[i], 1e-6, "p");
        let interval = model.interval(Confidence::P95);
        near(interval.low, numbers(&told["ci95_low"])[i], 1e-9, "low");
        near(interval.high, numbers(&told["ci95_high"])[i], 1e-9, "high");
        near(
            clustered.z().ok_or("z")?,
            numbers(&told["z_cluster"])[i],
            1e-7,
            "z",
        );
        let p = clustered.p_value().ok_or("p")?.value();
        near_relative(p, numbers(&told["p_cluster"])[i], 1e-6, "p");
    }
    same_adjusted(fit, told)
}

fn same_adjusted(fit: &FactorialFit, told: &Told) -> Result<(), &'static str> {
    let terms = fit.terms(CLUSTERED);
    let p: Vec<Probability> = terms.iter().filter_map(|term| term.p_value).collect();
    assert_eq!(p.len(), 10);
    let methods = [
        ("holm", Adjustment::Holm),
        ("fdr_bh", Adjustment::BenjaminiHochberg),
        ("bonferroni", Adjustment::Bonferroni),
    ];
    for (name, method) in methods {
        let adjusted = numbers(&told[format!("adjusted_p_{name}_over_10_effects")]);
        let rejected = told[format!("reject_{name}")]
            .as_array()
            .ok_or("rejections")?;
        for (i, found) in method.adjust(&p).into_iter().enumerate() {
            near_relative(found.value(), adjusted[i], 1e-6, name);
            assert_eq!(
                Some(found.value() <= 0.05),
                rejected[i].as_bool(),
                "{name} {i}"
            );
        }
    }
    let holm = numbers(&told["adjusted_p_holm_over_10_effects"]);
    for (term, told) in terms.iter().zip(holm) {
        near_relative(term.p_holm.ok_or("Holm")?.value(), told, 1e-6, &term.name);
    }
    Ok(())
}

#[test]
pub(crate) fn log_odds_of_the_score() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds3_fit.json");
    let fit = gathered(|score| score)?.fit(Scale::LogOdds)?;
    assert_eq!(fit.design().columns(), words(&told["columns"]));
    near(
        fit.fit.observations(),
        number(&told["n_games"]),
        0.0,
        "games",
    );
    let openings = told["openings(pairs)"].as_u64();
    assert_eq!(Some(fit.fit.clusters() as u64), openings);
    same_block(&fit, &told["first_player_score_logit"])?;
    let joint = fit.no_interactions(CLUSTERED).ok_or("joint test")?;
    let told = &told["joint_wald_6_interactions_first_player_score"];
    near(joint.chi2, number(&told["chi2"]), 1e-8, "chi2");
    near(joint.p_value.value(), number(&told["p"]), 1e-8, "p");
    assert_eq!(Some(joint.degrees as u64), told["df"].as_u64());
    Ok(())
}

#[test]
pub(crate) fn log_odds_of_a_decision() -> Result<(), Box<dyn std::error::Error>> {
    let fit = gathered(decisive)?.fit(Scale::LogOdds)?;
    same_block(&fit, &json("ds3_fit.json")["decisive_logit"])?;
    Ok(())
}

#[test]
pub(crate) fn points_per_game() -> Result<(), Box<dyn std::error::Error>> {
    let told = &json("ds3_fit.json")["linear_probability_score"];
    let fit = gathered(|score| score)?.fit(Scale::Points)?;
    let found = estimates(&fit, CLUSTERED);
    same_estimates(
        &found,
        &told["coef"],
        &told["se_cluster_no_correction"],
        1e-9,
    );
    Ok(())
}

#[test]
pub(crate) fn effects_are_twice_the_coefficients() -> Result<(), Box<dyn std::error::Error>> {
    let told = &json("ds3_fit.json")["linear_probability_score"];
    let fit = gathered(|score| score)?.fit(Scale::Points)?;
    let torpedo = fit
        .effect(2, (0, 1), CLUSTERED, Confidence::P95)
        .ok_or("effect")?;
    near(
        torpedo.estimate.value,
        2.0 * numbers(&told["coef"])[3],
        1e-12,
        "effect",
    );
    let error = 2.0 * numbers(&told["se_cluster_no_correction"])[3];
    near(torpedo.estimate.se, error, 1e-12, "error");
    let back = fit
        .effect(2, (1, 0), CLUSTERED, Confidence::P95)
        .ok_or("effect")?;
    near(
        back.estimate.value,
        -torpedo.estimate.value,
        1e-15,
        "turned round",
    );
    let both = fit.interaction((0, 2), (0, 1), (0, 1), CLUSTERED, Confidence::P95);
    near(
        both.ok_or("both")?.estimate.value,
        4.0 * numbers(&told["coef"])[6],
        1e-12,
        "both",
    );
    assert_eq!(fit.effect(0, (0, 2), CLUSTERED, Confidence::P95), None);
    Ok(())
}

#[test]
pub(crate) fn cells_one_by_one() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds3_fit.json");
    let (header, rows) = csv("ds3_factorial_rules.csv");
    let cells = told["cells"].as_array().ok_or("cells")?;
    assert_eq!(cells.len(), 16);
    for cell in cells {
        let options = &cell["options"];
        let wanted: Vec<f64> = header[FACTORS]
            .iter()
            .map(|name| number(&options[name]))
            .collect();
        let mut sums = ClusterSums::new();
        let mut counts = Trinomial::default();
        for row in rows.iter().filter(|row| row[FACTORS] == wanted[..]) {
            sums.record(Cluster(row[0] as u64), row[6]);
            match row[6] {
                s if s > 0.75 => counts.wins += 1,
                s if s < 0.25 => counts.losses += 1,
                _ => counts.draws += 1,
            }
        }
        let score = sums.estimate().ok_or("score")?;
        near(score.value, number(&cell["score"]), 1e-13, "score");
        // The reference divides by the pairs, the sample variance by one less.
        let pairs = sums.clusters() as f64;
        let population = score.se * ((pairs - 1.0) / pairs).sqrt();
        near(
            population,
            number(&cell["se_score_by_pair"]),
            1e-13,
            "error",
        );
        let decisive = counts.decisive().ok_or("decisive")?.value();
        near(decisive, number(&cell["decisive"]), 1e-13, "decisive");
        let told = ["win", "draw", "loss"].map(|name| cell[name].as_u64());
        assert_eq!([counts.wins, counts.draws, counts.losses].map(Some), told);
        let interval = sums
            .interval(Interval::UNIT, Confidence::P95)
            .ok_or("interval")?;
        near(
            interval.width(),
            2.0 * Confidence::P95.z() * score.se,
            1e-12,
            "width",
        );
    }
    Ok(())
}

#[test]
pub(crate) fn an_effect_is_the_difference_of_the_halves() -> Result<(), Box<dyn std::error::Error>>
{
    let mut halves = [ClusterSums::new(), ClusterSums::new()];
    for row in csv("ds3_factorial_rules.csv").1 {
        halves[row[3] as usize].record(Cluster(row[0] as u64), row[6]);
    }
    let apart = MeanDifference::independent(&halves[1], &halves[0]).ok_or("difference")?;
    let effect = gathered(|score| score)?
        .fit(Scale::Points)?
        .effect(1, (0, 1), CLUSTERED, Confidence::P95)
        .ok_or("effect")?;
    near(
        apart.estimate.value,
        effect.estimate.value,
        1e-12,
        "difference",
    );
    // The regression explains some of the spread by the other factors.
    assert!(apart.estimate.se > effect.estimate.se);
    assert!((apart.estimate.se / effect.estimate.se) < 1.05);
    Ok(())
}

#[test]
fn cells_that_were_not_played_leave_effects_untold() -> Result<(), Box<dyn std::error::Error>> {
    // Torpedo only ever together with no castling: the two cannot be told apart.
    let mut factorial = Factorial::new(design()?);
    for row in csv("ds3_factorial_rules.csv").1 {
        let levels = levels(&row);
        if levels[1] == levels[2] {
            factorial.record(&levels, Cluster(row[0] as u64), row[6])?;
        }
    }
    for scale in [Scale::LogOdds, Scale::Points] {
        let fit = factorial.fit(scale)?;
        assert_eq!(fit.effect(1, (0, 1), CLUSTERED, Confidence::P95), None);
        assert_eq!(fit.effect(2, (0, 1), CLUSTERED, Confidence::P95), None);
        assert!(fit.effect(0, (0, 1), CLUSTERED, Confidence::P95).is_some());
        assert_eq!(fit.no_interactions(CLUSTERED), None);
        let untold = fit
            .terms(CLUSTERED)
            .into_iter()
            .filter(|term| term.p_holm.is_none());
        let names: Vec<String> = untold.map(|term| term.name).collect();
        assert!(names.contains(&"torpedo".to_owned()), "{names:?}");
        assert!(!names.contains(&"stalemate_win".to_owned()), "{names:?}");
    }
    Ok(())
}
