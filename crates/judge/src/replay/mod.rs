//! One file for a game of any of the three kinds: what it was about, its moves, and what is said of it.
//!
//! A replay is a JSON document with a version; `docs/replay.md` describes it for who writes one. [`read`]
//! refuses what it does not know and says where, [`write()`] gives the text back, and [`verify`] plays the
//! moves by the rules and says where a move or a claim is wrong. Text and rules are kept apart: the reader
//! takes a piece turned seven times for a move that somebody made, and the verdict is that nobody can.
//!
//! The reader is given a text twice, first for its version and its game, then for that game's fields, so
//! fields may stand in any order and nothing is ever held but what is known. A move takes 8 bytes of
//! memory, less than twice what it takes of text.
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

pub use convert::{from_demon, from_well, to_demon, to_well};
pub use error::ReadError;
pub use read::read;
pub use verify::{Fault, Outcome, Verdict, verify};
pub use write::write;

use laplace_games::demon::Seed;
use laplace_games::well::{Depth, Figure, UncheckedMove};
use laplace_games::{blobwar, demon};

/// The version that is written, and the only one that is read.
pub const VERSION: u32 = 1;

/// The most moves or figures of a document: a hundred times what any contest asks for.
pub const LONGEST: usize = 1_000_000;

/// A game of one of the three kinds, as a document has it: its moves may be anything.
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
    /// The name of the game, as documents have it.
    pub const fn game(&self) -> &'static str {
        match self {
            Self::Demon(_) => DEMON,
            Self::Well(_) => WELL,
            Self::Blobwar(_) => BLOBWAR,
        }
    }

    /// How many moves there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Demon(replay) => replay.moves.len(),
            Self::Well(replay) => replay.moves.len(),
            Self::Blobwar(replay) => replay.moves.len(),
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A game of the demon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DemonReplay {
    /// The seed of its pieces.
    pub seed: Seed,
    /// How each piece was put.
    pub moves: Vec<Placement>,
    /// The score, if it is said.
    pub score: Option<u32>,
}

/// A game of the well.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WellReplay {
    /// How deep the well is.
    pub depth: Depth,
    /// All figures, put or not.
    pub figures: Vec<Figure>,
    /// How each figure was put.
    pub moves: Vec<Placement>,
    /// How many figures count, if it is said.
    pub placed: Option<u32>,
}

/// A game of Blobwar or Ataxx.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BlobwarReplay {
    /// Where it started, and by which rule for a player who is stuck.
    pub start: blobwar::Position,
    /// The moves, both players' in turn.
    pub moves: Vec<blobwar::Move>,
    /// How it ended, if it is said.
    pub result: Option<GameResult>,
    /// Who played `x` and who played `o`, if it is said.
    pub players: Option<[String; 2]>,
}

/// What a player said about a piece or a figure: numbers that may be anything.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Placement {
    /// Said to be a number of turns.
    pub rotation: u32,
    /// Said to be the column of the leftmost block.
    pub column: u32,
}

impl Placement {
    /// The line of a move file that puts the piece like that.
    pub fn line(self, piece: demon::Piece) -> demon::MoveLine {
        let Self { rotation, column } = self;
        demon::MoveLine { piece: piece.number().into(), column, rotation }
    }
}

impl From<Placement> for UncheckedMove {
    fn from(Placement { rotation, column }: Placement) -> Self {
        Self { rotation, column }
    }
}

impl From<UncheckedMove> for Placement {
    fn from(UncheckedMove { rotation, column }: UncheckedMove) -> Self {
        Self { rotation, column }
    }
}

/// How a game of two players stands after its last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// It is over.
    Over(blobwar::Outcome),
    /// It could have gone on.
    Unfinished,
}

impl GameResult {
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

const DEMON: &str = "demon";
const WELL: &str = "well";
const BLOBWAR: &str = "blobwar";
