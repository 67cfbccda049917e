//! The moves of a file up to its first fault are written and read again, and never more than count.

#![no_main]

use laplace_games::demon::{MOVE_LIMIT, UncheckedMove, format};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(mut file) = format::read_moves(text) else { return };
    let seed = file.seed();
    let moves: Vec<UncheckedMove> = file.by_ref().map_while(Result::ok).map(|(_, line)| line).collect();
    assert!(moves.len() <= MOVE_LIMIT as usize);
    let again = format::write_moves(seed, moves.iter().copied());
    let mut file = format::read_moves(again.as_bytes()).expect("just written");
    assert_eq!(file.seed(), seed);
    for (number, written) in (2..).zip(moves) {
        assert_eq!(file.next(), Some(Ok((number, written))));
    }
    assert!(file.next().is_none() && !file.goes_on_after_the_limit());
});
