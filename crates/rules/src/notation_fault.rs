use std::ops::Range;

/// What is wrong with a piece's movement notation, and where in its text (bytes).
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NotationFault {
    pub(crate) at: Range<usize>,
    pub(crate) what: String,
    pub(crate) hint: Option<String>,
}

impl NotationFault {
    pub(crate) fn new(at: Range<usize>, what: impl Into<String>) -> NotationFault {
        NotationFault {
            at,
            what: what.into(),
            hint: None,
        }
    }

    /// The same fault with what to do about it.
    #[must_use]
    pub(crate) fn hint(mut self, hint: impl Into<String>) -> NotationFault {
        self.hint = Some(hint.into());
        self
    }
}
