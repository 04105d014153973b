//! Whole-program tests.
mod uci;
