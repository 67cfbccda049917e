//! What a match reads: the lines of engines and the file of its own games.
//!
//! Whatever is heard is short and one line. Of a file that is accepted nothing is lost but the beginning of a
//! game of ours, and what remains is accepted again.
//!
//! The readers are taken by their path: they belong to a program, which nobody can depend on.

#![no_main]

#[path = "../../crates/cli/src/blobwar/room/says.rs"]
#[allow(dead_code)]
mod says;
#[path = "../../crates/cli/src/blobwar/room/tags.rs"]
#[allow(dead_code)]
mod tags;

use libfuzzer_sys::fuzz_target;
use says::Says;
use tags::FIRST_LINE;

fuzz_target!(|text: &[u8]| {
    for line in text.split(|&byte| byte == b'\n') {
        if let Some(Says::Name(said) | Says::Option(said) | Says::Remark(said) | Says::BestMove(said)) =
            Says::read(line)
        {
            assert!(said.chars().count() <= 200 && !said.contains(['\n', '\r']));
        }
    }
    let Ok((games, torn)) = tags::read(text) else { return };
    let whole = torn.map_or(text.len(), |torn| torn.at);
    let rest = text.get(whole..).expect("what is cut off lies in the file");
    assert!(rest.starts_with(FIRST_LINE.as_bytes()) || FIRST_LINE.as_bytes().starts_with(rest));
    let (again, torn) = tags::read(&text[..whole]).expect("what is kept is accepted");
    assert!(torn.is_none());
    let seen = |games: &[tags::Tags]| games.iter().map(|game| (game.at, game.ended)).collect::<Vec<_>>();
    assert_eq!(seen(&again), seen(&games));
});
