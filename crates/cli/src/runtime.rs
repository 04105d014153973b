use std::future::Future;

use crate::problem::Problem;

/// Runs a command that waits for other programs.
pub(crate) fn block_on<T>(work: impl Future<Output = Result<T, Problem>>) -> Result<T, Problem> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .map_err(|e| Problem::Failure(format!("cannot start the runtime: {e}")))?;
    let done = runtime.block_on(work);
    // Games still being played at a second signal must not hold the program up.
    runtime.shutdown_background();
    done
}
