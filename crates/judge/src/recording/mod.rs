//! A whole game, played once, with random access to every moment of it.
//!
//! A recording is made from parsed moves and keeps what every move did, why the game ended, and the whole board after
//! every 64th move. Verdict, loss analysis, replay document, the frames of the terminal viewer and the pictures of
//! `laplace_pictures` are all derived from it; none of them knows a rule. Seeking starts from the checkpoint before and
//! takes microseconds. A game of 9 999 pieces takes less than a megabyte, one of a million figures about a hundred.
//!
//! Moves are counted from 1, so 0 is the start. A move has one or several [`Frame`]s, of which the last is the board
//! after it.
//!
//! ```
//! use laplace_judge::recording::Recording;
//! let game = Recording::of_demon(b"31\n1 8 2\n3 7 0\n").unwrap();
//! assert_eq!((game.len(), game.score(2), game.height(2)), (2, 0, 2));
//! let board = game.frame(2);
//! assert_eq!(board.lines().next_back().unwrap().iter().map(|cell| cell.mark()).collect::<String>(),
//!     ".......31111");
//! assert_eq!(game.ended().to_string(), "no more moves");
//! ```

mod blobwar;
mod demon;
mod frame;
mod well;

pub(crate) use blobwar::play as play_blobwar;
pub use blobwar::{BlobwarEnded, BlobwarRecording, BlobwarStep};
pub use demon::{DemonRecording, DemonStep};
pub use frame::{Cell, Content, Frame, Highlight, Stage};
pub use well::{WellRecording, WellStep};

use std::fmt;

use laplace_games::text::SyntaxError;
use laplace_games::well::Depth;

use crate::GameKind;
use crate::replay::Replay;

/// The number of moves from one checkpoint to the next.
const CHECKPOINT_MOVES: usize = 64;

/// A recorded game of any of the three kinds.
#[derive(Clone, Debug)]
pub enum Recording {
    /// A game of the demon.
    Demon(DemonRecording),
    /// A game of the well.
    Well(WellRecording),
    /// A game of Blobwar or Ataxx.
    Blobwar(BlobwarRecording),
}

/// What one move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// A move of the demon.
    Demon(DemonStep),
    /// A move of the well.
    Well(WellStep),
    /// A move of Blobwar or Ataxx.
    Blobwar(BlobwarStep),
}

/// Why a game ended; `Display` writes it for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending<'a> {
    /// Why a game of the demon ended.
    Demon(&'a crate::demon::Ended),
    /// Why a game of the well ended.
    Well(&'a crate::well::Ended),
    /// Why a game of Blobwar or Ataxx ended.
    Blobwar(&'a BlobwarEnded),
}

impl fmt::Display for Ending<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Demon(ended) => ended.fmt(f),
            Self::Well(ended) => ended.fmt(f),
            Self::Blobwar(ended) => ended.fmt(f),
        }
    }
}

/// What makes a move worth jumping to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// Four lines were removed at once.
    Tetris,
    /// This number of rows was deleted.
    Deletion(u8),
    /// This number of blobs changed colour.
    Capture(u8),
}

impl From<DemonRecording> for Recording {
    fn from(game: DemonRecording) -> Self {
        Self::Demon(game)
    }
}

impl From<WellRecording> for Recording {
    fn from(game: WellRecording) -> Self {
        Self::Well(game)
    }
}

impl From<BlobwarRecording> for Recording {
    fn from(game: BlobwarRecording) -> Self {
        Self::Blobwar(game)
    }
}

impl Recording {
    /// Plays the moves of a replay up to the first that cannot be played.
    ///
    /// ```
    /// use laplace_judge::recording::Recording;
    /// let text = br#"{"laplace-replay": 1, "game": "blobwar", "start": "x5o/7/7/7/7/7/o5x x 0 1",
    ///     "rules": "passes", "moves": ["b6", "b6"]}"#;
    /// let game = Recording::of_replay(&laplace_judge::replay::read(text).unwrap());
    /// assert_eq!((game.len(), game.ended().to_string()), (1, "move 2: b6 is not empty".into()));
    /// ```
    pub fn of_replay(replay: &Replay) -> Self {
        match replay {
            Replay::Demon(replay) => Self::Demon(DemonRecording::of_replay(replay)),
            Replay::Well(replay) => Self::Well(WellRecording::of_replay(replay)),
            Replay::Blobwar(replay) => Self::Blobwar(BlobwarRecording::of_replay(replay)),
        }
    }

    /// Plays a move file of the demon, question 4's input or question 5's output; fails only if its first line is not
    /// a seed.
    pub fn of_demon(text: &[u8]) -> Result<Self, SyntaxError> {
        DemonRecording::of_file(text).map(Self::Demon)
    }

    /// Plays an answer to an input of the well; fails only if the input cannot be read.
    pub fn of_well(input: &[u8], output: &[u8], depth: Depth) -> Result<Self, SyntaxError> {
        WellRecording::of_answer(input, output, depth).map(Self::Well)
    }

    /// Which game it is.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Demon(_) => GameKind::Demon,
            Self::Well(_) => GameKind::Well,
            Self::Blobwar(_) => GameKind::Blobwar,
        }
    }

    /// The number of moves that could be played.
    pub fn len(&self) -> usize {
        match self {
            Self::Demon(game) => game.steps().len(),
            Self::Well(game) => game.steps().len(),
            Self::Blobwar(game) => game.steps().len(),
        }
    }

    /// Whether no move was played.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Why the game ended.
    pub fn ended(&self) -> Ending<'_> {
        match self {
            Self::Demon(game) => Ending::Demon(&game.result().ended),
            Self::Well(game) => Ending::Well(&game.verdict().ended),
            Self::Blobwar(game) => Ending::Blobwar(game.ended()),
        }
    }

    /// What a move did; `None` for 0 and past the last.
    pub fn step(&self, number: usize) -> Option<Step> {
        match self {
            Self::Demon(game) => at(game.steps(), number).map(Step::Demon),
            Self::Well(game) => at(game.steps(), number).map(Step::Well),
            Self::Blobwar(game) => at(game.steps(), number).map(Step::Blobwar),
        }
    }

    /// The frames of a move, in order; at least one. Past the last move, those of the last.
    pub fn frames(&self, number: usize) -> Vec<Frame> {
        let number = number.min(self.len());
        match self {
            Self::Demon(game) => game.frames(number),
            Self::Well(game) => game.frames(number),
            Self::Blobwar(game) => vec![game.frame(number)],
        }
    }

    /// The stages of a move, in order, each with the frames that lead to it: the last frame of a stage is the stage
    /// itself. In the well a figure is above the well, falls to its place, full rows are deleted, and components fall,
    /// as in the task's steps 1 to 8; elsewhere each of the [`frames`](Self::frames) is a stage.
    pub fn stages(&self, number: usize) -> Vec<Vec<Frame>> {
        match self {
            Self::Well(game) => game.stages(number.min(self.len())),
            _ => self.frames(number).into_iter().map(|frame| vec![frame]).collect(),
        }
    }

    /// The board after a move.
    pub fn frame(&self, number: usize) -> Frame {
        let last = self.frames(number).pop();
        last.unwrap_or_else(|| Frame::new(Stage::Start, 0, 1, Vec::new()))
    }

    /// The score after a move: points, figures that count, or blobs of `x` minus blobs of `o`.
    pub fn score(&self, number: usize) -> i64 {
        let number = number.min(self.len());
        match self {
            Self::Demon(game) => at(game.steps(), number).map_or(0, |step| step.score.into()),
            Self::Well(game) => at(game.steps(), number).map_or(0, |step| step.placed.into()),
            Self::Blobwar(game) => game.position(number).value().into(),
        }
    }

    /// The height of the stack after a move; for Blobwar, the number of blobs.
    pub fn height(&self, number: usize) -> u32 {
        let number = number.min(self.len());
        match self {
            Self::Demon(game) => at(game.steps(), number).map_or(0, |step| step.height.into()),
            Self::Well(game) => at(game.steps(), number).map_or(0, |step| step.height.into()),
            Self::Blobwar(game) => game.blobs(number),
        }
    }

    /// At most `count` pieces or figures that come after a move, 1 to 7 each; empty for Blobwar.
    pub fn upcoming(&self, number: usize, count: usize) -> Vec<u8> {
        match self {
            Self::Demon(game) => game.upcoming(number, count),
            Self::Well(game) => game.upcoming(number, count),
            Self::Blobwar(_) => Vec::new(),
        }
    }

    /// What makes a move worth jumping to, if anything does.
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

/// The step of that number, from 1.
fn at<T: Copy>(steps: &[T], number: usize) -> Option<T> {
    steps.get(number.checked_sub(1)?).copied()
}
