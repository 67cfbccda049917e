//! An input that is read is written and read again, and holds no more figures than bytes.

#![no_main]

use laplace_games::well::Depth;
use laplace_games::well::format::{read_problem, write_problem};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(problem) = read_problem(text, Depth::DEFAULT) else { return };
    assert!(problem.figures.len() < text.len());
    assert_eq!(read_problem(write_problem(&problem).as_bytes(), Depth::DEFAULT), Ok(problem));
});
