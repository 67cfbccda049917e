//! A server program under measurement: its commands, its process and its memory.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::Duration;

use crate::client::Client;

/// A database with a contest and its teams.
pub(crate) struct Prepared {
    program: PathBuf,
    database: String,
    /// The token of each team.
    pub(crate) tokens: Vec<String>,
}

impl Prepared {
    /// Creates the contest `load` with these inputs for each question, and its teams; without a database in a file of
    /// SQLite in the folder.
    pub(crate) fn new(
        program: &Path,
        folder: &Path,
        database: Option<&str>,
        seed: u64,
        inputs: u32,
        teams: usize,
    ) -> Self {
        fs::create_dir_all(folder).unwrap();
        let file = folder.join("arena.db").display().to_string();
        let database = database.map_or(file, str::to_owned);
        let seed = seed.to_string();
        let inputs = inputs.to_string();
        command(
            program,
            &database,
            &["new", "demon", "--id", "load", "--seed", &seed, "--inputs", &inputs, "--feedback", "full"],
        );
        let list = folder.join("teams.csv");
        let names: String =
            (0..teams).map(|number| format!("Team number {number},team-{number}\n")).collect();
        fs::write(&list, names).unwrap();
        let secrets = command(program, &database, &["teams", "load", &list.display().to_string()]);
        let tokens = secrets.lines().skip(1).filter_map(|line| line.rsplit(',').next());
        let tokens: Vec<String> = tokens.map(|token| token.trim().to_owned()).collect();
        assert_eq!(tokens.len(), teams, "{secrets}");
        Self { program: program.into(), database, tokens }
    }

    /// A server on a copy of the database; on PostgreSQL on the database itself.
    pub(crate) fn serve_copy(&self, folder: &Path) -> Server {
        if self.database.starts_with("postgres") {
            return self.serve();
        }
        fs::create_dir_all(folder).unwrap();
        let copy = folder.join("copy.db").display().to_string();
        _ = fs::remove_file(format!("{copy}-shm"));
        fs::copy(&self.database, &copy).unwrap();
        // A command may leave what it stored in the write-ahead log.
        if fs::copy(format!("{}-wal", self.database), format!("{copy}-wal")).is_err() {
            _ = fs::remove_file(format!("{copy}-wal"));
        }
        Server::start(&self.program, &copy)
    }

    /// A server on the database itself.
    pub(crate) fn serve(&self) -> Server {
        Server::start(&self.program, &self.database)
    }
}

/// Runs a command of the program; what it printed.
fn command(program: &Path, database: &str, words: &[&str]) -> String {
    let output = Command::new(program).arg("--database").arg(database).args(words).output().unwrap();
    assert!(output.status.success(), "{words:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// A server as a process; it gets SIGTERM when this is dropped.
pub(crate) struct Server {
    child: Child,
    pub(crate) port: u16,
}

impl Server {
    fn start(program: &Path, database: &str) -> Self {
        let mut child = Command::new(program)
            .arg("--database")
            .arg(database)
            .args(["--listen", "127.0.0.1:0", "--upload-burst", "100000"])
            .env("LAPLACE_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines().map_while(Result::ok);
        let port = lines.find_map(|line| {
            let (_, rest) = line.split_once("serving http://127.0.0.1:")?;
            rest.trim_end_matches('/').parse().ok()
        });
        // The pipe must be read on, or the server could block on a message.
        thread::spawn(move || lines.for_each(drop));
        let port = port.expect("the server logs the address that it serves");
        while Client::connect(port).is_err() {
            thread::sleep(Duration::from_millis(20));
        }
        Self { child, port }
    }

    /// Its memory in MiB: at most (`VmHWM`), or now (`VmRSS`).
    pub(crate) fn memory(&self, which: &str) -> f64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix(which)).unwrap();
        line.trim_matches(|char: char| !char.is_ascii_digit()).parse::<f64>().unwrap() / 1024.0
    }

    /// The processor time that it has used, in seconds.
    pub(crate) fn processor_time(&self) -> f64 {
        let stat = fs::read_to_string(format!("/proc/{}/stat", self.child.id())).unwrap();
        // The name may have blanks; what follows it has none.
        let fields = stat.rsplit(") ").next().unwrap().split(' ');
        let ticks: f64 = fields.skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap()).sum();
        ticks / 100.0
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = Command::new("kill").arg(self.child.id().to_string()).status();
        _ = self.child.wait();
    }
}
