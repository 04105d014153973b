use std::fmt;
use std::time::Duration;

/// A count of positions searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Nodes(pub u64);

/// A search depth in plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(pub u8);

impl Depth {
    /// The deepest iteration the engine begins.
    pub const MAX: Depth = Depth(100);
}

/// How much thinking one move may cost. The first limit reached ends the search; a search without
/// any limit ends at [`Depth::MAX`] or when it is stopped.
///
/// Under node and depth limits no clock decides anything, and with one thread the engine's answer
/// depends on nothing but the position, the history and the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Limits {
    /// At most this many positions with one thread; each of several counts the others' every 256 positions only,
    /// so that together they may search some hundreds more.
    pub nodes: Option<Nodes>,
    /// No iteration beyond this depth.
    pub depth: Option<Depth>,
    /// At most this long by the wall clock.
    pub time: Option<Duration>,
}

impl Limits {
    /// A limit by positions searched.
    pub fn nodes(n: u64) -> Limits {
        Limits {
            nodes: Some(Nodes(n)),
            ..Limits::default()
        }
    }

    /// A limit by depth.
    pub fn depth(d: u8) -> Limits {
        Limits {
            depth: Some(Depth(d)),
            ..Limits::default()
        }
    }

    /// A limit by time.
    pub fn time(t: Duration) -> Limits {
        Limits {
            time: Some(t),
            ..Limits::default()
        }
    }

    /// Whether nothing limits the search.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// Whether the answer can depend on the speed of the machine.
    pub fn by_clock(&self) -> bool {
        self.time.is_some()
    }
}

/// `nodes=2000 depth=8 time=100ms`; `none` without any limit.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.nodes.map(|Nodes(n)| format!("nodes={n}")),
            self.depth.map(|Depth(d)| format!("depth={d}")),
            self.time.map(|t| format!("time={}ms", t.as_millis())),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() {
            return f.write_str("none");
        }
        f.write_str(&parts.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_limits() {
        let mut limits = Limits::nodes(2000);
        assert_eq!(limits.to_string(), "nodes=2000");
        assert!(!limits.by_clock());
        limits.time = Some(Duration::from_millis(100));
        assert_eq!(limits.to_string(), "nodes=2000 time=100ms");
        assert!(limits.by_clock());
        assert_eq!(Limits::default().to_string(), "none");
    }
}
