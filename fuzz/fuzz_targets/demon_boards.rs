//! Boards that are read are written in both styles and read again; so are the lines around them.

#![no_main]

use laplace_games::demon::format::{self, BoardStyle, Picture};
use libfuzzer_sys::fuzz_target;

fn written(before: &str, picture: &Picture, style: BoardStyle, after: &str) -> Vec<u8> {
    let board: String = picture.lines(style).map(|line| line + "\n").collect();
    [before, &board, after].concat().into_bytes()
}

fuzz_target!(|text: &[u8]| {
    for style in [BoardStyle::Packed, BoardStyle::Spaced] {
        if let Ok(picture) = format::read_board(text) {
            assert_eq!(format::read_board(&written("", &picture, style, "")), Ok(picture));
        }
        if let Ok((picture, score)) = format::read_board_and_score(text) {
            let again = written("", &picture, style, &score.to_string());
            assert_eq!(format::read_board_and_score(&again), Ok((picture, score)));
        }
        if let Ok((placings, picture)) = format::read_placed(text) {
            let again = written(&format::write_placings(&placings), &picture, style, "");
            assert_eq!(format::read_placed(&again), Ok((placings, picture)));
        }
    }
});
