//! `blobwar match`: who wins what, what bad engines lose by, what is kept when it is stopped.

use std::io::{BufRead, BufReader, Read};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use games::blobwar::{Move, Outcome, Position, Side, StuckRule};
use insta::assert_snapshot;
use serde_json::Value;

use crate::user::{Folder, laplace};

/// The beginning of every engine that a test writes: a shell script that greets as it should.
const GREETING: &str = "#!/bin/sh\necho uaiok\n";

/// Writes an engine of this body and gives the command that runs it.
fn engine(folder: &Folder, body: &str) -> String {
    folder.put("engine.sh", body);
    format!("sh '{}'", folder.path().join("engine.sh").display())
}

/// Plays a match and gives its JSON lines; the last is the result.
fn play(folder: &Folder, a: &str, b: &str, words: &str) -> (Vec<Value>, String) {
    let args: Vec<&str> =
        ["blobwar", "match", a, b, "--json"].into_iter().chain(words.split_whitespace()).collect();
    let seen = laplace(&args, b"", folder.path());
    let lines = seen.lines().filter(|line| line.starts_with('{'));
    (lines.map(|line| serde_json::from_str(line).unwrap()).collect(), seen)
}

fn result(lines: &[Value]) -> [u64; 3] {
    let result = &lines.last().unwrap()["result"];
    ["wins", "draws", "losses"].map(|name| result[name].as_u64().unwrap())
}

/// How often player B lost by this.
fn faults(lines: &[Value], kind: &str) -> u64 {
    lines.last().unwrap()["players"][1][kind].as_u64().unwrap()
}

/// One game of a PGN: its tags and its moves.
struct Written {
    tags: Vec<(String, String)>,
    moves: Vec<Move>,
}

impl Written {
    fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(tag, _)| tag == name).map_or("", |(_, value)| value)
    }
}

fn read_pgn(folder: &Folder, name: &str) -> Vec<Written> {
    let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
    let mut games: Vec<Written> = Vec::new();
    for line in text.lines() {
        if let Some(tag) = line.strip_prefix('[') {
            let (name, value) = tag.strip_suffix("\"]").unwrap().split_once(" \"").unwrap();
            if name == "Event" {
                games.push(Written { tags: vec![], moves: vec![] });
            }
            games.last_mut().unwrap().tags.push((name.into(), value.into()));
        } else if !line.is_empty() {
            let mut bare = String::new();
            let parts = line.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
            bare.extend(parts);
            let moves = bare.split_whitespace().filter_map(|word| word.parse::<Move>().ok());
            games.last_mut().unwrap().moves.extend(moves);
        }
    }
    games
}

/// Plays a written game again and checks what its tags say.
fn check(game: &Written) {
    let rule = if game.tag("Rules") == "ends" { StuckRule::Ends } else { StuckRule::Passes };
    let mut position = Position::from_fen(game.tag("FEN"), rule).unwrap();
    for &played in &game.moves {
        position.play(played).unwrap();
    }
    assert_eq!(position.to_string(), game.tag("FinalFEN"));
    assert_eq!(game.moves.len().to_string(), game.tag("PlyCount"));
    if game.tag("Adjudicated").is_empty() {
        let expected = match position.end().unwrap().outcome {
            Outcome::Win(Side::Blue) => "1-0",
            Outcome::Win(Side::Red) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        assert_eq!(game.tag("Result"), expected);
    }
}

#[test]
fn every_game_is_counted_and_its_pgn_can_be_played_again() {
    let folder = Folder::new("room_pgn");
    let words = "--games 24 --nodes 300 --concurrency 3 --map cross --map rings --rules ends --pgn games.pgn";
    let (lines, seen) = play(&folder, "laplace:hash=1", "greedy", words);
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    assert_eq!(lines.len(), 25);
    let [wins, draws, losses] = result(&lines);
    assert_eq!(wins + draws + losses, 24);
    assert!(wins >= 20, "the engine plays like one that counts what it turns: {seen}");
    let games = read_pgn(&folder, "games.pgn");
    assert_eq!(games.len(), 24);
    games.iter().for_each(check);
    for pair in 1..=12 {
        let of = |number: u32| {
            let round = format!("{pair}.{number}");
            games.iter().find(|game| game.tag("Round") == round).unwrap()
        };
        assert_eq!(of(1).tag("FEN"), of(2).tag("FEN"), "a pair has one opening");
        assert_eq!([of(1).tag("Black"), of(1).tag("White")], ["laplace:hash=1", "greedy"]);
        assert_eq!([of(2).tag("Black"), of(2).tag("White")], ["greedy", "laplace:hash=1"]);
    }
    let won = games.iter().filter(|game| game.tag("Winner") == "laplace:hash=1").count();
    assert_eq!(won as u64, wins);
}

#[test]
fn built_in_players_play_the_same_match_again() {
    let folder = Folder::new("room_again");
    let words = "--games 8 --depth 2 --seed 5 --board 8";
    let (lines, _) = play(&folder, "random", "greedy", words);
    let (again, _) = play(&folder, "random", "greedy", words);
    assert_eq!(lines, again);
    let (levels, seen) = play(&folder, "level:2", "student:2", "--games 4 --depth 2");
    assert_eq!((levels.len(), faults(&levels, "time")), (5, 0), "{seen}");
}

#[test]
fn an_engine_that_crashes_loses_and_is_started_again() {
    let folder = Folder::new("room_crash");
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
fn an_engine_that_cannot_start_ends_the_match() {
    let folder = Folder::new("room_start");
    for (command, reason) in
        [("./nowhere", "No such file"), ("false", "crashed"), ("sleep 100", "no uaiok within")]
    {
        let (lines, seen) = play(&folder, "random", command, "--games 100 --depth 1 --patience 0.2");
        assert!(seen.starts_with("exit code 4\n"), "{seen}");
        assert!(seen.contains("cannot start: ") && seen.contains(reason), "{seen}");
        assert!(seen.contains("3 times in a row"), "{seen}");
        assert_eq!(result(&lines), [3, 0, 0], "{seen}");
    }
    let (_, seen) = play(&folder, "random", "laplace:hush=1", "--games 100 --depth 1");
    assert!(seen.contains("no option hush, expected one of: hash, threads"), "{seen}");
}

#[test]
fn an_option_whose_value_is_refused_ends_the_match() {
    let folder = Folder::new("room_options");
    for (player, words, reason) in [
        ("laplace:hash=99999999", "", "option hash=99999999: setoption: "),
        ("laplace:hash=1,contempt=5000", "", "option contempt=5000: setoption: "),
        ("laplace", "--option-a threads=none", "option threads=none: setoption: "),
    ] {
        let (lines, seen) = play(&folder, player, "random", &format!("--games 8 --depth 1 {words}"));
        assert!(seen.starts_with("exit code 4\n") && seen.contains(reason), "{seen}");
        assert_eq!(result(&lines), [0, 0, 3], "{seen}");
    }
    let words = "--games 2 --depth 1 --option-a threads=1 --option-a Contempt=5";
    let (lines, seen) = play(&folder, "laplace:hash=2", "random", words);
    assert_eq!((lines.len(), result(&lines)[2]), (3, 0), "{seen}");
    let (_, seen) = play(&folder, "laplace", "level:3", "--option-b hash=2");
    assert!(
        seen.starts_with("exit code 2\n") && seen.contains("--option-b: level:3 has no options"),
        "{seen}"
    );
    // Other engines may remark what they like.
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
    let folder = Folder::new("room_slow");
    let body = |go: &str| {
        format!("{GREETING}while read -r a b; do case $a in isready) echo readyok;; go) {go};; esac; done")
    };
    let hang = engine(&folder, &body("sleep 1000"));
    let began = Instant::now();
    let (lines, seen) = play(&folder, "random", &hang, "--games 4 --clock 0.2");
    assert_eq!((result(&lines), faults(&lines, "silence")), ([4, 0, 0], 4), "{seen}");
    let slow = engine(&folder, &body("sleep 0.3; echo bestmove a2"));
    let (lines, seen) = play(&folder, "random", &slow, "--games 4 --clock 9 --clock-b 0.1");
    assert_eq!((result(&lines), faults(&lines, "time")), ([4, 0, 0], 4), "{seen}");
    assert!(seen.contains("out of time: 3") && seen.contains("100 ms left"), "{seen}");
    assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    let mute = engine(&folder, &format!("{GREETING}while read -r a b; do :; done"));
    let (_, seen) = play(&folder, "random", &mute, "--games 4 --patience 0.1 --depth 1");
    assert!(seen.contains("no readyok within 100 ms"), "{seen}");
}

#[test]
fn who_thinks_before_the_clock_begins_pays_for_it() {
    let folder = Folder::new("room_early");
    let body = format!(
        "{GREETING}while read -r a b; do case $a in position) sleep 0.3;; isready) echo readyok;; go) echo bestmove no;; esac; done"
    );
    let early = engine(&folder, &body);
    for (words, kind) in [
        ("--clock 9 --clock-b 0.1", "time"),
        ("--move-time 9000 --move-time-b 100", "time"),
        ("--clock 9", "illegal"),
        ("--depth 1", "illegal"),
    ] {
        let (lines, seen) = play(&folder, "random", &early, &format!("--games 2 {words}"));
        assert_eq!((result(&lines), faults(&lines, kind)), ([2, 0, 0], 2), "{words}: {seen}");
    }
}

#[test]
fn no_process_is_left_behind() {
    let folder = Folder::new("room_orphans");
    // A number of seconds that nobody else sleeps.
    let hang = engine(
        &folder,
        &format!(
            "{GREETING}while read -r a b; do case $a in isready) echo readyok;; go) sleep 98765;; esac; done"
        ),
    );
    play(&folder, "random", &hang, "--games 2 --clock 0.1");
    let listed = Command::new("ps").args(["-eo", "args"]).output().unwrap();
    let listed = String::from_utf8_lossy(&listed.stdout).into_owned();
    assert!(!listed.contains("sleep 98765"), "{listed}");
    assert!(!listed.contains("room_orphans"), "{listed}");
}

#[test]
fn an_illegal_move_loses() {
    let folder = Folder::new("room_illegal");
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
        let (lines, seen) = play(&folder, "random", &illegal, "--games 2 --move-time 5000");
        assert_eq!((result(&lines), faults(&lines, "illegal")), ([2, 0, 0], 2), "{seen}");
        assert!(seen.contains("illegal move ") && seen.contains(reason), "{seen}");
    }
}

#[test]
fn floods_and_lies_do_no_harm() {
    let folder = Folder::new("room_flood");
    // An endless line, invalid UTF-8, megabytes of lines, answers nobody asked for; and then silence.
    let body = format!(
        "{GREETING}while read -r a b; do case $a in isready) echo readyok;; go)
            head -c 3000000 /dev/zero | tr '\\0' x; echo; printf '\\377\\376\\n'
            yes 'info depth 99999999999999 nps -1 score cp x' | head -c 3000000
            yes uaiok | head -c 3000000; sleep 1000;; esac; done"
    );
    let flood = engine(&folder, &body);
    let words = "--games 2 --move-time 3000 --log log.txt";
    let (lines, seen) = play(&folder, "random", &flood, words);
    assert_eq!((result(&lines), faults(&lines, "silence")), ([2, 0, 0], 2), "{seen}");
    assert_eq!(lines.last().unwrap()["players"][1]["depth"], Value::Null);
    let size = std::fs::metadata(folder.path().join("log.txt")).unwrap().len();
    assert!(size < 8 << 20, "the log has {size} bytes");
}

#[test]
fn a_test_stops_the_match_when_it_is_decided() {
    let folder = Folder::new("room_sprt");
    let (lines, seen) = play(&folder, "student:2", "random", "--games 1000 --depth 1 --sprt -50,50");
    let last = lines.last().unwrap();
    assert_eq!(last["sprt"]["verdict"], "elo1 accepted", "{seen}");
    let games = last["games"].as_u64().unwrap();
    assert!((8..200).contains(&games), "{seen}");
    assert_eq!(lines.len() as u64, games + 1);
    let (lines, _) = play(&folder, "random", "student:2", "--games 1000 --depth 1 --sprt 0,100,0.1,0.1");
    assert_eq!(lines.last().unwrap()["sprt"]["verdict"], "elo0 accepted");
}

#[test]
fn a_match_that_was_interrupted_goes_on_where_it_was() {
    let folder = Folder::new("room_resume");
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
    let interrupt = format!("kill -INT {}", child.id());
    assert!(Command::new("sh").args(["-c", &interrupt]).status().unwrap().success());
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
    // Games of other limits or rules do not belong together.
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
fn a_match_that_goes_on_remembers_its_faults_and_keeps_its_log() {
    let folder = Folder::new("room_remembers");
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
fn a_file_that_is_no_pgn_of_this_match_is_left_as_it_is() {
    let folder = Folder::new("room_foreign");
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

#[test]
fn openings_are_different_and_a_match_reads_them() {
    let folder = Folder::new("room_openings");
    let print = |words: &str| {
        let args: Vec<&str> = ["blobwar", "openings"].into_iter().chain(words.split(' ')).collect();
        laplace(&args, b"", folder.path())
    };
    let seen = print("--count 30 --plies 5 --seed 3 --map cross --map island --balanced");
    let fens: Vec<&str> = seen.strip_prefix("exit code 0\n----- stdout\n").unwrap().lines().collect();
    assert_eq!(fens.len(), 30);
    let different: std::collections::HashSet<_> = fens.iter().collect();
    assert_eq!(different.len(), 30);
    for fen in &fens {
        assert_eq!(Position::from_fen(fen, StuckRule::Passes).unwrap().end(), None);
    }
    folder.put("openings.txt", format!("# a comment\n\n{}\r\n", fens.join("\r\n")));
    let (lines, _) = play(&folder, "greedy", "random", "--games 60 --depth 1 --openings openings.txt");
    for (pair, fen) in fens.iter().enumerate() {
        assert_eq!(lines[2 * pair]["fen"], *fen);
        assert_eq!(lines[2 * pair + 1]["fen"], *fen);
    }
}

#[test]
fn what_cannot_be_a_match_is_refused() {
    let folder = Folder::new("room_refused");
    folder.put("none.txt", "# nothing\n");
    folder.put("over.txt", "x5o/7/7/7/7/7/o5x x 0 1\n7/7/7/7/7/7/x6 x 0 1\n");
    folder.put("wrong.txt", "x5o/7/7 x 0 1\n");
    let mut seen = String::new();
    for words in [
        "level:11 random",
        "student:9 random",
        "laplace:hash random",
        "random 'greedy",
        "random greedy --games 3",
        "random greedy --games 0",
        "random greedy --clock 0+1",
        "random greedy --clock 1 --nodes 5",
        "random greedy --sprt 5,0",
        "random greedy --sprt 0,5,0.7,0.1",
        "random greedy --option-a x",
        "random greedy --resume",
        "random greedy --map nowhere",
        "random greedy --board 9",
        "random greedy --openings missing.txt",
        "random greedy --openings none.txt",
        "random greedy --openings over.txt",
        "random greedy --openings wrong.txt",
        "random greedy --pgn nowhere/games.pgn",
        "random greedy --log .",
    ] {
        let args: Vec<&str> = ["blobwar", "match"].into_iter().chain(words.split(' ')).collect();
        let told = laplace(&args, b"", folder.path());
        let code = told.lines().next().unwrap();
        let error = told.lines().find(|line| line.starts_with("error:") || line.starts_with("laplace:"));
        seen.push_str(&format!("{words}\n    {code}: {}\n", error.unwrap_or("?")));
    }
    assert_snapshot!("match_refused", seen);
    assert_snapshot!("help_blobwar_match", laplace(&["blobwar", "match", "--help"], b"", folder.path()));
    assert_snapshot!(
        "help_blobwar_openings",
        laplace(&["blobwar", "openings", "--help"], b"", folder.path())
    );
}
