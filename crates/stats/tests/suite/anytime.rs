//! `asymptotic_confidence_sequence`, `normal_mixture_boundary`, `betting_eprocess` and
//! `sample_size` of the vectors.

use crate::vectors::{Told, json, near, near_relative, number, numbers, set};
use assay_stats::{
    AsymptoticSequence, BetFault, Bets, BettingSequence, Confidence, EmptyClasses, MixtureBoundary,
    Moments, Pentanomial, Power, SampleSize, Tuning,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

fn confidence(case: &Told) -> Confidence {
    Confidence::new(1.0 - number(&case["alpha"])).unwrap_or_default()
}

#[test]
pub(crate) fn asymptotic_sequences() -> Result<(), &'static str> {
    let told = &json("vectors.json")["asymptotic_confidence_sequence"];
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
pub(crate) fn mixture_boundaries() -> Result<(), &'static str> {
    let told = &json("vectors.json")["normal_mixture_boundary"];
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
pub(crate) fn wealth_of_bets() -> Result<(), BetFault> {
    let told = &json("vectors.json")["betting_eprocess"];
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
pub(crate) fn sample_sizes() -> Result<(), &'static str> {
    for case in set("sample_size") {
        // Shares of wins, draws and losses in ten-thousandths.
        let [wins, draws, losses] =
            ["W", "D", "L"].map(|name| (10_000.0 * number(&case[name])).round() as u64);
        let counts = assay_stats::Trinomial {
            wins,
            draws,
            losses,
        };
        assert_eq!(counts.games(), 10_000);
        let moments = Moments::of(counts, EmptyClasses::Kept).ok_or("moments")?;
        near(
            moments.variance,
            number(&case["variance"]),
            1e-14,
            "variance",
        );
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

/// Pairs drawn from probabilities of the five classes until the score is known to `half_width`.
fn until_precise(chances: [f64; 5], half_width: f64, rng: &mut ChaCha8Rng) -> Pentanomial {
    let sequence = BettingSequence::for_half_width(half_width, Confidence::P95);
    let mut counts = Pentanomial::default();
    while sequence
        .as_ref()
        .is_some_and(|s| !s.is_within(half_width, counts))
    {
        let mut left = rng.next_u64() as f64 / 2.0_f64.powi(64);
        let class = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        counts.0[class.unwrap_or(4)] += 1;
    }
    counts
}

#[test]
fn a_score_played_until_it_is_precise_is_as_precise_as_it_says() {
    // Even and drawish; lopsided; nearly always drawn, where the first pairs all look alike.
    for (chances, half_width) in [
        ([0.08, 0.22, 0.40, 0.22, 0.08], 0.04),
        ([0.02, 0.08, 0.25, 0.35, 0.30], 0.04),
        ([0.0, 0.01, 0.97, 0.02, 0.0], 0.02),
    ] {
        let truth: f64 = chances
            .iter()
            .zip([0.0, 0.25, 0.5, 0.75, 1.0])
            .map(|(p, score)| p * score)
            .sum();
        let mut rng = ChaCha8Rng::seed_from_u64(11);
        let (replicates, mut covered, mut pairs) = (2000, 0, 0);
        for _ in 0..replicates {
            let counts = until_precise(chances, half_width, &mut rng);
            let score = counts.score().map_or(f64::NAN, assay_stats::Score::value);
            covered += u32::from((score - truth).abs() <= half_width);
            pairs += counts.pairs();
        }
        println!(
            "within {half_width} of {truth}: {covered} of {replicates}, after {} pairs on average",
            pairs / u64::from(replicates)
        );
        assert!(
            covered * 100 >= 95 * replicates,
            "{covered} of {replicates}"
        );
    }
}

#[test]
fn intervals_by_betting_are_hardly_wider_than_asymptotic_ones() -> Result<(), &'static str> {
    // 4000 pairs of deviation 0.26: both sequences tuned for about so many.
    let counts = Pentanomial([320, 880, 1600, 880, 320]);
    let sequence = BettingSequence::for_pairs(4000, Confidence::P95).ok_or("stakes")?;
    let by_betting = sequence.interval(counts).ok_or("interval")?.width();
    let tuning = Tuning::near(4000.0, Confidence::P95).ok_or("rho")?;
    let asymptotic = AsymptoticSequence {
        tuning,
        confidence: Confidence::P95,
    };
    let deviation = counts.estimate().ok_or("estimate")?.se * 4000.0_f64.sqrt();
    let half = asymptotic.half_width(4000.0).ok_or("half width")?;
    let ratio = by_betting / (2.0 * half * deviation);
    assert!((0.95..1.15).contains(&ratio), "{ratio}");
    Ok(())
}
