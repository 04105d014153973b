//! What the pieces are worth: results against material at quiet positions.

use assay_stats::{
    Coefficient, Confidence, Correction, Errors, Fieller, Fit, NotEstimable, Penalty, Sample,
    fit_logistic_or_firth,
};
use assay_study::Phases;

use super::arm::{Sums, games};
use super::phases;
use super::replay::Term;
use super::{ArmGames, Pair};
use crate::estimate::{Estimate, Unit};
use crate::findings::{
    Factor, FitOf, FitState, Phase, PieceValue, StudyFacts, Told, ValueFindings, ValueFit,
    WorthUnit,
};

const LEVEL: Confidence = Confidence::P95;
const ERRORS: Errors = Errors::Clustered(Correction::Jackknife);

/// A constant, White's advantage at level material, stands before the terms.
pub(super) const CONSTANT: &str = "constant";

/// All arms together; with several crossed options the arms of each value; each arm, where there is more than one set of rules or
/// of players who play themselves.
pub(super) fn values(
    terms: &[Term],
    facts: &StudyFacts,
    arms: &[(ArmGames<'_>, Sums)],
    phases: Phases,
) -> ValueFindings {
    let factors = &facts.factors;
    let mut asked = vec![FitOf::All];
    // With a single option its values are the arms.
    if factors.len() > 1 {
        asked.extend(factors.iter().flat_map(|factor| {
            factor.values.iter().map(|value| FitOf::Value {
                option: factor.option.clone(),
                value: value.clone(),
            })
        }));
    }
    if arms.len() > 1 && !facts.kind.is_tournament() {
        asked.extend((0..arms.len()).map(FitOf::Arm));
    }
    asked.extend(asked_phases(phases));
    let fitted: Vec<(ValueFit, Option<Fit>)> = asked
        .into_iter()
        .filter_map(|of| {
            let chosen: Vec<&ArmGames<'_>> = arms
                .iter()
                .enumerate()
                .filter(|(index, (arm, _))| belongs(&of, *index, arm, factors))
                .map(|(_, (arm, _))| arm)
                .filter(|arm| !arm.pairs.is_empty())
                .collect();
            (!chosen.is_empty()).then(|| fit(terms, &chosen, of))
        })
        .collect();
    let (unit, not_in_pawns) = match fitted.first() {
        Some((_, Some(fit))) => unit(terms, fit),
        _ => (None, None),
    };
    let fits = fitted.into_iter().map(|(mut told, fit)| {
        if let Some(fit) = fit {
            told.values = values_of(terms, facts, arms, &fit, unit);
        }
        told
    });
    let fits: Vec<ValueFit> = fits.collect();
    ValueFindings {
        by_phase: phases::changes(&fits),
        fits,
        unit: unit.map(|index| worth_unit(&terms[index])),
        not_in_pawns,
    }
}

/// A fit for each phase, where they are asked for.
pub(super) fn asked_phases(phases: Phases) -> impl Iterator<Item = FitOf> {
    let all: &[Phase] = match phases {
        Phases::Together => &[],
        Phases::Apart => &Phase::ALL,
    };
    all.iter().copied().map(FitOf::Phase)
}

pub(super) fn worth_unit(term: &Term) -> WorthUnit {
    WorthUnit {
        symbol: term.symbol.clone(),
        name: term.name.clone(),
        plural: plural(&term.name),
    }
}

/// Several of a piece, by the ordinary rule.
fn plural(name: &str) -> String {
    let hisses = ["s", "x", "z", "ch", "sh"];
    let ending = if hisses.iter().any(|end| name.ends_with(end)) {
        "es"
    } else {
        "s"
    };
    format!("{name}{ending}")
}

/// The piece that others are counted in, by the fit of all games: the pawn where its own worth is told from nothing; otherwise
/// the piece whose worth is told best. Then also why it is not the pawn.
fn unit(terms: &[Term], fit: &Fit) -> (Option<usize>, Option<String>) {
    let surely = |index: usize| {
        let worth = fit.coefficient(index + 1, ERRORS).estimate()?;
        told_from_nothing(fit, index + 1).then(|| worth.z())?
    };
    let pawn = terms.iter().position(|term| term.is_unit);
    if pawn.is_some_and(|pawn| surely(pawn).is_some()) {
        return (pawn, None);
    }
    let best = (0..terms.len())
        .filter_map(|index| Some((index, surely(index)?)))
        .max_by(|a, b| a.1.total_cmp(&b.1))
        .map(|(index, _)| index);
    let why = match pawn {
        None => "The game has no pawn to count in".to_owned(),
        Some(pawn) => format!(
            "The {}'s own worth is not told from nothing in these games ({})",
            terms[pawn].name,
            match log_odds(terms, fit, pawn + 1) {
                Told::Value(worth) => format!("log-odds of winning {}", worth.text()),
                Told::Untold(why) => why,
            }
        ),
    };
    let instead = match best {
        Some(best) => format!(
            "so pieces are counted in {}, whose worth is told best.",
            plural(&terms[best].name)
        ),
        None => "and no piece's worth is told from nothing.".to_owned(),
    };
    (best, Some(format!("{why}, {instead}")))
}

fn belongs(of: &FitOf, index: usize, arm: &ArmGames<'_>, factors: &[Factor]) -> bool {
    match of {
        FitOf::All | FitOf::Phase(_) => true,
        FitOf::Arm(wanted) => *wanted == index,
        FitOf::Value { option, value } => factors
            .iter()
            .zip(arm.levels)
            .any(|(factor, level)| factor.option == *option && factor.values[*level] == *value),
    }
}

/// How many pairs have a game with a quiet position in a phase, or anywhere.
pub(super) fn pairs_used(pairs: &[Pair], phase: Option<Phase>) -> u64 {
    let used = |pair: &&Pair| {
        let mut games = pair.games.iter();
        games.any(|game| !game.positions(phase).is_empty())
    };
    pairs.iter().filter(used).count() as u64
}

/// A regression of the games of some arms; its values are told when the unit is known.
fn fit(terms: &[Term], arms: &[&ArmGames<'_>], of: FitOf) -> (ValueFit, Option<Fit>) {
    let columns = std::iter::once(CONSTANT).chain(terms.iter().map(|term| term.symbol.as_str()));
    let mut sample = Sample::new(columns);
    let (mut positions, mut used, mut pairs) = (0, 0, 0);
    for arm in arms {
        pairs += pairs_used(arm.pairs, of.phase());
        for (cluster, game) in games(arm.pairs) {
            let quiet = game.positions(of.phase());
            used += u64::from(!quiet.is_empty());
            positions += quiet.len() as u64;
            let weight = 1.0 / quiet.len() as f64;
            for row in quiet {
                let mut full = vec![0.0; terms.len() + 1];
                full[0] = 1.0;
                for (&n, &column) in row.iter().zip(arm.columns) {
                    full[column + 1] = f64::from(n);
                }
                sample
                    .record_weighted(cluster, &full, game.result.white_score(), weight)
                    .expect("rows have a number a term");
            }
        }
    }
    let (state, fit) = match fit_logistic_or_firth(&sample) {
        Ok(fit) => {
            let state = match fit.penalty() {
                Penalty::None => FitState::Plain,
                Penalty::Ridge(_) | Penalty::Firth => FitState::Penalised,
            };
            (state, Some(fit))
        }
        Err(why) => (FitState::Failed(why.to_string()), None),
    };
    let told = ValueFit {
        of,
        positions,
        games: used,
        pairs,
        state,
        values: Vec::new(),
    };
    (told, fit)
}

/// What a fit of all arms says of each piece, with the arms that have it where not all do.
fn values_of(
    terms: &[Term],
    facts: &StudyFacts,
    arms: &[(ArmGames<'_>, Sums)],
    fit: &Fit,
    unit: Option<usize>,
) -> Vec<PieceValue> {
    let mut values = told_in(terms, fit, unit);
    for (index, value) in values.iter_mut().enumerate() {
        let having: Vec<String> = arms
            .iter()
            .zip(&facts.arms)
            .filter(|((arm, _), _)| arm.columns.contains(&index))
            .map(|(_, named)| named.name.clone())
            .collect();
        if having.len() < arms.len() {
            value.only_in = having;
        }
    }
    values
}

/// What a fit says of each piece, in pawns.
pub(super) fn told(terms: &[Term], fit: &Fit) -> Vec<PieceValue> {
    told_in(terms, fit, terms.iter().position(|term| term.is_unit))
}

/// What a fit says of each piece, in the piece of index `unit`.
fn told_in(terms: &[Term], fit: &Fit, unit: Option<usize>) -> Vec<PieceValue> {
    terms
        .iter()
        .enumerate()
        .map(|(index, term)| PieceValue {
            symbol: term.symbol.clone(),
            name: term.name.clone(),
            only_in: Vec::new(),
            log_odds: log_odds(terms, fit, index + 1),
            worth: worth(terms, fit, index, unit),
        })
        .collect()
}

pub(super) fn log_odds(terms: &[Term], fit: &Fit, column: usize) -> Told {
    match fit.coefficient(column, ERRORS) {
        Coefficient::Estimated(estimate) if estimate.se <= 0.0 => {
            Told::Untold("the results have no spread that could tell it".to_owned())
        }
        Coefficient::Estimated(estimate) => {
            let interval = fit.law_of(column, ERRORS).interval(estimate, LEVEL);
            Estimate::new(Unit::LogOdds, estimate.value, interval.low, interval.high)
                .map_or_else(|| Told::Untold("no finite value".to_owned()), Told::Value)
        }
        Coefficient::WithoutError(_) => Told::Untold("too few pairs for an interval".to_owned()),
        Coefficient::NotEstimable(why) => Told::Untold(reason(terms, &why)),
    }
}

fn told_from_nothing(fit: &Fit, column: usize) -> bool {
    let interval = fit.interval(column, ERRORS, LEVEL);
    interval.is_some_and(|interval| interval.low > 0.0)
}

fn reason(terms: &[Term], why: &NotEstimable) -> String {
    match why {
        NotEstimable::NeverVaries => "the sides never differed in it".to_owned(),
        NotEstimable::Collinear { with } => {
            let names: Vec<&str> = with
                .iter()
                .map(|symbol| {
                    terms
                        .iter()
                        .find(|term| term.symbol == *symbol)
                        .map_or(symbol.as_str(), |term| term.name.as_str())
                })
                .collect();
            format!("in these games it always goes with {}", names.join(", "))
        }
    }
}

fn worth(terms: &[Term], fit: &Fit, index: usize, unit: Option<usize>) -> Told {
    let Some(unit) = unit else {
        return Told::Untold("there is no piece to count in".to_owned());
    };
    if index == unit {
        return Told::Untold("1 by definition".to_owned());
    }
    if let Told::Untold(why) = log_odds(terms, fit, index + 1) {
        return Told::Untold(why);
    }
    // Where the unit itself might be worth nothing, a ratio to it says nothing.
    let surely_worth = told_from_nothing(fit, unit + 1);
    let bounded = fit
        .ratio(index + 1, unit + 1, ERRORS, LEVEL)
        .and_then(|ratio| match ratio.fieller {
            Fieller::Bounded(interval) => Some((ratio.estimate.value, interval)),
            Fieller::AllBut(_) | Fieller::Anything => None,
        });
    let mark = if terms[unit].is_unit {
        Unit::Pawns
    } else {
        Unit::Pieces
    };
    bounded
        .filter(|_| surely_worth)
        .and_then(|(value, interval)| Estimate::new(mark, value, interval.low, interval.high))
        .map_or_else(
            || {
                Told::Untold(format!(
                    "the {}'s own worth is not told from nothing here",
                    terms[unit].name
                ))
            },
            Told::Value,
        )
}

#[cfg(test)]
mod tests {
    use assay_stats::Cluster;

    use super::*;

    /// A fit of games in which having one more of the first piece wins `first` of ten games, of the second `second`.
    fn fit([first, second]: [u64; 2]) -> Fit {
        let mut sample = Sample::new([CONSTANT, "A", "B"]);
        for (column, won) in [(1, first), (2, second)] {
            for game in 0..200 {
                let ahead = if game % 2 == 0 { 1.0 } else { -1.0 };
                let wins = game / 2 % 10 < won;
                let mut row = [1.0, 0.0, 0.0];
                row[column] = ahead;
                let result = if wins == (ahead > 0.0) { 1.0 } else { 0.0 };
                let cluster = Cluster(game + 1000 * column as u64);
                sample.record(cluster, &row, result).unwrap();
            }
        }
        fit_logistic_or_firth(&sample).unwrap()
    }

    fn terms(pawn: Option<usize>) -> Vec<Term> {
        [("A", "archer"), ("B", "bush")]
            .into_iter()
            .enumerate()
            .map(|(index, (symbol, name))| Term {
                symbol: symbol.to_owned(),
                name: name.to_owned(),
                is_unit: pawn == Some(index),
            })
            .collect()
    }

    #[test]
    fn results_that_are_all_alike_tell_no_worth() {
        let mut sample = Sample::new([CONSTANT, "A"]);
        for game in 0..40 {
            let ahead = if game % 2 == 0 { 1.0 } else { -1.0 };
            sample.record(Cluster(game), &[1.0, ahead], 0.5).unwrap();
        }
        let fit = fit_logistic_or_firth(&sample).unwrap();
        let wanted = Told::Untold("the results have no spread that could tell it".to_owned());
        assert_eq!(log_odds(&[], &fit, 0), wanted);
        assert_eq!(log_odds(&[], &fit, 1), wanted);
    }

    #[test]
    fn pieces_are_counted_in_the_pawn_or_the_best_known() {
        // A won 6 of 10 and is told from nothing, B 8 of 10 and is told best.
        let both = fit([6, 8]);
        assert_eq!(unit(&terms(Some(0)), &both), (Some(0), None));
        let without = "The game has no pawn to count in, so pieces are counted in bushes, whose worth is told best.";
        assert_eq!(
            unit(&terms(None), &both),
            (Some(1), Some(without.to_owned()))
        );
        let (instead, why) = unit(&terms(Some(0)), &fit([5, 8]));
        assert_eq!(instead, Some(1));
        let why = why.unwrap();
        assert!(
            why.starts_with("The archer's own worth is not told from nothing in these games (log-odds of winning 0.00 (")
                && why.ends_with("so pieces are counted in bushes, whose worth is told best."),
            "{why}"
        );
        let (none, why) = unit(&terms(None), &fit([5, 5]));
        assert_eq!(none, None);
        assert!(
            why.unwrap()
                .ends_with("and no piece's worth is told from nothing.")
        );
    }

    #[test]
    fn a_pawn_of_too_few_pairs_is_said_to_be_so() {
        let mut sample = Sample::new([CONSTANT, "A", "B"]);
        for game in 0..8_u64 {
            let ahead = if game % 2 == 0 { 1.0 } else { -1.0 };
            let result = if game < 5 { 1.0 } else { 0.0 };
            sample
                .record(Cluster(game / 4), &[1.0, ahead, 0.0], result)
                .unwrap();
        }
        let fit = fit_logistic_or_firth(&sample).unwrap();
        let (_, why) = unit(&terms(Some(0)), &fit);
        let why = why.unwrap();
        assert!(
            why.contains("in these games (too few pairs for an interval), "),
            "{why}"
        );
    }

    #[test]
    fn another_piece_than_the_pawn_is_written_finer() {
        let both = fit([6, 8]);
        let in_pawns = worth(&terms(Some(0)), &both, 1, Some(0));
        assert_eq!(in_pawns.estimate().unwrap().unit(), Unit::Pawns);
        let in_bushes = worth(&terms(None), &both, 0, Some(1));
        assert_eq!(in_bushes.estimate().unwrap().unit(), Unit::Pieces);
        assert_eq!(
            worth(&terms(None), &both, 1, Some(1)).text(),
            "1 by definition"
        );
    }
}
