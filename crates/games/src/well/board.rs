//! The fast board: which cells hold a block, and what a figure does to them.
//!
//! Row order: row 0 is the floor row, and rows are counted upwards.
//!
//! Components need no labels. When they are formed, two blocks one above the other belong to one
//! component, so a component stands just when it touches the floor: one flood fill from the floor row
//! separates the standing blocks from the hanging ones. Hanging components all fall in step and therefore
//! never move against each other; a flood fill among the falling blocks alone finds them again at any
//! time, however close they come to standing ones. So each row of falling is a shift, a test for contact
//! and, on contact, a flood fill from the blocks that touch.
//!
//! Nothing is allocated. Dropping a figure that deletes nothing costs a few comparisons for each row it
//! falls past the highest block; a deletion costs a few flood fills.

use super::cells::{Cells, FULL_ROW, MAX_DEPTH, RowSet};
use super::figure::{FIGURE_SIZE, Figure};
use super::moves::Move;

/// The number of rows of a well: 1 to 20.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Depth(u8);

impl Depth {
    /// The depth of the task's well.
    pub const DEFAULT: Self = Self(MAX_DEPTH as u8);

    /// The depth of a well of `rows` rows; `None` outside 1 to 20.
    pub const fn new(rows: u32) -> Option<Self> {
        if rows >= 1 && rows <= MAX_DEPTH as u32 { Some(Self(rows as u8)) } else { None }
    }

    /// The number of rows.
    pub const fn rows(self) -> usize {
        self.0 as usize
    }
}

impl Default for Depth {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// The blocks in a well of some depth, without full rows.
///
/// ```
/// use laplace_games::well::{Board, Depth, Figure, Move};
/// let mut board = Board::new(Depth::DEFAULT);
/// let facts = board.place(Figure::O, Move::new(0, 8).unwrap()).unwrap();
/// assert_eq!((facts.landing_row, board.top(), facts.rows_deleted()), (0, 2, 0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    blocks: Cells,
    top: u8,
    depth: Depth,
}

impl Board {
    /// An empty well.
    pub const fn new(depth: Depth) -> Self {
        Self { blocks: Cells::EMPTY, top: 0, depth }
    }

    /// A well with those blocks in it; `None` if a row is full or a block is above the well. Blocks may
    /// hang in the air, where they stay until the next deletion.
    pub fn from_cells(depth: Depth, blocks: Cells) -> Option<Self> {
        let top = blocks.top();
        let at_rest = top <= depth.rows() && blocks.full_rows().is_empty();
        at_rest.then_some(Self { blocks, top: top as u8, depth })
    }

    /// The cells that hold a block.
    pub const fn blocks(&self) -> &Cells {
        &self.blocks
    }

    /// How deep the well is.
    pub const fn depth(&self) -> Depth {
        self.depth
    }

    /// The number of rows up to the highest block.
    pub const fn top(&self) -> usize {
        self.top as usize
    }

    /// Whether a block is above the well.
    pub const fn sticks_out(&self) -> bool {
        self.top > self.depth.0
    }

    /// The board seen in a mirror.
    #[must_use]
    pub fn mirrored(&self) -> Self {
        Self { blocks: self.blocks.mirrored(), ..*self }
    }

    /// The row in which the lowest block of the figure comes to lie; `None` if the figure does not stay
    /// between the walls or a block is already above the well.
    #[inline]
    pub fn landing_row(&self, figure: Figure, placed: Move) -> Option<usize> {
        if self.sticks_out() || !figure.fits(placed) {
            return None;
        }
        let masks = figure.shape(placed.rotation).rows_at(placed.column);
        let mut row = self.top();
        while row > 0 && self.blocks.is_free(row - 1, masks) {
            row -= 1;
        }
        Some(row)
    }

    /// Drops a figure and carries out all deletions and falls; `None`, and the board is unchanged, when
    /// [`Board::landing_row`] is `None`.
    #[inline]
    pub fn place(&mut self, figure: Figure, placed: Move) -> Option<Facts> {
        self.place_watched(figure, placed, &mut |_| {})
    }

    /// Like [`Board::place`], and passes every phase of the move to `watch`, in order.
    #[inline]
    pub fn place_watched(
        &mut self,
        figure: Figure,
        placed: Move,
        watch: &mut impl FnMut(Phase<'_>),
    ) -> Option<Facts> {
        let row = self.landing_row(figure, placed)?;
        let shape = figure.shape(placed.rotation);
        self.blocks.insert(row, shape.rows_at(placed.column));
        self.top = self.top.max((row + shape.height()) as u8);
        watch(Phase::Landed { figure, placed, row });
        let mut facts = Facts::landed(row);
        // Only rows that the figure came into can have become full.
        if self.blocks.rows()[row..row + FIGURE_SIZE].contains(&FULL_ROW) {
            self.delete_and_settle(&mut facts, watch);
        }
        facts.sticks_out = self.sticks_out();
        Some(facts)
    }

    fn delete_and_settle(&mut self, facts: &mut Facts, watch: &mut impl FnMut(Phase<'_>)) {
        let mut full = self.blocks.full_rows_below(self.top());
        while !full.is_empty() {
            self.blocks.clear_rows(full);
            facts.count(full);
            watch(Phase::Deleted { rows: full });
            self.settle(watch);
            self.top = self.blocks.top_below(self.top()) as u8;
            full = self.blocks.full_rows_below(self.top());
        }
    }

    /// Lets every component that hangs in the air fall.
    fn settle(&mut self, watch: &mut impl FnMut(Phase<'_>)) {
        let top = self.top();
        let mut standing = self.blocks.spread(&self.blocks.on_the_floor(), top);
        let mut falling = self.blocks;
        falling.remove(&standing);
        while !falling.is_empty() {
            watch(Phase::Fell { blocks: &falling });
            falling.fall();
            let touching = falling.lying_on(&standing);
            if !touching.is_empty() {
                let stopped = falling.spread(&touching, top);
                standing.add(&stopped);
                falling.remove(&stopped);
            }
        }
        self.blocks = standing;
    }
}

/// One thing that happens while a figure is placed. A placement is one landing, and then again and again
/// a deletion followed by the rows of falling, if any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase<'a> {
    /// The figure has come to lie.
    Landed {
        /// Which figure.
        figure: Figure,
        /// How it was placed.
        placed: Move,
        /// The row of its lowest block.
        row: usize,
    },
    /// Full rows were emptied, all at once.
    Deleted {
        /// Which rows.
        rows: RowSet,
    },
    /// All components that hang in the air have fallen by one row.
    Fell {
        /// Their blocks, as they were before they fell by this row.
        blocks: &'a Cells,
    },
}

/// What placing a figure led to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The row in which the lowest block of the figure came to lie at first.
    pub landing_row: usize,
    /// Whether a block was still above the well after the last deletion and fall.
    pub sticks_out: bool,
    // The well and the figure that sticks out hold fewer than 21 rows of blocks: no chain is longer.
    deletions: [u8; MAX_DEPTH],
    chain: u8,
}

impl Facts {
    const fn landed(landing_row: usize) -> Self {
        Self { landing_row, sticks_out: false, deletions: [0; MAX_DEPTH], chain: 0 }
    }

    fn count(&mut self, rows: RowSet) {
        self.deletions[usize::from(self.chain)] = rows.len() as u8;
        self.chain += 1;
    }

    /// The number of rows of each deletion of the chain, in order.
    pub fn deletions(&self) -> &[u8] {
        &self.deletions[..usize::from(self.chain)]
    }

    /// The number of rows deleted in all.
    pub fn rows_deleted(&self) -> usize {
        self.deletions().iter().map(|&rows| usize::from(rows)).sum()
    }
}
