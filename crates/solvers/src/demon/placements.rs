//! Where pieces can be placed on boards of column heights: their rotations, prepared for shifts and masks.

use laplace_games::demon::{COLUMNS, Column, Move, Piece, Rotation, Shape};

use super::heights::{BITS, Heights, MAX_ROWS, ONES, Steps, TOP};

/// The most columns that a rotation spans.
const MAX_PIECE_WIDTH: usize = 4;

/// One rotation of a piece over a kind of surface: one that it fits exactly, or with a gap of one cell below it. The
/// column of the board is not part of it.
#[derive(Clone, Debug)]
pub struct Placement {
    /// Its place among the piece's distinct rotations.
    pub(super) number: u8,
    rotation: Rotation,
    /// Columns and rows that it spans.
    pub(super) width: usize,
    pub(super) height: i32,
    /// For each column, its lowest block and one past its highest, over the lowest row of the piece.
    pub(super) bottom: [i32; MAX_PIECE_WIDTH],
    pub(super) top: [i32; MAX_PIECE_WIDTH],
    /// The column, from the left, under which one cell stays empty.
    gap: Option<usize>,
    /// What it adds to the heights.
    add: u64,
    /// The steps it needs between its columns, as places in `Steps`.
    steps: [usize; MAX_PIECE_WIDTH - 1],
}

/// The steps that [`Steps`] knows are -2 to 2.
const MIN_STEP: i32 = -2;
const STEPS: usize = 5;

impl Placement {
    /// A rotation with a cell left empty under the column `gap`; `None` if it needs too high a step.
    fn new(number: u8, rotation: Rotation, shape: &Shape, gap: Option<usize>) -> Option<Self> {
        let width = usize::from(shape.width());
        let (bottom, top) = outline(shape);
        let under = |c: usize| bottom[c] - i32::from(gap == Some(c));
        let add = (0..width).fold(0, |word, c| word | ((top[c] - under(c)) as u64) << (BITS * c));
        let mut steps = [0; MAX_PIECE_WIDTH - 1];
        for c in 1..width {
            steps[c - 1] =
                usize::try_from(under(c) - under(c - 1) - MIN_STEP).ok().filter(|&step| step < STEPS)?;
        }
        Some(Self { number, rotation, width, height: shape.height().into(), bottom, top, gap, add, steps })
    }

    /// The move that drops this rotation there; `None` for a column outside the board.
    pub fn chosen(&self, column: usize) -> Option<Move> {
        Some(Move { rotation: self.rotation, column: Column::from_number(column as u32)? })
    }

    /// The columns at which the board has the surface that this is for.
    pub fn columns(&self, steps: &Steps) -> Columns {
        let needed = self.steps[..self.width - 1].iter().enumerate();
        Columns(needed.fold(TOP, |mask, (c, &step)| mask & steps.0[step] >> (BITS * c)))
    }

    /// The board with the piece on it, before full rows are removed.
    pub const fn put(&self, board: Heights, column: usize) -> Heights {
        Heights(board.0 + (self.add << (BITS * column)))
    }

    /// The row just above the piece where it rests.
    pub fn crest(&self, board: Heights, column: usize) -> i32 {
        board.get(column) + i32::from(self.gap == Some(0)) - self.bottom[0] + self.height
    }

    /// The column of the board under which a cell stays empty.
    pub fn gap_at(&self, column: usize) -> Option<usize> {
        self.gap.map(|gap| column + gap)
    }

    /// Whether the piece covers that column of the board.
    pub const fn covers(&self, column: usize, other: usize) -> bool {
        other >= column && other < column + self.width
    }

    /// The board before the piece fell there and removed `lines` rows, if there is one without holes.
    pub fn lift(&self, board: Heights, column: usize, lines: usize) -> Option<Heights> {
        let put = Heights(board.0 + ONES * lines as u64);
        let rest = put.get(column) - self.top[0];
        for c in 0..self.width {
            if put.get(column + c) - self.top[c] != rest || rest + self.bottom[c] < 0 {
                return None;
            }
        }
        let old = Heights(put.0 - (self.add << (BITS * column)));
        (old.any_zero() && old.unpack().iter().all(|&height| height <= MAX_ROWS)).then_some(old)
    }

    /// The board after the piece fell over a gap, and the number of lines, if every row that covers the gap is removed.
    pub fn bridge(&self, board: Heights, column: usize) -> Option<(Heights, usize)> {
        let mut heights = board.unpack();
        let own = &mut heights[column..column + self.width];
        let rest = own.iter().zip(self.bottom).map(|(height, bottom)| height - bottom).max()?;
        let gone = self.full_rows(board, column, rest);
        if gone == 0 {
            return None;
        }
        for (c, height) in own.iter_mut().enumerate() {
            let (low, high) = (rest + self.bottom[c], rest + self.top[c]);
            if *height == low {
                *height = high;
            } else if rows(low, high) & !gone != 0 {
                return None;
            }
        }
        for height in &mut heights {
            *height -= (gone & rows(0, *height)).count_ones() as i32;
        }
        Some((Heights::pack(&heights), gone.count_ones() as usize))
    }

    /// The rows, as bits, that are full when the piece lies with its lowest row at `rest`.
    fn full_rows(&self, board: Heights, column: usize, rest: i32) -> u32 {
        let outside = (0..COLUMNS).filter(|&c| !self.covers(column, c)).map(|c| board.get(c)).min();
        let all = rows(rest, outside.unwrap_or(0).clamp(rest, rest + self.height));
        (0..self.width).fold(all, |full, c| {
            full & (rows(0, board.get(column + c)) | rows(rest + self.bottom[c], rest + self.top[c]))
        })
    }
}

/// Bits for the rows from `low` to just below `high`.
const fn rows(low: i32, high: i32) -> u32 {
    ((1 << high) - 1) & !((1 << low) - 1)
}

/// For each column of a shape, its lowest block and one past its highest, over its lowest row.
fn outline(shape: &Shape) -> ([i32; MAX_PIECE_WIDTH], [i32; MAX_PIECE_WIDTH]) {
    let (mut bottom, mut top) = ([0; MAX_PIECE_WIDTH], [0; MAX_PIECE_WIDTH]);
    let height = i32::from(shape.height());
    for c in 0..usize::from(shape.width()) {
        let filled = |row: &i32| shape.rows()[(height - 1 - row) as usize] >> c & 1 == 1;
        bottom[c] = (0..height).find(filled).unwrap_or(0);
        top[c] = (0..height).rev().find(filled).unwrap_or(0) + 1;
    }
    (bottom, top)
}

/// Columns of the board at which a rotation fits, from the left.
#[derive(Clone, Copy)]
pub struct Columns(u64);

impl Columns {
    pub(super) const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl Iterator for Columns {
    type Item = usize;

    fn next(&mut self) -> Option<usize> {
        let column = (self.0 != 0).then(|| self.0.trailing_zeros() as usize / BITS)?;
        self.0 &= self.0 - 1;
        Some(column)
    }
}

/// The placements of all pieces.
#[derive(Clone, Debug)]
pub struct Placements {
    exact: [Vec<Placement>; 7],
    with_gap: [Vec<Placement>; 7],
}

impl Placements {
    /// Computes them.
    pub fn new() -> Self {
        let exact = Piece::ALL.map(|piece| {
            distinct(piece)
                .filter_map(|(number, r)| Placement::new(number, r, piece.shape(r), None))
                .collect()
        });
        let with_gap = Piece::ALL.map(|piece| {
            let gaps = |(number, r): (u8, Rotation)| {
                let shape = piece.shape(r);
                let gaps = 0..usize::from(shape.width());
                gaps.filter_map(move |gap| Placement::new(number, r, shape, Some(gap)))
            };
            distinct(piece).filter(|&(_, r)| piece.shape(r).width() > 1).flat_map(gaps).collect()
        });
        Self { exact, with_gap }
    }

    /// The distinct rotations of a piece, each over a surface it fits without a hole.
    pub fn exact(&self, piece: Piece) -> &[Placement] {
        &self.exact[piece as usize - 1]
    }

    /// The same, each over a surface where one cell stays empty below it.
    pub fn with_gap(&self, piece: Piece) -> &[Placement] {
        &self.with_gap[piece as usize - 1]
    }
}

impl Default for Placements {
    fn default() -> Self {
        Self::new()
    }
}

/// The rotations of a piece that differ, numbered.
fn distinct(piece: Piece) -> impl Iterator<Item = (u8, Rotation)> {
    let is_new = move |rotation: &Rotation| {
        let rows = piece.shape(*rotation).rows();
        Rotation::ALL.iter().take_while(|earlier| *earlier < rotation).all(|r| piece.shape(*r).rows() != rows)
    };
    (0..).zip(Rotation::ALL.into_iter().filter(is_new))
}
