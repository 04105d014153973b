//! The assay program.

mod commands;
mod game_args;
mod problem;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use commands::{bench, games, moves, perft, play};

/// Weigh the rules and pieces of chess variants by self-play
#[derive(Parser, Debug)]
#[command(version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Bench(bench::BenchArgs),
    Games(games::GamesArgs),
    Moves(moves::MovesArgs),
    Perft(perft::PerftArgs),
    Play(play::PlayArgs),
}

fn main() -> ExitCode {
    let cli = Cli::parse();
    let done = match &cli.command {
        Command::Bench(args) => bench::run(args),
        Command::Games(args) => games::run(args),
        Command::Moves(args) => moves::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Play(args) => play::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("error: {problem}");
            problem.code()
        }
    }
}
