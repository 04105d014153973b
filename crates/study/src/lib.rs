//! The study file, arms, pair numbering and seeds, stopping rules, the lease state machine.
