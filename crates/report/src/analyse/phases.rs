//! Whether pieces are worth more, or less, late in the game.

use super::imbalance::difference;
use crate::findings::{FitOf, Phase, PhaseChange, PieceValue, ValueFit};

/// What changes from the first phase that tells a piece to the last one.
pub(super) fn changes(fits: &[ValueFit]) -> Vec<PhaseChange> {
    let phases: Vec<(Phase, &ValueFit)> = fits
        .iter()
        .filter_map(|fit| Some((fit.of.phase()?, fit)))
        .collect();
    let Some(all) = fits.iter().find(|fit| fit.of == FitOf::All) else {
        return Vec::new();
    };
    all.values
        .iter()
        .filter_map(|value| change(&phases, value))
        .collect()
}

fn change(phases: &[(Phase, &ValueFit)], piece: &PieceValue) -> Option<PhaseChange> {
    let told: Vec<_> = phases
        .iter()
        .filter_map(|(phase, fit)| {
            let mut values = fit.values.iter();
            let value = values.find(|value| value.symbol == piece.symbol)?;
            Some((*phase, value.worth.estimate()?))
        })
        .collect();
    let [(from, early), .., (to, late)] = told.as_slice() else {
        return None;
    };
    Some(PhaseChange {
        symbol: piece.symbol.clone(),
        name: piece.name.clone(),
        from: *from,
        to: *to,
        change: difference(late, early)?,
    })
}
