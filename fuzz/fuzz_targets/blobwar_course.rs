//! States and moves of the course's project that are read are written and read again, and no text is both.

#![no_main]

use laplace_games::blobwar::Position;
use laplace_games::blobwar::format::course;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    let state = course::read_state(text);
    let played = course::read_move(text);
    assert!(state.is_err() || played.is_err());
    if let Ok(setup) = state {
        let written = course::write_state(&setup).expect("states are 8 x 8");
        assert!(text.starts_with(written.as_bytes()));
        assert_eq!(course::read_state(written), Ok(setup));
        assert!(Position::new(setup).is_ok());
    }
    if let Ok(played) = played {
        let written = course::write_move(played);
        let packed: Vec<u8> = text.iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
        assert_eq!(packed, written.as_bytes());
        assert_eq!(course::read_move(written), Ok(played));
    }
});
