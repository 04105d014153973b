//! Truths that hold for any counts and any rows.

use assay_stats::{
    Adjustment, Cluster, ClusterSums, Coefficient, Confidence, Correction, Davidson, EloModel,
    Errors, Estimate, Fit, FitError, Hypotheses, Interval, LatentModel, MeanDifference,
    NormalizedElo, Penalty, Pentanomial, Probability, Proportion, ProportionDifference,
    ProportionMethod, RaoKupper, Sample, Score, SequentialEstimate, Sprt, Trinomial, fit_latent,
    fit_linear, fit_logistic, fit_logistic_or_firth,
};
use proptest::prelude::*;

fn any_count() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 0..5_u64, 0..1000_u64, 0..1_000_000_000_u64]
}

prop_compose! {
    fn any_counts()(wins in any_count(), draws in any_count(), losses in any_count()) -> Trinomial {
        Trinomial { wins, draws, losses }
    }
}

/// Rows of three small whole columns in a few clusters, as material is.
fn any_rows() -> impl Strategy<Value = Vec<(u64, [f64; 3], f64)>> {
    let number = (-2..=2_i32).prop_map(f64::from);
    let row = ([number.clone(), number.clone(), number], 0..6_u64, 0..=2_u8)
        .prop_map(|(x, cluster, half_points)| (cluster, x, f64::from(half_points) / 2.0));
    proptest::collection::vec(row, 0..40)
}

fn sample(rows: &[(u64, [f64; 3], f64)]) -> Sample {
    let mut sample = Sample::new(["a", "b", "c"]);
    for (cluster, x, outcome) in rows {
        assert_eq!(sample.record(Cluster(*cluster), x, *outcome), Ok(()));
    }
    sample
}

const ALL_ERRORS: [Errors; 6] = [
    Errors::Model,
    Errors::Quasi,
    Errors::Robust,
    Errors::Clustered(Correction::None),
    Errors::Clustered(Correction::SmallSample),
    Errors::Clustered(Correction::Jackknife),
];

fn numbers(fit: &Fit) -> Vec<f64> {
    let mut numbers = vec![
        fit.deviance(),
        fit.pearson_chi2().unwrap_or(0.0),
        fit.log_likelihood(),
        fit.aic(),
    ];
    for errors in ALL_ERRORS {
        for (column, coefficient) in fit.coefficients(errors).into_iter().enumerate() {
            match coefficient {
                Coefficient::Estimated(e) => numbers.extend([e.value, e.se]),
                Coefficient::WithoutError(value) => numbers.push(value),
                Coefficient::NotEstimable(_) => {}
            }
            if let Some(ratio) = fit.ratio(column, 0, errors, Confidence::P95) {
                numbers.extend([ratio.estimate.value, ratio.delta.low, ratio.delta.high]);
                numbers.extend(
                    ratio
                        .fieller
                        .bounded()
                        .into_iter()
                        .flat_map(|i| [i.low, i.high]),
                );
            }
        }
        numbers.extend(fit.wald(&[0, 1], errors).map(|w| w.chi2));
    }
    numbers
}

/// Equal coefficients and errors up to rounding.
fn alike(a: &Fit, b: &Fit) -> bool {
    let close = |x: f64, y: f64| (x - y).abs() <= 1e-6 * (1.0 + x.abs().max(y.abs()));
    let pairs = |fit: &Fit, errors| -> Vec<Option<Estimate>> {
        fit.coefficients(errors)
            .iter()
            .map(Coefficient::estimate)
            .collect()
    };
    ALL_ERRORS.into_iter().all(|errors| {
        pairs(a, errors)
            .into_iter()
            .zip(pairs(b, errors))
            .all(|pair| match pair {
                (Some(a), Some(b)) => close(a.value, b.value) && close(a.se, b.se),
                (a, b) => a == b,
            })
    })
}

proptest! {
    #[test]
    fn no_counts_give_a_number_that_is_none(counts in any_counts()) {
        let mut numbers: Vec<f64> = Vec::new();
        numbers.extend(counts.estimate().into_iter().flat_map(|e| [e.value, e.se]));
        numbers.extend(counts.score().and_then(Score::elo).map(|e| e.0));
        numbers.extend(counts.superiority().map(Probability::value));
        if let Some(d) = Davidson::fit(counts) {
            numbers.extend([d.advantage.value, d.advantage.se, d.nu, d.log_nu_se.unwrap_or(0.0)]);
        }
        if let Some(r) = RaoKupper::fit(counts) {
            numbers.extend([r.advantage.value, r.advantage.se, r.delta.value, r.delta.se]);
        }
        prop_assert!(numbers.iter().all(|n| n.is_finite()), "{numbers:?}");
    }

    #[test]
    fn the_other_side_sees_the_mirror_image(counts in any_counts()) {
        let other = counts.swapped();
        prop_assert_eq!(other.swapped(), counts);
        prop_assert_eq!(counts.drawn(), other.drawn());
        let (mine, theirs) = (counts.estimate(), other.estimate());
        prop_assert_eq!(mine.is_some(), theirs.is_some());
        if let Some((mine, theirs)) = mine.zip(theirs) {
            prop_assert!((mine.value + theirs.value - 1.0).abs() < 1e-12);
            prop_assert!((mine.se - theirs.se).abs() < 1e-9);
        }
        if let Some((mine, theirs)) = RaoKupper::fit(counts).zip(RaoKupper::fit(other)) {
            prop_assert!((mine.advantage.value + theirs.advantage.value).abs() < 1e-9);
            prop_assert!((mine.delta.value - theirs.delta.value).abs() < 1e-9);
        }
    }

    #[test]
    fn counts_add_in_any_order(a in any_counts(), b in any_counts(), c in any_counts()) {
        prop_assert_eq!(a + b, b + a);
        prop_assert_eq!([a, b, c].into_iter().sum::<Trinomial>(), a + (b + c));
    }

    #[test]
    fn pairs_mirror_and_keep_their_interval_round_the_score(
        counts in proptest::array::uniform5(0..200_u64),
    ) {
        let counts = Pentanomial(counts);
        let interval = counts.interval(Confidence::P95);
        prop_assert_eq!(interval.is_some(), counts.pairs() > 0);
        if let Some((interval, score)) = interval.zip(counts.score()) {
            prop_assert!(interval.contains(score.value()), "{interval:?} {score:?}");
            prop_assert!(interval.width() > 0.0 && interval.low >= 0.0 && interval.high <= 1.0);
            let mirrored = counts.swapped().interval(Confidence::P95);
            prop_assert!(mirrored.is_some_and(|m| (m.low + interval.high - 1.0).abs() < 1e-9));
        }
    }

    #[test]
    fn an_interval_of_a_share_contains_it_and_mirrors(
        count in any_count(),
        rest in any_count(),
        level in 0.5..0.999_f64,
    ) {
        let confidence = Confidence::new(level).unwrap_or_default();
        let Some(share) = Proportion::new(count, count + rest) else { return Ok(()) };
        for method in [
            ProportionMethod::Wilson,
            ProportionMethod::ClopperPearson,
            ProportionMethod::AgrestiCoull,
            ProportionMethod::Normal,
        ] {
            let interval = share.interval_by(method, confidence);
            prop_assert!(interval.contains(share.value()), "{method:?} {interval:?}");
            prop_assert!(interval.low >= 0.0 && interval.high <= 1.0);
            let mirrored = share.complement().interval_by(method, confidence);
            prop_assert!((mirrored.low + interval.high - 1.0).abs() < 1e-6, "{method:?}");
        }
        let jeffreys = share.interval_by(ProportionMethod::Jeffreys, confidence);
        prop_assert!(jeffreys.low < jeffreys.high && jeffreys.low >= 0.0 && jeffreys.high <= 1.0);
    }

    #[test]
    fn the_difference_of_shares_lies_in_its_interval(a in any_counts(), b in any_counts()) {
        let Some((a, b)) = a.decisive().zip(b.decisive()) else { return Ok(()) };
        let difference = ProportionDifference::new(a, b, Confidence::P95);
        prop_assert!(difference.interval.contains(difference.estimate.value));
        prop_assert!(difference.interval.low >= -1.0 - 1e-9);
        prop_assert!(difference.interval.high <= 1.0 + 1e-9);
    }

    #[test]
    fn adjusting_never_helps_a_p_value(values in proptest::collection::vec(0.0..=1.0_f64, 0..20)) {
        let p: Vec<Probability> = values.iter().filter_map(|v| Probability::new(*v)).collect();
        let adjust = |method: Adjustment| method.adjust(&p);
        let all = [
            Adjustment::BenjaminiHochberg,
            Adjustment::Hommel,
            Adjustment::HolmSidak,
            Adjustment::Holm,
            Adjustment::Bonferroni,
            Adjustment::BenjaminiYekutieli,
        ];
        for method in all {
            prop_assert!(adjust(method).iter().zip(&p).all(|(a, p)| a.value() >= p.value() - 1e-15));
        }
        let dominated = |strong: Adjustment, weak: Adjustment| {
            adjust(strong).iter().zip(adjust(weak)).all(|(s, w)| s.value() <= w.value() + 1e-12)
        };
        prop_assert!(dominated(Adjustment::Hommel, Adjustment::Holm));
        prop_assert!(dominated(Adjustment::HolmSidak, Adjustment::Holm));
        prop_assert!(dominated(Adjustment::Holm, Adjustment::Bonferroni));
        prop_assert!(dominated(Adjustment::BenjaminiHochberg, Adjustment::Hommel));
    }

    #[test]
    fn clusters_in_any_order_and_any_parts(
        observations in proptest::collection::vec((0..8_u64, 0..=2_u8), 0..40),
        cut in 0..40_usize,
    ) {
        let gather = |list: &mut dyn Iterator<Item = &(u64, u8)>| {
            let mut sums = ClusterSums::new();
            list.for_each(|(cluster, half)| {
                sums.record(Cluster(*cluster), f64::from(*half) / 2.0);
            });
            sums
        };
        let whole = gather(&mut observations.iter());
        prop_assert_eq!(&whole, &gather(&mut observations.iter().rev()));
        let cut = cut.min(observations.len());
        let mut parts = gather(&mut observations[cut..].iter());
        parts.merge(&gather(&mut observations[..cut].iter()));
        prop_assert_eq!(&whole, &parts);
        if let Some(interval) = whole.interval(Interval::UNIT, Confidence::P95) {
            prop_assert!(whole.mean().is_some_and(|mean| interval.contains(mean)));
            prop_assert!(interval.width() > 0.0);
        }
        // Compared with itself nothing differs, and nothing is uncertain about that.
        if let Some(difference) = MeanDifference::paired(&whole, &whole) {
            prop_assert_eq!(difference.estimate, Estimate { value: 0.0, se: 0.0 });
            prop_assert_eq!(difference.shared_clusters, whole.clusters());
        }
    }

    #[test]
    fn a_logistic_fit_is_a_maximum_or_says_why_not(rows in any_rows()) {
        let sample = sample(&rows);
        match fit_logistic(&sample, Penalty::None) {
            Ok(fit) => {
                prop_assert!(numbers(&fit).iter().all(|n| n.is_finite()));
                // At the maximum the residuals do not depend on any column.
                for column in 0..3 {
                    let pull: f64 = rows
                        .iter()
                        .map(|(_, x, y)| x[column] * (y - fit.predict(x).unwrap_or(f64::NAN)))
                        .sum();
                    prop_assert!(pull.abs() < 1e-5, "{pull}");
                }
            }
            Err(FitError::Separated(separation)) => {
                prop_assert!(!separation.columns.is_empty());
                let firth = fit_logistic_or_firth(&sample);
                prop_assert!(firth.is_ok(), "{firth:?}");
                prop_assert!(firth.iter().flat_map(numbers).all(f64::is_finite));
            }
            Err(FitError::Nothing) => {
                prop_assert!(rows.iter().all(|(_, x, _)| x.iter().all(|n| *n == 0.0)));
            }
            Err(other) => prop_assert!(false, "{other}"),
        }
        let ridge = fit_logistic(&sample, Penalty::Ridge(0.5));
        prop_assert!(ridge.is_ok() || ridge.err() == Some(FitError::Nothing));
    }

    #[test]
    fn sparse_material_never_leaves_newton_astray(
        rows in proptest::collection::vec(
            (proptest::collection::vec(prop_oneof![3 => Just(0.0), 1 => -3.0..=3.0_f64], 6), 0..=6_u8),
            1..60,
        ),
    ) {
        let mut sample = Sample::new(["a", "b", "c", "d", "e", "f"]);
        for (index, (x, points)) in rows.iter().enumerate() {
            let x: Vec<f64> = x.iter().map(|n| n.round()).collect();
            let outcome = (f64::from(*points) / 2.0 - 1.0).clamp(0.0, 1.0);
            prop_assert_eq!(sample.record(Cluster(index as u64 / 2), &x, outcome), Ok(()));
        }
        let fit = fit_logistic_or_firth(&sample);
        prop_assert!(fit.is_ok() || fit.as_ref().err() == Some(&FitError::Nothing), "{fit:?}");
        prop_assert!(fit.iter().flat_map(numbers).all(f64::is_finite));
    }

    #[test]
    fn models_of_three_outcomes_fit_or_say_why_not(rows in any_rows()) {
        let sample = sample(&rows);
        for model in [LatentModel::RaoKupper, LatentModel::Davidson, LatentModel::OrderedLogit] {
            match fit_latent(&sample, model) {
                Ok(fit) => prop_assert!(numbers(&fit).iter().all(|n| n.is_finite())),
                Err(error) => prop_assert!(
                    matches!(
                        error,
                        FitError::OneSided | FitError::Separated(_) | FitError::Nothing
                    ),
                    "{model:?} {error}"
                ),
            }
        }
    }

    #[test]
    fn sequential_tests_end_in_finite_figures(
        counts in proptest::array::uniform5(prop_oneof![Just(0), 0..3_u64, 0..3000_u64]),
        elo0 in -300.0..300.0_f64,
        width in 0.01..300.0_f64,
        normalized in proptest::bool::ANY,
    ) {
        let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
        let counts = Pentanomial(counts);
        let test = Sprt::new(Hypotheses { elo0, elo1: elo0 + width, model }, 0.05, 0.05);
        let Ok(test) = test else { return Err(TestCaseError::fail("refused")) };
        prop_assert!(test.llr(counts).is_finite());
        let estimate = SequentialEstimate::after(&test, counts, Confidence::P95);
        prop_assert_eq!(estimate.is_some(), counts.pairs() > 0);
        if let Some(estimate) = estimate {
            prop_assert!(estimate.low.0 <= estimate.high.0, "{estimate:?}");
            prop_assert!((0.0..=1.0).contains(&estimate.superiority.value()));
        }
        if let Some(NormalizedElo(elo)) = NormalizedElo::of(counts) {
            prop_assert!(elo.value.is_finite() && elo.se.is_finite());
        }
    }

    #[test]
    fn the_order_and_the_parts_of_rows_do_not_matter(rows in any_rows(), cut in 0..40_usize) {
        let whole = sample(&rows);
        let mut turned = rows.clone();
        turned.reverse();
        let cut = cut.min(rows.len());
        let mut parts = sample(&rows[cut..]);
        prop_assert_eq!(parts.merge(&sample(&rows[..cut])), Ok(()));
        for other in [sample(&turned), parts] {
            match (fit_logistic(&whole, Penalty::None), fit_logistic(&other, Penalty::None)) {
                // Bit for bit: sums run in an order of their own.
                (Ok(a), Ok(b)) => prop_assert_eq!(numbers(&a), numbers(&b)),
                (a, b) => prop_assert_eq!(a.err(), b.err()),
            }
            match (fit_linear(&whole), fit_linear(&other)) {
                (Ok(a), Ok(b)) => prop_assert_eq!(numbers(&a), numbers(&b)),
                (a, b) => prop_assert_eq!(a.err(), b.err()),
            }
        }
    }

    #[test]
    fn swapping_sides_leaves_values_as_they_are(rows in any_rows()) {
        let mirrored: Vec<_> =
            rows.iter().map(|(c, x, y)| (*c, x.map(|n| 0.0 - n), 1.0 - y)).collect();
        let fits = (fit_logistic_or_firth(&sample(&rows)), fit_logistic_or_firth(&sample(&mirrored)));
        match fits {
            (Ok(a), Ok(b)) => prop_assert!(alike(&a, &b), "{:?} {:?}", numbers(&a), numbers(&b)),
            (a, b) => prop_assert_eq!(a.is_err(), b.is_err()),
        }
    }
}

/// One cluster alone tells the second column, so that the jackknife's error of it is huge; beside it the rounding of the
/// others, which is nothing, must not look like an error.
#[test]
fn an_error_that_is_rounding_beside_a_huge_one_is_none() {
    let rows = [
        (0, [2.0, 0.0, -1.0], 0.5),
        (2, [0.0, 1.0, -2.0], 0.0),
        (1, [0.0, 0.0, 2.0], 0.5),
        (3, [-2.0, 0.0, 2.0], 0.5),
    ];
    let mirrored = rows.map(|(c, x, y)| (c, x.map(|n| 0.0 - n), 1.0 - y));
    let fits = [&rows, &mirrored].map(|rows| fit_logistic_or_firth(&sample(rows)).expect("a fit"));
    for fit in &fits {
        let errors = Errors::Clustered(Correction::Jackknife);
        let estimates = fit.coefficients(errors);
        let ses = estimates.iter().map(|c| c.estimate().map(|e| e.se));
        let ses: Vec<f64> = ses.map(|se| se.expect("an error")).collect();
        assert!(ses[0].max(ses[2]) <= 0.0, "{ses:?}");
        assert!(ses[1] > 1000.0, "{}", ses[1]);
    }
    assert!(alike(&fits[0], &fits[1]));
}
