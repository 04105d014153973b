//! What pieces are worth late in the game beside early, in a sentence.

use crate::findings::{Findings, PhaseChange};
use crate::words::append;

/// Which pieces gain or lose from the first phase to the last; nothing where phases were not asked for.
pub(super) fn told(findings: &Findings) -> Option<String> {
    let values = findings.values.as_ref()?;
    let unit = &values.unit.as_ref()?.plural;
    let first = values.by_phase.first()?;
    let (told, untold): (Vec<&PhaseChange>, Vec<&PhaseChange>) = values
        .by_phase
        .iter()
        .partition(|change| change.change.excludes(0.0));
    let each: Vec<String> = told
        .iter()
        .map(|change| {
            let sign = if change.change.value() > 0.0 { "+" } else { "" };
            format!("{} {sign}{}", change.name, change.change.text())
        })
        .collect();
    let mut text = format!(
        "What changes from {} to {}, in {unit} of the phase:",
        first.from.name(),
        first.to.name()
    );
    if !each.is_empty() {
        append!(text, " {}", each.join(", "));
    }
    if !untold.is_empty() {
        let names: Vec<&str> = untold.iter().map(|change| change.name.as_str()).collect();
        let also = if each.is_empty() { "" } else { ";" };
        append!(text, "{also} no change is told for {}", names.join(", "));
    }
    Some(text + ".")
}
