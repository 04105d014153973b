use std::sync::atomic::{AtomicU64, Ordering};

use assay_rules::Move;

use crate::Score;
use crate::node::Window;

/// The transposition table: what searches have found out about positions, shared by all threads
/// without locks.
///
/// An entry is two words, the data and the key xor the data (Hyatt and Mann 2002): if two threads
/// write at once, the words do not fit each other and the entry is not found.
#[derive(Debug)]
pub(crate) struct Table {
    buckets: Box<[Bucket]>,
    age: u8,
}

/// One cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Entry; 4]);

#[derive(Debug, Default)]
struct Entry {
    check: AtomicU64,
    data: AtomicU64,
}

/// How a stored score bounds the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    /// The true score is at most this.
    Upper,
    /// The true score is at least this.
    Lower,
    /// This is the score.
    Exact,
}

/// What is stored of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Found {
    /// The best move, or [`Move::NULL`].
    pub(crate) mv: Move,
    /// Distances to forced ends counted from the root.
    pub(crate) score: Score,
    /// Depth of the search behind the score, in plies.
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

impl Found {
    /// Whether the score is as good as a search within the window.
    pub(crate) fn settles(&self, window: Window) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score >= window.beta,
            Bound::Upper => self.score <= window.alpha,
        }
    }

    /// The stored score if it says more than an evaluation without a search, or else the evaluation.
    pub(crate) fn better_than(&self, eval: Score) -> Score {
        let says_more = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        };
        if says_more && !self.score.is_decisive() {
            self.score
        } else {
            eval
        }
    }
}

// Layout of the data word: move 32, score 16, depth 8, bound 2 (1 to 3, so that 0 is no entry), age 6.
const SCORE: u32 = 32;
const DEPTH: u32 = 48;
const BOUND: u32 = 56;
const AGE: u32 = 58;
const AGES: u8 = 63;

impl Table {
    /// A table of at most so many bytes, and at least one bucket.
    pub(crate) fn new(bytes: usize) -> Table {
        let buckets = (bytes / size_of::<Bucket>()).max(1);
        let buckets = 1 << buckets.ilog2();
        Table {
            buckets: (0..buckets).map(|_| Bucket::default()).collect(),
            age: 0,
        }
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.age = 0;
        for entry in self.buckets.iter_mut().flat_map(|b| &mut b.0) {
            *entry.check.get_mut() = 0;
            *entry.data.get_mut() = 0;
        }
    }

    /// Begins a new search: what older ones stored is the first to be overwritten.
    pub(crate) fn grow_older(&mut self) {
        self.age = (self.age + 1) & AGES;
    }

    /// The part of the first thousand entries that the present search has filled, in thousandths.
    pub(crate) fn fullness(&self) -> u16 {
        let entries = self.buckets.iter().flat_map(|b| &b.0).take(1000);
        let (filled, all) = entries.fold((0, 0), |(filled, all), entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let mine = data != 0 && age_of(data) == self.age;
            (filled + u32::from(mine), all + 1)
        });
        (filled * 1000 / all) as u16
    }

    fn bucket(&self, key: u64) -> &Bucket {
        // The length is a power of two.
        &self.buckets[key as usize & (self.buckets.len() - 1)]
    }

    /// Asks the processor for what is known of a position that will be looked up soon: from a large table it
    /// comes slowly.
    #[inline]
    pub(crate) fn expect(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        #[allow(unsafe_code)]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // Safety: a prefetch reads nothing and cannot fault, and the address is that of a live bucket.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) }
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known of the position with this key, `ply` plies from the root.
    pub(crate) fn probe(&self, key: u64, ply: usize) -> Option<Found> {
        self.bucket(key).0.iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let fits = entry.check.load(Ordering::Relaxed) ^ data == key;
            if fits { unpack(data, ply) } else { None }
        })
    }

    /// Stores what was found. The entry that makes room is the same position's, or the shallowest
    /// and oldest of its bucket.
    pub(crate) fn store(&self, key: u64, ply: usize, mut found: Found) {
        let mut victim = None;
        for entry in &self.bucket(key).0 {
            let data = entry.data.load(Ordering::Relaxed);
            if entry.check.load(Ordering::Relaxed) ^ data == key {
                let keep = found.bound != Bound::Exact
                    && age_of(data) == self.age
                    && depth_of(data) > found.depth + 3;
                if keep {
                    return;
                }
                if found.mv == Move::NULL {
                    found.mv = Move::from_bits(data as u32);
                }
                victim = Some((i32::MIN, entry));
                break;
            }
            let older = i32::from(self.age.wrapping_sub(age_of(data)) & AGES);
            let worth = if data == 0 {
                i32::MIN + 1
            } else {
                depth_of(data) - 8 * older
            };
            if victim.is_none_or(|(least, _)| worth < least) {
                victim = Some((worth, entry));
            }
        }
        let Some((_, entry)) = victim else { return };
        let data = pack(found, ply, self.age);
        entry.check.store(key ^ data, Ordering::Relaxed);
        entry.data.store(data, Ordering::Relaxed);
    }
}

fn depth_of(data: u64) -> i32 {
    i32::from((data >> DEPTH) as u8)
}

fn age_of(data: u64) -> u8 {
    (data >> AGE) as u8 & AGES
}

fn pack(found: Found, ply: usize, age: u8) -> u64 {
    let bound: u64 = match found.bound {
        Bound::Upper => 1,
        Bound::Lower => 2,
        Bound::Exact => 3,
    };
    u64::from(found.mv.bits())
        | u64::from(found.score.to_stored(ply) as u16) << SCORE
        | u64::from(found.depth.clamp(0, 255) as u8) << DEPTH
        | bound << BOUND
        | u64::from(age) << AGE
}

fn unpack(data: u64, ply: usize) -> Option<Found> {
    let bound = match data >> BOUND & 3 {
        1 => Bound::Upper,
        2 => Bound::Lower,
        3 => Bound::Exact,
        _ => return None,
    };
    Some(Found {
        mv: Move::from_bits(data as u32),
        score: Score::from_stored((data >> SCORE) as u16 as i16, ply),
        depth: depth_of(data),
        bound,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(mv: u32, score: Score, depth: i32, bound: Bound) -> Found {
        Found {
            mv: Move::from_bits(mv),
            score,
            depth,
            bound,
        }
    }

    #[test]
    fn gives_back_what_was_stored() {
        let table = Table::new(1 << 12);
        for (key, entry) in [
            (1, found(77, Score::cp(-35), 9, Bound::Exact)),
            (u64::MAX, found(u32::MAX, Score::win_in(7), 0, Bound::Lower)),
            (1 << 40, found(0, Score::loss_in(30), 99, Bound::Upper)),
        ] {
            table.store(key, 3, entry);
            assert_eq!(table.probe(key, 3), Some(entry), "{key}");
            assert_eq!(table.probe(key ^ 1 << 63, 3), None, "{key}");
        }
    }

    #[test]
    fn fullness_counts_what_the_present_search_stored() {
        let mut table = Table::new(64);
        assert_eq!(table.fullness(), 0);
        for key in 1..=3 {
            table.store(key, 0, found(1, Score::DRAW, 1, Bound::Exact));
        }
        assert_eq!(table.fullness(), 750);
        table.grow_older();
        assert_eq!(table.fullness(), 0);
    }

    #[test]
    fn a_position_without_a_move_keeps_the_one_it_had() {
        let table = Table::new(1 << 12);
        table.store(5, 0, found(42, Score::DRAW, 3, Bound::Exact));
        table.store(5, 0, found(0, Score::DRAW, 4, Bound::Upper));
        assert_eq!(table.probe(5, 0).map(|f| f.mv.bits()), Some(42));
    }

    #[test]
    fn the_shallowest_and_oldest_make_room() {
        let mut table = Table::new(64);
        for key in 1..=4 {
            table.store(key, 0, found(1, Score::DRAW, 10 * key as i32, Bound::Exact));
        }
        table.store(5, 0, found(1, Score::DRAW, 25, Bound::Exact));
        assert!(table.probe(1, 0).is_none());
        assert!((2..=5).all(|key| table.probe(key, 0).is_some()));
        for _ in 0..6 {
            table.grow_older();
        }
        for key in 6..=9 {
            table.store(key, 0, found(1, Score::DRAW, 0, Bound::Exact));
        }
        assert!((6..=9).all(|key| table.probe(key, 0).is_some()));
        table.clear();
        assert!((1..=9).all(|key| table.probe(key, 0).is_none()));
    }
}
