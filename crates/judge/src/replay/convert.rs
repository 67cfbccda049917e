//! Replays of recorded games.
//!
//! A replay gets the moves that were played and the result of playing them, so the replay of any recording
//! verifies, however its file ended.

use super::{BlobwarReplay, BlobwarResult, DemonReplay, MAX_MOVES, Placement, Replay, WellReplay};
use crate::recording::{BlobwarRecording, DemonRecording, Recording, WellRecording};

impl From<&Recording> for Replay {
    fn from(game: &Recording) -> Self {
        match game {
            Recording::Demon(game) => Self::Demon(game.into()),
            Recording::Well(game) => Self::Well(game.into()),
            Recording::Blobwar(game) => Self::Blobwar(game.into()),
        }
    }
}

impl From<&DemonRecording> for DemonReplay {
    fn from(game: &DemonRecording) -> Self {
        let moves = game.steps().iter().map(|step| Placement {
            rotation: step.chosen.rotation.number().into(),
            column: step.chosen.column.number().into(),
        });
        Self { seed: game.result().seed, moves: moves.collect(), score: Some(game.result().score) }
    }
}

/// Of more than [`MAX_MOVES`] figures, the first are taken.
impl From<&WellRecording> for WellReplay {
    fn from(game: &WellRecording) -> Self {
        let steps = game.steps().get(..MAX_MOVES).unwrap_or(game.steps());
        let figures = game.figures().get(..MAX_MOVES).unwrap_or(game.figures());
        let placed = steps.last().map_or(0, |step| step.placed);
        Self {
            depth: game.depth(),
            figures: figures.to_vec(),
            moves: steps.iter().map(|step| Placement::from(step.chosen)).collect(),
            placed: Some(placed),
        }
    }
}

impl From<&BlobwarRecording> for BlobwarReplay {
    fn from(game: &BlobwarRecording) -> Self {
        Self {
            start: game.position(0),
            moves: game.steps().iter().map(|step| step.played).collect(),
            result: Some(BlobwarResult::of(&game.position(usize::MAX))),
            players: game.players().cloned(),
        }
    }
}
