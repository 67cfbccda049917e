//! A name that is read is written again letter for letter, and its answer is an output of the same number.

#![no_main]

use laplace_games::demon::format::{FileKind, FileName};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|name: &str| {
    let Ok(read) = name.parse::<FileName>() else { return };
    assert_eq!(read.to_string(), name);
    let answer = read.answer();
    assert_eq!(answer.to_string().parse(), Ok(answer.clone()));
    assert_eq!((answer.question, answer.kind, answer.number), (read.question, FileKind::Output, read.number));
});
