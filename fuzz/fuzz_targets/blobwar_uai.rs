//! Whatever is sent to the UAI server, it goes on: every `isready` is answered, and no `go` twice.

#![no_main]

use laplace_matches::uai;
use laplace_solvers::blobwar::{Engine, Settings};
use libfuzzer_sys::fuzz_target;

/// Options that take memory or threads: a text with one of them is passed over.
const EXPENSIVE: [&[u8]; 2] = [b"hash", b"threads"];

fuzz_target!(|text: &[u8]| {
    let lower = text.to_ascii_lowercase();
    if EXPENSIVE.iter().any(|word| lower.windows(word.len()).any(|window| window == *word)) {
        return;
    }
    if lower.split(|&byte| byte == b'\n').any(is_long) {
        return;
    }
    let mut written = Vec::new();
    let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
    uai::serve(text, &mut written, &mut engine).expect("reading and writing do not fail");
    let written = String::from_utf8(written).expect("the protocol is ASCII");
    let answers = |word: &str| written.lines().filter(|line| line.split(' ').next() == Some(word)).count();
    let commands = text.split(|&byte| byte == b'\n').map(first_word).take_while(|word| *word != b"quit");
    let commands_named = |word: &[u8]| commands.clone().filter(|first| *first == word).count();
    assert_eq!(answers("readyok"), commands_named(b"isready"), "{written}");
    assert_eq!(answers("uaiok"), commands_named(b"uai"), "{written}");
    assert!(answers("bestmove") <= commands_named(b"go"), "{written}");
});

fn first_word(line: &[u8]) -> &[u8] {
    line.split(u8::is_ascii_whitespace).find(|word| !word.is_empty()).unwrap_or_default()
}

/// Perft and the bench are finished before the server ends: only short ones are tried.
fn is_long(line: &[u8]) -> bool {
    let mut words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
    matches!(words.next(), Some(b"perft" | b"bench")) && !matches!(words.next(), Some(b"0" | b"1" | b"2"))
}
