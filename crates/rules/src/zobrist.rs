use std::sync::LazyLock;

use crate::{Cell, Kind, Side};

/// Hash keys. They are the same on every machine and for every game, so that hashes may be stored.
pub(crate) struct Keys {
    piece: Vec<u64>,
    hand: Vec<u64>,
    castling: [u64; 256],
    passant: [u64; Cell::MAX],
    forms: [u64; 2 * FORM_STATES],
    pub(crate) black_to_move: u64,
}

const FORM_STATES: usize = 64;

/// Most pieces of one kind that a hand tells apart.
pub(crate) const HAND_MAX: usize = 64;

pub(crate) static KEYS: LazyLock<Keys> = LazyLock::new(Keys::new);

impl Keys {
    fn new() -> Keys {
        let mut state = 0x0041_7373_6179_2031;
        let mut array = |n: usize| (0..n).map(|_| splitmix64(&mut state)).collect::<Vec<u64>>();
        let piece = array(2 * Kind::MAX * Cell::MAX);
        let hand = array(2 * Kind::MAX * HAND_MAX);
        // The castling key of a set of rights is the sum of its rights' keys, so that losing one right is one
        // exclusive or whatever the others are.
        let rights = array(8);
        let mut castling = [0; 256];
        for (set, key) in castling.iter_mut().enumerate() {
            *key = (0..8)
                .filter(|r| set >> r & 1 == 1)
                .fold(0, |k, r| k ^ rights[r]);
        }
        Keys {
            piece,
            hand,
            castling,
            passant: std::array::from_fn(|_| splitmix64(&mut state)),
            forms: std::array::from_fn(|_| splitmix64(&mut state)),
            black_to_move: splitmix64(&mut state),
        }
    }

    #[inline]
    pub(crate) fn piece(&self, side: Side, kind: Kind, cell: Cell) -> u64 {
        self.piece[(kind.index() * 2 + side.index()) * Cell::MAX + cell.index()]
    }

    #[inline]
    pub(crate) fn hand(&self, side: Side, kind: Kind, nth: u8) -> u64 {
        self.hand[(kind.index() * 2 + side.index()) * HAND_MAX + usize::from(nth)]
    }

    #[inline]
    pub(crate) fn castling(&self, rights: u8) -> u64 {
        self.castling[usize::from(rights)]
    }

    #[inline]
    pub(crate) fn passant(&self, cell: Cell) -> u64 {
        self.passant[cell.index()]
    }

    #[inline]
    pub(crate) fn forms(&self, side: Side, state: u8) -> u64 {
        debug_assert!(usize::from(state) < FORM_STATES);
        self.forms[side.index() * FORM_STATES + usize::from(state)]
    }
}

/// Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
fn splitmix64(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}
