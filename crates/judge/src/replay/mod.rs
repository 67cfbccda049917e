//! The document that holds a game of any of the three kinds: its start, its moves, and what it claims about them.
//!
//! A replay is a JSON document with a version; `docs/replay.md` describes it for programs that write one. [`read`]
//! refuses unknown fields and values and names the line, [`write()`] writes the document, and [`verify`] plays the
//! moves by the rules and reports the first move or claim that is wrong. Syntax and rules are separate: the reader
//! accepts a piece turned seven times as a move in a document, and `verify` reports that it cannot be played.
//!
//! The reader parses the text twice, first for its version and its game, then for the fields of that game, so
//! fields may come in any order and nothing is stored but known fields. A move takes 8 bytes of memory, less than
//! twice its text.
//!
//! ```
//! use laplace_judge::replay::{read, verify};
//! let text = br#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2,8], [0,7]], "score": 0}"#;
//! let verdict = verify(&read(text).unwrap());
//! assert_eq!((verdict.played, verdict.fault), (2, None));
//! let error = read(br#"{"laplace-replay": 9, "game": "demon"}"#).unwrap_err();
//! assert_eq!(error.to_string(), "line 1: found version 9 of `laplace-replay`, expected 1");
//! ```

mod convert;
mod error;
mod fields;
mod read;
mod verify;
mod write;

pub use error::ReadError;
pub use read::read;
pub use verify::{Fault, Outcome, Refusal, Verdict, verify};
pub use write::write;

use laplace_games::demon::Seed;
use laplace_games::well::{Depth, Figure, Problem, UncheckedMove};
use laplace_games::{blobwar, demon, well};

use crate::GameKind;

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// The maximum number of moves or figures of a document: a hundred times the longest game of any contest.
pub const MAX_MOVES: usize = 1_000_000;

/// A game of one of the three kinds as a document has it: its moves need not be legal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Replay {
    /// A game of the demon.
    Demon(DemonReplay),
    /// A game of the well.
    Well(WellReplay),
    /// A game of Blobwar or Ataxx.
    Blobwar(BlobwarReplay),
}

impl Replay {
    /// Which game it is.
    pub const fn kind(&self) -> GameKind {
        match self {
            Self::Demon(_) => GameKind::Demon,
            Self::Well(_) => GameKind::Well,
            Self::Blobwar(_) => GameKind::Blobwar,
        }
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        match self {
            Self::Demon(replay) => replay.moves.len(),
            Self::Well(replay) => replay.moves.len(),
            Self::Blobwar(replay) => replay.moves.len(),
        }
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A game of the demon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemonReplay {
    /// The seed of its pieces.
    pub seed: Seed,
    /// The rotation and the column of each piece.
    pub moves: Vec<Placement>,
    /// The score that the document claims, if it does.
    pub score: Option<u32>,
}

/// A game of the well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WellReplay {
    /// The depth of the well.
    pub depth: Depth,
    /// All figures, placed or not.
    pub figures: Vec<Figure>,
    /// The rotation and the column of each figure that was placed.
    pub moves: Vec<Placement>,
    /// The number of figures that count, if the document claims one.
    pub placed: Option<u32>,
}

impl WellReplay {
    pub(crate) fn problem(&self) -> Problem {
        Problem { figures: self.figures.clone(), depth: self.depth }
    }
}

/// A game of Blobwar or Ataxx.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlobwarReplay {
    /// The position before the first move, with the rule for a player that cannot move.
    pub start: blobwar::Position,
    /// The moves, both players' in turn.
    pub moves: Vec<blobwar::Move>,
    /// The result that the document claims, if it does.
    pub result: Option<BlobwarResult>,
    /// The names of the players of `x` and `o`, if the document has them.
    pub players: Option<[String; 2]>,
}

/// A move of the demon or the well as a document has it: numbers of any size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// The number of quarter turns; legal from 0 to 3.
    pub rotation: u32,
    /// The column of the leftmost block.
    pub column: u32,
}

impl Placement {
    /// The line of a move file that places a piece like that.
    pub fn line(self, piece: demon::Piece) -> demon::UncheckedMove {
        let Self { rotation, column } = self;
        demon::UncheckedMove {
            piece: piece.number().into(),
            column: column.into(),
            rotation: rotation.into(),
        }
    }
}

impl From<Placement> for UncheckedMove {
    fn from(Placement { rotation, column }: Placement) -> Self {
        Self { rotation, column }
    }
}

impl From<well::Move> for Placement {
    fn from(chosen: well::Move) -> Self {
        let UncheckedMove { rotation, column } = chosen.into();
        Self { rotation, column }
    }
}

/// The result of a game of Blobwar after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BlobwarResult {
    /// It is over.
    Over(blobwar::Outcome),
    /// It could have gone on.
    Unfinished,
}

impl BlobwarResult {
    /// Every result.
    pub const ALL: [Self; 4] = [
        Self::Over(blobwar::Outcome::Win(blobwar::Side::Blue)),
        Self::Over(blobwar::Outcome::Win(blobwar::Side::Red)),
        Self::Over(blobwar::Outcome::Draw),
        Self::Unfinished,
    ];

    /// The result of a position.
    pub fn of(position: &blobwar::Position) -> Self {
        position.end().map_or(Self::Unfinished, |end| Self::Over(end.outcome))
    }

    /// Its name in documents.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Over(blobwar::Outcome::Win(blobwar::Side::Blue)) => "x",
            Self::Over(blobwar::Outcome::Win(blobwar::Side::Red)) => "o",
            Self::Over(blobwar::Outcome::Draw) => "draw",
            Self::Unfinished => "unfinished",
        }
    }

    /// The result of that name.
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|result| result.name() == name)
    }
}
