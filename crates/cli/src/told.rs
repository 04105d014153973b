//! A study's status as text and as JSON.

use std::fmt::Write as _;
use std::time::Duration;

use assay_study::StudyState;
use assay_study::words;
use assay_wire::v1::arm_stop::Evidence;
use assay_wire::v1::{ArmEnd, ArmStatus, ArmStop, StudyStatus, TunedParameter, TuningStatus};
use serde::Serialize;

/// Games done and games in all; in a study whose arms may stop early those that have had their turn, and at
/// most so many.
pub(crate) fn games(status: &StudyStatus) -> (u64, u64) {
    if let Some(early) = &status.early_stop {
        return (2 * early.passed_pairs, 2 * early.most_pairs);
    }
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

/// How an arm stands with the rule that may stop it early, if there is one.
pub(crate) fn stop(arm: &ArmStatus) -> Option<String> {
    let stop = arm.stop.as_ref()?;
    let mut text = String::new();
    if stop.end() != ArmEnd::Unspecified {
        let counted = words::pairs(stop.counted_pairs);
        // Writing to a string cannot fail.
        let _infallible = write!(text, "{} after {counted}", stop.words);
        if stop.left_out_pairs > 0 {
            let _infallible = write!(text, ", {} more left out", stop.left_out_pairs);
        }
    }
    let evidence = match stop.evidence.as_ref()? {
        Evidence::Sprt(sprt) => {
            let (llr, lower, upper) = (sprt.llr, sprt.lower, sprt.upper);
            format!(
                "LLR {} ({} to {})",
                hundredths(llr),
                hundredths(lower),
                hundredths(upper)
            )
        }
        Evidence::Precision(interval) => percent_interval("score", interval.low, interval.high),
        Evidence::Halving(race) => percent_interval("in the race", race.low, race.high),
    };
    if !text.is_empty() && !evidence.is_empty() {
        text.push_str(", ");
    }
    Some(text + &evidence)
}

/// With two decimals, and nought without a sign.
fn hundredths(x: f64) -> String {
    let text = format!("{x:.2}");
    match text.as_str() {
        "-0.00" => "0.00".to_owned(),
        _ => text,
    }
}

fn percent_interval(what: &str, low: Option<f64>, high: Option<f64>) -> String {
    match (low, high) {
        (Some(low), Some(high)) => {
            format!("{what} {:.1} to {:.1}%", low * 100.0, high * 100.0)
        }
        _ => String::new(),
    }
}

/// How a race of the arms stands, if there is one.
pub(crate) fn race(status: &StudyStatus) -> Option<String> {
    let race = status.early_stop.as_ref()?.race.as_ref()?;
    let name = |arm: &u32| status.arms.get(*arm as usize).map(|arm| arm.name.as_str());
    let left: Vec<&str> = race.left.iter().filter_map(name).collect();
    let stand = if race.decided {
        "kept"
    } else {
        "still in the race"
    };
    let mut text = format!("{stand}: {}", left.join("; "));
    if let Some(missed) = race.missed_at_most {
        let _infallible = write!(
            text,
            " (with 95% confidence no dropped arm is better by more than {:.1} points in a hundred)",
            missed * 100.0
        );
    }
    Some(text)
}

/// Where a tuning has brought its numbers, a line each; nothing in studies that tune nothing.
pub(crate) fn tuning(status: &StudyStatus) -> Vec<String> {
    let Some(tuning) = &status.tuning else {
        return Vec::new();
    };
    let numbers = tuning.parameters.iter();
    let wide = numbers.map(|number| number.name.len()).max().unwrap_or(0);
    let line = |number: &TunedParameter| {
        let (name, start, value) = (&number.name, number.start, number.value);
        format!("{name:wide$}  {start} → {value:.2}")
    };
    tuning.parameters.iter().map(line).collect()
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
    if let Some(tuning) = &status.tuning {
        let (learned, iterations) = (tuning.learned, tuning.iterations);
        // Writing to a string cannot fail.
        let _infallible = write!(line, ", iteration {learned} of {iterations}");
    }
    let open = state(status) == Some(StudyState::Open);
    if status.games_per_second > 0.0 && (open || done == all) {
        // Writing to a string cannot fail.
        let _infallible = write!(line, ", {:.1} games/s", status.games_per_second);
    }
    if let Some(left) = time_left(status).filter(|_| open && done < all) {
        let most = if status.early_stop.is_some() {
            "at most "
        } else {
            ""
        };
        let _infallible = write!(line, ", {most}{} left", span(left));
    }
    if !status.quarantined.is_empty() {
        let _infallible = write!(
            line,
            ", {} set aside",
            words::pairs(status.quarantined.len() as u64)
        );
    }
    if status.differing_pairs > 0 {
        let differ = match status.differing_pairs {
            1 => "1 pair differs".to_owned(),
            n => format!("{n} pairs differ"),
        };
        let _infallible = write!(line, ", {differ} when played again");
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
        if let Some(stop) = stop(arm).filter(|stop| !stop.is_empty()) {
            let _infallible = writeln!(text, "  {:wide$}  {stop}", "");
        }
    }
    if let Some(race) = race(status) {
        let _infallible = writeln!(text, "  {race}");
    }
    for line in tuning(status) {
        let _infallible = writeln!(text, "  {line}");
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
        #[serde(skip_serializing_if = "Option::is_none")]
        stop: Option<Stop>,
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
        #[serde(skip_serializing_if = "Option::is_none")]
        tuning: Option<Tuning<'a>>,
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
                stop: arm.stop.as_ref().map(Stop::of),
            })
            .collect(),
        tuning: status.tuning.as_ref().map(Tuning::of),
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

/// How far a tuning has come, for JSON.
#[derive(Serialize)]
struct Tuning<'a> {
    iterations: u32,
    learned: u32,
    parameters: Vec<Tuned<'a>>,
}

#[derive(Serialize)]
struct Tuned<'a> {
    name: &'a str,
    start: i32,
    value: f64,
}

impl Tuning<'_> {
    fn of(status: &TuningStatus) -> Tuning<'_> {
        Tuning {
            iterations: status.iterations,
            learned: status.learned,
            parameters: status
                .parameters
                .iter()
                .map(|number| Tuned {
                    name: &number.name,
                    start: number.start,
                    value: number.value,
                })
                .collect(),
        }
    }
}

/// How an arm stands with the rule that may stop it early, for JSON.
#[derive(Serialize)]
struct Stop {
    counted_pairs: u32,
    left_out_pairs: u32,
    limit: u32,
    end: Option<&'static str>,
    score: Option<f64>,
    llr: Option<f64>,
    llr_bounds: Option<[f64; 2]>,
    interval: Option<[f64; 2]>,
}

impl Stop {
    fn of(stop: &ArmStop) -> Stop {
        let (llr, llr_bounds, interval) = match &stop.evidence {
            Some(Evidence::Sprt(sprt)) => (Some(sprt.llr), Some([sprt.lower, sprt.upper]), None),
            Some(Evidence::Precision(score)) => (None, None, ends(score.low, score.high)),
            Some(Evidence::Halving(race)) => (None, None, ends(race.low, race.high)),
            None => (None, None, None),
        };
        Stop {
            counted_pairs: stop.counted_pairs,
            left_out_pairs: stop.left_out_pairs,
            limit: stop.limit,
            end: end_name(stop.end()),
            score: stop.score,
            llr,
            llr_bounds,
            interval,
        }
    }
}

fn ends(low: Option<f64>, high: Option<f64>) -> Option<[f64; 2]> {
    Some([low?, high?])
}

fn end_name(end: ArmEnd) -> Option<&'static str> {
    match end {
        ArmEnd::Unspecified => None,
        ArmEnd::AllPlayed => Some("all-played"),
        ArmEnd::Accepted => Some("accepted"),
        ArmEnd::Rejected => Some("rejected"),
        ArmEnd::Precise => Some("precise"),
        ArmEnd::Dropped => Some("dropped"),
    }
}

#[cfg(test)]
mod tests {
    use assay_wire::v1::{EarlyStop, Race, SprtEvidence};

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
                stop: None,
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
    fn arms_that_stop_early_say_so() {
        let mut status = status();
        status.early_stop = Some(EarlyStop {
            passed_pairs: 9,
            most_pairs: 9,
            race: Some(Race {
                left: vec![0],
                decided: true,
                missed_at_most: Some(0.0421),
            }),
        });
        let mut stop = ArmStop {
            counted_pairs: 9,
            left_out_pairs: 2,
            end: ArmEnd::Accepted.into(),
            words: "passed: 5 Elo or more".to_owned(),
            evidence: Some(Evidence::Sprt(SprtEvidence {
                llr: 2.95,
                lower: -2.91,
                upper: 2.9,
            })),
            ..ArmStop::default()
        };
        status.arms[0].stop = Some(stop.clone());
        assert_eq!(line(&status), "18 of 18 games, 0.5 games/s");
        assert_eq!(
            stop_of(&status),
            "passed: 5 Elo or more after 9 pairs, 2 more left out, LLR 2.95 (-2.91 to 2.90)"
        );
        assert_eq!(
            race(&status).unwrap(),
            "kept: curved (with 95% confidence no dropped arm is better by more than 4.2 points in a hundred)"
        );
        let value: serde_json::Value = serde_json::from_str(&json(&status)).unwrap();
        assert_eq!(value["arms"][0]["stop"]["end"], "accepted");
        assert_eq!(value["arms"][0]["stop"]["llr"], 2.95);
        stop.end = ArmEnd::Unspecified.into();
        status.arms[0].stop = Some(stop);
        assert_eq!(stop_of(&status), "LLR 2.95 (-2.91 to 2.90)");
    }

    #[test]
    fn one_pair_is_singular_and_nought_has_no_sign() {
        let mut status = status();
        status.arms[0].stop = Some(ArmStop {
            counted_pairs: 1,
            end: ArmEnd::Accepted.into(),
            words: "passed".to_owned(),
            evidence: Some(Evidence::Sprt(SprtEvidence {
                llr: -0.001,
                lower: -2.91,
                upper: 2.9,
            })),
            ..ArmStop::default()
        });
        let told = stop_of(&status);
        assert_eq!(told, "passed after 1 pair, LLR 0.00 (-2.91 to 2.90)");
    }

    fn stop_of(status: &StudyStatus) -> String {
        stop(&status.arms[0]).unwrap()
    }

    #[test]
    fn a_tuning_says_where_it_is() {
        let mut status = status();
        assert!(tuning(&status).is_empty());
        status.tuning = Some(TuningStatus {
            iterations: 300,
            learned: 12,
            parameters: vec![TunedParameter {
                name: "tempo".to_owned(),
                start: 11,
                value: 13.257,
            }],
        });
        assert_eq!(tuning(&status), ["tempo  11 → 13.26"]);
        assert!(table(&status).ends_with("(+2 =1 -1)\n  tempo  11 → 13.26\n"));
        assert!(line(&status).starts_with("4 of 20 games, iteration 12 of 300, 0.5 games/s"));
        let value: serde_json::Value = serde_json::from_str(&json(&status)).unwrap();
        assert_eq!(value["tuning"]["learned"], 12);
        assert_eq!(value["tuning"]["parameters"][0]["value"], 13.257);
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
