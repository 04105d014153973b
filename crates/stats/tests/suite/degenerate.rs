//! Nothing to go by, everything one way, all alike: figures are finite or not there, and everything ends.

use assay_stats::{
    BayesElo, BettingSequence, BootstrapSeed, Cluster, ClusterSums, Confidence, Correction, Elo,
    EloEstimate, EloModel, EmptyClasses, Errors, Estimate, Homogeneity, Hypotheses, Interval, Law,
    MixtureBoundary, Moments, NormalizedElo, Pairing, Pentanomial, Power, Prior, Probability,
    RatingModel, Ratings, RatioForm, ResultTable, SampleSize, Score, SequentialEstimate, Sprt,
    SprtOutlook, Trinomial, TrueStrength,
};
use proptest::prelude::*;

const MODELS: [RatingModel; 3] = [
    RatingModel::HalfPoints,
    RatingModel::RaoKupper,
    RatingModel::Davidson,
];

/// Nothing, one, a few, very many.
fn degenerate_count() -> impl Strategy<Value = u64> {
    prop_oneof![4 => Just(0_u64), 2 => Just(1), 2 => 2..30_u64, 1 => Just(1_000_000)]
}

fn degenerate_pairs() -> impl Strategy<Value = Pentanomial> {
    proptest::array::uniform5(degenerate_count()).prop_map(Pentanomial)
}

fn degenerate_games() -> impl Strategy<Value = Trinomial> {
    let counts = proptest::array::uniform3(degenerate_count());
    counts.prop_map(|[wins, draws, losses]| Trinomial {
        wins,
        draws,
        losses,
    })
}

/// A few players of whom some never met.
fn degenerate_table() -> impl Strategy<Value = (usize, ResultTable)> {
    let small = || prop_oneof![3 => Just(0_u64), 1 => Just(1), 1 => 2..20_u64];
    let games = proptest::array::uniform3(small());
    let meeting = (0..4_usize, 0..4_usize, games, 0..3_u64);
    proptest::collection::vec(meeting, 0..8).prop_map(|meetings| {
        let mut table = ResultTable::new();
        for (first, second, [wins, draws, losses], cluster) in meetings {
            if first != second {
                let results = Trinomial {
                    wins,
                    draws,
                    losses,
                };
                table.record_in(Cluster(cluster), Pairing { first, second }, results);
            }
        }
        (table.players(), table)
    })
}

fn of_estimate(estimate: Option<Estimate>) -> Vec<f64> {
    estimate.map_or_else(Vec::new, |e| vec![e.value, e.se])
}

fn of_interval(interval: Option<Interval>) -> Vec<f64> {
    interval.map_or_else(Vec::new, |i| vec![i.low, i.high])
}

fn of_elo(elo: EloEstimate) -> Vec<f64> {
    let ends = [elo.value, elo.low, elo.high];
    ends.into_iter().flatten().map(|elo| elo.0).collect()
}

fn numbers_of_ratings(ratings: &Ratings, players: usize) -> Vec<f64> {
    let mut numbers = of_estimate(ratings.first_player());
    for player in 0..players {
        numbers.extend(of_estimate(ratings.rating(player)));
        for opponent in 0..players {
            let gap = ratings.difference(player, opponent);
            numbers.extend(of_estimate(gap));
            numbers.extend(of_interval(
                gap.map(|gap| ratings.law().interval(gap, Confidence::P95)),
            ));
            let superior = ratings.superiority(player, opponent);
            numbers.extend(superior.map(Probability::value));
        }
    }
    numbers
}

proptest! {
    #[test]
    fn pairs_of_any_kind(pairs in degenerate_pairs(), seed in 0..100_u64) {
        let mut numbers = of_estimate(pairs.estimate());
        numbers.extend(of_interval(pairs.interval(Confidence::P95)));
        numbers.extend(of_estimate(pairs.bootstrap_estimate()));
        if pairs.pairs() < 1000 {
            let drawn = pairs.bootstrap_interval(50, BootstrapSeed(seed), Confidence::P95);
            numbers.extend(of_interval(drawn));
        }
        for empty in [EmptyClasses::Kept, EmptyClasses::Filled] {
            if let Some(moments) = Moments::of(pairs, empty) {
                numbers.extend([moments.mean, moments.variance, moments.skewness, moments.excess_kurtosis]);
                numbers.extend(of_estimate(moments.score()));
                numbers.extend(of_estimate(moments.t_value()));
            }
            numbers.extend(of_estimate(NormalizedElo::with(pairs, empty).map(|n| n.0)));
        }
        if let Some((score, interval)) = pairs.score().zip(pairs.interval(Confidence::P95)) {
            numbers.extend(of_elo(EloEstimate::from_score(score, interval, Confidence::P95)));
        }
        for half_width in [0.001, 0.01, 0.2] {
            let sequence = BettingSequence::for_half_width(half_width, Confidence::P95);
            numbers.extend(of_interval(sequence.and_then(|s| s.interval(pairs))));
        }
        let boundary = MixtureBoundary::new(10.0, Confidence::P95);
        let mean = pairs.score().map_or(0.5, Score::value);
        numbers.extend(of_interval(boundary.and_then(|b| b.interval(mean, pairs.pairs()))));
        prop_assert!(numbers.iter().all(|n| n.is_finite()), "{numbers:?}");
    }

    #[test]
    fn sequential_tests_of_any_pairs(pairs in degenerate_pairs(), normalized in proptest::bool::ANY) {
        let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 5.0, model };
        let mut numbers: Vec<f64> = [RatioForm::Exact, RatioForm::Normal, RatioForm::Brownian]
            .iter()
            .map(|form| hypotheses.llr_by(*form, pairs))
            .collect();
        for truth in [None, Some(Elo(0.0)), Some(Elo(300.0))] {
            for drift in [hypotheses.drift(pairs, truth), hypotheses.drift_approximately(pairs, truth)] {
                prop_assert_eq!(drift.is_some(), pairs.pairs() > 0);
                numbers.extend(drift.iter().flat_map(|d| [d.mean, d.variance]));
            }
        }
        if let Ok(test) = Sprt::new(hypotheses, 0.05, 0.05) {
            let estimate = SequentialEstimate::after(&test, pairs, Confidence::P95);
            numbers.extend(estimate.iter().flat_map(|e| [e.elo.0, e.low.0, e.high.0, e.superiority.value()]));
        }
        prop_assert!(numbers.iter().all(|n| n.is_finite()), "{numbers:?}");
    }

    #[test]
    fn plans_for_anything(
        share in -50.0..50.0_f64,
        elo in -900.0..900.0_f64,
        variance in prop_oneof![Just(0.0), Just(1e-9), Just(1e-4), 0.001..0.3_f64],
        most in prop_oneof![Just(0_u64), Just(1), Just(1000), Just(10_000_000)],
        width in prop_oneof![Just(0.01), Just(5.0), Just(400.0)],
        normalized in proptest::bool::ANY,
    ) {
        let model = if normalized { EloModel::Normalized } else { EloModel::Logistic };
        let test = Sprt::new(Hypotheses { elo0: 0.0, elo1: width, model }, 0.05, 0.05);
        let Ok(test) = test else { return Err(TestCaseError::fail("refused")) };
        for truth in [TrueStrength::BetweenHypotheses(share), TrueStrength::Logistic(Elo(elo))] {
            if let Some(found) = SprtOutlook::new(&test, truth, variance, most) {
                let chances = [found.pass, found.fail, found.undecided].map(Probability::value);
                prop_assert!(chances.iter().all(|p| (0.0..=1.0).contains(p)), "{found:?}");
                prop_assert!((chances.iter().sum::<f64>() - 1.0).abs() < 1e-6, "{found:?}");
                prop_assert!(found.pairs.is_finite() && found.pairs >= 0.0, "{found:?}");
                prop_assert!(found.pairs <= 1.001 * most as f64, "{found:?}");
            } else {
                prop_assert!(variance < 1e-12);
            }
        }
    }

    #[test]
    fn games_of_any_kind(games in degenerate_games(), others in degenerate_games()) {
        let mut numbers = of_estimate(games.estimate());
        if let Some(bayes) = BayesElo::of(games) {
            numbers.extend([bayes.elo, bayes.drawelo, bayes.scale()]);
            numbers.extend(bayes.chances());
            numbers.extend(bayes.logistic().map(|elo| elo.0));
        }
        let hypotheses = Hypotheses { elo0: 0.0, elo1: 5.0, model: EloModel::Logistic };
        numbers.extend(BayesElo::llr(&hypotheses, games));
        if let Some(test) = Homogeneity::of(&[games, others]) {
            numbers.extend([test.chi2, test.p_value.value()]);
        }
        for form in [RatioForm::Exact, RatioForm::Normal, RatioForm::Brownian] {
            numbers.push(hypotheses.llr_by(form, games));
        }
        prop_assert!(numbers.iter().all(|n| n.is_finite()), "{numbers:?}");
    }

    #[test]
    fn tables_of_any_kind((players, table) in degenerate_table()) {
        let played = table.iter().any(|(_, results)| results.games() > 0);
        for model in MODELS {
            for prior in [Prior::None, Prior::Draws(1.0), Prior::Games(1.0)] {
                let Ok(ratings) = Ratings::fit(&table, model, prior) else {
                    // With games imagined there are always ratings, if there are players.
                    prop_assert!(prior != Prior::Games(1.0) || players < 2, "{model:?} {table:?}");
                    continue;
                };
                for errors in [
                    Errors::Model,
                    Errors::Clustered(Correction::SmallSample),
                    Errors::Clustered(Correction::Jackknife),
                ] {
                    let numbers = numbers_of_ratings(&ratings.clone().by(errors), players);
                    prop_assert!(numbers.iter().all(|n| n.is_finite()), "{model:?} {prior:?} {numbers:?}");
                }
                if prior == Prior::Games(1.0) && played {
                    prop_assert!((0..players).all(|p| ratings.rating(p).is_some()), "{table:?}");
                }
            }
        }
    }

    #[test]
    fn clusters_that_are_alike(value in 0..=2_u8, clusters in 0..30_u64, games in 1..4_u64) {
        let mut sums = ClusterSums::new();
        for cluster in 0..clusters {
            for _ in 0..games {
                sums.record(Cluster(cluster), f64::from(value) / 2.0);
            }
        }
        let interval = sums.interval(Interval::UNIT, Confidence::P95);
        prop_assert_eq!(interval.is_some(), clusters > 0);
        let mut numbers = of_interval(interval);
        numbers.extend(of_estimate(sums.estimate()));
        prop_assert!(numbers.iter().all(|n| n.is_finite()), "{numbers:?}");
        if let Some(interval) = interval {
            prop_assert!(interval.width() > 0.0);
        }
    }

    #[test]
    fn questions_without_an_answer(
        variance in prop_oneof![Just(0.0), Just(f64::NAN), Just(-1.0), 0.0..1.0_f64],
        effect in prop_oneof![Just(0.0), Just(f64::INFINITY), -1.0..1.0_f64],
        degrees in prop_oneof![Just(0_usize), Just(1), Just(usize::MAX), 1..500_usize],
        level in prop_oneof![Just(1e-12), Just(1.0 - 1e-12), 0.01..0.99_f64],
    ) {
        let confidence = Confidence::new(level).unwrap_or_default();
        let question = SampleSize { variance, effect, confidence };
        let answers = [
            question.one_sample(Power::P80),
            question.each_of_two(Power::P80),
            question.half_width(),
            question.detectable(effect, Power::P80),
        ];
        prop_assert!(answers.iter().flatten().all(|n| n.is_finite()), "{answers:?}");
        for law in [Law::Normal, Law::Student { degrees }] {
            let reach = law.reach(confidence);
            prop_assert!(reach.is_finite() && reach >= 0.0, "{law:?} {level} {reach}");
            let p = law.p_value(Estimate { value: effect, se: 0.5 });
            prop_assert!(p.is_none_or(|p| (0.0..=1.0).contains(&p.value())), "{p:?}");
        }
    }
}
