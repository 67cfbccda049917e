//! File names that are not UTF-8, in every command that takes a file or a folder.

use std::ffi::OsString;
use std::os::unix::ffi::OsStringExt as _;
use std::path::PathBuf;
use std::process::Command;

use crate::user::{Folder, laplace};

/// The text with byte 0xff, which UTF-8 never has, in place of `?`.
fn name(text: &str) -> OsString {
    OsString::from_vec(text.bytes().map(|byte| if byte == b'?' { 0xff } else { byte }).collect())
}

/// Runs a command whose words may contain `?` for the byte, and expects success.
#[track_caller]
fn succeeds(here: &Folder, command: &str) -> String {
    let words: Vec<OsString> = command.split_whitespace().map(name).collect();
    let seen = laplace(&words, b"", here.path());
    assert!(seen.starts_with("exit code 0\n"), "laplace {command}: {seen}");
    seen
}

#[track_caller]
fn has(here: &Folder, file: &str) {
    let path = here.path().join(name(file));
    assert!(std::fs::metadata(&path).is_ok_and(|file| file.len() > 0), "{} was not written", path.display());
}

fn put(here: &Folder, file: &str, text: &str) {
    std::fs::write(here.path().join(name(file)), text).unwrap();
}

#[test]
fn the_demon_takes_any_name() {
    let here = Folder::new("names-demon");
    put(&here, "seed?", "231\n");
    put(&here, "q2?", "1 0 0 0\n");
    put(&here, "q3?", "1 0 0\n");
    succeeds(&here, "demon q1 seed? -o terms?");
    succeeds(&here, "demon q2 q2? -o board?");
    succeeds(&here, "demon q3 q3? -o fallen?");
    succeeds(&here, "demon gen 4 --seed 3 -o game?");
    succeeds(&here, "demon q4 game? -o score?");
    succeeds(&here, "demon q5 seed? --time 0 -o best?");
    for file in ["terms?", "board?", "fallen?", "game?", "score?", "best?"] {
        has(&here, file);
    }
    succeeds(&here, "demon judge seed? terms? --question 1 --json");
    succeeds(&here, "demon judge seed? best? --question 5");
    succeeds(&here, "demon view seed? best?");
    succeeds(&here, "demon report best? -o report?");
    succeeds(&here, "demon export best? --html page? --svg svg? --text text? --plot plot?");
    succeeds(&here, "demon export best? --gif gif? --cast cast? --from 0 --to 2");
    for file in ["report?", "page?", "svg?", "text?", "plot?", "gif?", "cast?"] {
        has(&here, file);
    }
    succeeds(&here, "demon gen --into generated?");
    has(&here, "generated?/q1-input-1");
    std::fs::create_dir(here.path().join(name("folder?"))).unwrap();
    put(&here, "folder?/q1-input-1", "231\n");
    put(&here, "folder?/notes?", "not an input\n");
    succeeds(&here, "demon answer folder? --out answers?");
    assert_eq!(std::fs::read_dir(here.path().join(name("answers?"))).unwrap().count(), 1);
}

#[test]
fn the_well_takes_any_name() {
    let here = Folder::new("names-well");
    succeeds(&here, "well gen --figures 20 --seed 1 -o in?");
    succeeds(&here, "well solve in? -o out?");
    succeeds(&here, "well judge in? out? --json");
    succeeds(&here, "well view 0 --in in? --out out?");
    succeeds(&here, "well export --in in? --out out? --svg svg?");
    succeeds(&here, "replay well in? out? -o replay?");
    succeeds(&here, "replay verify replay? --json");
    for file in ["in?", "out?", "svg?", "replay?"] {
        has(&here, file);
    }
}

#[test]
fn blobwar_takes_any_name() {
    let here = Folder::new("names-blobwar");
    succeeds(&here, "blobwar play --blue engine --red engine --level 1 --save game?");
    succeeds(&here, "blobwar view game?");
    succeeds(&here, "blobwar export game? --html page?");
    succeeds(&here, "replay blobwar b7 g7 -o replay?");
    put(&here, "openings?", "x5o/7/7/7/7/7/o5x x 0 1\n");
    succeeds(
        &here,
        "blobwar match greedy random --games 2 --openings openings? --pgn pgn? --log log? --depth 1",
    );
    for file in ["game?", "page?", "replay?", "pgn?"] {
        has(&here, file);
    }
    assert!(here.path().join(name("log?")).exists());
}

#[test]
fn a_name_that_is_not_utf_8_is_readable_in_messages() {
    let here = Folder::new("names-messages");
    let words = ["demon", "q1"].map(OsString::from).into_iter().chain([name("nothing?")]);
    let seen = laplace(&words.collect::<Vec<_>>(), b"", here.path());
    assert!(seen.starts_with("exit code 4\n"), "{seen}");
    assert!(seen.contains("laplace: nothing\u{fffd}: cannot read: No such file"), "{seen}");
}

#[test]
fn man_pages_go_into_any_folder() {
    let here = Folder::new("names-man");
    succeeds(&here, "man pages?");
    assert!(here.path().join(name("pages?")).join("laplace.1").exists());
}

/// The program itself may be in such a folder too: a match starts it again as an engine.
#[test]
fn the_program_runs_from_any_folder() {
    let here = Folder::new("names-program");
    let folder = PathBuf::from(name("bin?"));
    std::fs::create_dir(here.path().join(&folder)).unwrap();
    let program = here.put_executable(folder.join("laplace"), env!("CARGO_BIN_EXE_laplace"));
    let output = Command::new(program)
        .args(["blobwar", "match", "laplace", "random", "--games", "2", "--nodes", "100"])
        .args(["--board", "7", "--plies", "2"])
        .output()
        .unwrap();
    let seen = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{seen}");
}
