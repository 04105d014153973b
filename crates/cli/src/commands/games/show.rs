use assay_report::board::plain;
use assay_rules::{
    AnyRules, Description, Game, GameOption, PieceWords, Rules, Side, Width, with_rules,
};
use assay_search::Values;
use clap::Args;
use serde::Serialize;

use crate::game_args::GameArgs;
use crate::problem::Problem;

/// Tell the rules of a game in words, its array, pieces and options
#[derive(Args, Debug)]
pub(crate) struct ShowArgs {
    #[command(flatten)]
    game: GameArgs,
    /// Print the game file itself
    #[arg(long, conflicts_with = "json")]
    source: bool,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Everything told of a game with its options decided.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    name: &'a str,
    inventor: &'a str,
    page: &'a str,
    about: &'a str,
    /// Who else had a part in it, a sentence each.
    credits: &'a [String],
    /// What of it is a reconstruction, and why.
    reconstructed: Option<&'a str>,
    /// The choice of options that is told of.
    choice: Vec<(String, String)>,
    board: Vec<String>,
    cells: usize,
    start: String,
    array: String,
    ends: Vec<String>,
    mechanics: Vec<String>,
    pieces: Vec<Piece>,
    /// Whether the values are of `configs/values` or estimated from mobility.
    values_from: &'static str,
    options: Vec<Opt<'a>>,
}

#[derive(Serialize)]
struct Piece {
    letter: char,
    name: String,
    /// A form of the king rather than a piece of its own.
    is_form: bool,
    notation: String,
    moves: String,
    more: Vec<String>,
    white: u32,
    black: u32,
    /// Cells it can move to alone on the board, in the mean.
    mobility: f64,
    /// In centipawns; of a form, what losing it costs. The king has none.
    value: Option<i32>,
}

#[derive(Serialize)]
struct Opt<'a> {
    name: &'a str,
    about: &'a str,
    default: &'a str,
    values: Vec<OptValue<'a>>,
}

#[derive(Serialize)]
struct OptValue<'a> {
    value: &'a str,
    about: &'a str,
    needs: Vec<String>,
    /// Why it cannot be played with.
    refused: Option<&'a str>,
}

/// Prints what is known of a game.
pub(super) fn run(args: &ShowArgs) -> Result<(), Problem> {
    let rules = args.game.rules()?;
    if args.source {
        return crate::commands::print(rules.game().source().as_bytes());
    }
    let words = rules.game().describe(rules.choice())?;
    let shown = with_rules!(&rules, r => gather(&rules, r, words));
    if args.json {
        let text = serde_json::to_string(&shown).map_err(anyhow::Error::from)?;
        outln!("{text}");
        return Ok(());
    }
    crate::commands::print(text(&shown).as_bytes())
}

fn gather<'a, W: Width>(any: &'a AnyRules, rules: &Rules<W>, words: Description) -> Shown<'a> {
    let game = any.game();
    let builtin = Values::builtin(game.id());
    let values_from = if builtin.is_some() {
        "configs/values"
    } else {
        "estimated from mobility"
    };
    let estimate = Values::estimate(rules);
    let values = builtin.unwrap_or_default();
    let value = |piece: &PieceWords| {
        let of = |v: &Values| {
            let table = if piece.is_form { &v.forms } else { &v.pieces };
            table.get(&piece.letter).copied()
        };
        of(&values).or_else(|| of(&estimate))
    };
    let pieces = words.pieces.into_iter().map(|piece| Piece {
        value: value(&piece),
        letter: piece.letter,
        name: piece.name,
        is_form: piece.is_form,
        notation: piece.notation,
        moves: piece.moves,
        more: piece.more,
        white: piece.count[0],
        black: piece.count[1],
        mobility: f64::from(piece.mobility) / 1000.0,
    });
    Shown {
        id: game.id(),
        name: game.name(),
        inventor: game.inventor(),
        page: game.page(),
        about: game.about(),
        credits: game.credits(),
        reconstructed: game.reconstructed(),
        choice: any
            .choice()
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect(),
        board: words.board,
        cells: rules.cells(),
        start: rules.position_text(rules.start()),
        array: array(rules),
        ends: words.results,
        mechanics: words.mechanics,
        pieces: pieces.collect(),
        values_from,
        options: options(game),
    }
}

fn array<W: Width>(rules: &Rules<W>) -> String {
    plain(rules.board(), Side::White, |cell| {
        match rules.start().piece(cell) {
            Some((side, kind)) => rules.letter(side, kind).to_string(),
            None if rules.is_spring(cell) => "*".to_owned(),
            None => ".".to_owned(),
        }
    })
}

fn options(game: &Game) -> Vec<Opt<'_>> {
    game.options().iter().map(option).collect()
}

fn option(option: &GameOption) -> Opt<'_> {
    let values = option.values.iter().zip(&option.meanings);
    let told = values.map(|(value, about)| OptValue {
        value,
        about,
        needs: option
            .needs(value)
            .map(|(n, v)| format!("{n}={v}"))
            .collect(),
        refused: option.refused(value),
    });
    Opt {
        name: &option.name,
        about: &option.about,
        default: &option.default,
        values: told.collect(),
    }
}

/// As a person reads it.
fn text(shown: &Shown<'_>) -> String {
    let mut out = vec![format!("{} ({})\n", shown.name, shown.id)];
    if !shown.inventor.is_empty() {
        out.push(format!("by {}\n", shown.inventor));
    }
    if !shown.page.is_empty() {
        out.push(format!("source: {}\n", shown.page));
    }
    for who in shown.credits {
        out.push(wrapped("", who));
    }
    if let Some(why) = shown.reconstructed {
        out.push(wrapped("", &format!("Reconstructed: {why}")));
    }
    if !shown.about.is_empty() {
        out.push(format!("\n{}", wrapped("", shown.about)));
    }
    if !shown.choice.is_empty() {
        let decided: Vec<String> = shown
            .choice
            .iter()
            .map(|(n, v)| format!("{n}={v}"))
            .collect();
        out.push(format!("\nTold with {}.\n", decided.join(" ")));
    }
    out.push("\nBoard\n".to_owned());
    out.push(sentences(&shown.board));
    out.push(format!("\nArray: {}\n\n{}", shown.start, shown.array));
    if shown.array.contains('*') {
        out.push("\n  * a spring\n".to_owned());
    }
    out.push("\nHow it ends\n".to_owned());
    out.push(sentences(&shown.ends));
    if !shown.mechanics.is_empty() {
        out.push("\nWhat happens\n".to_owned());
        out.push(sentences(&shown.mechanics));
    }
    out.push("\nPieces\n".to_owned());
    out.push(table(shown));
    out.push(wrapped(
        "  ",
        &format!(
            "Mobility: cells to move to alone on the board, first legs only; mean over the board (over its own cells if it is confined, without the last ones for a pawn). Value: centipawns, {}.",
            if shown.values_from == "configs/values" {
                "from configs/values"
            } else {
                shown.values_from
            }
        ),
    ));
    for piece in &shown.pieces {
        let more = if piece.more.is_empty() {
            String::new()
        } else {
            format!(" {}", piece.more.join(" "))
        };
        let told = format!("{}: {}.{more}", piece.name, piece.moves);
        out.push(format!("\n{}", wrapped("  ", &told)));
    }
    if !shown.options.is_empty() {
        out.push("\nOptions\n".to_owned());
    }
    for option in &shown.options {
        out.push(wrapped("  ", &format!("{}: {}", option.name, option.about)));
        for value in &option.values {
            out.push(wrapped("      ", &option_line(option, value)));
        }
    }
    out.concat()
}

fn option_line(option: &Opt<'_>, value: &OptValue<'_>) -> String {
    let mut parts = vec![value.value.to_owned()];
    if value.value == option.default {
        parts.push(" (default)".to_owned());
    }
    if !value.about.is_empty() {
        parts.push(format!(": {}", value.about));
    }
    if !value.needs.is_empty() {
        parts.push(format!("; needs {}", value.needs.join(" ")));
    }
    if let Some(why) = value.refused {
        parts.push(format!("; cannot be played: {why}"));
    }
    parts.concat()
}

fn sentences(list: &[String]) -> String {
    list.iter().map(|s| wrapped("  ", s)).collect()
}

/// The pieces, a line each.
fn table(shown: &Shown<'_>) -> String {
    let head = [
        "",
        "piece",
        "in the file",
        "White",
        "Black",
        "mobility",
        "value",
    ]
    .map(str::to_owned);
    let mut rows = vec![head];
    for piece in &shown.pieces {
        let count = |n: u32| {
            if piece.is_form {
                String::new()
            } else {
                n.to_string()
            }
        };
        let moves = !(piece.notation.is_empty() && piece.mobility == 0.0);
        rows.push([
            piece.letter.to_string(),
            piece.name.clone(),
            piece.notation.clone(),
            count(piece.white),
            count(piece.black),
            if moves {
                format!("{:.2}", piece.mobility)
            } else {
                String::new()
            },
            piece.value.map_or_else(String::new, |v| v.to_string()),
        ]);
    }
    let width = |column: usize| {
        rows.iter()
            .map(|r| r[column].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..7).map(width).collect();
    let line = |row: &[String; 7]| {
        let cells: Vec<String> = row
            .iter()
            .zip(&widths)
            .enumerate()
            .map(|(i, (text, width))| {
                if i < 3 {
                    format!("{text:<width$}")
                } else {
                    format!("{text:>width$}")
                }
            })
            .collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

/// Text in lines of at most 100 characters, the first indented and the others a little more.
fn wrapped(indent: &str, text: &str) -> String {
    const WIDTH: usize = 100;
    let mut lines = vec![indent.to_owned()];
    let mut empty = true;
    for word in text.split(' ') {
        let line = lines.last_mut().expect("a line");
        if !empty && line.chars().count() + 1 + word.chars().count() > WIDTH {
            let more = if indent.is_empty() { "" } else { "  " };
            lines.push(format!("{indent}{more}{word}"));
            continue;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    lines.join("\n") + "\n"
}
