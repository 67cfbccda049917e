//! The answers to questions 1 to 4, from text to text and from value to value.
//!
//! An input is read whole before the answer is computed, so a fault anywhere in it is an error and never half
//! an answer. Question 4 alone stops reading early: nothing counts after the line that ends the game, nor after the
//! 10 000th.

use super::format::{self, BoardStyle, Dropping, Placing};
use super::{Board, CannotDrop, Column, Piece, Seed, State};
use crate::text::SyntaxError;

/// The number of pieces in an answer to question 1.
pub const FIRST_PIECES: usize = 20;

/// An input that has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Refused {
    /// The text is not an input of the question.
    #[error(transparent)]
    Syntax(#[from] SyntaxError),
    /// Question 3 promises that every piece fits on line 0; this one does not.
    #[error("line {line}: {why}, which question 3 rules out")]
    CannotDrop {
        /// The number of the line.
        line: usize,
        /// What does not fit.
        why: CannotDrop,
    },
}

/// Question 1: the first twenty pieces.
pub fn first_pieces(seed: Seed) -> Vec<Piece> {
    seed.pieces().take(FIRST_PIECES).collect()
}

/// Question 2: places what can be placed; returns the board and the indices of the incorrect lines.
pub fn place_all(placings: &[Placing]) -> (Board, Vec<usize>) {
    let mut board = Board::EMPTY;
    let mut incorrect = Vec::new();
    for (index, placing) in placings.iter().enumerate() {
        let shape = placing.piece.shape(placing.rotation);
        match Column::from_number(placing.column) {
            Some(column) if board.fits(shape, placing.line as usize, column) => {
                board.place(shape, placing.line as usize, column);
            }
            _ => incorrect.push(index),
        }
    }
    (board, incorrect)
}

/// Question 3: drops every piece; no line is ever removed.
pub fn drop_all(droppings: &[(usize, Dropping)]) -> Result<Board, Refused> {
    let mut board = Board::EMPTY;
    for &(line, Dropping { piece, column, rotation }) in droppings {
        let shape = piece.shape(rotation);
        let rest = board.drop_line(shape, column).ok_or_else(|| Refused::CannotDrop {
            line,
            why: CannotDrop { piece, column: column.number().into(), rotation: rotation.number().into() },
        })?;
        board.place(shape, rest, column);
    }
    Ok(board)
}

/// Question 4: plays the moves until something ends the game.
pub fn play_all(text: &[u8]) -> Result<State, Refused> {
    let file = format::read_moves(text)?;
    let mut state = State::new(file.seed());
    for line in file {
        let (_, line) = line?;
        if state.attempt(line).is_err() {
            break;
        }
    }
    Ok(state)
}

/// Answers `q1-input-K`.
pub fn answer_q1(input: &[u8]) -> Result<String, Refused> {
    let seed = format::read_seed(input)?;
    Ok(format::write_pieces(seed, &first_pieces(seed)))
}

/// Answers `q2-input-K`.
pub fn answer_q2(input: &[u8], style: BoardStyle) -> Result<String, Refused> {
    let placings = format::read_placings(input)?;
    let (board, incorrect) = place_all(&placings);
    Ok(format::write_placed(incorrect.iter().map(|&index| &placings[index]), &board, style))
}

/// Answers `q3-input-K`.
pub fn answer_q3(input: &[u8], style: BoardStyle) -> Result<String, Refused> {
    Ok(format::write_board(&drop_all(&format::read_droppings(input)?)?, style))
}

/// Answers `q4-input-K`.
pub fn answer_q4(input: &[u8], style: BoardStyle) -> Result<String, Refused> {
    let state = play_all(input)?;
    Ok(format!("{}{}\n", format::write_board(state.board(), style), state.score()))
}
