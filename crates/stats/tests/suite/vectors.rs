//! Reading the reference files and comparing numbers with them.

pub(crate) use crate::told::Told;
use assay_stats::Estimate;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::OnceLock;

fn path(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/vectors")
        .join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(path(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
}

/// All JSON reference files by name.
pub(crate) fn files() -> &'static BTreeMap<&'static str, Told> {
    static FILES: OnceLock<BTreeMap<&'static str, Told>> = OnceLock::new();
    FILES.get_or_init(|| {
        let names = [
            "vectors.json",
            "ds1_fit.json",
            "ds2_fit.json",
            "ds3_fit.json",
            "ds4_fit.json",
            "ds5_separation.json",
        ];
        let read = |name: &'static str| {
            let value: serde_json::Value =
                serde_json::from_str(&text(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
            (name, Told::from(value))
        };
        names.into_iter().map(read).collect()
    })
}

/// A JSON reference file.
pub(crate) fn json(name: &str) -> &'static Told {
    let file = files().get(name);
    file.unwrap_or_else(|| panic!("no file {name}"))
}

/// One set of `vectors.json`.
pub(crate) fn set(name: &str) -> &'static [Told] {
    let set = json("vectors.json")[name].as_array();
    set.unwrap_or_else(|| panic!("no set {name}"))
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

/// The first column of a CSV file, as words.
pub(crate) fn names(name: &str) -> Vec<String> {
    let first = |line: &str| line.split(',').next().unwrap_or_default().to_owned();
    text(name).lines().skip(1).map(first).collect()
}

/// A number of a reference file.
pub(crate) fn number(value: &Told) -> f64 {
    value
        .as_f64()
        .unwrap_or_else(|| panic!("not a number: {value}"))
}

/// A count of a reference file.
pub(crate) fn count(value: &Told) -> u64 {
    value
        .as_u64()
        .unwrap_or_else(|| panic!("not a count: {value}"))
}

/// A list of numbers of a reference file.
pub(crate) fn numbers(value: &Told) -> Vec<f64> {
    value
        .as_array()
        .unwrap_or_else(|| panic!("not a list: {value}"))
        .iter()
        .map(number)
        .collect()
}

/// A list of words of a reference file.
pub(crate) fn words(value: &Told) -> Vec<String> {
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
pub(crate) fn same_estimates(found: &[Estimate], values: &Told, errors: &Told, tolerance: f64) {
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
