//! A recorded game of the demon.

use laplace_games::demon::format::{self, MoveFile};
use laplace_games::demon::{
    Board, COLUMNS, Column, LINES, LineSet, MOVE_LIMIT, Move, Piece, State, TOP_LINES,
};
use laplace_games::text::SyntaxError;

use super::frame::{Cell, Content, Frame, Highlight, Stage};
use super::{CHECKPOINT_MOVES, at};
use crate::demon::{GameResult, Played, play_moves, play_replay};
use crate::replay::DemonReplay;

/// A game of the demon: see [`Recording`](super::Recording).
#[derive(Clone, Debug)]
pub struct DemonRecording {
    steps: Vec<DemonStep>,
    result: GameResult,
    /// The states after 0, 64, 128, ... moves.
    checkpoints: Vec<State>,
}

/// What one piece did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemonStep {
    /// The piece.
    pub piece: Piece,
    /// Its rotation and its column.
    pub chosen: Move,
    /// The line of its topmost block, before any line was removed.
    pub line: u8,
    /// The number of lines from the floor to the highest block, afterwards.
    pub height: u8,
    /// The number of blocks on the board, afterwards.
    pub blocks: u16,
    /// The lines that were removed, numbered as before.
    pub removed: LineSet,
    /// The points that it earned.
    pub points: u32,
    /// The score with these points.
    pub score: u32,
    /// Tetrises up to here, with this one.
    pub tetrises: u32,
    /// Tetrises directly after a Tetris up to here, with this one.
    pub back_to_backs: u32,
}

impl DemonStep {
    /// Whether it removed four lines.
    pub const fn is_tetris(&self) -> bool {
        self.removed.len() == 4
    }

    fn new(state: &State, played: &Played) -> Self {
        Self {
            piece: played.piece,
            chosen: played.chosen,
            line: played.landing.line as u8,
            height: (LINES - state.board().top()) as u8,
            blocks: state.board().blocks() as u16,
            removed: played.landing.removed,
            points: played.landing.points,
            score: state.score(),
            tetrises: state.tetrises(),
            back_to_backs: state.back_to_backs(),
        }
    }
}

impl DemonRecording {
    /// Plays a move file, question 4's input or question 5's output; fails only if its first line is not a seed.
    pub fn of_file(text: &[u8]) -> Result<Self, SyntaxError> {
        Ok(Self::of_moves(&mut format::read_moves(text)?))
    }

    /// Plays a move file whose seed has been read.
    pub fn of_moves(file: &mut MoveFile<'_>) -> Self {
        let mut checkpoints = vec![State::new(file.seed())];
        let mut steps = Vec::new();
        let (_, result) = play_moves(file, |state, played| {
            record(&mut steps, &mut checkpoints, state, &played);
        });
        Self { steps, result, checkpoints }
    }

    /// Plays the moves of a replay up to the first that cannot be played.
    pub fn of_replay(replay: &DemonReplay) -> Self {
        let mut checkpoints = vec![State::new(replay.seed)];
        let mut steps = Vec::new();
        let result = play_replay(replay, |state, played| {
            record(&mut steps, &mut checkpoints, state, &played);
        });
        Self { steps, result, checkpoints }
    }

    /// What each piece did, in order.
    pub fn steps(&self) -> &[DemonStep] {
        &self.steps
    }

    /// The score, the counts and why the game ended.
    pub const fn result(&self) -> &GameResult {
        &self.result
    }

    /// The state after `number` moves; past the last move, the state after the last.
    pub fn state(&self, number: usize) -> State {
        let number = number.min(self.steps.len());
        let checkpoint = number / CHECKPOINT_MOVES;
        let kept = self.checkpoints.get(checkpoint).cloned();
        let mut state = kept.unwrap_or_else(|| State::new(self.result.seed));
        for step in self.steps.iter().take(number).skip(checkpoint * CHECKPOINT_MOVES) {
            // It was played when the recording was made, so it is not refused.
            _ = state.play(step.chosen);
        }
        state
    }

    pub(super) fn upcoming(&self, number: usize, count: usize) -> Vec<u8> {
        let pieces = self.result.seed.pieces().take(MOVE_LIMIT as usize).skip(number);
        pieces.take(count).map(|piece| piece.number()).collect()
    }

    pub(super) fn frames(&self, number: usize) -> Vec<Frame> {
        let Some(step) = at(&self.steps, number) else {
            return vec![frame(&Board::EMPTY, Stage::Start, |_, _| Highlight::None)];
        };
        let mut state = self.state(number - 1);
        let mut dropped = state.board().clone();
        let shape = step.piece.shape(step.chosen.rotation);
        dropped.place(shape, step.line.into(), step.chosen.column);
        let is_new = |line: usize, column: Column| {
            let row = line.checked_sub(step.line.into()).and_then(|row| shape.rows().get(row).copied());
            let blocks = u32::from(row.unwrap_or(0)) << step.chosen.column.number();
            blocks >> column.number() & 1 == 1
        };
        let mut frames = vec![frame(&dropped, Stage::Placed, |line, column| {
            match (step.removed.contains(line), is_new(line, column)) {
                (true, _) => Highlight::Full,
                (false, true) => Highlight::New,
                (false, false) => Highlight::None,
            }
        })];
        if !step.removed.is_empty() {
            _ = state.play(step.chosen);
            frames.push(frame(state.board(), Stage::Deleted, |_, _| Highlight::None));
        }
        frames
    }
}

fn record(steps: &mut Vec<DemonStep>, checkpoints: &mut Vec<State>, state: &State, played: &Played) {
    steps.push(DemonStep::new(state, played));
    if steps.len().is_multiple_of(CHECKPOINT_MOVES) {
        checkpoints.push(state.clone());
    }
}

fn frame(board: &Board, stage: Stage, highlight: impl Fn(usize, Column) -> Highlight) -> Frame {
    let cell = |line, column| {
        let block = |piece: Piece| {
            let label = char::from(b'0' + piece.number());
            let content = Content::Block { kind: piece.number(), label };
            Cell::plain(content).with(highlight(line, column))
        };
        board.cell(line, column).map_or(Cell::EMPTY, block)
    };
    let places = (0..LINES).flat_map(|line| Column::ALL.into_iter().map(move |column| (line, column)));
    let cells = places.map(|(line, column)| cell(line, column)).collect();
    Frame::new(stage, TOP_LINES, COLUMNS, cells)
}
