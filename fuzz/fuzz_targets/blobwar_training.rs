//! A training game that can be read is legal, and is written as the same bytes.

#![no_main]

use laplace_training::game::TrainingGame;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok((game, length)) = TrainingGame::read(bytes) else { return };
    let mut written = Vec::new();
    game.write(&mut written);
    assert_eq!(written, bytes[..length]);
    for (position, ply) in game.positions() {
        assert!(position.is_legal(ply.played));
    }
});
