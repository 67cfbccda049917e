//! Progress bars: shown for long work on a terminal, and never written to a pipe.

use crate::tmux::{PROMPT, Tmux};
use crate::user::{Folder, laplace};

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";
/// The published count of that start, 7 moves deep.
const PATHS: &str = "perft 7 5023479496\n";
/// Each side has one free cell to go to: a count of the same depth is done at once.
const TWO_ROOMS: &str = "x-1----/-------/-------/----o-1/-------/-------/------- x 0 1";

#[test]
fn a_long_count_shows_a_progress_bar_on_a_terminal_only() {
    let folder = Folder::new("progress_perft");
    let seen = laplace(&["blobwar", "perft", "7", "--fen", START], b"", folder.path());
    let messages = seen.strip_prefix(&format!("exit code 0\n----- stdout\n{PATHS}----- stderr\n")).unwrap();
    assert!(messages.lines().count() == 1 && messages.contains(" million paths a second\n"), "{messages:?}");

    let tmux = Tmux::open("perft", 100, 10);
    let program = env!("CARGO_BIN_EXE_laplace");
    let counted = laplace(&["blobwar", "perft", "7", "--fen", TWO_ROOMS], b"", folder.path());
    let paths = counted.lines().find(|line| line.starts_with("perft 7 ")).unwrap();
    tmux.run(&format!("clear; '{program}' blobwar perft 7 --fen '{TWO_ROOMS}'"));
    let screen = tmux.wait_for(&format!("{paths}\n"));
    assert!(!screen.contains("parts"), "{screen}");
    // No machine finishes this count, so its bar stays until it is seen.
    tmux.run(&format!("clear; '{program}' blobwar perft 20 --fen '{START}'"));
    tmux.wait_for("/256 parts, ");
    tmux.press(&["C-c"]);
    tmux.wait_for(PROMPT);
}

#[test]
fn a_long_search_for_openings_shows_a_progress_bar_until_it_ends() {
    let tmux = Tmux::open("openings", 100, 10);
    let program = env!("CARGO_BIN_EXE_laplace");
    // More than any machine finds before it is interrupted.
    // Without the terminal's ^C, which would move the cursor away from the bar.
    let command = format!("'{program}' blobwar openings --count 100000 --balanced > /dev/null");
    tmux.run(&format!("stty -echoctl; clear; {command}"));
    tmux.wait_for("/100000 openings, ");
    tmux.press(&["C-c"]);
    let screen = tmux.wait_for("found only ");
    assert!(!screen.contains("/100000 openings, "), "the bar is still there:\n{screen}");
}
