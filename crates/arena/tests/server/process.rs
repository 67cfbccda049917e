//! The real server as a process of its own, and a client that sends exactly the given bytes.

use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;

use crate::wait::{TIMEOUT, wait_for};

/// The program.
pub(crate) const PROGRAM: &str = env!("CARGO_BIN_EXE_laplace-arena");

/// A server.
pub(crate) struct Process {
    child: Child,
    port: u16,
    /// What it has written to standard error.
    log: Arc<Mutex<String>>,
}

impl Process {
    /// Starts a server on a database, in a folder, on a port that the system chooses; it answers when this
    /// returns.
    pub(crate) fn start(database: &str, folder: &Path) -> Self {
        Self::with(database, folder, &[])
    }

    /// The same with variables of the environment.
    pub(crate) fn with(database: &str, folder: &Path, variables: &[(&str, &str)]) -> Self {
        let mut command = Command::new(PROGRAM);
        command.args(["--database", database, "--listen", "127.0.0.1:0"]);
        Self::spawn(command.current_dir(folder).envs(variables.iter().copied()))
    }

    /// A server that a command starts, on a port that the system chooses; it answers when this returns.
    pub(crate) fn spawn(command: &mut Command) -> Self {
        let mut child = command
            .env("LAPLACE_LOG", "error")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let stderr = BufReader::new(child.stderr.take().unwrap());
        let log = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&log);
        thread::spawn(move || {
            for line in stderr.lines().map_while(Result::ok) {
                *written.lock().unwrap() += &format!("{line}\n");
            }
        });
        let mut process = Self { child, port: 0, log };
        process.port = wait_for("server that has chosen its port", || {
            let log = process.log();
            let address =
                log.split_once("serving http://127.0.0.1:").and_then(|(_, rest)| rest.split_once('/'));
            address.and_then(|(port, _)| port.parse().ok()).ok_or(log)
        });
        wait_for("server that answers", || match get(process.port, "/healthz") {
            Ok((200, _)) => Ok(()),
            other => Err(format!("{other:?}\n{}", process.log())),
        });
        process
    }

    /// What it has written to standard error up to now.
    pub(crate) fn log(&self) -> String {
        self.log.lock().unwrap().clone()
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }

    /// The number of the process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its peak memory in bytes.
    pub(crate) fn peak_memory(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.child.id())).unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        1024 * line.trim().trim_end_matches(" kB").parse::<u64>().unwrap()
    }

    /// Its port.
    pub(crate) const fn port(&self) -> u16 {
        self.port
    }
}

#[allow(clippy::print_stdout, reason = "the harness shows it only where the test fails")]
impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
        if thread::panicking() {
            println!("the server's log:\n{}", self.log());
        }
    }
}

/// Connects.
pub(crate) fn connect(port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads a response to its end, without a connection reset; returns the status and the whole text.
pub(crate) fn answer(stream: &mut TcpStream) -> io::Result<(u16, String)> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.get(9..12).and_then(|status| status.parse().ok());
    status.map(|status| (status, text)).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// Requests a page.
pub(crate) fn get(port: u16, path: &str) -> io::Result<(u16, String)> {
    let mut stream = connect(port)?;
    stream.write_all(format!("GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").as_bytes())?;
    answer(&mut stream)
}

/// The head of a request that sends a file, without the empty line at its end.
pub(crate) fn head(contest: &str, token: &str, file: &str, length: Option<usize>) -> String {
    let length =
        length.map_or("Transfer-Encoding: chunked".into(), |length| format!("Content-Length: {length}"));
    format!(
        "POST /api/contests/{contest}/submissions HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\nX-File-Name: {file}\r\n{length}\r\n"
    )
}

/// Sends a file and returns the response.
pub(crate) fn send(port: u16, head: &str, body: &[u8]) -> io::Result<(u16, String)> {
    let mut stream = connect(port)?;
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    stream.write_all(body)?;
    answer(&mut stream)
}
