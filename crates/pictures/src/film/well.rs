//! Games of the well.

use laplace_games::well::{Cells, Column, FIGURE_SIZE, Figure, HEIGHT, Phase, Rotation, RowSet, WIDTH};
use laplace_judge::GameKind;
use laplace_judge::recording::WellRecording;

use super::{Arrival, Effect, Falling, Film, Shape, Step, bits, demon};
use crate::grid::Grid;

/// A figure that sticks out is the last step and does not count.
pub(super) fn film(game: &WellRecording) -> Film {
    let verdict = game.verdict();
    let lines = Lines { height: game.depth().rows() + FIGURE_SIZE };
    let step = |number| {
        let mut builder = StepBuilder::new(lines);
        game.phases(number).for_each(|phase| builder.add(&phase));
        builder.finish()
    };
    Film {
        game: GameKind::Well,
        title: format!("The well, {} of {} figures", verdict.placed, verdict.figures),
        start: Grid::new(WIDTH, lines.height, demon::LETTERS),
        top: FIGURE_SIZE,
        shapes: shapes(),
        steps: (1..=game.steps().len()).map(step).collect(),
        counted: verdict.placed,
        end: verdict.ended.to_string(),
        review: None,
    }
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

/// Builds the step of one figure from its phases. Rows of falling that follow each other become one effect.
struct StepBuilder {
    lines: Lines,
    step: Step,
    /// The blocks that are falling, with their lines before the fall and their distances up to now; the lowest
    /// first.
    falling: Vec<Falling>,
}

impl StepBuilder {
    fn new(lines: Lines) -> Self {
        Self { lines, step: Step::default(), falling: Vec::new() }
    }

    fn add(&mut self, phase: &Phase<'_>) {
        match *phase {
            Phase::Landed { figure, placed, row } => {
                let index = usize::from(figure.number()) - 1;
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

    /// All falling blocks fall together, so a block that is still falling has the largest distance.
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
        let fallen = self.falling.iter().map(|block| block.distance).max().unwrap_or(0);
        for block in self.falling.iter_mut().filter(|block| block.distance == fallen) {
            let row = self.lines.of(block.line + fallen);
            let column = Column::from_number(block.column as u32);
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
    let turned = |figure: Figure| Rotation::ALL.map(move |rotation| shape(figure, rotation));
    Figure::ALL.into_iter().flat_map(turned).collect()
}

fn shape(figure: Figure, rotation: Rotation) -> Shape {
    let shape = figure.shape(rotation);
    let rows = shape.rows().iter().take(shape.height()).rev().enumerate();
    let blocks = rows.flat_map(|(line, &row)| bits(row.into()).map(move |column| (line, column)));
    Shape { name: figure.to_string(), code: figure.number(), blocks: blocks.collect() }
}
