//! What several targets need: how bytes are cut into a choice, an input and an output, and how a fast board
//! is laid out like a slow one.

use laplace_games::demon::{self, Column, Piece};
use laplace_games::well::slow::SlowBoard;
use laplace_games::well::{Cells, HEIGHT, WIDTH};

/// A choice (the first byte), an input (up to the first NUL) and an output (the rest, empty if there is no
/// NUL). A seed can be made by hand: `printf '4'; cat input; printf '\0'; cat output`.
pub fn split(bytes: &[u8]) -> Option<(u8, &[u8], &[u8])> {
    let (&choice, files) = bytes.split_first()?;
    let end = files.iter().position(|&byte| byte == 0).unwrap_or(files.len());
    let (input, output) = files.split_at(end);
    Some((choice, input, output.strip_prefix(b"\0").unwrap_or_default()))
}

/// The demon's board as the slow rules have it.
pub fn demon_cells(board: &demon::Board) -> demon::slow::Cells {
    let mut cells = demon::slow::EMPTY;
    for (line, row) in cells.iter_mut().enumerate() {
        for (cell, column) in row.iter_mut().zip(Column::ALL) {
            *cell = board.cell(line, column).map_or(0, Piece::number);
            assert_eq!(*cell != 0, board.row(line) >> column.number() & 1 == 1);
        }
    }
    cells
}

/// The slow well's blocks as the fast one has them.
pub fn well_cells(board: &SlowBoard) -> Cells {
    let mut rows = [0; HEIGHT];
    for (row, mask) in rows.iter_mut().enumerate() {
        let columns = (0..WIDTH).filter(|&column| board.get((row, column)).is_some());
        *mask = columns.map(|column| 1 << column).sum();
    }
    Cells::from_rows(rows).expect("ten columns")
}
