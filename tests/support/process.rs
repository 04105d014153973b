use std::fs::{self, File};
use std::io::{BufRead as _, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};

use super::{assay_command, until};

/// A process that is killed when the test is over, with its log in a file.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    log: PathBuf,
}

/// What a process can be sent.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Signal {
    Interrupt,
    Terminate,
}

impl Process {
    /// Starts a command; its standard error goes to `log`.
    pub(crate) fn start(mut command: Command, log: &Path) -> Process {
        let file = File::create(log).expect("a log file");
        let child = command.stderr(file).spawn().expect("the program starts");
        Process {
            child,
            log: log.to_owned(),
        }
    }

    /// What it has logged so far.
    pub(crate) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap_or_default()
    }

    /// Waits until it has logged something.
    #[track_caller]
    pub(crate) fn until_logged(&self, words: &str) {
        until(&format!("it logs {words:?}"), || {
            self.log().contains(words).then_some(())
        });
    }

    /// `kill -9`: no chance to say goodbye.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it ends");
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: Signal) {
        let name = match signal {
            Signal::Interrupt => "-INT",
            Signal::Terminate => "-TERM",
        };
        let id = self.child.id().to_string();
        let sent = Command::new("kill").args([name, &id]).status();
        assert!(sent.expect("kill runs").success());
    }

    /// Waits for its end.
    #[track_caller]
    pub(crate) fn end(&mut self) -> ExitStatus {
        until("the process ends", || {
            self.child.try_wait().expect("it can be waited for")
        })
    }

    /// Waits for its end, which must be good.
    #[track_caller]
    pub(crate) fn end_well(mut self) {
        let status = self.end();
        assert!(status.success(), "{status}: {}", self.log());
    }

    pub(crate) fn is_running(&mut self) -> bool {
        self.child
            .try_wait()
            .expect("it can be waited for")
            .is_none()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have ended already.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// A running coordinator.
#[derive(Debug)]
pub(crate) struct Coordinator {
    pub(crate) process: Process,
    /// Where it listens.
    pub(crate) address: String,
}

/// Starts a coordinator on a port (0 for any) with a database in `dir`, and waits until it listens.
pub(crate) fn coordinator(dir: &Path, port: u16, more: &[&str]) -> Coordinator {
    let mut command = assay_command(["coordinator", "--listen"]);
    command
        .arg(format!("127.0.0.1:{port}"))
        .arg("--store")
        .arg(dir.join("store.sqlite"))
        .args(more);
    started(command, dir)
}

/// Waits for the address that a starting coordinator prints.
fn started(mut command: Command, dir: &Path) -> Coordinator {
    command.stdout(Stdio::piped());
    let mut process = Process::start(command, &fresh_log(dir, "coordinator"));
    let stdout = process.child.stdout.take().expect("piped");
    let mut line = String::new();
    BufReader::new(stdout)
        .read_line(&mut line)
        .expect("it prints where it listens");
    let address = line
        .trim()
        .strip_prefix("listening on ")
        .unwrap_or_else(|| panic!("{line:?}: {}", process.log()));
    Coordinator {
        address: address.to_owned(),
        process,
    }
}

impl Coordinator {
    /// Starts one from a command that runs the program by other means.
    pub(crate) fn by(command: Command, dir: &Path) -> Coordinator {
        started(command, dir)
    }

    /// The port it has.
    pub(crate) fn port(&self) -> u16 {
        let (_, port) = self.address.rsplit_once(':').expect("an address");
        port.parse().expect("a port")
    }
}

/// A running worker.
#[derive(Debug)]
pub(crate) struct Worker {
    pub(crate) process: Process,
    pub(crate) outbox: PathBuf,
}

/// Starts a worker of a name with an outbox of its own in `dir`.
pub(crate) fn worker(dir: &Path, name: &str, address: &str, more: &[&str]) -> Worker {
    let outbox = dir.join(format!("{name}.outbox"));
    let mut command = assay_command(["worker", "--coordinator", address, "--name", name]);
    command
        .arg("--outbox")
        .arg(&outbox)
        .args(more)
        .stdout(Stdio::null());
    Worker {
        process: Process::start(command, &fresh_log(dir, name)),
        outbox,
    }
}

impl Worker {
    /// How many finished pairs wait in its outbox.
    pub(crate) fn waiting(&self) -> usize {
        let Ok(items) = fs::read_dir(&self.outbox) else {
            return 0;
        };
        let paths = items.filter_map(|item| Some(item.ok()?.path()));
        paths.filter(|path| is_finished_pair(path)).count()
    }
}

/// Whole files only, none that is being written.
fn is_finished_pair(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    path.extension().is_some_and(|e| e == "json") && !name.starts_with('.')
}

fn fresh_log(dir: &Path, name: &str) -> PathBuf {
    (0..100)
        .map(|n| dir.join(format!("{name}.{n}.log")))
        .find(|path| !path.exists())
        .expect("a test starts few processes")
}
