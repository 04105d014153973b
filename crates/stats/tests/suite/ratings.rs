//! `rating_5_player_round_robin` of the vectors.

use crate::vectors::{Told, count, json, near, near_relative, number, numbers};
use assay_stats::{
    BayesElo, Cluster, Confidence, Correction, Elo, Errors, FitError, Pairing, Prior, RatingModel,
    Ratings, RatingsError, ResultTable, Trinomial,
};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

const PLAYERS: [&str; 5] = ["Alpha", "Bravo", "Charlie", "Delta", "Echo"];

fn told() -> &'static Told {
    &json("vectors.json")["rating_5_player_round_robin"]
}

fn table() -> Result<ResultTable, &'static str> {
    let mut table = ResultTable::new();
    for games in told()["games"].as_array().ok_or("games")? {
        let player = |side: &str| PLAYERS.iter().position(|name| games[side] == *name);
        let pairing = Pairing {
            first: player("first").ok_or("first")?,
            second: player("second").ok_or("second")?,
        };
        let results = Trinomial {
            wins: count(&games["first_wins"]),
            draws: count(&games["draws"]),
            losses: count(&games["first_losses"]),
        };
        table.record(pairing, results);
    }
    Ok(table)
}

#[test]
pub(crate) fn rao_kupper_and_davidson() -> Result<(), Box<dyn std::error::Error>> {
    let told = &told()["independent_mle_scipy"];
    for (name, model, shape) in [
        ("rao_kupper", RatingModel::RaoKupper, "drawelo"),
        ("davidson", RatingModel::Davidson, "log_nu"),
    ] {
        let told = &told[name];
        let ratings = Ratings::fit(&table()?, model, Prior::None)?;
        for (player, name) in PLAYERS.iter().enumerate() {
            let rating = ratings.rating(player).ok_or("rating")?;
            near(rating.value, number(&told["ratings_elo"][name]), 1e-5, name);
            near(rating.se, number(&told["se_elo"][name]), 1e-4, name);
            let nats = number(&told["ratings_natural_log_units"][name]);
            near(rating.value / Elo::PER_NAT, nats, 1e-7, name);
        }
        let first = ratings.first_player().ok_or("first player")?;
        near(
            first.value,
            number(&told["first_player_advantage_elo"]),
            1e-5,
            "first player",
        );
        near(
            first.se,
            number(&told["se_first_player_advantage_elo"]),
            1e-4,
            "first player",
        );
        let gap = ratings.difference(0, 1).ok_or("difference")?;
        near(
            gap.se,
            number(&told["se_diff_elo_Alpha_minus_Bravo"]),
            1e-4,
            "difference",
        );
        let likelihood = ratings.regression().log_likelihood();
        near(
            likelihood,
            number(&told["log_likelihood"]),
            1e-9,
            "likelihood",
        );
        let last = ratings.regression().columns().len() - 1;
        let found = ratings
            .regression()
            .coefficient(last, assay_stats::Errors::Model);
        let unit = if shape == "drawelo" {
            Elo::PER_NAT
        } else {
            1.0
        };
        let found = found.estimate().ok_or("shape")?;
        near(found.value * unit, number(&told[shape]), 1e-5, shape);
        let error = number(&told[format!("se_{shape}")]);
        near_relative(found.se * unit, error, 1e-4, shape);
        // The shape, e to its logarithm; and how often even players draw.
        let power = found.value.exp();
        if model == RatingModel::RaoKupper {
            near(power, number(&told["theta"]), 1e-6, "theta");
        } else {
            near(power, number(&told["nu"]), 1e-6, "nu");
            let drawn = number(&told["draw_prob_equal_no_advantage"]);
            near(power / (2.0 + power), drawn, 1e-7, "drawn");
        }
    }
    Ok(())
}

#[test]
pub(crate) fn half_points() -> Result<(), Box<dyn std::error::Error>> {
    let told = &told()["half_point_logistic_statsmodels"];
    let ratings = Ratings::fit(&table()?, RatingModel::HalfPoints, Prior::None)?;
    for (player, name) in PLAYERS.iter().enumerate() {
        let rating = ratings.rating(player).ok_or("rating")?;
        near(rating.value, number(&told["ratings_elo"][name]), 1e-8, name);
    }
    let first = ratings.first_player().ok_or("first player")?;
    near(
        first.value,
        number(&told["first_player_advantage_elo"]),
        1e-8,
        "first player",
    );
    near(
        Elo::PER_NAT,
        number(&told["elo_scale_per_nat"]),
        1e-12,
        "scale",
    );
    // In the unit of another program, in which 202 points are a score of 0.76.
    let unit = 202.0 / (0.76_f64 / 0.24).ln();
    near(unit, number(&told["ordo_scale_per_nat"]), 1e-12, "unit");
    for (player, name) in PLAYERS.iter().enumerate() {
        let nats = ratings.rating(player).ok_or("rating")?.value / Elo::PER_NAT;
        near(
            nats * unit,
            number(&told["ratings_ordo_units"][name]),
            1e-8,
            name,
        );
    }
    near(
        first.value / Elo::PER_NAT * unit,
        number(&told["first_player_advantage_ordo_units"]),
        1e-8,
        "first player",
    );
    Ok(())
}

/// The same games seen from both sides, so that moving first counts for nothing.
fn both_ways(table: &ResultTable) -> ResultTable {
    let mut both = ResultTable::new();
    for (pairing, results) in table.iter() {
        both.record(pairing, results);
        let turned = Pairing {
            first: pairing.second,
            second: pairing.first,
        };
        both.record(turned, results.swapped());
    }
    both
}

#[test]
pub(crate) fn half_points_by_another_program() -> Result<(), Box<dyn std::error::Error>> {
    let ordo = &told()["ordo"]["runs"];
    let half = Ratings::fit(&table()?, RatingModel::HalfPoints, Prior::None)?;
    let unit =
        number(&told()["half_point_logistic_statsmodels"]["ordo_scale_per_nat"]) / Elo::PER_NAT;
    let rating = |player: usize| half.rating(player).map(|r| r.value * unit);
    let first = half.first_player().ok_or("first player")?.scaled(unit);
    let neutral = Ratings::fit(&both_ways(&table()?), RatingModel::HalfPoints, Prior::None)?;
    let no_advantage = neutral.first_player().ok_or("first player")?.value;
    near(
        no_advantage,
        number(&ordo[0]["white_advantage"]),
        1e-9,
        "no advantage",
    );
    for (player, name) in PLAYERS.iter().enumerate() {
        let without = neutral.rating(player).ok_or("rating")?.value * unit;
        assert!(
            (without - number(&ordo[0]["ratings"][name])).abs() < 2e-3,
            "{name} {without}"
        );
        let with = rating(player).ok_or("rating")?;
        assert!(
            (with - number(&ordo[1]["ratings"][name])).abs() < 2e-3,
            "{name} {with}"
        );
        // Told from a player who is given 2500.
        let told = number(&ordo[3]["ratings"][name]);
        let above = half.difference(player, 0);
        let anchored = 2500.0 + above.map_or(0.0, |d| d.value * unit);
        assert!((anchored - told).abs() < 2e-3, "{name} {anchored}");
    }
    for run in [&ordo[1], &ordo[3]] {
        assert!(
            (first.value - number(&run["white_advantage"])).abs() < 5e-3,
            "{first:?}"
        );
    }
    Ok(())
}

/// The other program plays 2,000 tournaments by its own ratings and takes the spread of what it finds. Such errors are
/// of half points, which draws spread less; they are good to about one in twenty.
#[test]
pub(crate) fn simulated_errors_of_another_program() -> Result<(), Box<dyn std::error::Error>> {
    let told = &told()["ordo"]["runs"][2];
    let half = Ratings::fit(&table()?, RatingModel::HalfPoints, Prior::None)?;
    let fit = half.regression();
    let unit = number(&self::told()["half_point_logistic_statsmodels"]["ordo_scale_per_nat"]);
    let columns = PLAYERS.len() + 1;
    let half_width = |weights: &[f64]| {
        let nats = fit.contrast(weights, Errors::Quasi);
        nats.map(|n| Confidence::P95.z() * n.se * unit)
    };
    let mut compared = 0;
    let mut near = |weights: Vec<f64>, told: &Told| -> Result<(), &'static str> {
        near_relative(
            half_width(&weights).ok_or("error")?,
            number(told),
            0.07,
            "error",
        );
        compared += 1;
        Ok(())
    };
    for (player, name) in PLAYERS.iter().enumerate() {
        let mut weights = vec![-0.2; columns];
        weights[columns - 1] = 0.0;
        weights[player] += 1.0;
        near(weights, &told["error95"][name])?;
        for (other, opponent) in PLAYERS.iter().enumerate().skip(player + 1) {
            let mut weights = vec![0.0; columns];
            (weights[player], weights[other]) = (1.0, -1.0);
            near(
                weights,
                &told["pairwise_diff_error95"][format!("{name}-{opponent}")],
            )?;
        }
    }
    assert_eq!(compared, 15);
    // Of the first move the other program prints one standard deviation.
    let mut weights = vec![0.0; columns];
    weights[columns - 1] = 1.0;
    let first = fit
        .contrast(&weights, Errors::Quasi)
        .ok_or("first player")?;
    let told = number(&self::told()["ordo"]["runs"][2]["white_advantage_error95"]);
    near_relative(first.se * unit, told, 0.07, "first player");
    let told = &self::told()["ordo"]["runs"][2];
    for (better, worse, key) in [(1, 2, "Bravo>Charlie"), (2, 3, "Charlie>Delta")] {
        let mut weights = vec![0.0; columns];
        (weights[better], weights[worse]) = (1.0, -1.0);
        let gap = fit.contrast(&weights, Errors::Quasi).ok_or("gap")?;
        let percent = 100.0 * gap.above(0.0).ok_or("chance")?.value();
        assert!(
            (percent - number(&told["cfs_percent"][key])).abs() < 0.4,
            "{key} {percent}"
        );
    }
    Ok(())
}

#[test]
pub(crate) fn rao_kupper_by_another_program() -> Result<(), Box<dyn std::error::Error>> {
    let runs = &told()["bayeselo"]["runs"];
    let bayes = &runs[0];
    let full = Ratings::fit(&table()?, RatingModel::RaoKupper, Prior::None)?;
    let advantage = full.first_player().ok_or("first player")?.value;
    near(advantage, number(&bayes["advantage"]), 1e-4, "advantage");
    let likelihood = full.regression().log_likelihood();
    assert!(
        (likelihood - number(&bayes["loglik"])).abs() < 6e-4,
        "{likelihood}"
    );
    let drawelo = |ratings: &Ratings| {
        let delta = ratings.regression().column("delta")?;
        let delta = ratings
            .regression()
            .coefficient(delta, Errors::Model)
            .estimate()?;
        Some(delta.value * Elo::PER_NAT)
    };
    let found = drawelo(&full).ok_or("drawelo")?;
    assert!((found - number(&bayes["drawelo"])).abs() < 6e-3, "{found}");
    let printed = BayesElo {
        elo: 0.0,
        drawelo: found,
    }
    .scale();
    for (player, name) in PLAYERS.iter().enumerate() {
        // The reference's note: its search stops some thousandths early.
        let rating = full.rating(player).ok_or("rating")?.scaled(printed);
        let told = number(&bayes["ratings_unscaled_printed"][name]);
        assert!(
            (rating.value - told).abs() < 5e-3,
            "{name} {rating:?} {told}"
        );
        // Printed as whole points, and of its own posterior.
        for told in numbers(&bayes["plus_minus_95"][name]) {
            let half = Confidence::P95.z() * rating.se;
            assert!((half - told).abs() < 1.5, "{name} {half} {told}");
        }
    }
    for (better, worse, key) in [(1, 2, "Bravo>Charlie"), (2, 3, "Charlie>Delta")] {
        let chance = full
            .superiority(better, worse)
            .ok_or("superiority")?
            .value();
        near(
            chance,
            number(&bayes["los_permille"][key]) / 1000.0,
            2e-3,
            key,
        );
    }
    // Two draws imagined for every player, shared out among those he met: half a draw between every two.
    let drawn = Ratings::fit(&table()?, RatingModel::RaoKupper, Prior::Draws(0.5))?;
    let told = &runs[2];
    let advantage = drawn.first_player().ok_or("first player")?.value;
    assert!(
        (advantage - number(&told["advantage"])).abs() < 0.02,
        "{advantage}"
    );
    let found = drawelo(&drawn).ok_or("drawelo")?;
    assert!((found - number(&told["drawelo"])).abs() < 0.02, "{found}");
    let printed = BayesElo {
        elo: 0.0,
        drawelo: found,
    }
    .scale();
    for (player, name) in PLAYERS.iter().enumerate() {
        let rating = drawn.rating(player).ok_or("rating")?.value * printed;
        assert!(
            (rating - number(&told["ratings"][name])).abs() < 0.05,
            "{name} {rating}"
        );
    }
    Ok(())
}

#[test]
fn one_sided_and_broken_tables_need_a_prior() -> Result<(), Box<dyn std::error::Error>> {
    let mut one_sided = ResultTable::new();
    let won = Trinomial {
        wins: 4,
        draws: 0,
        losses: 0,
    };
    one_sided.record(
        Pairing {
            first: 0,
            second: 1,
        },
        won,
    );
    one_sided.record(
        Pairing {
            first: 1,
            second: 0,
        },
        won.swapped(),
    );
    let refused = Ratings::fit(&one_sided, RatingModel::HalfPoints, Prior::None).err();
    assert!(
        matches!(refused, Some(RatingsError::Fit(FitError::Separated(_)))),
        "{refused:?}"
    );
    let rated = Ratings::fit(&one_sided, RatingModel::HalfPoints, Prior::Draws(2.0))?;
    let gap = rated.difference(0, 1).ok_or("difference")?.value;
    assert!(gap > 100.0 && gap < 1000.0, "{gap}");

    // Two groups that never met: inside them ratings compare, across them they do not.
    let mut broken = ResultTable::new();
    let even = Trinomial {
        wins: 5,
        draws: 4,
        losses: 3,
    };
    for (first, second) in [(0, 1), (1, 0), (2, 3), (3, 2)] {
        broken.record(Pairing { first, second }, even);
    }
    let rated = Ratings::fit(&broken, RatingModel::Davidson, Prior::None)?;
    assert!(rated.difference(0, 1).is_some() && rated.difference(2, 3).is_some());
    assert_eq!((rated.difference(0, 2), rated.rating(0)), (None, None));
    let joined = Ratings::fit(&broken, RatingModel::Davidson, Prior::Draws(1.0))?;
    assert!(joined.rating(0).is_some());
    Ok(())
}

#[test]
fn imagined_games_give_every_table_ratings_under_every_model()
-> Result<(), Box<dyn std::error::Error>> {
    let counts = |wins, draws, losses| Trinomial {
        wins,
        draws,
        losses,
    };
    // One-sided; all drawn; one pair won by whoever moved first; one who never lost but drew.
    let tables = [
        [counts(20, 0, 0), counts(0, 0, 20)],
        [counts(0, 20, 0), counts(0, 20, 0)],
        [counts(1, 0, 0), counts(1, 0, 0)],
        [counts(20, 3, 0), counts(0, 3, 20)],
    ];
    for [one, other] in tables {
        let mut table = ResultTable::new();
        table.record(
            Pairing {
                first: 0,
                second: 1,
            },
            one,
        );
        table.record(
            Pairing {
                first: 1,
                second: 0,
            },
            other,
        );
        for model in [
            RatingModel::HalfPoints,
            RatingModel::RaoKupper,
            RatingModel::Davidson,
        ] {
            let ratings = Ratings::fit(&table, model, Prior::Games(1.0))?;
            let gap = ratings.difference(0, 1).ok_or("difference")?;
            let lead = one.wins + other.losses;
            assert!(
                gap.value.abs() < 3000.0 && gap.se < 3000.0,
                "{model:?} {gap:?}"
            );
            assert_eq!(gap.value > 1.0, lead > 1, "{model:?} {gap:?}");
        }
    }
    Ok(())
}

/// What the first player scores, his luck being within [0, 1), by Davidson's model with a draw constant of 0.8.
fn decided(nats: f64, luck: f64) -> Trinomial {
    let (win, loss, draw) = ((0.5 * nats).exp(), (-0.5 * nats).exp(), 0.8);
    let total = win + loss + draw;
    let mut counts = Trinomial::default();
    if luck * total < win {
        counts.wins = 1;
    } else if luck * total < win + draw {
        counts.draws = 1;
    } else {
        counts.losses = 1;
    }
    counts
}

/// A round robin over so many openings, each played both ways by every two; half of the second games go with the
/// first player's luck in the first, so that pairs are worth less than two games.
fn correlated(rng: &mut ChaCha8Rng, openings: u64, truth: &[f64]) -> ResultTable {
    let mut uniform = || (rng.next_u64() >> 11) as f64 / (1_u64 << 53) as f64;
    let mut table = ResultTable::new();
    for opening in 0..openings {
        for one in 0..truth.len() {
            for other in one + 1..truth.len() {
                let (luck, again) = (uniform(), uniform());
                // The first player's luck is the second player's misfortune.
                let other_luck = if uniform() < 0.5 { 1.0 - luck } else { again };
                for (first, second, luck) in [(one, other, luck), (other, one, other_luck)] {
                    let nats = truth[first] - truth[second] + 0.2;
                    let pairing = Pairing { first, second };
                    table.record_in(Cluster(opening), pairing, decided(nats, luck));
                }
            }
        }
    }
    table
}

#[test]
fn errors_by_openings_hold_where_games_of_a_pair_go_together()
-> Result<(), Box<dyn std::error::Error>> {
    let truth = [0.6, 0.2, -0.1, -0.7];
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let (replicates, mut by_openings, mut by_model, mut asked) = (400_u32, 0_u32, 0_u32, 0_u32);
    for _ in 0..replicates {
        let table = correlated(&mut rng, 40, &truth);
        let model = Ratings::fit(&table, RatingModel::Davidson, Prior::None)?;
        let openings = model.clone().by(Errors::Clustered(Correction::Jackknife));
        for player in 0..truth.len() {
            for opponent in player + 1..truth.len() {
                let told = (truth[player] - truth[opponent]) * Elo::PER_NAT;
                let holds = |ratings: &Ratings| {
                    let gap = ratings.difference(player, opponent)?;
                    let interval = ratings.law().interval(gap, Confidence::P95);
                    Some(u32::from(interval.contains(told)))
                };
                by_openings += holds(&openings).ok_or("openings")?;
                by_model += holds(&model).ok_or("model")?;
                asked += 1;
            }
        }
    }
    println!("of {asked}: {by_openings} by openings, {by_model} by the model");
    assert!((935 * asked..=970 * asked).contains(&(1000 * by_openings)));
    // The model takes the games for independent, and claims too much.
    assert!(1000 * by_model < 920 * asked);
    Ok(())
}
