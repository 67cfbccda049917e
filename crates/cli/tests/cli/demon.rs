//! The demon's commands: better answers stay, folders are judged, games are compared and reported, bounds have names.

use std::process::{Command, Stdio};

use insta::assert_snapshot;

use crate::user::{Folder, interrupt, laplace};
use crate::wait::wait_for;

/// A game of seed 31 with that many moves, by a narrow search that is the same on every machine.
fn game(folder: &Folder, name: &str, moves: u32) {
    let moves = moves.to_string();
    let words = ["demon", "q5", "31", "--moves", &moves, "--width", "20", "-o", name];
    let seen = laplace(&words, b"", folder.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
}

fn read(folder: &Folder, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// What a user sees, without the times.
fn without_times(seen: &str) -> String {
    let line = |line: &str| match line.rsplit_once(", ") {
        Some((start, time)) if time.ends_with(" ms)") || time.ends_with(" s)") => format!("{start}, TIME)"),
        _ => line.to_owned(),
    };
    seen.lines().map(|text| line(text) + "\n").collect()
}

#[test]
fn a_better_answer_is_only_overwritten_by_force() {
    let here = Folder::new("keep-better");
    game(&here, "best", 300);
    let best = read(&here, "best");
    let words = ["demon", "q5", "31", "--moves", "100", "--width", "20", "-o", "best"];
    let seen = laplace(&words, b"", here.path());
    assert_eq!(read(&here, "best"), best);
    assert_snapshot!("a_better_answer_is_kept", without_times(&seen));
    let json = laplace(&[&words[..], &["--json"]].concat(), b"", here.path());
    assert!(json.contains("\"written\":false"), "{json}");
    assert_eq!(read(&here, "best"), best);
    laplace(&[&words[..], &["--force"]].concat(), b"", here.path());
    assert_eq!(read(&here, "best").lines().count(), 101);
    // A better game replaces a worse one; a game of another seed is kept, and the search does not begin.
    game(&here, "best", 300);
    assert_eq!(read(&here, "best"), best);
    here.put("best", best.replacen("31\n", "32\n", 1));
    let seen = laplace(&words, b"", here.path());
    let refused =
        "laplace: best: found a game of seed 32, expected one of seed 31 or a new name (--force replaces it)";
    assert_eq!(seen, format!("exit code 2\n----- stderr\n{refused}\n"));
    laplace(&[&words[..], &["--force"]].concat(), b"", here.path());
    assert_eq!(read(&here, "best").lines().count(), 101);
    // So is what is not a game, also where it begins with the seed, as an input does.
    for other in ["precious\n", "31\n", "31\nnotes\n"] {
        here.put("best", other);
        let seen = laplace(&words, b"", here.path());
        assert!(seen.contains("best: found something else than a game, expected one of seed 31"), "{seen}");
        assert_eq!(read(&here, "best"), other);
    }
    here.put("best", "");
    laplace(&words, b"", here.path());
    // A replay is a game too.
    game(&here, "moves", 300);
    laplace(&["replay", "demon", "moves", "-o", "best"], b"", here.path());
    let replay = read(&here, "best");
    laplace(&words, b"", here.path());
    assert_eq!(read(&here, "best"), replay);
}

#[test]
fn an_output_that_cannot_be_written_and_a_number_that_is_not_a_seed_are_refused_before_the_search() {
    let here = Folder::new("refused-early");
    here.put("s", "31\n");
    for (words, expected) in [
        ("s -o nowhere/x", "exit code 4\n----- stderr\nlaplace: nowhere/x: cannot write: No such file"),
        ("s -o .", "exit code 4\n----- stderr\nlaplace: .: cannot write: is a directory"),
        ("s -o s", "exit code 2\n----- stderr\nlaplace: s: the output would replace the input"),
        ("1000001", "exit code 2\n----- stderr\nlaplace: 1000001: expected a number from 0 to 1000000"),
    ] {
        let args: Vec<&str> = ["demon", "q5"].into_iter().chain(words.split_whitespace()).collect();
        let seen = laplace(&args, b"", here.path());
        assert!(seen.starts_with(expected), "{words}: {seen}");
    }
    assert_eq!(here.names(), ["s"]);
}

#[test]
fn a_search_goes_on_from_a_game() {
    let here = Folder::new("from");
    game(&here, "old", 300);
    let judged = |name: &str| {
        let seen = laplace(&["demon", "judge", "-", name, "--question", "5"], b"31", here.path());
        let line = seen.lines().find(|line| line.starts_with("score ")).unwrap();
        line.rsplit(' ').next().unwrap().parse::<u32>().unwrap()
    };
    let narrow = ["demon", "q5", "31", "--moves", "300", "--width", "1", "--from", "old", "-o", "new"];
    let seen = laplace(&narrow, b"", here.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    assert!(judged("new") >= judged("old"));
    let other = laplace(&["demon", "q5", "32", "--from", "old", "--time", "0"], b"", here.path());
    assert!(other.starts_with("exit code 3\n") && other.contains("seed 31, expected 32"), "{other}");
}

#[test]
fn answers_that_are_there_are_kept_and_a_folder_without_inputs_is_an_error() {
    let here = Folder::new("answer-keeps");
    std::fs::create_dir(here.path().join("in")).unwrap();
    let empty = laplace(&["demon", "answer", "in"], b"", here.path());
    assert_eq!(
        empty,
        "exit code 3\n----- stderr\nlaplace: in: found no input, expected files named qN-input-K\n"
    );
    here.put("in/q5-input-1", "231\n");
    let answer = ["demon", "answer", "in", "--out", "out", "--time", "0", "--threads", "1"];
    laplace(&answer, b"", here.path());
    // Blank lines do not count: the same game in another file.
    let kept = read(&here, "out/q5-output-1") + "\n\n";
    here.put("out/q5-output-1", &kept);
    let seen = laplace(&answer, b"", here.path());
    assert_eq!(read(&here, "out/q5-output-1"), kept);
    assert!(
        seen.contains("kept, it has the same score") && seen.contains("(kept)\n1 of 1 answered"),
        "{seen}"
    );
    laplace(&[&answer[..], &["--force"]].concat(), b"", here.path());
    assert_eq!(read(&here, "out/q5-output-1"), kept.trim_end().to_owned() + "\n");
    // What is not a game of this seed is replaced, and reported.
    for (old, had) in [("5\n3 0 0\n", "a game of seed 5"), ("precious\n", "something else than a game")] {
        here.put("out/q5-output-1", old);
        let seen = laplace(&answer, b"", here.path());
        assert!(seen.contains(&format!("out/q5-output-1: replaced, it had {had}\n")), "{seen}");
        assert_eq!(read(&here, "out/q5-output-1"), kept.trim_end().to_owned() + "\n");
    }
    // Games to begin with that are not there are an error.
    let seen = laplace(&[&answer[..], &["--from", "elsewhere"]].concat(), b"", here.path());
    assert!(seen.starts_with("exit code 4\n") && seen.contains("elsewhere: cannot read"), "{seen}");
    // A file that cannot be written is an error of the system, also among others.
    here.put("in/q1-input-1", "231\n");
    here.put("in/q1-input-2", "nonsense\n");
    std::fs::create_dir(here.path().join("out/q1-output-1")).unwrap();
    let seen = laplace(&answer, b"", here.path());
    assert!(seen.starts_with("exit code 4\n") && seen.contains("1 of 3 answered"), "{seen}");
}

#[test]
fn answers_have_the_same_bytes_with_any_number_of_threads() {
    let here = Folder::new("effort");
    // One loss of this game remains in all rounds, of which the fourth and the fifth can be played at the same time.
    let q5 = ["demon", "q5", "1005", "--moves", "1700", "--effort", "5", "-o"];
    for (name, threads) in [("one", "1"), ("two", "2"), ("again", "2")] {
        let seen = laplace(&[&q5[..], &[name, "--threads", threads]].concat(), b"", here.path());
        assert!(seen.starts_with("exit code 0\n") && seen.contains(", gap "), "{seen}");
    }
    assert_eq!(read(&here, "one"), read(&here, "two"));
    assert_eq!(read(&here, "two"), read(&here, "again"));
    std::fs::create_dir(here.path().join("in")).unwrap();
    here.put("in/q5-input-1", "231\n");
    for (out, threads) in [("a", "1"), ("b", "2")] {
        let answer = ["demon", "answer", "in", "--out", out, "--effort", "2", "--threads", threads];
        let seen = laplace(&answer, b"", here.path());
        assert!(seen.contains("1 of 1 answered"), "{seen}");
    }
    assert_eq!(read(&here, "a/q5-output-1"), read(&here, "b/q5-output-1"));
}

#[test]
fn ctrl_c_leaves_the_inputs_that_were_not_begun_as_they_were() {
    let here = Folder::new("answer-stopped");
    here.put("q1-input-1", "231\n");
    // No search proves a game of this seed optimal, so the first one goes on until it is stopped.
    here.put("q5-input-1", "0\n");
    here.put("q5-input-2", "0\n");
    here.put("q5-output-2", "0\nan answer from before\n");
    let child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(["demon", "answer", ".", "--time", "36000", "--threads", "1"])
        .current_dir(here.path())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("the first answer", || {
        if here.path().join("q1-output-1").exists() { Ok(()) } else { Err("no q1-output-1".into()) }
    });
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    let seen = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(130), "{seen}");
    assert!(seen.contains("stopped before: ") && seen.contains("q5-input-2\n"), "{seen}");
    assert!(seen.contains(" of 3 inputs were not answered\n"), "{seen}");
    assert_eq!(read(&here, "q5-output-2"), "0\nan answer from before\n");
}

#[test]
fn any_three_integers_are_a_move_and_what_follows_the_end_does_not_matter() {
    let here = Folder::new("integers");
    let empty = "............\n".repeat(24);
    for moves in ["1 -1 0", "1 0 -1", "1 0 4", "1 12 0", "-1 0 0", "1 0 1000000000000000000000000"] {
        let text = format!("31\n{moves}\nhello\n");
        let seen = laplace(&["demon", "q4"], text.as_bytes(), here.path());
        assert_eq!(seen, format!("exit code 0\n----- stdout\n{empty}0\n"), "{moves}");
    }
    let seen = laplace(&["demon", "q4"], b"31\n1 0 0\nhello\n", here.path());
    assert_eq!(
        seen,
        "exit code 3\n----- stderr\nlaplace: stdin: line 3: found `hello`, expected three integers `P C R`: piece, \
         column, turns\n"
    );
    here.put("q5-input-1", "31\n");
    let mut table = String::new();
    for answer in ["31\nfoo\n", "31\n", "31\n1 -1 0\n", "31\n2 0 0\n", "31\n1 0 0\n3 -7 0\nfoo\n"] {
        here.put("q5-output-1", answer);
        let seen = laplace(&["demon", "judge", "q5-input-1", "q5-output-1"], b"", here.path());
        table.push_str(&format!("{answer:?}\n{seen}\n"));
    }
    assert_snapshot!("judged_games_without_and_with_a_legal_move", table);
}

#[test]
fn a_folder_is_judged_at_once() {
    let here = Folder::new("judge-folder");
    for folder in ["in", "out"] {
        std::fs::create_dir(here.path().join(folder)).unwrap();
    }
    here.put("in/q1-input-1", "231\n");
    here.put("in/q1-input-2", "231\n");
    here.put("in/q2-input-1", "1 0 0 0\n");
    here.put("in/q4-input-1", "31\n1 8 2\n");
    here.put("in/q5-input-10", "31\n");
    here.put("in/q5-input-2", "31\n");
    for input in ["in/q1-input-1", "in/q4-input-1"] {
        let question = &input[3..5];
        let output = input.replace("in/", "out/").replace("input", "output");
        laplace(&["demon", question, input, "-o", &output], b"", here.path());
    }
    here.put("out/q1-output-2", "231\n1\n6\n");
    game(&here, "out/q5-output-2", 300);
    here.put("out/q5-output-10", "31\nnonsense\n");
    here.put("out/q3-output-9", "");
    assert_snapshot!("judge_folder", laplace(&["demon", "judge", "in", "out"], b"", here.path()));
    let json = laplace(&["demon", "judge", "in", "out", "--json"], b"", here.path());
    assert!(json.starts_with("exit code 1\n----- stdout\n{\"files\":[{\"question\":1,"), "{json}");
    assert!(json.contains("\"missing\":1") && !json.contains('`'), "{json}");
    here.put("in/q2-input-1", "nonsense\n");
    here.put("out/q2-output-1", "");
    let refused = laplace(&["demon", "judge", "in", "out"], b"", here.path());
    assert!(refused.starts_with("exit code 3\n") && refused.contains("q2-output-1     failed"), "{refused}");
    for words in
        ["demon judge in out/q1-output-2", "demon judge in/q1-input-1 out", "demon judge in/q1-input-1"]
    {
        let seen = laplace(&words.split(' ').collect::<Vec<_>>(), b"", here.path());
        assert!(seen.starts_with("exit code 2\n"), "{seen}");
    }
}

#[test]
fn two_games_of_a_seed_are_compared() {
    let here = Folder::new("compare");
    game(&here, "a", 300);
    let words = ["demon", "q5", "31", "--moves", "300", "--width", "1", "-o", "b"];
    laplace(&words, b"", here.path());
    assert_snapshot!("compare", laplace(&["demon", "compare", "a", "b"], b"", here.path()));
    let json = laplace(&["demon", "compare", "a", "b", "--json"], b"", here.path());
    assert!(json.contains("\"gains\":[{") && json.contains("\"parted\":"), "{json}");
    let same = laplace(&["demon", "compare", "a", "a"], b"", here.path());
    assert!(same.contains("The games are the same.\nNeither gains on the other.\n"), "{same}");
    here.put("other", "32\n1 0 0\n");
    let other = laplace(&["demon", "compare", "a", "other"], b"", here.path());
    assert!(other.starts_with("exit code 3\n"), "{other}");
}

#[test]
fn a_report_is_a_page_a_text_or_json_and_takes_replays() {
    let here = Folder::new("report");
    let words = ["demon", "q5", "31", "--moves", "120", "--width", "1", "-o", "moves"];
    laplace(&words, b"", here.path());
    assert_snapshot!("report_text", laplace(&["demon", "report", "moves", "--text"], b"", here.path()));
    let json = laplace(&["demon", "report", "moves", "--json"], b"", here.path());
    assert!(json.contains("\"bounds\":{\"plain\":") && json.contains("\"board\":[\""), "{json}");
    laplace(&["replay", "demon", "moves", "-o", "game.json"], b"", here.path());
    assert_eq!(laplace(&["demon", "report", "game.json", "--json"], b"", here.path()), json);
    let seen = laplace(&["demon", "report", "moves", "-o", "r.html", "--page", "g.html"], b"", here.path());
    assert_eq!(seen, "exit code 0\n");
    assert!(read(&here, "r.html").contains("<a href=\"g.html#piece="));
    assert!(read(&here, "g.html").starts_with("<!doctype html>"));
    // A file without moves is not a game.
    here.put("q5-input-1", "31\n");
    for command in ["report", "view", "export"] {
        let page = if command == "export" { &["--html", "x"][..] } else { &[] };
        let seen = laplace(&[&["demon", command, "q5-input-1"], page].concat(), b"", here.path());
        assert_eq!(
            seen,
            "exit code 3\n----- stderr\nlaplace: q5-input-1: line 1: found no move, expected the moves `P C R` of a \
             game after s\n"
        );
    }
}

#[test]
fn a_game_that_meets_the_tight_bound_has_no_loss_that_could_be_avoided() {
    let here = Folder::new("unavoidable");
    // This seed's game is proved optimal within a second, 100 below the plain bound.
    let seen = laplace(&["demon", "q5", "231", "-o", "moves"], b"", here.path());
    assert!(
        seen.contains("score 739200, tight bound 739200, proved optimal (plain bound 739300, "),
        "{seen}"
    );
    assert_snapshot!(
        "report_of_an_optimal_game",
        laplace(&["demon", "report", "moves", "--text"], b"", here.path())
    );
}

#[test]
fn a_proved_game_has_a_certificate_and_a_forged_one_is_refused() {
    let here = Folder::new("certificate");
    let seen = laplace(&["demon", "prove", "231", "-o", "231.cert"], b"", here.path());
    assert!(
        seen.starts_with("exit code 0\n")
            && seen.contains("s = 231: 739200 points are proved to be the best score, with 0 strikes"),
        "{seen}"
    );
    let verify = || laplace(&["demon", "verify", "231.cert"], b"", here.path());
    let seen = verify();
    assert!(
        seen.contains("s = 231: verified, no game of 9999 pieces scores more than 739200 (tight bound 739200, 0 strikes, "),
        "{seen}"
    );
    let text = read(&here, "231.cert");
    here.put("231.cert", text.replacen("score 739200", "score 739300", 1));
    assert_eq!(
        verify(),
        "exit code 1\n----- stderr\n231.cert: refused: the game scores 739200, not 739300\n"
    );
    here.put("231.cert", &text[..text.len() / 2]);
    let seen = verify();
    assert!(seen.starts_with("exit code 3\n----- stderr\nlaplace: 231.cert: "), "{seen}");
    // Blank lines, blanks and a byte order mark do not count.
    here.put("231.cert", format!("\u{feff}\n{}", text.replace('\n', " \r\n\n").replace(' ', "  ")).as_str());
    let seen = verify();
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
}

#[test]
fn a_proof_replaces_nothing_else_and_keeps_its_game() {
    let here = Folder::new("prove-keeps");
    let words = ["demon", "prove", "231", "--answer", "game", "-o", "231.cert"];
    let seen = laplace(&words, b"", here.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    let (cert, game) = (read(&here, "231.cert"), read(&here, "game"));
    // The game begins the next proof, which replaces a certificate of the seed.
    let again = ["demon", "prove", "231", "--from", "game", "--time", "0", "-o", "231.cert"];
    let seen = laplace(&again, b"", here.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    assert_eq!(read(&here, "231.cert"), cert);
    let refused = |words: &[&str], message: &str| {
        let seen = laplace(words, b"", here.path());
        assert!(seen.starts_with("exit code 2\n") && seen.contains(message), "{seen}");
        assert_eq!((read(&here, "231.cert"), read(&here, "game")), (cert.clone(), game.clone()));
    };
    refused(
        &["demon", "prove", "5", "-o", "231.cert"],
        "231.cert: found a certificate of seed 231, expected one of seed 5",
    );
    refused(
        &["demon", "prove", "231", "-o", "game"],
        "game: found something else than a certificate, expected one of seed 231",
    );
    refused(
        &["demon", "prove", "231", "--from", "game", "-o", "game"],
        "game: the output would replace the input",
    );
    refused(&["demon", "prove", "231", "--answer", "new", "-o", "new"], "new: expected two names");
    refused(&["demon", "prove", "231", "--answer", "231.cert"], "231.cert: found something else than a game");
    refused(&["demon", "prove", "231", "--answer", "./new", "-o", "new"], "./new: expected two names");
    refused(&["demon", "q5", "231", "-o", "231.cert"], "231.cert: found something else than a game");
    refused(&["demon", "q5", "231", "--out", "games"], "--out goes with --seed-range");
    refused(&["demon", "bound", "-1"], "expected a number from 0 to 1000000");
}

#[test]
fn a_bound_that_a_proof_has_lowered_is_named() {
    let here = Folder::new("best-bound");
    let seen = laplace(&["demon", "q5", "680054", "-o", "moves", "--json"], b"", here.path());
    assert!(
        seen.contains("score 738800, tight bound 739200, best bound 738800, proved optimal (plain"),
        "{seen}"
    );
    assert!(seen.contains("\"best_bound\":738800") && seen.contains("\"optimal\":true"), "{seen}");
}

#[test]
fn a_seed_is_a_number_or_a_file_and_json_has_the_moves() {
    let here = Folder::new("q5-number");
    let words = ["demon", "q5", "31", "--moves", "3", "--width", "1", "--json"];
    let seen = laplace(&words, b"", here.path());
    assert!(
        seen.starts_with("exit code 0\n----- stdout\n{\"seed\":31,\"score\":0,")
            && seen.contains("\"bounds\":{\"plain\":100,\"tight\":0}"),
        "{seen}"
    );
    assert!(seen.contains("\"moves\":[\"1 ") && seen.contains("\"seed\":31"), "{seen}");
    here.put("31", "32\n");
    let seen = laplace(&words, b"", here.path());
    assert!(seen.contains("\"seed\":32") && seen.contains("31: a file of this name exists"), "{seen}");
}

#[test]
fn a_range_of_seeds_writes_its_games_and_ends_with_a_summary() {
    let here = Folder::new("seed-range");
    let range = ["demon", "q5", "--seed-range", "5..6", "--moves", "200", "--width", "5", "--out", "games"];
    let seen = laplace(&range, b"", here.path());
    assert!(seen.contains("   seed   score   plain   tight    best  gap  seconds\n      5 "), "{seen}");
    assert!(seen.contains("\n2 games: score ") && seen.contains(" of the tight ones, "), "{seen}");
    let judged = laplace(&["demon", "judge", "games"], b"", here.path());
    assert!(judged.starts_with("exit code 0\n") && judged.contains("right 2, wrong 0"), "{judged}");
    // Inputs and games of other seeds with these numbers stay.
    for (name, other) in [("games/q5-input-6", "77\n"), ("games/q5-output-6", "77\n1 0 0\n")] {
        let own = read(&here, name);
        here.put(name, other);
        let seen = laplace(&range, b"", here.path());
        assert!(
            seen.starts_with("exit code 2\n") && seen.contains("expected one of seed 6 or a new name"),
            "{seen}"
        );
        assert_eq!(read(&here, name), other);
        here.put(name, own.as_str());
    }
    let json = laplace(&[&range[..], &["--json"]].concat(), b"", here.path());
    let out = json.split("----- stderr").next().unwrap();
    assert_eq!(out.lines().filter(|line| line.starts_with('{')).count(), 2, "{json}");
    assert!(json.contains("2 games: score "), "{json}");
}

#[test]
fn generated_files_are_listed_with_their_families() {
    let here = Folder::new("gen-families");
    let seen = laplace(&["demon", "gen", "--into", "in"], b"", here.path());
    assert_snapshot!("gen_families", seen);
}

#[test]
fn play_sh_passes_options_on() {
    let here = Folder::new("play-sh");
    // Programs in place of cargo and laplace: the script is tested, not what it builds.
    std::fs::create_dir(here.path().join("release")).unwrap();
    for (name, script) in [("cargo", "exit 0"), ("release/laplace", r#"for word; do echo "$word"; done"#)] {
        here.put("script", format!("#!/bin/sh\n{script}\n"));
        here.put_executable(name, here.path().join("script"));
    }
    let play = |words: &str| {
        let path = format!("{}:{}", here.path().display(), std::env::var("PATH").unwrap());
        let output = Command::new("bash")
            .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/../../play.sh"))
            .args(words.split_whitespace())
            .env("PATH", path)
            .env("CARGO_TARGET_DIR", here.path())
            .output()
            .unwrap();
        (output.status.code(), String::from_utf8(output.stdout).unwrap().replace('\n', " "))
    };
    assert_eq!(play(""), (Some(0), "demon answer inputs --out outputs ".into()));
    assert_eq!(play("--spaced"), (Some(0), "demon answer inputs --out outputs --spaced ".into()));
    let all = "demon answer in --out out --time 5 --force ";
    assert_eq!(play("--time 5 in --force out"), (Some(0), all.into()));
    let effort = "demon answer in --out outputs --effort 3 ";
    assert_eq!(play("--effort 3 in"), (Some(0), effort.into()));
    assert_eq!(play("a b c").0, Some(2));
}
