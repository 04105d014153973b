use crate::{Cell, Kind, Side};

/// Hash keys. They are the same on every machine and for every game, so that hashes may be stored.
pub(crate) struct Keys {
    piece: [u64; 2 * Kind::MAX * Cell::MAX],
    hand: [u64; 2 * Kind::MAX * HAND_MAX],
    castling: [u64; 256],
    passant: [u64; Cell::MAX],
    forms: [u64; 2 * FORM_STATES],
    pub(crate) black_to_move: u64,
}

const FORM_STATES: usize = 64;

/// Most pieces of one kind that a hand tells apart.
pub(crate) const HAND_MAX: usize = 64;

pub(crate) static KEYS: Keys = Keys::new();

impl Keys {
    const fn new() -> Keys {
        let seed = 0x0041_7373_6179_2031;
        let (piece, seed) = words(seed);
        let (hand, seed) = words(seed);
        let (rights, seed) = words::<8>(seed);
        let (passant, seed) = words(seed);
        let (forms, seed) = words(seed);
        Keys {
            piece,
            hand,
            castling: sums(&rights),
            passant,
            forms,
            black_to_move: splitmix64(seed).0,
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

/// So many words of the generator, and its state after them.
const fn words<const N: usize>(mut state: u64) -> ([u64; N], u64) {
    let mut words = [0; N];
    let mut i = 0;
    while i < N {
        (words[i], state) = splitmix64(state);
        i += 1;
    }
    (words, state)
}

/// The castling key of a set of rights is the sum of its rights' keys, so that losing one right is one exclusive or
/// whatever the others are.
const fn sums(rights: &[u64; 8]) -> [u64; 256] {
    let mut sums = [0; 256];
    let mut set = 1;
    while set < 256_usize {
        sums[set] = sums[set & (set - 1)] ^ rights[set.trailing_zeros() as usize];
        set += 1;
    }
    sums
}

/// A word and the state after it. Steele, Lea, Flood: Fast splittable pseudorandom number generators, 2014.
const fn splitmix64(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = state;
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}
