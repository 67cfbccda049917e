//! The viewers in a real terminal, and without one.

use std::fs;

use insta::assert_snapshot;
use laplace_cli::TerminalGuard;
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};

use crate::tmux::{PROMPT, Tmux};
use crate::user::{Folder, laplace};
use crate::wait::wait_for;

const WELL_INPUT: &str = include_str!("../../../games/tests/data/well/sample.in");
const WELL_OUTPUT: &str = include_str!("../../../games/tests/data/well/sample.out");
const BLOBWAR: &str = r#"{"laplace-replay": 1, "game": "blobwar", "start": "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1",
    "rules": "passes", "players": ["Ada", "Blaise"], "moves": ["f2", "a1a3", "f2d4", "a4", "a7a5"]}"#;

/// Set in the environment of the copy of the test binary that a test runs as its program.
const ROLE: &str = "LAPLACE_TEST_PANICS";

/// A game of 9 999 pieces.
fn long_game() -> String {
    input(Question::Q4, Family::TooLong, 7).unwrap()
}

/// A terminal that shows a game, paused at its start.
fn paused_demon(name: &str, folder: &Folder, game: &str) -> Tmux {
    folder.put("q4-input-1", game);
    let tmux = Tmux::open(name, 80, 24);
    let program = env!("CARGO_BIN_EXE_laplace");
    tmux.run(&format!(
        "cd '{}' && clear && echo before && '{program}' demon view q4-input-1",
        folder.path().display()
    ));
    tmux.wait_until("the viewer", |screen| ["playing", "paused"].iter().any(|word| screen.contains(word)));
    tmux.press(&["Home"]);
    tmux.wait_for("paused");
    tmux
}

/// The board on the screen: a digit or a dot for each cell.
fn board_on(screen: &str) -> Vec<String> {
    let cells = |line: &str| {
        let inside: String = line.chars().skip(2).take(24).collect();
        inside.chars().step_by(2).map(|mark| if mark.is_ascii_digit() { mark } else { '.' }).collect()
    };
    screen.lines().take(24).map(cells).collect()
}

/// The board that the judge shows after a piece.
fn board_of_the_judge(game: &str, number: u32) -> Vec<String> {
    let recording = laplace_judge::recording::Recording::of_demon(game.as_bytes()).unwrap();
    let frame = recording.frame(number as usize);
    frame.lines().map(|cells| cells.iter().map(|cell| cell.mark()).collect()).collect()
}

#[test]
fn the_demon_is_seen_at_any_piece_as_the_judge_sees_it() {
    let folder = Folder::new("view_anywhere");
    let tmux = paused_demon("anywhere", &folder, &long_game());
    for number in [1, 64, 1234, 9_998, 9_999, 500] {
        tmux.press(&["g"]);
        tmux.type_text(&number.to_string());
        tmux.press(&["Enter"]);
        let screen = tmux.wait_for(&format!("{number} of 9999,"));
        assert_eq!(board_on(&screen), board_of_the_judge(&long_game(), number), "{screen}");
    }
    tmux.press(&["Right"]);
    let screen = tmux.wait_for("501 of 9999,");
    assert_eq!(board_on(&screen), board_of_the_judge(&long_game(), 501));
    tmux.press(&["Left", "Left"]);
    tmux.wait_for("499 of 9999,");
    tmux.press(&["End"]);
    tmux.wait_for("9999 of 9999,");
    let shell = tmux.value("pane_pid");
    let viewer = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap();
    let status = fs::read_to_string(format!("/proc/{}/status", viewer.trim())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let kilobytes: u32 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(kilobytes < 100_000, "{kilobytes} kB at most");
}

#[test]
fn the_next_tetris_is_found_and_speed_and_pause_work() {
    let folder = Folder::new("view_keys");
    let text = input(Question::Q4, Family::Tetrises, 7).unwrap();
    let game = laplace_judge::recording::Recording::of_demon(text.as_bytes()).unwrap();
    let (first, last) = (game.next_event(0).unwrap(), game.len());
    let tmux = paused_demon("keys", &folder, &text);
    tmux.press(&["t"]);
    let screen = tmux.wait_for(&format!("{first} of {last}, placed"));
    assert!(screen.contains("+800 Tetris"), "{screen}");
    tmux.press(&["Up"; 20]);
    tmux.wait_for("paused, 10000 a second");
    tmux.press(&["Space"]);
    tmux.wait_for(&format!("{last} of {last},"));
    tmux.press(&["t"]);
    tmux.wait_for("no further Tetris");
    tmux.press(&["Down", "Down"]);
    tmux.wait_for("2000 a second");
    tmux.press(&["?"]);
    tmux.wait_for("Any key goes back");
}

#[test]
fn the_terminal_is_given_back_and_follows_its_size() {
    let folder = Folder::new("view_given_back");
    let tmux = paused_demon("given-back", &folder, &long_game());
    assert_eq!(tmux.value("alternate_on"), "1");
    tmux.resize(50, 20);
    tmux.wait_for("Needed: 64 x 24.");
    tmux.resize(100, 30);
    tmux.wait_for("└────");
    tmux.press(&["q"]);
    let screen = tmux.wait_for("score ");
    assert!(screen.contains("before"), "what stood there before is gone:\n{screen}");
    tmux.assert_given_back();
    for key in ["C-c", "Escape"] {
        tmux.run(&format!("clear; '{}' demon view q4-input-1; echo code $?", env!("CARGO_BIN_EXE_laplace")));
        tmux.wait_for("playing");
        tmux.press(&[key]);
        tmux.wait_for("code 0");
        tmux.assert_given_back();
    }
}

#[test]
fn a_panic_gives_the_terminal_back_and_is_read() {
    if std::env::var_os(ROLE).is_some() {
        let _guard = TerminalGuard::enter().unwrap();
        panic!("on purpose, with the terminal taken");
    }
    let tmux = Tmux::open("panic", 100, 30);
    let program = std::env::current_exe().unwrap();
    let this = "view::a_panic_gives_the_terminal_back_and_is_read";
    tmux.run(&format!("{ROLE}=1 '{}' --exact {this} --nocapture; echo code $?", program.display()));
    let screen = tmux.wait_for("code 101");
    assert!(screen.contains("on purpose, with the terminal taken"), "{screen}");
    tmux.assert_given_back();
}

#[test]
fn the_well_is_shown_step_by_step() {
    let folder = Folder::new("view_well");
    folder.put("Tetris.in", WELL_INPUT);
    folder.put("Tetris.out", WELL_OUTPUT);
    let tmux = Tmux::open("well", 80, 24);
    let program = env!("CARGO_BIN_EXE_laplace");
    tmux.run(&format!("cd '{}' && '{program}' well view 50", folder.path().display()));
    tmux.wait_for("13 of 20,");
    tmux.press(&["Home", "t"]);
    tmux.wait_for("2 rows deleted");
    tmux.press(&["q"]);
    tmux.wait_for("placed 13 of 20");
    tmux.assert_given_back();
    tmux.run(&format!(
        "clear; TERM=dumb '{program}' well view 1 | tail -4; TERM=dumb '{program}' well view 1"
    ));
    tmux.wait_until("two results", |screen| screen.contains("ended: figure 14"));
}

#[test]
fn blobwar_is_shown_move_by_move() {
    let folder = Folder::new("view_blobwar");
    folder.put("game.json", BLOBWAR);
    let tmux = Tmux::open("blobwar", 80, 24);
    let program = env!("CARGO_BIN_EXE_laplace");
    tmux.run(&format!("cd '{}' && '{program}' blobwar view game.json", folder.path().display()));
    tmux.wait_for("5 of 5,");
    tmux.press(&["Home", "Right"]);
    let screen = tmux.wait_for("1 of 5,");
    assert!(screen.contains("f2 by blue (x)"), "{screen}");
    let is_arrival = |line: &str| line.trim_start().starts_with("2 ") && line.contains("(x)");
    assert!(screen.lines().any(is_arrival), "{screen}");
    tmux.press(&["C-c"]);
    tmux.wait_for("ended: unfinished");
    tmux.assert_given_back();
}

#[test]
fn without_a_terminal_there_is_plain_text() {
    let folder = Folder::new("view_plain");
    folder.put("Tetris.in", WELL_INPUT);
    folder.put("Tetris.out", WELL_OUTPUT);
    folder.put("game.json", BLOBWAR);
    let seen = laplace(&["well", "view", "--rows", "8"], b"", folder.path());
    assert!(!seen.contains('\u{1b}'), "{seen}");
    assert_snapshot!("well_view_in_a_pipe", seen);
    assert_snapshot!("well_view_0", laplace(&["well", "view", "0"], b"", folder.path()));
    assert_snapshot!(
        "blobwar_view_in_a_pipe",
        laplace(&["blobwar", "view", "game.json"], b"", folder.path())
    );
    let demon = laplace(&["demon", "view", "-"], b"31\n1 8 2\n3 7 0\n3 0 0\n", folder.path());
    assert_snapshot!("demon_view_in_a_pipe", demon);
}

#[test]
fn what_cannot_be_shown_is_refused() {
    let folder = Folder::new("view_refused");
    folder.put("game.json", BLOBWAR);
    folder.put("q5-input-1", "31\n");
    folder.put("q5-output-1", "32\n");
    let seen = [
        laplace(&["demon", "view", "game.json"], b"", folder.path()),
        laplace(&["demon", "view", "q5-input-1", "q5-output-1"], b"", folder.path()),
        laplace(&["well", "view"], b"", folder.path()),
        laplace(&["well", "view", "60001"], b"", folder.path()),
        laplace(&["blobwar", "view", "q5-input-1"], b"", folder.path()),
    ];
    assert_snapshot!("view_refused", seen.join("\n"));
}

/// Every command that takes the whole screen, with a word that it then shows.
const SCREENS: [(&str, &str); 4] = [
    ("demon view q4-input-1", "playing"),
    ("well view 60000", "playing"),
    ("blobwar view game.json", "of 5,"),
    ("blobwar play --save saved.json --force", "q quit"),
];

fn folder_of_screens(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("q4-input-1", long_game());
    folder.put("Tetris.in", WELL_INPUT);
    folder.put("Tetris.out", WELL_OUTPUT);
    folder.put("game.json", BLOBWAR);
    folder
}

#[test]
fn a_signal_gives_the_terminal_back_and_ends_by_its_code() {
    let folder = folder_of_screens("view_signals");
    let tmux = Tmux::open("signals", 80, 24);
    tmux.run(&format!("cd '{}'", folder.path().display()));
    for (words, shown) in SCREENS {
        for (signal, code) in [("TERM", 143), ("HUP", 129), ("INT", 130)] {
            tmux.run(&format!("clear; '{}' {words}; echo code $?", env!("CARGO_BIN_EXE_laplace")));
            tmux.wait_for(shown);
            assert_eq!(tmux.value("alternate_on"), "1", "{words}");
            tmux.signal_child(signal);
            let screen = tmux.wait_for(&format!("code {code}"));
            assert!(screen.contains(&format!("ended by SIG{signal}")), "{words}:\n{screen}");
            tmux.assert_given_back();
        }
    }
}

#[test]
fn ctrl_z_suspends_a_screen_and_fg_brings_it_back() {
    let folder = folder_of_screens("view_suspend");
    let tmux = Tmux::open("suspend", 80, 24);
    tmux.run(&format!("set -m; cd '{}'", folder.path().display()));
    for (words, shown) in SCREENS {
        tmux.run(&format!("clear; '{}' {words}", env!("CARGO_BIN_EXE_laplace")));
        tmux.wait_for(shown);
        for by_key in [true, false] {
            if by_key {
                tmux.press(&["C-z"]);
            } else {
                tmux.signal_child("TSTP");
            }
            tmux.wait_for_value("alternate_on", "0");
            tmux.wait_for(PROMPT);
            tmux.assert_given_back();
            tmux.run("clear; jobs; fg");
            tmux.wait_for_value("alternate_on", "1");
            tmux.wait_for(shown);
        }
        tmux.press(&["q"]);
        tmux.wait_for_value("alternate_on", "0");
        tmux.wait_for(PROMPT);
        tmux.assert_given_back();
    }
}

#[test]
fn a_screen_ends_when_its_terminal_is_closed() {
    let folder = folder_of_screens("view_hangup");
    for (words, shown) in SCREENS {
        let tmux = Tmux::open("hangup", 80, 24);
        tmux.run(&format!("cd '{}'", folder.path().display()));
        // A program that ignores SIGHUP, as under nohup, still sees that the terminal is gone.
        tmux.run(&format!("clear; (trap '' HUP; exec '{}' {words})", env!("CARGO_BIN_EXE_laplace")));
        tmux.wait_for(shown);
        let program = tmux.children().trim().to_owned();
        tmux.hang_up();
        wait_for(&format!("end of `{words}`, process {program}"), || {
            let stat = fs::read_to_string(format!("/proc/{program}/stat"));
            match stat {
                Ok(stat) if !stat.contains(") Z ") => Err(stat),
                _ => Ok(()),
            }
        });
    }
}
