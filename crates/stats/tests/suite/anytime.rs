//! `asymptotic_confidence_sequence`, `normal_mixture_boundary`, `betting_eprocess` and
//! `sample_size` of the vectors.

use crate::vectors::{json, near, near_relative, number, numbers, set};
use assay_stats::{
    AsymptoticSequence, BetFault, Bets, Confidence, MixtureBoundary, Power, SampleSize, Tuning,
};
use serde_json::Value;

fn confidence(case: &Value) -> Confidence {
    Confidence::new(1.0 - number(&case["alpha"])).unwrap_or_default()
}

#[test]
fn asymptotic_sequences() -> Result<(), &'static str> {
    let told = json("vectors.json")["asymptotic_confidence_sequence"].clone();
    for case in told["vectors"].as_array().ok_or("cases")? {
        let tuning = Tuning::new(number(&case["rho2"])).ok_or("rho")?;
        let sequence = AsymptoticSequence {
            tuning,
            confidence: confidence(case),
        };
        let half = sequence
            .half_width(number(&case["t"]))
            .ok_or("half width")?;
        let told = number(&case["half_width_over_sigma_asymptotic_cs"]);
        near_relative(half, told, 1e-12, "half width");
        assert_eq!(sequence.half_width(0.0), None);
    }
    for case in told["rho2_tuned_for_t_star"].as_array().ok_or("tunings")? {
        let tuning = Tuning::near(number(&case["t_star"]), confidence(case)).ok_or("rho")?;
        near_relative(tuning.rho_squared(), number(&case["rho2"]), 1e-12, "rho");
    }
    Ok(())
}

#[test]
fn mixture_boundaries() -> Result<(), &'static str> {
    let told = json("vectors.json")["normal_mixture_boundary"].clone();
    for case in told["vectors"].as_array().ok_or("cases")? {
        let boundary = MixtureBoundary::new(number(&case["rho"]), confidence(case)).ok_or("rho")?;
        let found = boundary.at(number(&case["V"]));
        near_relative(
            found,
            number(&case["boundary_two_sided"]),
            1e-12,
            "boundary",
        );
        assert_eq!(boundary.interval(0.5, 0), None);
    }
    Ok(())
}

#[test]
fn wealth_of_bets() -> Result<(), BetFault> {
    let told = json("vectors.json")["betting_eprocess"].clone();
    let mut bets = Bets::new(number(&told["null_mean"]), &numbers(&told["lambdas"]))?;
    let after = numbers(&told["equal_weight_mixture_wealth_after_each"]);
    for (sample, told) in numbers(&told["pair_scores"]).into_iter().zip(after) {
        near(bets.record(sample).0, told, 1e-12, "wealth");
    }
    assert!(!bets.wealth().rejects(Confidence::P95));
    assert!(bets.wealth().p_value().value() < 0.08);
    assert_eq!(Bets::new(0.5, &[2.5]), Err(BetFault::Ruin));
    assert_eq!(Bets::new(0.5, &[]), Err(BetFault::NoStake));
    Ok(())
}

#[test]
fn sample_sizes() -> Result<(), &'static str> {
    for case in set("sample_size") {
        let question = SampleSize {
            variance: number(&case["variance"]),
            effect: number(&case["delta_score"]),
            confidence: Confidence::P95,
        };
        let one = question.one_sample(Power::P80).ok_or("one")?;
        near_relative(
            one,
            number(&case["n_one_sample_alpha.05_power.8"]),
            1e-12,
            "one",
        );
        let two = question.each_of_two(Power::P80).ok_or("two")?;
        near_relative(two, number(&case["n_per_arm_two_sample"]), 1e-12, "two");
        let half = question.half_width().ok_or("half")?;
        near_relative(
            half,
            number(&case["n_for_ci_half_width_delta"]),
            1e-12,
            "half width",
        );
        let effect = question.detectable(one, Power::P80).ok_or("effect")?;
        near_relative(effect, question.effect, 1e-12, "there and back");
    }
    Ok(())
}
