//! How strong the players of a tournament are.

use assay_stats::{
    ClusterSums, Confidence, Correction, Errors, FitError, Pairing, Prior, Probability,
    RatingModel, Ratings, RatingsError, ResultTable, Trinomial,
};
use assay_study::{Study, StudyKind};

use super::ArmGames;
use super::arm::outcome_of;
use super::between::{ENOUGH, adjust, change};
use super::matches::{counted, first_players, mean, pentanomial, score};
use crate::estimate::{Estimate, Unit};
use crate::findings::{Comparison, ErrorsOfRatings, Meeting, Standing, Told, TournamentFindings};

const LEVEL: Confidence = Confidence::P95;

/// Openings are shared by all pairings, so they are what is independent.
const BY_OPENINGS: Errors = Errors::Clustered(Correction::Jackknife);

/// Games imagined between every two players where the games alone give no finite ratings.
const IMAGINED: f64 = 1.0;

/// Standings, meetings and comparisons; `None` for studies of another kind.
pub(super) fn tournament(study: &Study, arms: &[&ArmGames<'_>]) -> Option<TournamentFindings> {
    let StudyKind::Tournament(_) = study.kind else {
        return None;
    };
    let seats: Vec<[usize; 2]> = study
        .arms
        .iter()
        .map(|arm| arm.players.map(|player| usize::from(player.0)))
        .collect();
    let table = table(arms, &seats);
    let rated = Rated::of(&table);
    let mut standings: Vec<Standing> = (0..study.players.len())
        .map(|player| standing(player, arms, &seats, &table, &rated))
        .collect();
    standings.sort_by(|a, b| {
        let key = |s: &Standing| {
            let number = |e: Option<&Estimate>| e.map_or(f64::NEG_INFINITY, Estimate::value);
            (number(s.rating.estimate()), number(s.score.as_ref()))
        };
        let (a, b) = (key(a), key(b));
        b.0.total_cmp(&a.0).then(b.1.total_cmp(&a.1))
    });
    let pairs = |player: usize| {
        let mut of = standings.iter().filter(|s| s.player == player);
        of.next().map_or(0, |s| s.pairs)
    };
    let comparisons = comparisons(study.players.len(), &rated, pairs);
    Some(TournamentFindings {
        meetings: meetings(arms, &seats),
        comparisons,
        first_move: rated.told(rated.davidson.as_ref(), Ratings::first_player),
        first_move_rao_kupper: rated.told(rated.rao_kupper.as_ref(), Ratings::first_player),
        errors: rated.errors,
        imagined_games: rated.imagined.is_some().then_some(IMAGINED),
        imagined_because: rated.imagined,
        standings,
    })
}

fn table(arms: &[&ArmGames<'_>], seats: &[[usize; 2]]) -> ResultTable {
    let mut table = ResultTable::new();
    for (games, &[one, other]) in arms.iter().zip(seats) {
        for (game, first, second) in [(0, one, other), (1, other, one)] {
            // Also without games, so that everybody is in the table.
            table.record(Pairing { first, second }, Trinomial::default());
            for pair in games.pairs {
                let outcome = outcome_of(pair.games[game].result);
                let results = std::iter::once(outcome).collect();
                // Every two players play the same openings.
                table.record_in(pair.cluster, Pairing { first, second }, results);
            }
        }
    }
    table
}

/// The ratings by both models, from the games alone or with imagined games.
struct Rated {
    davidson: Option<Ratings>,
    rao_kupper: Option<Ratings>,
    errors: ErrorsOfRatings,
    /// Why games had to be imagined.
    imagined: Option<String>,
    /// What stands where there are no ratings at all.
    none: String,
}

impl Rated {
    fn of(table: &ResultTable) -> Self {
        let all: Trinomial = table.iter().map(|(_, results)| results).sum();
        if all.games() == 0 {
            return Self::none("no game is finished");
        }
        let fit = |prior, errors: Errors| {
            [RatingModel::Davidson, RatingModel::RaoKupper].map(|model| {
                // Without a draw there is no telling how likely draws are, and both models are this one.
                let model = if all.draws == 0 && prior == Prior::None {
                    RatingModel::HalfPoints
                } else {
                    model
                };
                let ratings = Ratings::fit(table, model, prior);
                whole(table, ratings.map(|ratings| ratings.by(errors)))
            })
        };
        if table.clusters() >= ENOUGH
            && let [Ok(davidson), Ok(rao_kupper)] = fit(Prior::None, BY_OPENINGS)
            && [&davidson, &rao_kupper].into_iter().all(has_spread)
        {
            return Self::both(davidson, rao_kupper, ErrorsOfRatings::ByOpenings);
        }
        let because = match fit(Prior::None, Errors::Model) {
            [Ok(davidson), Ok(rao_kupper)] => {
                return Self::both(davidson, rao_kupper, ErrorsOfRatings::OfTheModel);
            }
            [Err(why), _] | [_, Err(why)] => why,
        };
        match fit(Prior::Games(IMAGINED), Errors::Model) {
            [Ok(davidson), Ok(rao_kupper)] => Self {
                imagined: Some(because),
                ..Self::both(davidson, rao_kupper, ErrorsOfRatings::OfTheModel)
            },
            [Err(why), _] | [_, Err(why)] => Self::none(&format!("undefined: {why}")),
        }
    }

    fn both(davidson: Ratings, rao_kupper: Ratings, errors: ErrorsOfRatings) -> Self {
        Self {
            davidson: Some(davidson),
            rao_kupper: Some(rao_kupper),
            errors,
            imagined: None,
            none: String::new(),
        }
    }

    fn none(why: &str) -> Self {
        Self {
            errors: ErrorsOfRatings::OfTheModel,
            davidson: None,
            rao_kupper: None,
            imagined: None,
            none: why.to_owned(),
        }
    }

    fn told(
        &self,
        ratings: Option<&Ratings>,
        figure: impl Fn(&Ratings) -> Option<assay_stats::Estimate>,
    ) -> Told {
        ratings
            .and_then(|ratings| Some((ratings.law(), figure(ratings)?)))
            .and_then(|(law, elo)| {
                let interval = law.interval(elo, LEVEL);
                Estimate::new(Unit::Elo, elo.value, interval.low, interval.high)
            })
            .map_or_else(|| Told::Untold(self.none.clone()), Told::Value)
    }
}

/// Whether no difference is without an error: openings whose games all brought two players the same points show no luck, and
/// would claim certainty.
fn has_spread(ratings: &Ratings) -> bool {
    let players = ratings.players();
    let two = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    let differences = two.filter_map(|(one, other)| ratings.difference(one, other));
    differences
        .into_iter()
        .all(|difference| difference.se > 1e-6)
}

/// Ratings that every player has; or why not.
fn whole(table: &ResultTable, fitted: Result<Ratings, RatingsError>) -> Result<Ratings, String> {
    match fitted {
        Ok(ratings) if (0..table.players()).all(|player| ratings.rating(player).is_some()) => {
            Ok(ratings)
        }
        Ok(_) => Err("not all players met, even through others".to_owned()),
        Err(RatingsError::Fit(FitError::Separated(_))) => Err(
            "somebody won or lost every game, or one group of players every game against the others"
                .to_owned(),
        ),
        Err(other) => Err(other.to_string()),
    }
}

fn standing(
    player: usize,
    arms: &[&ArmGames<'_>],
    seats: &[[usize; 2]],
    table: &ResultTable,
    rated: &Rated,
) -> Standing {
    let mut sums = ClusterSums::new();
    let mut pairs = 0;
    for (games, seats) in arms.iter().zip(seats) {
        let Some(seat) = seats.iter().position(|&seated| seated == player) else {
            continue;
        };
        for pair in games.pairs {
            pairs += 1;
            for outcome in first_players(pair) {
                let mine = if seat == 0 { outcome } else { outcome.other() };
                sums.record(pair.cluster, mine.points());
            }
        }
    }
    Standing {
        player,
        results: counted(table.total(player)),
        pairs,
        score: mean(&sums),
        rating: rated.told(rated.davidson.as_ref(), |r| r.rating(player)),
        rao_kupper: rated.told(rated.rao_kupper.as_ref(), |r| r.rating(player)),
    }
}

fn meetings(arms: &[&ArmGames<'_>], seats: &[[usize; 2]]) -> Vec<Meeting> {
    arms.iter()
        .zip(seats)
        .map(|(games, &[player, opponent])| {
            let outcomes: Vec<_> = games.pairs.iter().map(first_players).collect();
            let results: Trinomial = outcomes.iter().flatten().copied().collect();
            Meeting {
                player,
                opponent,
                results: counted(results),
                score: score(pentanomial(&outcomes)),
            }
        })
        .collect()
}

fn comparisons(players: usize, rated: &Rated, pairs: impl Fn(usize) -> u64) -> Vec<Comparison> {
    let Some(ratings) = &rated.davidson else {
        return Vec::new();
    };
    let two = (0..players).flat_map(|one| (one + 1..players).map(move |other| (one, other)));
    let mut all: Vec<Comparison> = two
        .filter_map(|(player, opponent)| {
            let difference = ratings.difference(player, opponent)?;
            let enough = pairs(player).min(pairs(opponent)) >= ENOUGH as u64;
            let law = ratings.law();
            let p = law.p_value(difference).filter(|_| enough);
            Some(Comparison {
                player,
                opponent,
                change: change(Unit::Elo, difference, law.interval(difference, LEVEL), p),
                superiority: ratings
                    .superiority(player, opponent)
                    .map(Probability::value),
            })
        })
        .collect();
    adjust(all.iter_mut().map(|comparison| &mut comparison.change));
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// First and second player with what the first won, drew and lost.
    type Games = (usize, usize, [u64; 3]);

    fn rated(results: &[Games]) -> (ResultTable, Rated) {
        let mut table = ResultTable::new();
        for &(first, second, [wins, draws, losses]) in results {
            let counts = Trinomial {
                wins,
                draws,
                losses,
            };
            table.record(Pairing { first, second }, counts);
        }
        let rated = Rated::of(&table);
        (table, rated)
    }

    #[test]
    fn every_table_has_finite_ratings_or_says_why_not() {
        let table: [(&str, Vec<Games>, Option<&str>); 8] = [
            (
                "ordinary",
                vec![(0, 1, [12, 5, 3]), (1, 0, [6, 5, 9])],
                None,
            ),
            (
                "no draws",
                vec![(0, 1, [12, 0, 8]), (1, 0, [9, 0, 11])],
                None,
            ),
            (
                "all draws",
                vec![(0, 1, [0, 20, 0]), (1, 0, [0, 20, 0])],
                Some("there is no win"),
            ),
            (
                "one pair",
                vec![(0, 1, [1, 0, 0]), (1, 0, [1, 0, 0])],
                Some("somebody won"),
            ),
            (
                "one-sided",
                vec![(0, 1, [20, 0, 0]), (1, 0, [0, 0, 20])],
                Some("somebody won"),
            ),
            (
                "unmet",
                vec![
                    (0, 1, [5, 2, 3]),
                    (1, 0, [3, 2, 5]),
                    (1, 2, [0, 0, 0]),
                    (2, 1, [0, 0, 0]),
                ],
                Some("not all players met"),
            ),
            (
                "in parts",
                vec![
                    (0, 1, [5, 2, 3]),
                    (1, 0, [3, 2, 5]),
                    (2, 3, [5, 2, 3]),
                    (3, 2, [3, 2, 5]),
                ],
                Some("not all players met"),
            ),
            (
                "without Black's wins or draws but one",
                vec![(0, 1, [9, 0, 0]), (1, 0, [8, 0, 1])],
                Some("somebody won"),
            ),
        ];
        for (name, results, because) in table {
            let (results, rated) = rated(&results);
            match because {
                None => assert_eq!(rated.imagined, None, "{name}"),
                Some(because) => assert!(
                    rated
                        .imagined
                        .as_ref()
                        .is_some_and(|why| why.starts_with(because) || because.is_empty()),
                    "{name}: {:?} {}",
                    rated.imagined,
                    rated.none
                ),
            }
            for player in 0..results.players() {
                for model in [rated.davidson.as_ref(), rated.rao_kupper.as_ref()] {
                    let told = rated.told(model, |r| r.rating(player));
                    let rating = told
                        .estimate()
                        .unwrap_or_else(|| panic!("{name}: {told:?}"));
                    assert!(rating.value().abs() < 2000.0, "{name}: {}", rating.text());
                }
            }
        }
    }

    #[test]
    fn openings_in_which_all_share_the_points_do_not_claim_certainty() {
        let mut table = ResultTable::new();
        for opening in 0..ENOUGH as u64 {
            // White wins both games of every second opening, Black those of the others.
            let outcome = if opening % 2 == 0 {
                assay_stats::Outcome::Win
            } else {
                assay_stats::Outcome::Loss
            };
            for (first, second) in [(0, 1), (1, 0), (0, 2), (2, 0), (1, 2), (2, 1)] {
                let results = std::iter::once(outcome).collect();
                table.record_in(
                    assay_stats::Cluster(opening),
                    Pairing { first, second },
                    results,
                );
            }
        }
        let rated = Rated::of(&table);
        assert_eq!(rated.errors, ErrorsOfRatings::OfTheModel);
        for player in 0..3 {
            let told = rated.told(rated.davidson.as_ref(), |r| r.rating(player));
            let rating = told.estimate().unwrap();
            assert!(rating.value().abs() < 1e-6, "{}", rating.text());
            assert!(rating.high().unwrap() > 30.0, "{}", rating.text());
        }
    }

    #[test]
    fn no_game_no_rating() {
        let (_, rated) = rated(&[(0, 1, [0, 0, 0]), (1, 0, [0, 0, 0])]);
        let told = rated.told(rated.davidson.as_ref(), |r| r.rating(0));
        assert_eq!(told.text(), "no game is finished");
        assert!(comparisons(2, &rated, |_| 100).is_empty());
    }
}
