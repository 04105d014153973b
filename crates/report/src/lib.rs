//! What a study's games say: counted and estimated from the records ([`Findings`]), and told as tables, charts and a page ([`render`]).
//!
//! And pictures of boards ([`board`]).
//!
//! Everything here is a function from values to values: no file is read or written, no clock is asked.

mod analyse;
pub mod board;
mod charts;
mod estimate;
mod findings;
mod forecast;
mod format;
mod headline;
mod meta;
mod page;
mod render;
mod rounds;
mod sheets;
mod terminal;
mod words;

pub use analyse::{Analysis, analyse};
pub use estimate::{Estimate, Unit};
pub use findings::{
    Agreement, ArmFindings, ArmName, BesideChange, BesideFigure, BesideValue, BothWays, Change,
    ColourResults, Comparison, Difference, Effect, EndingShare, ErrorsOfRatings, Factor, Findings,
    FitOf, FitState, FitTest, ImbalanceFindings, ImbalanceMatch, Iteration, LadderFindings,
    LadderLine, Length, LevelStep, MatchFindings, Measure, Meeting, OpeningsPlayed, Phase,
    PhaseChange, PhaseUse, PieceValue, PlayerName, PublishedFindings, Results, Rung, Sequential,
    Special, SpecialUse, Stage, Standing, StoppingFindings, StoppingPath, StoppingPoint,
    StoppingRule, StudyFacts, StudyKind, Told, TournamentFindings, TunedParameter, TuningFindings,
    ValueFindings, ValueFit, Verdict, WorthUnit,
};
pub use forecast::{
    ArmForecast, Forecast, Question, RaceRound, Rounds, SprtForecast, StopForecast, Trial,
    Verification,
};
pub use format::{count, likelihood, percent, probability};
pub use meta::RenderMeta;
pub use render::render;
pub use rounds::{Round, RoundArm, RoundValue};
pub use terminal::summary;
