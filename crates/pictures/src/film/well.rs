//! The well's answers.

use laplace_games::text::SyntaxError;
use laplace_games::well::{
    Cells, Column, Depth, FIGURE_SIZE, Figure, HEIGHT, Phase, Rotation, RowSet, State, WIDTH, format,
};

use super::{Arrival, Effect, Falling, Film, Game, Shape, Step, bits, demon};
use crate::grid::Grid;

/// The film of an answer to the well.
///
/// It has the figures up to where the game ends; the one that sticks out, if that is why, is the last step
/// and does not count. Fails only if the input cannot be read.
pub fn well(input: &[u8], output: &[u8], depth: Depth) -> Result<Film, SyntaxError> {
    let problem = format::read_problem(input, depth)?;
    let verdict = laplace_judge::well::judge(input, output, depth)?;
    let title = format!("The well, {} of {} figures", verdict.placed, problem.figures.len());
    let mut state = State::new(problem);
    let lines = Lines { height: depth.rows() + FIGURE_SIZE };
    let mut steps = Vec::new();
    for pair in format::read_moves(output).map_while(Result::ok) {
        let mut record = Record::new(lines);
        if state.attempt_watched(pair, &mut |phase| record.note(&phase)).is_none() {
            break;
        }
        steps.push(record.finish());
    }
    Ok(Film {
        game: Game::Well,
        title,
        start: Grid::new(WIDTH, lines.height, demon::LETTERS),
        top: FIGURE_SIZE,
        shapes: shapes(),
        counted: verdict.placed,
        steps,
        end: verdict.ended.to_string(),
    })
}

/// The task counts rows from the floor, pictures count lines from the top.
#[derive(Clone, Copy)]
struct Lines {
    height: usize,
}

impl Lines {
    fn of(self, row: usize) -> usize {
        (self.height - 1).saturating_sub(row)
    }

    fn set(self, rows: RowSet) -> u32 {
        rows.iter().map(|row| 1 << self.of(row)).sum()
    }
}

/// What happens to one figure, put together phase by phase.
struct Record {
    lines: Lines,
    step: Step,
    /// The blocks that fall, as they stood when they began to, and how far they have come; the lowest first.
    falling: Vec<Falling>,
}

impl Record {
    fn new(lines: Lines) -> Self {
        Self { lines, step: Step::default(), falling: Vec::new() }
    }

    fn note(&mut self, phase: &Phase<'_>) {
        match *phase {
            Phase::Landed { figure, placed, row } => {
                let index = figure.number() as usize - 1;
                let top = row + figure.shape(placed.rotation).height() - 1;
                self.step.arrival = Some(Arrival {
                    shape: index * Rotation::COUNT + placed.rotation.index(),
                    line: self.lines.of(top),
                    column: placed.column.index(),
                });
            }
            Phase::Deleted { rows } => {
                self.end_fall();
                self.step.effects.push(Effect::Empty(self.lines.set(rows)));
            }
            Phase::Fell { blocks } => self.fell(blocks),
        }
    }

    /// Blocks fall in step, so one that still falls is as many lines lower as have been fallen.
    fn fell(&mut self, blocks: &Cells) {
        if self.falling.is_empty() {
            let cells = (0..HEIGHT).flat_map(|row| Column::ALL.map(|column| (row, column)));
            let found = cells.filter(|&(row, column)| blocks.contains(row, column));
            let begin = |(row, column): (usize, Column)| Falling {
                line: self.lines.of(row),
                column: column.index(),
                distance: 1,
            };
            self.falling = found.map(begin).collect();
            return;
        }
        let so_far = self.falling.iter().map(|block| block.distance).max().unwrap_or(0);
        for block in self.falling.iter_mut().filter(|block| block.distance == so_far) {
            let row = self.lines.of(block.line + so_far);
            let column = Column::new(block.column as u32);
            block.distance += usize::from(column.is_some_and(|column| blocks.contains(row, column)));
        }
    }

    fn end_fall(&mut self) {
        if !self.falling.is_empty() {
            self.step.effects.push(Effect::Fall(std::mem::take(&mut self.falling)));
        }
    }

    fn finish(mut self) -> Step {
        self.end_fall();
        self.step
    }
}

fn shapes() -> Vec<Shape> {
    let turned = |figure: Figure| Rotation::ALL.map(move |rotation| (figure, rotation));
    Figure::ALL.into_iter().flat_map(turned).map(shape).collect()
}

fn shape((figure, rotation): (Figure, Rotation)) -> Shape {
    let shape = figure.shape(rotation);
    let rows = shape.rows().iter().take(shape.height()).rev().enumerate();
    let blocks = rows.flat_map(|(line, &row)| bits(row.into()).map(move |column| (line, column)));
    Shape { name: figure.to_string(), code: figure.number() as u8, blocks: blocks.collect() }
}
