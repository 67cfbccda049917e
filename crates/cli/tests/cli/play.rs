//! `blobwar play` as its users see it: in a terminal that tmux plays, and in a pipe.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::tmux::Tmux;
use crate::user::{Folder, laplace};

fn open(name: &str, folder: &Folder, words: &str) -> Tmux {
    let tmux = Tmux::open(name, 80, 24);
    tmux.run(&format!("cd '{}'", folder.path().display()));
    start(&tmux, words);
    tmux
}

fn start(tmux: &Tmux, words: &str) {
    tmux.run(&format!("clear; '{}' blobwar play {words}; echo code $?", env!("CARGO_BIN_EXE_laplace")));
    tmux.wait_for("q quit");
}

#[test]
fn a_game_is_played_by_cursor_and_by_typing_and_saved() {
    let folder = Folder::new("play_terminal");
    let tmux = open("play", &folder, "--level 3 --time 1 --save game.json");
    tmux.press(&["Enter"]);
    let screen = tmux.wait_for("h1 goes where?");
    assert!(screen.contains("[x]") && screen.contains("+") && screen.contains("^"), "{screen}");
    tmux.press(&["Up", "Enter"]);
    tmux.wait_until("the engine's reply", |screen| {
        screen.contains("x h2, o ") && screen.contains("blue (x) to move")
    });
    tmux.type_text("a9");
    tmux.press(&["Enter"]);
    tmux.wait_for("a9: expected a move such as");
    tmux.type_text("b8");
    tmux.wait_for("move: b8_");
    tmux.press(&["Enter"]);
    tmux.wait_until("two moves each", |screen| {
        screen.contains("x b8, o ") && screen.contains("blue (x) to move")
    });
    tmux.press(&["u"]);
    tmux.wait_until("one move each", |screen| screen.contains("x h2, o ") && !screen.contains("x b8"));
    tmux.press(&["h"]);
    tmux.wait_for("hint: ");
    tmux.press(&["e"]);
    tmux.wait_for("depth");
    tmux.press(&["q"]);
    tmux.wait_for("unfinished after 2 moves");
    tmux.wait_for("code 0");
    tmux.assert_given_back();
    let seen = laplace(&["replay", "verify", "game.json"], b"", folder.path());
    assert!(seen.contains("played 2 of 2"), "{seen}");
}

#[test]
fn q_and_ctrl_c_work_while_the_engine_thinks() {
    let folder = Folder::new("play_quit");
    let tmux = open("play-quit", &folder, "--blue engine --level 10 --time 3600");
    for key in ["q", "C-c"] {
        tmux.wait_for("blue (x) thinks ...");
        tmux.press(&[key]);
        tmux.wait_for("code 0");
        tmux.assert_given_back();
        start(&tmux, "--blue engine --level 10 --time 3600");
    }
    tmux.resize(50, 20);
    tmux.wait_for("Needed: 80 x 24.");
    tmux.resize(80, 24);
    tmux.wait_for("blue (x) thinks ...");
    tmux.press(&["?"]);
    tmux.wait_for("Any key goes back");
    tmux.press(&["C-c"]);
    tmux.wait_for("code 0");
}

#[test]
fn a_pipe_plays_and_saves() {
    let folder = Folder::new("play_pipe");
    let args = ["blobwar", "play", "x5o/7/7/7/7/7/o5x x 0 1", "--red", "human", "--save", "game.json"];
    let seen = laplace(&args, b"b6\nx9\na1a3\nu\na2\n", folder.path());
    assert!(!seen.contains('\u{1b}'), "{seen}");
    assert_snapshot!("play_in_a_pipe", seen);
    assert_eq!(folder.names(), ["game.json"]);
    let seen = laplace(&["replay", "verify", "game.json"], b"", folder.path());
    assert!(seen.starts_with("exit code 0\n") && seen.contains("played 2 of 2"), "{seen}");
}

#[test]
fn saving_replaces_nothing_but_the_game_that_is_continued() {
    let folder = Folder::new("play_kept");
    folder.put("answer", "231\n1 0 0\n");
    let read = |name: &str| std::fs::read_to_string(folder.path().join(name)).unwrap();
    let save = |words: &str, lines: &[u8]| {
        let args = ["blobwar", "play", "--red", "human"].into_iter().chain(words.split_whitespace());
        laplace(&args.collect::<Vec<_>>(), lines, folder.path())
    };
    let seen = save("--save -", b"h2\n");
    assert!(seen.starts_with("exit code 2\n") && seen.contains("--save -: standard output shows"), "{seen}");
    let seen = save("--save answer", b"h2\n");
    assert!(seen.starts_with("exit code 2\n") && seen.contains("answer: there is a file already"), "{seen}");
    assert_eq!(read("answer"), "231\n1 0 0\n");
    save("--save game.json", b"h2\n");
    let saved = read("game.json");
    // Begun again and left without a move: the game stays. One more move is added to it.
    save("game.json --save game.json", b"new\n");
    assert_eq!(read("game.json"), saved);
    save("game.json --save game.json", b"a2\n");
    assert_ne!(read("game.json"), saved);
    let seen = save("--save answer --force", b"h2\n");
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    assert!(read("answer").starts_with('{'), "{}", read("answer"));
}

#[test]
fn the_sheets_figure_is_played_by_the_numbers_of_its_cells() {
    let folder = Folder::new("play_numbers");
    let args = ["blobwar", "play", "8/1x6/8/1x6/o7/8/8/8 x 0 1", "--red", "human"];
    let seen = laplace(&args, b"49 42\n24 42\n48 40\n64 0\n24 41\n", folder.path());
    assert!(seen.contains("fen    8/1x6/2x5/1x6/o7/8/8/8 o 0 1\n"), "{seen}");
    assert!(seen.contains("24 42: c6 is not empty") || seen.contains("a4c6: c6 is not empty"), "{seen}");
    assert!(seen.contains("48 40: no blob of the player to move is on a7\n"), "{seen}");
    assert!(seen.contains("64 0: found `64 0`, expected two cells from 0 to 63 such as 49 42\n"), "{seen}");
    assert!(seen.contains("fen    8/1o6/1oo5/1o6/8/8/8/8 x 1 2\nvalue  -4 (blue minus red)\n"), "{seen}");
    assert!(seen.ends_with("over: red (o) wins, 4 to 0: a side has no blob left\n"), "{seen}");
}

#[test]
fn two_engines_play_a_whole_game_in_a_pipe() {
    let folder = Folder::new("play_engines");
    let args = ["blobwar", "play", "--blue", "engine", "--level", "2", "--rules", "ends", "--map", "cross"];
    let seen = laplace(&[&args[..], &["--save", "game.json"]].concat(), b"", folder.path());
    assert!(seen.starts_with("exit code 0\n") && seen.contains("\nover: "), "{seen}");
    let saved = std::fs::read_to_string(folder.path().join("game.json")).unwrap();
    assert!(saved.contains("\"players\": [\"engine, level 2\", \"engine, level 2\"]"), "{saved}");
}

#[test]
fn what_cannot_be_played_or_saved_is_refused_before_it_begins() {
    let folder = Folder::new("play_refused");
    let seen =
        ["--level 0", "--level 11", "--blue nobody", "--time -1", "--save nowhere/game.json", "--save ."]
            .map(|words| {
                let words: Vec<&str> = ["blobwar", "play"].into_iter().chain(words.split(' ')).collect();
                laplace(&words, b"b7\n", folder.path())
            });
    assert!(folder.names().is_empty());
    assert_snapshot!("play_refused", seen.join("\n"));
    assert_snapshot!("help_blobwar_play", laplace(&["blobwar", "play", "--help"], b"", folder.path()));
}

#[test]
fn a_signal_saves_the_game_in_a_terminal_and_in_a_pipe() {
    let folder = Folder::new("play_signal");
    let tmux = open("play-signal", &folder, "--red human --save game.json");
    tmux.type_text("h2");
    tmux.press(&["Enter"]);
    tmux.wait_for("red (o) to move");
    tmux.signal_child("HUP");
    tmux.wait_for("code 129");
    let seen = laplace(&["replay", "verify", "game.json"], b"", folder.path());
    assert!(seen.contains("played 1 of 1"), "{seen}");

    let program = env!("CARGO_BIN_EXE_laplace");
    let mut child = Command::new(program)
        .args(["blobwar", "play", "--red", "human", "--save", "pipe.json"])
        .current_dir(folder.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // Kept open until the end: waiting for the child would close it, and the game could end by that.
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"h2\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap() == "red (o) to move"));
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(143));
    drop(stdin);
    let seen = laplace(&["replay", "verify", "pipe.json"], b"", folder.path());
    assert!(seen.contains("played 1 of 1"), "{seen}");
}
