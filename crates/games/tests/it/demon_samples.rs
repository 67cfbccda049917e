//! The contest's own samples come out byte for byte.

use laplace_games::demon::format::BoardStyle::{Packed, Spaced};
use laplace_games::demon::{format, questions};

#[test]
fn question_1_gives_the_sample() {
    let answer = questions::answer_q1(include_bytes!("../data/demon/q1-input-73")).unwrap();
    assert_eq!(answer, include_str!("../data/demon/q1-output-73"));
}

#[test]
fn question_2_gives_the_sample() {
    let answer = questions::answer_q2(include_bytes!("../data/demon/q2-input-37"), Packed).unwrap();
    assert_eq!(answer, include_str!("../data/demon/q2-output-37"));
}

#[test]
fn question_3_gives_the_sample() {
    let answer = questions::answer_q3(include_bytes!("../data/demon/q3-input-73"), Packed).unwrap();
    assert_eq!(answer, include_str!("../data/demon/q3-output-73"));
}

#[test]
fn question_4_gives_the_sample() {
    let answer = questions::answer_q4(include_bytes!("../data/demon/q4-input-73"), Packed).unwrap();
    assert_eq!(answer, include_str!("../data/demon/q4-output-73"));
}

#[test]
fn the_sequence_of_31_is_the_one_the_sample_plays() {
    let answer = questions::answer_q1(b"31").unwrap();
    let pieces: Vec<&str> = answer.lines().skip(1).collect();
    assert_eq!(pieces.join(" "), "1 3 5 3 4 4 7 7 5 2 1 6 1 3 5 7 4 6 3 6");
}

#[test]
fn spaced_boards_read_as_packed_ones() {
    let input = include_bytes!("../data/demon/q4-input-73");
    let [packed, spaced] = [Packed, Spaced].map(|style| questions::answer_q4(input, style).unwrap());
    assert_ne!(packed, spaced);
    assert!(spaced.starts_with(". . . . . . . . . . . .\n"), "{spaced}");
    assert_eq!(
        format::read_board_and_score(packed.as_bytes()),
        format::read_board_and_score(spaced.as_bytes())
    );
}

#[test]
fn incorrect_lines_are_repeated_as_they_stood() {
    let answer = questions::answer_q2(b"1 5 5 0\r\n  01  5 5   0  \r\n\r\n1 5 12 0", Packed).unwrap();
    assert!(answer.starts_with("01  5 5   0\n1 5 12 0\n....."), "{answer}");
}

#[test]
fn an_incorrect_line_of_twelve_digits_is_not_taken_for_a_line_of_the_board() {
    let answer = questions::answer_q2(b"1 11111 11111 1\n7 0 0 0\n", Packed).unwrap();
    let (incorrect, picture) = format::read_placed(answer.as_bytes()).unwrap();
    assert_eq!(format::write_placings(&incorrect), "1 11111 11111 1\n");
    assert_eq!(picture.cells()[0].iter().flatten().count(), 2);
}
