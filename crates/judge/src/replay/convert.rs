//! The contests' own files as replays, and back.
//!
//! Of a file, the moves that were played are taken, and what they came to: so the replay of any file
//! verifies, however the file ends.

use laplace_games::demon::{self, MoveLine};
use laplace_games::text::SyntaxError;
use laplace_games::well::{self, Depth, Problem};

use super::{DemonReplay, LONGEST, Placement, WellReplay};

/// The replay of a move file, question 4's input or question 5's output.
pub fn from_demon(text: &[u8]) -> Result<DemonReplay, SyntaxError> {
    let file = demon::format::moves(text)?;
    let mut state = demon::State::new(file.seed());
    let seed = file.seed();
    let played = file.map_while(|line| {
        let (_, line) = line.ok()?;
        state.play_line(line).ok()?;
        Some(Placement { rotation: line.rotation, column: line.column })
    });
    let moves = played.collect();
    Ok(DemonReplay { seed, moves, score: Some(state.score()) })
}

/// The replay of an input and an answer. Of more than [`LONGEST`] figures, the first are taken.
pub fn from_well(input: &[u8], output: &[u8], depth: Depth) -> Result<WellReplay, SyntaxError> {
    let mut problem = well::format::read_problem(input, depth)?;
    problem.figures.truncate(LONGEST);
    let mut state = well::State::new(problem);
    let played = well::format::read_moves(output).map_while(|pair| {
        let pair = pair.ok()?;
        state.attempt(pair)?;
        Some(pair.into())
    });
    let moves = played.collect();
    let Problem { figures, depth } = state.problem().clone();
    Ok(WellReplay { depth, figures, moves, placed: Some(state.placed() as u32) })
}

/// The move file that plays a replay.
pub fn to_demon(replay: &DemonReplay) -> String {
    let lines = replay.seed.pieces().zip(&replay.moves);
    let lines = lines.map(|(piece, placement)| -> MoveLine { placement.line(piece) });
    demon::format::write_moves(replay.seed, lines)
}

/// The input and the answer that play a replay; moves that are none are left out.
pub fn to_well(replay: &WellReplay) -> (String, String) {
    let problem = Problem { figures: replay.figures.clone(), depth: replay.depth };
    let moves = replay.moves.iter().map_while(|&placement| well::UncheckedMove::from(placement).check().ok());
    (well::format::write_problem(&problem), well::format::write_moves(moves))
}
