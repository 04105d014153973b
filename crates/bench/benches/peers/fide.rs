//! Orthodox chess against cozy-chess, a library for it and nothing else.

use cozy_chess::Board;

use crate::cpu::rate;
use crate::ours::{Last, leaves, rules};
use crate::table::{Row, Table, Target, Unit};

pub(crate) const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
pub(crate) const KIWIPETE: &str =
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const CASES: [(&str, &str, u32, u64); 2] = [
    ("start", START, 5, 4_865_609),
    ("kiwipete", KIWIPETE, 4, 4_085_603),
];

pub(crate) fn rows(table: &mut Table) {
    let rules = rules("fide", &[]);
    for last in [Last::Counted, Last::Made] {
        for (name, position, depth, count) in CASES {
            let board: Board = position.parse().expect("a position");
            let theirs = rate(|| {
                assert_eq!(perft(&board, depth, last), count);
                count
            });
            table.push(Row {
                what: format!("fide {name} {depth}, {}", last.words()),
                unit: Unit::Leaves,
                ours: leaves(&rules, Some(position), depth, count, last),
                peer: Ok(("cozy-chess", theirs)),
                target: Target::Ratio(0.2),
            });
        }
    }
}

fn perft(board: &Board, depth: u32, last: Last) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut count = 0;
    board.generate_moves(|moves| {
        if depth == 1 && last == Last::Counted {
            count += moves.len() as u64;
        } else {
            for mv in moves {
                let mut after = board.clone();
                after.play_unchecked(mv);
                count += perft(&after, depth - 1, last);
            }
        }
        false
    });
    count
}
