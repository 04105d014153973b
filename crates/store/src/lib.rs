//! Studies and records on SQLite.
