use std::fs;
use std::path::{Path, PathBuf};

use assay_report::board::{Drawing, Look, Pieces, Scene, Subject, draw};
use assay_rules::{Rules, Width, with_rules};
use clap::{Args, ValueEnum};

use crate::commands::moves::position;
use crate::game_args::GameArgs;
use crate::problem::Problem;

/// Draw a board, or how a piece moves on it, as SVG or PNG
#[derive(Args, Debug)]
pub(crate) struct DrawArgs {
    #[command(flatten)]
    game: GameArgs,
    /// The position text; the start position if absent
    position: Option<String>,
    /// Draw how a piece moves from a cell, such as R@d3, small for Black (r@d3); a transforming king's form may
    /// stand before it (N:K@e1). Alone on the board, or by the legal moves of the position given
    #[arg(long, value_name = "PIECE@CELL")]
    moves: Option<String>,
    /// The file to write, its ending .svg or .png; SVG to standard output if absent
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How pieces are drawn
    #[arg(long, value_enum, default_value_t = Style::Letters)]
    style: Style,
    /// Width of the picture in pixels
    #[arg(long, value_name = "PX", default_value_t = 720, value_parser = clap::value_parser!(u32).range(100..=8000))]
    width: u32,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Style {
    /// Discs with the pieces' letters
    Letters,
    /// Chess symbols where there are any, letters for the rest
    Symbols,
}

/// What is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Format {
    Svg,
    Png,
}

/// Writes the picture.
pub(super) fn run(args: &DrawArgs) -> Result<(), Problem> {
    let format = args.out.as_deref().map_or(Ok(Format::Svg), format_of)?;
    let rules = args.game.rules()?;
    let drawing = with_rules!(&rules, r => picture(r, args)?);
    let bytes = match format {
        Format::Svg => drawing.svg().as_bytes().to_vec(),
        Format::Png => drawing.png(),
    };
    match &args.out {
        None => crate::commands::print(&bytes),
        Some(path) => fs::write(path, bytes)
            .map_err(|e| Problem::Failure(format!("cannot write {}: {e}", path.display()))),
    }
}

fn format_of(path: &Path) -> Result<Format, Problem> {
    let ending = path.extension().and_then(|e| e.to_str()).unwrap_or("");
    match ending.to_ascii_lowercase().as_str() {
        "svg" => Ok(Format::Svg),
        "png" => Ok(Format::Png),
        _ => Err(Problem::Usage(format!(
            "{} ends neither with .svg nor with .png, which say what to draw",
            path.display()
        ))),
    }
}

fn picture<W: Width>(rules: &Rules<W>, args: &DrawArgs) -> Result<Drawing, Problem> {
    let subject = args
        .moves
        .as_deref()
        .map(|text| Subject::parse(rules, text))
        .transpose()
        .map_err(|what| Problem::Usage(format!("--moves: {what}")))?;
    let shown = position(rules, args.position.as_deref())?;
    let given = args.position.as_ref().map(|_| &shown);
    let scene = match subject {
        None => Scene::Position(&shown),
        Some(subject) => Scene::of(rules, given, subject)
            .map_err(|what| Problem::Usage(format!("--moves: {what}")))?,
    };
    let pieces = match args.style {
        Style::Letters => Pieces::Letters,
        Style::Symbols => Pieces::Symbols,
    };
    let width = args.width;
    Ok(draw(rules, &scene, Look { pieces, width }))
}
