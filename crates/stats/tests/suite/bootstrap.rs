//! `pair_bootstrap` of the vectors.

use crate::vectors::{count, near, number, numbers, set};
use assay_stats::{BootstrapSeed, Confidence, Pentanomial};

#[test]
pub(crate) fn exact_error_and_percentiles() -> Result<(), &'static str> {
    for case in set("pair_bootstrap") {
        let list = case["pentanomial"].as_array().ok_or("counts")?;
        let counts = Pentanomial(std::array::from_fn(|i| count(&list[i])));
        let exact = counts.bootstrap_estimate().ok_or("exact")?;
        near(exact.value, number(&case["score"]), 1e-14, "score");
        near(
            exact.se,
            number(&case["bootstrap_se_exact"]),
            1e-14,
            "bootstrap error",
        );
        let normal = exact.interval(Confidence::P95);
        near(
            normal.low,
            numbers(&case["normal95"])[0],
            1e-12,
            "normal, low",
        );
        near(
            normal.high,
            numbers(&case["normal95"])[1],
            1e-12,
            "normal, high",
        );
        let unbiased = counts.estimate().ok_or("unbiased")?;
        near(
            unbiased.se,
            number(&case["unbiased_se"]),
            1e-14,
            "unbiased error",
        );

        let drawn = counts
            .bootstrap_interval(100_000, BootstrapSeed(20_260_101), Confidence::P95)
            .ok_or("percentiles")?;
        let told = numbers(&case["percentile95_sim400k"]);
        let tolerance = number(&case["percentile_tolerance"]) + 1e-12;
        near(drawn.low, told[0], tolerance, "percentile, low");
        near(drawn.high, told[1], tolerance, "percentile, high");
    }
    Ok(())
}
