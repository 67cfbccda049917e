//! A whole game for whoever shows it: any moment of it at once, in any order.
//!
//! A recording is made by playing the game once. It keeps the facts of every move, and the whole state
//! before every 64th; a board in between is played again from the one before, which takes microseconds.
//! A game of 9 999 pieces takes less than a megabyte, one of a million figures some tens. Viewers and
//! exports draw [`Picture`]s and read [`Step`]s, and never look at a rule.
//!
//! Moves are counted from 1, so move 0 is the start; a move may have several pictures, of which the last
//! is what it led to.
//!
//! ```
//! use laplace_judge::recording::Recording;
//! let game = Recording::of_demon(b"31\n1 8 2\n3 7 0\n").unwrap();
//! assert_eq!((game.len(), game.score(2), game.height(2)), (2, 0, 2));
//! let board = game.picture(2);
//! assert_eq!(board.lines().next_back().unwrap().iter().map(|cell| cell.mark()).collect::<String>(),
//!     ".......31111");
//! assert_eq!(game.ended(), "no more moves");
//! ```

mod blobwar;
mod demon;
mod picture;
mod well;

pub use blobwar::{BlobwarRecording, BlobwarStep};
pub use demon::{DemonRecording, DemonStep};
pub use picture::{Accent, Cell, Content, Picture, Stage};
pub use well::{WellRecording, WellStep};

use laplace_games::text::SyntaxError;
use laplace_games::well::Depth;

use crate::replay::{self, Replay};

/// How many moves there are from one kept state to the next.
const KEPT_EVERY: usize = 64;

/// A game of any of the three kinds.
#[derive(Clone, Debug)]
pub enum Recording {
    /// A game of the demon.
    Demon(DemonRecording),
    /// A game of the well.
    Well(WellRecording),
    /// A game of Blobwar or Ataxx.
    Blobwar(BlobwarRecording),
}

/// The facts of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move of the demon.
    Demon(DemonStep),
    /// A move of the well.
    Well(WellStep),
    /// A move of Blobwar or Ataxx.
    Blobwar(BlobwarStep),
}

/// Something worth going to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Four lines at once.
    Tetris,
    /// So many rows were emptied.
    Deletion(u8),
    /// So many blobs were turned.
    Capture(u8),
}

impl Recording {
    /// Plays a replay as far as it can be played.
    pub fn of_replay(replay: &Replay) -> Self {
        match replay {
            Replay::Demon(replay) => Self::Demon(DemonRecording::new(replay)),
            Replay::Well(replay) => Self::Well(WellRecording::new(replay)),
            Replay::Blobwar(replay) => Self::Blobwar(BlobwarRecording::new(replay)),
        }
    }

    /// Plays a move file, question 4's input or question 5's output.
    pub fn of_demon(text: &[u8]) -> Result<Self, SyntaxError> {
        let mut recording = DemonRecording::new(&replay::from_demon(text)?);
        recording.ended = crate::demon::replay(text)?.ended.to_string();
        Ok(Self::Demon(recording))
    }

    /// Plays an answer to an input of the well.
    pub fn of_well(input: &[u8], output: &[u8], depth: Depth) -> Result<Self, SyntaxError> {
        let mut recording = WellRecording::new(&replay::from_well(input, output, depth)?);
        recording.ended = crate::well::judge(input, output, depth)?.ended.to_string();
        Ok(Self::Well(recording))
    }

    /// The number of moves that could be played.
    pub fn len(&self) -> usize {
        match self {
            Self::Demon(game) => game.steps.len(),
            Self::Well(game) => game.steps.len(),
            Self::Blobwar(game) => game.steps.len(),
        }
    }

    /// Whether no move was played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Why the game ended, in words.
    pub fn ended(&self) -> &str {
        match self {
            Self::Demon(game) => &game.ended,
            Self::Well(game) => &game.ended,
            Self::Blobwar(game) => &game.ended,
        }
    }

    /// The facts of a move; `None` for 0 and past the last.
    pub fn step(&self, number: usize) -> Option<Step> {
        match self {
            Self::Demon(game) => at(&game.steps, number).map(Step::Demon),
            Self::Well(game) => at(&game.steps, number).map(Step::Well),
            Self::Blobwar(game) => at(&game.steps, number).map(Step::Blobwar),
        }
    }

    /// Every picture of a move, in order; at least one. Past the last move, those of the last.
    pub fn pictures(&self, number: usize) -> Vec<Picture> {
        let number = number.min(self.len());
        match self {
            Self::Demon(game) => game.pictures(number),
            Self::Well(game) => game.pictures(number),
            Self::Blobwar(game) => vec![game.picture(number)],
        }
    }

    /// The board after a move.
    pub fn picture(&self, number: usize) -> Picture {
        let last = self.pictures(number).pop();
        last.unwrap_or_else(|| Picture::new(Stage::Start, 0, 1, Vec::new()))
    }

    /// The score after a move: points, figures that count, or blobs of `x` less those of `o`.
    pub fn score(&self, number: usize) -> i64 {
        let number = number.min(self.len());
        match self {
            Self::Demon(game) => at(&game.steps, number).map_or(0, |step| step.score.into()),
            Self::Well(game) => at(&game.steps, number).map_or(0, |step| step.placed.into()),
            Self::Blobwar(game) => game.position(number).value().into(),
        }
    }

    /// The height of the stack after a move; for Blobwar, the number of blobs.
    pub fn height(&self, number: usize) -> u32 {
        let number = number.min(self.len());
        match self {
            Self::Demon(game) => at(&game.steps, number).map_or(0, |step| step.height.into()),
            Self::Well(game) => at(&game.steps, number).map_or(0, |step| step.height.into()),
            Self::Blobwar(game) => game.blobs(number),
        }
    }

    /// The pieces or figures that come after a move, 1 to 7 each; none for Blobwar.
    pub fn upcoming(&self, number: usize, count: usize) -> Vec<u8> {
        match self {
            Self::Demon(game) => game.upcoming(number, count),
            Self::Well(game) => game.upcoming(number, count),
            Self::Blobwar(_) => Vec::new(),
        }
    }

    /// What a move is remembered for, if anything.
    pub fn event(&self, number: usize) -> Option<Event> {
        match self.step(number)? {
            Step::Demon(step) => step.is_tetris().then_some(Event::Tetris),
            Step::Well(step) => (step.deleted > 0).then_some(Event::Deletion(step.deleted)),
            Step::Blobwar(step) => {
                (!step.turned.is_empty()).then_some(Event::Capture(step.turned.len() as u8))
            }
        }
    }

    /// The first move after this one that has an event.
    pub fn next_event(&self, after: usize) -> Option<usize> {
        (after.saturating_add(1)..=self.len()).find(|&number| self.event(number).is_some())
    }
}

/// The element of that number, counted from 1.
fn at<T: Copy>(steps: &[T], number: usize) -> Option<T> {
    steps.get(number.checked_sub(1)?).copied()
}
