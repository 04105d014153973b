//! Games that cannot be won, and draw rules that mean other pieces.
//!
//! Every game ends: positions come back for the last time allowed, and the move count runs out. What is decided here
//! is whether it can end with a winner: whether anything that may come on the board ever attacks the enemy king on a
//! cell on which that king can stand. Whether the attackers suffice for mate is not decided.

use assay_faults::Fault;

use crate::game::{DeadRule, Spec};
use crate::{Rules, Side, Width, betza};

use super::chance::Chance;

pub(super) fn check<W: Width>(spec: &Spec, rules: &Rules<W>, chance: &Chance<W>) -> Vec<Fault> {
    let mut list = Vec::new();
    let royal = &rules.kinds[rules.royal.index()];
    let place = spec.pieces[rules.royal.index()].place;
    let safe = Side::BOTH.map(|king| {
        let attacked = chance.takes(rules, king.other());
        (chance.of_kind(king, rules.royal) & attacked).is_empty()
    });
    let name = &royal.name;
    match safe {
        [true, true] if rules.stalemate_wins => list.push(
            Fault::new(format!(
                "neither {name} can ever be attacked, so only stalemate decides a game"
            ))
            .at(place)
            .hint("give each side a piece that can attack the other's"),
        ),
        [true, true] => list.push(
            Fault::new(format!(
                "no game can be won: neither {name} can ever be attacked, and stalemate is a draw"
            ))
            .at(place)
            .hint("give each side a piece that can attack the other's, or let stalemate win"),
        ),
        [white, black] if white || black => {
            let (king, other) = if white {
                (Side::White, Side::Black)
            } else {
                (Side::Black, Side::White)
            };
            let but = if rules.stalemate_wins {
                " but by stalemate"
            } else {
                ""
            };
            let what = format!(
                "{other:?} can never win{but}: nothing it has or can get attacks {king:?}'s {name} on any cell to which that can come"
            );
            let hint = format!("give {other:?} a piece that can attack it");
            list.push(Fault::new(what).at(place).hint(hint));
        }
        _ => {}
    }
    list.extend(dead_letters(spec));
    list
}

/// The rule of dead positions of orthodox chess speaks of knights and bishops by their letters.
fn dead_letters(spec: &Spec) -> Vec<Fault> {
    if spec.dead != DeadRule::Fide {
        return Vec::new();
    }
    let mut list = Vec::new();
    for (letter, notation, orthodox) in [('N', "N", "knight"), ('B', "B", "bishop")] {
        let Some(piece) = spec.pieces.iter().find(|p| p.letter == letter) else {
            continue;
        };
        let same = betza::parse(notation).is_ok_and(|mut lines| {
            let mut own = piece.lines.clone();
            let key = |l: &crate::line::Line| format!("{l:?}");
            lines.sort_by_key(key);
            own.sort_by_key(key);
            lines == own
        });
        if !same || piece.pawn.is_some() || piece.flies || piece.bounces || piece.repulses {
            let what = format!(
                "dead-position = \"fide\" takes {letter} for a {orthodox}, but {letter} is the {} and moves otherwise: positions may be called drawn that are not",
                piece.name
            );
            let fault = Fault::new(what).at(spec.dead_place);
            list.push(fault.hint("write dead-position = \"bare\""));
        }
    }
    list
}
