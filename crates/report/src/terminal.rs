use crate::estimate::Estimate;
use crate::findings::{ArmFindings, Findings, Results, Told};
use crate::format::{UNDEFINED, count, likelihood};
use crate::headline::headline;

/// The report for a terminal: tables, an arm or a player a line, and the findings in words. No line is longer than `width`
/// columns (40 at least): columns that do not fit are left out, long names take several lines.
pub fn summary(findings: &Findings, width: usize) -> String {
    let width = width.max(40);
    let mut text = String::new();
    for line in wrap(&findings.study.name, width) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push('\n');
    if findings.games() > 0 {
        let grids = [matches(findings), standings(findings), Some(arms(findings))];
        for grid in grids.iter().flatten() {
            text.push_str(&table(grid, width));
            text.push('\n');
        }
    }
    for sentence in headline(findings) {
        for (i, line) in wrap(&sentence, width - 2).iter().enumerate() {
            text.push_str(if i == 0 { "* " } else { "  " });
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

/// A table: what the names are, the names, and columns of as many cells.
struct Grid {
    head: &'static str,
    names: Vec<String>,
    columns: Vec<Column>,
}

/// A column; the one of the highest number is given up first when space is short, one of nought never.
struct Column {
    head: &'static str,
    cells: Vec<String>,
    given_up: u8,
}

impl Grid {
    fn new(head: &'static str, names: Vec<String>) -> Self {
        Self {
            head,
            names,
            columns: Vec::new(),
        }
    }

    fn column(
        mut self,
        given_up: u8,
        head: &'static str,
        cells: impl IntoIterator<Item = String>,
    ) -> Self {
        self.columns.push(Column {
            head,
            cells: cells.into_iter().collect(),
            given_up,
        });
        self
    }
}

/// The game's own balance.
fn arms(findings: &Findings) -> Grid {
    let arms = findings.balance();
    let each = |cell: fn(&ArmFindings) -> String| arms.iter().map(cell);
    let head = if findings.together.is_some() {
        "games"
    } else {
        "arm"
    };
    let grid = Grid::new(head, arms.iter().map(|arm| arm.name.clone()).collect()).column(
        1,
        "games",
        each(|arm| count(arm.games)),
    );
    let grid = match &findings.imbalance {
        // Colours change with every pair, so White's score says nothing of the arrays.
        Some(imbalance) => {
            let score = |arm: usize| {
                let found = imbalance.matches.iter().find(|found| found.arm == arm);
                found.map_or_else(|| UNDEFINED.to_owned(), |found| found.observed.text())
            };
            let head = "score of the side named first, 95%";
            grid.column(0, head, (0..arms.len()).map(score))
        }
        None => grid
            .column(
                4,
                "+W =D -B",
                each(|arm| outcomes(arm.white_wins, arm.draws, arm.black_wins)),
            )
            .column(
                0,
                "White's score, 95%",
                each(|arm| shown(arm.score.as_ref())),
            ),
    };
    let grid = grid.column(
        2,
        "decisive games, 95%",
        each(|arm| shown(arm.decisive_rate.as_ref())),
    );
    let grid = match &findings.imbalance {
        Some(_) => grid,
        None => grid.column(
            5,
            "first move, Elo",
            each(|arm| shown(arm.first_move_elo.as_ref())),
        ),
    };
    grid.column(
        3,
        "plies",
        each(|arm| {
            let length = arm.length.as_ref();
            length.map_or_else(|| UNDEFINED.to_owned(), |length| length.mean.number())
        }),
    )
}

/// The players of a match, arm by arm, as the first sees it.
fn matches(findings: &Findings) -> Option<Grid> {
    let all = &findings.matches;
    if findings.tournament.is_some() || all.is_empty() {
        return None;
    }
    let name = |player: usize| findings.player(player);
    let names = all.iter().map(|found| {
        let [one, other] = found.players.map(name);
        let arm = &findings.arms[found.arm].name;
        if all.len() > 1 {
            format!("{arm}: {one} against {other}")
        } else {
            format!("{one} against {other}")
        }
    });
    let grid = Grid::new("match", names.collect())
        .column(
            1,
            "games",
            all.iter().map(|found| count(found.results.games())),
        )
        .column(
            4,
            "+W =D -L",
            all.iter().map(|found| results(found.results)),
        )
        .column(
            0,
            "score, 95%",
            all.iter().map(|found| shown(found.score.as_ref())),
        )
        .column(2, "Elo", all.iter().map(|found| told(&found.elo)))
        .column(
            3,
            "superior",
            all.iter().map(|found| {
                let p = found.superiority;
                p.map_or_else(|| UNDEFINED.to_owned(), likelihood)
            }),
        );
    Some(grid)
}

/// The players of a tournament.
fn standings(findings: &Findings) -> Option<Grid> {
    let all = &findings.tournament.as_ref()?.standings;
    let names = all.iter().map(|s| findings.player(s.player).to_owned());
    let grid = Grid::new("player", names.collect())
        .column(1, "games", all.iter().map(|s| count(s.results.games())))
        .column(3, "+W =D -L", all.iter().map(|s| results(s.results)))
        .column(2, "score, 95%", all.iter().map(|s| shown(s.score.as_ref())))
        .column(0, "Elo, 95%", all.iter().map(|s| told(&s.rating)));
    Some(grid)
}

fn results(
    Results {
        wins,
        draws,
        losses,
    }: Results,
) -> String {
    outcomes(wins, draws, losses)
}

fn outcomes(wins: u64, draws: u64, losses: u64) -> String {
    format!("+{wins} ={draws} -{losses}")
}

fn told(told: &Told) -> String {
    shown(told.estimate())
}

fn shown(estimate: Option<&Estimate>) -> String {
    estimate.map_or_else(|| UNDEFINED.to_owned(), Estimate::text)
}

fn table(grid: &Grid, width: usize) -> String {
    let long = |text: &str| text.chars().count();
    let mut columns: Vec<(&Column, usize)> = grid
        .columns
        .iter()
        .map(|column| {
            let cells = column.cells.iter().map(String::as_str).chain([column.head]);
            (column, cells.map(long).max().unwrap_or(0))
        })
        .collect();
    let names = grid.names.iter().map(String::as_str).chain([grid.head]);
    let longest = names.map(long).max().unwrap_or(0);
    let needed =
        |columns: &[(&Column, usize)]| columns.iter().map(|(_, wide)| wide + 2).sum::<usize>();
    let name_least = longest.min(20);
    while name_least + needed(&columns) > width {
        let Some(next) = columns
            .iter()
            .map(|(column, _)| column.given_up)
            .max()
            .filter(|n| *n > 0)
        else {
            break;
        };
        columns.retain(|(column, _)| column.given_up != next);
    }
    let name_wide = longest.min(width.saturating_sub(needed(&columns))).max(1);
    let mut text = String::new();
    for row in 0..=grid.names.len() {
        let name = row.checked_sub(1).map_or(grid.head, |row| &grid.names[row]);
        for (nth, part) in wrap(name, name_wide).iter().enumerate() {
            let mut line = pad_right(part, name_wide);
            if nth == 0 {
                for (column, wide) in &columns {
                    let cell = row
                        .checked_sub(1)
                        .map_or(column.head, |row| &column.cells[row]);
                    line.push_str("  ");
                    line.push_str(&pad_left(cell, *wide));
                }
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
    }
    text
}

fn pad_right(text: &str, width: usize) -> String {
    format!(
        "{text}{}",
        " ".repeat(width.saturating_sub(text.chars().count()))
    )
}

fn pad_left(text: &str, width: usize) -> String {
    format!(
        "{}{text}",
        " ".repeat(width.saturating_sub(text.chars().count()))
    )
}

/// Lines of at most `width` characters, broken at spaces; a longer word is broken inside.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    let mut used = 0;
    for word in text.split_whitespace() {
        let long = word.chars().count();
        if used > 0 && used + 1 + long > width {
            lines.push(std::mem::take(&mut line));
            used = 0;
        }
        if used > 0 {
            line.push(' ');
            used += 1;
        }
        for c in word.chars() {
            if used == width {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            line.push(c);
            used += 1;
        }
    }
    if !line.is_empty() || lines.is_empty() {
        lines.push(line);
    }
    lines
}
