//! What the pieces are worth: results against material at quiet positions.

use assay_stats::{
    Coefficient, Confidence, Correction, Errors, Fieller, Fit, NotEstimable, Penalty, Sample,
    fit_logistic_or_firth,
};

use super::ArmGames;
use super::arm::{Sums, games};
use super::replay::Term;
use crate::estimate::{Estimate, Unit};
use crate::findings::{Factor, FitOf, FitState, PieceValue, Told, ValueFindings, ValueFit};

const LEVEL: Confidence = Confidence::P95;
const ERRORS: Errors = Errors::Clustered(Correction::SmallSample);

/// A constant, White's advantage at level material, stands before the terms.
pub(super) const CONSTANT: &str = "constant";

/// All arms together; with crossed options the arms of each value; each arm, where there is more than one.
pub(super) fn values(
    terms: &[Term],
    factors: &[Factor],
    arms: &[(ArmGames<'_>, Sums)],
) -> ValueFindings {
    let mut asked = vec![FitOf::All];
    asked.extend(factors.iter().flat_map(|factor| {
        factor.values.iter().map(|value| FitOf::Value {
            option: factor.option.clone(),
            value: value.clone(),
        })
    }));
    if arms.len() > 1 {
        asked.extend((0..arms.len()).map(FitOf::Arm));
    }
    let fits = asked
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
    ValueFindings {
        unit: terms
            .iter()
            .find(|term| term.is_unit)
            .map(|term| term.name.clone()),
        fits,
    }
}

fn belongs(of: &FitOf, index: usize, arm: &ArmGames<'_>, factors: &[Factor]) -> bool {
    match of {
        FitOf::All => true,
        FitOf::Arm(wanted) => *wanted == index,
        FitOf::Value { option, value } => factors
            .iter()
            .zip(arm.levels)
            .any(|(factor, level)| factor.option == *option && factor.values[*level] == *value),
    }
}

fn fit(terms: &[Term], arms: &[&ArmGames<'_>], of: FitOf) -> ValueFit {
    let columns = std::iter::once(CONSTANT).chain(terms.iter().map(|term| term.symbol.as_str()));
    let mut sample = Sample::new(columns);
    let (mut positions, mut used, mut pairs) = (0, 0, 0);
    for arm in arms {
        pairs += arm.pairs.len() as u64;
        for (cluster, game) in games(arm.pairs) {
            used += u64::from(!game.material.is_empty());
            positions += game.material.len() as u64;
            let weight = 1.0 / game.material.len() as f64;
            for row in &game.material {
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
    let (state, values) = match fit_logistic_or_firth(&sample) {
        Ok(fit) => {
            let state = match fit.penalty() {
                Penalty::None => FitState::Plain,
                Penalty::Ridge(_) | Penalty::Firth => FitState::Penalised,
            };
            (state, told(terms, &fit))
        }
        Err(why) => (FitState::Failed(why.to_string()), Vec::new()),
    };
    ValueFit {
        of,
        positions,
        games: used,
        pairs,
        state,
        values,
    }
}

pub(super) fn told(terms: &[Term], fit: &Fit) -> Vec<PieceValue> {
    let unit = terms
        .iter()
        .position(|term| term.is_unit)
        .map(|index| index + 1);
    terms
        .iter()
        .enumerate()
        .map(|(index, term)| PieceValue {
            symbol: term.symbol.clone(),
            name: term.name.clone(),
            log_odds: log_odds(terms, fit, index + 1),
            pawns: pawns(terms, fit, index + 1, unit),
        })
        .collect()
}

pub(super) fn log_odds(terms: &[Term], fit: &Fit, column: usize) -> Told {
    match fit.coefficient(column, ERRORS) {
        Coefficient::Estimated(estimate) => {
            let interval = estimate.interval(LEVEL);
            Estimate::new(Unit::LogOdds, estimate.value, interval.low, interval.high)
                .map_or_else(|| Told::Untold("no finite value".to_owned()), Told::Value)
        }
        Coefficient::WithoutError(_) => Told::Untold("too few pairs for an interval".to_owned()),
        Coefficient::NotEstimable(why) => Told::Untold(reason(terms, &why)),
    }
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

fn pawns(terms: &[Term], fit: &Fit, column: usize, unit: Option<usize>) -> Told {
    let Some(unit) = unit else {
        return Told::Untold("the game has no pawn to count in".to_owned());
    };
    if column == unit {
        return Told::Untold("1 by definition".to_owned());
    }
    if let Told::Untold(why) = log_odds(terms, fit, column) {
        return Told::Untold(why);
    }
    // Where the pawn itself might be worth nothing, a ratio to it says nothing.
    let surely_worth = fit
        .coefficient(unit, ERRORS)
        .estimate()
        .is_some_and(|pawn| pawn.interval(LEVEL).low > 0.0);
    let bounded = fit
        .ratio(column, unit, ERRORS, LEVEL)
        .and_then(|ratio| match ratio.fieller {
            Fieller::Bounded(interval) => Some((ratio.estimate.value, interval)),
            Fieller::AllBut(_) | Fieller::Anything => None,
        });
    bounded
        .filter(|_| surely_worth)
        .and_then(|(value, interval)| {
            Estimate::new(Unit::Pawns, value, interval.low, interval.high)
        })
        .map_or_else(
            || Told::Untold("the pawn's own worth is not told from nothing here".to_owned()),
            Told::Value,
        )
}
