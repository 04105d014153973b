//! `ds5`: outcomes that material predicts perfectly.

use crate::vectors::{json, near, numbers, same_estimates};
use assay_stats::{
    Cluster, Coefficient, Errors, Estimate, Fit, FitError, Penalty, Sample, fit_logistic,
    fit_logistic_or_firth,
};

fn sample() -> Sample {
    let told = json("ds5_separation.json");
    let mut sample = Sample::new(["a", "b"]);
    let rows = told["X"].as_array().into_iter().flatten();
    for (index, (row, outcome)) in rows.zip(numbers(&told["y"])).enumerate() {
        assert_eq!(
            sample.record(Cluster(index as u64), &numbers(row), outcome),
            Ok(())
        );
    }
    sample
}

fn estimates(fit: &Fit) -> Vec<Estimate> {
    fit.coefficients(Errors::Model)
        .iter()
        .filter_map(Coefficient::estimate)
        .collect()
}

#[test]
pub(crate) fn a_plain_fit_is_refused_and_names_the_columns() {
    let refused = fit_logistic(&sample(), Penalty::None).err();
    let Some(FitError::Separated(separation)) = refused else {
        panic!("{refused:?}")
    };
    let columns = [("a".to_owned(), 1.0), ("b".to_owned(), 1.0)];
    assert_eq!(separation.columns, columns);
}

#[test]
pub(crate) fn ridge_fits() -> Result<(), FitError> {
    let told = json("ds5_separation.json");
    for (lambda, name) in [(1.0, "ridge_lambda_1"), (0.01, "ridge_lambda_0.01")] {
        let fit = fit_logistic(&sample(), Penalty::Ridge(lambda))?;
        assert_eq!(fit.penalty(), Penalty::Ridge(lambda));
        same_estimates(
            &estimates(&fit),
            &told[name]["coef"],
            &told[name]["se_penalised"],
            1e-6,
        );
    }
    Ok(())
}

#[test]
pub(crate) fn firth_steps_in_and_says_so() -> Result<(), FitError> {
    let told = json("ds5_separation.json");
    let fit = fit_logistic_or_firth(&sample())?;
    assert_eq!(fit.penalty(), Penalty::Firth);
    assert!(fit.separation().is_some());
    same_estimates(
        &estimates(&fit),
        &told["firth"]["coef"],
        &told["firth"]["se"],
        1e-6,
    );
    Ok(())
}

#[test]
fn separation_in_one_column_only() {
    // `a` overlaps, `b` was never on a losing side.
    let rows = [
        ([1.0, 0.0], 1.0),
        ([1.0, 0.0], 0.0),
        ([-1.0, 0.0], 0.0),
        ([-1.0, 0.0], 0.5),
        ([1.0, 1.0], 1.0),
        ([-1.0, 1.0], 1.0),
        ([0.0, -1.0], 0.0),
    ];
    let mut sample = Sample::new(["a", "b"]);
    for (index, (x, outcome)) in rows.into_iter().enumerate() {
        assert_eq!(sample.record(Cluster(index as u64), &x, outcome), Ok(()));
    }
    let refused = fit_logistic(&sample, Penalty::None).err();
    let Some(FitError::Separated(separation)) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(separation.columns, [("b".to_owned(), 1.0)]);
}

#[test]
fn everybody_wins() {
    let mut sample = Sample::new(["const"]);
    for cluster in 0..5 {
        assert_eq!(sample.record(Cluster(cluster), &[1.0], 1.0), Ok(()));
    }
    assert!(matches!(
        fit_logistic(&sample, Penalty::None),
        Err(FitError::Separated(_))
    ));
}

#[test]
fn firth_on_a_single_proportion_is_jeffreys() -> Result<(), Box<dyn std::error::Error>> {
    // With one constant Firth's estimate is the share after adding half a win and half a loss.
    let mut sample = Sample::new(["const"]);
    for outcome in [1.0, 1.0, 1.0, 0.5] {
        sample.record(Cluster(0), &[1.0], outcome)?;
    }
    let fit = fit_logistic(&sample, Penalty::Firth)?;
    near(
        fit.predict(&[1.0]).ok_or("share")?,
        4.0 / 5.0,
        1e-9,
        "share",
    );
    Ok(())
}

#[test]
fn firth_gets_over_a_long_flat_ridge() -> Result<(), Box<dyn std::error::Error>> {
    // Steps by the information alone creep along here for hundreds of rounds.
    let rows = [
        ([0.0, 3.0, 0.0, 0.0, 0.0, -1.0], 0.0),
        ([0.0, 1.0, 3.0, -3.0, -1.0, 0.0], 0.0),
        ([0.0, 0.0, 0.0, 0.0, 1.0, 0.0], 1.0),
        ([3.0, 0.0, 0.0, 0.0, 0.0, 0.0], 1.0),
        ([0.0, 0.0, 0.0, 0.0, 0.0, -2.0], 0.0),
        ([0.0, 0.0, 0.0, 0.0, 0.0, -1.0], 0.0),
        ([0.0, 2.0, 0.0, 0.0, 0.0, 0.0], 1.0),
        ([3.0, 0.0, -3.0, 0.0, 0.0, 2.0], 0.0),
        ([0.0, -1.0, -3.0, 0.0, 0.0, -3.0], 0.0),
        ([0.0, -3.0, 0.0, 0.0, 0.0, 0.0], 0.0),
        ([0.0, -1.0, 0.0, 0.0, 0.0, 0.0], 1.0),
        ([-1.0, 0.0, 0.0, 1.0, 0.0, 0.0], 1.0),
        ([0.0, 0.0, 0.0, -3.0, 0.0, 0.0], 0.5),
    ];
    let mut sample = Sample::new(["a", "b", "c", "d", "e", "f"]);
    for (index, (x, outcome)) in rows.iter().enumerate() {
        sample.record(Cluster(index as u64), x, *outcome)?;
    }
    assert!(fit_logistic(&sample, Penalty::Firth)?.iterations() < 30);
    Ok(())
}
