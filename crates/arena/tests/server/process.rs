//! The real server as a process of its own, and a client that says exactly what it is told.

use std::fs;
use std::io::{self, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// How long anything may take.
const PATIENCE: Duration = Duration::from_secs(60);

/// A server.
pub(crate) struct Process {
    child: Child,
    port: u16,
}

/// A port that nobody uses.
pub(crate) fn free_port() -> u16 {
    std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port()
}

impl Process {
    /// Starts a server on a database, in a folder; it answers when this returns.
    pub(crate) fn start(database: &str, port: u16, folder: &Path) -> Self {
        Self::with(database, port, folder, &[], Stdio::null())
    }

    /// The same with variables of the environment, and a place for what it says.
    pub(crate) fn with(
        database: &str,
        port: u16,
        folder: &Path,
        variables: &[(&str, &str)],
        said: Stdio,
    ) -> Self {
        let child = Command::new(env!("CARGO_BIN_EXE_laplace-arena"))
            .args(["--database", database, "--listen", &format!("127.0.0.1:{port}")])
            .current_dir(folder)
            .env("LAPLACE_LOG", "error")
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(said)
            .spawn()
            .unwrap();
        let process = Self { child, port };
        let end = Instant::now() + PATIENCE;
        while !get(port, "/healthz").is_ok_and(|(status, _)| status == 200) {
            assert!(Instant::now() < end, "the server does not answer");
            thread::sleep(Duration::from_millis(10));
        }
        process
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }

    /// The most memory that it ever used, in bytes.
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

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Connects.
pub(crate) fn connect(port: u16) -> io::Result<TcpStream> {
    let stream = TcpStream::connect(("127.0.0.1", port))?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    stream.set_nodelay(true)?;
    Ok(stream)
}

/// Reads an answer to its end, which no reset may spoil: the status and the whole text.
pub(crate) fn answer(stream: &mut TcpStream) -> io::Result<(u16, String)> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.get(9..12).and_then(|status| status.parse().ok());
    status.map(|status| (status, text)).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
}

/// Asks for a page.
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

/// Sends a file; what was answered.
pub(crate) fn send(port: u16, head: &str, body: &[u8]) -> io::Result<(u16, String)> {
    let mut stream = connect(port)?;
    stream.write_all(format!("{head}\r\n").as_bytes())?;
    stream.write_all(body)?;
    answer(&mut stream)
}
