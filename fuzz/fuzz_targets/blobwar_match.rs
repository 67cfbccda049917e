//! What a match reads: the lines of engines and the file of its own games.
//!
//! A text of an engine that is kept is short and one line. Of a file that is accepted nothing is lost but the beginning
//! of a game of ours, and what remains is accepted again.

#![no_main]

use laplace_matches::pgn::{self, FIRST_LINE, Tags};
use laplace_matches::uai::message::EngineMessage;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &[u8]| {
    for line in text.split(|&byte| byte == b'\n') {
        if let Some(
            EngineMessage::Name(text)
            | EngineMessage::Option(text)
            | EngineMessage::InfoString(text)
            | EngineMessage::BestMove(text),
        ) = EngineMessage::read(line)
        {
            assert!(text.chars().count() <= 200 && !text.contains(['\n', '\r']));
        }
    }
    let Ok(games) = pgn::read(text) else { return };
    let complete = games.cut_off.map_or(text.len(), |game| game.offset);
    let rest = text.get(complete..).expect("what is cut off lies in the file");
    assert!(rest.starts_with(FIRST_LINE.as_bytes()) || FIRST_LINE.as_bytes().starts_with(rest));
    let again = pgn::read(&text[..complete]).expect("what is kept is accepted");
    assert!(again.cut_off.is_none());
    let seen = |games: &[Tags]| games.iter().map(|game| (game.offset, game.is_complete)).collect::<Vec<_>>();
    assert_eq!(seen(&again.complete), seen(&games.complete));
});
