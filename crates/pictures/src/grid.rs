//! The board of a picture: a code for each cell, the top line first.
//!
//! It follows the effects of a [`Step`] and knows no rule.

use std::fmt;

use crate::film::{Effect, Falling, Shape, Step, bits};

/// The cells of a board. Code 0 is empty; the other codes are those of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    cells: Vec<u8>,
    width: usize,
    letters: &'static [u8],
}

impl Grid {
    /// An empty board. `letters` are the marks of the codes in texts, the empty cell's first.
    pub fn new(width: usize, height: usize, letters: &'static [u8]) -> Self {
        Self { cells: vec![0; width * height], width, letters }
    }

    /// The number of columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// The number of lines.
    pub fn height(&self) -> usize {
        self.cells.len() / self.width.max(1)
    }

    /// The code in a cell; 0 outside of the board.
    pub fn code(&self, line: usize, column: usize) -> u8 {
        self.index(line, column).and_then(|index| self.cells.get(index)).copied().unwrap_or(0)
    }

    /// The mark that stands for a code in texts and on cells.
    pub fn mark(&self, code: u8) -> char {
        self.letters.get(usize::from(code)).map_or('?', |&letter| letter.into())
    }

    /// Puts a code into a cell; nothing happens outside of the board.
    pub fn set(&mut self, line: usize, column: usize, code: u8) {
        if let Some(cell) = self.index(line, column).and_then(|index| self.cells.get_mut(index)) {
            *cell = code;
        }
    }

    /// Every cell that is not empty: line, column and code, the top line first.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, usize, u8)> {
        let width = self.width.max(1);
        let cells = self.cells.iter().enumerate().filter(|&(_, &code)| code != 0);
        cells.map(move |(index, &code)| (index / width, index % width, code))
    }

    /// The number of lines from the topmost block to the floor.
    pub fn stack_height(&self) -> usize {
        self.blocks().next().map_or(0, |(line, ..)| self.height() - line)
    }

    /// The number of cells that hold a code.
    pub fn count(&self, code: u8) -> usize {
        self.cells.iter().filter(|&&cell| cell == code).count()
    }

    /// Applies a step: its arrival and all its effects.
    pub fn follow(&mut self, step: &Step, shapes: &[Shape]) {
        self.arrive(step, shapes);
        step.effects.iter().for_each(|effect| self.apply(effect));
    }

    /// Applies the arrival of a step without its effects.
    pub(crate) fn arrive(&mut self, step: &Step, shapes: &[Shape]) {
        for (line, column, code) in step.cells(shapes) {
            self.set(line, column, code);
        }
    }

    /// Applies one effect.
    pub(crate) fn apply(&mut self, effect: &Effect) {
        match effect {
            Effect::Collapse(lines) => bits(*lines).for_each(|line| self.collapse(line)),
            Effect::Empty(lines) => {
                for line in bits(*lines) {
                    (0..self.width).for_each(|column| self.set(line, column, 0));
                }
            }
            Effect::Fall(blocks) => self.fall(blocks, usize::MAX),
            Effect::Lift { line, column } => self.set(*line, *column, 0),
            Effect::Turn { code, cells } => {
                cells.iter().for_each(|&(line, column)| self.set(line, column, *code));
            }
            Effect::Points(_) => {}
        }
    }

    /// Takes a line out; what is above comes down by one.
    fn collapse(&mut self, line: usize) {
        for line in (0..=line).rev() {
            for column in 0..self.width {
                let above = line.checked_sub(1).map_or(0, |above| self.code(above, column));
                self.set(line, column, above);
            }
        }
    }

    /// Lets blocks fall as far as each does, but no further than `limit`.
    pub(crate) fn fall(&mut self, blocks: &[Falling], limit: usize) {
        // The lowest first, so that a cell is left before another block comes into it.
        for block in blocks {
            let code = self.code(block.line, block.column);
            self.set(block.line, block.column, 0);
            self.set(block.line + block.distance.min(limit), block.column, code);
        }
    }

    fn index(&self, line: usize, column: usize) -> Option<usize> {
        (column < self.width).then_some(line * self.width + column)
    }
}

/// The board as text, a line for each line.
impl fmt::Display for Grid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for line in self.cells.chunks(self.width.max(1)) {
            let marks: String = line.iter().map(|&code| self.mark(code)).collect();
            writeln!(f, "{marks}")?;
        }
        Ok(())
    }
}
