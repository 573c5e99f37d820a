//! One run of the program: `run("menu page.html").stdin("…").code(0).stdout("…")`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The root of the repository.
pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .canonicalize()
        .unwrap()
}

/// Runs `tamis` with these words as arguments, in the repository's root.
pub(crate) fn run(arguments: &str) -> Run {
    Run::new(arguments.split_whitespace())
}

/// A run that is being put together.
pub(crate) struct Run {
    command: Command,
    stdin: Vec<u8>,
}

/// What a run left.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Run {
    pub(crate) fn new<'a>(arguments: impl IntoIterator<Item = &'a str>) -> Run {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tamis"));
        command.args(arguments).current_dir(root());
        // Whoever runs the tests may have filters of their own.
        command.env("TAMIS_FILTERS", "no/such/filters");
        Run {
            command,
            stdin: Vec::new(),
        }
    }

    /// Adds one argument.
    pub(crate) fn arg(mut self, argument: impl AsRef<std::ffi::OsStr>) -> Run {
        self.command.arg(argument);
        self
    }

    pub(crate) fn dir(mut self, dir: &Path) -> Run {
        self.command.current_dir(dir);
        self
    }

    pub(crate) fn stdin(mut self, bytes: impl Into<Vec<u8>>) -> Run {
        self.stdin = bytes.into();
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Run {
        self.command.env(name, value);
        self
    }

    /// Runs it and expects this exit code.
    #[track_caller]
    pub(crate) fn code(mut self, expected: i32) -> Ran {
        self.command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = self.command.spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        let bytes = std::mem::take(&mut self.stdin);
        // A program that does not read its input closes the pipe: no matter.
        let writer = std::thread::spawn(move || drop(stdin.write_all(&bytes)));
        let output = child.wait_with_output().unwrap();
        writer.join().unwrap();
        let ran = Ran {
            code: output.status.code().unwrap_or(-1),
            stdout: String::from_utf8(output.stdout).unwrap(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        };
        assert_eq!(ran.code, expected, "{ran:#?}");
        ran
    }
}

impl Ran {
    /// Expects exactly this on standard output.
    #[track_caller]
    pub(crate) fn stdout(self, expected: &str) -> Ran {
        assert_eq!(self.stdout, expected);
        self
    }

    /// Expects these words somewhere on standard error.
    #[track_caller]
    pub(crate) fn tells(self, words: &str) -> Ran {
        assert!(
            self.stderr.contains(words),
            "`{words}` is not in:\n{}",
            self.stderr
        );
        self
    }
}
