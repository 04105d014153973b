//! Gliński's hexagonal chess against hexchess, a library for it and nothing else.

use hexchess::hexchess::hexchess::Hexchess;

use crate::cpu::rate;
use crate::ours::{Last, leaves, rules};
use crate::table::{Row, Table, Target, Unit};

const DEPTH: u32 = 3;
const COUNT: u64 = 137_858;

pub(crate) fn rows(table: &mut Table) {
    let rules = rules("glinski", &[]);
    for last in [Last::Counted, Last::Made] {
        let board = Hexchess::init();
        let theirs = rate(|| {
            assert_eq!(perft(&board, DEPTH, last), COUNT);
            COUNT
        });
        table.push(Row {
            what: format!("glinski start {DEPTH}, {}", last.words()),
            unit: Unit::Leaves,
            ours: leaves(&rules, None, DEPTH, COUNT, last),
            peer: Ok(("hexchess", theirs)),
            target: Target::Ratio(1.0),
        });
    }
    table.push(Row {
        what: format!("glinski start {DEPTH}, every leaf made"),
        unit: Unit::Leaves,
        ours: leaves(&rules, None, DEPTH, COUNT, Last::Made),
        peer: Err("nobody".to_owned()),
        target: Target::Rate(1e7),
    });
}

fn perft(board: &Hexchess, depth: u32, last: Last) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.current_moves();
    if depth == 1 && last == Last::Counted {
        return moves.len() as u64;
    }
    moves
        .iter()
        .map(|mv| {
            let mut after = board.clone();
            // The moves are legal: asking again would only cost the peer time.
            after.apply_move_unsafe(mv).expect("a legal move");
            perft(&after, depth - 1, last)
        })
        .sum()
}
