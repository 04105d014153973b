//! `rating_5_player_round_robin` of the vectors.

use crate::vectors::{count, json, near, number};
use assay_stats::{
    FitError, Pairing, Prior, RatingModel, Ratings, RatingsError, ResultTable, Trinomial,
};
use serde_json::Value;

const PLAYERS: [&str; 5] = ["Alpha", "Bravo", "Charlie", "Delta", "Echo"];

fn told() -> Value {
    json("vectors.json")["rating_5_player_round_robin"].clone()
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
fn rao_kupper_and_davidson() -> Result<(), Box<dyn std::error::Error>> {
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
            assay_stats::Elo::PER_NAT
        } else {
            1.0
        };
        let found = found.estimate().ok_or("shape")?.value * unit;
        near(found, number(&told[shape]), 1e-5, shape);
    }
    Ok(())
}

#[test]
fn half_points() -> Result<(), Box<dyn std::error::Error>> {
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
    Ok(())
}

#[test]
fn other_programs_agree() -> Result<(), Box<dyn std::error::Error>> {
    let told = told();
    let ordo = &told["ordo"]["runs"][1];
    let half = Ratings::fit(&table()?, RatingModel::HalfPoints, Prior::None)?;
    let unit = number(&told["half_point_logistic_statsmodels"]["ordo_scale_per_nat"])
        / assay_stats::Elo::PER_NAT;
    let bayes = &told["bayeselo"]["runs"][0];
    let full = Ratings::fit(&table()?, RatingModel::RaoKupper, Prior::None)?;
    let advantage = full.first_player().ok_or("first player")?.value;
    near(advantage, number(&bayes["advantage"]), 1e-4, "advantage");
    // `BayesElo` prints ratings times 4x / (1 + x)² with x = 10^(-drawelo / 400).
    let x = 10.0_f64.powf(-number(&bayes["drawelo"]) / 400.0);
    let printed = 4.0 * x / (1.0 + x).powi(2);
    for (player, name) in PLAYERS.iter().enumerate() {
        let rating = half.rating(player).ok_or("rating")?.value * unit;
        near(rating, number(&ordo["ratings"][name]), 1e-4, name);
        // The reference's note: its search stops some thousandths early.
        let rating = full.rating(player).ok_or("rating")?.value * printed;
        let told = number(&bayes["ratings_unscaled_printed"][name]);
        assert!((rating - told).abs() < 5e-3, "{name} {rating} {told}");
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
