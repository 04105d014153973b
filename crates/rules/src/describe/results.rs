//! How a game ends, in sentences.

use crate::game::{DeadRule, Goal, Spec};
use crate::{Rules, Width};

use super::wording::{list, ordinal, plural};

pub(super) fn sentences<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<String> {
    let king = &rules.kinds[rules.royal.index()].name;
    let transforms = !spec.forms.is_empty();
    let contacts = rules.kinds.iter().any(|k| k.bounces || k.flies);
    let mut all = Vec::new();
    match spec.goal {
        Goal::Checkmate => {
            all.push(format!(
                "Checkmate wins: a side that is in check and has no legal move loses. No move may leave the own {king} in check."
            ));
        }
        Goal::King => {
            all.push(if transforms {
                format!("Whoever takes the enemy {king}, or its last form, wins.")
            } else {
                format!("Whoever takes the enemy {king} wins.")
            });
            all.push(format!(
                "Check need not be answered: the {king} may move into it, stay in it and be left in it."
            ));
        }
    }
    if contacts {
        all.push(format!(
            "A piece that could reach the enemy {king} on any leg of a bounce or flight gives check."
        ));
    }
    if spec.facing {
        all.push(format!(
            "The {} may not stand on one file with no piece between them; cells that do not exist hide nothing. A move that leaves it so is illegal, but this is no check.",
            plural(king)
        ));
    }
    let unless = match spec.goal {
        Goal::Checkmate => " and is not in check",
        Goal::King => "",
    };
    all.push(if spec.stalemate_wins {
        format!("Stalemate wins: a side that has no legal move{unless} loses.")
    } else {
        format!("Stalemate is a draw: a side that has no legal move{unless} has not lost.")
    });
    all.push(format!(
        "The {} occurrence of a position is a draw.",
        ordinal(spec.repetition)
    ));
    all.extend(move_count(spec, rules));
    all.push(match spec.dead {
        DeadRule::Never => "No position is drawn for want of pieces.".to_owned(),
        DeadRule::Bare | DeadRule::Fide => {
            let hands = if rules.has_hands() {
                " and nothing in hand"
            } else {
                ""
            };
            let mut text = format!("Only the two {} left{hands} is a draw", plural(king));
            if spec.dead == DeadRule::Fide {
                text += ", and so is one knight or bishop beside them, or bishops only that all stand on cells of one colour";
            }
            text + "."
        }
    });
    all
}

fn move_count<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<String> {
    let mut resets = vec!["a capture".to_owned()];
    if rules.kinds.iter().any(|k| k.pawn) {
        resets.push(if rules.repulsive {
            "a pawn's move (a thrown pawn's too)".to_owned()
        } else {
            "a pawn's move".to_owned()
        });
    }
    if !spec.forms.is_empty() {
        resets.push("a hit on a king".to_owned());
    }
    if rules.has_hands() {
        resets.push("a drop".to_owned());
    }
    if spec.pieces.iter().any(|p| !p.promotes.is_empty()) {
        resets.push("a promotion".to_owned());
    }
    if spec.pieces.iter().any(|p| p.forward_only) {
        resets.push("a move of a piece that only goes forward".to_owned());
    }
    let mut all = vec![format!(
        "{} plies on end without {} are a draw; a win or a stalemate on the last of them counts first.",
        spec.move_count,
        list(&resets, "or")
    )];
    if rules.has_hands() {
        all.push("Since drops reset this count, a game can go on for very long; studies have a length cap.".to_owned());
    }
    all
}
