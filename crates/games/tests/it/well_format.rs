//! The readers accept and refuse what they must, with the right errors, and read back what the writers write.

use crate::common::texts::{check_accepted, check_refused};
use laplace_games::random::Random;
use laplace_games::well::format::{read_moves, read_problem, write_moves, write_problem};
use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{Depth, Figure, Move, Problem, UncheckedMove};

const REFUSED: &str = include_str!("../data/well/refused.txt");
const ACCEPTED: &str = include_str!("../data/well/accepted.txt");

/// Reads an input or an answer and writes it again; the error as text if it is refused.
fn rewritten(kind: &str, text: &[u8]) -> Result<String, String> {
    if kind == "input" {
        let problem = read_problem(text, Depth::DEFAULT).map_err(|error| error.to_string())?;
        return Ok(write_problem(&problem));
    }
    assert_eq!(kind, "answer");
    let moves: Result<Vec<UncheckedMove>, _> = read_moves(text).collect();
    let moves = moves.map_err(|error| error.to_string())?;
    Ok(write_moves(moves.into_iter().map(|unchecked| unchecked.check().unwrap())))
}

#[test]
fn every_refused_text_is_refused_in_the_words_of_the_file() {
    check_refused(REFUSED, 20, rewritten);
}

#[test]
fn every_accepted_text_is_read_and_written_as_the_file_says() {
    check_accepted(ACCEPTED, 7, rewritten);
}

#[test]
fn inputs_are_read_back_as_written() {
    for (count, family) in [0, 1, 2, 19, 1_000].into_iter().flat_map(|n| Family::ALL.map(|f| (n, f))) {
        let problem = generate(family, count, 6);
        assert_eq!(read_problem(write_problem(&problem).as_bytes(), problem.depth), Ok(problem));
    }
}

#[test]
fn answers_are_read_back_as_written() {
    let moves: Vec<Move> = Move::all().collect();
    let text = write_moves(moves.iter().copied());
    let read: Vec<Move> = read_moves(text.as_bytes()).map(|pair| pair.unwrap().check().unwrap()).collect();
    assert_eq!(read, moves);
}

#[test]
fn a_fault_in_an_answer_leaves_the_moves_before_it() {
    let text = format!("{}0 oops 1 1\n", "1 2\n".repeat(499));
    let read: Vec<_> = read_moves(text.as_bytes()).collect();
    assert_eq!(read.len(), 500);
    assert!(read[..499].iter().all(|pair| pair == &Ok(UncheckedMove { rotation: 1, column: 2 })));
    assert_eq!(read[499].as_ref().unwrap_err().line, 500);
}

#[test]
fn ten_million_figures_are_read() {
    let count = 10_000_000;
    let problem = Problem { figures: vec![Figure::Z; count], depth: Depth::DEFAULT };
    let read = read_problem(write_problem(&problem).as_bytes(), Depth::DEFAULT).unwrap();
    assert_eq!(read.figures.len(), count);
}

#[test]
fn a_large_count_without_figures_is_refused() {
    // Memory is bounded by the length of the text, not by the count.
    let error = read_problem(b"999999999", Depth::DEFAULT).unwrap_err();
    assert_eq!(error.line, 1);
}

#[test]
fn no_bytes_make_a_reader_panic() {
    let random = &mut Random::new(8);
    let alphabet = b"0123456789 \n\r\t-x\xff\0";
    for _ in 0..20_000 {
        let length = random.below(40);
        let text: Vec<u8> = (0..length).map(|_| *random.pick(alphabet).unwrap()).collect();
        let moves = read_moves(&text).count();
        assert!(moves <= text.len().div_ceil(2));
        if let Ok(problem) = read_problem(&text, Depth::DEFAULT) {
            assert!(problem.figures.len() < text.len());
        }
    }
}
