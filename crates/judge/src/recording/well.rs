//! A recorded game of the well.

use std::sync::Arc;

use laplace_games::text::SyntaxError;
use laplace_games::well::{
    Cells, Column, Depth, FIGURE_SIZE, Facts, Figure, Move, PaintedBoard, Phase, Problem, RowSet, State,
    UncheckedMove, WIDTH, format,
};

use super::frame::{Cell, Content, Frame, Highlight, Stage};
use super::{CHECKPOINT_MOVES, at};
use crate::replay::WellReplay;
use crate::well::{AnswerMove, Observer, Verdict, answer_moves, play};

/// A game of the well: see [`Recording`](super::Recording).
#[derive(Clone, Debug)]
pub struct WellRecording {
    problem: Arc<Problem>,
    verdict: Verdict,
    steps: Vec<WellStep>,
    effects: Vec<Effect>,
    /// The boards after 0, 64, 128, ... moves.
    checkpoints: Vec<PaintedBoard>,
}

/// What one figure did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WellStep {
    /// The figure.
    pub figure: Figure,
    /// Its rotation and its column.
    pub chosen: Move,
    /// The row of its lowest block when it landed, 0 at the floor.
    pub row: u8,
    /// The number of rows from the floor to the highest block, afterwards.
    pub height: u8,
    /// The number of rows that were deleted.
    pub deleted: u8,
    /// The number of deletions, each followed by a fall.
    pub chain: u8,
    /// Figures that count up to here.
    pub placed: u32,
    /// Rows deleted up to here.
    pub rows: u32,
    /// Where its effects end in the recording's list.
    effects_end: usize,
}

/// What happens after a landing, as [`Phase`] has it.
#[derive(Clone, Copy, Debug)]
enum Effect {
    Deleted(RowSet),
    Fell(Cells),
}

impl WellRecording {
    /// Plays an answer to an input; fails only if the input cannot be read.
    pub fn of_answer(input: &[u8], output: &[u8], depth: Depth) -> Result<Self, SyntaxError> {
        Ok(Self::of_moves(format::read_problem(input, depth)?, answer_moves(output)))
    }

    /// Plays moves up to the end of the game or to the first error.
    pub fn of_moves(problem: Problem, moves: impl Iterator<Item = Result<AnswerMove, SyntaxError>>) -> Self {
        let problem = Arc::new(problem);
        let start = PaintedBoard::new(problem.depth);
        let mut recorder = Recorder {
            board: start.clone(),
            steps: Vec::new(),
            effects: Vec::new(),
            checkpoints: vec![start],
        };
        let verdict = play(&mut State::new(Arc::clone(&problem)), moves, &mut recorder);
        let Recorder { steps, effects, checkpoints, .. } = recorder;
        Self { problem, verdict, steps, effects, checkpoints }
    }

    /// Plays the moves of a replay up to the first that cannot be played.
    pub fn of_replay(replay: &WellReplay) -> Self {
        Self::of_moves(
            replay.problem(),
            replay.moves.iter().map(|&placement| Ok(UncheckedMove::from(placement).into())),
        )
    }

    /// What each figure did, in order. A figure that sticks out is the last step and does not count.
    pub fn steps(&self) -> &[WellStep] {
        &self.steps
    }

    /// The figures that count, the points and why the game ended.
    pub const fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// The depth of the well.
    pub fn depth(&self) -> Depth {
        self.problem.depth
    }

    /// The figures of the input, placed or not.
    pub fn figures(&self) -> &[Figure] {
        &self.problem.figures
    }

    /// The phases of move `number`, from 1: its landing, then deletions and falls. Empty for other numbers.
    pub fn phases(&self, number: usize) -> impl Iterator<Item = Phase<'_>> {
        let step = at(&self.steps, number);
        let landing =
            step.map(|step| Phase::Landed { figure: step.figure, placed: step.chosen, row: step.row.into() });
        let first = number.checked_sub(1).and_then(|before| at(&self.steps, before));
        let effects = first.map_or(0, |step| step.effects_end)..step.map_or(0, |step| step.effects_end);
        let effects = self.effects.get(effects).unwrap_or_default().iter().map(|effect| match effect {
            Effect::Deleted(rows) => Phase::Deleted { rows: *rows },
            Effect::Fell(blocks) => Phase::Fell { blocks },
        });
        landing.into_iter().chain(effects)
    }

    /// The board after `number` moves; past the last move, the board after the last.
    pub fn board(&self, number: usize) -> PaintedBoard {
        let number = number.min(self.steps.len());
        let checkpoint = number / CHECKPOINT_MOVES;
        let kept = self.checkpoints.get(checkpoint).cloned();
        let mut board = kept.unwrap_or_else(|| PaintedBoard::new(self.depth()));
        for number in checkpoint * CHECKPOINT_MOVES + 1..=number {
            self.phases(number).for_each(|phase| board.follow(&phase));
        }
        board
    }

    pub(super) fn upcoming(&self, number: usize, count: usize) -> Vec<u8> {
        let figures = self.figures().iter().skip(number).take(count);
        figures.map(|figure| figure.number()).collect()
    }

    pub(super) fn frames(&self, number: usize) -> Vec<Frame> {
        if number == 0 {
            return vec![frame(&PaintedBoard::new(self.depth()), Stage::Start, |_, _| Highlight::None)];
        }
        let mut board = self.board(number - 1);
        let frame_after = |phase: Phase<'_>| {
            board.follow(&phase);
            frame_of(&phase, &board)
        };
        self.phases(number).map(frame_after).collect()
    }

    pub(super) fn stages(&self, number: usize) -> Vec<Vec<Frame>> {
        let mut stages = Vec::new();
        if let Some(landing) = self.phases(number).next() {
            stages.extend(fall(&landing, &self.board(number - 1)));
        }
        // The start has no landing; the landing's own frame ends its fall.
        for frame in self.frames(number).into_iter().skip(usize::from(number > 0)) {
            match stages.last_mut() {
                Some(fell) if is_fall(&frame) && fell.last().is_some_and(is_fall) => fell.push(frame),
                _ => stages.push(vec![frame]),
            }
        }
        stages
    }
}

/// The figure of a landing, in the rows above the place where it lands.
fn fall(landing: &Phase<'_>, before: &PaintedBoard) -> [Vec<Frame>; 2] {
    let Phase::Landed { figure, placed, row } = *landing else { return [Vec::new(), Vec::new()] };
    let at = |row, stage| {
        let mut board = before.clone();
        board.follow(&Phase::Landed { figure, placed, row });
        figure_frame(&board, stage, figure, placed, row)
    };
    let top = before.depth().rows();
    let falling = (row + 1..top).rev().map(|row| at(row, Stage::Falling));
    let landed = at(row, Stage::Placed);
    [vec![at(top, Stage::Above)], falling.chain([landed]).collect()]
}

/// Keeps what happens while a game is played.
struct Recorder {
    board: PaintedBoard,
    steps: Vec<WellStep>,
    effects: Vec<Effect>,
    checkpoints: Vec<PaintedBoard>,
}

impl Observer for Recorder {
    fn phase(&mut self, phase: &Phase<'_>) {
        self.board.follow(phase);
        match phase {
            Phase::Landed { .. } => {}
            Phase::Deleted { rows } => self.effects.push(Effect::Deleted(*rows)),
            Phase::Fell { blocks } => self.effects.push(Effect::Fell(**blocks)),
        }
    }

    fn placed(&mut self, state: &State, figure: Figure, chosen: Move, facts: &Facts) {
        let rows_before = self.steps.last().map_or(0, |step| step.rows);
        self.steps.push(WellStep {
            figure,
            chosen,
            row: facts.landing_row as u8,
            height: state.board().top() as u8,
            deleted: facts.rows_deleted() as u8,
            chain: facts.deletions().len() as u8,
            placed: state.placed() as u32,
            rows: rows_before + facts.rows_deleted() as u32,
            effects_end: self.effects.len(),
        });
        if self.steps.len().is_multiple_of(CHECKPOINT_MOVES) {
            self.checkpoints.push(self.board.clone());
        }
    }
}

/// A figure of which the lowest block is in that row: `board` holds it already.
fn figure_frame(board: &PaintedBoard, stage: Stage, figure: Figure, placed: Move, row: usize) -> Frame {
    let shape = figure.shape(placed.rotation).rows_at(placed.column);
    let mask = |at: usize| at.checked_sub(row).and_then(|at| shape.get(at).copied()).unwrap_or(0);
    let is_full = |row| Column::ALL.iter().all(|&column| board.block(row, column).is_some());
    frame(board, stage, |row, column| match mask(row) >> column.index() & 1 {
        _ if stage == Stage::Placed && is_full(row) => Highlight::Full,
        1 => Highlight::New,
        _ => Highlight::None,
    })
}

/// The frame after a phase: `board` has followed it.
fn frame_of(phase: &Phase<'_>, board: &PaintedBoard) -> Frame {
    match phase {
        Phase::Landed { figure, placed, row } => figure_frame(board, Stage::Placed, *figure, *placed, *row),
        Phase::Deleted { rows } => {
            frame(
                board,
                Stage::Deleted,
                |row, _| {
                    if rows.contains(row) { Highlight::Left } else { Highlight::None }
                },
            )
        }
        Phase::Fell { blocks } => frame(board, Stage::Fell, |row, column| {
            if fell_to(blocks, row, column) { Highlight::Changed } else { Highlight::None }
        }),
    }
}

fn is_fall(frame: &Frame) -> bool {
    frame.stage == Stage::Fell
}

/// Whether the block of a cell came from the row above: `blocks` are where they were before they fell.
fn fell_to(blocks: &Cells, row: usize, column: Column) -> bool {
    blocks.rows().get(row + 1).is_some_and(|mask| mask >> column.index() & 1 == 1)
}

fn frame(board: &PaintedBoard, stage: Stage, highlight: impl Fn(usize, Column) -> Highlight) -> Frame {
    let cell = |row, column| {
        let content = board.block(row, column).map_or(Content::Empty, |block| Content::Block {
            kind: block.figure.number(),
            label: block.digit(),
        });
        Cell::plain(content).with(highlight(row, column))
    };
    let height = board.depth().rows() + FIGURE_SIZE;
    let places = (0..height).rev().flat_map(|row| Column::ALL.map(move |column| (row, column)));
    Frame::new(stage, FIGURE_SIZE, WIDTH, places.map(|(row, column)| cell(row, column)).collect())
}
