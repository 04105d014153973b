use std::collections::BTreeMap;

use assay_faults::{Fault, Faults, Place, Table, nearest};

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
        Some("hex-upright") => upright(table, faults),
        Some("hex-level") => level(table, faults),
        Some(other) => {
            let place = table.get("shape").map_or(table.place, |i| i.place);
            let what = format!("shape is {other:?}, which is not supported");
            let shapes = ["square", "hex-upright", "hex-level"];
            let hint = match nearest(other, shapes) {
                Some(near) => format!("did you mean {near:?}?"),
                None => format!("the shapes are: {}", shapes.join(", ")),
            };
            faults.push(Fault::new(what).at(place).hint(hint));
            None
        }
        None => {
            if table.get("shape").is_none() {
                table.missing("shape", "[board]", faults);
            }
            None
        }
    }
}

/// How the cells of `[board]` lie, whatever else is wrong with it.
pub(crate) fn lattice(root: &Table) -> Option<Lattice> {
    let mut unread = Faults::new("");
    let table = root.table("board", &mut unread)?;
    match table.text("shape", &mut unread)? {
        "square" => Some(Lattice::Square),
        "hex-upright" => Some(Lattice::HexUpright),
        "hex-level" => Some(Lattice::HexLevel),
        _ => None,
    }
}

/// The file letters, all small and different.
fn files(table: &Table, width: Option<usize>, faults: &mut Faults) -> Option<Vec<char>> {
    let files: Vec<char> = match (table.text("files", faults), width) {
        (Some(text), _) => text.chars().collect(),
        (None, Some(width)) if table.get("files").is_none() => ('a'..='z').take(width).collect(),
        _ => {
            table.missing("files", "[board]", faults);
            return None;
        }
    };
    let place = table.get("files").map_or(table.place, |i| i.place);
    let mut unique = files.clone();
    unique.sort_unstable();
    unique.dedup();
    let width = width.unwrap_or(files.len());
    if files.len() != width || unique.len() != width || !files.iter().all(char::is_ascii_lowercase)
    {
        faults.push(Fault::new(format!("files must be {width} different small letters")).at(place));
        return None;
    }
    Some(files)
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
    let files = files(table, Some(width), faults)?;
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
    build(table, Lattice::Square, &sites, &rows, &mirror, faults)
}

/// The board of cells laid out, if there are not too many.
fn build(
    table: &Table,
    lattice: Lattice,
    sites: &[Site],
    rows: &[Vec<Option<usize>>],
    mirror: &[usize],
    faults: &mut Faults,
) -> Option<Board> {
    if sites.is_empty() || sites.len() > Cell::MAX {
        let what = format!(
            "a board of {} cells; boards have 1 to {}",
            sites.len(),
            Cell::MAX
        );
        faults.push(Fault::new(what).at(table.place));
        return None;
    }
    Some(Board::new(lattice, sites, rows, mirror))
}

/// Flat-topped hexes in upright files. `ranks` gives each file its first and last rank; `bend` is the file from
/// which on a step to the upper right keeps the rank instead of raising it (Gliński's middle file).
fn upright(table: &Table, faults: &mut Faults) -> Option<Board> {
    table.only("[board]", &["shape", "files", "ranks", "bend"], faults);
    let files = files(table, None, faults)?;
    let spans: Vec<(i16, i16)> = spans(table, files.len(), "file", faults, |text| {
        let (low, high) = text.split_once('-')?;
        let (low, high) = (low.parse().ok()?, high.parse().ok()?);
        (1 <= low && low <= high && high <= 99).then_some((low, high))
    })?;
    let bend = match table.text("bend", faults) {
        None => Some(files.len()),
        Some(letter) => files.iter().position(|f| letter == f.to_string()),
    };
    let Some(bend) = bend.map(|i| i as i16) else {
        let place = table.get("bend").map_or(table.place, |i| i.place);
        let fault = Fault::new("bend is none of the files").at(place);
        faults.push(fault.hint(format!(
            "the files are {}",
            files.iter().collect::<String>()
        )));
        return None;
    };
    let mut sites = Vec::new();
    let mut rows = Vec::new();
    let mut mirror = Vec::new();
    for (x, (file, &(low, high))) in files.iter().zip(&spans).enumerate() {
        let first = sites.len();
        let x = x as i16;
        for rank in low..=high {
            let point = Point::new(x, rank + (x - bend).max(0));
            sites.push(Site {
                name: format!("{file}{rank}"),
                point,
            });
        }
        rows.push((first..sites.len()).map(Some).collect());
        mirror.extend((first..sites.len()).rev());
    }
    build(table, Lattice::HexUpright, &sites, &rows, &mirror, faults)
}

/// Pointy-topped hexes in level ranks. `ranks` gives each row, from the bottom, its first and last file.
fn level(table: &Table, faults: &mut Faults) -> Option<Board> {
    table.only("[board]", &["shape", "files", "ranks"], faults);
    let files = files(table, None, faults)?;
    let position = |letter: &str| files.iter().position(|f| letter == f.to_string());
    let count = table.list("ranks", faults).map_or(0, <[_]>::len);
    let spans: Vec<(usize, usize)> = spans(table, count, "row", faults, |text| {
        let (low, high) = text.split_once('-')?;
        let (low, high) = (position(low)?, position(high)?);
        (low <= high).then_some((low, high))
    })?;
    let mut sites = Vec::new();
    let mut rows: Vec<Vec<usize>> = Vec::new();
    for (y, &(low, high)) in spans.iter().enumerate() {
        let first = sites.len();
        for (x, file) in files.iter().enumerate().take(high + 1).skip(low) {
            let point = Point::new(x as i16, y as i16 + 1);
            sites.push(Site {
                name: format!("{file}{}", y + 1),
                point,
            });
        }
        rows.push((first..sites.len()).collect());
    }
    let mut mirror = BTreeMap::new();
    for (row, opposite) in rows.iter().zip(rows.iter().rev()) {
        if row.len() != opposite.len() {
            let what = "rows of different length lie opposite each other";
            faults.push(
                Fault::new(what)
                    .at(table.place)
                    .hint("boards mirror top to bottom"),
            );
            return None;
        }
        mirror.extend(row.iter().copied().zip(opposite.iter().copied()));
    }
    let rows: Vec<Vec<Option<usize>>> = rows
        .into_iter()
        .rev()
        .map(|row| row.into_iter().map(Some).collect())
        .collect();
    let mirror: Vec<usize> = mirror.into_values().collect();
    build(table, Lattice::HexLevel, &sites, &rows, &mirror, faults)
}

/// The list `ranks`, each entry read by `read`.
fn spans<T>(
    table: &Table,
    count: usize,
    what: &str,
    faults: &mut Faults,
    read: impl Fn(&str) -> Option<T>,
) -> Option<Vec<T>> {
    let Some(texts) = table.texts("ranks", faults) else {
        table.missing("ranks", "[board]", faults);
        return None;
    };
    let mut spans = Vec::new();
    for (place, text) in &texts {
        match read(text) {
            Some(span) => spans.push(span),
            None => faults.push(
                Fault::new(format!("{text:?} is no span such as \"1-6\" of a {what}")).at(*place),
            ),
        }
    }
    if texts.len() != count || spans.len() != count {
        let fault = Fault::new(format!(
            "ranks must list a span for each of the {count} {what}s"
        ));
        faults.push(fault.at(table.place));
        return None;
    }
    Some(spans)
}
