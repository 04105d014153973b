use crate::estimate::Estimate;
use crate::findings::{ArmFindings, Findings};
use crate::format::count;
use crate::headline::headline;

/// The report for a terminal: a table, an arm a line, and the findings in words. No line is longer than `width` columns
/// (40 at least): columns that do not fit are left out, long names take several lines.
pub fn summary(findings: &Findings, width: usize) -> String {
    let width = width.max(40);
    let mut text = String::new();
    for line in wrap(&findings.study.name, width) {
        text.push_str(&line);
        text.push('\n');
    }
    text.push('\n');
    if findings.games() > 0 {
        text.push_str(&table(&findings.arms, width));
        text.push('\n');
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

/// Heads and, per arm, cells; the first column is the name.
type Column = (&'static str, fn(&ArmFindings) -> String);

const COLUMNS: [Column; 6] = [
    ("games", |arm| count(arm.games)),
    ("+W =D -B", |arm| {
        format!("+{} ={} -{}", arm.white_wins, arm.draws, arm.black_wins)
    }),
    ("White's score, 95%", |arm| shown(arm.score.as_ref())),
    ("decisive games, 95%", |arm| {
        shown(arm.decisive_rate.as_ref())
    }),
    ("first move, Elo", |arm| shown(arm.first_move_elo.as_ref())),
    ("plies", |arm| {
        arm.length
            .as_ref()
            .map_or_else(|| "-".to_owned(), |length| length.mean.number())
    }),
];

/// Columns in the order in which they are given up when space is short.
const GIVEN_UP: [usize; 5] = [4, 1, 5, 3, 0];

fn shown(estimate: Option<&Estimate>) -> String {
    estimate.map_or_else(|| "-".to_owned(), Estimate::text)
}

fn table(arms: &[ArmFindings], width: usize) -> String {
    let mut columns: Vec<(usize, Vec<String>, usize)> = COLUMNS
        .iter()
        .enumerate()
        .map(|(index, (head, cell))| {
            let cells: Vec<String> = std::iter::once((*head).to_owned())
                .chain(arms.iter().map(cell))
                .collect();
            let wide = cells.iter().map(|c| c.chars().count()).max().unwrap_or(0);
            (index, cells, wide)
        })
        .collect();
    let longest = arms
        .iter()
        .map(|arm| arm.name.chars().count())
        .max()
        .unwrap_or(0)
        .max(3);
    let needed = |columns: &[(usize, Vec<String>, usize)]| {
        columns.iter().map(|(_, _, wide)| wide + 2).sum::<usize>()
    };
    let name_least = longest.min(20);
    for given_up in GIVEN_UP {
        if name_least + needed(&columns) <= width {
            break;
        }
        columns.retain(|(index, _, _)| *index != given_up);
    }
    let name_wide = longest.min(width.saturating_sub(needed(&columns))).max(1);
    let mut text = String::new();
    for row in 0..=arms.len() {
        let name = if row == 0 {
            "arm"
        } else {
            arms[row - 1].name.as_str()
        };
        for (nth, part) in wrap(name, name_wide).iter().enumerate() {
            let mut line = pad_right(part, name_wide);
            if nth == 0 {
                for (_, cells, wide) in &columns {
                    line.push_str("  ");
                    line.push_str(&pad_left(&cells[row], *wide));
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
