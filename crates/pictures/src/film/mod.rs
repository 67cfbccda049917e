//! A game as a film: where it starts, the shapes there are, and what each step did.
//!
//! The three games share one vocabulary. A step brings a shape to a place ([`Arrival`]); then come its
//! [`Effect`]s in order. That is enough to draw any moment of any of them, and small enough to send: see
//! [`html`](crate::html). Making a film plays the game once; its cost is that of judging it.

mod blobwar;
mod demon;
mod replay;
mod well;

pub use blobwar::blobwar;
pub use demon::demon;
pub use replay::replay;
pub use well::well;

use crate::grid::Grid;

/// Which game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Game {
    /// Tetris on 24 x 12 with every piece known in advance.
    Demon,
    /// Tetris on 20 x 10 where components fall.
    Well,
    /// The game of blobs.
    Blobwar,
}

impl Game {
    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Demon => "demon",
            Self::Well => "well",
            Self::Blobwar => "blobwar",
        }
    }

    /// What one step is called.
    pub const fn step_name(self) -> &'static str {
        match self {
            Self::Demon => "piece",
            Self::Well => "figure",
            Self::Blobwar => "move",
        }
    }

    /// What is worth jumping to.
    pub const fn event_name(self) -> &'static str {
        match self {
            Self::Demon => "Tetris",
            Self::Well => "deletion",
            Self::Blobwar => "capture",
        }
    }

    /// The [weight](Step::weight) from which a step is such an event.
    pub const fn event_weight(self) -> usize {
        match self {
            Self::Demon => 4,
            Self::Well | Self::Blobwar => 1,
        }
    }

    /// The two numbers whose course is drawn.
    pub const fn series_names(self) -> [&'static str; 2] {
        match self {
            Self::Demon => ["score", "height"],
            Self::Well => ["rows deleted", "height"],
            Self::Blobwar => ["x blobs", "o blobs"],
        }
    }
}

/// A recorded game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Which game.
    pub game: Game,
    /// What stands above the pictures. May be anything: it is escaped where it is written.
    pub title: String,
    /// The board before the first step.
    pub start: Grid,
    /// Lines at the top in which blocks must not stay.
    pub top: usize,
    /// Every shape that a step can bring.
    pub shapes: Vec<Shape>,
    /// What happened.
    pub steps: Vec<Step>,
    /// How many steps count: a figure that ends the game does not.
    pub counted: usize,
    /// Why the game ended, for people.
    pub end: String,
}

/// A shape: its name, its code and the blocks in its box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// What people call it.
    pub name: String,
    /// The code of its blocks.
    pub code: u8,
    /// Line and column of each block from the top left corner of the box.
    pub blocks: Vec<(usize, usize)>,
}

/// One step of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// What came to lie where; `None` for a pass.
    pub arrival: Option<Arrival>,
    /// What happened then, in order.
    pub effects: Vec<Effect>,
}

/// A shape that comes to lie somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// The place of the shape in [`Film::shapes`].
    pub shape: usize,
    /// The line of the top of its box.
    pub line: usize,
    /// The column of the left of its box.
    pub column: usize,
}

/// Something that happens after an arrival. Sets of lines have bit `n` for line `n`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// These lines go and what is above comes down.
    Collapse(u32),
    /// These lines are emptied and nothing moves.
    Empty(u32),
    /// These blocks fall, all at the same time; the lowest come first.
    Fall(Vec<Falling>),
    /// A blob leaves this cell.
    Lift {
        /// Its line.
        line: usize,
        /// Its column.
        column: usize,
    },
    /// The blobs of these cells change colour.
    Turn {
        /// To this code.
        code: u8,
        /// Line and column of each.
        cells: Vec<(usize, usize)>,
    },
    /// Points are earned.
    Points(u32),
}

/// A block that falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Falling {
    /// Its line before it falls.
    pub line: usize,
    /// Its column.
    pub column: usize,
    /// How many lines it falls.
    pub distance: usize,
}

impl Step {
    /// The cells that the step fills as it arrives, each with its code.
    pub fn cells(&self, shapes: &[Shape]) -> impl Iterator<Item = (usize, usize, u8)> {
        let found = self.arrival.and_then(|arrival| Some((arrival, shapes.get(arrival.shape)?)));
        found.into_iter().flat_map(|(arrival, shape)| {
            let place = move |&(line, column)| (arrival.line + line, arrival.column + column, shape.code);
            shape.blocks.iter().map(place)
        })
    }

    /// How much happened: lines that went, or blobs that turned.
    pub fn weight(&self) -> usize {
        let weight = |effect: &Effect| match effect {
            Effect::Collapse(lines) | Effect::Empty(lines) => lines.count_ones() as usize,
            Effect::Turn { cells, .. } => cells.len(),
            Effect::Fall(_) | Effect::Lift { .. } | Effect::Points(_) => 0,
        };
        self.effects.iter().map(weight).sum()
    }

    /// The points it earned.
    pub fn points(&self) -> u32 {
        let points = |effect: &Effect| if let Effect::Points(points) = effect { *points } else { 0 };
        self.effects.iter().map(points).sum()
    }
}

impl Film {
    /// The same film under another title.
    pub fn titled(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// The board after so many steps; `None` past the end.
    pub fn board(&self, steps: usize) -> Option<Grid> {
        let mut board = self.start.clone();
        self.steps.get(..steps)?.iter().for_each(|step| board.follow(step, &self.shapes));
        Some(board)
    }

    /// Whether a step is of the kind that one jumps to.
    pub fn is_event(&self, step: &Step) -> bool {
        step.weight() >= self.game.event_weight()
    }

    /// The two numbers of [`Game::series_names`] before the first step and after each.
    pub fn series(&self) -> [Vec<u32>; 2] {
        let mut board = self.start.clone();
        let mut sum = 0;
        let [mut first, mut second] = [Vec::new(), Vec::new()];
        let mut note = |board: &Grid, sum: u32| {
            let [a, b] = match self.game {
                Game::Demon | Game::Well => [sum, board.stack_height() as u32],
                Game::Blobwar => [board.count(1) as u32, board.count(2) as u32],
            };
            first.push(a);
            second.push(b);
        };
        note(&board, sum);
        for step in &self.steps {
            board.follow(step, &self.shapes);
            sum += if self.game == Game::Demon { step.points() } else { step.weight() as u32 };
            note(&board, sum);
        }
        [first, second]
    }
}

/// The numbers of the bits that are set, the lowest first.
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |bit| mask >> bit & 1 == 1)
}
