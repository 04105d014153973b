mod session;

use std::io::{self, BufRead, IsTerminal as _, Write};
use std::num::NonZero;
use std::time::Duration;

use assay_rules::{Side, with_rules};
use assay_search::{Depth, Limits, Nodes, Settings};
use clap::Args;

use super::drawing::{Paint, Style, Symbols};
use crate::game_args::GameArgs;
use crate::problem::Problem;
use session::{Next, Session};

/// Play against the engine in the terminal
///
/// Moves are typed as the program writes them (`e2e4`, `d2d6+`, `N:e2e4~K`); `moves` lists them all, `moves
/// d2` those from a cell, `help` the other words.
#[derive(Args, Debug)]
pub(crate) struct PlayArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Positions the engine looks at before a move
    #[arg(long)]
    nodes: Option<u64>,
    /// Plies the engine looks ahead
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=100))]
    depth: Option<u8>,
    /// Milliseconds the engine thinks about a move; 1000 if no limit is given
    #[arg(long)]
    time_ms: Option<u64>,
    /// Play White, which is also what happens by itself
    #[arg(long, conflicts_with = "black")]
    white: bool,
    /// Play Black
    #[arg(long)]
    black: bool,
    /// Begin from this position
    #[arg(long, value_name = "POSITION")]
    position: Option<String>,
    /// How many threads the engine thinks with
    #[arg(long, default_value = "1", value_parser = crate::numbers::threads)]
    threads: NonZero<usize>,
    /// Draw chess symbols instead of letters
    #[arg(long)]
    unicode: bool,
}

impl PlayArgs {
    fn limits(&self) -> Limits {
        let limits = Limits {
            nodes: self.nodes.map(Nodes),
            depth: self.depth.map(Depth),
            time: self.time_ms.map(Duration::from_millis),
        };
        if limits.is_empty() {
            Limits::time(Duration::from_secs(1))
        } else {
            limits
        }
    }
}

/// Plays until the game is over, `quit`, or the end of what is typed.
pub(crate) fn run(args: &PlayArgs) -> Result<(), Problem> {
    let rules = args.game.rules()?;
    let settings = Settings {
        threads: args.threads,
        ..Settings::default()
    };
    let human = if args.black && !args.white {
        Side::Black
    } else {
        Side::White
    };
    let out = io::stdout();
    let symbols = if args.unicode {
        Symbols::Unicode
    } else {
        Symbols::Letters
    };
    let colourless = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let paint = if out.is_terminal() && !colourless {
        Paint::Ansi
    } else {
        Paint::None
    };
    let style = Style::new(symbols, paint);
    with_rules!(&rules, r => {
        let start = super::moves::position(r, args.position.as_deref())?;
        let session = Session::new(r, start, &settings, args.limits(), human, style);
        converse(session, io::stdin().lock(), out.lock())
    })
}

/// Takes turns: the engine answers, the human types.
fn converse<W: assay_rules::Width>(
    mut session: Session<W>,
    mut input: impl BufRead,
    mut out: impl Write,
) -> Result<(), Problem> {
    write!(out, "{}", session.board())?;
    loop {
        if session.is_engines_turn() {
            write!(out, "{}", session.answer())?;
        }
        if let Some(words) = session.over() {
            writeln!(out, "{words}")?;
        }
        write!(out, "> ")?;
        out.flush()?;
        let mut line = Vec::new();
        if input.read_until(b'\n', &mut line)? == 0 {
            writeln!(out)?;
            return Ok(());
        }
        let (words, next) = session.hear(String::from_utf8_lossy(&line).trim());
        write!(out, "{words}")?;
        if next == Next::Leave {
            return Ok(());
        }
    }
}

#[cfg(test)]
mod tests {
    use assay_rules::{Game, Rules};

    use super::*;

    /// What a game says to what is typed.
    fn transcript(game: &str, start: Option<&str>, human: Side, typed: impl AsRef<[u8]>) -> String {
        let game = Game::builtin(game).expect("a built-in game");
        let choice = game.choose([]).expect("the defaults");
        let rules = game.compile(&choice, None).expect("a game that compiles");
        let mut out = Vec::new();
        with_rules!(&rules, r => {
            let start = start.map_or(*r.start(), |text| parse(r, text));
            let (settings, limits) = (Settings::default(), Limits::nodes(200));
            let style = Style::PLAIN;
            let session = Session::new(r, start, &settings, limits, human, style);
            converse(session, typed.as_ref(), &mut out).expect("a conversation");
        });
        String::from_utf8(out).expect("text")
    }

    fn parse<W: assay_rules::Width>(rules: &Rules<W>, text: &str) -> assay_rules::Position<W> {
        rules.parse_position(text).expect("a position")
    }

    #[test]
    fn the_board_is_drawn_from_the_players_side_with_the_forms() {
        let white = transcript("sonic", None, Side::White, "quit\n");
        assert!(white.starts_with("  8  r n b q k b n r\n"), "{white}");
        assert!(white.contains("     a b c d e f g h\n"), "{white}");
        assert!(
            white.contains("White's king is K; forms left: KNA\n"),
            "{white}"
        );
        let black = transcript("fide", None, Side::Black, "quit\n");
        assert!(black.starts_with("  1  R N B K Q B N R\n"), "{black}");
        assert!(black.contains("The engine plays "), "{black}");
        assert!(black.contains("     h g f e d c b a\n"), "{black}");
    }

    #[test]
    fn what_is_no_text_is_no_move() {
        let words = transcript("fide", None, Side::White, b"\xc3(\nposition\n");
        assert!(words.contains("is not a legal move here"), "{words}");
        assert!(words.contains("> rnbqkbnr/"), "{words}");
    }

    #[test]
    fn what_is_typed_is_answered() {
        let fide = "8/8/8/8/8/7k/p7/K7 w - - 0 1";
        for (typed, said) in [
            ("moves\n", "> a1a2 a1b2\n"),
            ("moves a1\n", "> a1a2 a1b2\n"),
            ("moves h3\n", "> There is no legal move from h3.\n"),
            ("a1b1\n", "\"a1b1\" is not a legal move here"),
            ("a1\n", "It could go on as a1a2 a1b2.\n"),
            ("undo\n", "> There is no move of yours to take back.\n"),
            ("position\n", "> 8/8/8/8/8/7k/p7/K7 w - - 0 1\n"),
            ("hint\n", "> The engine would play a1"),
            ("help\n", "quit           leave\n"),
            // Bare kings: over at once.
            ("a1a2\n", "The game is drawn (1/2-1/2): dead-position."),
            ("a1a2\nundo\nposition\n", "> 8/8/8/8/8/7k/p7/K7 w - - 0 1\n"),
            ("a1b2\nundo\nposition\n", "> 8/8/8/8/8/7k/p7/K7 w - - 0 1\n"),
        ] {
            let words = transcript("fide", Some(fide), Side::White, typed);
            assert!(words.contains(said), "{typed:?}:\n{words}");
        }
    }

    #[test]
    fn a_forced_choice_of_form_is_shown_and_listed_by_cell() {
        let start = "4k3/8/8/8/8/8/P7/K7 w - - ?na:Kna 0 1";
        let words = transcript("sonic", Some(start), Side::White, "moves a2\n");
        assert!(
            words.contains("White's king was hit and must choose a form of NA\n"),
            "{words}"
        );
        assert!(
            words.contains("A:a2a3") && words.contains("N:a2a4"),
            "{words}"
        );
    }
}
