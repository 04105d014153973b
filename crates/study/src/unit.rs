use std::fmt;
use std::ops::Add;
use std::time::Duration;

use assay_search::Limits;

/// A number of plies: moves of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Plies(pub u16);

/// A moment or a length of time in milliseconds. Moments count from whatever beginning the caller
/// keeps to; only their differences matter here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// How much thinking a move may cost. Nodes and depth give the same game everywhere; time does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum MoveLimit {
    /// So many positions searched.
    Nodes(u64),
    /// So many plies deep.
    Depth(u8),
    /// So much wall-clock time.
    Time(Millis),
}

impl MoveLimit {
    /// The limit as the engine takes it.
    pub fn limits(self) -> Limits {
        match self {
            MoveLimit::Nodes(nodes) => Limits::nodes(nodes),
            MoveLimit::Depth(depth) => Limits::depth(depth),
            MoveLimit::Time(Millis(ms)) => Limits::time(Duration::from_millis(ms)),
        }
    }
}

impl fmt::Display for MoveLimit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MoveLimit::Nodes(n) => write!(f, "{n} nodes a move"),
            MoveLimit::Depth(d) => write!(f, "depth {d}"),
            MoveLimit::Time(Millis(ms)) => write!(f, "{ms} ms a move"),
        }
    }
}
