//! The eight symmetries of a board: what a set of cells looks like from each of them.

use laplace_games::blobwar::Bitboard;

/// The number of symmetries.
pub const SYMMETRIES: usize = 8;

/// Where a cell lies after a symmetry of a board of `width` x `width`: bit 0 turns the rows round, bit 1 the columns, bit 2
/// swaps rows and columns.
pub(super) const fn place_after(
    symmetry: usize,
    width: usize,
    mut row: usize,
    mut column: usize,
) -> (usize, usize) {
    if symmetry & 1 != 0 {
        row = width - 1 - row;
    }
    if symmetry & 2 != 0 {
        column = width - 1 - column;
    }
    if symmetry & 4 != 0 { (column, row) } else { (row, column) }
}

/// The cells after a symmetry of a board of `width` x `width` (7 or 8), which stays where it lies on the grid.
pub(super) fn cells_after(symmetry: usize, width: usize, cells: Bitboard) -> Bitboard {
    let beyond = 8 - width;
    let mut bits = cells.bits();
    if symmetry & 1 != 0 {
        bits = bits.swap_bytes() >> (8 * beyond);
    }
    if symmetry & 2 != 0 {
        bits = bits.reverse_bits().swap_bytes() >> beyond;
    }
    if symmetry & 4 != 0 {
        bits = transposed(bits);
    }
    Bitboard::from_bits(bits)
}

/// The cells with rows and columns swapped: first within blocks of two by two cells, then blocks within larger ones.
fn transposed(mut bits: u64) -> u64 {
    for (distance, upper_right) in
        [(7, 0x00aa_00aa_00aa_00aa), (14, 0x0000_cccc_0000_cccc), (28, 0x0000_0000_f0f0_f0f0)]
    {
        let different = (bits ^ bits >> distance) & upper_right;
        bits ^= different ^ different << distance;
    }
    bits
}

#[cfg(test)]
mod tests {
    use super::*;
    use laplace_games::blobwar::{Cell, Side, Size, generate};
    use laplace_games::random::Random;

    /// The slow twin of [`cells_after`]: cell by cell.
    fn slowly(symmetry: usize, width: usize, cells: Bitboard) -> Bitboard {
        let moved = cells.into_iter().filter_map(|cell| {
            let (row, column) = place_after(symmetry, width, cell.row().into(), cell.column().into());
            Cell::at(row as u8, column as u8)
        });
        moved.collect()
    }

    #[test]
    fn symmetries_of_whole_boards_are_those_of_their_cells() {
        let mut random = Random::new(4);
        for _ in 0..200 {
            let position = generate::any_position(&mut random);
            let cells = position.board().blobs(Side::Blue);
            let width = position.size().width().into();
            for symmetry in 0..SYMMETRIES {
                assert_eq!(cells_after(symmetry, width, cells), slowly(symmetry, width, cells), "{symmetry}");
            }
        }
    }

    #[test]
    fn symmetries_are_different_and_keep_the_board() {
        for size in Size::BOTH {
            let width = size.width().into();
            let cells: Bitboard =
                ["a1", "b1", "d2"].iter().map(|cell| cell.parse::<Cell>().unwrap()).collect();
            let seen: Vec<Bitboard> =
                (0..SYMMETRIES).map(|symmetry| cells_after(symmetry, width, cells)).collect();
            for (number, &one) in seen.iter().enumerate() {
                assert!((one - size.cells()).is_empty());
                assert_eq!(one.len(), 3);
                assert!(!seen[..number].contains(&one));
                assert_eq!(cells_after(number, width, size.cells()), size.cells());
            }
        }
    }
}
