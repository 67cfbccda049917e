//! What the terminal viewer draws: a grid of cells that knows nothing of the rules.

use laplace_games::blobwar::Side;

/// A board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// What has just happened.
    pub stage: Stage,
    /// The number of rows at the top in which no block may stay: 4 for the demon and the well, 0 for Blobwar.
    pub overflow_rows: usize,
    width: usize,
    cells: Vec<Cell>,
}

/// The moment of a move that a frame shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has been played yet.
    Start,
    /// A figure is above the well.
    Above,
    /// A figure falls.
    Falling,
    /// A piece or a figure has landed, a blob has arrived.
    Placed,
    /// The full lines were removed.
    Deleted,
    /// Components without support have fallen by one row.
    Fell,
}

impl Stage {
    /// Its name in the viewer.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Above => "above the well",
            Self::Falling => "falling",
            Self::Placed => "placed",
            Self::Deleted => "deleted",
            Self::Fell => "fell",
        }
    }
}

/// One cell of a frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it holds.
    pub content: Content,
    /// What has just happened in it.
    pub highlight: Highlight,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// No blob can be here.
    Hole,
    /// A block.
    Block {
        /// The piece or figure that it came with, 1 to 7.
        kind: u8,
        /// Its mark in the task's own pictures.
        label: char,
    },
    /// A blob.
    Blob(Side),
}

/// What has just happened in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Highlight {
    /// Nothing.
    None,
    /// Its content has just arrived.
    New,
    /// It is in a full line, which is removed next.
    Full,
    /// Its content has just fallen, or changed colour.
    Changed,
    /// Its content has just left.
    Left,
}

impl Cell {
    pub(super) const EMPTY: Self = Self { content: Content::Empty, highlight: Highlight::None };

    pub(super) const fn plain(content: Content) -> Self {
        Self { content, highlight: Highlight::None }
    }

    pub(super) const fn with(self, highlight: Highlight) -> Self {
        Self { highlight, ..self }
    }

    /// Its mark where there are no colours: the block's label, `x`, `o`, `#` for a hole.
    pub const fn mark(self) -> char {
        match self.content {
            Content::Empty => '.',
            Content::Hole => '#',
            Content::Block { label, .. } => label,
            Content::Blob(side) => side.letter(),
        }
    }
}

impl Frame {
    pub(super) fn new(stage: Stage, overflow_rows: usize, width: usize, cells: Vec<Cell>) -> Self {
        Self { stage, overflow_rows, width, cells }
    }

    /// The number of columns.
    pub const fn width(&self) -> usize {
        self.width
    }

    /// The number of lines.
    pub fn height(&self) -> usize {
        self.cells.len().checked_div(self.width).unwrap_or(0)
    }

    /// The lines from the top, each from the left.
    pub fn lines(&self) -> impl DoubleEndedIterator<Item = &[Cell]> {
        self.cells.chunks(self.width.max(1))
    }

    /// The cell in that line from the top and that column from the left.
    pub fn cell(&self, line: usize, column: usize) -> Option<Cell> {
        if column >= self.width {
            return None;
        }
        self.cells.get(line * self.width + column).copied()
    }
}
