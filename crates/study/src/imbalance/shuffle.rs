//! Arrays whose pieces change places among themselves, alike for both sides.

use assay_rules::{Cell, Kind, Position, Rules, Side, Width, bits};
use rand::RngExt as _;
use rand::SeedableRng as _;
use rand::seq::SliceRandom as _;
use rand_chacha::ChaCha8Rng;

use super::start::{Placed, choices, playable};
use super::{Colours, Imbalance, Start};
use crate::seed::StartSeed;

/// Arrays that are tried before it is given up to find one to play from.
const TRIES: usize = 100;

/// Nothing, if the array is the same for both sides; otherwise why it cannot be shuffled, for people.
pub(super) fn check<W: Width>(rules: &Rules<W>) -> Result<(), String> {
    let board = rules.board();
    let array = rules.start();
    let alike = board.cells().all(|cell| {
        let opposite = array.piece(board.mirror(cell));
        array.piece(cell) == opposite.map(|(side, kind)| (side.other(), kind))
    });
    if alike {
        Ok(())
    } else {
        Err("only arrays that are the same for both sides can be shuffled".to_owned())
    }
}

/// A start of an imbalance from a shuffled array; `None` where none was found to play from. Which array and which cells,
/// the seed decides alone.
pub(super) fn start<W: Width>(
    rules: &Rules<W>,
    imbalance: &Imbalance,
    seed: StartSeed,
    colours: Colours,
) -> Option<Start> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed.0);
    for _ in 0..TRIES {
        let shuffled = shuffled(rules, &mut rng);
        let Ok(array) = rules.rearranged(shuffled.iter().copied()) else {
            continue;
        };
        let mut pieces = shuffled;
        for (changes, side) in [
            (&imbalance.white, Side::White),
            (&imbalance.black, Side::Black),
        ] {
            let all = choices(rules, changes, side, &array).ok()?;
            pieces.extend_from_slice(&all[rng.random_range(0..all.len())]);
        }
        // Both colours, or neither: every array is played from both sides.
        let both = [Colours::AsWritten, Colours::Swapped].map(|c| playable(rules, &pieces, c));
        if let [Ok(written), Ok(swapped)] = both {
            let start = match colours {
                Colours::AsWritten => written,
                Colours::Swapped => swapped,
            };
            return Some(Start {
                text: without_castling(&start.text),
                ..start
            });
        }
    }
    None
}

/// The pieces that are neither royal nor pawns, on each other's cells, Black's as the mirror of White's.
fn shuffled<W: Width>(rules: &Rules<W>, rng: &mut ChaCha8Rng) -> Vec<Placed> {
    let cells: Vec<Cell> = movable(rules, rules.start());
    let mut kinds: Vec<Kind> = cells
        .iter()
        .filter_map(|cell| rules.start().piece(*cell).map(|(_, kind)| kind))
        .collect();
    kinds.shuffle(rng);
    let board = rules.board();
    cells
        .into_iter()
        .zip(kinds)
        .flat_map(|(cell, kind)| {
            [
                (cell, Some((Side::White, kind))),
                (board.mirror(cell), Some((Side::Black, kind))),
            ]
        })
        .collect()
}

/// Where White's pieces stand that may change places.
fn movable<W: Width>(rules: &Rules<W>, array: &Position<W>) -> Vec<Cell> {
    bits(array.occupied_by(Side::White))
        .filter(|cell| {
            array.piece(*cell).is_some_and(|(_, kind)| {
                let info = &rules.kinds()[kind.index()];
                !info.royal && !info.pawn
            })
        })
        .collect()
}

/// The same position with no castling right, the third field of its text.
fn without_castling(text: &str) -> String {
    let fields = text.split(' ').enumerate();
    let fields: Vec<&str> = fields.map(|(i, f)| if i == 2 { "-" } else { f }).collect();
    fields.join(" ")
}
