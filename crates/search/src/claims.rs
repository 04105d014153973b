use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, Ordering};

use assay_rules::Move;

/// Which moves of which positions some thread is searching just now: another thread that comes to one of them
/// leaves it for later, when the answer may be in the transposition table (Tom Kerrigan's simplified ABDADA).
/// A claim that is lost to another one costs time only, never a wrong answer.
#[derive(Debug)]
pub(crate) struct Claims(Box<[AtomicU64]>);

/// A power of two, far more than threads have claims at a time.
const SIZE: usize = 1 << 12;

/// A move of a position, searched to a depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim(u64);

impl Claim {
    pub(crate) fn new(position: u64, mv: Move, depth: i32) -> Claim {
        let rest = u64::from(mv.bits()) << 8 | u64::from(depth as u8);
        // Never 0, which is no claim.
        Claim(position ^ rest.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }
}

impl Claims {
    /// Room for the claims of so many threads; one alone needs none.
    pub(crate) fn new(threads: NonZeroUsize) -> Claims {
        let size = if threads.get() > 1 { SIZE } else { 1 };
        Claims((0..size).map(|_| AtomicU64::new(0)).collect())
    }

    fn slot(&self, claim: Claim) -> &AtomicU64 {
        &self.0[(claim.0 >> 32) as usize & (self.0.len() - 1)]
    }

    /// Whether some thread has the claim.
    pub(crate) fn holds(&self, claim: Claim) -> bool {
        self.slot(claim).load(Ordering::Relaxed) == claim.0
    }

    pub(crate) fn take(&self, claim: Claim) {
        self.slot(claim).store(claim.0, Ordering::Relaxed);
    }

    pub(crate) fn give_back(&self, claim: Claim) {
        let slot = self.slot(claim);
        // Another claim may have taken the slot meanwhile: that one stays.
        let _ = slot.compare_exchange(claim.0, 0, Ordering::Relaxed, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_claim_holds_until_it_is_given_back() {
        let claims = Claims::new(NonZeroUsize::new(2).expect("two"));
        let claim = Claim::new(7, Move::from_bits(9), 5);
        assert!(!claims.holds(claim));
        claims.take(claim);
        assert!(claims.holds(claim));
        for other in [
            Claim::new(8, Move::from_bits(9), 5),
            Claim::new(7, Move::from_bits(8), 5),
            Claim::new(7, Move::from_bits(9), 4),
        ] {
            assert!(!claims.holds(other));
            claims.give_back(other);
        }
        assert!(claims.holds(claim));
        claims.give_back(claim);
        assert!(!claims.holds(claim));
    }
}
