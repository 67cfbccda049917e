//! The sandbox: bubblewrap with namespaces of its own, an empty network, a read-only system, and a folder in memory.
//!
//! Inside runs one script: it unpacks the project from standard input, runs `bash ./play.sh` with a time limit, and packs the
//! outputs to standard output. What a team's program does to that script it does to its own outputs only.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use laplace_process::{Finished, Limits, Outcome, run};

use crate::error::{Error, Result};

/// What a team's program may use.
#[derive(Clone, Debug)]
pub struct Options {
    /// The time of one `play.sh`.
    pub time: Duration,
    /// The memory of all its processes together in bytes.
    pub memory: u64,
    /// The bytes that it may write: the folder is in memory and counts beside [`Options::memory`].
    pub disk: u64,
    /// The number of processes that it may have at one time.
    pub processes: u32,
    /// More folders that it may read, for instance with compilers; their `bin` is on its PATH.
    pub tools: Vec<PathBuf>,
}

impl Default for Options {
    /// Ten minutes, 2 GiB of memory, 1 GiB of files, 256 processes.
    fn default() -> Self {
        Self {
            time: Duration::from_secs(600),
            memory: 2 << 30,
            disk: 1 << 30,
            processes: 256,
            tools: Vec::new(),
        }
    }
}

/// How programs are run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sandbox {
    /// In bubblewrap.
    Bubblewrap,
    /// Without protection, in a temporary folder.
    None,
}

/// The time for unpacking and packing beside the time of the program.
const GRACE: Duration = Duration::from_secs(60);
/// Maximum size of the packed outputs.
const MAX_OUTPUT: usize = 128 << 20;
/// The largest answer that the server takes.
pub(super) const MAX_ANSWER: u64 = 2 << 20;
/// The account without rights, which programs run as if the jury is root: root has no limit of processes.
const NOBODY: u32 = 65534;

/// The name of the file with the exit code of `play.sh` and the end of what it wrote.
pub(super) const STATUS: &str = "laplace-jury-status";

/// Unpacks, runs and packs. `$WORK` is the folder, `$ROOT` the project's root in it. Files are packed up to `$MAX_ANSWER`
/// bytes, one more than the server takes, so that a huge one is seen as such and not copied.
const SCRIPT: &str = r#"
cd "$WORK" && mkdir project out || exit 70
tar -C project -xf - 2>/dev/null
cd "project/$ROOT" || exit 71
ulimit -c 0
(
    ulimit -u "$PROCESSES" 2>/dev/null
    exec timeout --kill-after=2 "$SECONDS_LIMIT" bash ./play.sh
) </dev/null >"$WORK/log" 2>&1
code=$?
[ -z "$ALONE" ] || kill -9 -1 2>/dev/null
find . -type f \( -name 'q[1-5]*output-*' -o -name 'Tetris*.out' \) -print0 2>/dev/null | head -z -n 2000 |
    while IFS= read -r -d '' file; do
        mkdir -p "$WORK/out/$(dirname "$file")"
        head -c "$MAX_ANSWER" "$file" >"$WORK/out/$file"
    done
{ echo "$code"; tail -c 2000 "$WORK/log"; } >"$WORK/out/laplace-jury-status"
exec tar -C "$WORK/out" -cf - .
"#;

/// Whether this process is root.
pub fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}

impl Sandbox {
    /// The sandbox of this machine.
    ///
    /// # Errors
    ///
    /// bubblewrap is not installed or cannot create namespaces here.
    pub fn find(options: &Options) -> Result<Self> {
        let mut trial = bubblewrap(options);
        trial.args(["bash", "-c", "tar --version >/dev/null && timeout 1 true"]);
        let limits = Limits { time: Duration::from_secs(60), memory: None, output: 1 << 20 };
        let advice = "install bubblewrap, or insist with --without-sandbox, which runs the teams' programs with all \
                      your rights";
        let finished = run(&mut trial, b"", &limits, &mut || false)
            .map_err(|error| Error::Command(format!("bwrap cannot be started: {error}; {advice}")))?;
        match finished.outcome {
            Outcome::Exited(0) => Ok(Self::Bubblewrap),
            _ => Err(Error::Command(format!(
                "bwrap cannot make a sandbox here: {}; {advice}",
                finished.last_words
            ))),
        }
    }

    /// Runs `play.sh` of a project, which is a tar archive; the output is a tar archive too.
    pub(super) fn play(self, options: &Options, root: &str, project: &[u8]) -> Result<Finished> {
        let folder;
        let mut command = match self {
            Self::Bubblewrap => {
                let mut command = bubblewrap(options);
                set(&mut command, "WORK", "/work");
                set(&mut command, "ALONE", "yes");
                set(&mut command, "ROOT", root);
                set(&mut command, "PROCESSES", &options.processes.to_string());
                set(&mut command, "SECONDS_LIMIT", &options.time.as_secs_f64().to_string());
                set(&mut command, "MAX_ANSWER", &(MAX_ANSWER + 1).to_string());
                command.args(["bash", "-c", SCRIPT]);
                command
            }
            Self::None => {
                folder = Folder::new()?;
                let mut command = Command::new("bash");
                command.args(["-c", SCRIPT]).current_dir(&folder.0);
                command
                    .env("WORK", &folder.0)
                    .env("ALONE", "")
                    .env("ROOT", root)
                    .env("PROCESSES", "unlimited")
                    .env("SECONDS_LIMIT", options.time.as_secs_f64().to_string())
                    .env("MAX_ANSWER", (MAX_ANSWER + 1).to_string());
                command
            }
        };
        let limits = Limits { time: options.time + GRACE, memory: Some(options.memory), output: MAX_OUTPUT };
        run(&mut command, project, &limits, &mut || false)
            .map_err(|error| Error::Internal(format!("the program cannot be started: {error}")))
    }
}

fn set(command: &mut Command, name: &str, value: &str) {
    command.args(["--setenv", name, value]);
}

/// bubblewrap with everything but the variables of the script and the command.
fn bubblewrap(options: &Options) -> Command {
    let mut command = Command::new("bwrap");
    command.args(["--unshare-all", "--die-with-parent", "--new-session", "--cap-drop", "ALL", "--clearenv"]);
    command.args(["--hostname", "jury", "--ro-bind", "/usr", "/usr"]);
    // Directories on old systems, links into /usr on others.
    for name in ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"] {
        match std::fs::read_link(name) {
            Ok(target) => _ = command.arg("--symlink").arg(target).arg(name),
            Err(_) => _ = command.args(["--ro-bind-try", name, name]),
        }
    }
    // What programs of /usr read there: the linker, the names of alternatives, settings of Java and Python.
    let settings = std::fs::read_dir("/etc").into_iter().flatten().flatten();
    let settings = settings.filter_map(|entry| entry.file_name().into_string().ok());
    let is_needed = |name: &str| {
        matches!(name, "alternatives" | "ld.so.cache" | "ld.so.conf" | "ld.so.conf.d" | "localtime")
            || name.starts_with("java")
            || name.starts_with("python")
    };
    for name in settings.filter(|name| is_needed(name)) {
        command.args(["--ro-bind-try", &format!("/etc/{name}"), &format!("/etc/{name}")]);
    }
    let mut path = String::from("/usr/local/bin:/usr/bin:/bin");
    for folder in &options.tools {
        command.arg("--ro-bind").arg(folder).arg(folder);
        path += &format!(":{}", folder.join("bin").display());
    }
    command.args(["--proc", "/proc", "--dev", "/dev"]);
    command.args(["--size", &(64 << 20).to_string(), "--tmpfs", "/tmp"]);
    command.args(["--size", &options.disk.to_string(), "--tmpfs", "/work", "--chdir", "/work"]);
    for (name, value) in [("PATH", path.as_str()), ("HOME", "/work"), ("LANG", "C.UTF-8"), ("USER", "jury")] {
        set(&mut command, name, value);
    }
    #[cfg(unix)]
    if is_root() {
        std::os::unix::process::CommandExt::uid(&mut command, NOBODY);
        std::os::unix::process::CommandExt::gid(&mut command, NOBODY);
    }
    // A folder that the account without rights may enter.
    command.current_dir(Path::new("/"));
    command
}

/// A temporary folder, removed when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Result<Self> {
        static NUMBER: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let path = std::env::temp_dir().join(format!("laplace-jury-{}-{number}", std::process::id()));
        std::fs::create_dir(&path)
            .map_err(|error| Error::Internal(format!("{}: {error}", path.display())))?;
        Ok(Self(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed stays in the folder for temporary files.
        _ = std::fs::remove_dir_all(&self.0);
    }
}
