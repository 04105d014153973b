use assay_faults::{Fault, Faults, Warnings};
use assay_rules::Game;
use clap::Args;
use serde::Serialize;

use crate::game_args::{game_text, parse_game};
use crate::problem::Problem;

/// Check game files in every choice of options: every fault and warning with its line
///
/// A fault keeps a game from being played; a warning tells of what is probably not meant, such as a piece that can
/// never move. Exit code 2 if a file has faults or cannot be read, 0 if all have none or only warnings.
#[derive(Args, Debug)]
pub(crate) struct CheckArgs {
    /// The files; also built-in games, such as `sonic`
    #[arg(required = true, value_name = "FILES")]
    games: Vec<String>,
    /// Print one JSON object a file
    #[arg(long)]
    json: bool,
}

/// A file looked at.
struct Checked {
    origin: String,
    found: Result<Sound, Faults>,
}

/// A file without faults.
struct Sound {
    game: Game,
    warnings: Warnings,
}

/// Tells of each file; fails if one has faults.
pub(super) fn run(args: &CheckArgs) -> Result<(), Problem> {
    let (mut wrong, mut unread) = (Vec::new(), Vec::new());
    for name in &args.games {
        let origin = name.clone();
        let text = match game_text(name) {
            Ok(text) => text,
            Err(problem) => {
                unread.push(problem.to_string());
                continue;
            }
        };
        let found = look(&origin, &text);
        let checked = Checked { origin, found };
        if args.json {
            outln!("{}", json(&checked));
        } else if let Ok(sound) = &checked.found {
            outln!("{}", told(&checked.origin, sound));
        }
        wrong.extend(checked.found.err());
    }
    if wrong.is_empty() && unread.is_empty() {
        return Ok(());
    }
    if wrong.is_empty() {
        return Err(Problem::Usage(unread.join("\n")));
    }
    let count = wrong.iter().map(|f| f.list.len()).sum();
    let files = match (wrong.len(), args.games.len()) {
        (_, 1) => String::new(),
        (bad, all) => format!(" in {bad} of {all} files"),
    };
    let mut lines = vec![format!("{}{files}", number(count, "fault"))];
    if !args.json {
        lines.extend(wrong.iter().map(Faults::to_string));
    }
    lines.extend(unread);
    Err(Problem::Usage(lines.join("\n")))
}

fn look(origin: &str, text: &str) -> Result<Sound, Faults> {
    let game = parse_game(origin, text)?;
    // Some faults show only where options come together.
    let mut faults = Faults::new(origin);
    for choice in game.choices_to_check() {
        for fault in game
            .compile(&choice, None)
            .err()
            .into_iter()
            .flat_map(|f| f.list)
        {
            let fault = Fault {
                what: format!("{} (with {choice})", fault.what),
                ..fault
            };
            faults.push(fault);
        }
    }
    let warnings = game.warnings();
    faults.or(Sound { game, warnings })
}

fn told(origin: &str, sound: &Sound) -> String {
    let Sound { game, warnings } = sound;
    let choices = number(game.choices_to_check().len(), "choice");
    let which = if game.checks_every_choice() {
        ""
    } else {
        " tried, not all: the defaults, and each other value by itself"
    };
    let valid = format!(
        "{origin}: {} is valid, {choices} of options{which}",
        game.id()
    );
    if warnings.is_empty() {
        return valid;
    }
    let count = number(warnings.list.len(), "warning");
    format!("{valid}, {count}\n{warnings}")
}

fn number(count: usize, what: &str) -> String {
    match count {
        1 => format!("1 {what}"),
        _ => format!("{count} {what}s"),
    }
}

fn json(checked: &Checked) -> String {
    #[derive(Serialize)]
    struct Remark<'a> {
        line: Option<u32>,
        column: Option<u32>,
        what: &'a str,
        hint: Option<&'a str>,
    }
    #[derive(Serialize)]
    struct Told<'a> {
        file: &'a str,
        valid: bool,
        id: Option<&'a str>,
        choices: Option<usize>,
        every_choice: Option<bool>,
        faults: Vec<Remark<'a>>,
        warnings: Vec<Remark<'a>>,
    }
    fn remark(Fault { place, what, hint }: &Fault) -> Remark<'_> {
        Remark {
            line: place.map(|p| p.line),
            column: place.map(|p| p.column),
            what,
            hint: hint.as_deref(),
        }
    }
    fn remarks(list: &[Fault]) -> Vec<Remark<'_>> {
        list.iter().map(remark).collect()
    }
    let game = checked.found.as_ref().ok().map(|s| &s.game);
    let told = Told {
        file: &checked.origin,
        valid: game.is_some(),
        id: game.map(Game::id),
        choices: game.map(|g| g.choices_to_check().len()),
        every_choice: game.map(Game::checks_every_choice),
        faults: checked
            .found
            .as_ref()
            .err()
            .map_or(Vec::new(), |f| remarks(&f.list)),
        warnings: checked
            .found
            .as_ref()
            .map_or(Vec::new(), |s| remarks(&s.warnings.list)),
    };
    serde_json::to_string(&told).expect("texts and numbers can always be written")
}
