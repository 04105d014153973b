//! Start positions that are not fit to begin from.

use assay_faults::Fault;

use crate::game::Spec;
use crate::{Ending, MoveList, Rules, Width};

pub(super) fn check<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<Fault> {
    let mut list = Vec::new();
    let start = rules.start();
    let (us, them) = (start.side(), start.side().other());
    let mut add = |what: String, hint: &str| {
        list.push(Fault::new(what).at(spec.start_place).hint(hint));
    };
    let mut moves = MoveList::default();
    if let Some(verdict) = rules.verdict_with(start, &mut moves) {
        let how = match verdict.ending {
            Ending::KingTaken | Ending::LastFormLost => "a king is missing",
            Ending::Mate => "the side to move is mated",
            Ending::Stalemate => "the side to move has no legal move",
            Ending::MoveCount => "the move count has run out",
            Ending::DeadPosition => "the position is dead",
            Ending::Repetition => "the position is repeated",
        };
        add(
            format!("the game is over in its start position: {how}"),
            "give it another start",
        );
        return list;
    }
    if rules.in_check(start) {
        add(
            format!("{us:?} begins in check"),
            "move a piece, or let the other side begin",
        );
    }
    // Where kings must be kept safe this is a fault, and has been said.
    if !rules.is_checkmate_game() && rules.attacks_king(start, us) {
        add(
            format!("{them:?}'s king can be taken or hit by the first move"),
            "move a piece, or let the other side begin",
        );
    }
    let mut texts = Vec::new();
    let mut replies = MoveList::default();
    for &mv in moves.iter() {
        let after = rules.play(start, mv);
        let won = |v: crate::Verdict| v.winner == Some(us);
        if rules.verdict_with(&after, &mut replies).is_some_and(won) {
            texts.push(rules.move_text(start, mv));
        }
    }
    texts.sort();
    if let Some(first) = texts.first() {
        add(
            format!("{us:?} wins with the first move {first}"),
            "move a piece of the array",
        );
    }
    list
}
