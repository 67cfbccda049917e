//! Plays Blobwar on 7 x 7: both players take the move that turns most blobs.

#![allow(clippy::print_stdout, reason = "an example shows its result")]

use laplace_games::blobwar::format::write_picture;
use laplace_games::blobwar::{Move, Position, Size, StuckRule};

fn main() {
    let mut position = Position::start(Size::Seven, StuckRule::Passes);
    while position.end().is_none() {
        let turned = |played: &Move| {
            let mut next = position;
            let facts = next.play(*played).expect("a legal move");
            // A doubling keeps the blob that a jump moves away.
            (facts.turned.len(), matches!(played, Move::Double(_)))
        };
        let Some(played) = position.legal_moves().into_iter().max_by_key(turned) else { break };
        position.play(played).expect("a legal move");
    }
    print!("{}", write_picture(&position));
    println!("{position}");
    if let Some(end) = position.end() {
        println!("{end}");
    }
}
