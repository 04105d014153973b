use std::path::PathBuf;
use std::time::Duration;

/// An external engine as a study names it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct UciSpec {
    /// A name to be found in PATH, or a path. A path that is not absolute starts from `folder` if there is one.
    pub command: String,
    /// What the program is given on its command line.
    pub arguments: Vec<String>,
    /// Where it runs; the present folder if absent.
    pub folder: Option<PathBuf>,
    /// UCI options in the order they are set. [`VARIANT`](super::VARIANT) among them replaces what the game would
    /// be called otherwise, and may stand for rules that the engine has no options for.
    pub options: Vec<(String, String)>,
    /// How long it is waited for.
    pub patience: Patience,
}

/// How long an engine is waited for, by the wall clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Patience {
    /// For each sign of readiness: `uciok` after the start, `readyok` whenever it is asked for.
    pub ready: Duration,
    /// For a move, beyond its time if it has one. It also watches over node and depth limits.
    pub watchdog: Duration,
    /// How much later than its time a move may come, which covers what lies between the two programs.
    pub grace: Duration,
    /// After a fault, before the program is started again: longer with each further fault, and at most so long.
    pub rest: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        Patience {
            ready: Duration::from_secs(30),
            watchdog: Duration::from_mins(1),
            grace: Duration::from_millis(250),
            rest: Duration::from_secs(10),
        }
    }
}

impl UciSpec {
    /// A program without arguments and options.
    pub fn new(command: impl Into<String>) -> UciSpec {
        UciSpec {
            command: command.into(),
            arguments: Vec::new(),
            folder: None,
            options: Vec::new(),
            patience: Patience::default(),
        }
    }

    /// What decides the engine's moves, a line each: the program's file name, its arguments, its options. Where it
    /// is installed and how long it is waited for do not.
    pub(crate) fn canonical(&self) -> String {
        let file = self.command.rsplit(['/', '\\']).next().unwrap_or_default();
        let arguments = self.arguments.iter().map(|a| format!("argument {a:?}"));
        let options = self
            .options
            .iter()
            .map(|(n, v)| format!("option {n:?} {v:?}"));
        let mut lines = vec![format!("uci {file:?}")];
        lines.extend(arguments.chain(options));
        lines.join("\n")
    }

    /// The program to start.
    pub(super) fn program(&self) -> PathBuf {
        let given = PathBuf::from(&self.command);
        let is_name = given.components().count() == 1 && !self.command.contains('/');
        match &self.folder {
            Some(folder) if !is_name => folder.join(given),
            _ => given,
        }
    }
}
