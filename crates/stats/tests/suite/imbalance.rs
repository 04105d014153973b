//! `ds4`: piece values from matches with unequal armies.

use crate::vectors::{
    Told, csv, json, names, near, near_relative, number, numbers, same_estimates, words,
};
use assay_stats::{
    Cluster, Coefficient, Confidence, Errors, Estimate, Fit, Grouped, Penalty, Sample, Trinomial,
    fit_logistic,
};

fn matches() -> Vec<(Vec<f64>, Trinomial)> {
    let (_, rows) = csv("ds4_imbalance_matches.csv");
    let [wins, draws, losses] = [8, 9, 10];
    rows.iter()
        .map(|row| {
            let counts = Trinomial {
                wins: row[wins] as u64,
                draws: row[draws] as u64,
                losses: row[losses] as u64,
            };
            (row[1..8].to_vec(), counts)
        })
        .collect()
}

fn fitted() -> Result<Fit, Box<dyn std::error::Error>> {
    let (header, _) = csv("ds4_imbalance_matches.csv");
    let mut sample = Sample::new(header[1..8].iter().cloned());
    for (index, (x, counts)) in matches().into_iter().enumerate() {
        sample.record_grouped(Cluster(index as u64), &x, Grouped::games(counts))?;
    }
    Ok(fit_logistic(&sample, Penalty::None)?)
}

fn same_ratios(fit: &Fit, errors: Errors, told: &Told) -> Result<(), &'static str> {
    for (name, told) in told.as_object().ok_or("ratios")? {
        let (piece, pawn) = (
            fit.column(name).ok_or("piece")?,
            fit.column("P").ok_or("P")?,
        );
        let ratio = fit
            .ratio(piece, pawn, errors, Confidence::P95)
            .ok_or("ratio")?;
        near(ratio.estimate.value, number(&told["value"]), 1e-7, name);
        near(ratio.estimate.se, number(&told["se_delta"]), 1e-7, name);
        let fieller = ratio.fieller.bounded().ok_or("unbounded")?;
        for (found, told) in [
            (ratio.delta, &told["ci95_delta"]),
            (fieller, &told["ci95_fieller"]),
        ] {
            near(found.low, numbers(told)[0], 1e-7, name);
            near(found.high, numbers(told)[1], 1e-7, name);
        }
    }
    Ok(())
}

#[test]
pub(crate) fn grouped_matches() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds4_fit.json");
    let fit = fitted()?;
    assert_eq!(fit.columns(), words(&told["GLM"]["names"]));
    near(fit.observations(), 7200.0, 0.0, "games");
    let estimates = |errors| -> Vec<Estimate> {
        fit.coefficients(errors)
            .iter()
            .filter_map(Coefficient::estimate)
            .collect()
    };
    same_estimates(
        &estimates(Errors::Model),
        &told["GLM"]["coef"],
        &told["GLM"]["se"],
        1e-8,
    );
    for (found, told) in estimates(Errors::Robust)
        .iter()
        .zip(numbers(&told["se_robust_per_game_HC0"]))
    {
        near_relative(found.se, told, 1e-8, "robust");
    }
    for (i, estimate) in estimates(Errors::Model).iter().enumerate() {
        let told = &told["GLM"];
        near(estimate.z().ok_or("z")?, numbers(&told["z"])[i], 1e-7, "z");
        let p = estimate.p_value().ok_or("p")?.value();
        near_relative(p, numbers(&told["p_value"])[i], 1e-5, "p");
        let interval = estimate.interval(Confidence::P95);
        near(interval.low, numbers(&told["ci95_low"])[i], 1e-8, "low");
        near(interval.high, numbers(&told["ci95_high"])[i], 1e-8, "high");
        let covariance = fit.covariance(Errors::Model).ok_or("covariance")?;
        for (j, expected) in numbers(&told["cov"][i]).into_iter().enumerate() {
            near(covariance.between(i, j), expected, 1e-10, "covariance");
        }
    }
    same_ratios(
        &fit,
        Errors::Model,
        &told["piece_values_in_pawns_model_cov"],
    )?;
    same_ratios(
        &fit,
        Errors::Robust,
        &told["piece_values_in_pawns_robust_cov"],
    )?;
    Ok(())
}

#[test]
pub(crate) fn residuals_of_whole_matches() -> Result<(), Box<dyn std::error::Error>> {
    // The reference's deviance and X² compare the matches' scores, not single games.
    let told = json("ds4_fit.json");
    let fit = fitted()?;
    let (mut deviance, mut pearson) = (0.0, 0.0);
    for (x, counts) in matches() {
        let (n, score) = (
            counts.games() as f64,
            counts.score().ok_or("score")?.value(),
        );
        let share = fit.predict(&x).ok_or("share")?;
        let gain = |a: f64, b: f64| a * (a / b).ln();
        deviance += 2.0 * n * (gain(score, share) + gain(1.0 - score, 1.0 - share));
        pearson += n * (score - share).powi(2) / (share * (1.0 - share));
    }
    let free = matches().len() - fit.parameters();
    assert_eq!(Some(free as u64), told["df_resid"].as_u64());
    near(deviance, number(&told["deviance"]), 1e-8, "deviance");
    near(pearson, number(&told["pearson_chi2"]), 1e-8, "pearson");
    Ok(())
}

#[test]
pub(crate) fn scores_of_matches() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds4_fit.json");
    let names = names("ds4_imbalance_matches.csv");
    let matches = matches();
    assert_eq!(Some(matches.len() as u64), told["rows"].as_u64());
    let mut excess = std::collections::BTreeMap::new();
    for (name, (_, counts)) in names.iter().zip(&matches) {
        assert_eq!(Some(counts.games()), told["games_per_row"].as_u64());
        let percent = 100.0 * counts.score().ok_or("score")?.value();
        near(percent, number(&told["score_percent"][name]), 1e-12, name);
        excess.insert(name.as_str(), percent - 50.0);
    }
    // Muller's reckoning: what a pawn changes is the unit.
    let muller = &told["muller_style"];
    let pawn = number(&muller["pawn_odds_excess_percent"]);
    near(excess["P odds"], pawn, 1e-12, "pawn");
    let (queen, archbishop) = (excess["Q vs A"], excess["A+P vs Q"]);
    let value = queen / (queen + archbishop);
    near(
        value,
        number(&muller["Q_vs_A_excess_in_pawns"]),
        1e-12,
        "queen against archbishop",
    );
    Ok(())
}
