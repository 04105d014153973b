//! The coordinator service.
