//! A recorded game of the demon.

use laplace_games::demon::{
    Board, COLUMNS, Column, LINES, Landing, LineSet, MOVE_LIMIT, Move, Piece, Seed, State, TOP_LINES, relaxed,
};

use super::picture::{Accent, Cell, Content, Picture, Stage};
use super::{KEPT_EVERY, at};
use crate::replay::DemonReplay;

/// A game of the demon: see [`Recording`](super::Recording).
#[derive(Clone, Debug)]
pub struct DemonRecording {
    seed: Seed,
    pub(super) steps: Vec<DemonStep>,
    pub(super) ended: String,
    pieces: Vec<Piece>,
    kept: Vec<State>,
}

/// The facts of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DemonStep {
    /// Which piece.
    pub piece: Piece,
    /// How it was put.
    pub chosen: Move,
    /// The line of its topmost block, before any line was removed.
    pub line: u8,
    /// The lines that stand afterwards, from the floor to the highest block.
    pub height: u8,
    /// The lines that were removed, numbered as before.
    pub removed: LineSet,
    /// The points that it earned.
    pub points: u32,
    /// The score with them.
    pub score: u32,
    /// Tetrises so far, this one included.
    pub tetrises: u32,
}

impl DemonStep {
    /// Whether it removed four lines.
    pub const fn is_tetris(&self) -> bool {
        self.removed.len() == 4
    }
}

impl DemonRecording {
    pub(super) fn new(replay: &DemonReplay) -> Self {
        let mut state = State::new(replay.seed);
        let (mut steps, mut kept) = (Vec::new(), Vec::new());
        let mut ended = String::from("no more moves");
        for placement in &replay.moves {
            if steps.len() % KEPT_EVERY == 0 {
                kept.push(state.clone());
            }
            let piece = state.next_piece();
            let line = placement.line(piece);
            match (state.play_line(line), line.chosen()) {
                (Ok(landing), Some(chosen)) => steps.push(step(&state, piece, chosen, &landing)),
                (Err(end), _) => {
                    ended = format!("move {}: {end}", steps.len() + 1);
                    break;
                }
                (Ok(_), None) => break,
            }
        }
        // The rest of the sequence is asked for by whoever looks at what comes next.
        let pieces = replay.seed.pieces().take(MOVE_LIMIT as usize).collect();
        Self { seed: replay.seed, steps, ended, pieces, kept }
    }

    /// The seed of its pieces.
    pub const fn seed(&self) -> Seed {
        self.seed
    }

    /// The most that any game of this seed can score; takes a few milliseconds.
    pub fn bound(&self) -> u32 {
        relaxed::bound(self.seed, MOVE_LIMIT)
    }

    /// The game as it stood after so many moves.
    pub fn state(&self, number: usize) -> State {
        let number = number.min(self.steps.len());
        let first = number / KEPT_EVERY * KEPT_EVERY;
        // The last state of all may come after the last one kept.
        let (first, kept) = match self.kept.get(first / KEPT_EVERY) {
            Some(kept) => (first, Some(kept)),
            None => (first.saturating_sub(KEPT_EVERY), self.kept.last()),
        };
        let mut state = kept.cloned().unwrap_or_else(|| State::new(self.seed));
        for step in self.steps.iter().take(number).skip(first) {
            // It has been played before.
            _ = state.play(step.chosen);
        }
        state
    }

    pub(super) fn upcoming(&self, number: usize, count: usize) -> Vec<u8> {
        self.pieces.iter().skip(number).take(count).map(|piece| piece.number()).collect()
    }

    pub(super) fn pictures(&self, number: usize) -> Vec<Picture> {
        let Some(step) = at(&self.steps, number) else {
            return vec![picture(&Board::EMPTY, Stage::Start, |_, _| Accent::None)];
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
        let mut pictures = vec![picture(&dropped, Stage::Placed, |line, column| {
            match (step.removed.contains(line), is_new(line, column)) {
                (true, _) => Accent::Full,
                (false, true) => Accent::New,
                (false, false) => Accent::None,
            }
        })];
        if !step.removed.is_empty() {
            _ = state.play(step.chosen);
            pictures.push(picture(state.board(), Stage::Deleted, |_, _| Accent::None));
        }
        pictures
    }
}

fn step(state: &State, piece: Piece, chosen: Move, landing: &Landing) -> DemonStep {
    DemonStep {
        piece,
        chosen,
        line: landing.line as u8,
        height: (LINES - state.board().top()) as u8,
        removed: landing.removed,
        points: landing.points,
        score: state.score(),
        tetrises: state.tetrises(),
    }
}

fn picture(board: &Board, stage: Stage, accent: impl Fn(usize, Column) -> Accent) -> Picture {
    let cell = |line, column| {
        let block = |piece: Piece| {
            let label = char::from(b'0' + piece.number());
            let content = Content::Block { kind: piece.number(), label };
            Cell::plain(content).with(accent(line, column))
        };
        board.cell(line, column).map_or(Cell::EMPTY, block)
    };
    let cells = (0..LINES).flat_map(|line| Column::all().map(move |column| (line, column)));
    let cells = cells.map(|(line, column)| cell(line, column)).collect();
    Picture::new(stage, TOP_LINES, COLUMNS, cells)
}
