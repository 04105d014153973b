use std::path::PathBuf;

use clap::{Args, Command};
use clap_mangen::Man;

use crate::problem::Problem;

/// Print the manual page, or write those of all commands
#[derive(Args, Debug)]
pub(crate) struct ManArgs {
    /// Write a page a command into this directory instead
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// Prints or writes.
pub(crate) fn run(args: &ManArgs, program: Command) -> Result<(), Problem> {
    match &args.out {
        None => {
            let mut page = Vec::new();
            Man::new(program).render(&mut page)?;
            super::print(&page)
        }
        Some(dir) => {
            std::fs::create_dir_all(dir)?;
            clap_mangen::generate_to(program, dir)?;
            Ok(())
        }
    }
}
