//! The positions of training games, as the trainer takes them.

use std::collections::HashMap;
use std::path::Path;

use laplace_games::blobwar::{Bitboard, Position, StuckRule};
use laplace_solvers::blobwar::network::{Inputs, SCORE_PER_LOGIT};
use laplace_solvers::blobwar::score;

use crate::file::{Block, Blocks, FileError};
use crate::game::TrainingGame;

/// One block in this many is kept for validation, by its number: no game is in both parts.
pub const VALIDATION_SHARE: u64 = 20;

/// A position, and how good it turned out to be for the player to move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    us: Bitboard,
    them: Bitboard,
    /// The number of its board in [`Samples::boards`].
    board: u32,
    /// What the network should answer: from 0 for a loss to 1 for a win.
    pub target: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct SampleBoard {
    playable: Bitboard,
    stuck: StuckRule,
}

/// Samples, in two parts.
#[derive(Debug, Default)]
pub struct Samples {
    boards: Vec<SampleBoard>,
    /// Where each of them is: with random holes there are as many boards as games.
    places: HashMap<SampleBoard, u32>,
    /// Those to learn from.
    pub training: Vec<Sample>,
    /// Those that only measure.
    pub validation: Vec<Sample>,
}

impl Samples {
    /// Adds the positions of a file. Of the target, `score_share` is the probability of a win that the search's score
    /// stands for, and the rest the result of the game.
    pub fn add_file(&mut self, path: &Path, score_share: f32) -> Result<(), FileError> {
        for block in Blocks::open(path)? {
            self.add_block(&block?, score_share);
        }
        Ok(())
    }

    fn add_block(&mut self, block: &Block, score_share: f32) {
        for game in &block.games {
            let board = self.board_of(&game.start);
            let samples = samples_of(game, board, score_share);
            let part = if block.number % VALIDATION_SHARE == VALIDATION_SHARE - 1 {
                &mut self.validation
            } else {
                &mut self.training
            };
            part.extend(samples);
        }
    }

    fn board_of(&mut self, start: &Position) -> u32 {
        let board = SampleBoard { playable: start.board().playable(), stuck: start.stuck_rule() };
        *self.places.entry(board).or_insert_with(|| {
            self.boards.push(board);
            self.boards.len() as u32 - 1
        })
    }

    /// The network's inputs for a sample.
    pub fn inputs(&self, sample: &Sample) -> Inputs {
        let board = &self.boards[sample.board as usize];
        Inputs::of(sample.us, sample.them, board.playable, board.stuck)
    }
}

/// The positions of a game that the search has not decided.
fn samples_of(game: &TrainingGame, board: u32, score_share: f32) -> impl Iterator<Item = Sample> {
    game.positions().filter(|(_, ply)| !score::is_proved(ply.score.into())).map(move |(position, ply)| {
        let turn = position.turn();
        let by_score = 1.0 / (1.0 + (-f32::from(ply.score) / SCORE_PER_LOGIT as f32).exp());
        Sample {
            us: position.board().blobs(turn),
            them: position.board().blobs(turn.other()),
            board,
            target: score_share * by_score + (1.0 - score_share) * game.result_for(turn),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ply;
    use laplace_games::blobwar::{Move, Outcome, Side, Size};

    #[test]
    fn targets_mix_score_and_result_for_the_player_to_move() {
        let start = Position::start(Size::Seven, StuckRule::Passes);
        let plies = ["b6", "a2", "c5"].map(|text| text.parse::<Move>().unwrap());
        let plies = plies.into_iter().zip([0, 690, 29_500]);
        let plies = plies.map(|(played, score)| Ply { played, score }).collect();
        let game = TrainingGame { start, plies, outcome: Outcome::Win(Side::Blue) };
        let targets: Vec<f32> = samples_of(&game, 0, 0.5).map(|sample| sample.target).collect();
        assert_eq!(targets.len(), 2);
        assert!((targets[0] - 0.75).abs() < 1e-6);
        assert!((targets[1] - 0.5 * 0.731_058_6).abs() < 1e-6);
    }
}
