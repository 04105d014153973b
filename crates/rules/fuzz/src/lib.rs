//! The fuzz targets' bodies, which are those of the ordinary tests in `../tests/invariants`.

#[path = "../../tests/invariants/checks/mod.rs"]
mod checks;

/// A position text, after a line with the game and its options.
pub fn position_text(data: &[u8]) {
    checks::targets::position_text(data);
}

/// Move texts, after a line with the game and one with the position.
pub fn move_text(data: &[u8]) {
    checks::targets::move_text(data);
}

/// A game file.
pub fn game_file(data: &[u8]) {
    checks::targets::game_file(data);
}

/// Random play, after a line with the game and its options.
pub fn play(data: &[u8]) {
    checks::targets::play(data);
}
