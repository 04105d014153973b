//! The statistics of games: counts, intervals, ratings, regressions; pure functions.
