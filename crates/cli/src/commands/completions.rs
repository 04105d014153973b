use clap::{Args, Command};
use clap_complete::Shell;

use crate::problem::Problem;

/// Print completions for a shell
#[derive(Args, Debug)]
pub(crate) struct CompletionsArgs {
    /// The shell
    shell: Shell,
}

/// Prints the script.
pub(crate) fn run(args: &CompletionsArgs, mut program: Command) -> Result<(), Problem> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut program, "assay", &mut script);
    super::print(&script)
}
