//! The worker service.
