//! Pictures of boards: a position, or how one piece moves; and boards as text.
//!
//! ```
//! use assay_report::board::{Look, Scene, draw};
//! use assay_rules::{Game, with_rules};
//!
//! let game = Game::builtin("seenschach").expect("a built-in game");
//! let rules = game.compile(&game.choose([])?, None)?;
//! let drawing = with_rules!(&rules, r => draw(r, &Scene::Position(r.start()), Look::default()));
//! assert!(drawing.svg().starts_with("<svg"));
//! # Ok::<(), assay_faults::Faults>(())
//! ```

mod board_cells;
mod caption;
mod layout;
mod marks;
mod palette;
mod pieces;
mod plain;
mod scene;
mod strand;
mod svg;
mod words;

use assay_rules::{Rules, Width};

use crate::charts;
use layout::{Layout, PAPER_WIDTH};
use svg::Svg;

pub use plain::plain;
pub use scene::{Scene, Subject};

/// How pieces are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pieces {
    /// Discs with the piece's capital letter.
    #[default]
    Letters,
    /// The symbols of chess for king, queen, rook, bishop, knight and pawn; discs with letters for the rest.
    Symbols,
}

/// What a picture looks like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// How pieces are drawn.
    pub pieces: Pieces,
    /// Width of the picture in pixels; its height follows from the board.
    pub width: u32,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            pieces: Pieces::default(),
            width: 720,
        }
    }
}

/// A finished picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    svg: String,
}

impl Drawing {
    /// As SVG text.
    pub fn svg(&self) -> &str {
        &self.svg
    }

    /// As PNG, of the size the SVG names.
    pub fn png(&self) -> Vec<u8> {
        charts::png(&self.svg, 1.0)
    }
}

/// Draws a board.
pub fn draw<W: Width>(rules: &Rules<W>, scene: &Scene<'_, W>, look: Look) -> Drawing {
    let layout = Layout::new(rules.board());
    let mut svg = Svg::default();
    let ways = scene.ways(rules);
    board_cells::draw(&mut svg, rules, &layout, scene.origin());
    marks::draw_under(&mut svg, rules, &layout, scene, &ways);
    pieces::draw(&mut svg, rules, &layout, scene, look.pieces);
    let mut legend = marks::draw(&mut svg, rules, &layout, scene, &ways);
    legend.extend(board_cells::legend(rules));
    let caption = caption::Caption {
        lines: words::lines(rules, scene),
        legend,
        notes: words::notes(rules, &ways),
        small: words::game(rules),
    };
    let bottom = caption.draw(&mut svg, layout.bottom);
    Drawing {
        svg: svg.finish(
            (PAPER_WIDTH, bottom),
            look.width,
            &words::title(rules, scene),
            &words::description(rules, scene, &ways),
        ),
    }
}
