//! `ds2`: piece values by models of wins, draws and losses.

use crate::vectors::{csv, json, near, near_relative, number, numbers, same_estimates, words};
use assay_stats::{
    Cluster, Coefficient, Correction, Elo, Errors, Estimate, Fit, FitError, LatentModel, Sample,
    fit_latent,
};

fn sample() -> Sample {
    let (header, rows) = csv("ds2_material_wdl_pairs.csv");
    let mut sample = Sample::new(header[1..8].iter().cloned());
    for row in &rows {
        let cluster = Cluster(row[0] as u64);
        assert_eq!(sample.record(cluster, &row[1..8], row[8]), Ok(()));
    }
    sample
}

fn estimates(fit: &Fit, errors: Errors) -> Vec<Estimate> {
    fit.coefficients(errors)
        .iter()
        .filter_map(Coefficient::estimate)
        .collect()
}

#[test]
pub(crate) fn proportional_odds() -> Result<(), FitError> {
    let told = &json("ds2_fit.json")["ordered_logit_proportional_odds"];
    let fit = fit_latent(&sample(), LatentModel::OrderedLogit)?;
    assert_eq!(fit.columns(), words(&told["names"]));
    let found = estimates(&fit, Errors::Model);
    // The reference's errors come from a numerical second derivative.
    same_estimates(&found, &told["params_raw"], &told["se_raw"], 1e-5);
    near(
        fit.log_likelihood(),
        number(&told["loglik"]),
        1e-11,
        "likelihood",
    );
    let thresholds = numbers(&told["thresholds_loss_draw__draw_win"]);
    near(
        found[7].value + found[8].value.exp(),
        thresholds[1],
        1e-6,
        "upper threshold",
    );
    Ok(())
}

#[test]
pub(crate) fn rao_kupper_and_davidson() -> Result<(), FitError> {
    let told = json("ds2_fit.json");
    for (name, model) in [
        ("rao_kupper", LatentModel::RaoKupper),
        ("davidson", LatentModel::Davidson),
    ] {
        let told = &told[name];
        let fit = fit_latent(&sample(), model)?;
        assert_eq!(fit.columns(), words(&told["names"]));
        let found = estimates(&fit, Errors::Model);
        for (i, estimate) in found.iter().enumerate() {
            // The reference's precision note: coefficients 1e-5, numerical errors 1e-3.
            near(estimate.value, numbers(&told["coef"])[i], 1e-5, name);
            near_relative(estimate.se, numbers(&told["se"])[i], 1e-3, name);
        }
        near(
            fit.log_likelihood(),
            number(&told["loglik"]),
            1e-10,
            "likelihood",
        );
    }
    Ok(())
}

#[test]
pub(crate) fn least_squares_of_the_hyperbolic_tangent() -> Result<(), Box<dyn std::error::Error>> {
    let told = &json("ds2_fit.json")["alphazero_tanh_mse"];
    let fit = fit_latent(&sample(), LatentModel::TanhSquares)?;
    let robust = estimates(&fit, Errors::Robust);
    same_estimates(
        &robust,
        &told["coef"],
        &told["se_sandwich_HC0_full_hessian"],
        1e-6,
    );
    let clustered = estimates(&fit, Errors::Clustered(Correction::None));
    let errors = &told["se_sandwich_cluster_pair_full_hessian"];
    same_estimates(&clustered, &told["coef"], errors, 1e-6);
    near(
        -fit.log_likelihood() / 800.0,
        number(&told["mse"]),
        1e-11,
        "mse",
    );
    for (name, value) in told["piece_values_in_pawns"].as_object().ok_or("values")? {
        let place = fit.column(name).ok_or("column")?;
        near(
            robust[place].value / robust[0].value,
            number(value),
            1e-6,
            name,
        );
    }
    // There is no likelihood behind it, so no model errors.
    assert!(estimates(&fit, Errors::Model).is_empty());
    Ok(())
}

#[test]
pub(crate) fn texels_scale_of_fixed_values() -> Result<(), Box<dyn std::error::Error>> {
    let told = &json("ds2_fit.json")["texel_K"];
    let (header, rows) = csv("ds2_material_wdl_pairs.csv");
    // 1 / (1 + 10^(-K q / 400)) is (1 + tanh(K q ln 10 / 800)) / 2.
    let mut sample = Sample::new(["scale"]);
    for (index, row) in rows.iter().enumerate() {
        let evaluation: f64 = (1..7)
            .map(|place| row[place] * number(&told["fixed_values_cp"][&header[place]]))
            .sum();
        let x = evaluation * std::f64::consts::LN_10 / 800.0;
        sample.record(Cluster(index as u64), &[x], row[8])?;
    }
    let fit = fit_latent(&sample, LatentModel::TanhSquares)?;
    let scale = estimates(&fit, Errors::Robust)[0].value;
    near(scale, number(&told["K"]), 1e-6, "K");
    let error = -fit.log_likelihood() / 800.0 / 4.0;
    near(error, number(&told["E_at_K"]), 1e-10, "error");
    let error_at_one: f64 = rows
        .iter()
        .map(|row| {
            let evaluation: f64 = (1..7)
                .map(|place| row[place] * number(&told["fixed_values_cp"][&header[place]]))
                .sum();
            (row[8] - Elo(evaluation).score().value()).powi(2)
        })
        .sum();
    let told = number(&told["E_at_K1"]);
    near(error_at_one / 800.0, told, 1e-12, "error at a scale of one");
    Ok(())
}

#[test]
fn outcomes_the_models_do_not_know() {
    let mut shares = Sample::new(["a"]);
    let mut one_sided = Sample::new(["a"]);
    for cluster in 0..4 {
        assert_eq!(shares.record(Cluster(cluster), &[1.0], 0.3), Ok(()));
        assert_eq!(one_sided.record(Cluster(cluster), &[1.0], 1.0), Ok(()));
    }
    let fit = |sample: &Sample| fit_latent(sample, LatentModel::Davidson).err();
    assert_eq!(fit(&shares), Some(FitError::OutcomeRange));
    assert_eq!(fit(&one_sided), Some(FitError::OneSided));
    assert_eq!(fit(&Sample::new(["a"])), Some(FitError::Nothing));
}

#[test]
pub(crate) fn a_constant_beside_thresholds_cannot_be_told() -> Result<(), Box<dyn std::error::Error>>
{
    let (header, rows) = csv("ds2_material_wdl_pairs.csv");
    let names = header[1..8]
        .iter()
        .cloned()
        .chain(std::iter::once("const".to_owned()));
    let mut sample = Sample::new(names);
    for row in &rows {
        let mut x = row[1..8].to_vec();
        x.push(1.0);
        sample.record(Cluster(row[0] as u64), &x, row[8])?;
    }
    let fit = fit_latent(&sample, LatentModel::OrderedLogit)?;
    let told = &json("ds2_fit.json")["ordered_logit_proportional_odds"];
    let coefficients = fit.coefficients(Errors::Model);
    for (place, expected) in numbers(&told["params_raw"]).into_iter().enumerate().take(7) {
        let found = coefficients[place].estimate().ok_or("coefficient")?;
        near(found.value, expected, 1e-6, "coefficient");
    }
    let threshold = fit.column("threshold1").ok_or("threshold")?;
    let constant = fit.column("const").ok_or("constant")?;
    for place in [constant, threshold] {
        assert!(
            matches!(coefficients[place], Coefficient::NotEstimable(_)),
            "{place}"
        );
    }
    Ok(())
}
