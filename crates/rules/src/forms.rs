/// The forms of a transforming king (Sonic): which it is in and which it has left.
/// Equal as a position text tells: how a king went is not part of the position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Forms {
    left: u8,
    state: FormState,
}

impl PartialEq for Forms {
    fn eq(&self, other: &Self) -> bool {
        self.code() == other.code()
    }
}

impl Eq for Forms {}

/// What a transforming king is in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FormState {
    /// The form of this index among the game's forms.
    In(u8),
    /// It was hit once and must choose before its owner's next move.
    MustChoose,
    /// It was hit twice: the choice also loses the form not chosen.
    MustChooseLast,
    /// Captured at once by a king or pawn.
    Taken,
    /// It lost its last form.
    Lost,
}

impl Default for FormState {
    fn default() -> Self {
        FormState::In(0)
    }
}

impl Forms {
    /// No more than this many forms in a game.
    pub const MAX: usize = 3;

    pub(crate) fn new(state: FormState, left: u8) -> Forms {
        Forms { left, state }
    }

    /// What the king is in.
    #[inline]
    pub fn state(self) -> FormState {
        self.state
    }

    /// The forms it has left, the current one included, as a set of bits by index.
    #[inline]
    pub fn left(self) -> u8 {
        self.left
    }

    /// How many forms it has left.
    #[inline]
    pub fn count(self) -> u8 {
        self.left.count_ones() as u8
    }

    /// The form in force, if the king is there and need not choose.
    #[inline]
    pub fn current(self) -> Option<u8> {
        match self.state {
            FormState::In(form) => Some(form),
            _ => None,
        }
    }

    /// Whether the king is off the board.
    #[inline]
    pub fn is_gone(self) -> bool {
        matches!(self.state, FormState::Taken | FormState::Lost)
    }

    /// The forms in force before the owner's move: the current one, or each that may be chosen.
    #[inline]
    pub(crate) fn open(self) -> u8 {
        match self.state {
            FormState::In(form) => 1 << form,
            FormState::MustChoose | FormState::MustChooseLast => self.left,
            FormState::Taken | FormState::Lost => 0,
        }
    }

    /// After the forced choice of a form.
    #[inline]
    pub(crate) fn chosen(self, form: u8) -> Forms {
        let left = if self.state == FormState::MustChooseLast {
            1 << form
        } else {
            self.left
        };
        Forms {
            left,
            state: FormState::In(form),
        }
    }

    /// After a change of form.
    #[inline]
    pub(crate) fn changed(self, form: u8) -> Forms {
        Forms {
            left: self.left,
            state: FormState::In(form),
        }
    }

    /// After hits in one move, fewer than the forms left.
    #[inline]
    pub(crate) fn hit(self, hits: u8) -> Forms {
        debug_assert!(hits > 0 && hits < self.count());
        let current = self.current().map_or(0, |f| 1 << f);
        let state = if hits == 1 {
            FormState::MustChoose
        } else {
            FormState::MustChooseLast
        };
        Forms {
            left: self.left & !current,
            state,
        }
    }

    /// A king off the board.
    #[inline]
    pub(crate) fn gone(state: FormState) -> Forms {
        Forms { left: 0, state }
    }

    /// A small number that tells states apart, for hashing.
    #[inline]
    pub(crate) fn code(self) -> u8 {
        let state = match self.state {
            FormState::In(form) => form,
            FormState::MustChoose => 3,
            FormState::MustChooseLast => 4,
            FormState::Taken | FormState::Lost => 5,
        };
        state << 3 | self.left
    }
}
