//! The fast position equals the slow one: the first byte chooses the start position, each byte after it
//! is a move, legal or not.

#![no_main]

use laplace_games::blobwar::slow::SlowPosition;
use laplace_games::blobwar::{Move, Position, Size, StuckRule, generate};
use laplace_games::random::Random;
use libfuzzer_sys::fuzz_target;

fn sorted(mut moves: Vec<Move>) -> Vec<Move> {
    moves.sort();
    moves
}

fn start(kind: u8) -> Position {
    let size = Size::BOTH[usize::from(kind & 1)];
    let stuck = StuckRule::BOTH[usize::from(kind >> 1 & 1)];
    match kind >> 2 {
        0 => Position::start(size, stuck),
        seed => generate::position(&mut Random::new(seed.into()), size, stuck),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((&kind, choices)) = bytes.split_first() else { return };
    let mut fast = start(kind);
    let mut slow = SlowPosition::new(&fast.setup());
    for &choice in choices {
        let moves = sorted(fast.legal_moves());
        assert_eq!(moves, sorted(slow.legal_moves()));
        assert_eq!((fast.end(), fast.value()), (slow.end(), slow.value()));
        let any = Move::all_conceivable().nth(usize::from(choice) * 17);
        let Some(played) = moves.get(usize::from(choice)).copied().or(any) else { return };
        assert_eq!(fast.play(played).ok(), slow.play(played));
        assert_eq!(fast.to_string(), slow.fen());
        assert_eq!(fast.validity_check(), Ok(()));
    }
});
