//! Random games of orthodox chess to the end, against shakmaty.

use assay_rules::{MoveList, with_rules};
use shakmaty::{Chess, Position};

use crate::cpu::rate;
use crate::ours::rules;
use crate::table::{Row, Table, Target, Unit};

/// Games between looks at the clock.
const BATCH: u64 = 200;

pub(crate) fn rows(table: &mut Table) {
    let (mut dice, mut plies, mut games) = (Dice(1), 0, 0);
    let theirs = rate(|| {
        plies += (0..BATCH).map(|_| their_game(&mut dice)).sum::<u64>();
        games += BATCH;
        BATCH
    });
    let their_length = plies as f64 / games as f64;
    let (mut dice, mut plies, mut games) = (Dice(1), 0, 0);
    let ours = with_rules!(&rules("fide", &[]), r => {
        let mut list = MoveList::default();
        rate(|| {
            for _ in 0..BATCH {
                let mut pos = *r.start();
                while r.verdict_with(&pos, &mut list).is_none() {
                    pos = r.play(&pos, list[dice.below(list.len())]);
                    plies += 1;
                }
            }
            games += BATCH;
            BATCH
        })
    });
    // Both end at mate, stalemate, dead positions and after a hundred quiet plies.
    let length = f64::from(plies) / games as f64;
    assert!(
        (length / their_length - 1.0).abs() < 0.03,
        "games of {length} plies against {their_length}"
    );
    table.push(Row {
        what: format!("fide, random games of {length:.0} plies"),
        unit: Unit::Games,
        ours,
        peer: Ok(("shakmaty", theirs)),
        target: Target::Ratio(0.5),
    });
}

fn their_game(dice: &mut Dice) -> u64 {
    let mut board = Chess::default();
    let mut plies = 0;
    loop {
        let moves = board.legal_moves();
        if moves.is_empty() || board.halfmoves() >= 100 || board.is_insufficient_material() {
            return plies;
        }
        board.play_unchecked(moves[dice.below(moves.len())]);
        plies += 1;
    }
}

/// Xorshift (Marsaglia 2003): costs next to nothing.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * n as u64) >> 32) as usize
    }
}
