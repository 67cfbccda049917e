//! Whatever can be read as a replay has a verdict, is written and read back, and is recorded to its last move.

#![no_main]

use laplace_judge::recording::Recording;
use laplace_judge::replay::{read, verify, write};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(replay) = read(bytes) else { return };
    assert_eq!(read(write(&replay).as_bytes()).as_ref(), Ok(&replay));
    let verdict = verify(&replay);
    let recording = Recording::of_replay(&replay);
    assert_eq!(recording.len(), verdict.played);
    for number in 0..=recording.len() {
        assert_eq!(recording.step(number).is_some(), number > 0);
        assert!(!recording.frames(number).is_empty());
    }
});
