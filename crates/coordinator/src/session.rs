//! Who is connected. Memory only.

use std::collections::BTreeMap;

use assay_study::{Millis, WorkerName};
use assay_wire::v1::AcquireResponse;

/// A session without a call for so long is forgotten; its leases have run out long before.
const SILENCE: Millis = Millis(30 * 60 * 1000);
/// A session counts as a worker at work for so long after its last call.
const PRESENT: Millis = Millis(60_000);

/// Every session.
#[derive(Debug, Default)]
pub(crate) struct Sessions {
    by_id: BTreeMap<String, Session>,
    /// Makes the ids of one coordinator's life unlike those of another's.
    prefix: String,
    count: u64,
}

#[derive(Debug)]
pub(crate) struct Session {
    /// Unique among the sessions, as the lease table needs it.
    pub(crate) worker: WorkerName,
    heard: Millis,
    /// The last request for pairs and its answer, to be repeated.
    pub(crate) lent: Option<(u64, AcquireResponse)>,
}

impl Sessions {
    pub(crate) fn new(prefix: String) -> Sessions {
        Sessions {
            prefix,
            ..Sessions::default()
        }
    }

    /// Opens a session for a worker of this name.
    pub(crate) fn open(&mut self, name: &str, now: Millis) -> (String, WorkerName) {
        self.by_id.retain(|_, s| now.0 - s.heard.0 < SILENCE.0);
        self.count += 1;
        let id = format!("{}-{}", self.prefix, self.count);
        let taken = self.by_id.values().any(|s| s.worker.as_str() == name);
        // A second worker of the same name, or the same one started again: its leases must not mix.
        let worker = if taken {
            WorkerName::new(&format!("{name}~{}", self.count))
        } else {
            WorkerName::new(name)
        };
        let session = Session {
            worker: worker.clone(),
            heard: now,
            lent: None,
        };
        self.by_id.insert(id.clone(), session);
        (id, worker)
    }

    /// The session of a call, which shows that its worker lives.
    pub(crate) fn heard(&mut self, id: &str, now: Millis) -> Option<&mut Session> {
        let session = self.by_id.get_mut(id)?;
        session.heard = now;
        Some(session)
    }

    /// Workers at work.
    pub(crate) fn present(&self, now: Millis) -> usize {
        let fresh = |s: &&Session| now.0 - s.heard.0 < PRESENT.0;
        self.by_id.values().filter(fresh).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn workers_of_one_name_are_told_apart() {
        let mut sessions = Sessions::new("x".into());
        let (a, first) = sessions.open("w", Millis(0));
        let (b, second) = sessions.open("w", Millis(0));
        assert_ne!(a, b);
        assert_ne!(first, second);
        assert_eq!(first.as_str(), "w");
        assert!(sessions.heard(&a, Millis(1)).is_some());
        assert!(sessions.heard("y-1", Millis(1)).is_none());
    }

    #[test]
    fn silent_sessions_are_forgotten_and_not_counted() {
        let mut sessions = Sessions::new("x".into());
        let (a, _) = sessions.open("a", Millis(0));
        assert_eq!(sessions.present(Millis(59_999)), 1);
        assert_eq!(sessions.present(Millis(60_000)), 0);
        sessions.open("b", Millis(SILENCE.0));
        assert!(sessions.heard(&a, Millis(SILENCE.0)).is_none());
    }
}
