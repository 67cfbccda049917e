//! `laplace-arena jury` on archives of honest teams and of others, with the real program in the real sandbox.

use std::fs;
use std::io::Write;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use laplace_arena::jury::{Options, Sandbox};
use laplace_games::demon::questions::answer_q1;
use serde_json::{Value, json};

use crate::bad::{self, Entry, Lies};
use crate::database;

/// A game that scores nothing, and another one.
const GAME: &str = "231\n1 0 0\n";
const SEED: &str = "231\n";

fn right() -> String {
    answer_q1(SEED.as_bytes()).unwrap()
}

/// A play.sh that writes the right outputs, from files of other names, and does something before.
fn honest(before: &str) -> Vec<Entry> {
    let script = format!(
        "set -e\ntest \"$(cat inputs/q1-input-1)\" = 231\n{before}\nmkdir -p outputs\ncp data/one outputs/q1-output-1\n\
         cp data/five outputs/q5-output-1\n"
    );
    vec![
        Entry::new("team/play.sh", script),
        Entry::new("team/data/one", right()),
        Entry::new("team/data/five", GAME),
        // Neither the team's own input nor its old output may be taken.
        Entry::new("team/inputs/q1-input-1", "1\n"),
        Entry::new("team/outputs/q5-output-1", "231\n"),
    ]
}

fn script(text: &str) -> Vec<Entry> {
    vec![Entry::new("play.sh", text)]
}

/// An export of a contest of two inputs, in a folder of its own.
struct Export(PathBuf);

impl Export {
    fn new(teams: &[(&str, Option<Vec<u8>>)]) -> Self {
        let folder = PathBuf::from(database::sqlite()).with_extension("export");
        let export = Self(folder);
        export.put("inputs/q1-input-1", SEED.as_bytes());
        export.put("inputs/q5-input-1", SEED.as_bytes());
        let mut listed = Vec::new();
        for (login, archive) in teams {
            let file = |name: &str| format!("submissions/{login}/000001/{name}");
            export.put(&file("q1-output-1"), right().as_bytes());
            export.put(&file("q5-output-1"), GAME.as_bytes());
            if let Some(archive) = archive {
                export.put(&file("archive-1.zip"), archive);
            }
            listed.push(json!({
                "login": login,
                "name": login,
                "outputs": [
                    { "input": "q1-input-1", "file": file("q1-output-1") },
                    { "input": "q5-input-1", "file": file("q5-output-1") },
                ],
                "archives": archive.iter().map(|_| file("archive-1.zip")).collect::<Vec<_>>(),
            }));
        }
        let jury = json!({
            "format": "laplace-arena jury 1",
            "contest": "finals",
            "title": "Finals",
            "game": "demon",
            "inputs": [
                { "name": "q1-input-1", "answer": "q1-output-1", "question": 1 },
                { "name": "q5-input-1", "answer": "q5-output-1", "question": 5 },
            ],
            "teams": listed,
        });
        export.put("jury.json", jury.to_string().as_bytes());
        export
    }

    fn put(&self, name: &str, content: &[u8]) {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::File::create(path).unwrap().write_all(content).unwrap();
    }
}

impl Drop for Export {
    fn drop(&mut self) {
        _ = fs::remove_dir_all(&self.0);
    }
}

fn jury(export: &Path, options: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_laplace-arena"));
    command.arg("jury").arg(export).args(options).output().unwrap()
}

fn zip(entries: &[Entry]) -> Option<Vec<u8>> {
    Some(bad::zip(entries, Lies::default()))
}

fn statuses(team: &Value) -> [&str; 2] {
    [0, 1].map(|place| team["files"][place]["status"].as_str().unwrap())
}

#[test]
fn ten_archives_are_rebuilt_and_each_is_reported_as_what_it_is() {
    if let Err(error) = Sandbox::find(&Options::default()) {
        panic!("this machine cannot run the jury's sandbox, which this test is about: {error}");
    }
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let port = listener.local_addr().unwrap().port();
    let outside = std::env::temp_dir().join(format!("laplace-jury-outside-{}", std::process::id()));
    let escape = format!(
        "for file in {} /usr/laplace-jury /etc/laplace-jury ../../laplace-jury; do echo x >$file || true; done",
        outside.display()
    );
    let mut absolute = honest("");
    absolute.push(Entry::new("/etc/laplace-jury", "x"));
    absolute.push(Entry::new("../../laplace-jury", "x"));
    let other = "mkdir outputs\necho 231 >outputs/q1-output-1\necho '231\n1 3 0' >outputs/q5-output-1";
    let endless = "mkdir outputs\ncp inputs/q1-input-1 outputs/q1-output-1\nwhile :; do :; done";
    let network =
        format!("exec 3<>/dev/tcp/127.0.0.1/{port} || exit 9\nmkdir outputs\necho x >outputs/q1-output-1");
    let huge = "head -c 100000000 /dev/zero >q1-output-1\nhead -c 9000000000 /dev/zero >q5-output-1";
    let teams = [
        ("honest", zip(&honest(""))),
        ("other", zip(&script(other))),
        ("endless", zip(&script(endless))),
        ("forks", zip(&script("bomb() { bomb | bomb & }\nbomb\nsleep 100"))),
        ("network", zip(&script(&network))),
        ("outside", zip(&honest(&escape))),
        ("no-script", zip(&[Entry::new("main.py", "print(1)")])),
        ("absolute", zip(&absolute)),
        ("huge", zip(&script(huge))),
        ("no-tool", zip(&script("no-such-compiler main.cc\n"))),
        ("no-archive", None),
    ];
    let export = Export::new(&teams);
    let limits = ["--json", "--time", "5", "--disk", "200", "--processes", "60"];
    let run = jury(&export.0, &limits);
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    let report: Value = serde_json::from_slice(&run.stdout).unwrap();
    assert_eq!(report["sandboxed"], true);
    let team = |login: &str| {
        let teams = report["teams"].as_array().unwrap();
        teams.iter().find(|team| team["login"] == login).unwrap()
    };
    let text = |login: &str| team(login)["run"]["text"].as_str().unwrap().to_owned();
    for (login, expected) in [
        ("honest", ["same", "same"]),
        ("other", ["other", "same-score"]),
        ("endless", ["other", "time-out"]),
        ("forks", ["time-out", "time-out"]),
        ("network", ["missing", "missing"]),
        ("outside", ["same", "same"]),
        ("no-script", ["missing", "missing"]),
        ("absolute", ["same", "same"]),
        ("huge", ["other", "other"]),
        ("no-tool", ["missing", "missing"]),
        ("no-archive", ["missing", "missing"]),
    ] {
        assert_eq!(statuses(team(login)), expected, "{login}: {:#}", team(login));
    }
    assert_eq!(text("endless"), "no end within 5 s");
    assert_eq!(text("no-script"), "there is no play.sh in the archive");
    assert_eq!(text("no-archive"), "handed in no archive");
    assert!(text("no-tool").starts_with("exit code 127"), "{}", text("no-tool"));
    assert!(team("no-tool")["run"]["last_words"].as_str().unwrap().contains("no-such-compiler"));
    assert_eq!(team("absolute")["left_out"], json!(["/etc/laplace-jury", "../../laplace-jury"]));
    assert_eq!(
        listener.accept().unwrap_err().kind(),
        std::io::ErrorKind::WouldBlock,
        "the network was reached"
    );
    for path in [outside.as_path(), Path::new("/usr/laplace-jury"), Path::new("/etc/laplace-jury")] {
        assert!(!path.exists(), "{}", path.display());
    }
    // All teams handed in the same game; three have the same code.
    let copies = report["outputs"].as_array().unwrap();
    assert_eq!((copies.len(), copies[0]["teams"].as_array().unwrap().len()), (1, teams.len()), "{copies:?}");
    assert_eq!(copies[0]["name"], "q5-output-1");
}

#[test]
fn the_table_has_a_line_for_each_file_and_a_zip_archive_is_an_export_too() {
    let mut code = honest("");
    let lines: String = (0..30).map(|line| format!("value_{line} = compute({line})\n")).collect();
    code.push(Entry::new("team/main.py", lines));
    let export = Export::new(&[("ada", zip(&code)), ("blaise", zip(&code))]);
    let packed = export.0.with_extension("zip");
    let mut archive = zip::ZipWriter::new(fs::File::create(&packed).unwrap());
    let mut folders = vec![export.0.clone()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap().flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
                continue;
            }
            let name = entry.path().strip_prefix(&export.0).unwrap().display().to_string();
            archive.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            archive.write_all(&fs::read(entry.path()).unwrap()).unwrap();
        }
    }
    archive.finish().unwrap();
    let run = jury(&packed, &["--team", "ada", "--team", "blaise"]);
    fs::remove_file(packed).unwrap();
    let text = String::from_utf8(run.stdout).unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
    assert!(text.contains("ada     q1-output-1  same bytes"), "{text}");
    assert!(text.contains("equal outputs\nq5-output-1  ada, blaise  identical"), "{text}");
    assert!(text.contains("ada: team/main.py, blaise: team/main.py  identical"), "{text}");
    assert!(text.ends_with("4 same bytes, 0 same score, 0 other, 0 missing, 0 time-out\n"), "{text}");
    let unknown = jury(&export.0, &["--team", "emmy"]);
    assert_eq!(unknown.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("there is no team `emmy`"));
}

#[test]
fn the_archive_of_a_submission_can_be_chosen() {
    let export = Export::new(&[("ada", zip(&honest(""))), ("blaise", zip(&honest("")))]);
    let newer = "submissions/ada/000002/archive-1.zip";
    export.put(newer, &zip(&script("exit 3")).unwrap());
    let path = export.0.join("jury.json");
    let mut contest: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
    contest["teams"][0]["archives"].as_array_mut().unwrap().insert(0, newer.into());
    contest["teams"][1]["archives"] = json!(["submissions/blaise/000003/archive-1.zip"]);
    fs::write(&path, contest.to_string()).unwrap();
    for (number, expected) in [("2", "missing"), ("1", "same")] {
        let run = jury(&export.0, &["--submission", number, "--json"]);
        let report: Value = serde_json::from_slice(&run.stdout).unwrap();
        assert_eq!(report["teams"].as_array().unwrap().len(), 1, "{report:#}");
        assert_eq!(statuses(&report["teams"][0]), [expected; 2], "{report:#}");
    }
    for options in [["--submission", "7"], ["--submission", "3"]] {
        let team = ["--team", "ada"];
        let unknown = jury(&export.0, &[options, team].concat());
        let message = String::from_utf8_lossy(&unknown.stderr).into_owned();
        assert!(message.contains(&format!("submission {} has no archive", options[1])), "{message}");
    }
}

#[test]
fn without_bubblewrap_it_is_refused_unless_insisted() {
    let export = Export::new(&[("honest", zip(&honest("")))]);
    let without = |options: &[&str]| {
        // Everything but bwrap is found.
        let tools = export.0.join("tools");
        _ = fs::create_dir(&tools);
        for tool in
            ["bash", "tar", "timeout", "find", "head", "tail", "mkdir", "dirname", "cat", "cp", "test"]
        {
            let found = Command::new("which").arg(tool).output().unwrap().stdout;
            let found = String::from_utf8(found).unwrap();
            _ = std::os::unix::fs::symlink(found.trim(), tools.join(tool));
        }
        let mut command = Command::new(env!("CARGO_BIN_EXE_laplace-arena"));
        command.env("PATH", &tools).arg("jury").arg(&export.0).args(options).output().unwrap()
    };
    let refused = without(&[]);
    let message = String::from_utf8_lossy(&refused.stderr).into_owned();
    assert_eq!(refused.status.code(), Some(1), "{message}");
    assert!(message.contains("bwrap") && message.contains("--without-sandbox"), "{message}");
    let insisted = without(&["--without-sandbox", "--json"]);
    let report: Value = serde_json::from_slice(&insisted.stdout).unwrap();
    assert_eq!(report["sandboxed"], false);
    assert_eq!(statuses(&report["teams"][0]), ["same", "same"], "{report:#}");
}
