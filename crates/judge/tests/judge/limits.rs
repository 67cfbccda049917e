//! Enormous answers: what does not count is not looked at, and what is claimed takes no memory.

use std::time::{Duration, Instant};

use crate::common::{COUNTED_LINES, full_demon_game, too_long_demon_game};
use laplace_games::demon::format::Question;
use laplace_games::well::Depth;
use laplace_judge::demon::{Ended, judge, play_file};
use laplace_judge::recording::Recording;

const ENORMOUS: usize = 100_000_000;
/// Far more than any of these takes, far less than what works through everything would.
const QUICKLY: Duration = Duration::from_secs(10);
/// How often work is tried that took longer: the machine may have been busy with something else.
const ATTEMPTS: u32 = 10;

fn quickly<T>(work: impl Fn() -> T) -> T {
    let mut times = Vec::new();
    for _ in 0..ATTEMPTS {
        let start = Instant::now();
        let result = work();
        times.push(start.elapsed());
        if times.last() < Some(&QUICKLY) {
            return result;
        }
    }
    panic!("took {times:?}");
}

/// The start of a text, and then copies of a line up to [`ENORMOUS`] bytes.
fn enormous(start: &str, line: &str) -> Vec<u8> {
    let mut text = Vec::with_capacity(ENORMOUS + start.len() + line.len());
    text.extend_from_slice(start.as_bytes());
    text.resize(start.len() + line.len(), 0);
    text[start.len()..].copy_from_slice(line.as_bytes());
    while text.len() < ENORMOUS {
        let copied = (text.len() - start.len()).min(ENORMOUS - text.len()).max(1);
        text.extend_from_within(start.len()..start.len() + copied);
    }
    text
}

#[test]
fn ten_thousand_lines_count_and_not_one_more() {
    let (full, long) = (full_demon_game(1), too_long_demon_game(1));
    let (counted, stopped) = (play_file(full.as_bytes()).unwrap(), play_file(long.as_bytes()).unwrap());
    assert_eq!((counted.placed, counted.ended.word()), (9_999, "no-more-moves"));
    assert_eq!((stopped.placed, stopped.ended.word()), (9_999, "line-limit"));
    assert_eq!((counted.score, counted.line), (stopped.score, COUNTED_LINES));
    assert_eq!(stopped.line, COUNTED_LINES);
    // Blank lines after the last are nothing; anything else is noticed and not read.
    assert_eq!(play_file(format!("{full}\n \n").as_bytes()).unwrap().ended, counted.ended);
    assert_eq!(play_file(format!("{full}\nnonsense").as_bytes()).unwrap().ended, Ended::LineLimit);
    let last_frame = |text: &str| Recording::of_demon(text.as_bytes()).unwrap().frame(usize::MAX);
    assert_eq!(last_frame(&long), last_frame(&full));
}

#[test]
fn an_enormous_file_is_judged_by_its_beginning() {
    let after_the_limit = enormous(&full_demon_game(2), "nonsense\n");
    assert_eq!(quickly(|| play_file(&after_the_limit)).unwrap().ended, Ended::LineLimit);
    let after_the_end = enormous("31\n1 8 2\n", "1 8 2\n");
    let game = quickly(|| judge(Question::Q5, b"31", &after_the_end)).unwrap().game.unwrap();
    assert_eq!((game.ended.word(), game.line), ("wrong-piece", 3));
    for question in [Question::Q1, Question::Q2, Question::Q3, Question::Q4] {
        let input: &[u8] = if question == Question::Q2 || question == Question::Q3 { b"" } else { b"31" };
        let verdict = quickly(|| judge(question, input, &after_the_end)).unwrap();
        assert!(verdict.difference.unwrap().line <= 3);
    }
    let moves = enormous("", "0 0\n");
    let verdict = quickly(|| laplace_judge::well::judge(b"2\n4 4", &moves, Depth::DEFAULT)).unwrap();
    assert_eq!((verdict.placed, verdict.ended.word()), (2, "all-placed"));
}

#[test]
fn one_endless_line_is_refused_or_judged() {
    for byte in [b'1', b' '] {
        let line = vec![byte; ENORMOUS];
        // One question for each way to read an input and to compare an answer.
        for question in [Question::Q1, Question::Q2, Question::Q5] {
            let refused = quickly(|| judge(question, &line, b""));
            // Blanks are an empty file, which has an answer where a list may be empty.
            let may_be_empty = question == Question::Q2;
            assert_eq!(refused.is_ok(), byte == b' ' && may_be_empty, "{question}");
            let input: &[u8] = if may_be_empty { b"" } else { b"31" };
            let difference = quickly(|| judge(question, input, &line)).unwrap().difference.unwrap();
            assert!(difference.line <= 2 && difference.to_string().len() < 300);
        }
        assert!(quickly(|| laplace_judge::well::judge(&line, b"", Depth::DEFAULT)).is_err());
        let verdict = quickly(|| laplace_judge::well::judge(b"1 1", &line, Depth::DEFAULT)).unwrap();
        assert_eq!((verdict.placed, verdict.ended.figure()), (0, Some(1)));
    }
}

/// The most address space that this process ever had, in bytes.
#[cfg(target_os = "linux")]
fn most_memory() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmPeak:")).unwrap();
    line.trim().strip_suffix(" kB").unwrap().parse::<usize>().unwrap() * 1024
}

#[test]
#[cfg(target_os = "linux")]
fn a_number_that_claims_much_takes_no_memory() {
    let before = most_memory();
    for claimed in ["999999999", "999999999\n1 2 3", "999999999 999999999"] {
        assert!(laplace_judge::well::judge(claimed.as_bytes(), claimed.as_bytes(), Depth::DEFAULT).is_err());
        let moves = laplace_judge::well::judge(b"1 1", claimed.as_bytes(), Depth::DEFAULT).unwrap();
        assert_eq!(moves.placed, 0);
        for question in Question::ALL {
            _ = judge(question, claimed.as_bytes(), claimed.as_bytes());
            _ = judge(question, b"31", claimed.as_bytes());
        }
    }
    // A byte for each thing claimed would be a thousand megabytes; the other tests take 300 at most.
    assert!(most_memory() - before < 700_000_000);
}
