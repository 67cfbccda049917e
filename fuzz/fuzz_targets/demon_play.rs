//! The fast game equals the slow one: the first bytes are the seed, each one after is a move.

#![no_main]

use laplace_games::demon::{End, UncheckedMove, Seed, State, slow};
use laplace_fuzz::demon_cells;
use libfuzzer_sys::fuzz_target;

/// The byte of a move that names a piece other than the next one.
const WRONG_PIECE: u8 = 255;

fuzz_target!(|bytes: &[u8]| {
    let Some((seed, moves)) = bytes.split_first_chunk::<3>() else { return };
    let s = u32::from_le_bytes([seed[0], seed[1], seed[2], 0]) % (Seed::MAX + 1);
    let (mut fast, mut slow) = (State::new(Seed::new(s).expect("in range")), slow::SlowState::START);
    for &byte in moves {
        let piece = fast.next_piece().number();
        let named = i64::from(piece) + i64::from(byte == WRONG_PIECE);
        // 14 columns and 6 rotations: one too many at each end.
        let line =
            UncheckedMove { piece: named, column: i64::from(byte % 14) - 1, rotation: i64::from(byte / 14 % 6) - 1 };
        let left = fast.attempt(line);
        let right = slow.play(piece, [line.piece, line.column, line.rotation]);
        match (left, right) {
            (Ok(landing), Ok(())) => assert_eq!(slow.points.last(), Some(&landing.points)),
            (Err(End::TopLines { .. }), Err(slow::End::TopLines)) => return,
            (Err(End::WrongPiece { .. }), Err(slow::End::WrongPiece)) => return,
            (Err(End::CannotDrop(_)), Err(slow::End::CannotDrop)) => {}
            _ => panic!("{left:?} is not {right:?}"),
        }
        assert_eq!(demon_cells(fast.board()), slow.cells);
        assert_eq!((fast.score(), fast.placed() as usize), (slow.score, slow.placed));
    }
});
