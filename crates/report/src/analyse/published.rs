//! What others found, beside what this study's games say.

use assay_stats::{Confidence, Proportion, ProportionDifference, Trinomial};
use assay_study::{Published, PublishedGames};

use super::imbalance::difference;
use crate::estimate::{Estimate, Unit};
use crate::findings::{
    Agreement, BesideChange, BesideFigure, BesideValue, Findings, Measure, PieceValue,
    PublishedFindings, Told,
};

const LEVEL: Confidence = Confidence::P95;

/// The measures that figures are published of.
const MEASURES: [Measure; 2] = [Measure::WhiteScore, Measure::DecisiveRate];

/// Tables of one source together, in the order of the file.
pub(super) fn published(all: &[Published], findings: &Findings) -> Vec<PublishedFindings> {
    let mut sources: Vec<&str> = Vec::new();
    for given in all {
        if !sources.contains(&given.source.as_str()) {
            sources.push(&given.source);
        }
    }
    let of = |source: &&str| {
        let mut given = all.iter().filter(|given| given.source == **source);
        beside(source, &mut given, findings)
    };
    sources.iter().map(of).collect()
}

fn beside(
    source: &str,
    given: &mut dyn Iterator<Item = &Published>,
    findings: &Findings,
) -> PublishedFindings {
    let (mut games, mut values) = (Vec::new(), Vec::new());
    for given in given {
        games.extend(given.games);
        let worth = given.values.iter();
        values.extend(worth.filter_map(|(letter, pawns)| value(*letter, *pawns, findings)));
    }
    let changes = games
        .split_first()
        .map_or_else(Vec::new, |(first, others)| {
            MEASURES
                .into_iter()
                .flat_map(|measure| others.iter().map(move |other| (measure, other)))
                .filter_map(|(measure, other)| change(measure, other, first, findings))
                .collect()
        });
    PublishedFindings {
        source: source.to_owned(),
        figures: games
            .iter()
            .flat_map(|games| MEASURES.map(|measure| figure(measure, games, findings)))
            .flatten()
            .collect(),
        changes,
        values,
    }
}

fn value_of(measure: Measure, games: &PublishedGames) -> Option<f64> {
    match measure {
        Measure::WhiteScore => games.white_score,
        Measure::DecisiveRate => games.decisive,
        Measure::Length => None,
    }
}

/// The games as counts, where all three can be told.
fn counts(games: &PublishedGames) -> Option<Trinomial> {
    let n = games.games?;
    let (score, decisive) = (games.white_score?, games.decisive?);
    let draws = ((1.0 - decisive) * n as f64).round() as u64;
    let lead = (2.0 * score - 1.0) * n as f64;
    let wins = f64::midpoint((n - draws) as f64, lead).round().max(0.0) as u64;
    let wins = wins.min(n - draws);
    Some(Trinomial {
        wins,
        draws,
        losses: n - draws - wins,
    })
}

fn decisive(games: &PublishedGames) -> Option<Proportion> {
    let n = games.games?;
    Proportion::new((games.decisive? * n as f64).round() as u64, n)
}

/// The published share as it was given, with the interval of so many games.
fn figure(measure: Measure, games: &PublishedGames, findings: &Findings) -> Option<BesideFigure> {
    let given = value_of(measure, games)?;
    let bare = Estimate::bare(Unit::Share, given)?;
    let interval = match measure {
        Measure::DecisiveRate => decisive(games).map(|share| share.interval(LEVEL)),
        _ => counts(games)
            .and_then(Trinomial::estimate)
            .map(|e| assay_stats::Estimate { value: given, ..e }.interval(LEVEL)),
    };
    let arm = usize::from(games.arm.0);
    let here = &findings.arms[arm];
    Some(BesideFigure {
        arm,
        measure,
        games: games.games,
        published: interval.map_or(bare, |interval| {
            let (low, high) = (interval.low.max(0.0), interval.high.min(1.0));
            Estimate::new(Unit::Share, given, low, high).unwrap_or(bare)
        }),
        here: match measure {
            Measure::DecisiveRate => here.decisive_rate,
            _ => here.score,
        },
    })
}

fn change(
    measure: Measure,
    games: &PublishedGames,
    first: &PublishedGames,
    findings: &Findings,
) -> Option<BesideChange> {
    let value = value_of(measure, games)? - value_of(measure, first)?;
    let interval = match measure {
        Measure::DecisiveRate => decisive(games)
            .zip(decisive(first))
            .map(|(a, b)| ProportionDifference::new(a, b, LEVEL).interval),
        _ => counts(games)
            .and_then(Trinomial::estimate)
            .zip(counts(first).and_then(Trinomial::estimate))
            .map(|(a, b)| {
                let se = a.se.hypot(b.se);
                assay_stats::Estimate { value, se }.interval(LEVEL)
            }),
    };
    let unit = measure.unit();
    let published = match interval {
        Some(interval) => Estimate::new(unit, value, interval.low, interval.high)?,
        None => Estimate::bare(unit, value)?,
    };
    let (arm, against) = (usize::from(games.arm.0), usize::from(first.arm.0));
    let here = here(measure, arm, against, findings);
    Some(BesideChange {
        arm,
        against,
        measure,
        verdict: match &here {
            Some((here, true)) if here.value() * value > 0.0 => Agreement::Same,
            Some((_, true)) => Agreement::Opposite,
            _ => Agreement::Untold,
        },
        difference: here.and_then(|(here, _)| difference(&here, &published)),
        here: here.map(|(here, _)| here),
        published,
    })
}

/// The difference of two arms whichever way it was taken, and whether it is told from none.
fn here(
    measure: Measure,
    arm: usize,
    against: usize,
    findings: &Findings,
) -> Option<(Estimate, bool)> {
    let mut all = findings.differences_of(measure);
    let found = all.find(|d| [(arm, against), (against, arm)].contains(&(d.arm, d.against)))?;
    let change = &found.change;
    let estimate = if found.arm == arm {
        change.estimate
    } else {
        let end = |end: Option<f64>| end.map_or(f64::NAN, |x| -x);
        let e = change.estimate;
        Estimate::new(e.unit(), -e.value(), end(e.high()), end(e.low()))?
    };
    Some((estimate, change.is_told()))
}

fn value(letter: char, pawns: f64, findings: &Findings) -> Option<BesideValue> {
    let symbol = letter.to_string();
    let none = || Told::Untold("the study fits no values".to_owned());
    let fit = findings.values.as_ref().and_then(|v| v.fits.first());
    let found = fit.and_then(|fit| fit.values.iter().find(|value| value.symbol == symbol));
    let imbalance = findings.imbalance.as_ref();
    let both = imbalance.and_then(|i| i.both.iter().find(|both| both.symbol == symbol));
    let name = found.map(|value| value.name.clone());
    Some(BesideValue {
        name: name.unwrap_or_else(|| symbol.clone()),
        symbol,
        // Written with two decimals, as such values are published.
        published: Estimate::bare(Unit::Pieces, pawns)?,
        matches: both.map(|both| both.matches.clone()),
        positions: found.map_or_else(none, PieceValue::pawns),
        together: both.and_then(|both| both.together),
    })
}

#[cfg(test)]
mod tests {
    use assay_study::ArmIndex;

    use super::*;

    fn games(n: Option<u64>, score: f64, decisive: f64) -> PublishedGames {
        PublishedGames {
            arm: ArmIndex(0),
            games: n,
            white_score: Some(score),
            decisive: Some(decisive),
        }
    }

    /// The counts behind the published shares of 10,000 games with stalemate as a win; see the vectors of `assay-stats`.
    #[test]
    fn shares_and_a_number_of_games_are_counts() {
        let counts = counts(&games(Some(10_000), 0.5303, 0.1394)).unwrap();
        let wanted = Trinomial {
            wins: 1000,
            draws: 8606,
            losses: 394,
        };
        assert_eq!(counts, wanted);
        let se = counts.estimate().unwrap().se;
        assert!((se - 0.001_842_061_616_776_16).abs() < 1e-12, "{se}");
    }

    #[test]
    fn shares_at_their_ends_are_counts_too() {
        for (score, decisive) in [(1.0, 1.0), (0.0, 1.0), (0.5, 0.0), (0.505, 0.01)] {
            let counts = counts(&games(Some(7), score, decisive)).unwrap();
            assert_eq!(counts.games(), 7, "{score} {decisive}");
        }
        assert_eq!(counts(&games(None, 0.5, 0.1)), None);
    }
}
