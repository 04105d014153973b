//! How a study gets on: a display on a terminal, plain lines elsewhere.

use std::time::Duration;

use assay_wire::v1::{ArmStatus, StudyStatus};
use indicatif::{ProgressBar, ProgressStyle};
use tokio::time::Instant;

use crate::logging::display;
use crate::told;

/// How often a plain line is written.
const LINE_EVERY: Duration = Duration::from_secs(10);
/// More arms than this are not shown singly.
const MOST_ARMS: usize = 16;

/// Shows statuses as they come.
pub(crate) struct Progress {
    bars: Option<Bars>,
    next_line: Instant,
    last_line: String,
    /// Games done when the end was told.
    ended_at: Option<u64>,
}

struct Bars {
    all: ProgressBar,
    arms: Vec<ProgressBar>,
}

impl Progress {
    /// For a study that stands like this.
    pub(crate) fn of(status: &StudyStatus) -> Progress {
        let hidden = display().is_hidden();
        Progress {
            bars: (!hidden).then(|| Bars::of(status)),
            next_line: Instant::now(),
            last_line: String::new(),
            ended_at: None,
        }
    }

    /// Shows how it stands now.
    pub(crate) fn show(&mut self, status: &StudyStatus) {
        if let Some(bars) = &self.bars {
            bars.show(status);
            return;
        }
        let ended_at = told::is_over(status).then(|| told::games(status).0);
        // The end is told once, though its rate still changes.
        let news = ended_at.is_some() && ended_at != self.ended_at;
        if news || (ended_at.is_none() && Instant::now() >= self.next_line) {
            self.ended_at = ended_at;
            self.next_line = Instant::now() + LINE_EVERY;
            let arms = status.arms.iter().take(MOST_ARMS);
            let arms: Vec<String> = arms
                .map(|arm| format!("{}: {}", arm.name, standing(arm)))
                .collect();
            let line = format!("{}; {}", told::line(status), arms.join("; "));
            if line != self.last_line {
                eprintln!("{line}");
                self.last_line = line;
            }
        }
    }

    /// Takes the display away.
    pub(crate) fn end(self) {
        if let Some(bars) = self.bars {
            bars.all.finish_and_clear();
            for arm in bars.arms {
                arm.finish_and_clear();
            }
        }
    }
}

impl Bars {
    fn of(status: &StudyStatus) -> Bars {
        let bar = |template| {
            // A test reads every template.
            let style = ProgressStyle::with_template(template)
                .unwrap_or_else(|_| ProgressStyle::default_bar());
            let bar = display().add(ProgressBar::new(0));
            bar.set_style(style.progress_chars("=> "));
            bar
        };
        let arms = if status.arms.len() > MOST_ARMS {
            0
        } else {
            status.arms.len()
        };
        Bars {
            all: bar(ALL),
            arms: (0..arms).map(|_| bar(ARM)).collect(),
        }
    }

    fn show(&self, status: &StudyStatus) {
        let (done, all) = told::games(status);
        self.all.set_length(all);
        self.all.set_position(done);
        self.all.set_message(told::line(status));
        let wide = status
            .arms
            .iter()
            .map(|a| a.name.chars().count())
            .max()
            .unwrap_or(0);
        for (bar, arm) in self.arms.iter().zip(&status.arms) {
            bar.set_message(format!("{:wide$}  {}", arm.name, standing(arm)));
        }
    }
}

/// White's score so far, and how the arm stands with the rule that may stop it.
fn standing(arm: &ArmStatus) -> String {
    match told::stop(arm).filter(|stop| !stop.is_empty()) {
        Some(stop) => format!("{}, {stop}", told::score(arm)),
        None => told::score(arm),
    }
}

const ALL: &str = "[{bar:30}] {msg}";
const ARM: &str = "  {wide_msg}";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_templates_can_be_read() {
        for template in [ALL, ARM] {
            assert!(ProgressStyle::with_template(template).is_ok(), "{template}");
        }
    }
}
