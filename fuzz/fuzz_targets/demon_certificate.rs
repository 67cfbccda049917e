//! What is read as a certificate is written and read back. What is accepted is true: no game that a search finds scores more.

#![no_main]

use laplace_certificate::{check, read, write};
use laplace_games::demon::Seed;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};
use libfuzzer_sys::fuzz_target;

/// Games and strikes are few and boards too, so that a check takes milliseconds.
const MAX_PIECES: usize = 24;
const MAX_STRIKES: usize = 4;
const MAX_BOARDS: usize = 200;

fuzz_target!(|text: &str| {
    let Ok(certificate) = read(text) else { return };
    assert_eq!(read(&write(&certificate)).as_ref(), Ok(&certificate));
    if certificate.game.len() > MAX_PIECES || certificate.strikes.len() > MAX_STRIKES {
        return;
    }
    let Ok(verified) = check(&certificate, MAX_BOARDS) else { return };
    let limits = Limits { beam_width: Some(100), ..Limits::default() };
    let seed = Seed::new(verified.seed).expect("certificates have seeds of the contest");
    let found = solve(seed, verified.pieces as u32, &limits, &Control::default());
    assert!(found.score <= verified.score, "a game of {} points", found.score);
});
