//! A recorded game of the well.

use laplace_games::well::{
    Cells, Column, Depth, FIGURE_SIZE, Figure, Move, PaintedBoard, Phase, Problem, State, UncheckedMove,
    WIDTH,
};

use super::picture::{Accent, Cell, Content, Picture, Stage};
use super::{KEPT_EVERY, at};
use crate::replay::WellReplay;

/// A game of the well: see [`Recording`](super::Recording).
#[derive(Clone, Debug)]
pub struct WellRecording {
    pub(super) steps: Vec<WellStep>,
    pub(super) ended: String,
    start: State,
    kept: Vec<(State, PaintedBoard)>,
}

/// The facts of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WellStep {
    /// Which figure.
    pub figure: Figure,
    /// How it was put.
    pub chosen: Move,
    /// The row of its lowest block when it came to lie, 0 at the floor.
    pub row: u8,
    /// The rows that stand afterwards.
    pub height: u8,
    /// The rows that were emptied, in all.
    pub deleted: u8,
    /// In so many goes.
    pub chain: u8,
    /// Figures that count so far.
    pub placed: u32,
    /// Rows emptied so far.
    pub rows: u32,
}

impl WellRecording {
    pub(super) fn new(replay: &WellReplay) -> Self {
        let start = State::new(Problem { figures: replay.figures.clone(), depth: replay.depth });
        let mut state = start.clone();
        let mut painted = PaintedBoard::new(replay.depth);
        let (mut steps, mut kept, mut rows) = (Vec::new(), Vec::new(), 0);
        for &placement in &replay.moves {
            if steps.len() % KEPT_EVERY == 0 {
                kept.push((state.clone(), painted.clone()));
            }
            let (figure, unchecked) = (state.next_figure(), UncheckedMove::from(placement));
            let facts = state.attempt_watched(unchecked, &mut |phase| painted.follow(&phase));
            let (Some(facts), Some(figure), Ok(chosen)) = (facts, figure, unchecked.check()) else { break };
            rows += facts.rows_deleted() as u32;
            steps.push(WellStep {
                figure,
                chosen,
                row: facts.landing_row as u8,
                height: state.board().top() as u8,
                deleted: facts.rows_deleted() as u8,
                chain: facts.deletions().len() as u8,
                placed: state.placed() as u32,
                rows,
            });
        }
        state.stop();
        let ended = state.end().map_or_else(String::new, |end| end.to_string());
        Self { steps, ended, start, kept }
    }

    /// How deep the well is.
    pub fn depth(&self) -> Depth {
        self.start.problem().depth
    }

    /// How many figures there are, put or not.
    pub fn figures(&self) -> usize {
        self.start.problem().figures.len()
    }

    /// The game as it stood after so many moves, and its painted board.
    pub fn state(&self, number: usize) -> (State, PaintedBoard) {
        let number = number.min(self.steps.len());
        let first = number / KEPT_EVERY * KEPT_EVERY;
        let (first, kept) = match self.kept.get(first / KEPT_EVERY) {
            Some(kept) => (first, Some(kept)),
            None => (first.saturating_sub(KEPT_EVERY), self.kept.last()),
        };
        let (mut state, mut painted) =
            kept.cloned().unwrap_or_else(|| (self.start.clone(), PaintedBoard::new(self.depth())));
        for step in self.steps.iter().take(number).skip(first) {
            // It has been played before.
            _ = state.play_watched(step.chosen, &mut |phase| painted.follow(&phase));
        }
        (state, painted)
    }

    pub(super) fn upcoming(&self, number: usize, count: usize) -> Vec<u8> {
        let figures = self.start.problem().figures.iter().skip(number).take(count);
        figures.map(|figure| figure.number() as u8).collect()
    }

    pub(super) fn pictures(&self, number: usize) -> Vec<Picture> {
        let Some(step) = at(&self.steps, number) else {
            return vec![picture(&PaintedBoard::new(self.depth()), Stage::Start, |_, _| Accent::None)];
        };
        let (mut state, mut painted) = self.state(number - 1);
        let mut pictures = Vec::new();
        _ = state.play_watched(step.chosen, &mut |phase| {
            painted.follow(&phase);
            pictures.push(picture_of(&phase, &painted));
        });
        pictures
    }
}

fn picture_of(phase: &Phase<'_>, painted: &PaintedBoard) -> Picture {
    match phase {
        Phase::Landed { figure, placed, row } => {
            let shape = figure.shape(placed.rotation).rows_at(placed.column);
            let mask = |at: usize| at.checked_sub(*row).and_then(|at| shape.get(at).copied()).unwrap_or(0);
            let is_full = |row| Column::ALL.iter().all(|&column| painted.block(row, column).is_some());
            picture(painted, Stage::Placed, |row, column| match mask(row) >> column.index() & 1 {
                _ if is_full(row) => Accent::Full,
                1 => Accent::New,
                _ => Accent::None,
            })
        }
        Phase::Deleted { rows } => {
            picture(
                painted,
                Stage::Deleted,
                |row, _| {
                    if rows.contains(row) { Accent::Left } else { Accent::None }
                },
            )
        }
        Phase::Fell { blocks } => picture(painted, Stage::Fell, |row, column| {
            if fell_to(blocks, row, column) { Accent::Changed } else { Accent::None }
        }),
    }
}

/// Whether the block of a cell came from the one above: the blocks are told as they were before.
fn fell_to(blocks: &Cells, row: usize, column: Column) -> bool {
    blocks.rows().get(row + 1).is_some_and(|mask| mask >> column.index() & 1 == 1)
}

fn picture(painted: &PaintedBoard, stage: Stage, accent: impl Fn(usize, Column) -> Accent) -> Picture {
    let cell = |row, column| {
        let content = painted.block(row, column).map_or(Content::Empty, |block| Content::Block {
            kind: block.figure.number() as u8,
            label: block.digit(),
        });
        Cell::plain(content).with(accent(row, column))
    };
    let height = painted.depth().rows() + FIGURE_SIZE;
    let rows = (0..height).rev().flat_map(|row| Column::ALL.map(move |column| (row, column)));
    Picture::new(stage, FIGURE_SIZE, WIDTH, rows.map(|(row, column)| cell(row, column)).collect())
}
