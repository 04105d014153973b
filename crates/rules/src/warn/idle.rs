//! Tables of a game file that do nothing.

use assay_faults::Fault;

use crate::game::Spec;
use crate::rules::Class;
use crate::{Rules, Width};

pub(super) fn check<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<Fault> {
    let mut list = Vec::new();
    let contact = rules
        .kinds
        .iter()
        .any(|k| matches!(k.class, Class::Contact(_)));
    if let Some(place) = spec.springs_place
        && !contact
    {
        let fault = Fault::new("[springs] does nothing: no piece bounces or flies").at(place);
        list.push(fault.hint("write bounce = true or flight = true in a piece"));
    }
    if let Some(place) = spec.bounce_place
        && !rules.kinds.iter().any(|k| k.bounces)
    {
        let fault = Fault::new("[bounce] does nothing: no piece bounces").at(place);
        list.push(fault.hint("write bounce = true in a piece"));
    }
    for piece in spec.pieces.iter().filter(|p| p.forward_only) {
        let backwards = |l: &&crate::line::Line| {
            let steps = l.lead.iter().chain(&l.cycle);
            steps.fold(0, |sum, s| sum + spec.board.lattice.height(*s)) <= 0
        };
        if piece.lines.iter().any(|l| backwards(&l)) {
            let what = format!(
                "{} is forward-only but can move aside or back, so a game need never come to an end by the move count",
                piece.name
            );
            let fault = Fault::new(what).at(piece.place);
            list.push(fault.hint("take forward-only away; it resets the move count"));
        }
    }
    list
}
