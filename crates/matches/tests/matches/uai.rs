//! The UAI server, driven by transcripts: which lines are sent at which moment, and which come back.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, Instant};

use laplace_games::random::Random;
use laplace_matches::uai;
use laplace_solvers::blobwar::{Engine, Settings};

/// Longer than any wait should take, even on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(600);

/// Everything that was written, and a condition variable that is notified of each write.
#[derive(Clone, Default)]
struct Output(Arc<(Mutex<String>, Condvar)>);

impl Output {
    fn text(&self) -> String {
        self.0.0.lock().unwrap().clone()
    }

    /// Waits until `times` lines contain `word`.
    fn wait_for(&self, word: &str, times: usize) {
        let (text, changed) = &*self.0;
        let waiting = |text: &mut String| text.lines().filter(|line| line.contains(word)).count() < times;
        let (text, timeout) = changed.wait_timeout_while(text.lock().unwrap(), TIMEOUT, waiting).unwrap();
        assert!(!timeout.timed_out(), "no {word:?} number {times} in:\n{text}");
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.0.lock().unwrap().push_str(std::str::from_utf8(bytes).unwrap());
        self.0.1.notify_all();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The input of the server: each step is a line to send, or a line to wait for before the next is sent:
/// `< bestmove` waits for the next line that contains `bestmove`.
struct Script {
    steps: std::vec::IntoIter<String>,
    output: Output,
    waited: Vec<String>,
    rest: Vec<u8>,
}

impl Read for Script {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.rest.is_empty() {
            let Some(step) = self.steps.next() else { return Ok(0) };
            if let Some(word) = step.strip_prefix("< ") {
                self.waited.push(word.to_owned());
                self.output.wait_for(word, self.waited.iter().filter(|waited| *waited == word).count());
            } else {
                self.rest = format!("{step}\n").into_bytes();
            }
        }
        let length = self.rest.len().min(buffer.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Serves a small engine until the end of the input.
fn serve(input: impl BufRead, output: Output) {
    let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
    uai::serve(input, output, &mut engine).unwrap();
}

/// Sends the lines of a script and returns what the server wrote.
fn run_script(script: &str) -> String {
    let output = Output::default();
    let steps: Vec<String> = script.lines().map(|line| line.trim().to_owned()).collect();
    let script =
        Script { steps: steps.into_iter(), output: output.clone(), waited: Vec::new(), rest: Vec::new() };
    serve(BufReader::new(script), output.clone());
    output.text()
}

fn lines_with<'a>(text: &'a str, word: &str) -> Vec<&'a str> {
    text.lines().filter(|line| line.split(' ').next() == Some(word)).collect()
}

#[test]
fn the_greeting_names_every_option() {
    let written = run_script("uai\nisready\nquit");
    for option in [
        "Hash type spin default 1 ",
        "Threads type spin",
        "Contempt type spin",
        "MultiPV type spin",
        "Rules type combo",
        "Size type spin",
        "Without type string",
        "Evaluation type combo",
    ] {
        assert!(written.contains(&format!("option name {option}")), "{written}");
    }
    assert!(written.starts_with("id name Laplace"), "{written}");
    assert!(written.ends_with("uaiok\nreadyok\n"), "{written}");
}

#[test]
fn a_match_runner_gets_its_moves() {
    let written = run_script(
        "uai
         setoption name Hash value 2
         setoption name Threads value 2
         isready
         < readyok
         uainewgame
         isready
         < readyok
         position fen x5o/7/7/7/7/7/o5x x 0 1
         go btime 1000 wtime 1000 binc 10 winc 10
         < bestmove
         position fen x5o/7/7/7/7/7/o5x x 0 1 moves f1
         go movetime 20
         < bestmove
         go depth 3
         < bestmove
         go nodes 500
         < bestmove
         go movestogo 1 btime 100 wtime -5 binc 0 winc 0
         < bestmove
         quit",
    );
    assert_eq!(lines_with(&written, "bestmove").len(), 5, "{written}");
    assert!(!written.contains("info string"), "{written}");
    let info = written.lines().find(|line| line.starts_with("info depth")).unwrap();
    for field in ["seldepth", "score cp", "time", "nodes", "nps", "hashfull", "pv"] {
        assert!(info.contains(&format!(" {field} ")), "{info}");
    }
}

#[test]
fn a_search_answers_isready_and_stop_at_once() {
    let started = Instant::now();
    let written = run_script(
        "go infinite
         < info depth 3
         isready
         < readyok
         stop
         < bestmove
         isready
         < readyok
         quit",
    );
    assert!(started.elapsed() < TIMEOUT, "{written}");
    let order: Vec<&str> = written.lines().filter(|line| !line.starts_with("info")).collect();
    assert!(matches!(order[..], ["readyok", best, "readyok"] if best.starts_with("bestmove ")), "{written}");
}

#[test]
fn every_go_gets_one_answer_even_if_the_client_does_not_wait() {
    let written = run_script(
        "go infinite\ngo depth 64\nposition startpos moves f1\ngo\nuainewgame\ngo infinite\nquit\nuai",
    );
    assert_eq!(lines_with(&written, "bestmove").len(), 4, "{written}");
    assert!(!written.contains("uaiok"), "nothing is executed after quit: {written}");
}

#[test]
fn the_end_of_the_input_ends_a_search() {
    assert_eq!(lines_with(&run_script("go infinite"), "bestmove").len(), 1);
}

#[test]
fn perft_and_bench_are_finished_before_whatever_follows() {
    let written = run_script("perft 5\nquit");
    assert!(written.contains("nodes 4752668 "), "{written}");
    let written = run_script("perft 4\nsetoption name Size value 8\nperft 4\nbench 2\nperft 3");
    assert_eq!(written.matches("nodes").count(), 4, "{written}");
    assert!(!written.contains("stopped"), "{written}");
}

#[test]
fn perft_and_bench_can_be_stopped() {
    let written = run_script("perft 64\nisready\n< readyok\nstop\nbench 64\nisready\nstop\nquit");
    assert!(written.contains("info string perft stopped\n"), "{written}");
    assert!(written.ends_with("info string bench stopped\n"), "{written}");
}

#[test]
fn a_finished_game_has_no_move() {
    let written = run_script("position fen xxxxxxx/7/7/7/7/7/7 o 0 1\ngo depth 3\n< bestmove\nquit");
    assert!(written.ends_with("bestmove 0000\n"), "{written}");
}

#[test]
fn a_variant_sets_the_board_and_the_rule() {
    let written = |lines: &str| run_script(&format!("{lines}\ndisplay\nquit"));
    let ataxx = "fen x5o/7/7/7/7/7/o5x x 0 1\n";
    let eight = "fen x6o/8/8/8/8/8/8/o6x x 0 1\n";
    assert!(written("position startpos").ends_with(ataxx), "other runners play 7 x 7");
    assert!(written("setoption name Variant value sheet\nposition startpos").ends_with(eight));
    assert!(written("setoption name Variant value auto\nposition startpos").ends_with(ataxx));
    let refused = written("setoption name Variant value ataxx\nposition fen x6o/8/8/8/8/8/8/o6x x 0 1");
    assert!(refused.contains("info string position refused: found a board of 8 x 8, expected 7 x 7"));
    // Red cannot move: over on the sheet, a pass in the course.
    const SHUT_IN: &str =
        "position fen 8/8/xxxxxxxx/xxxxxxxx/ooooooox/oooooooo/oooooooo/oooooooo o 0 1\nperft 2";
    let paths = |lines: &str| run_script(&format!("{lines}\n{SHUT_IN}\n< nodes\nquit"));
    let count = |written: &str| {
        let line = written.lines().find(|line| line.contains("nodes")).unwrap().to_owned();
        let mut words = line.split(' ').skip_while(|word| *word != "nodes");
        words.nth(1).unwrap().parse::<u64>().unwrap()
    };
    assert_eq!(count(&paths("setoption name Variant value sheet")), 0);
    assert_eq!(count(&paths("isready")), 0, "8 x 8 is the sheet's");
    assert!(count(&paths("setoption name Variant value course")) > 0);
    assert!(count(&paths("setoption name Rules value passes")) > 0);
}

#[test]
fn a_stuck_player_passes_or_loses_by_the_rules() {
    const STUCK: &str = "position fen o-5/--5/7/7/7/7/6x o 0 1";
    let passes = run_script(&format!("{STUCK}\ngo depth 2\n< bestmove\nquit"));
    assert!(!passes.contains("the game is over"), "{passes}");
    let stuck = "position fen o--4/---4/---4/7/7/7/6x o 0 1";
    let passes = run_script(&format!("{stuck}\ngo depth 2\n< bestmove\nquit"));
    assert!(passes.ends_with("bestmove 0000\n") && !passes.contains("the game is over"), "{passes}");
    let ends = run_script(&format!("setoption name Rules value ends\n{stuck}\ngo depth 2\n< bestmove\nquit"));
    assert!(ends.contains("the game is over"), "{ends}");
}

/// Two players that can only jump back and forth, each in a walled room of its own.
const ROOMS: &str = "x-1----/-------/-------/----o-1/-------/-------/-------";

#[test]
fn a_repeated_board_is_known_from_the_moves_and_from_earlier_searches() {
    let score = |script: &str| {
        let text = run_script(script);
        lines_with(&text, "info").last().unwrap().split(" time").next().unwrap().to_owned()
    };
    let circle = "info depth 1 seldepth 1 score cp -200";
    let with_moves = format!("position fen {ROOMS} x 0 1 moves a7c7 e4g4 c7a7\ngo depth 1\n< bestmove");
    assert_eq!(score(&with_moves), circle, "the moves were sent");
    let search = |row: &str, clock: u32| {
        let fen = ROOMS.replace("x-1----", row);
        format!("position fen {fen} x {clock} {}\ngo depth 1\n< bestmove\n", 1 + clock / 2)
    };
    let a = search("x-1----", 0);
    let c = search("1-x----", 2).replace("o-1", "1-o");
    let again = search("x-1----", 4);
    assert_eq!(score(&format!("{a}{c}{again}")), circle, "it was searched before");
    assert_ne!(score(&again), circle, "nothing is known");
    assert_ne!(score(&format!("{a}{c}uainewgame\n{again}")), circle, "it was another game");
    assert_ne!(score(&format!("{c}{a}")), circle, "it was taken back");
}

#[test]
fn several_lines_are_numbered() {
    let written = run_script("setoption name MultiPV value 3\ngo depth 2\n< bestmove");
    let infos = lines_with(&written, "info");
    let numbers: Vec<_> = infos.iter().map(|line| line.split(' ').nth(6).unwrap()).collect();
    assert_eq!(numbers, ["1", "2", "3", "1", "2", "3"], "{written}");
    let first = |line: &str| line.rsplit_once(" pv ").unwrap().1.split(' ').next().unwrap().to_owned();
    let last: std::collections::HashSet<_> = infos[3..].iter().map(|line| first(line)).collect();
    assert_eq!(last.len(), 3, "{written}");
}

#[test]
fn a_search_with_only_the_other_players_clock_ends() {
    let written = run_script("position startpos moves f1\ngo btime 100\n< bestmove");
    assert_eq!(lines_with(&written, "bestmove").len(), 1, "{written}");
}

#[test]
fn perft_eval_display_and_bench_answer() {
    let written = run_script(
        "perft 4
         < nodes
         setoption name Size value 8
         position startpos
         display
         eval
         bench 2
         < nodes
         quit",
    );
    assert!(written.contains("nodes 155888 "), "the reference count of 7 x 7 at depth 4: {written}");
    assert!(written.contains("fen x6o/8/8/8/8/8/8/o6x x 0 1\n"), "{written}");
    assert!(written.contains("8  x . . . . . . o\n"), "{written}");
    assert_eq!(lines_with(&written, "eval").len(), 1, "{written}");
    let last = written.lines().last().unwrap();
    assert!(matches!(last.split(' ').collect::<Vec<_>>()[..], [_, "nodes", _, "nps"]), "{written}");
}

#[test]
fn parts_of_the_search_and_the_evaluation_can_be_switched_off() {
    let nodes = |options: &str| {
        let written = run_script(&format!("{options}\nposition startpos\ngo depth 5\n< bestmove\nquit"));
        assert!(!written.contains("info string"), "{written}");
        let last = lines_with(&written, "info").last().unwrap().to_string();
        last.split(" nodes ").nth(1).unwrap().split(' ').next().unwrap().to_owned()
    };
    let all = nodes("setoption name Without value none\nsetoption name Evaluation value network");
    assert_eq!(all, nodes(""));
    assert_ne!(all, nodes("setoption name Without value killers+aspiration"));
    assert_ne!(all, nodes("setoption name Evaluation value material"));
    let again = "setoption name Without value killers\nsetoption name Without value none";
    assert_eq!(all, nodes(again), "a list replaces the one before");
}

#[test]
fn what_is_refused_changes_nothing() {
    let refused = [
        "hello",
        "position",
        "position fen",
        "position fen x5o/7/7/7/7/7/o5x x 0",
        "position fen x5o/7/7/7/7/7/o5x x 999 1",
        "position startpos moves f1 f1",
        "position startpos moves z9",
        "position startpos f1",
        "setoption",
        "setoption name",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value 99999999999999999999",
        "setoption name Threads value 0",
        "setoption name Contempt value 1001",
        "setoption name MultiPV value 0",
        "setoption name Rules value waits",
        "setoption name Variant value chess",
        "setoption name Size value 9",
        "setoption name Without value everything",
        "setoption name Without",
        "setoption name Evaluation value heavy",
        "setoption name Colour value red",
        "go depth",
        "go nodes many",
        "perft",
        "bench deep",
    ];
    for line in refused {
        let written = run_script(&format!("position startpos moves f1\n{line}\ndisplay\nquit"));
        assert_eq!(written.matches("info string ").count(), 1, "{line:?}: {written}");
        assert!(written.ends_with("fen x5o/7/7/7/7/7/o4xx o 0 1\n"), "{line:?}: {written}");
    }
}

/// Words of the protocol, numbers, boards and moves, of which malformed lines are made.
const WORDS: [&str; 45] = [
    "uai",
    "isready",
    "uainewgame",
    "position",
    "startpos",
    "fen",
    "moves",
    "go",
    "depth",
    "nodes",
    "movetime",
    "btime",
    "wtime",
    "binc",
    "winc",
    "movestogo",
    "infinite",
    "stop",
    "setoption",
    "name",
    "value",
    "Hash",
    "Threads",
    "Contempt",
    "Rules",
    "Size",
    "ends",
    "passes",
    "perft",
    "eval",
    "display",
    "bench",
    "0",
    "1",
    "2",
    "7",
    "8",
    "-1",
    "99999999999999999999999999",
    "x5o/7/7/7/7/7/o5x",
    "x6o/8/8/8/8/8/8/o6x",
    "x",
    "f1",
    "0000",
    "a1a3",
];

fn malformed(random: &mut Random) -> Vec<u8> {
    match random.below(4) {
        0 => (0..random.below(80)).map(|_| random.next_u64() as u8).filter(|&byte| byte != b'\n').collect(),
        1 => {
            let mut line = b"position fen x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1 moves f1 b1 g2".to_vec();
            for _ in 0..1 + random.below(4) {
                let place = random.below(line.len() as u32) as usize;
                line[place] = random.below(256) as u8;
            }
            line.retain(|&byte| byte != b'\n');
            line
        }
        _ => {
            let words = (0..1 + random.below(9)).filter_map(|_| random.pick(&WORDS).copied());
            // A large table is allowed, but tests share the memory of their machine; perft and bench are finished.
            let line = words.collect::<Vec<_>>().join(" ").replace("Hash value 8", "Hash value 1");
            line.replace("perft", "perft 2").replace("bench", "bench 1").into_bytes()
        }
    }
}

#[test]
fn thousands_of_malformed_lines_do_no_harm() {
    let mut random = Random::new(99);
    let mut text = Vec::new();
    for _ in 0..6_000 {
        let line = malformed(&mut random);
        text.extend(line);
        text.push(b'\n');
    }
    text.extend(b"\nstop\nuainewgame\nsetoption name Rules value passes\nsetoption name Size value 7\n");
    text.extend(b"position startpos\ndisplay\nisready\nquit\n");
    let output = Output::default();
    serve(&text[..], output.clone());
    let written = output.text();
    assert!(
        written.ends_with("fen x5o/7/7/7/7/7/o5x x 0 1\nreadyok\n"),
        "{}",
        &written[written.len() - 300..]
    );
}
