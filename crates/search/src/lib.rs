//! The engine: evaluation, alpha-beta, transposition table, limits, threads.
