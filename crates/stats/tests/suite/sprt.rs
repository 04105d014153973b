//! `fishtest_*` and `fastchess` of the vectors.

use crate::vectors::{Told, count, near, near_relative, number, numbers, set};
use assay_stats::{
    Confidence, Decision, Elo, EloModel, EmptyClasses, Hypotheses, MatchConditions, Moments,
    NormalizedElo, Overshoot, Pentanomial, Score, ScoreCounts, SequentialEstimate, Sprt, SprtFault,
    SprtOutlook, SprtPlan, Trinomial, TrueStrength,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) fn results(input: &Told) -> ScoreCounts {
    match input["pentanomial_LL_LD_DDWL_WD_WW"].as_array() {
        Some(list) => Pentanomial(std::array::from_fn(|i| count(&list[i]))).into(),
        None => Trinomial {
            wins: count(&input["wins"]),
            draws: count(&input["draws"]),
            losses: count(&input["losses"]),
        }
        .into(),
    }
}

/// The test of a case; `BayesElo` bounds have been turned into logistic ones by the reference.
pub(crate) fn test(case: &Told) -> Result<Sprt, SprtFault> {
    let input = &case["input"];
    let (elo0, elo1, model) = match input["elo_model"].as_str() {
        Some("normalized") => (&input["elo0"], &input["elo1"], EloModel::Normalized),
        Some("logistic") => (&input["elo0"], &input["elo1"], EloModel::Logistic),
        _ => {
            let bounds = &case["output"]["bounds_logistic"];
            (&bounds[0], &bounds[1], EloModel::Logistic)
        }
    };
    let hypotheses = Hypotheses {
        elo0: number(elo0),
        elo1: number(elo1),
        model,
    };
    Sprt::new(hypotheses, number(&input["alpha"]), number(&input["beta"]))
}

#[test]
pub(crate) fn log_likelihood_ratios_and_decisions() -> Result<(), SprtFault> {
    for case in set("fishtest_sprt") {
        let (test, output) = (test(case)?, &case["output"]);
        let llr = test.llr(results(&case["input"]));
        near(
            llr,
            number(&output["LLR_exact"]),
            1e-6,
            &case["id"].to_string(),
        );
        let legacy = case["input"]["elo_model"] == "BayesElo";
        if let Some(published) = case["published"]["LLR"].as_f64().filter(|_| !legacy) {
            near(llr, published, 0.01, "published");
        }
        let update = &output["update_SPRT"];
        near(
            test.bounds().0,
            number(&update["lower_bound"]),
            1e-12,
            "lower",
        );
        near(
            test.bounds().1,
            number(&update["upper_bound"]),
            1e-12,
            "upper",
        );
        let decision = match update["state"].as_str() {
            Some("accepted") => Some(Decision::Accepted),
            Some("rejected") => Some(Decision::Rejected),
            _ => None,
        };
        assert_eq!(test.decide(llr), decision, "{}", case["id"]);
    }
    Ok(())
}

#[test]
pub(crate) fn normalized_elo() -> Result<(), &'static str> {
    for case in set("fishtest_sprt") {
        let list = &case["input"]["pentanomial_LL_LD_DDWL_WD_WW"];
        if list.is_null() || numbers(list).contains(&0.0) {
            // The reference fills empty classes; ours are as observed.
            continue;
        }
        let told = &case["output"]["normalized_elo"];
        let found = NormalizedElo::of(results(&case["input"])).ok_or("alike")?.0;
        near(found.value, number(&told["nelo"]), 1e-9, "nelo");
        let half = Confidence::P95.z() * found.se;
        near(half, number(&told["nelo_95_delta"]), 1e-9, "half width");
    }
    assert_eq!(
        NormalizedElo::of(Trinomial {
            draws: 9,
            ..Trinomial::default()
        }),
        None
    );
    Ok(())
}

#[test]
pub(crate) fn estimates_after_the_test() -> Result<(), Box<dyn std::error::Error>> {
    for case in set("fishtest_sprt") {
        let told = &case["output"]["sprt_elo_sequential"];
        let estimate =
            SequentialEstimate::after(&test(case)?, results(&case["input"]), Confidence::P95)
                .ok_or("no results")?;
        let name = case["id"].to_string();
        let ends = numbers(&told["ci95"]);
        for (found, told) in [
            (estimate.elo, number(&told["elo_median_unbiased"])),
            (estimate.low, ends[0]),
            (estimate.high, ends[1]),
        ] {
            assert!((found.0 - told).abs() < 1e-3, "{name}: {found:?} {told}");
        }
        near(
            estimate.superiority.value(),
            number(&told["LOS"]),
            1e-6,
            &name,
        );
    }
    Ok(())
}

#[test]
pub(crate) fn plans() -> Result<(), Box<dyn std::error::Error>> {
    for case in set("fishtest_sprt_calculator_pass_prob_and_expected_games") {
        let model = match case["elo_model"].as_str() {
            Some("Normalized") => EloModel::Normalized,
            _ => EloModel::Logistic,
        };
        let hypotheses = Hypotheses {
            elo0: number(&case["elo0"]),
            elo1: number(&case["elo1"]),
            model,
        };
        let test = Sprt::new(hypotheses, number(&case["alpha"]), number(&case["beta"]))?;
        let conditions = MatchConditions {
            draw_ratio: number(&case["draw_ratio"]),
            opening_bias: Elo(number(&case["rms_bias_elo"])),
        };
        let variance = conditions.variance_per_game().ok_or("variance")?;
        near(
            variance,
            number(&case["variance_per_game"]),
            1e-12,
            "variance",
        );
        let truth = Elo(number(&case["true_logistic_elo"]));
        near(test.bounds().0, number(&case["lower"]), 1e-12, "lower");
        near(test.bounds().1, number(&case["upper"]), 1e-12, "upper");
        let (s0, s1) = hypotheses.scores_at(variance);
        near(s0, number(&case["score0"]), 1e-12, "score0");
        near(s1, number(&case["score1"]), 1e-12, "score1");
        near_relative(
            (s1 - s0).powi(2) / variance,
            number(&case["w2"]),
            1e-9,
            "w2",
        );
        let plan = SprtPlan::new(&test, truth, conditions).ok_or("plan")?;
        near(
            plan.pass.value(),
            number(&case["pass_probability"]),
            1e-9,
            "pass",
        );
        near_relative(plan.games.0, number(&case["expected_games"]), 1e-6, "games");
    }
    let impossible = MatchConditions {
        draw_ratio: 0.9,
        opening_bias: Elo(300.0),
    };
    assert_eq!(impossible.variance_per_game(), None);
    Ok(())
}

/// Pairs drawn from probabilities of the five classes, until the test stops: how it ended, and after how many.
fn played_out(test: &Sprt, chances: [f64; 5], rng: &mut ChaCha8Rng) -> (Decision, u64) {
    let (mut results, mut overshoot) = (Pentanomial::default(), Overshoot::default());
    loop {
        let mut left = rng.next_u64() as f64 / 2.0_f64.powi(64);
        let class = chances.iter().position(|chance| {
            left -= chance;
            left < 0.0
        });
        results.0[class.unwrap_or(4)] += 1;
        let llr = test.llr(results);
        if let Some(decision) = test.decide_with(llr, &overshoot) {
            return (decision, results.pairs());
        }
        overshoot.record(llr);
    }
}

/// Equal players, and players 26 Elo apart; pairs correlated as openings make them.
const EQUAL: [f64; 5] = [0.08, 0.22, 0.40, 0.22, 0.08];
const BETTER: [f64; 5] = [0.064, 0.185, 0.391, 0.254, 0.106];

fn thousands(chances: [f64; 5]) -> Pentanomial {
    Pentanomial(chances.map(|p| (p * 1000.0_f64).round() as u64))
}

/// A test of equal players against players who are as good as the better one.
fn test_of_better(model: EloModel) -> Result<Sprt, SprtFault> {
    let better = thousands(BETTER);
    let elo1 = match model {
        EloModel::Logistic => better.score().and_then(Score::elo).map(|elo| elo.0),
        EloModel::Normalized => NormalizedElo::of(better).map(|elo| elo.0.value),
    };
    let hypotheses = Hypotheses {
        elo0: 0.0,
        elo1: elo1.unwrap_or(f64::NAN),
        model,
    };
    Sprt::new(hypotheses, 0.05, 0.05)
}

#[test]
fn error_rates_and_lengths_of_ten_thousand_matches() -> Result<(), SprtFault> {
    for model in [EloModel::Logistic, EloModel::Normalized] {
        let test = test_of_better(model)?;
        for (chances, wrong) in [(EQUAL, Decision::Accepted), (BETTER, Decision::Rejected)] {
            let mut rng = ChaCha8Rng::seed_from_u64(7);
            let (mut errors, mut pairs) = (0, 0);
            for _ in 0..10_000 {
                let (decision, length) = played_out(&test, chances, &mut rng);
                errors += u32::from(decision == wrong);
                pairs += length;
            }
            let outlook = outlook(&test, chances).ok_or(SprtFault::Bounds)?;
            let length = pairs as f64 / 10_000.0;
            println!(
                "{model:?}: {wrong:?} {errors} times in 10,000, after {length:.1} pairs, {:.1} foreseen",
                outlook.pairs
            );
            assert!(
                (450..=550).contains(&errors),
                "{model:?}: {wrong:?} {errors}"
            );
            assert!(
                (outlook.pairs / length - 1.0).abs() < 0.03,
                "{length} {outlook:?}"
            );
            let foreseen = match wrong {
                Decision::Accepted => outlook.pass.value(),
                Decision::Rejected => outlook.fail.value(),
            };
            assert!((foreseen - 0.05).abs() < 0.005, "{outlook:?}");
        }
    }
    Ok(())
}

/// What is foreseen where pairs are distributed so.
fn outlook(test: &Sprt, chances: [f64; 5]) -> Option<SprtOutlook> {
    let moments = Moments::of(thousands(chances), EmptyClasses::Kept)?;
    let truth = TrueStrength::Logistic(Score::new(moments.mean)?.elo()?);
    SprtOutlook::new(test, truth, moments.variance, 1_000_000)
}

#[test]
fn midway_tests_pass_as_often_and_last_as_long_as_foreseen() -> Result<(), SprtFault> {
    let chances = std::array::from_fn(|class| f64::midpoint(EQUAL[class], BETTER[class]));
    let test = test_of_better(EloModel::Normalized)?;
    let outlook = outlook(&test, chances).ok_or(SprtFault::Bounds)?;
    let mut rng = ChaCha8Rng::seed_from_u64(8);
    let (mut passed, mut pairs, replicates) = (0, 0, 3000_u32);
    for _ in 0..replicates {
        let (decision, length) = played_out(&test, chances, &mut rng);
        passed += u32::from(decision == Decision::Accepted);
        pairs += length;
    }
    let (share, length) = (
        f64::from(passed) / f64::from(replicates),
        pairs as f64 / f64::from(replicates),
    );
    println!("midway: {share:.3} pass after {length:.1} pairs; foreseen {outlook:?}");
    assert!(
        (share - outlook.pass.value()).abs() < 0.04,
        "{share} {outlook:?}"
    );
    assert!(
        (outlook.pairs / length - 1.0).abs() < 0.05,
        "{length} {outlook:?}"
    );
    Ok(())
}
