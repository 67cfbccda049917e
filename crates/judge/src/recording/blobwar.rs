//! A recorded game of Blobwar or Ataxx.
//!
//! A position is forty bytes and no game is longer than some thousand moves, so all of them are kept.

use laplace_games::blobwar::{self, Bitboard, Move, Position, Reason, Side};

use super::at;
use super::picture::{Accent, Cell, Content, Picture, Stage};
use crate::replay::BlobwarReplay;

/// A game of Blobwar or Ataxx: see [`Recording`](super::Recording).
#[derive(Clone, Debug)]
pub struct BlobwarRecording {
    pub(super) steps: Vec<BlobwarStep>,
    pub(super) ended: String,
    start: Position,
    players: Option<[String; 2]>,
}

/// The facts of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlobwarStep {
    /// Who played it.
    pub side: Side,
    /// What was played.
    pub played: Move,
    /// The cells whose blobs changed colour.
    pub turned: Bitboard,
    /// What it led to.
    pub after: Position,
}

impl BlobwarRecording {
    pub(super) fn new(replay: &BlobwarReplay) -> Self {
        let mut position = replay.start;
        let mut steps = Vec::new();
        let mut refused = None;
        for &chosen in &replay.moves {
            match position.play(chosen) {
                Ok(blobwar::Facts { side, played, turned }) => {
                    steps.push(BlobwarStep { side, played, turned, after: position });
                }
                Err(error) => {
                    refused = Some(format!("move {}: {error}", steps.len() + 1));
                    break;
                }
            }
        }
        let ended = refused.unwrap_or_else(|| ended(&position));
        Self { steps, ended, start: replay.start, players: replay.players.clone() }
    }

    /// Who played `x` and who played `o`, if it is known.
    pub const fn players(&self) -> Option<&[String; 2]> {
        self.players.as_ref()
    }

    /// The position after so many moves.
    pub fn position(&self, number: usize) -> Position {
        at(&self.steps, number.min(self.steps.len())).map_or(self.start, |step| step.after)
    }

    pub(super) fn blobs(&self, number: usize) -> u32 {
        let position = self.position(number);
        Side::BOTH.map(|side| position.board().blobs(side).len()).iter().sum()
    }

    pub(super) fn picture(&self, number: usize) -> Picture {
        let (position, step) = (self.position(number), at(&self.steps, number));
        let width = position.size().width();
        let cells = (0..width).rev().flat_map(|row| (0..width).map(move |column| (row, column)));
        let cells = cells.filter_map(|(row, column)| blobwar::Cell::at(row, column));
        let cells = cells.map(|cell| Cell::plain(content(&position, cell)).with(accent(step.as_ref(), cell)));
        let stage = if step.is_some() { Stage::Placed } else { Stage::Start };
        Picture::new(stage, 0, width.into(), cells.collect())
    }
}

fn content(position: &Position, cell: blobwar::Cell) -> Content {
    let board = position.board();
    match Side::BOTH.into_iter().find(|&side| board.blobs(side).contains(cell)) {
        Some(side) => Content::Blob(side),
        None if board.holes().contains(cell) => Content::Hole,
        None => Content::Empty,
    }
}

fn accent(step: Option<&BlobwarStep>, cell: blobwar::Cell) -> Accent {
    match step {
        Some(step) if step.played.to() == Some(cell) => Accent::New,
        Some(step) if step.turned.contains(cell) => Accent::Changed,
        Some(BlobwarStep { played: Move::Jump { from, .. }, .. }) if *from == cell => Accent::Left,
        _ => Accent::None,
    }
}

fn ended(position: &Position) -> String {
    let Some(end) = position.end() else { return "unfinished: no more moves".into() };
    let who = match end.outcome {
        blobwar::Outcome::Win(side) => format!("{} wins", side.letter()),
        blobwar::Outcome::Draw => "a draw".into(),
    };
    let why = match end.reason {
        Reason::WipedOut => "a side has no blob left",
        Reason::NoMove => "the player to move cannot",
        Reason::NobodyCanMove => "nobody can move",
        Reason::TooLong => "100 moves without a doubling",
    };
    format!("{who}: {why}")
}
