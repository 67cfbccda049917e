//! A PGN that is read has moves that the rules allow, and is read again from what our writer would write of it.

#![no_main]

use std::fmt::Write;

use laplace_matches::pgn::{read_games, result};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let Ok(games) = read_games(text) else { return };
    assert!(!games.is_empty());
    for game in games {
        let mut position = game.start;
        let mut again = format!("[FEN \"{}\"]\n[Rules \"{}\"]\n\n", game.start, game.start.stuck_rule().name());
        for &played in &game.moves {
            position.play(played).expect("a move that was read can be played");
            _ = write!(again, "{played} ");
        }
        assert_eq!(position, game.last());
        if let Some(fault) = &game.fault {
            position.play(fault.played).expect_err("a fault cannot be played");
        }
        again.push_str(game.result.map_or("*", result));
        let again = read_games(again.as_bytes()).expect("what is written is read");
        assert_eq!(again.len(), 1);
        assert_eq!((again[0].start, &again[0].moves, again[0].result), (game.start, &game.moves, game.result));
    }
});
