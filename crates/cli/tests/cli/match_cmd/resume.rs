//! `blobwar match --resume`: the match continues, forfeits and log are kept, and other files are not changed.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};

use serde_json::Value;

use super::{GREETING, check, engine, faults, play, read_pgn, result};
use crate::user::{Folder, interrupt};

#[test]
fn a_match_that_was_interrupted_continues_where_it_stopped() {
    let folder = Folder::new("match_resume");
    let args = "blobwar match laplace:hash=1 student:1 --move-time 20 --games 1000 --pgn games.pgn --json";
    let mut child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(args.split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        output.read_line(&mut String::new()).unwrap();
    }
    interrupt(&child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!(last["stopped"], true);
    let before = read_pgn(&folder, "games.pgn");
    before.iter().for_each(check);
    assert_eq!(before.len() as u64, last["games"].as_u64().unwrap());

    let more = 2 * before.len() as u64 + 2;
    let words = format!("--games {more} --pgn games.pgn --move-time 20");
    let (_, seen) = play(&folder, "laplace:hash=1", "student:1", &words);
    assert!(seen.starts_with("exit code 2\n") && seen.contains("games.pgn is not empty"), "{seen}");
    // The last game is cut off in the middle, as by a crash.
    let pgn = folder.path().join("games.pgn");
    let text = std::fs::read_to_string(&pgn).unwrap();
    std::fs::write(&pgn, &text[..text.len() - 12]).unwrap();
    let (lines, seen) = play(&folder, "laplace:hash=1", "student:1", &format!("{words} --resume"));
    assert_eq!(lines.last().unwrap()["games"], more, "{seen}");
    assert!(seen.contains("games.pgn: the last game is not complete: it is played again"), "{seen}");
    assert_eq!(lines.len() - 1, (more as usize) - (before.len() - 1));
    assert_eq!(read_pgn(&folder, "games.pgn").len() as u64, more);
    // A match with another time control or other rules is refused.
    for (other, reason) in [
        ("--move-time 1", "TimeControl `20 ms a move`, expected `1 ms a move`"),
        ("--move-time 20 --rules ends", "Rules `passes`, expected `ends`"),
    ] {
        let words = format!("--games {more} --pgn games.pgn --resume {other}");
        let (_, seen) = play(&folder, "laplace:hash=1", "student:1", &words);
        assert!(seen.starts_with("exit code 3\n") && seen.contains(reason), "{seen}");
    }
    let (_, seen) = play(&folder, "student:1", "laplace:hash=1", &format!("{words} --resume"));
    assert!(seen.starts_with("exit code 3\n"), "{seen}");
    assert!(seen.contains("games.pgn: line 1: Black `laplace:hash=1`, expected `student:1`"), "{seen}");
}

#[test]
fn a_resumed_match_counts_earlier_forfeits_and_keeps_its_log() {
    let folder = Folder::new("match_remembers");
    let body =
        format!("{GREETING}while read -r a b; do case $a in isready) echo readyok;; go) exit 3;; esac; done");
    let crash = engine(&folder, &body);
    let words = |games: u32| format!("--games {games} --depth 1 --pgn games.pgn --log log.txt");
    let log = || std::fs::read_to_string(folder.path().join("log.txt")).unwrap();
    play(&folder, "random", &crash, &words(2));
    let before = log();
    assert!(before.contains("round 1.2: "), "{before}");
    let (_, seen) = play(&folder, "random", &crash, &words(4));
    assert!(seen.starts_with("exit code 2\n"), "{seen}");
    assert_eq!(log(), before, "a match that did not begin leaves the log of another");
    let (lines, seen) = play(&folder, "random", &crash, &format!("{} --resume", words(4)));
    assert_eq!((result(&lines), faults(&lines, "crash"), lines.len()), ([4, 0, 0], 4, 3), "{seen}");
    assert!(log().starts_with(&before) && log().contains("round 2.2: "), "{}", log());
}

#[test]
fn a_file_that_is_not_the_pgn_of_this_match_is_not_changed() {
    let folder = Folder::new("match_foreign");
    let fens = "x5o/7/7/7/7/7/o5x x 0 1\n".repeat(3);
    let foreign = "[Event \"?\"]\n[Result \"1-0\"]\n\n1. a1 1-0\n\n".repeat(2);
    for text in [fens.as_str(), foreign.trim_end(), "\n\n1-0", "no newline"] {
        folder.put("file.txt", text);
        let (_, seen) = play(&folder, "random", "greedy", "--games 2 --depth 1 --pgn file.txt --resume");
        assert!(seen.starts_with("exit code 3\n"), "{seen}");
        assert!(seen.contains("expected `[Event \"laplace blobwar match\"]`"), "{seen}");
        assert_eq!(std::fs::read_to_string(folder.path().join("file.txt")).unwrap(), text);
    }
}
