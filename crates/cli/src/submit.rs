//! `laplace submit`: sends answers to a contest server and prints its verdicts.
//!
//! Everything is packed in memory and sent in one request. The request carries an idempotency key: sent again after
//! a broken connection, it counts once. Network errors, 5xx and 429 are retried for a while; every other status is
//! reported at once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::fs;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, Cursor, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use clap::Args;
use laplace_games::demon::format::{FileKind, FileName};
use serde_json::Value;
use ureq::tls::{Certificate, PemItem, RootCerts, TlsConfig, parse_pem};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::duration::Shown;
use crate::failure::Failure;
use crate::files::FileArg;
use crate::stop::seconds;

pub(crate) const HELP: &str = "\
Of a folder it takes the files named like answers: qN-output-K and Tetris-K.out. If it has none, its subfolders are \
searched, and theirs, down to the first level that has answers: in the root of a project that is outputs/. \
The token is on the team's page; it is better kept in LAPLACE_TOKEN than typed.

Exit codes:
  0  every file is right or played
  1  a file is wrong
  3  the server refused: 401 the token is wrong, 403 this account may not submit here, 404 no such contest
  4  no answer from the server, also after the retries

Example: export LAPLACE_TOKEN=...
         laplace submit http://127.0.0.1:8080/c/practice outputs
         laplace submit https://contest.example/c/finals q1-output-1 q2-output-1 --json";

/// The first pause between two tries; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
/// Upper limit on a pause, also on one that the server sent as Retry-After.
const MAX_PAUSE: Duration = Duration::from_secs(60);
/// Timeout of one try.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(120);

/// What to submit, and where.
#[derive(Debug, Args)]
pub(crate) struct Submit {
    /// The contest's page, like http://127.0.0.1:8080/c/practice
    url: String,
    /// Files, a folder, or one archive (.zip, .tar, .tar.gz, .tar.bz2, .tar.xz) [default: the folder you are in]
    files: Vec<PathBuf>,
    /// The team's token
    #[arg(long, env = "LAPLACE_TOKEN", hide_env_values = true)]
    token: Option<String>,
    /// A file of certificates (PEM) to trust in place of the well-known ones, for a server with its own
    #[arg(long, env = "LAPLACE_CA", value_name = "FILE")]
    ca: Option<PathBuf>,
    /// How long a request that failed is sent again, with longer and longer pauses
    #[arg(long, value_name = "SECONDS", default_value = "30", value_parser = seconds)]
    retry: f64,
    /// Send the request once
    #[arg(long, conflicts_with = "retry")]
    no_retry: bool,
    /// Print the server's response as JSON
    #[arg(long)]
    json: bool,
}

impl Submit {
    pub(crate) fn run(&self) -> Result<(), Failure> {
        let address = address(&self.url)
            .ok_or_else(|| Failure::Usage(format!("found `{}`, expected http://HOST/c/CONTEST", self.url)))?;
        let token = self.token.as_deref().map(str::trim).filter(|token| !token.is_empty());
        let token =
            token.ok_or_else(|| Failure::Usage("no token: give it with --token or LAPLACE_TOKEN".into()))?;
        let (name, body) = pack(&self.files)?;
        let response = self.send(&address, token, &name, &body)?;
        let text = if self.json { format!("{response}\n") } else { table(&response) };
        FileArg::Stdio.write(text.as_bytes())?;
        let wrong = files(&response).any(|file| text_of(file, "outcome") == "wrong");
        if wrong { Err(Failure::Wrong) } else { Ok(()) }
    }

    fn agent(&self) -> Result<ureq::Agent, Failure> {
        let mut config =
            ureq::Agent::config_builder().timeout_global(Some(REQUEST_TIMEOUT)).http_status_as_error(false);
        if let Some(path) = &self.ca {
            let tls = TlsConfig::builder().root_certs(RootCerts::Specific(certificates(path)?.into()));
            config = config.tls_config(tls.build());
        }
        Ok(config.max_redirects(0).build().into())
    }

    fn send(&self, address: &str, token: &str, name: &str, body: &[u8]) -> Result<Value, Failure> {
        let place = FileArg::Path(self.url.clone().into());
        let key = format!("{:016x}{:016x}", random(), random());
        let agent = self.agent()?;
        let mut wait = FIRST_PAUSE;
        let retry = if self.no_retry { 0.0 } else { self.retry };
        let began = Instant::now();
        loop {
            let request = agent
                .post(address)
                .header("authorization", format!("Bearer {token}"))
                .header("content-type", "application/octet-stream")
                .header("x-file-name", name)
                .header("idempotency-key", &key);
            let problem = match read_response(request.send(body)) {
                Attempt::Done(response) => return Ok(response),
                Attempt::Refused(why) => return Err(Failure::text(&place, why)),
                Attempt::Again(problem) => problem,
            };
            let pause = problem.wait.unwrap_or(wait).min(MAX_PAUSE);
            if (began.elapsed() + pause).as_secs_f64() > retry {
                return Err(Failure::system(&place, "submit", io::Error::other(problem.why)));
            }
            print_message(&format!("{}; retrying in {}", problem.why, Shown::from(pause)));
            thread::sleep(pause);
            wait *= 2;
        }
    }
}

fn certificates(path: &Path) -> Result<Vec<Certificate<'static>>, Failure> {
    let place = FileArg::Path(path.to_owned());
    let text = place.read()?;
    let certificates: Vec<_> = parse_pem(&text)
        .filter_map(|item| match item {
            Ok(PemItem::Certificate(certificate)) => Some(certificate),
            _ => None,
        })
        .collect();
    if certificates.is_empty() {
        return Err(Failure::text(&place, "found no certificate, expected PEM"));
    }
    Ok(certificates)
}

#[allow(clippy::print_stderr, reason = "messages go to standard error")]
fn print_message(text: &str) {
    eprintln!("laplace: {text}");
}

/// A number that differs from run to run; it need not be secret.
fn random() -> u64 {
    RandomState::new().hash_one(0)
}

/// The result of one try.
enum Attempt {
    Done(Value),
    Refused(String),
    Again(Problem),
}

/// An error that a later try may not meet.
struct Problem {
    why: String,
    /// The pause that the server requested with Retry-After.
    wait: Option<Duration>,
}

fn read_response(sent: Result<ureq::http::Response<ureq::Body>, ureq::Error>) -> Attempt {
    let mut response = match sent {
        Ok(response) => response,
        Err(error @ (ureq::Error::BadUri(_) | ureq::Error::Http(_))) => {
            return Attempt::Refused(error.to_string());
        }
        // TLS reports an untrusted certificate like this; trying again would not help.
        Err(ureq::Error::Io(error)) if error.kind() == io::ErrorKind::InvalidData => {
            return Attempt::Refused(format!("{error}; give the server's own certificate with --ca"));
        }
        Err(error) => return Attempt::Again(Problem { why: error.to_string(), wait: None }),
    };
    let status = response.status();
    let header = |name| response.headers().get(name).and_then(|value| value.to_str().ok());
    let seconds = header("retry-after").and_then(|value| value.parse().ok());
    let redirect = header("location").filter(|_| status.is_redirection()).map(str::to_owned);
    let text = match response.body_mut().read_to_string() {
        Ok(text) => text,
        Err(error) => return Attempt::Again(Problem { why: error.to_string(), wait: None }),
    };
    let body: Option<Value> = serde_json::from_str(&text).ok();
    if status.is_success() {
        return body.map_or_else(
            || Attempt::Refused("the response is not JSON: is this the address of a contest?".into()),
            Attempt::Done,
        );
    }
    if let Some(redirect) = redirect {
        // Not followed: the token is for the address on the command line.
        return Attempt::Refused(format!("{status}: the server redirects to {redirect}"));
    }
    let message = body.as_ref().map(|body| text_of(body, "message")).filter(|message| !message.is_empty());
    let hint = match status.as_u16() {
        401 => " (the token comes from --token or LAPLACE_TOKEN)",
        404 => " (is this the address of the contest's page?)",
        _ => "",
    };
    let why = format!("{status}: {}{hint}", message.unwrap_or("no message from the server"));
    if status.is_server_error() || status.as_u16() == 429 {
        return Attempt::Again(Problem { why, wait: seconds.map(Duration::from_secs) });
    }
    Attempt::Refused(why)
}

/// The address for submissions, from the address of the contest's page or of its API.
fn address(url: &str) -> Option<String> {
    let (scheme, rest) = url.split_once("://")?;
    let (host, path) = rest.split_once('/')?;
    if !matches!(scheme, "http" | "https") || host.is_empty() {
        return None;
    }
    let path = path.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    // A server may be mounted under a path: what comes before belongs to it.
    let place = parts.windows(2).position(|pair| matches!(pair, ["c", _] | ["contests", _]))?;
    let contest = parts.get(place + 1)?;
    let before: Vec<&str> = parts.iter().take(place).copied().filter(|part| *part != "api").collect();
    let base: String = before.iter().map(|part| format!("/{part}")).collect();
    Some(format!("{scheme}://{host}{base}/api/contests/{contest}/submissions"))
}

/// The name and the bytes to send: one archive as it is, otherwise a zip of the answers.
fn pack(paths: &[PathBuf]) -> Result<(String, Vec<u8>), Failure> {
    if let [path] = paths
        && is_archive(path)
    {
        let place = FileArg::Path(path.clone());
        return Ok((place.file_name().unwrap_or("answers.zip".into()).into_owned(), place.read()?));
    }
    let mut found = BTreeMap::new();
    let here = [PathBuf::from(".")];
    for path in if paths.is_empty() { &here } else { paths } {
        let inside = if path.is_dir() { answers_under(path)? } else { vec![path.clone()] };
        for path in inside {
            let place = FileArg::Path(path);
            let Some(name) = place.file_name().map(Cow::into_owned) else {
                return Err(Failure::Usage(format!("{place}: not a file name")));
            };
            if found.insert(name, place.read()?).is_some() {
                let advice = "name the folder to submit";
                return Err(Failure::Usage(format!("{place}: there are two files of this name; {advice}")));
            }
        }
    }
    if found.is_empty() {
        return Err(Failure::Usage(
            "found no files named qN-output-K or Tetris-K.out, also in subfolders".into(),
        ));
    }
    let archive = zip(&found).map_err(|error| Failure::Usage(format!("the archive: {error}")))?;
    Ok(("answers.zip".into(), archive))
}

/// How names of archives end that the server reads.
const ARCHIVES: [&str; 8] = [".zip", ".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz"];

fn is_archive(path: &Path) -> bool {
    let name = path.file_name().map(OsStr::to_string_lossy).unwrap_or_default();
    path.is_file() && has_archive_name(&name)
}

fn has_archive_name(name: &str) -> bool {
    ARCHIVES.iter().any(|end| name.to_ascii_lowercase().ends_with(end))
}

/// Subfolders are searched down to this many levels.
const MAX_DEPTH: usize = 8;

/// The answers in a folder or, if it has none, in its subfolders: those of the first level that has any. Reports where
/// they were found. Hidden folders and links to folders are left out.
fn answers_under(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let mut level = vec![folder.to_owned()];
    for _ in 0..=MAX_DEPTH {
        let mut answers = Vec::new();
        let mut below = Vec::new();
        for folder in &level {
            let (files, folders) = entries(folder)?;
            if !files.is_empty() {
                let plural = if files.len() == 1 { "" } else { "s" };
                print_message(&format!("{} answer{plural} in {}", files.len(), folder.display()));
            }
            answers.extend(files);
            below.extend(folders);
        }
        if !answers.is_empty() || below.is_empty() {
            return Ok(answers);
        }
        level = below;
    }
    Ok(Vec::new())
}

/// The answers and the folders in a folder, both sorted.
fn entries(folder: &Path) -> Result<(Vec<PathBuf>, Vec<PathBuf>), Failure> {
    let failed = |error| Failure::system(&FileArg::Path(folder.to_owned()), "read", error);
    let mut answers = Vec::new();
    let mut folders = Vec::new();
    for entry in fs::read_dir(folder).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let path = entry.path();
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        if is_answer(name) && path.is_file() {
            answers.push(path);
        } else if !name.starts_with('.') && entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            folders.push(path);
        }
    }
    answers.sort();
    folders.sort();
    Ok((answers, folders))
}

fn is_answer(name: &str) -> bool {
    let demon = name.parse::<FileName>().is_ok_and(|name| name.kind == FileKind::Output);
    demon || name == "Tetris.out" || (name.starts_with("Tetris-") && name.ends_with(".out"))
}

fn zip(files: &BTreeMap<String, Vec<u8>>) -> Result<Vec<u8>, zip::result::ZipError> {
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, content) in files {
        archive.start_file(name, SimpleFileOptions::default())?;
        archive.write_all(content)?;
    }
    Ok(archive.finish()?.into_inner())
}

fn files(response: &Value) -> impl Iterator<Item = &Value> {
    response.get("files").and_then(Value::as_array).into_iter().flatten()
}

fn text_of<'a>(object: &'a Value, name: &str) -> &'a str {
    object.get(name).and_then(Value::as_str).unwrap_or_default()
}

fn table(response: &Value) -> String {
    let mut text = format!("submission {}\n", text_of(response, "id"));
    let width = files(response).map(|file| text_of(file, "name").len()).max().unwrap_or(0);
    for file in files(response) {
        let number = |name: &str| file.get(name).and_then(Value::as_f64).unwrap_or(0.0);
        let name = text_of(file, "name");
        let outcome = text_of(file, "outcome");
        _ = write!(text, "{name:<width$}  {outcome:<6}");
        // An earlier server knows the plain bound only.
        let bound = |name: &'static str| {
            Some((name, file.pointer(&format!("/bounds/{name}")).and_then(Value::as_u64)?))
        };
        match bound("tight").or_else(|| bound("plain")) {
            _ if outcome == "wrong" || number("bound") == 0.0 => {}
            Some((name, bound)) => _ = write!(text, "  score {}, {name} bound {bound}", number("score")),
            None => _ = write!(text, "  score {} of at most {}", number("score"), number("bound")),
        }
        if number("points") > 0.0 {
            _ = write!(text, "  {} points", number("points"));
        }
        let detail = text_of(file, "detail");
        let gap = if detail.is_empty() { "" } else { "  " };
        _ = writeln!(text, "{gap}{detail}");
    }
    for name in response.get("unknown").and_then(Value::as_array).into_iter().flatten() {
        _ = writeln!(
            text,
            "{}: not an answer to an input of this contest",
            name.as_str().unwrap_or_default()
        );
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{address, has_archive_name, is_answer};

    #[test]
    fn every_archive_that_the_server_reads_is_sent_as_it_is() {
        for name in
            ["a.zip", "A.ZIP", "a.tar", "a.tar.gz", "a.tgz", "a.tar.bz2", "a.tbz2", "a.tar.xz", "a.txz"]
        {
            assert!(has_archive_name(name), "{name}");
        }
        for name in ["q1-output-1", "Tetris-1.out", "zip", "a.gz", "a.7z"] {
            assert!(!has_archive_name(name), "{name}");
        }
    }

    #[test]
    fn the_page_and_the_api_lead_to_the_same_place() {
        let place = "http://h:1/api/contests/a/submissions";
        for url in ["http://h:1/c/a", "http://h:1/c/a/board?x=1", "http://h:1/api/contests/a", place] {
            assert_eq!(address(url).as_deref(), Some(place), "{url}");
        }
        let under = address("https://h/arena/c/a");
        assert_eq!(under.as_deref(), Some("https://h/arena/api/contests/a/submissions"));
        for url in ["h/c/a", "ftp://h/c/a", "http://h", "http://h/c", "http:///c/a"] {
            assert_eq!(address(url), None, "{url}");
        }
    }

    #[test]
    fn answers_are_known_by_their_names() {
        assert!(is_answer("q1-output-73") && is_answer("Tetris-1.out") && is_answer("Tetris.out"));
        assert!(!is_answer("q1-input-73") && !is_answer("Tetris-1.in") && !is_answer("notes.txt"));
    }
}
