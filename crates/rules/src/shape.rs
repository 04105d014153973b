use assay_faults::{Fault, Faults, Place, Table};

use crate::Cell;
use crate::board::{Board, Lattice, Point, Site};

/// Reads `[board]`: the cells of the board, their names and their order in texts.
pub(crate) fn read(root: &Table, faults: &mut Faults) -> Option<Board> {
    let Some(table) = root.table("board", faults) else {
        if root.get("board").is_none() {
            root.missing("[board]", "the game", faults);
        }
        return None;
    };
    match table.text("shape", faults) {
        Some("square") => square(table, faults),
        Some(other) => {
            let place = table.get("shape").map_or(table.place, |i| i.place);
            let what = format!("shape is {other:?}, which is not supported");
            faults.push(Fault::new(what).at(place).hint("the shapes are: square"));
            None
        }
        None => {
            table.missing("shape", "[board]", faults);
            None
        }
    }
}

/// A rectangle of squares, some of which may be missing.
fn square(table: &Table, faults: &mut Faults) -> Option<Board> {
    table.only(
        "[board]",
        &["shape", "width", "height", "files", "missing"],
        faults,
    );
    let mut size = |key: &str| {
        if table.get(key).is_none() {
            table.missing(key, "[board]", faults);
        }
        table.integer(key, 1, 26, faults).map(|n| n as usize)
    };
    let (width, height) = (size("width")?, size("height")?);
    let files: Vec<char> = match table.text("files", faults) {
        Some(text) => text.chars().collect(),
        None => ('a'..='z').take(width).collect(),
    };
    let place = table.get("files").map_or(table.place, |i| i.place);
    let mut unique = files.clone();
    unique.sort_unstable();
    unique.dedup();
    if files.len() != width || unique.len() != width || !files.iter().all(char::is_ascii_lowercase)
    {
        let what = format!("files must be {width} different small letters");
        faults.push(Fault::new(what).at(place));
        return None;
    }
    let missing: Vec<(Place, String)> = table
        .texts("missing", faults)
        .unwrap_or_default()
        .into_iter()
        .map(|(p, n)| (p, n.to_owned()))
        .collect();
    let mut sites = Vec::new();
    let mut index = vec![None; width * height];
    for y in 0..height {
        for (x, file) in files.iter().enumerate() {
            let name = format!("{file}{}", y + 1);
            if !missing.iter().any(|(_, n)| *n == name) {
                index[y * width + x] = Some(sites.len());
                sites.push(Site {
                    name,
                    point: Point::new(x as i16, y as i16),
                });
            }
        }
    }
    let on_board =
        |n: &str| (0..height).any(|y| files.iter().any(|f| format!("{f}{}", y + 1) == n));
    for (place, name) in missing.iter().filter(|(_, n)| !on_board(n)) {
        faults.push(Fault::new(format!("{name:?} is outside the board")).at(*place));
    }
    if sites.is_empty() || sites.len() > Cell::MAX {
        let what = format!(
            "a board of {} cells; boards have 1 to {}",
            sites.len(),
            Cell::MAX
        );
        faults.push(Fault::new(what).at(table.place));
        return None;
    }
    let mut mirror = vec![0; sites.len()];
    for (i, site) in index.iter().enumerate() {
        let opposite = index[(height - 1 - i / width) * width + i % width];
        match (site, opposite) {
            (Some(s), Some(o)) => mirror[*s] = o,
            (Some(s), None) => {
                let what = format!("{} has no opposite cell, top to bottom", sites[*s].name);
                faults.push(
                    Fault::new(what)
                        .at(table.place)
                        .hint("boards mirror top to bottom"),
                );
            }
            (None, _) => {}
        }
    }
    let rows: Vec<Vec<Option<usize>>> = (0..height)
        .rev()
        .map(|y| index[y * width..(y + 1) * width].to_vec())
        .collect();
    Some(Board::new(Lattice::Square, &sites, &rows, &mirror))
}
