//! What a viewer draws: a grid of cells that knows nothing of the rules.

use laplace_games::blobwar::Side;

/// A board at one moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// What has just happened.
    pub stage: Stage,
    /// Lines at the top in which nothing may stay: 4 for the demon and the well, 0 for Blobwar.
    pub rim: usize,
    width: usize,
    cells: Vec<Cell>,
}

/// A moment in the life of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// Nothing has been played yet.
    Start,
    /// A piece or a figure has come to lie, a blob has arrived.
    Placed,
    /// The full lines are gone.
    Deleted,
    /// What hung in the air has come down by one row.
    Fell,
}

impl Stage {
    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Start => "start",
            Self::Placed => "placed",
            Self::Deleted => "deleted",
            Self::Fell => "fell",
        }
    }
}

/// One cell of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What is there.
    pub content: Content,
    /// Why it is worth a look.
    pub accent: Accent,
}

/// What a cell holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Content {
    /// Nothing.
    Empty,
    /// Nothing ever.
    Hole,
    /// A block.
    Block {
        /// The piece or figure that it came with, 1 to 7.
        kind: u8,
        /// How the task's own pictures show it.
        label: char,
    },
    /// A blob.
    Blob(Side),
}

/// What has just happened in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accent {
    /// Nothing.
    None,
    /// This has just come.
    New,
    /// This is in a full line, and about to go.
    Full,
    /// This has fallen, or was turned.
    Changed,
    /// Something has just left.
    Left,
}

impl Cell {
    pub(super) const EMPTY: Self = Self { content: Content::Empty, accent: Accent::None };

    pub(super) const fn plain(content: Content) -> Self {
        Self { content, accent: Accent::None }
    }

    pub(super) const fn with(self, accent: Accent) -> Self {
        Self { accent, ..self }
    }

    /// The mark for a picture without colours: the block's label, `x`, `o`, `#` for a hole.
    pub const fn mark(self) -> char {
        match self.content {
            Content::Empty => '.',
            Content::Hole => '#',
            Content::Block { label, .. } => label,
            Content::Blob(side) => side.letter(),
        }
    }
}

impl Picture {
    pub(super) fn new(stage: Stage, rim: usize, width: usize, cells: Vec<Cell>) -> Self {
        Self { stage, rim, width, cells }
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
