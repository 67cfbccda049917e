//! The command line of the server.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use laplace_arena::contest::Game;

use crate::database;
use crate::process::{PROGRAM, Process, answer, connect};
use crate::test_server::TestServer;
use crate::wait::wait_for;

#[test]
fn a_command_does_not_create_a_database_with_a_mistyped_name() {
    let file = database::sqlite();
    for command in ["contests", "backup nowhere", "export practice nowhere.zip", "freeze practice"] {
        let words = command.split(' ');
        let run = Command::new(env!("CARGO_BIN_EXE_laplace-arena"))
            .args(words)
            .args(["--database", &file])
            .output()
            .unwrap();
        let reply = String::from_utf8(run.stderr).unwrap();
        assert!(!run.status.success(), "{command}");
        assert!(reply.contains("there is no database"), "{command}: {reply}");
        assert!(!std::path::Path::new(&file).exists(), "{command} made {file}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_command_names_the_contest_that_is_not_there() {
    let file = database::sqlite();
    TestServer::new(&file).await.contest("finals", Game::Demon, 1).await;
    for command in ["export final nowhere.zip", "freeze final", "extend final ada 5", "messages final"] {
        let run =
            Command::new(PROGRAM).args(command.split(' ')).args(["--database", &file]).output().unwrap();
        let reply = String::from_utf8(run.stderr).unwrap();
        assert_eq!(run.status.code(), Some(1), "{command}: {reply}");
        assert!(reply.contains("there is no contest `final`"), "{command}: {reply}");
    }
}

/// A new temporary folder.
fn folder() -> PathBuf {
    let folder = PathBuf::from(database::sqlite()).with_extension("folder");
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Sends a request with a token and returns the whole response.
fn ask(port: u16, method: &str, path: &str, host: &str, token: &str) -> String {
    let mut stream = connect(port).unwrap();
    let request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\nContent-Length: 0\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).unwrap();
    answer(&mut stream).unwrap().1
}

#[tokio::test(flavor = "multi_thread")]
async fn links_use_the_host_of_the_request_or_the_public_url() {
    let folder = folder();
    let database = folder.join("arena.db").display().to_string();
    let server = TestServer::new(&database).await;
    server.contest("demo", Game::Demon, 1).await;
    let (_, boss) = server.account("", "Boss").await;
    let (_, ada) = server.account("demo", "Ada").await;
    tokio::task::block_in_place(|| {
        let server = Process::start(&database, &folder);
        let path = "/api/contests/demo/invites";
        let invited = ask(server.port(), "POST", path, "class.example:8080", &boss);
        assert!(invited.contains("\"http://class.example:8080/join/"), "{invited}");
        let token = ask(server.port(), "POST", "/account/token", "class.example:8080", &ada);
        assert!(token.contains("laplace submit http://class.example:8080/c/demo"), "{token}");
    });
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn the_first_token_is_written_to_the_token_file() {
    let folder = folder();
    let (database, token) = (folder.join("arena.db"), folder.join("token"));
    fs::write(&token, "older than this database").unwrap();
    let variables = [("LAPLACE_TOKEN_FILE", token.to_str().unwrap()), ("LAPLACE_BEHIND_PROXY", "1")];
    let server = Process::with(database.to_str().unwrap(), &folder, &variables);
    assert_eq!(fs::metadata(&token).unwrap().permissions().mode() & 0o777, 0o600);
    let token = fs::read_to_string(token).unwrap();
    assert!(ask(server.port(), "GET", "/organise", "a", token.trim()).starts_with("HTTP/1.1 200"), "{token}");
    let log = wait_for("line about the token", || match server.log() {
        log if log.contains("organiser's token: in ") => Ok(log),
        log => Err(log),
    });
    assert!(!log.contains(token.trim()), "{log}");
    drop(server);
    fs::remove_dir_all(folder).unwrap();
}

#[tokio::test(flavor = "multi_thread")]
async fn two_servers_can_start_on_one_empty_database() {
    for _ in 0..3 {
        let (database, folder) = (database::postgres().await, folder());
        tokio::task::block_in_place(|| {
            std::thread::scope(|scope| {
                let start = || Process::start(&database, &folder);
                let both = [scope.spawn(start), scope.spawn(start)];
                _ = both.map(|server| server.join().unwrap());
            });
        });
        fs::remove_dir_all(folder).unwrap();
    }
}

fn run(arguments: &[&str]) -> (bool, String) {
    let run = Command::new(PROGRAM).args(arguments).output().unwrap();
    (run.status.success(), String::from_utf8(run.stderr).unwrap())
}

#[test]
fn a_database_that_cannot_be_opened_is_reported_once_with_its_name_and_the_reason() {
    let folder = folder();
    let text = folder.join("notes.txt");
    fs::write(&text, "these are notes and no database\n".repeat(100)).unwrap();
    let missing = folder.join("missing/arena.db");
    for (database, reason) in [
        (text.display().to_string(), "file is not a database"),
        (folder.display().to_string(), "unable to open database file"),
        (missing.display().to_string(), "No such file or directory"),
        ("/proc/arena.db".to_owned(), "No such file or directory"),
        ("postgres://ada:secret@127.0.0.1:1/arena".to_owned(), "Connection refused"),
    ] {
        let (success, reply) = run(&["--database", &database, "--listen", "127.0.0.1:0"]);
        let name = if database.starts_with("postgres") { "127.0.0.1:1" } else { &database };
        assert!(!success && reply.contains(name) && reply.contains(reason), "{database}: {reply}");
        assert_eq!(reply.lines().count(), 1, "{reply}");
        assert!(!reply.contains("secret"), "{reply}");
    }
}

#[tokio::test]
async fn the_database_backups_and_exports_are_for_their_owner_only() {
    let folder = folder();
    let path = |name: &str| folder.join(name).display().to_string();
    let mode = |path: &str| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let database = path("arena.db");
    let server = TestServer::new(&database).await;
    server.contest("demo", Game::Demon, 1).await;
    for end in ["", "-wal", "-shm"] {
        assert_eq!(mode(&format!("{database}{end}")), 0o600, "{end}");
    }
    let backup = path("arena.backup.gz");
    // An older file of this name that everybody can read does not make the new one readable.
    fs::write(&backup, "old").unwrap();
    let (success, reply) = run(&["--database", &database, "backup", &backup]);
    assert!(!success && reply.contains("exists already: --force replaces it"), "{reply}");
    assert_eq!(fs::read(&backup).unwrap(), b"old");
    assert!(run(&["--database", &database, "backup", &backup, "--force"]).0);
    assert_eq!(mode(&backup), 0o600);
    assert!(run(&["--database", &database, "export", "demo", &path("demo.zip")]).0);
    assert_eq!(mode(&path("demo.zip")), 0o600);
    assert!(run(&["--database", &database, "export", "demo", &path("demo")]).0);
    assert_eq!((mode(&path("demo")), mode(&path("demo/results.csv"))), (0o700, 0o600));
    // A database of an earlier version.
    fs::set_permissions(&database, fs::Permissions::from_mode(0o664)).unwrap();
    assert!(run(&["--database", &database, "contests"]).0);
    assert_eq!(mode(&database), 0o660, "others lose their access, the group does not");
}

#[tokio::test]
async fn a_backup_does_not_replace_what_is_not_a_regular_file() {
    let folder = folder();
    let database = folder.join("arena.db").display().to_string();
    TestServer::new(&database).await.state.store.close().await;
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [&pipe, &folder] {
        let (success, reply) = run(&["--database", &database, "backup", &path.display().to_string()]);
        assert!(!success && reply.contains("not a regular file"), "{reply}");
    }
    assert!(fs::metadata(&pipe).is_ok_and(|data| !data.is_file()), "the pipe is still there");
    let (link, kept) = (folder.join("link.gz"), folder.join("kept.gz"));
    fs::write(&kept, "old").unwrap();
    std::os::unix::fs::symlink(&kept, &link).unwrap();
    assert!(run(&["--database", &database, "backup", &link.display().to_string(), "--force"]).0);
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::read(&kept).unwrap() != b"old");
}
