//! Plays recorded moves of the demon: the only loop that does.
//!
//! Everything made of a game goes through [`play_lines`] once. A verdict passes an observer that does nothing, so
//! it keeps no step and costs no memory; a recording passes one that keeps every step.

use laplace_games::demon::format::{self, BoardStyle, MoveFile};
use laplace_games::demon::questions::Refused;
use laplace_games::demon::{End, Facts, Move, Piece, State, UncheckedMove};
use laplace_games::text::SyntaxError;

use super::{Ended, GameResult};
use crate::replay::DemonReplay;

/// A piece that was placed.
pub(crate) struct Played {
    pub(crate) piece: Piece,
    pub(crate) chosen: Move,
    pub(crate) landing: Facts,
}

/// Plays numbered lines and calls `observe` with the state after each of them. Returns the number of the line
/// that ended the game and the reason, or `None` if all lines were played.
fn play_lines(
    state: &mut State,
    lines: impl Iterator<Item = Result<(usize, UncheckedMove), SyntaxError>>,
    mut observe: impl FnMut(&State, Played),
) -> Option<(usize, Ended)> {
    for line in lines {
        let (number, line) = match line {
            Ok(numbered) => numbered,
            Err(error) => return Some((error.line, Ended::Malformed(error))),
        };
        let piece = state.next_piece();
        match state.attempt(line) {
            Ok(landing) => {
                // A line that was played has a column and a rotation that exist.
                if let Some(chosen) = line.check() {
                    observe(state, Played { piece, chosen, landing });
                }
            }
            Err(end) => return Some((number, Ended::Rules(end))),
        }
    }
    None
}

/// Plays an opened move file. Returns the last state and the result.
pub(crate) fn play_moves(
    file: &mut MoveFile<'_>,
    observe: impl FnMut(&State, Played),
) -> (State, GameResult) {
    let seed_line = file.line();
    let mut state = State::new(file.seed());
    let (line, ended) = match play_lines(&mut state, &mut *file, observe) {
        Some(stopped) => stopped,
        None if file.goes_on_after_the_limit() => (file.line(), Ended::LineLimit),
        None => (file.line(), Ended::Rules(End::NoMoreMoves)),
    };
    let result = GameResult::new(file.seed(), seed_line, &state, ended, line);
    (state, result)
}

/// Plays the moves of a replay. Lines are numbered as in the move file of these moves: the seed is on line 1.
pub(crate) fn play_replay(replay: &DemonReplay, observe: impl FnMut(&State, Played)) -> GameResult {
    let mut state = State::new(replay.seed);
    let moves = replay.seed.pieces().zip(&replay.moves).zip(2..);
    let lines = moves.map(|((piece, placement), number)| Ok((number, placement.line(piece))));
    let stopped = play_lines(&mut state, lines, observe);
    let (line, ended) = stopped.unwrap_or((1 + replay.moves.len(), Ended::Rules(End::NoMoreMoves)));
    GameResult::new(replay.seed, 1, &state, ended, line)
}

/// Plays a move file, question 4's input or question 5's output; fails only if its first line is not a seed.
///
/// ```
/// let result = laplace_judge::demon::play_file(b"31\n1 8 2\n3 7 0\n4 0 0\n").unwrap();
/// assert_eq!((result.placed, result.line), (2, 4));
/// assert_eq!(result.ended.to_string(), "the piece is 5, found 4");
/// ```
pub fn play_file(text: &[u8]) -> Result<GameResult, SyntaxError> {
    let (_, result) = play_moves(&mut format::read_moves(text)?, |_, _| {});
    Ok(result)
}

/// Plays question 4's input. Returns its answer, which is the last board and the score, and the result.
///
/// Fails if a line is not a move and no line before it ends the game: as
/// [`questions::answer_q4`](laplace_games::demon::questions::answer_q4) does, which gives the same answer.
///
/// ```
/// use laplace_games::demon::format::BoardStyle;
/// let (answer, result) = laplace_judge::demon::answer_q4(b"31\n1 8 2\n", BoardStyle::Packed).unwrap();
/// assert!(answer.ends_with("........1111\n0\n"));
/// assert_eq!(result.placed, 1);
/// ```
pub fn answer_q4(input: &[u8], style: BoardStyle) -> Result<(String, GameResult), Refused> {
    let mut file = format::read_moves(input)?;
    let (state, result) = play_moves(&mut file, |_, _| {});
    if let Ended::Malformed(error) = result.ended {
        return Err(error.into());
    }
    let answer = format!("{}{}\n", format::write_board(state.board(), style), state.score());
    Ok((answer, result.with_bound_of_its_moves()))
}
