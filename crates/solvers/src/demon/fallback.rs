//! The fallback: a player that looks at one piece at a time, by a few features, on boards with any holes.
//!
//! It scores little but places every piece. The beam keeps to boards without holes and could, in theory, run out of
//! them at a tiny width; then this game is the result.
//!
//! The features are Dellacherie's (Fahey, "Tetris AI", 2003), with weights of the same order.

use laplace_games::demon::{Board, COLUMNS, Column, LINES, Move, Piece, Rotation, TOP_LINES};

use super::node::Problem;

/// The moves of a whole game; fewer if no move is left.
pub(super) fn play_all_pieces(problem: &Problem) -> Vec<Move> {
    let mut board = Board::EMPTY;
    let mut moves = Vec::with_capacity(problem.pieces.len());
    for &piece in &problem.pieces {
        let Some((_, chosen, next)) = choices(&board, piece).min_by_key(|&(cost, chosen, _)| (cost, chosen))
        else {
            break;
        };
        board = next;
        moves.push(chosen);
    }
    moves
}

/// Every move that is not over at once, with its cost and the board after it.
fn choices(board: &Board, piece: Piece) -> impl Iterator<Item = (i32, Move, Board)> {
    let all = Rotation::ALL
        .into_iter()
        .flat_map(|rotation| Column::ALL.into_iter().map(move |column| (rotation, column)));
    all.filter_map(move |(rotation, column)| {
        let shape = piece.shape(rotation);
        let line = board.drop_line(shape, column)?;
        let mut next = board.clone();
        next.place(shape, line, column);
        next.remove_full(line, shape.height().into());
        let too_high = if next.top() < TOP_LINES { 100_000 } else { 0 };
        let landing = (LINES - line) as i32 * 2 - i32::from(shape.height());
        Some((too_high + landing + roughness(&next), Move { rotation, column }, next))
    })
}

/// Holes, and changes between full and empty along rows and columns.
fn roughness(board: &Board) -> i32 {
    const HOLE: i32 = 16;
    const ROW_CHANGE: i32 = 6;
    const COLUMN_CHANGE: i32 = 18;
    const WELL: i32 = 7;
    let walls = |row: u16| 1 | row << 1 | 1 << (COLUMNS + 1);
    let mut covered = 0;
    let mut above = 0;
    let mut depths = [0; COLUMNS];
    let mut sum = 0;
    for line in board.top()..LINES {
        let row = board.row(line);
        let with_walls = walls(row);
        sum += HOLE * (covered & !row).count_ones() as i32;
        sum += ROW_CHANGE * ((with_walls ^ with_walls >> 1) & ((1 << (COLUMNS + 1)) - 1)).count_ones() as i32;
        sum += COLUMN_CHANGE * (above ^ row).count_ones() as i32;
        for (column, depth) in depths.iter_mut().enumerate() {
            let is_well = (with_walls >> column) & 0b111 == 0b101 && covered >> column & 1 == 0;
            *depth = if is_well { *depth + 1 } else { 0 };
            sum += WELL * *depth;
        }
        covered |= row;
        above = row;
    }
    sum + COLUMN_CHANGE * (!above & ((1 << COLUMNS) - 1)).count_ones() as i32
}

#[cfg(test)]
mod tests {
    use laplace_games::demon::{MOVE_LIMIT, Seed, State};

    use super::{Problem, play_all_pieces};
    use crate::demon::Parts;

    #[test]
    fn the_fallback_places_every_piece() {
        for s in [0, 31, 231, 500_000, 1_000_000] {
            let problem = Problem::new(Seed::new(s).unwrap(), MOVE_LIMIT, Parts::ALL);
            let mut state = State::new(problem.seed);
            for chosen in play_all_pieces(&problem) {
                state.play(chosen).unwrap();
            }
            assert_eq!(state.placed(), MOVE_LIMIT);
        }
    }
}
