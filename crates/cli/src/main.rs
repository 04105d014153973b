//! The assay program.

mod client;
mod commands;
mod file_kind;
mod game_args;
mod logging;
mod numbers;
mod places;
mod problem;
mod progress;
mod report_files;
mod runtime;
mod series;
mod signals;
mod study_file;
mod told;

use std::process::ExitCode;

use clap::{CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use commands::{
    bench, completions, coordinator, games, man, moves, perft, plan, play, report, run, state,
    status, submit, uci, watch, worker,
};
use problem::Problem;

/// Weigh the rules and pieces of chess variants by self-play
#[derive(Parser, Debug)]
#[command(version, after_help = AFTER_HELP)]
struct Cli {
    #[command(subcommand)]
    command: Command,
    #[command(flatten)]
    logging: logging::LoggingArgs,
}

const AFTER_HELP: &str = "\
Results go to standard output, progress and logs to standard error.
Exit codes: 0 done, 1 it could not be done, 2 what was given is wrong, 130 stopped by a signal.
A first Ctrl-C finishes the games in hand, a second leaves at once.";

#[derive(Subcommand, Debug)]
enum Command {
    Run(run::RunArgs),
    Plan(plan::PlanArgs),
    Report(report::ReportArgs),
    Coordinator(coordinator::CoordinatorArgs),
    Worker(worker::WorkerArgs),
    Submit(submit::SubmitArgs),
    Status(status::StatusArgs),
    Watch(watch::WatchArgs),
    /// Lend no more pairs of a study for now
    Pause(state::StateArgs),
    /// Go on with a paused or cancelled study
    Resume(state::ResumeArgs),
    /// Give up a study; what was played stays
    Cancel(state::StateArgs),
    Games(games::GamesArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
    Uci(uci::UciArgs),
    Bench(bench::BenchArgs),
    Completions(completions::CompletionsArgs),
    Man(man::ManArgs),
}

fn main() -> ExitCode {
    let words = numbers::negatives_are_values(Cli::command()).get_matches();
    let cli = Cli::from_arg_matches(&words).unwrap_or_else(|fault| fault.exit());
    logging::start(&cli.logging);
    match dispatch(&cli.command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            problem.code()
        }
    }
}

fn dispatch(command: &Command) -> Result<(), Problem> {
    match command {
        Command::Run(args) => run::run(args),
        Command::Plan(args) => plan::run(args),
        Command::Report(args) => report::run(args),
        Command::Coordinator(args) => coordinator::run(args),
        Command::Worker(args) => worker::run(args),
        Command::Submit(args) => submit::run(args),
        Command::Status(args) => status::run(args),
        Command::Watch(args) => watch::run(args),
        Command::Pause(args) => state::run(args, state::Wish::Pause),
        Command::Resume(args) => state::run(&args.study, args.wish()),
        Command::Cancel(args) => state::run(args, state::Wish::Cancel),
        Command::Games(args) => games::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
        Command::Uci(args) => uci::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Completions(args) => completions::run(args, Cli::command()),
        Command::Man(args) => man::run(args, Cli::command()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        numbers::negatives_are_values(Cli::command()).debug_assert();
    }

    #[test]
    fn a_negative_number_is_a_value_and_refused_as_one() {
        for (words, said) in [
            (
                &["assay", "plan", "s.toml", "--sample", "-1"][..],
                "from 1 to 86400",
            ),
            (&["assay", "run", "s.toml", "--slots", "-1"], "from 1 up"),
            (&["assay", "perft", "fide", "-1"], "from 0 to 64"),
            (&["assay", "bench", "--threads", "-2"], "from 1 to 256"),
        ] {
            let command = numbers::negatives_are_values(Cli::command());
            let fault = command.try_get_matches_from(words).unwrap_err().to_string();
            assert!(fault.contains(said), "{fault}");
            assert!(!fault.contains("-- -"), "{fault}");
        }
        let command = numbers::negatives_are_values(Cli::command());
        let words = ["assay", "plan", "s.toml", "--true-elo", "-5.5"];
        assert!(command.try_get_matches_from(words).is_ok());
    }
}
