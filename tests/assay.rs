//! Whole-program tests: the built program, real processes, real connections, real files.
//!
//! | module | what it holds |
//! |---|---|
//! | `determinism` | the same study gives the same games, however many play it |
//! | `faults` | processes killed in the middle lose nothing and count nothing twice |
//! | `resume` | a stopped run goes on where it stopped |
//! | `stopping` | studies that stop early, at the same pair however they are played |
//! | `tuning` | numbers tuned through the same leases, whoever is killed meanwhile |
//! | `commands` | submit, status, pause, resume, cancel, watch, report, completions, man |
//! | `bad_input` | what is wrong gets a clear answer |
//! | `layering` | edges between crates, purity, the top level |
//! | `drawing` | boards drawn, and what is said when they cannot be |
//! | `disk` | full disks and databases that are not ours |
//! | `rules_commands` | games, moves and perft as a script sees them |
//! | `tutorial` | the files and commands of the tutorial in `configs/README.md`, run as they stand |
//! | `uci` | the engine driven over UCI |
//! | `outside` | the program as an external engine |

mod bad_input;
mod commands;
mod determinism;
mod disk;
mod drawing;
mod faults;
mod layering;
mod outside;
mod players;
mod resume;
mod rounds;
mod rules_commands;
mod stopping;
mod support;
mod tuning;
mod tutorial;
mod uci;
