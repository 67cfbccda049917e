//! Whole games as text. A difference means that the rules, the generators or the pictures changed.
//!
//! `LAPLACE_BLESS=1 cargo test -p laplace-games --test it demon_playthrough` writes the files anew.

use std::fmt::Write as _;

use laplace_games::demon::format::{self, BoardStyle, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{Board, State};

/// The board is shown after every `SHOWN` moves, and after a move that removes two or more lines.
const SHOWN: u32 = 20;

fn picture(board: &Board) -> String {
    let text = format::write_board(board, BoardStyle::Packed);
    text.lines().skip(board.top()).map(|line| format!("|{line}|\n")).collect()
}

/// A generated game, a line for each move, until it ends.
fn playthrough(family: Family, seed: u64) -> String {
    let moves = input(Question::Q4, family, seed).unwrap();
    let mut file = format::read_moves(moves.as_bytes()).unwrap();
    let mut state = State::new(file.seed());
    let mut text = format!("{}, seed {seed}: s is {}\n", family.name(), file.seed().number());
    for line in &mut file {
        let (_, line) = line.unwrap();
        let piece = state.next_piece();
        let legal = state.legal_moves().len();
        let landing = match state.attempt(line) {
            Ok(landing) => landing,
            Err(end) => {
                writeln!(text, "ended: {end}").unwrap();
                break;
            }
        };
        let removed: Vec<usize> = landing.removed.iter().collect();
        let column = line.column;
        let turns = line.rotation;
        writeln!(
            text,
            "{piece:?} at {column} turned {turns} of {legal}: line {}, removes {removed:?}, {} points, {} in all",
            landing.line,
            landing.points,
            state.score()
        )
        .unwrap();
        if landing.removed.len() > 1 || state.placed().is_multiple_of(SHOWN) {
            text += &picture(state.board());
        }
    }
    let placed = state.placed();
    let lines = state.lines();
    let tetrises = state.tetrises();
    writeln!(text, "placed {placed}, {lines} lines, {tetrises} Tetrises, score {}", state.score()).unwrap();
    text + &picture(state.board())
}

#[test]
fn a_game_with_tetrises_equals_its_golden_file() {
    let game = playthrough(Family::Tetrises, 5);
    assert!(game.contains("1200 points"), "choose a seed with a Tetris after a Tetris");
    crate::common::golden::compare("demon/golden_tetrises.txt", &game);
}

#[test]
fn a_game_that_reaches_the_top_equals_its_golden_file() {
    let game = playthrough(Family::TopOut, 1);
    assert!(game.contains("ended: a block stands on line"), "it ends by the top lines");
    crate::common::golden::compare("demon/golden_top_lines.txt", &game);
}
