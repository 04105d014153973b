//! The rest of `fishtest_*` and `fastchess`: moments, Elo of a sample, quick ratios, drifts, `BayesElo`.

use crate::sprt::{results, test};
use crate::vectors::{Told, count, json, near, near_relative, number, numbers, set};
use assay_stats::{
    BayesElo, Brownian, Confidence, Elo, EloModel, EmptyClasses, Hypotheses, Moments,
    NormalizedElo, Pentanomial, RatioForm, Score, ScoreCounts, Trinomial,
};

fn trinomial(told: &Told) -> Trinomial {
    Trinomial {
        wins: count(&told["wins"]),
        draws: count(&told["draws"]),
        losses: count(&told["losses"]),
    }
}

/// Elo of a score as fishtest has it, which keeps a thousandth away from 0 and 1.
fn elo(score: f64) -> f64 {
    let score = Score::new(score.clamp(1e-3, 1.0 - 1e-3));
    score.and_then(Score::elo).map_or(f64::NAN, |elo| elo.0)
}

/// Elo, half its interval and the likelihood of superiority, from a score's moments.
fn of_sample(moments: &Moments) -> Option<[f64; 3]> {
    let score = moments.score()?;
    let reach = Confidence::P95.z() * score.se;
    let half = 0.5 * (elo(score.value + reach) - elo(score.value - reach));
    Some([elo(score.value), half, score.above(0.5)?.value()])
}

#[test]
pub(crate) fn moments_and_what_follows_from_them() -> Result<(), &'static str> {
    for case in set("fishtest_sprt") {
        let (results, output) = (results(&case["input"]), &case["output"]);
        let moments = Moments::of(results, EmptyClasses::Filled).ok_or("moments")?;
        let told = &output["normalized_elo"];
        let t = moments.t_value().ok_or("t")?;
        let nelo = NormalizedElo::with(results, EmptyClasses::Filled)
            .ok_or("nelo")?
            .0;
        let table = [
            (moments.samples, &output["samples_regularized"]),
            (moments.samples, &told["n"]),
            (moments.mean, &output["score"]),
            (moments.mean, &told["score"]),
            (moments.variance, &output["variance_per_sample"]),
            (moments.variance, &told["var_per_sample"]),
            (moments.skewness, &told["skewness"]),
            (moments.excess_kurtosis, &told["excess_kurtosis"]),
            (t.value, &told["t"]),
            (t.se * t.se * moments.samples, &told["var_t"]),
            (nelo.value, &told["nelo"]),
            (Confidence::P95.z() * nelo.se, &told["nelo_95_delta"]),
        ];
        for (place, (found, told)) in table.into_iter().enumerate() {
            near(
                found,
                number(told),
                1e-9,
                &format!("{} {place}", case["id"]),
            );
        }
        let [elo, half, superiority] = of_sample(&moments).ok_or("sample")?;
        let told = &output["get_elo"];
        near(elo, number(&told["elo"]), 1e-9, "elo");
        near(half, number(&told["elo95_half_width"]), 1e-9, "half width");
        near(superiority, number(&told["los"]), 1e-12, "superiority");
        // Games counted beside pairs are nearly the same; of some pairs one is missing.
        let (input, pairs) = (&case["input"], "pentanomial_LL_LD_DDWL_WD_WW");
        if !input["wins"].is_null() && !input[pairs].is_null() {
            let games = trinomial(input);
            let paired = 2.0 * numbers(&input[pairs]).iter().sum::<f64>();
            near_relative(games.games() as f64, paired, 1e-3, "games");
        }
    }
    Ok(())
}

#[test]
pub(crate) fn quick_ratios() -> Result<(), Box<dyn std::error::Error>> {
    for case in set("fishtest_sprt") {
        let (results, output) = (results(&case["input"]), &case["output"]);
        let test = test(case)?;
        let hypotheses = test.hypotheses();
        let by = |form| hypotheses.llr_by(form, results);
        near(
            by(RatioForm::Exact),
            number(&output["LLR_exact"]),
            1e-6,
            "exact",
        );
        near(
            test.llr(results),
            number(&output["update_SPRT"]["llr"]),
            1e-6,
            "update",
        );
        let (low, high) = test.bounds();
        let sequential = &output["sprt_elo_sequential"];
        near(low, number(&sequential["a"]), 1e-12, "a");
        near(high, number(&sequential["b"]), 1e-12, "b");
        near(
            test.llr(results),
            number(&sequential["LLR"]),
            1e-6,
            "sequential",
        );
        if hypotheses.model == EloModel::Normalized {
            let told = number(&output["LLR_alt_closed_form"]);
            near(by(RatioForm::Normal), told, 1e-9, "closed form");
        } else {
            near(
                by(RatioForm::Normal),
                number(&output["LLR_alt"]),
                1e-9,
                "alt",
            );
            near(
                by(RatioForm::Brownian),
                number(&output["LLR_alt2"]),
                1e-9,
                "alt2",
            );
            for (elo, name) in [(hypotheses.elo0, "s0"), (hypotheses.elo1, "s1")] {
                near(Elo(elo).score().value(), number(&output[name]), 1e-12, name);
            }
        }
    }
    Ok(())
}

#[test]
pub(crate) fn bayes_elo() -> Result<(), &'static str> {
    for case in set("fishtest_bayeselo_conversion") {
        let rating = BayesElo {
            elo: number(&case["bayeselo"]),
            drawelo: number(&case["drawelo"]),
        };
        for (found, name) in rating
            .chances()
            .into_iter()
            .zip(["p_loss", "p_draw", "p_win"])
        {
            near(found, number(&case[name]), 1e-14, name);
        }
        let logistic = rating.logistic().ok_or("logistic")?.0;
        near(logistic, number(&case["logistic_elo"]), 1e-11, "logistic");
        near(
            rating.scale(),
            number(&case["scale_4x_over_1px2"]),
            1e-14,
            "scale",
        );
    }
    let mut compared = 0;
    for case in set("fishtest_sprt") {
        let (input, output) = (&case["input"], &case["output"]);
        if input["elo_model"] != "BayesElo" {
            continue;
        }
        let games = trinomial(input);
        let drawelo = BayesElo::of(games).ok_or("drawelo")?.drawelo;
        near(drawelo, number(&output["drawelo"]), 1e-11, "drawelo");
        let bounds = [number(&input["elo0"]), number(&input["elo1"])];
        for (elo, told) in bounds.into_iter().zip(numbers(&output["bounds_logistic"])) {
            let logistic = BayesElo { elo, drawelo }.logistic().ok_or("bound")?.0;
            near(logistic, told, 1e-9, "bound");
        }
        let hypotheses = Hypotheses {
            elo0: bounds[0],
            elo1: bounds[1],
            model: EloModel::Logistic,
        };
        let llr = BayesElo::llr(&hypotheses, games).ok_or("llr")?;
        let told = number(&output["LLR_legacy_BayesElo_trinomial"]);
        near(llr, told, 1e-9, "legacy");
        if let Some(published) = case["published"]["LLR"].as_f64() {
            assert!((llr - published).abs() < 0.01, "{llr} {published}");
        }
        compared += 1;
    }
    assert_eq!(compared, 3);
    Ok(())
}

fn hypotheses(case: &Told) -> Hypotheses {
    Hypotheses {
        elo0: number(&case["elo0"]),
        elo1: number(&case["elo1"]),
        model: EloModel::Logistic,
    }
}

#[test]
pub(crate) fn drifts() -> Result<(), &'static str> {
    for case in set("fishtest_llr_drift_variance") {
        let list = &case["results_low_to_high"];
        let results: ScoreCounts = match numbers(list).len() {
            3 => Trinomial {
                losses: count(&list[0]),
                draws: count(&list[1]),
                wins: count(&list[2]),
            }
            .into(),
            _ => Pentanomial(std::array::from_fn(|i| count(&list[i]))).into(),
        };
        let truth = if case["true_elo"] == "empirical" {
            None
        } else {
            Some(Elo(number(&case["true_elo"])))
        };
        let hypotheses = hypotheses(case);
        let exact = hypotheses.drift(results, truth).ok_or("exact")?;
        let quick = hypotheses
            .drift_approximately(results, truth)
            .ok_or("quick")?;
        for (found, told) in [
            (exact, &case["exact"]),
            (quick, &case["brownian_approx_alt2"]),
        ] {
            // A mean near zero is a difference of numbers ten thousand times as large.
            near(found.mean, number(&told["mean_per_sample"]), 1e-12, "mean");
            near_relative(
                found.variance,
                number(&told["var_per_sample"]),
                1e-9,
                "variance",
            );
        }
    }
    Ok(())
}

#[test]
pub(crate) fn outcomes_of_brownian_motion() {
    for case in set("fishtest_brownian_outcome_cdf") {
        let motion = Brownian {
            low: number(&case["a"]),
            high: number(&case["b"]),
            drift: number(&case["mu"]),
            variance: number(&case["sigma"]).powi(2),
        };
        let found = motion.outcome_cdf(number(&case["T"]), number(&case["y"]));
        near(found, number(&case["outcome_cdf"]), 1e-6, "outcome");
    }
}

fn ratio_of_other_program(case: &Told) -> Option<f64> {
    let input = &case["input"];
    let (elo0, elo1) = (number(&input["elo0"]), number(&input["elo1"]));
    let results: ScoreCounts = if input["LL"].is_null() {
        trinomial(input).into()
    } else {
        let pairs = |name: &str| count(&input[name]);
        let even = pairs("WL") + pairs("DD");
        Pentanomial([pairs("LL"), pairs("LD"), even, pairs("WD"), pairs("WW")]).into()
    };
    let hypotheses = |elo0, elo1, model| Hypotheses { elo0, elo1, model };
    Some(match input["model"].as_str()? {
        "normalized" => hypotheses(elo0, elo1, EloModel::Normalized).llr(results),
        "logistic" => hypotheses(elo0, elo1, EloModel::Logistic).llr(results),
        _ => {
            // Fishtest turns the bounds into logistic ones at the results' own drawishness.
            let drawelo = BayesElo::of(trinomial(input))?.drawelo;
            let logistic = |elo| Some(BayesElo { elo, drawelo }.logistic()?.0);
            hypotheses(logistic(elo0)?, logistic(elo1)?, EloModel::Logistic).llr(results)
        }
    })
}

#[test]
pub(crate) fn ratios_of_other_programs() -> Result<(), &'static str> {
    let mut compared = 0;
    for case in json("vectors.json")["fastchess"]["llr"]
        .as_array()
        .ok_or("cases")?
    {
        let llr = ratio_of_other_program(case).ok_or("ratio")?;
        near(llr, number(&case["fishtest_LLR"]), 1e-6, "llr");
        // The reference's note: where the two programs differ, the other one is not to be used.
        if case["agree_within_1pct"] == true {
            let tolerance = number(&case["fastchess_rel_tolerance"]);
            near_relative(
                llr,
                number(&case["fastchess_expected_LLR"]),
                tolerance,
                "other",
            );
            compared += 1;
        }
    }
    assert_eq!(compared, 7);
    Ok(())
}

#[test]
pub(crate) fn elo_of_other_programs() -> Result<(), &'static str> {
    for case in json("vectors.json")["fastchess"]["elo"]
        .as_array()
        .ok_or("cases")?
    {
        let input = numbers(&case["input"]);
        let n = |i: usize| input[i] as u64;
        let results: ScoreCounts = match case["order"].as_str() {
            Some("wins,losses,draws") => Trinomial {
                wins: n(0),
                losses: n(1),
                draws: n(2),
            }
            .into(),
            _ => Pentanomial([n(0), n(1), n(2) + n(3), n(4), n(5)]).into(),
        };
        let moments = Moments::of(results, EmptyClasses::Kept).ok_or("moments")?;
        let [elo, half, superiority] = of_sample(&moments).ok_or("sample")?;
        let nelo = NormalizedElo::of(results).ok_or("nelo")?.0.value;
        let games = moments.samples * if input.len() == 3 { 1.0 } else { 2.0 };
        // The other program's error is that of a t-value of zero.
        let nelo_half = Confidence::P95.z() * Elo::PER_NAT_NORMALIZED / games.sqrt();
        let found = [
            ("score", moments.mean),
            ("variance", moments.variance),
            ("nElo", nelo),
            ("nElo_error95", nelo_half),
            ("Elo", elo),
            ("Elo_error95", half),
            ("LOS", superiority),
        ];
        let (full, printed) = (
            &case["recomputed_full_precision"],
            &case["fastchess_expected"],
        );
        for (name, found) in found {
            near(found, number(&full[name]), 1e-9, name);
            let printed = &printed[name];
            if name == "LOS" {
                if let Some(percent) = printed.as_str() {
                    assert_eq!(format!("{:.2} %", 100.0 * found), percent);
                }
            } else if !printed.is_null() {
                assert!((found - number(printed)).abs() < 0.0051, "{name} {found}");
            }
        }
    }
    Ok(())
}
