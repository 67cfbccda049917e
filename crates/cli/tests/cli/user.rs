//! Runs the program as a user does, and shows all that the user sees.

use std::ffi::OsStr;
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::wait::wait_for;

/// Exit code, standard output and standard error, in one text.
pub(crate) fn laplace<S: AsRef<OsStr>>(args: &[S], stdin: &[u8], folder: &Path) -> String {
    let mut child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(args)
        .current_dir(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // A program that refuses its arguments never reads, and closes the pipe.
    _ = child.stdin.take().unwrap().write_all(stdin);
    let output = child.wait_with_output().unwrap();
    let mut seen = format!("exit code {}\n", output.status.code().unwrap());
    for (name, text) in [("stdout", &output.stdout), ("stderr", &output.stderr)] {
        if !text.is_empty() {
            _ = write!(seen, "----- {name}\n{}", String::from_utf8_lossy(text));
        }
    }
    seen
}

/// Sends a process what Ctrl-C sends.
pub(crate) fn interrupt(child: &Child) {
    let kill = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success());
}

/// A command that sleeps for hours and differs from that of any other test or test run on this machine.
pub(crate) fn unique_sleep() -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("sleep 9876.{:07}{:02}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed))
}

/// The commands that run now and contain this word.
pub(crate) fn running(word: &str) -> Vec<String> {
    let listed = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout);
    listed.lines().filter(|line| line.contains(word)).map(str::to_owned).collect()
}

/// Waits until no command that contains this word runs: a process that was killed may take a moment to end.
#[track_caller]
pub(crate) fn wait_until_gone(word: &str) {
    wait_for(&format!("end of every `{word}`"), || match running(word) {
        left if left.is_empty() => Ok(()),
        left => Err(left.join("\n")),
    });
}

/// A folder of its own for a test, empty, and removed when the test ends.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(name: &str) -> Self {
        // With the process's number, so that two runs of the tests do not meet.
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    pub(crate) fn put(&self, name: &str, text: impl AsRef<[u8]>) {
        std::fs::write(self.0.join(name), text).unwrap();
    }

    /// Puts an executable copy of a file here. Another process writes it: if this one did, a process that another test
    /// starts at that moment would inherit the open file, and a file that is open for writing cannot be executed.
    pub(crate) fn put_executable(&self, name: impl AsRef<Path>, from: impl AsRef<OsStr>) -> PathBuf {
        let path = self.0.join(name);
        let status = Command::new("install").args(["-m", "755"]).arg(from).arg(&path).status().unwrap();
        assert!(status.success(), "install {}: {status}", path.display());
        path
    }

    /// The names of everything in it, sorted.
    pub(crate) fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.0).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}
