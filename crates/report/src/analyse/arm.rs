//! What one arm's games say.

use std::collections::BTreeSet;

use assay_arena::{GameResult, Reason};
use assay_stats::{
    Cluster, ClusterSums, Confidence, EloEstimate, Interval, Outcome, Proportion, Trinomial,
};

use super::Pair;
use super::replay::{Allowed, ByPhase, GameFacts};
use crate::estimate::{Estimate, Unit};
use crate::findings::{
    ArmFindings, EndingShare, Length, Measure, OpeningsPlayed, Phase, PhaseUse, Special, SpecialUse,
};

const LEVEL: Confidence = Confidence::P95;

/// An arm's means, pair by pair, for comparisons.
pub(super) struct Sums {
    by_measure: [ClusterSums; Measure::ALL.len()],
}

impl Sums {
    pub(super) fn of(pairs: &[Pair]) -> Self {
        let by_measure = Measure::ALL.map(|measure| {
            let mut sums = ClusterSums::new();
            for (cluster, game) in games(pairs) {
                sums.record(cluster, outcome(measure, game));
            }
            sums
        });
        Self { by_measure }
    }

    pub(super) fn on(&self, measure: Measure) -> &ClusterSums {
        &self.by_measure[measure as usize]
    }

    /// The interval of the mean itself, for a measure that lies in `range`.
    pub(super) fn interval(&self, measure: Measure, longest: u32) -> Option<Interval> {
        self.on(measure).interval(range(measure, longest), LEVEL)
    }
}

/// What a game counts for a measure.
pub(super) fn outcome(measure: Measure, game: &GameFacts) -> f64 {
    match measure {
        Measure::WhiteScore => game.result.white_score(),
        Measure::DecisiveRate => f64::from(u8::from(game.result != GameResult::Draw)),
        Measure::Length => f64::from(game.plies),
    }
}

fn range(measure: Measure, longest: u32) -> Interval {
    match measure {
        Measure::WhiteScore | Measure::DecisiveRate => Interval::UNIT,
        Measure::Length => Interval {
            low: 0.0,
            high: f64::from(longest),
        },
    }
}

pub(super) fn games(pairs: &[Pair]) -> impl Iterator<Item = (Cluster, &GameFacts)> {
    pairs
        .iter()
        .flat_map(|pair| pair.games.iter().map(|game| (pair.cluster, game)))
}

/// Counts and estimates of an arm; `longest` is the study's cap on a game's plies.
pub(super) fn findings(
    name: &str,
    pairs: &[Pair],
    sums: &Sums,
    allowed: &[Allowed],
    longest: u32,
) -> ArmFindings {
    let all: Vec<&GameFacts> = games(pairs).map(|(_, game)| game).collect();
    let counts: Trinomial = all.iter().map(|game| outcome_of(game.result)).collect();
    let score = sums.on(Measure::WhiteScore);
    let distinct: BTreeSet<u64> = all.iter().map(|game| game.fingerprint).collect();
    ArmFindings {
        name: name.to_owned(),
        games: all.len() as u64,
        pairs: pairs.len() as u64,
        distinct_games: distinct.len() as u64,
        openings: openings(pairs),
        white_wins: counts.wins,
        draws: counts.draws,
        black_wins: counts.losses,
        score: score.mean().and_then(|mean| {
            let interval = sums.interval(Measure::WhiteScore, longest)?;
            Estimate::new(Unit::Share, mean, interval.low, interval.high)
        }),
        draw_rate: counts.drawn().and_then(share),
        decisive_rate: counts.decisive().and_then(share),
        white_of_decisive: counts.won_of_decisive().and_then(share),
        first_move_elo: score.elo(LEVEL).and_then(elo),
        length: length(&all, sums, longest),
        endings: endings(&all),
        moves: all.iter().map(|game| total(&game.moves)).sum(),
        moves_by_phase: std::array::from_fn(|phase| {
            all.iter().map(|game| u64::from(game.moves[phase])).sum()
        }),
        specials: Special::ALL
            .into_iter()
            .zip(allowed)
            .enumerate()
            .map(|(index, (special, allowed))| (*allowed, special_use(pairs, index, special)))
            .filter(|(allowed, used)| *allowed == Allowed::Yes || used.moves > 0)
            .map(|(_, used)| used)
            .collect(),
    }
}

fn total(moves: &ByPhase) -> u64 {
    moves.iter().copied().map(u64::from).sum()
}

fn openings(pairs: &[Pair]) -> OpeningsPlayed {
    let distinct: BTreeSet<u64> = pairs.iter().map(|pair| pair.games[0].opening).collect();
    let repeated = (pairs.len() - distinct.len()) as f64 / pairs.len() as f64;
    OpeningsPlayed {
        distinct: distinct.len() as u64,
        repeated: Estimate::bare(Unit::Share, repeated),
    }
}

pub(super) fn outcome_of(result: GameResult) -> Outcome {
    match result {
        GameResult::WhiteWins => Outcome::Win,
        GameResult::Draw => Outcome::Draw,
        GameResult::BlackWins => Outcome::Loss,
    }
}

pub(super) fn share(share: Proportion) -> Option<Estimate> {
    let interval = share.interval(LEVEL);
    Estimate::new(Unit::Share, share.value(), interval.low, interval.high)
}

fn elo(elo: EloEstimate) -> Option<Estimate> {
    let end = |end: Option<assay_stats::Elo>| end.map_or(f64::NAN, |elo| elo.0);
    Estimate::new(Unit::Elo, elo.value?.0, end(elo.low), end(elo.high))
}

fn length(games: &[&GameFacts], sums: &Sums, longest: u32) -> Option<Length> {
    let mut plies: Vec<u32> = games.iter().map(|game| game.plies).collect();
    plies.sort_unstable();
    let mean = sums.on(Measure::Length).mean()?;
    // A record may be longer than a cap that was changed later.
    let longest = longest.max(*plies.last()?);
    let interval = sums.interval(Measure::Length, longest)?;
    Some(Length {
        mean: Estimate::new(Unit::Plies, mean, interval.low, interval.high)?,
        min: *plies.first()?,
        tenth: quantile(&plies, 10),
        quarter: quantile(&plies, 25),
        median: quantile(&plies, 50),
        three_quarters: quantile(&plies, 75),
        nine_tenths: quantile(&plies, 90),
        max: *plies.last()?,
    })
}

/// The smallest of sorted numbers that at least `percent` of them do not exceed.
fn quantile(sorted: &[u32], percent: usize) -> u32 {
    let rank = (sorted.len() * percent).div_ceil(100).max(1);
    sorted[rank - 1]
}

fn endings(games: &[&GameFacts]) -> Vec<EndingShare> {
    Reason::ALL
        .into_iter()
        .filter_map(|reason| {
            let ended = games.iter().filter(|game| game.reason == reason).count() as u64;
            let proportion = Proportion::new(ended, games.len() as u64)?;
            (ended > 0).then_some(EndingShare {
                reason,
                games: ended,
                share: share(proportion)?,
            })
        })
        .collect()
}

fn special_use(pairs: &[Pair], index: usize, special: Special) -> SpecialUse {
    let (mut with, mut all) = (0, 0);
    for (_, game) in games(pairs) {
        all += 1;
        with += u64::from(total(&game.specials[index]) > 0);
    }
    let (moves, share_of_moves) = share_of_moves(pairs, |game| {
        (total(&game.specials[index]), total(&game.moves))
    });
    let by_phase = Phase::ALL.map(|phase| {
        let at = phase as usize;
        let (moves, share_of_moves) = share_of_moves_in(pairs, index, at);
        PhaseUse {
            phase,
            moves,
            share_of_moves,
        }
    });
    SpecialUse {
        special,
        games: with,
        moves,
        share_of_games: Proportion::new(with, all).and_then(share),
        share_of_moves,
        by_phase: by_phase.into(),
    }
}

fn share_of_moves_in(pairs: &[Pair], index: usize, phase: usize) -> (u64, Option<Estimate>) {
    share_of_moves(pairs, |game| {
        let count = |moves: &ByPhase| u64::from(moves[phase]);
        (count(&game.specials[index]), count(&game.moves))
    })
}

/// How many moves are of a kind, and their share; `count` gives those of a game and all its moves.
fn share_of_moves(
    pairs: &[Pair],
    count: impl Fn(&GameFacts) -> (u64, u64),
) -> (u64, Option<Estimate>) {
    let mut sums = ClusterSums::new();
    let mut used = 0;
    for (cluster, game) in games(pairs) {
        let (of_kind, all) = count(game);
        used += of_kind;
        sums.record_sum(cluster, all, of_kind as f64);
    }
    let estimate = sums.mean().and_then(|mean| {
        let (low, high) = if used == 0 {
            // None in n: the rule of three (Hanley and Lippman-Hand 1983) bounds the share.
            (0.0, (3.0 / sums.observations() as f64).min(1.0))
        } else {
            let interval = sums.interval(Interval::UNIT, LEVEL)?;
            (interval.low, interval.high)
        };
        Estimate::new(Unit::FineShare, mean, low, high)
    });
    (used, estimate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_numbers_of_the_list() {
        let sorted: Vec<u32> = (1..=20).collect();
        let table = [(10, 2), (25, 5), (50, 10), (75, 15), (90, 18)];
        for (percent, wanted) in table {
            assert_eq!(quantile(&sorted, percent), wanted, "{percent}%");
        }
        assert_eq!(quantile(&[7], 10), 7);
    }
}
