//! The moves of an answer up to its first fault are written and read again; after a fault comes nothing.

#![no_main]

use laplace_games::well::format::{read_moves, write_moves};
use laplace_games::well::{Move, UncheckedMove};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let mut reader = read_moves(text);
    let moves: Vec<UncheckedMove> = reader.by_ref().map_while(Result::ok).collect();
    assert_eq!(reader.next(), None);
    let again: String = moves.iter().map(|pair| format!("{} {}\n", pair.rotation, pair.column)).collect();
    assert!(read_moves(again.as_bytes()).eq(moves.iter().copied().map(Ok)));
    let checked: Vec<Move> = moves.iter().map_while(|pair| pair.check().ok()).collect();
    let again = write_moves(checked.iter().copied());
    assert!(read_moves(again.as_bytes()).eq(checked.into_iter().map(|placed| Ok(placed.into()))));
});
