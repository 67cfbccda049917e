//! A recorded game of Blobwar or Ataxx.
//!
//! A position is forty bytes and few games are longer than a thousand moves, so every position is kept.

use std::fmt;

use laplace_games::blobwar::{self, Bitboard, End, Facts, IllegalMove, Move, Position, Side};

use super::at;
use super::frame::{Cell, Content, Frame, Highlight, Stage};
use crate::replay::BlobwarReplay;

/// A game of Blobwar or Ataxx: see [`Recording`](super::Recording).
#[derive(Clone, Debug)]
pub struct BlobwarRecording {
    steps: Vec<BlobwarStep>,
    ended: BlobwarEnded,
    start: Position,
    players: Option<[String; 2]>,
}

/// What one move did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlobwarStep {
    /// The player that moved.
    pub side: Side,
    /// The move.
    pub played: Move,
    /// The cells whose blobs changed colour.
    pub turned: Bitboard,
    /// The position after the move.
    pub after: Position,
}

/// Why there is no further move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BlobwarEnded {
    /// The game is over.
    Over(End),
    /// The moves end before the game does.
    Unfinished {
        /// The player to move.
        turn: Side,
    },
    /// A move cannot be played.
    Refused {
        /// Its number, from 1.
        number: usize,
        /// The move.
        played: Move,
        /// Why it cannot be played.
        why: IllegalMove,
    },
}

impl fmt::Display for BlobwarEnded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Over(end) => end.fmt(f),
            Self::Unfinished { .. } => f.write_str("unfinished: no more moves"),
            Self::Refused { number, why, .. } => write!(f, "move {number}: {why}"),
        }
    }
}

/// Plays recorded moves from a position, up to the first that cannot be played: the only loop that does.
pub(crate) fn play(
    position: &mut Position,
    moves: &[Move],
    mut observe: impl FnMut(&Position, Facts),
) -> BlobwarEnded {
    for (&played, number) in moves.iter().zip(1..) {
        match position.play(played) {
            Ok(facts) => observe(position, facts),
            Err(why) => return BlobwarEnded::Refused { number, played, why },
        }
    }
    match position.end() {
        Some(end) => BlobwarEnded::Over(end),
        None => BlobwarEnded::Unfinished { turn: position.turn() },
    }
}

impl BlobwarRecording {
    /// Plays moves from a position, up to the first that cannot be played.
    pub fn of_moves(start: Position, moves: &[Move]) -> Self {
        let mut position = start;
        let mut steps = Vec::with_capacity(moves.len());
        let ended = play(&mut position, moves, |&after, Facts { side, played, turned }| {
            steps.push(BlobwarStep { side, played, turned, after });
        });
        Self { steps, ended, start, players: None }
    }

    /// Plays the moves of a replay, up to the first that cannot be played.
    pub fn of_replay(replay: &BlobwarReplay) -> Self {
        Self { players: replay.players.clone(), ..Self::of_moves(replay.start, &replay.moves) }
    }

    /// What each move did, in order.
    pub fn steps(&self) -> &[BlobwarStep] {
        &self.steps
    }

    /// Why there is no further move.
    pub const fn ended(&self) -> &BlobwarEnded {
        &self.ended
    }

    /// The names of the players of `x` and `o`, if they are known.
    pub const fn players(&self) -> Option<&[String; 2]> {
        self.players.as_ref()
    }

    /// The position after `number` moves; past the last move, the position after the last.
    pub fn position(&self, number: usize) -> Position {
        at(&self.steps, number.min(self.steps.len())).map_or(self.start, |step| step.after)
    }

    pub(super) fn blobs(&self, number: usize) -> u32 {
        let position = self.position(number);
        Side::BOTH.map(|side| position.board().blobs(side).len()).iter().sum()
    }

    pub(super) fn frame(&self, number: usize) -> Frame {
        let position = self.position(number);
        let step = at(&self.steps, number);
        let width = position.size().width();
        let places = (0..width).rev().flat_map(|row| (0..width).map(move |column| (row, column)));
        let on_board = places.filter_map(|(row, column)| blobwar::Cell::at(row, column));
        let cells = on_board
            .map(|cell| Cell::plain(content(&position, cell)).with(highlight(step.as_ref(), cell)))
            .collect();
        let stage = if step.is_some() { Stage::Placed } else { Stage::Start };
        Frame::new(stage, 0, width.into(), cells)
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

fn highlight(step: Option<&BlobwarStep>, cell: blobwar::Cell) -> Highlight {
    match step {
        Some(step) if step.played.to() == Some(cell) => Highlight::New,
        Some(step) if step.turned.contains(cell) => Highlight::Changed,
        Some(BlobwarStep { played: Move::Jump { from, .. }, .. }) if *from == cell => Highlight::Left,
        _ => Highlight::None,
    }
}
