//! `blobwar check`: our own engine passes, and bad engines fail the checks that they should fail.

use std::process::{Command, Stdio};

use crate::user::{Folder, interrupt, laplace, unique_sleep, wait_until_gone};
use crate::wait::wait_for;

#[test]
fn our_engine_passes_every_check() {
    let folder = Folder::new("check_ours");
    // The machine may be busy: a twentieth of `--patience` is allowed beyond the clocks.
    let engine = [env!("CARGO_BIN_EXE_laplace"), "blobwar", "uai"];
    let args = [&["blobwar", "check", "--patience", "200"][..], &engine].concat();
    let seen = laplace(&args, b"", folder.path());
    assert!(seen.starts_with("exit code 0\n----- stdout\npass  handshake          Laplace "), "{seen}");
    assert!(seen.ends_with("18 checks: 18 passed, 0 failed\n"), "{seen}");
    assert!(seen.contains("pass  pass               0000 in "), "{seen}");
}

#[test]
fn an_engine_that_always_plays_the_same_fails_where_that_is_wrong() {
    let folder = Folder::new("check_bad");
    folder.put(
        "bad.sh",
        "echo id name Bad; echo uaiok
         while read -r a b; do case $a in isready) echo readyok;; go) echo bestmove g2;; quit) exit;; esac; done",
    );
    let seen = laplace(&["blobwar", "check", "--patience", "120", "sh", "bad.sh"], b"", folder.path());
    assert!(seen.starts_with("exit code 1\n"), "{seen}");
    assert!(seen.contains("pass  handshake          Bad\n"), "{seen}");
    assert!(seen.contains("pass  go depth           g2 in "), "{seen}");
    assert!(
        seen.contains(
            "FAIL  pass               expected `bestmove 0000` where nothing else is legal; found: "
        ),
        "{seen}"
    );
    assert!(seen.contains("FAIL  stop               expected `bestmove` right after `stop`, none before; found: bestmove g2 before stop\n"), "{seen}");
    assert!(seen.contains("FAIL  a whole game "), "{seen}");
    assert!(seen.contains("pass  quit               gone\n"), "{seen}");
}

#[test]
fn an_engine_that_crashes_after_its_answers_fails() {
    let folder = Folder::new("check_crash");
    folder.put(
        "crash.sh",
        "echo id name Crash; echo uaiok; left=3
         while read -r a b; do case $a in isready) echo readyok;; go) echo bestmove g2; left=$((left - 1))
            if [ $left = 0 ]; then exit 5; fi;; quit) exit;; esac; done",
    );
    let seen = laplace(&["blobwar", "check", "--patience", "60", "sh", "crash.sh"], b"", folder.path());
    assert!(
        seen.contains("FAIL  one answer each    expected one `bestmove` for each `go`; found: crashed: "),
        "{seen}"
    );
}

#[test]
fn a_command_that_cannot_be_started_is_reported_once() {
    let folder = Folder::new("check_none");
    let seen = laplace(&["blobwar", "check", "nowhere", "--fast"], b"", folder.path());
    let expected = "exit code 4\n----- stderr\nlaplace: nowhere --fast: cannot start: No such file";
    assert!(seen.starts_with(expected) && seen.lines().count() == 3, "{seen}");
    folder.put("nowhere", "");
    let seen = laplace(&["blobwar", "check", "nowhere"], b"", folder.path());
    assert!(seen.ends_with("; did you mean ./nowhere?\n"), "{seen}");
    let seen = laplace(&["blobwar", "check"], b"", folder.path());
    assert!(seen.starts_with("exit code 2\n"), "{seen}");
}

#[test]
fn an_interrupted_check_leaves_no_engine_behind() {
    let folder = Folder::new("check_stopped");
    let sleep = unique_sleep();
    folder.put("mute.sh", format!("{sleep} & echo begun > begun; while :; do read -r a; done"));
    let mut child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(["blobwar", "check", "--patience", "3600", "sh", "mute.sh"])
        .current_dir(folder.path())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    wait_for("engine that has begun", || match folder.names() {
        names if names.iter().any(|name| name == "begun") => Ok(()),
        names => Err(names.join(" ")),
    });
    interrupt(&child);
    assert_eq!(child.wait().unwrap().code(), Some(1));
    wait_until_gone(&sleep);
}
