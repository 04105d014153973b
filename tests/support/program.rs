use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The program under test: `ASSAY_BIN`, or else the one in the target directory of this test, brought up
/// to date first, so that a stale program cannot pass.
pub(crate) fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| match env::var_os("ASSAY_BIN") {
        Some(path) => path.into(),
        None => build(),
    })
}

fn build() -> PathBuf {
    let this = env::current_exe().expect("a test knows its own path");
    // target/PROFILE/deps/assay-1a2b3c
    let profile_dir = this.ancestors().nth(2).expect("a target directory");
    let target = profile_dir.parent().expect("a target directory");
    let profile = match profile_dir.file_name().and_then(OsStr::to_str) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let status = Command::new(cargo)
        .args(["build", "--quiet", "--package", "assay", "--bin", "assay"])
        .args(["--profile", profile])
        .arg("--manifest-path")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("../Cargo.toml"))
        .arg("--target-dir")
        .arg(target)
        .status()
        .expect("cargo runs");
    assert!(
        status.success(),
        "the program could not be built; build it with `cargo build` and set ASSAY_BIN to its path"
    );
    let path = profile_dir.join("assay");
    assert!(path.exists(), "there is no program at {}", path.display());
    path
}

/// A command of the program, in English, without colours, and deaf to the user's settings.
pub(crate) fn assay_command(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Command {
    let mut command = Command::new(program());
    command
        .args(args)
        .env("NO_COLOR", "1")
        .env_remove("ASSAY_LOG")
        .env_remove("ASSAY_COORDINATOR")
        .env_remove("ASSAY_OUTBOX")
        .stdin(Stdio::null());
    command
}

/// What a command came to.
#[derive(Debug)]
pub(crate) struct Done {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Done {
    /// Itself, if the command succeeded.
    #[track_caller]
    pub(crate) fn ok(self) -> Done {
        assert_eq!(self.code, Some(0), "{self:#?}");
        self
    }

    /// Itself, if the command failed with a code and its message has all these words.
    #[track_caller]
    pub(crate) fn failed(self, code: i32, words: &[&str]) -> Done {
        assert_eq!(self.code, Some(code), "{self:#?}");
        for word in words {
            assert!(self.stderr.contains(word), "no {word:?} in {}", self.stderr);
        }
        self
    }
}

/// Runs the program to its end.
pub(crate) fn assay(args: impl IntoIterator<Item = impl AsRef<OsStr>>) -> Done {
    let output = assay_command(args).output().expect("the program starts");
    Done {
        code: output.status.code(),
        stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}
