//! A program that is talked to a line at a time, and made an end of.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write as _};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use assay_search::Stop;

use super::UciSpec;

/// What is beyond so many bytes of a line is dropped.
const LONGEST_LINE: usize = 64 << 10;
/// More bytes than this for one answer are no thinking aloud any more.
const FLOOD: u64 = 32 << 20;
/// So many lines wait to be read before the program has to.
const WAITING_LINES: usize = 4096;
/// How much of what was said last is kept, of each of the two outputs.
const KEPT_LINES: usize = 20;
const KEPT_LENGTH: usize = 300;
/// How often a wait looks whether everything is to stop.
const TICK: Duration = Duration::from_millis(20);
/// How long a program may take to end when it is asked to.
const FAREWELL: Duration = Duration::from_millis(500);

/// A running program.
pub(super) struct Pipes {
    child: Child,
    /// `None` when there is nothing more to say.
    say: Option<Sender<String>>,
    heard: Receiver<Line>,
    bytes: Arc<AtomicU64>,
    out: Arc<Mutex<Tail>>,
    err: Arc<Mutex<Tail>>,
    /// Disconnected when the error output is read to its end.
    err_open: Receiver<()>,
}

/// A line as it came.
pub(super) struct Line {
    pub(super) text: String,
    pub(super) at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// The program ended or closed its output.
    Gone,
    /// The deadline is over.
    Late,
    /// Everything is to stop.
    Stopped,
    /// The program said more than [`FLOOD`], and in the end not what was waited for.
    Flood,
}

/// The last lines of an output.
#[derive(Default)]
struct Tail(VecDeque<String>);

impl Tail {
    fn push(tail: &Mutex<Tail>, line: &str) {
        if line.trim().is_empty() {
            return;
        }
        let mut lines = tail.lock().unwrap_or_else(PoisonError::into_inner);
        if lines.0.len() == KEPT_LINES {
            lines.0.pop_front();
        }
        lines.0.push_back(line.chars().take(KEPT_LENGTH).collect());
    }
}

impl Pipes {
    /// Starts the program, in a process group of its own so that a signal meant for us is not its business and that
    /// whatever it starts ends with it.
    pub(super) fn start(spec: &UciSpec) -> io::Result<Pipes> {
        let mut command = Command::new(spec.program());
        command
            .args(&spec.arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(folder) = &spec.folder {
            command.current_dir(folder);
        }
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let missing = || io::Error::other("a pipe is missing");
        let mut input = child.stdin.take().ok_or_else(missing)?;
        let output = child.stdout.take().ok_or_else(missing)?;
        let errors = child.stderr.take().ok_or_else(missing)?;

        // A program that does not listen must not hold us up: a thread of its own does the writing. None of the
        // threads is waited for; each ends with its pipe.
        let (say, to_say) = mpsc::channel::<String>();
        spawn("uci-in", move || {
            for line in to_say {
                // Whether the program is gone is seen at its output.
                if input.write_all(line.as_bytes()).is_err() || input.flush().is_err() {
                    return;
                }
            }
        })?;
        let (out, err) = (Arc::default(), Arc::default());
        let bytes = Arc::new(AtomicU64::new(0));
        let (tell, heard) = mpsc::sync_channel(WAITING_LINES);
        spawn("uci-out", {
            let (bytes, out) = (Arc::clone(&bytes), Arc::clone(&out));
            move || pass_on(output, &bytes, &out, &tell)
        })?;
        let (open, err_open) = mpsc::channel::<()>();
        spawn("uci-err", {
            let err = Arc::clone(&err);
            move || {
                let _open_until_the_end = open;
                let mut errors = BufReader::new(errors);
                while let Some(line) = read_line(&mut errors, &AtomicU64::new(0)) {
                    Tail::push(&err, &line);
                }
            }
        })?;
        Ok(Pipes {
            child,
            say: Some(say),
            heard,
            bytes,
            out,
            err,
            err_open,
        })
    }

    /// Says a line. Whether it is heard shows in the answer.
    pub(super) fn say(&self, line: &str) {
        if let Some(say) = &self.say {
            // The writing thread is gone only when the program does not read any more.
            let _unheard = say.send(format!("{line}\n"));
        }
    }

    /// The next line said before a deadline, even if we come late for it.
    pub(super) fn hear(&self, deadline: Instant, stop: &Stop) -> Result<Line, Silence> {
        loop {
            if self.bytes.load(Ordering::Relaxed) > FLOOD {
                return Err(Silence::Flood);
            }
            let left = deadline.saturating_duration_since(Instant::now());
            match self.heard.recv_timeout(left.min(TICK)) {
                Ok(line) if line.at > deadline => return Err(Silence::Late),
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(Silence::Gone),
                Err(RecvTimeoutError::Timeout) if stop.is_raised() => return Err(Silence::Stopped),
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Passes over what was said and not heard; the next answer may be as long as any.
    pub(super) fn pass_over(&self) {
        while self.heard.try_recv().is_ok() {}
        self.bytes.store(0, Ordering::Relaxed);
    }

    /// Makes an end of the program at once and tells how it ended by itself, if it did.
    pub(super) fn end(&mut self) -> Option<ExitStatus> {
        self.say = None;
        let by_itself = self.wait(FAREWELL);
        self.kill();
        // What it wrote last may still be on its way.
        let _closed_or_late = self.err_open.recv_timeout(FAREWELL);
        by_itself
    }

    /// The last lines of its output, then those of its error output.
    pub(super) fn last_words(&self) -> Vec<String> {
        let lines = |tail: &Mutex<Tail>| {
            let tail = tail.lock().unwrap_or_else(PoisonError::into_inner);
            tail.0.iter().cloned().collect::<Vec<_>>()
        };
        let mut all = lines(&self.out);
        all.extend(lines(&self.err).into_iter().map(|l| format!("stderr: {l}")));
        all
    }

    fn wait(&mut self, patience: Duration) -> Option<ExitStatus> {
        let deadline = Instant::now() + patience;
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
                Ok(None) | Err(_) => return None,
            }
        }
    }

    /// Kills the program and whatever it started, and reaps it.
    fn kill(&mut self) {
        #[cfg(unix)]
        {
            let group = rustix::process::Pid::from_child(&self.child);
            // Nothing is left of the group: all the better.
            let _gone = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        // Already ended: all the better.
        let _ended = self.child.kill();
        let _reaped = self.child.wait();
    }
}

/// Asks the program to leave, waits a little and makes an end of it.
impl Drop for Pipes {
    fn drop(&mut self) {
        if self.say.is_some() {
            self.say("quit");
            self.say = None;
            // A program that waits for its output to be read cannot leave before.
            self.pass_over();
            self.wait(FAREWELL);
            self.kill();
        }
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
        .map(drop)
}

/// Passes lines on until the program or the listener is gone.
fn pass_on(output: impl Read, bytes: &AtomicU64, tail: &Mutex<Tail>, tell: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    while let Some(text) = read_line(&mut output, bytes) {
        let at = Instant::now();
        Tail::push(tail, &text);
        if tell.send(Line { text, at }).is_err() {
            return;
        }
    }
}

/// The next line without its end, cut off at [`LONGEST_LINE`]. What is no UTF-8 is replaced.
fn read_line(output: &mut impl BufRead, bytes: &AtomicU64) -> Option<String> {
    let mut line = Vec::new();
    let mut any = false;
    loop {
        let part = match output.fill_buf() {
            Ok(part) => part,
            Err(fault) if fault.kind() == io::ErrorKind::Interrupted => continue,
            Err(_) => return None,
        };
        if part.is_empty() {
            return any.then(|| text(&line));
        }
        any = true;
        let end = part.iter().position(|&b| b == b'\n');
        let taken = end.unwrap_or(part.len());
        let room = LONGEST_LINE - line.len();
        line.extend_from_slice(&part[..taken.min(room)]);
        let used = taken + usize::from(end.is_some());
        output.consume(used);
        bytes.fetch_add(used as u64, Ordering::Relaxed);
        if end.is_some() {
            return Some(text(&line));
        }
    }
}

fn text(line: &[u8]) -> String {
    String::from_utf8_lossy(line).trim_end().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_cut_where_they_are_too_long_and_nowhere_else() {
        let mut given = b"one\r\n\n".to_vec();
        given.extend(vec![b'x'; 3 * LONGEST_LINE]);
        given.extend(b"\n\xff\xfe two\nthree");
        let bytes = AtomicU64::new(0);
        let mut output = BufReader::new(&given[..]);
        let lines: Vec<String> = std::iter::from_fn(|| read_line(&mut output, &bytes)).collect();
        assert_eq!(lines.len(), 5);
        assert_eq!((&*lines[0], &*lines[1]), ("one", ""));
        assert_eq!(lines[2].len(), LONGEST_LINE);
        assert!(lines[3].ends_with(" two"), "{}", lines[3]);
        assert_eq!(lines[4], "three");
        assert_eq!(bytes.into_inner(), given.len() as u64);
    }

    #[test]
    fn the_last_lines_are_kept() {
        let tail = Mutex::default();
        for n in 0..50 {
            Tail::push(&tail, &format!("{n} {}", "y".repeat(1000)));
            Tail::push(&tail, " ");
        }
        let lines = tail.into_inner().expect("unpoisoned").0;
        assert_eq!(lines.len(), KEPT_LINES);
        assert!(lines[0].starts_with("30 ") && lines[0].len() == KEPT_LENGTH);
    }
}
