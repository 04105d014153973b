use std::fmt;

/// What is the matter with an external player. None of these is ever a lost game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlayerFault {
    /// The program cannot be started.
    Missing,
    /// It did not get ready in time after it was started, or before a game.
    SlowStart,
    /// It does not have an option it was to be given, or not with that value.
    Options,
    /// It does not know the game.
    UnknownGame,
    /// It ended, or closed its output, in the middle of something.
    Crash,
    /// It was asked for a move and never answered.
    Hang,
    /// It answered later than its time a move allows, grace included.
    Overload,
    /// It answered with a move that is not legal, or with none where there are some.
    IllegalMove,
    /// It answered with something that is no move at all.
    Garbage,
    /// It wrote more than any engine has to say, and no answer.
    Flood,
}

impl PlayerFault {
    /// Every kind.
    pub const ALL: [PlayerFault; 10] = [
        PlayerFault::Missing,
        PlayerFault::SlowStart,
        PlayerFault::Options,
        PlayerFault::UnknownGame,
        PlayerFault::Crash,
        PlayerFault::Hang,
        PlayerFault::Overload,
        PlayerFault::IllegalMove,
        PlayerFault::Garbage,
        PlayerFault::Flood,
    ];

    /// The kind in words, as logs and tables have it.
    pub fn name(self) -> &'static str {
        match self {
            PlayerFault::Missing => "missing",
            PlayerFault::SlowStart => "slow start",
            PlayerFault::Options => "options",
            PlayerFault::UnknownGame => "unknown game",
            PlayerFault::Crash => "crash",
            PlayerFault::Hang => "hang",
            PlayerFault::Overload => "overload",
            PlayerFault::IllegalMove => "illegal move",
            PlayerFault::Garbage => "garbage",
            PlayerFault::Flood => "flood",
        }
    }

    /// Whether it would be the same however often it is tried: the study or the machine has to be changed.
    pub fn is_lasting(self) -> bool {
        matches!(
            self,
            PlayerFault::Missing | PlayerFault::Options | PlayerFault::UnknownGame
        )
    }
}

impl fmt::Display for PlayerFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// Why an engine has no answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Trouble {
    /// Everything was asked to stop.
    Stopped,
    /// The engine is at fault; the words go on after its name.
    Fault(PlayerFault, String),
}

impl Trouble {
    pub(super) fn new<T>(kind: PlayerFault, what: impl Into<String>) -> Result<T, Trouble> {
        Err(Trouble::Fault(kind, what.into()))
    }

    pub(super) fn is_crash(&self) -> bool {
        matches!(self, Trouble::Fault(PlayerFault::Crash, _))
    }
}
