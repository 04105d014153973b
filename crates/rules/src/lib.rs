//! Boards, pieces, game files compiled to tables, positions, legal moves, notation, perft.
