//! Colours of boards. Marks and ways keep to Okabe and Ito's, which the colour-blind tell apart, and differ in shape too.

/// Text, black pieces, the outlines of white ones.
pub(super) const INK: &str = "#1B1F24";
/// Lesser text.
pub(super) const SOFT: &str = "#4A515A";
/// Background, white pieces.
pub(super) const PAPER: &str = "#FFFFFF";
/// Lines between cells.
pub(super) const GROUT: &str = "#8C7653";
/// Cells: dark, light and the third tone of hexes.
pub(super) const CELLS: [&str; 3] = ["#C9AE84", "#F5EDDB", "#E0CCA6"];
/// The same inside a castle.
pub(super) const CASTLE_CELLS: [&str; 3] = ["#A6B08C", "#DCE5CF", "#C2CCAC"];
/// The outline of a castle.
pub(super) const CASTLE: &str = "#3F5130";
/// Cells that do not exist inside a board, and the waves on them.
pub(super) const WATER: &str = "#A8D3EA";
pub(super) const WAVE: &str = "#4A91B8";
/// The cell a piece starts from.
pub(super) const ORIGIN: &str = "#F7E463";
/// Cells a piece may move to.
pub(super) const MOVE: &str = "#00568A";
/// Cells it may capture on, pieces it takes.
pub(super) const TAKE: &str = "#C04A00";
/// Springs.
pub(super) const SPRING: &str = "#00704F";
/// Ways over the board, where several must be told apart; none is the colour of a capture.
pub(super) const WAYS: [&str; 5] = ["#0072B2", "#007A59", "#A0457C", "#806400", "#1B1F24"];
