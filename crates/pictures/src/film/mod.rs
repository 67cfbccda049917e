//! A recorded game in the words that all pictures share: where it starts, the shapes there are, and what each step did.
//!
//! A film is a view of a [`Recording`] for drawing. The three games share one vocabulary: a step brings a shape to a
//! place ([`Arrival`]), then come its [`Effect`]s in order. That is enough to draw any moment of any of them, and small
//! enough to send to a browser: see [`html`](crate::html). Making a film plays nothing; it copies what the recording holds.

mod blobwar;
mod demon;
mod well;

use laplace_judge::GameKind;
use laplace_judge::recording::Recording;

use crate::grid::Grid;

/// A recorded game for drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Film {
    /// Which game.
    pub game: GameKind,
    /// The title of the pictures: any text, escaped where it is written.
    pub title: String,
    /// The board before the first step.
    pub start: Grid,
    /// The number of lines at the top in which no block may stay.
    pub top: usize,
    /// Every shape that can arrive.
    pub shapes: Vec<Shape>,
    /// What each step did.
    pub steps: Vec<Step>,
    /// The number of steps that count: a figure that sticks out of the well does not.
    pub counted: usize,
    /// Why the game ended, for people.
    pub end: String,
    /// What an engine thinks of the game.
    pub review: Option<Review>,
}

/// What an engine thinks of a game of two players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Review {
    /// The probability that the first player wins, in thousandths: before the first step, and after each.
    pub chances: Vec<u16>,
    /// The steps that gave something away, in order.
    pub marks: Vec<ReviewMark>,
}

/// A step that gave something away.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewMark {
    /// The number of the step, from 1.
    pub step: usize,
    /// Its sign, such as `?!`.
    pub sign: String,
    /// Why, and what would have been better: any text.
    pub note: String,
}

/// A shape: its name, its code and the blocks in its box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Its name.
    pub name: String,
    /// The code of its blocks.
    pub code: u8,
    /// Line and column of each block from the top left corner of the box.
    pub blocks: Vec<(usize, usize)>,
}

/// One step of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Step {
    /// The shape that arrived and its place; `None` for a pass.
    pub arrival: Option<Arrival>,
    /// What happened then, in order.
    pub effects: Vec<Effect>,
}

/// A shape that arrives at a place.
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
    /// These lines are removed and the lines above come down.
    Collapse(u32),
    /// These lines are emptied and no other line moves.
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
    /// The number of lines that it falls.
    pub distance: usize,
}

impl Step {
    /// The cells that the arriving shape fills: line, column and code.
    pub fn cells(&self, shapes: &[Shape]) -> impl Iterator<Item = (usize, usize, u8)> {
        let found = self.arrival.and_then(|arrival| Some((arrival, shapes.get(arrival.shape)?)));
        found.into_iter().flat_map(|(arrival, shape)| {
            let place = move |&(line, column)| (arrival.line + line, arrival.column + column, shape.code);
            shape.blocks.iter().map(place)
        })
    }

    /// The number of lines that were removed or of blobs that changed colour.
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
    /// The film of a recorded game.
    ///
    /// ```
    /// use laplace_judge::recording::Recording;
    /// use laplace_pictures::Film;
    /// let text = br#"{"laplace-replay": 1, "game": "blobwar", "start": "x5o/7/7/7/7/7/o5x x 0 1",
    ///     "rules": "passes", "players": ["Ada", "Bob"], "moves": ["b6", "g1g3"]}"#;
    /// let replay = laplace_judge::replay::read(text).unwrap();
    /// let film = Film::of(&Recording::of_replay(&replay));
    /// assert_eq!(film.title, "Ada (x) against Bob (o)");
    /// assert!(film.board(1).unwrap().to_string().starts_with("x.....o\n.x.....\n"));
    /// ```
    pub fn of(recording: &Recording) -> Self {
        match recording {
            Recording::Demon(game) => demon::film(game),
            Recording::Well(game) => well::film(game),
            Recording::Blobwar(game) => blobwar::film(game),
        }
    }

    /// The [weight](Step::weight) from which a step is an event, which viewers can jump to.
    pub const fn event_weight(&self) -> usize {
        match self.game {
            GameKind::Demon => 4,
            GameKind::Well | GameKind::Blobwar => 1,
        }
    }

    /// The names of the two numbers that are drawn as charts.
    pub const fn series_names(&self) -> [&'static str; 2] {
        match self.game {
            GameKind::Demon => ["score", "height"],
            GameKind::Well => ["rows deleted", "height"],
            GameKind::Blobwar => ["blue (x)", "red (o)"],
        }
    }

    /// The board after `steps` steps; `None` past the end.
    pub fn board(&self, steps: usize) -> Option<Grid> {
        let mut board = self.start.clone();
        self.steps.get(..steps)?.iter().for_each(|step| board.follow(step, &self.shapes));
        Some(board)
    }

    /// Whether a step is an event, which viewers can jump to.
    pub fn is_event(&self, step: &Step) -> bool {
        step.weight() >= self.event_weight()
    }

    /// The two numbers of [`Film::series_names`] before the first step and after each.
    pub fn series(&self) -> [Vec<u32>; 2] {
        let mut board = self.start.clone();
        let mut sum = 0;
        let [mut first, mut second] = [Vec::new(), Vec::new()];
        let mut note = |board: &Grid, sum: u32| {
            let [a, b] = match self.game {
                GameKind::Demon | GameKind::Well => [sum, board.stack_height() as u32],
                GameKind::Blobwar => [board.count(1) as u32, board.count(2) as u32],
            };
            first.push(a);
            second.push(b);
        };
        note(&board, sum);
        for step in &self.steps {
            board.follow(step, &self.shapes);
            sum += if self.game == GameKind::Demon { step.points() } else { step.weight() as u32 };
            note(&board, sum);
        }
        [first, second]
    }
}

/// The numbers of the bits that are set, the lowest first.
pub(crate) fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..u32::BITS as usize).filter(move |bit| mask >> bit & 1 == 1)
}
