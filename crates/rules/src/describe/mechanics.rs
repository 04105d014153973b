//! What several pieces do, in sentences.

use crate::board::Lattice;
use crate::game::{BounceSpec, Goal, Spec};
use crate::{Cell, KindInfo, Rules, Width};

use super::wording::{capital, cells, list, number, plural};

pub(super) fn sentences<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<String> {
    let mut all = castling(spec, rules);
    if let Some(bounce) = spec.bounce {
        all.extend(bounces(spec, rules, bounce));
    }
    all.extend(flights(spec, rules));
    all.extend(springs(spec));
    all.extend(forms(spec, rules));
    if rules.has_hands() {
        all.push("In place of a move a player may drop a piece from the hand on any empty cell from which that piece has a move on an empty board; a drop does not promote, but may check, mate and interpose.".to_owned());
    }
    all
}

fn castling<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<String> {
    let king = &rules.kinds[rules.royal.index()].name;
    let name = |c: Cell| spec.board.name(c);
    let rook = |c: Cell| match rules.start().piece(c) {
        Some((_, kind)) => rules.kinds[kind.index()].name.as_str(),
        None => "rook",
    };
    let ways: Vec<String> = spec
        .castles
        .iter()
        .map(|c| {
            format!(
                "{} to {} ({} {} to {})",
                name(c.king),
                name(c.king_to),
                rook(c.rook),
                name(c.rook),
                name(c.rook_to)
            )
        })
        .collect();
    if ways.is_empty() {
        return Vec::new();
    }
    let mut conditions = format!(
        "Neither may have moved or been moved, the cells between them must be empty, and the {king} may not be in check, nor come into it on a cell that it crosses or reaches."
    );
    if !spec.forms.is_empty() {
        conditions += " Its form does not matter.";
    }
    vec![
        format!(
            "White's {king} castles {}; Black's is the mirror image.",
            list(&ways, "or")
        ),
        conditions,
    ]
}

/// Names of the kinds for which something is true, in the plural.
fn those<W>(kinds: &[KindInfo<W>], wanted: impl Fn(&KindInfo<W>) -> bool) -> String {
    let names: Vec<String> = kinds
        .iter()
        .filter(|k| wanted(k))
        .map(|k| plural(&k.name))
        .collect();
    list(&names, "and")
}

/// What a piece that bounces or flies meets.
fn contact<W: Width>(spec: &Spec, rules: &Rules<W>) -> String {
    let king = &rules.kinds[rules.royal.index()].name;
    let mut meets = vec!["an enemy piece"];
    let royal = format!("the enemy {king}");
    if spec.goal == Goal::King {
        meets.push(&royal);
    }
    if !spec.springs.is_empty() {
        meets.push("a spring on which nothing stands");
    }
    list(&meets, "or")
}

fn bounces<W: Width>(spec: &Spec, rules: &Rules<W>, bounce: BounceSpec) -> Vec<String> {
    let bouncing = those(&rules.kinds, |k| k.bounces);
    if bouncing.is_empty() {
        return Vec::new();
    }
    let mut all = vec![format!(
        "{} bounce in their slides. A slide that arrives at {} makes a contact there. An enemy piece met is taken, and the mover goes on from its cell.",
        capital(&bouncing),
        contact(spec, rules)
    )];
    if bounce.angle == 180 {
        all.push("At every contact it turns straight back and runs on to the last free cell before a piece of its own side or the edge, over its start cell too, or into its next contact.".to_owned());
    } else {
        all.push(format!(
            "At the first contact it turns {} degrees, clockwise or anticlockwise: whichever way the next cell exists and holds no piece of its own side; the player chooses where both are open, and where none is the move ends there.",
            bounce.angle
        ));
        all.push("Having turned it runs on to the last cell before a piece of its own side or the edge, or into its next contact; it may not stop sooner.".to_owned());
        all.push(if bounce.crooked {
            "At each later contact it turns the opposite way of the turn before; if that way is shut, the move ends there.".to_owned()
        } else {
            "At each later contact it turns the same way as at the first; if that way is shut, the move ends there.".to_owned()
        });
        let kind_of_line = match spec.board.lattice {
            Lattice::Square => "rook line or bishop line",
            Lattice::HexUpright | Lattice::HexLevel => "orthogonal or hex diagonal",
        };
        all.push(format!(
            "It keeps to the kind of line on which it set out, {kind_of_line}."
        ));
    }
    let empty = "Its start cell counts as empty during the move.";
    all.push(if bounce.angle == 180 {
        empty.to_owned()
    } else {
        format!("{empty} A turn that would lead it round and round without taking or hitting anything is illegal.")
    });
    all
}

fn flights<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<String> {
    let flying = those(&rules.kinds, |k| k.flies);
    if flying.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "{} fly in their leaps. A leap that arrives at {} goes on by the same leap again; it ends on the first empty cell, or where the next cell does not exist or holds a piece of its own side.",
        capital(&flying),
        contact(spec, rules)
    )]
}

fn springs(spec: &Spec) -> Vec<String> {
    if spec.springs.is_empty() {
        return Vec::new();
    }
    vec![format!(
        "There are springs on {}. What bounces or flies goes on at an empty spring as after a capture, and can neither stop on one nor pass it by; other pieces do not notice them.",
        cells(&spec.board, &spec.springs)
    )]
}

fn forms<W: Width>(spec: &Spec, rules: &Rules<W>) -> Vec<String> {
    if spec.forms.is_empty() {
        return Vec::new();
    }
    let king = &rules.kinds[rules.royal.index()].name;
    let letters: Vec<String> = spec.forms.iter().map(|f| f.0.to_string()).collect();
    let count = letters.len();
    let first = letters.first().cloned().unwrap_or_default();
    let mut all = vec![format!(
        "Each {king} has {} forms to lose, {}, and begins in form {first}; it moves and captures as its form does.",
        number(count),
        list(&letters, "and")
    )];
    let hitting = those(&rules.kinds, |k| k.bounces || k.flies);
    if !hitting.is_empty() {
        all.push(format!(
            "A contact of {hitting} with the enemy {king} is a hit: the {king} stays, loses the form it is in, and before its owner's next move the owner chooses another that is left. Two hits in one move cost the form not chosen too. As many hits in one move as there are forms left take the {king}. A hitter that would end on its cell is itself lost."
        ));
    }
    let others = those(&rules.kinds, |k| !k.bounces && !k.flies);
    all.push(format!(
        "{} take the enemy {king} at once.",
        capital(&others)
    ));
    all.push(format!(
        "After a move a player may change the own {king}'s form to another that is left, unless the {king} made the move, the move hit or took the enemy {king}, the enemy {king} is in check after it, or the own {king} was in check before it and no longer is."
    ));
    all
}
