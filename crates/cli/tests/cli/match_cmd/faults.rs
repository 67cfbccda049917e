//! Engines that misbehave: the forfeit that each loses by, and that the match and the machine are not harmed.

use std::process::Command;

use serde_json::Value;

use super::{GREETING, check, engine, faults, play, read_pgn, result};
use crate::user::{Folder, interrupt, running, unique_sleep, wait_until_gone};
use crate::wait::wait_for;

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    let folder = Folder::new("match_crash");
    let body = format!(
        "{GREETING}while read -r a b; do case $a in isready) echo readyok;; go) echo oh dear >&2; exit 3;; esac; done"
    );
    let crash = engine(&folder, &body);
    let (lines, seen) = play(&folder, "random", &crash, "--games 6 --depth 1 --pgn games.pgn --log log.txt");
    assert_eq!((result(&lines), faults(&lines, "crash")), ([6, 0, 0], 6), "{seen}");
    assert!(seen.contains("crashed: exit status: 3, last words: oh dear"), "{seen}");
    for game in read_pgn(&folder, "games.pgn") {
        check(&game);
        assert_eq!(game.tag("Adjudicated"), "Engine crash");
        assert!(game.tag("Termination").contains("oh dear"));
    }
    let log = std::fs::read_to_string(folder.path().join("log.txt")).unwrap();
    assert!(log.contains("crashed: exit status: 3") && log.contains("< go depth 1"), "{log}");
}

#[test]
fn a_match_with_an_engine_that_cannot_start_does_not_begin() {
    let folder = Folder::new("match_start");
    folder.put("nowhere", "");
    // Only the engine that sends nothing needs a short timeout.
    for (command, patience, reason) in [
        ("./elsewhere", 600.0, "No such file"),
        ("nowhere", 600.0, "; did you mean ./nowhere?"),
        ("false", 600.0, "crashed: exit status: 1"),
        ("sleep 10000", 0.2, "no uaiok within"),
        ("laplace:hush=1", 600.0, "no option hush, expected one of: hash, threads"),
    ] {
        let words = format!("--games 2 --depth 1 --patience {patience} --pgn games.pgn --log log.txt");
        let (lines, seen) = play(&folder, "random", command, &words);
        let expected = format!("exit code 4\n----- stderr\nlaplace: {command}: cannot start: ");
        assert!(seen.starts_with(&expected) && seen.contains(reason), "{seen}");
        assert!(lines.is_empty() && seen.lines().count() == 3, "{seen}");
        assert_eq!(folder.names(), ["nowhere"]);
    }
}

#[test]
fn an_engine_that_no_longer_starts_ends_the_match() {
    let folder = Folder::new("match_no_longer");
    // It starts once for its name and once to play; then it crashes.
    let body = "#!/bin/sh
         echo >> starts; if [ $(wc -l < starts) -gt 2 ]; then exit 9; fi; echo uaiok
         while read -r a b; do case $a in isready) echo readyok;; go) exit 3;; esac; done";
    let (lines, seen) = play(&folder, "random", &engine(&folder, body), "--games 100 --depth 1");
    assert!(seen.starts_with("exit code 4\n"), "{seen}");
    assert!(seen.contains("cannot start: crashed: exit status: 9 (3 times in a row)"), "{seen}");
    assert_eq!((result(&lines), faults(&lines, "crash")), ([4, 0, 0], 4), "{seen}");
}

#[test]
fn a_log_that_cannot_be_written_ends_the_match() {
    let folder = Folder::new("match_full");
    for option in ["--log", "--pgn"] {
        let (_, seen) =
            play(&folder, "random", "greedy", &format!("--games 100 --depth 1 {option} /dev/full"));
        let message = "laplace: /dev/full: cannot write: No space left on device";
        assert!(seen.starts_with("exit code 4\n") && seen.contains(message), "{option}: {seen}");
    }
}

#[test]
fn an_option_whose_value_is_refused_ends_the_match() {
    let folder = Folder::new("match_options");
    for (player, words, reason) in [
        ("laplace:hash=99999999", "", "option hash=99999999: setoption: "),
        ("laplace:hash=1,contempt=5000", "", "option contempt=5000: setoption: "),
        ("laplace", "--option-a threads=none", "option threads=none: setoption: "),
    ] {
        let (lines, seen) = play(&folder, player, "random", &format!("--games 8 --depth 1 {words}"));
        assert!(seen.starts_with("exit code 4\n") && seen.contains(reason), "{seen}");
        assert!(lines.is_empty(), "{seen}");
    }
    let words = "--games 2 --depth 1 --option-a threads=1 --option-a Contempt=5";
    let (lines, seen) = play(&folder, "laplace:hash=2", "random", words);
    assert_eq!((lines.len(), result(&lines)[2]), (3, 0), "{seen}");
    let (_, seen) = play(&folder, "laplace", "level:3", "--option-b hash=2");
    assert!(
        seen.starts_with("exit code 2\n") && seen.contains("--option-b: level:3 has no options"),
        "{seen}"
    );
    // An `info string` of another engine after `setoption` is not an error.
    let body = format!(
        "{GREETING}while read -r a b; do case $a in setoption) echo info string well;; isready) echo readyok;; go) echo bestmove a1a9;; esac; done"
    );
    let words = "--games 2 --depth 1 --option-b x=y --log log.txt";
    let (lines, seen) = play(&folder, "random", &engine(&folder, &body), words);
    assert_eq!(faults(&lines, "illegal"), 2, "{seen}");
    let log = std::fs::read_to_string(folder.path().join("log.txt")).unwrap();
    assert!(log.contains("> info string well"), "{log}");
}

#[test]
fn an_engine_that_hangs_or_is_slow_loses_and_the_match_goes_on() {
    let folder = Folder::new("match_slow");
    let body = |go: &str| {
        format!("{GREETING}while read -r a b; do case $a in isready) echo readyok;; go) {go};; esac; done")
    };
    // Whether an engine would answer later or never: on a clock it has lost on time.
    for go in ["sleep 10000", "sleep 0.3; echo bestmove a2"] {
        let late = engine(&folder, &body(go));
        for words in ["--clock 600 --clock-b 0.1", "--move-time 600000 --move-time-b 100"] {
            let (lines, seen) = play(&folder, "random", &late, &format!("--games 2 {words} --pgn games.pgn"));
            assert_eq!((result(&lines), faults(&lines, "time")), ([2, 0, 0], 2), "{seen}");
            assert!(seen.contains("out of time: ") && seen.contains(" ms used of 100 ms"), "{seen}");
            assert!(
                read_pgn(&folder, "games.pgn").iter().all(|game| game.tag("Adjudicated") == "Out of time")
            );
            std::fs::remove_file(folder.path().join("games.pgn")).unwrap();
        }
    }
    // Without a clock it is a timeout. Starting the engine has the same one, and may take seconds on a busy machine.
    let hang = engine(&folder, &body("sleep 10000"));
    let (lines, seen) = play(&folder, "random", &hang, "--games 2 --depth 1 --patience 5");
    assert_eq!((result(&lines), faults(&lines, "timeout")), ([2, 0, 0], 2), "{seen}");
    let mute = engine(&folder, &format!("{GREETING}while read -r a b; do :; done"));
    let (_, seen) = play(&folder, "random", &mute, "--games 4 --patience 5 --depth 1");
    assert!(seen.contains("no readyok within 5000 ms"), "{seen}");
}

#[test]
fn time_before_readyok_is_charged_to_the_engines_clock() {
    let folder = Folder::new("match_early");
    let body = format!(
        "{GREETING}while read -r a b; do case $a in position) sleep 0.3;; isready) echo readyok;; go) echo bestmove no;; esac; done"
    );
    let early = engine(&folder, &body);
    for (words, kind) in [
        ("--clock 600 --clock-b 0.1", "time"),
        ("--move-time 600000 --move-time-b 100", "time"),
        ("--clock 600", "illegal"),
        ("--depth 1", "illegal"),
    ] {
        let (lines, seen) = play(&folder, "random", &early, &format!("--games 2 {words}"));
        assert_eq!((result(&lines), faults(&lines, kind)), ([2, 0, 0], 2), "{words}: {seen}");
    }
}

#[test]
fn a_match_leaves_no_process_behind() {
    let folder = Folder::new("match_orphans");
    let sleep = unique_sleep();
    let background = format!("{sleep} &");
    let silent = format!("{sleep} >/dev/null 2>&1 &");
    for (at_once, on_go) in [("", sleep.as_str()), (&background, "exit 3"), (&silent, "exit 3")] {
        let body = format!(
            "{GREETING}{at_once}\nwhile read -r a b; do case $a in isready) echo readyok;; go) {on_go};; quit) exit;; esac; done"
        );
        play(&folder, "random", &engine(&folder, &body), "--games 2 --clock 600 --clock-b 0.1");
        wait_until_gone(&sleep);
        wait_until_gone(&folder.path().display().to_string());
    }
}

#[test]
fn a_second_interrupt_leaves_no_process_behind() {
    let folder = Folder::new("match_hurry");
    let sleep = unique_sleep();
    let body = format!(
        "{GREETING}{sleep} >/dev/null 2>&1 &\nwhile :; do read -r a b; case $a in isready) echo readyok;; esac; done"
    );
    // The student of depth 8 thinks for minutes and cannot be stopped.
    let mut child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(["blobwar", "match", "student:8", &engine(&folder, &body), "--board", "8", "--depth", "1"])
        .current_dir(folder.path())
        .args(["--log", "log.txt"])
        .spawn()
        .unwrap();
    wait_for("engine that is ready", || {
        let log = std::fs::read_to_string(folder.path().join("log.txt")).unwrap_or_default();
        if log.contains("> readyok") { Ok(()) } else { Err(log) }
    });
    wait_for("child of the engine", || match running(&sleep) {
        found if found.len() == 1 => Ok(()),
        found => Err(found.join("\n")),
    });
    // The second Ctrl-C ends the program; two that come at once may count as one.
    let status = wait_for("end of the match", || {
        interrupt(&child);
        child.try_wait().unwrap().ok_or_else(|| "it still runs".into())
    });
    assert_eq!(status.code(), Some(130));
    wait_until_gone(&sleep);
    wait_until_gone(&folder.path().display().to_string());
}

#[test]
fn an_illegal_move_loses() {
    let folder = Folder::new("match_illegal");
    for (word, reason) in [
        ("a1a9", "`a1a9`: found `a1a9`, expected a move such as"),
        ("0000", "0000: a pass, though there is a move to play"),
        ("", "expected a move such as"),
        ("\\377\\376", "expected a move such as"),
    ] {
        let body = format!(
            "{GREETING}while read -r a b; do case $a in isready) echo readyok;; go) printf 'bestmove {word}\\n';; esac; done"
        );
        let illegal = engine(&folder, &body);
        let (lines, seen) = play(&folder, "random", &illegal, "--games 2 --move-time 600000");
        assert_eq!((result(&lines), faults(&lines, "illegal")), ([2, 0, 0], 2), "{seen}");
        assert!(seen.contains("illegal move ") && seen.contains(reason), "{seen}");
    }
}

#[test]
fn floods_of_output_and_unrequested_answers_do_no_harm() {
    let folder = Folder::new("match_flood");
    // An endless line, invalid UTF-8, megabytes of lines, answers that were not requested; and then silence.
    let body = format!(
        "{GREETING}while read -r a b; do case $a in isready) echo readyok;; go)
            head -c 3000000 /dev/zero | tr '\\0' x; echo; printf '\\377\\376\\n'
            yes 'info depth 99999999999999 nps -1 score cp x' | head -c 3000000
            yes uaiok | head -c 3000000; sleep 10000;; esac; done"
    );
    let flood = engine(&folder, &body);
    let words = "--games 2 --move-time 600000 --move-time-b 3000 --log log.txt";
    let (lines, seen) = play(&folder, "random", &flood, words);
    assert_eq!((result(&lines), faults(&lines, "time")), ([2, 0, 0], 2), "{seen}");
    assert_eq!(lines.last().unwrap()["players"][1]["depth"], Value::Null);
    let size = std::fs::metadata(folder.path().join("log.txt")).unwrap().len();
    assert!(size < 8 << 20, "the log has {size} bytes");
}
