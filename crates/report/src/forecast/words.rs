use super::{ArmForecast, Forecast, StopForecast};
use crate::estimate::Estimate;
use crate::estimate::Unit;
use crate::format::{UNDEFINED, count, counted, digits, likelihood, percent};

impl Forecast {
    /// The forecast as text for a terminal, a table and sentences.
    pub fn text(&self) -> String {
        let mut lines = vec![self.name.clone(), String::new()];
        lines.extend(table(&self.arms));
        lines.push(String::new());
        let at_most = match &self.stop {
            Some(StopForecast::Sprt { .. } | StopForecast::Precision { .. }) => " at most",
            Some(StopForecast::Halving { .. }) | None => "",
        };
        lines.push(format!(
            "{} in all{at_most}: {} of one core, {} on {}.",
            counted(self.games, "game", "games"),
            duration(self.core_seconds),
            duration(self.seconds),
            counted(u64::from(self.cores), "core", "cores"),
        ));
        lines.extend(self.rounds.iter().map(|all| {
            format!(
                "That is one round. Values are then fitted anew and it is played again, until they settle; {} come to {} at most: {} of one core, {} on {}.",
                counted(u64::from(all.most), "round", "rounds"),
                counted(all.games, "game", "games"),
                duration(all.core_seconds),
                duration(all.seconds),
                counted(u64::from(self.cores), "core", "cores"),
            )
        }));
        if let Some(stop) = &self.stop {
            lines.push(String::new());
            let most = self.arms.first().map_or(0, |arm| arm.pairs);
            lines.extend(self.stopping(stop, most));
        }
        if let Some(iterations) = self.iterations {
            lines.push(format!(
                "They are {} of a tuning; what it brings cannot be told before.",
                counted(u64::from(iterations), "iteration", "iterations")
            ));
            lines.extend(self.verification.iter().map(|after| {
                format!(
                    "Then the tuned engine meets the untuned one: at most {} more, {}.",
                    counted(after.games, "game", "games"),
                    duration(after.seconds)
                )
            }));
            if let Some(after) = &self.verification
                && let Some(stop) = &after.stop
            {
                lines.push(String::new());
                lines.extend(self.stopping(stop, after.pairs));
            }
        } else if self.questions.is_empty() {
            lines.push(
                "Too few pairs were tried, or they do not differ enough, to say what the study will show; a longer trial may."
                    .to_owned(),
            );
        } else {
            lines.push(String::new());
            lines.push(
                "True differences that will probably be seen (two-sided test at 5%, four times in five):"
                    .to_owned(),
            );
        }
        for question in &self.questions {
            lines.push(format!(
                "* {}: {} points or more",
                question.about,
                digits(question.visible.unit(), question.visible.value()),
            ));
        }
        if !self.questions.is_empty() {
            lines.push("Differences half as large take four times as many pairs.".to_owned());
            lines.extend(self.roughness());
        }
        lines.push(String::new());
        lines.join("\n")
    }

    /// How far the widths told may be off, where few pairs told the spread: that of a spread from `n` degrees of freedom has a
    /// standard error of about `1 / √(2 n)` of itself.
    fn roughness(&self) -> Option<String> {
        let tried: u64 = self.arms.iter().map(|arm| arm.tried).sum();
        let freedom: u64 = self.arms.iter().map(|a| a.tried.saturating_sub(1)).sum();
        let off = 1.96 / (2.0 * freedom as f64).sqrt();
        (off > 0.1 && off.is_finite()).then(|| {
            format!(
                "These are told by the spread of {} and may be off by some {}%; a longer trial tells them better.",
                counted(tried, "pair", "pairs"),
                (off * 100.0 / 5.0).round() as u64 * 5
            )
        })
    }

    /// What is expected of a rule that lets an arm have so many pairs at most.
    fn stopping(&self, stop: &StopForecast, most: u64) -> Vec<String> {
        let cores = counted(u64::from(self.cores), "core", "cores");
        match stop {
            StopForecast::Sprt {
                unit,
                tried_score,
                at,
            } => {
                if at.is_empty() {
                    return vec![UNTOLD.to_owned()];
                }
                let head = format!(
                    "The sequential test of an arm, in {unit}, with {} at most and the spread of the tried ones:",
                    counted(most, "pair", "pairs")
                );
                let columns = [
                    "true difference",
                    "passes",
                    "fails",
                    "undecided",
                    "pairs",
                    "games",
                    "time",
                ];
                let mut rows = vec![columns.map(str::to_owned)];
                rows.extend(at.iter().map(|at| {
                    [
                        at.truth.clone(),
                        likelihood(at.pass),
                        likelihood(at.fail),
                        likelihood(at.undecided),
                        count(at.pairs.round() as u64),
                        count(at.games.round() as u64),
                        duration(at.seconds),
                    ]
                }));
                let mut lines = vec![head];
                lines.extend(laid_out(&rows));
                lines.push(format!(
                    "Pairs and games are expected numbers of one arm, time is that of all arms on {cores}."
                ));
                lines.extend(tried_score.map(|score| {
                    format!(
                        "The first player scored {} of the tried pairs; the more lopsided that is, the less their spread says of other differences.",
                        percent(score)
                    )
                }));
                lines
            }
            StopForecast::Precision {
                half_width,
                pairs,
                reached,
                seconds,
            } => {
                let Some((pairs, seconds)) = pairs.zip(*seconds) else {
                    return vec![UNTOLD.to_owned()];
                };
                let points = digits(Unit::Points, *half_width);
                let pairs = counted(pairs, "pair", "pairs");
                vec![if *reached {
                    format!(
                        "If pairs go on as in the trial, a score is known to {points} points after about {pairs} of an arm: {} for all arms on {cores}.",
                        duration(seconds)
                    )
                } else {
                    format!(
                        "If pairs go on as in the trial, {pairs} of an arm do not make its score known to {points} points; all of them will be played."
                    )
                }]
            }
            StopForecast::Halving {
                rounds,
                kept,
                pairs,
            } => {
                let rounds: Vec<String> = rounds
                    .iter()
                    .map(|round| {
                        let arms = counted(u64::from(round.arms), "arm", "arms");
                        format!("{arms} to {}", counted(round.pairs, "pair", "pairs"))
                    })
                    .collect();
                vec![format!(
                    "Halving brings {}, and {} to the end with fresh games: {} of all arms together.",
                    rounds.join(", "),
                    counted(u64::from(*kept), "arm", "arms"),
                    counted(*pairs, "pair", "pairs"),
                )]
            }
        }
    }
}

const UNTOLD: &str =
    "Too few pairs were tried, or they do not differ enough, to say when arms will stop.";

fn table(arms: &[ArmForecast]) -> Vec<String> {
    let head = [
        "arm",
        "pairs",
        "tried",
        "plies",
        "s a pair",
        "interval, points",
    ];
    let bare = |estimate: Option<&Estimate>| {
        estimate.map_or_else(|| UNDEFINED.to_owned(), |e| digits(e.unit(), e.value()))
    };
    let mut rows = vec![head.map(str::to_owned)];
    rows.extend(arms.iter().map(|arm| {
        [
            arm.name.clone(),
            count(arm.pairs),
            count(arm.tried),
            bare(arm.plies.as_ref()),
            format!("{:.2}", arm.pair_seconds),
            match &arm.half_width {
                None => UNDEFINED.to_owned(),
                some => format!("±{}", bare(some.as_ref())),
            },
        ]
    }));
    laid_out(&rows)
}

/// Rows of cells as lines, the first column to the left.
fn laid_out<const COLUMNS: usize>(rows: &[[String; COLUMNS]]) -> Vec<String> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..COLUMNS).filter_map(width).collect();
    let line = |row: &[String; COLUMNS]| {
        let cells = row.iter().zip(&widths).enumerate().map(|(i, (cell, &w))| {
            if i == 0 {
                format!("{cell:<w$}")
            } else {
                format!("{cell:>w$}")
            }
        });
        cells.collect::<Vec<_>>().join("  ")
    };
    rows.iter().map(line).collect()
}

/// A length of time in words: `48 seconds`, `12 minutes`, `3 hours 20 minutes`, `2 days 4 hours`.
fn duration(seconds: f64) -> String {
    const UNITS: [(u64, &str, &str); 3] = [
        (86_400, "day", "days"),
        (3_600, "hour", "hours"),
        (60, "minute", "minutes"),
    ];
    let whole = seconds.ceil().max(1.0) as u64;
    // To the nearest of the smaller unit that is told.
    let grain = match whole {
        86_400.. => 3_600,
        120.. => 60,
        _ => 1,
    };
    let whole = (whole + grain / 2) / grain * grain;
    for (i, (size, one, many)) in UNITS.into_iter().enumerate() {
        if whole < 2 * size && !(size > 60 && whole >= size) {
            continue;
        }
        let mut text = counted(whole / size, one, many);
        if let Some(&(smaller, one, many)) = UNITS.get(i + 1) {
            let rest = whole % size / smaller;
            if rest > 0 {
                text = format!("{text} {}", counted(rest, one, many));
            }
        }
        return text;
    }
    counted(whole, "second", "seconds")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_told_in_two_units_at_most() {
        for (seconds, want) in [
            (0.2, "1 second"),
            (48.0, "48 seconds"),
            (119.0, "119 seconds"),
            (154.5, "3 minutes"),
            (149.0, "2 minutes"),
            (720.0, "12 minutes"),
            (3_585.0, "1 hour"),
            (3_600.0, "1 hour"),
            (12_000.0, "3 hours 20 minutes"),
            (188_000.0, "2 days 4 hours"),
        ] {
            assert_eq!(duration(seconds), want, "{seconds}");
        }
    }
}
