//! Player against player, arm by arm.

use assay_stats::{
    ClusterSums, Confidence, EloEstimate, Interval, NormalizedElo, Outcome, Pentanomial,
    Probability, Score, Trinomial,
};
use assay_study::{Arm, ArmVerdict, Study, StudyKind};

use super::arm::outcome_of;
use super::between::{ENOUGH, NO_SPREAD, VISIBLE, adjust};
use super::{ArmGames, Pair, sequential};
use crate::estimate::{Estimate, Unit};
use crate::findings::{Change, ColourResults, MatchFindings, Results, Told};
use crate::format::number;

const LEVEL: Confidence = Confidence::P95;

/// Every arm in which two players met, which they do not where everybody plays himself; tests adjusted over the arms. `verdicts` say what a sequential test decided.
pub(super) fn matches(
    study: &Study,
    arms: &[&ArmGames<'_>],
    verdicts: &[ArmVerdict],
) -> Vec<MatchFindings> {
    // In a tuning both sides change all the time.
    if matches!(
        study.kind,
        StudyKind::Balance | StudyKind::Values | StudyKind::Tune
    ) {
        return Vec::new();
    }
    let mut all: Vec<MatchFindings> = arms
        .iter()
        .zip(&study.arms)
        .zip(verdicts)
        .enumerate()
        .map(|(index, ((games, arm), verdict))| {
            let plain = of_pairs(index, arm, games.pairs);
            match sequential::of(verdict) {
                Some(test) => sequential::in_place(plain, verdict, test),
                None => plain,
            }
        })
        .collect();
    adjust(all.iter_mut().map(|found| &mut found.lead));
    all
}

fn of_pairs(index: usize, arm: &Arm, pairs: &[Pair]) -> MatchFindings {
    let games: Vec<[Outcome; 2]> = pairs.iter().map(first_players).collect();
    let pentanomial = pentanomial(&games);
    let by_colour = [0, 1].map(|game| colour(pairs, game));
    let results: Trinomial = games.iter().flatten().copied().collect();
    let (lead, superiority) = lead(pentanomial);
    MatchFindings {
        arm: index,
        players: arm.players.map(|player| usize::from(player.0)),
        results: counted(results),
        by_colour,
        pentanomial: pentanomial.0,
        score: score(pentanomial),
        elo: elo(pentanomial),
        normalized_elo: normalized(pentanomial),
        superiority,
        visible_elo: lead
            .visible
            .and_then(|points| Score::new(0.5 + points)?.elo())
            .map(|elo| elo.0),
        lead,
        sequential: None,
    }
}

/// Both games as the first player sees them, who has White in the first.
pub(super) fn first_players(pair: &Pair) -> [Outcome; 2] {
    let [first, second] = [0, 1].map(|game| outcome_of(pair.games[game].result));
    [first, second.other()]
}

pub(super) fn pentanomial(games: &[[Outcome; 2]]) -> Pentanomial {
    let mut counts = Pentanomial::default();
    for pair in games {
        counts.record(*pair);
    }
    counts
}

pub(super) fn counted(counts: Trinomial) -> Results {
    Results {
        wins: counts.wins,
        draws: counts.draws,
        losses: counts.losses,
    }
}

/// The first player's games with White (`game` 0) or with Black.
fn colour(pairs: &[Pair], game: usize) -> ColourResults {
    let mut sums = ClusterSums::new();
    let mut counts = Trinomial::default();
    for pair in pairs {
        let outcome = first_players(pair)[game];
        counts.record(outcome);
        sums.record(pair.cluster, outcome.points());
    }
    ColourResults {
        results: counted(counts),
        score: mean(&sums),
    }
}

/// A mean score with its interval.
pub(super) fn mean(sums: &ClusterSums) -> Option<Estimate> {
    let Interval { low, high } = sums.interval(Interval::UNIT, LEVEL)?;
    Estimate::new(Unit::Share, sums.mean()?, low, high)
}

/// Points a game by pairs.
pub(super) fn score(pairs: Pentanomial) -> Option<Estimate> {
    let Interval { low, high } = pairs.interval(LEVEL)?;
    Estimate::new(Unit::Share, pairs.score()?.value(), low, high)
}

fn elo(pairs: Pentanomial) -> Told {
    let (Some(score), Some(interval)) = (pairs.score(), pairs.interval(LEVEL)) else {
        return Told::Untold(NO_PAIR.to_owned());
    };
    elo_of(EloEstimate::from_score(score, interval, LEVEL))
}

const NO_PAIR: &str = "no pair is finished";

fn elo_of(elo: EloEstimate) -> Told {
    let end = |end: Option<assay_stats::Elo>| end.map_or(f64::NAN, |elo| elo.0);
    let shown = |elo: assay_stats::Elo| number(Unit::Elo, elo.0);
    let told = elo
        .value
        .and_then(|value| Estimate::new(Unit::Elo, value.0, end(elo.low), end(elo.high)));
    match (told, elo.low, elo.high) {
        (Some(estimate), _, _) => Told::Value(estimate),
        (None, Some(low), _) => Told::Untold(format!(
            "undefined: every point was won; {} or more",
            shown(low)
        )),
        (None, _, Some(high)) => Told::Untold(format!(
            "undefined: every point was lost; {} or less",
            shown(high)
        )),
        (None, None, None) => Told::Untold("undefined: too few pairs".to_owned()),
    }
}

fn normalized(pairs: Pentanomial) -> Told {
    if pairs.pairs() == 0 {
        return Told::Untold(NO_PAIR.to_owned());
    }
    NormalizedElo::of(pairs)
        .and_then(|NormalizedElo(estimate)| {
            let Interval { low, high } = estimate.interval(LEVEL);
            Estimate::new(Unit::Elo, estimate.value, low, high)
        })
        .map_or_else(
            || Told::Untold("undefined: all pairs brought the same points".to_owned()),
            Told::Value,
        )
}

/// How far the score is from even, and the likelihood that this is to the first player's good.
fn lead(pairs: Pentanomial) -> (Change, Option<f64>) {
    let n = pairs.pairs();
    let enough = n >= ENOUGH as u64;
    let value = pairs.score().map_or(0.0, |score| score.value() - 0.5);
    let interval = pairs.interval(LEVEL);
    let end = |end: fn(Interval) -> f64| interval.map_or(f64::NAN, |i| end(i) - 0.5);
    let mut change = Change {
        estimate: Estimate::new(Unit::Points, value, end(|i| i.low), end(|i| i.high))
            .expect("a score is finite"),
        p: None,
        holm: None,
        visible: None,
    };
    let spread = pairs.estimate().filter(|score| score.se > NO_SPREAD);
    let superiority = match spread {
        Some(score) => {
            let even = assay_stats::Estimate {
                value: 0.5,
                se: 0.0,
            };
            change.p = score.minus(even).p_value().map(Probability::value);
            change.visible = Some(VISIBLE * score.se);
            score.above(0.5).map(Probability::value)
        }
        None if n > 0 && value.abs() > NO_SPREAD => {
            // Every pair went the same way: the sign test, as likely as so many equal throws of a coin.
            let p = 2.0 * 0.5f64.powf(n as f64);
            change.p = Some(p.min(1.0));
            Some(if value > 0.0 { 1.0 - 0.5 * p } else { 0.5 * p })
        }
        None => None,
    };
    change.p = change.p.filter(|_| enough);
    (change, superiority)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Score, Elo, normalized Elo, likelihood of superiority, p-value of pairs.
    fn told(pairs: [u64; 5]) -> [String; 5] {
        let pairs = Pentanomial(pairs);
        let (lead, superiority) = lead(pairs);
        [
            score(pairs).map_or_else(|| "undefined".to_owned(), |e| e.text()),
            elo(pairs).text(),
            normalized(pairs).text(),
            superiority.map_or_else(|| "undefined".to_owned(), crate::format::likelihood),
            lead.p
                .map_or_else(|| "undefined".to_owned(), crate::format::probability),
        ]
    }

    #[test]
    fn degenerate_matches_are_finite_or_say_that_they_are_undefined() {
        let same = "undefined: all pairs brought the same points";
        let table: [([u64; 5], [&str; 5]); 7] = [
            (
                [0, 0, 0, 0, 0],
                ["undefined", NO_PAIR, NO_PAIR, "undefined", "undefined"],
            ),
            // One pair, even.
            (
                [0, 0, 1, 0, 0],
                [
                    "50.0% (1.3% to 98.8%)",
                    "0 (−759 to +759)",
                    same,
                    "undefined",
                    "undefined",
                ],
            ),
            // One pair, won.
            (
                [0, 0, 0, 0, 1],
                [
                    "100.0% (2.5% to 100.0%)",
                    "undefined: every point was won; −636 or more",
                    same,
                    "50.0%",
                    "undefined",
                ],
            ),
            // All draws.
            (
                [0, 0, 100, 0, 0],
                [
                    "50.0% (48.2% to 51.8%)",
                    "0 (−13 to +13)",
                    same,
                    "undefined",
                    "undefined",
                ],
            ),
            // One-sided.
            (
                [0, 0, 0, 0, 100],
                [
                    "100.0% (96.4% to 100.0%)",
                    "undefined: every point was won; +570 or more",
                    same,
                    "> 99.9%",
                    "< 0.001",
                ],
            ),
            (
                [100, 0, 0, 0, 0],
                [
                    "0.0% (0.0% to 3.6%)",
                    "undefined: every point was lost; −570 or less",
                    same,
                    "< 0.1%",
                    "< 0.001",
                ],
            ),
            // Alike and better than even.
            (
                [0, 0, 0, 30, 0],
                [
                    "75.0% (66.3% to 77.9%)",
                    "+191 (+118 to +219)",
                    same,
                    "> 99.9%",
                    "< 0.001",
                ],
            ),
        ];
        for (pairs, wanted) in table {
            assert_eq!(told(pairs), wanted.map(str::to_owned), "{pairs:?}");
        }
    }

    #[test]
    fn a_match_by_hand() {
        // 100 pairs, 55% of the points; variance by pairs 0.0378..., se 0.0195.
        let [score, elo, _, superiority, p] = told([5, 15, 40, 35, 5]);
        assert_eq!(score, "55.0% (50.4% to 59.6%)");
        assert_eq!(elo, "+35 (+3 to +67)");
        assert_eq!((superiority.as_str(), p.as_str()), ("98.4%", "0.032"));
    }

    #[test]
    fn few_pairs_claim_nothing() {
        assert_eq!(lead(Pentanomial([0, 0, 1, 17, 1])).0.p, None);
        assert!(lead(Pentanomial([0, 0, 2, 17, 1])).0.p.is_some());
    }
}
