//! The command line of the server.

use std::fs;
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::Command;

use laplace_arena::contest::Game;

use crate::database;
use crate::process::{Process, answer, connect};
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
