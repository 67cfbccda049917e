//! A FEN that is read is written and read again; the position is checked, and the slow rules write the same text.

#![no_main]

use laplace_games::blobwar::format::fen;
use laplace_games::blobwar::slow::SlowPosition;
use laplace_games::blobwar::{Position, RuleChoice, StuckRule};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    // A position in any of its forms has a FEN, which is read as the same position.
    if let Ok(position) = Position::read(text, RuleChoice::default()) {
        let choice = RuleChoice { variant: None, stuck: Some(position.stuck_rule()) };
        assert_eq!(Position::read(position.to_string(), choice), Ok(position));
    }
    for stuck in StuckRule::BOTH {
        let Ok(setup) = fen::read(text, stuck) else { return };
        assert_eq!(fen::read(fen::write(&setup), stuck), Ok(setup));
        match Position::new(setup) {
            Err(error) => assert_eq!(setup.check(), Err(error)),
            Ok(position) => {
                assert_eq!(position.setup(), setup);
                assert_eq!(Position::from_fen(position.to_string(), stuck), Ok(position));
                assert_eq!(SlowPosition::new(&setup).fen(), position.to_string());
            }
        }
    }
});
