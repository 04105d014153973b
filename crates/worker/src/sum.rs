use std::fmt;
use std::ops::AddAssign;

use assay_study::words;

/// What a worker did, for its last words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sum {
    /// Pairs stored by the coordinator, duplicates included.
    pub acknowledged: u64,
    /// Pairs the coordinator refused.
    pub refused: u64,
    /// Pairs that could not be played.
    pub failed: u64,
    /// Finished pairs left in the outbox.
    pub in_outbox: u64,
    /// Finished pairs that could be kept nowhere.
    pub lost: u64,
}

impl AddAssign for Sum {
    fn add_assign(&mut self, more: Sum) {
        self.acknowledged += more.acknowledged;
        self.refused += more.refused;
        self.failed += more.failed;
        self.in_outbox += more.in_outbox;
        self.lost += more.lost;
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} handed in", words::pairs(self.acknowledged))?;
        for (count, what) in [
            (self.refused, "refused"),
            (self.failed, "failed"),
            (self.in_outbox, "left in the outbox"),
            (self.lost, "lost for want of a place to keep them"),
        ] {
            if count > 0 {
                write!(f, ", {count} {what}")?;
            }
        }
        Ok(())
    }
}
