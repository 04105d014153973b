//! A study's status as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use assay_study::StudyState;
use assay_wire::v1::{ArmStatus, StudyStatus};
use serde::Serialize;

/// Games done and games in all.
pub(crate) fn games(status: &StudyStatus) -> (u64, u64) {
    status.arms.iter().fold((0, 0), |(done, all), arm| {
        (
            done + 2 * u64::from(arm.pairs_done),
            all + 2 * u64::from(arm.pairs),
        )
    })
}

/// Whether there is nothing more to come.
pub(crate) fn is_over(status: &StudyStatus) -> bool {
    matches!(
        state(status),
        Some(StudyState::Done | StudyState::Cancelled)
    )
}

/// The study's state, unless the coordinator said something unheard of.
pub(crate) fn state(status: &StudyStatus) -> Option<StudyState> {
    StudyState::try_from(status.state()).ok()
}

/// White's score so far in percent, with wins, draws and losses.
pub(crate) fn score(arm: &ArmStatus) -> String {
    let (won, drawn, lost) = (arm.white_wins, arm.draws, arm.black_wins);
    let games = won + drawn + lost;
    if games == 0 {
        return "no game yet".to_owned();
    }
    let score = (f64::from(won) + f64::from(drawn) / 2.0) / f64::from(games) * 100.0;
    format!("White {score:.1}% (+{won} ={drawn} -{lost})")
}

/// `1 h 02 min`, `3 min 20 s`, `12 s`.
pub(crate) fn span(time: Duration) -> String {
    let seconds = time.as_secs();
    match (seconds / 3600, seconds / 60 % 60, seconds % 60) {
        (0, 0, s) => format!("{s} s"),
        (0, m, s) => format!("{m} min {s:02} s"),
        (h, m, _) => format!("{h} h {m:02} min"),
    }
}

/// Time left, as far as it is known and sensible.
pub(crate) fn time_left(status: &StudyStatus) -> Option<Duration> {
    let seconds = status.seconds_left?;
    Duration::try_from_secs_f64(seconds).ok()
}

/// One line: games, games a second, time left.
pub(crate) fn line(status: &StudyStatus) -> String {
    let (done, all) = games(status);
    let mut line = format!("{done} of {all} games");
    let open = state(status) == Some(StudyState::Open);
    if status.games_per_second > 0.0 && (open || done == all) {
        // Writing to a string cannot fail.
        let _infallible = write!(line, ", {:.1} games/s", status.games_per_second);
    }
    if let Some(left) = time_left(status).filter(|_| open && done < all) {
        let _infallible = write!(line, ", {} left", span(left));
    }
    if !status.quarantined.is_empty() {
        let _infallible = write!(line, ", {} pairs set aside", status.quarantined.len());
    }
    if status.differing_pairs > 0 {
        let _infallible = write!(
            line,
            ", {} pairs differ when played again",
            status.differing_pairs
        );
    }
    line
}

/// Several lines: the study, then its arms.
pub(crate) fn table(status: &StudyStatus) -> String {
    let state = state(status).map_or("in an unknown state", StudyState::name);
    let mut text = format!("{}  {state}  {}\n", status.study, line(status));
    let _infallible = writeln!(text, "  {}", status.name);
    let wide = status
        .arms
        .iter()
        .map(|a| a.name.chars().count())
        .max()
        .unwrap_or(0);
    for arm in &status.arms {
        let _infallible = writeln!(
            text,
            "  {:wide$}  {:>5}/{:<5} pairs  {}",
            arm.name,
            arm.pairs_done,
            arm.pairs,
            score(arm)
        );
    }
    for pair in &status.quarantined {
        let key = pair.key.clone().unwrap_or_default();
        let _infallible = writeln!(text, "  set aside: arm {} pair {}", key.arm, key.pair);
        for evidence in &pair.evidence {
            let _infallible = writeln!(text, "    {evidence}");
        }
    }
    text
}

/// One line of JSON.
pub(crate) fn json(status: &StudyStatus) -> String {
    #[derive(Serialize)]
    struct Arm<'a> {
        name: &'a str,
        pairs: u32,
        pairs_done: u32,
        pairs_leased: u32,
        white_wins: u32,
        draws: u32,
        black_wins: u32,
    }
    #[derive(Serialize)]
    struct SetAside<'a> {
        arm: u32,
        pair: u32,
        evidence: &'a [String],
    }
    #[derive(Serialize)]
    struct Status<'a> {
        study: &'a str,
        name: &'a str,
        state: &'a str,
        games_done: u64,
        games: u64,
        games_per_second: f64,
        seconds_left: Option<f64>,
        refused_pairs: u64,
        audited_pairs: u64,
        differing_pairs: u64,
        workers: u32,
        arms: Vec<Arm<'a>>,
        set_aside: Vec<SetAside<'a>>,
    }
    let (games_done, games) = games(status);
    let told = Status {
        study: &status.study,
        name: &status.name,
        state: state(status).map_or("unknown", StudyState::name),
        games_done,
        games,
        games_per_second: status.games_per_second,
        seconds_left: status.seconds_left,
        refused_pairs: status.refused_pairs,
        audited_pairs: status.audited_pairs,
        differing_pairs: status.differing_pairs,
        workers: status.workers,
        arms: status
            .arms
            .iter()
            .map(|arm| Arm {
                name: &arm.name,
                pairs: arm.pairs,
                pairs_done: arm.pairs_done,
                pairs_leased: arm.pairs_leased,
                white_wins: arm.white_wins,
                draws: arm.draws,
                black_wins: arm.black_wins,
            })
            .collect(),
        set_aside: status
            .quarantined
            .iter()
            .map(|pair| {
                let key = pair.key.clone().unwrap_or_default();
                SetAside {
                    arm: key.arm,
                    pair: key.pair,
                    evidence: &pair.evidence,
                }
            })
            .collect(),
    };
    serde_json::to_string(&told).expect("texts and numbers can always be written")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn status() -> StudyStatus {
        StudyStatus {
            study: "s-1".into(),
            name: "S".into(),
            state: assay_wire::v1::StudyState::Running.into(),
            arms: vec![ArmStatus {
                arm: 0,
                name: "curved".into(),
                pairs: 10,
                pairs_done: 2,
                pairs_leased: 1,
                white_wins: 2,
                draws: 1,
                black_wins: 1,
            }],
            games_per_second: 0.5,
            seconds_left: Some(32.0),
            ..StudyStatus::default()
        }
    }

    #[test]
    fn statuses_in_words() {
        assert_eq!(line(&status()), "4 of 20 games, 0.5 games/s, 32 s left");
        assert_eq!(
            table(&status()),
            "s-1  open  4 of 20 games, 0.5 games/s, 32 s left\n  S\n  curved      2/10    pairs  White 62.5% (+2 =1 -1)\n"
        );
        assert_eq!(score(&ArmStatus::default()), "no game yet");
    }

    #[test]
    fn a_study_that_rests_has_no_time_left() {
        for state in [
            assay_wire::v1::StudyState::Paused,
            assay_wire::v1::StudyState::Cancelled,
        ] {
            let resting = StudyStatus {
                state: state.into(),
                ..status()
            };
            assert_eq!(line(&resting), "4 of 20 games");
        }
    }

    #[test]
    fn a_wild_estimate_is_left_out() {
        for seconds in [f64::NAN, f64::INFINITY, -1.0] {
            let wild = StudyStatus {
                seconds_left: Some(seconds),
                ..status()
            };
            assert_eq!(line(&wild), "4 of 20 games, 0.5 games/s");
        }
    }

    #[test]
    fn spans() {
        for (seconds, text) in [(5, "5 s"), (65, "1 min 05 s"), (3725, "1 h 02 min")] {
            assert_eq!(span(Duration::from_secs(seconds)), text);
        }
    }

    #[test]
    fn json_can_be_read_back() {
        let value: serde_json::Value = serde_json::from_str(&json(&status())).unwrap();
        assert_eq!(value["games_done"], 4);
        assert_eq!(value["arms"][0]["white_wins"], 2);
        assert_eq!(value["state"], "open");
    }
}
