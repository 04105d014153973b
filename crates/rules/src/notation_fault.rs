use std::ops::Range;

/// What is wrong with a piece's movement notation, and where in its text (bytes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotationFault {
    pub(crate) at: Range<usize>,
    pub(crate) what: String,
}
