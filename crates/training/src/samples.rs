//! The positions of training games, as the trainer takes them.

use std::collections::HashMap;
use std::path::Path;

use laplace_games::blobwar::{Bitboard, Cell, Position, Size, StuckRule};
use laplace_solvers::blobwar::network::{self, INPUTS, SCORE_PER_LOGIT};
use laplace_solvers::blobwar::score;

use crate::file::{Block, Blocks, FileError};
use crate::game::TrainingGame;

/// One block in this many is kept for validation, by its number: no game is in both parts.
pub const VALIDATION_SHARE: u64 = 20;
/// The symmetries of a square.
pub const SYMMETRIES: usize = 8;

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
    size: Size,
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
        let board =
            SampleBoard { playable: start.board().playable(), size: start.size(), stuck: start.stuck_rule() };
        *self.places.entry(board).or_insert_with(|| {
            self.boards.push(board);
            self.boards.len() as u32 - 1
        })
    }

    /// The rows of the network that belong to a sample, seen by one of the symmetries.
    pub fn rows(&self, sample: &Sample, symmetry: usize) -> [u16; INPUTS] {
        let board = &self.boards[sample.board as usize];
        let see = |cells: Bitboard| seen_by(cells, board.size, symmetry);
        network::rows(see(sample.us), see(sample.them), see(board.playable), board.stuck)
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

/// The cells after a symmetry of the board: the board of 7 x 7 stays where it lies on the grid.
fn seen_by(cells: Bitboard, size: Size, symmetry: usize) -> Bitboard {
    if symmetry == 0 {
        return cells;
    }
    let last = size.width() - 1;
    let seen = cells.into_iter().filter_map(|cell| {
        let mut row = cell.row();
        let mut column = cell.column();
        if symmetry & 1 != 0 {
            row = last - row;
        }
        if symmetry & 2 != 0 {
            column = last - column;
        }
        if symmetry & 4 != 0 {
            std::mem::swap(&mut row, &mut column);
        }
        Cell::at(row, column)
    });
    seen.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Ply;
    use laplace_games::blobwar::{Move, Outcome, Side};

    #[test]
    fn symmetries_are_different_and_keep_the_board() {
        for size in Size::BOTH {
            let cells: Bitboard =
                ["a1", "b1", "d2"].iter().map(|cell| cell.parse::<Cell>().unwrap()).collect();
            let seen: Vec<Bitboard> =
                (0..SYMMETRIES).map(|symmetry| seen_by(cells, size, symmetry)).collect();
            for (number, &one) in seen.iter().enumerate() {
                assert!((one - size.cells()).is_empty());
                assert_eq!(one.len(), 3);
                assert!(!seen[..number].contains(&one));
                assert_eq!(seen_by(size.cells(), size, number), size.cells());
            }
        }
    }

    #[test]
    fn targets_mix_score_and_result_for_the_player_to_move() {
        let start = Position::start(Size::Seven, StuckRule::Passes);
        let plies = ["b6", "a2", "c5"].map(|text| text.parse::<Move>().unwrap());
        let plies = plies.into_iter().zip([0, 860, 29_500]);
        let plies = plies.map(|(played, score)| Ply { played, score }).collect();
        let game = TrainingGame { start, plies, outcome: Outcome::Win(Side::Blue) };
        let targets: Vec<f32> = samples_of(&game, 0, 0.5).map(|sample| sample.target).collect();
        assert_eq!(targets.len(), 2);
        assert!((targets[0] - 0.75).abs() < 1e-6);
        assert!((targets[1] - 0.5 * 0.731_058_6).abs() < 1e-6);
    }
}
