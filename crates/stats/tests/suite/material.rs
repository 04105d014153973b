//! `ds1` and `ds2`: piece values by binary and fractional logistic regression.

use crate::vectors::{
    Told, csv, json, near, near_relative, number, numbers, same_estimates, words,
};
use assay_stats::{
    Cluster, Confidence, Correction, Errors, Estimate, Fit, FitError, Penalty, Sample, fit_linear,
    fit_logistic,
};

const TOLERANCE: f64 = 1e-8;

/// Explanatory columns from `first` on, the outcome last; one cluster a value of `cluster`.
fn sample(name: &str, first: usize, cluster: Option<usize>) -> Sample {
    let (header, rows) = csv(name);
    let last = header.len() - 1;
    let mut sample = Sample::new(header[first..last].iter().cloned());
    for (index, row) in rows.iter().enumerate() {
        let cluster = cluster.map_or(index as u64, |column| row[column] as u64);
        assert_eq!(
            sample.record(Cluster(cluster), &row[first..last], row[last]),
            Ok(())
        );
    }
    sample
}

fn estimates(fit: &Fit, errors: Errors) -> Vec<Estimate> {
    fit.coefficients(errors)
        .iter()
        .filter_map(assay_stats::Coefficient::estimate)
        .collect()
}

fn same_errors(fit: &Fit, errors: Errors, told: &Told) {
    let found = estimates(fit, errors);
    for (estimate, told) in found.iter().zip(numbers(told)) {
        near_relative(estimate.se, told, TOLERANCE, &format!("{errors:?}"));
    }
}

fn same_covariance(fit: &Fit, errors: Errors, told: &Told) {
    let found = fit.covariance(errors);
    assert!(found.is_some());
    for (i, row) in told.as_array().into_iter().flatten().enumerate() {
        for (j, expected) in numbers(row).into_iter().enumerate() {
            let between = found.as_ref().map_or(f64::NAN, |c| c.between(i, j));
            near(between, expected, 1e-10, "covariance");
        }
    }
}

fn same_statistics(found: &[Estimate], told: &Told) -> Result<(), &'static str> {
    for (i, estimate) in found.iter().enumerate() {
        near(estimate.z().ok_or("z")?, numbers(&told["z"])[i], 1e-7, "z");
        let p = estimate.p_value().ok_or("p")?.value();
        near_relative(p, numbers(&told["p_value"])[i], 1e-5, "p");
        let interval = estimate.interval(Confidence::P95);
        near(
            interval.low,
            numbers(&told["ci95_low"])[i],
            TOLERANCE,
            "low",
        );
        near(
            interval.high,
            numbers(&told["ci95_high"])[i],
            TOLERANCE,
            "high",
        );
    }
    Ok(())
}

fn same_ratios(fit: &Fit, errors: Errors, told: &Told) -> Result<(), &'static str> {
    for (name, told) in told.as_object().ok_or("ratios")? {
        let (numerator, pawn) = (
            fit.column(name).ok_or("piece")?,
            fit.column("dP").ok_or("dP")?,
        );
        let ratio = fit
            .ratio(numerator, pawn, errors, Confidence::P95)
            .ok_or("ratio")?;
        near(ratio.estimate.value, number(&told["value"]), 1e-7, name);
        near(ratio.estimate.se, number(&told["se_delta"]), 1e-7, name);
        near(ratio.delta.low, numbers(&told["ci95_delta"])[0], 1e-7, name);
        near(
            ratio.delta.high,
            numbers(&told["ci95_delta"])[1],
            1e-7,
            name,
        );
        let fieller = ratio.fieller.bounded().ok_or("unbounded")?;
        near(fieller.low, numbers(&told["ci95_fieller"])[0], 1e-7, name);
        near(fieller.high, numbers(&told["ci95_fieller"])[1], 1e-7, name);
    }
    Ok(())
}

#[test]
pub(crate) fn binary_outcomes() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds1_fit.json");
    let sample = sample("ds1_material_binary.csv", 0, None);
    assert_eq!(sample.columns(), words(&told["statsmodels_Logit"]["names"]));
    let fit = fit_logistic(&sample, Penalty::None)?;
    near(fit.observations(), number(&told["n"]), 0.0, "rows");
    let plain = &told["statsmodels_Logit"];
    let found = estimates(&fit, Errors::Model);
    same_estimates(&found, &plain["coef"], &plain["se"], TOLERANCE);
    same_statistics(&found, plain)?;
    same_covariance(&fit, Errors::Model, &plain["cov"]);
    near(
        fit.log_likelihood(),
        number(&plain["loglik"]),
        1e-12,
        "likelihood",
    );
    near(fit.aic(), number(&plain["aic"]), 1e-12, "aic");
    same_errors(&fit, Errors::Robust, &told["se_HC0"]);
    // The reference's HC1 carries no factor for discrete models: it repeats HC0.
    same_errors(&fit, Errors::Robust, &told["se_HC1"]);
    same_ratios(&fit, Errors::Model, &told["piece_values_in_pawns"])?;
    Ok(())
}

#[test]
pub(crate) fn likelihoods_of_smaller_models() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds1_fit.json");
    let (header, rows) = csv("ds1_material_binary.csv");
    let last = header.len() - 1;
    let mut without_move = Sample::new(header[..last - 1].iter().cloned());
    let mut constant = Sample::new(["const"]);
    for (index, row) in rows.iter().enumerate() {
        let cluster = Cluster(index as u64);
        without_move.record(cluster, &row[..last - 1], row[last])?;
        constant.record(cluster, &[1.0], row[last])?;
    }
    let full = fit_logistic(&sample("ds1_material_binary.csv", 0, None), Penalty::None)?;
    let smaller = fit_logistic(&without_move, Penalty::None)?;
    let test = &told["LR_test_drop_stm"];
    near(
        smaller.log_likelihood(),
        number(&test["loglik_restricted"]),
        1e-12,
        "likelihood",
    );
    let ratio = full.likelihood_ratio(&smaller).ok_or("ratio")?;
    near(ratio.chi2, number(&test["chi2"]), 1e-10, "chi2");
    near(ratio.p_value.value(), number(&test["p_value"]), 1e-10, "p");
    assert_eq!(Some(ratio.degrees as u64), test["df"].as_u64());
    assert_eq!(smaller.likelihood_ratio(&full), None);
    let null = fit_logistic(&constant, Penalty::None)?.log_likelihood();
    // The reference found its maximum numerically, a trace below ours.
    let told = number(&told["statsmodels_Logit"]["loglik_null_const_only"]);
    near(null, told, 1e-9, "null");
    Ok(())
}

#[test]
pub(crate) fn ridge_penalty() -> Result<(), Box<dyn std::error::Error>> {
    let told = &json("ds1_fit.json")["ridge_lambda_1"];
    let fit = fit_logistic(
        &sample("ds1_material_binary.csv", 0, None),
        Penalty::Ridge(1.0),
    )?;
    assert_eq!(fit.penalty(), Penalty::Ridge(1.0));
    let found = estimates(&fit, Errors::Model);
    same_estimates(
        &found,
        &told["coef"],
        &told["se_from_penalised_hessian"],
        1e-6,
    );
    let size: f64 = found.iter().map(|e| e.value * e.value).sum();
    near(
        0.5 * size - fit.log_likelihood(),
        number(&told["objective_value"]),
        1e-10,
        "objective",
    );
    Ok(())
}

#[test]
pub(crate) fn wins_draws_and_losses_of_pairs() -> Result<(), Box<dyn std::error::Error>> {
    let told = json("ds2_fit.json");
    let sample = sample("ds2_material_wdl_pairs.csv", 1, Some(0));
    let plain = &told["GLM_binomial_model_se"];
    assert_eq!(sample.columns(), words(&plain["names"]));
    let fit = fit_logistic(&sample, Penalty::None)?;
    assert_eq!(Some(fit.clusters() as u64), told["pairs"].as_u64());
    near(fit.observations(), number(&told["n"]), 0.0, "rows");
    let rows = csv("ds2_material_wdl_pairs.csv").1;
    for (outcome, name) in [(1.0, "win"), (0.5, "draw"), (0.0, "loss")] {
        let seen = rows
            .iter()
            .filter(|row| (row[8] - outcome).abs() < 0.25)
            .count() as u64;
        assert_eq!(Some(seen), told["counts"][name].as_u64(), "{name}");
    }
    let found = estimates(&fit, Errors::Model);
    same_estimates(&found, &plain["coef"], &plain["se"], TOLERANCE);
    same_statistics(&found, plain)?;
    same_covariance(&fit, Errors::Model, &plain["cov"]);
    near(fit.deviance(), number(&told["deviance"]), 1e-11, "deviance");
    near(
        fit.pearson_chi2().ok_or("pearson")?,
        number(&told["pearson_chi2"]),
        1e-9,
        "pearson",
    );
    let scale = fit.dispersion().ok_or("dispersion")?;
    near(scale, number(&told["quasi_scale_X2"]), 1e-9, "scale");
    let uncorrected = Errors::Clustered(Correction::None);
    let table = [
        (Errors::Quasi, "se_quasi"),
        (Errors::Robust, "se_HC0"),
        (Errors::Robust, "se_HC1"),
        (uncorrected, "se_cluster_pair_no_correction"),
        (
            Errors::Clustered(Correction::SmallSample),
            "se_cluster_pair_small_sample_correction",
        ),
    ];
    for (errors, name) in table {
        same_errors(&fit, errors, &told[name]);
    }
    same_covariance(&fit, uncorrected, &told["cov_cluster_no_correction"]);
    same_ratios(&fit, uncorrected, &told["piece_values_in_pawns_cluster"])?;
    Ok(())
}

#[test]
pub(crate) fn a_value_the_games_cannot_tell_is_said_to_be_so()
-> Result<(), Box<dyn std::error::Error>> {
    // Two more columns: one never used, one always twice the rook's.
    let (header, rows) = csv("ds2_material_wdl_pairs.csv");
    let mut names = header[1..8].to_vec();
    names.extend(["unused".to_owned(), "twins".to_owned()]);
    let mut sample = Sample::new(names);
    for row in &rows {
        let mut x = row[1..8].to_vec();
        x.extend([0.0, 2.0 * row[4]]);
        sample.record(Cluster(row[0] as u64), &x, row[8])?;
    }
    let fit = fit_logistic(&sample, Penalty::None)?;
    let told = json("ds2_fit.json");
    let coefficients = fit.coefficients(Errors::Model);
    for place in [0, 1, 2, 4, 5, 6] {
        let value = coefficients[place]
            .estimate()
            .map(|e| e.value)
            .ok_or("estimate")?;
        near(
            value,
            numbers(&told["GLM_binomial_model_se"]["coef"])[place],
            1e-8,
            "others",
        );
    }
    for place in [3, 7, 8] {
        assert_eq!(
            coefficients[place].estimate(),
            None,
            "{:?}",
            coefficients[place]
        );
        assert_eq!(fit.ratio(place, 0, Errors::Model, Confidence::P95), None);
    }
    // A rook with its twins can be told.
    let mut together = vec![0.0; 9];
    (together[3], together[8]) = (1.0, 2.0);
    let rook = fit.contrast(&together, Errors::Model).ok_or("contrast")?;
    near(
        rook.value,
        numbers(&told["GLM_binomial_model_se"]["coef"])[3],
        1e-8,
        "rook",
    );
    Ok(())
}

#[test]
fn nothing_to_fit_is_an_error() {
    let empty = Sample::new(["a"]);
    assert_eq!(
        fit_logistic(&empty, Penalty::None).err(),
        Some(FitError::Nothing)
    );
    assert_eq!(fit_linear(&empty).err(), Some(FitError::Nothing));
    let sample = sample("ds1_material_binary.csv", 0, None);
    for lambda in [0.0, -1.0, f64::NAN] {
        let refused = fit_logistic(&sample, Penalty::Ridge(lambda)).err();
        assert_eq!(refused, Some(FitError::Penalty));
    }
}
