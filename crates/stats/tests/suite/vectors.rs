//! Reading the reference files and comparing numbers with them.

use assay_stats::Estimate;
use serde_json::Value;
use std::path::PathBuf;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// A JSON reference file.
pub(crate) fn json(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// One set of `vectors.json`.
pub(crate) fn set(name: &str) -> Vec<Value> {
    let all = json("vectors.json");
    all[name]
        .as_array()
        .unwrap_or_else(|| panic!("no set {name}"))
        .clone()
}

/// A CSV file: the header and the rows as numbers.
pub(crate) fn csv(name: &str) -> (Vec<String>, Vec<Vec<f64>>) {
    let text = text(name);
    let mut lines = text.lines();
    let header = lines
        .next()
        .unwrap_or_default()
        .split(',')
        .map(str::to_owned)
        .collect();
    let rows = lines
        .map(|line| {
            line.split(',')
                .map(|n| n.parse().unwrap_or(f64::NAN))
                .collect()
        })
        .collect();
    (header, rows)
}

/// A number of a reference file.
pub(crate) fn number(value: &Value) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("not a number: {value}"))
}

/// A count of a reference file.
pub(crate) fn count(value: &Value) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("not a count: {value}"))
}

/// A list of numbers of a reference file.
pub(crate) fn numbers(value: &Value) -> Vec<f64> {
    value
        .as_array()
        .unwrap_or_else(|| panic!("not a list: {value}"))
        .iter()
        .map(number)
        .collect()
}

/// A list of words of a reference file.
pub(crate) fn words(value: &Value) -> Vec<String> {
    let list = value
        .as_array()
        .unwrap_or_else(|| panic!("not a list: {value}"));
    list.iter()
        .filter_map(|v| v.as_str().map(str::to_owned))
        .collect()
}

/// Fails unless `found` is within `tolerance` of `expected`, relative where that is above 1.
#[track_caller]
pub(crate) fn near(found: f64, expected: f64, tolerance: f64, what: &str) {
    let allowed = tolerance * expected.abs().max(1.0);
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: found {found}, expected {expected}"
    );
}

/// Fails unless `found` is within a relative `tolerance` of `expected`.
#[track_caller]
pub(crate) fn near_relative(found: f64, expected: f64, tolerance: f64, what: &str) {
    let allowed = tolerance * expected.abs();
    assert!(
        (found - expected).abs() <= allowed,
        "{what}: found {found}, expected {expected}"
    );
}

/// Compares values and standard errors, relative.
#[track_caller]
pub(crate) fn same_estimates(found: &[Estimate], values: &Value, errors: &Value, tolerance: f64) {
    let (values, errors) = (numbers(values), numbers(errors));
    assert_eq!((found.len(), found.len()), (values.len(), errors.len()));
    for (i, estimate) in found.iter().enumerate() {
        // Coefficients near zero are judged against their error.
        let allowed = tolerance * values[i].abs().max(errors[i]);
        assert!(
            (estimate.value - values[i]).abs() <= allowed,
            "{i}: {estimate:?} {}",
            values[i]
        );
        near_relative(
            estimate.se,
            errors[i],
            tolerance,
            &format!("standard error {i}"),
        );
    }
}
