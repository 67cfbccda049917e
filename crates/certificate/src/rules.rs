//! The rules: sequence, pieces, board, score.

/// Columns of the board.
pub(crate) const COLUMNS: usize = 12;
/// Lines of the board; line 0 is at the top.
pub(crate) const LINES: usize = 24;
/// The lines that must be empty before a piece.
pub(crate) const FREE_LINES: usize = 4;
/// A line without an open cell.
pub(crate) const FULL: u16 = (1 << COLUMNS) - 1;

/// The pieces 1 to 7 as they are drawn without a turn.
const PIECES: [&[&str]; 7] = [
    &["####"],
    &["###", "..#"],
    &["###", "#.."],
    &[".##", "##."],
    &["##.", ".##"],
    &["###", ".#."],
    &["##", "##"],
];

/// The numbers of the first pieces of a seed's sequence.
pub(crate) fn sequence(seed: u32, pieces: usize) -> Vec<u8> {
    let mut u = seed;
    let mut found = Vec::new();
    while found.len() < pieces {
        let q = (u >> 29) as u8;
        if q != 0 {
            found.push(q);
        }
        u = u.wrapping_mul(22_695_477).wrapping_add(1);
    }
    found
}

/// A piece turned a number of times: its cells as (line, column) in its bounding box.
pub(crate) type Cells = Vec<(usize, usize)>;

/// A piece turned clockwise by this number of quarter turns.
pub(crate) fn cells(piece: u8, turns: u8) -> Cells {
    let drawn = PIECES[usize::from(piece) - 1];
    let mut cells: Cells = Vec::new();
    for (line, row) in drawn.iter().enumerate() {
        cells.extend(row.bytes().enumerate().filter(|&(_, c)| c == b'#').map(|(column, _)| (line, column)));
    }
    for _ in 0..turns {
        let lowest = cells.iter().map(|&(line, _)| line).max().unwrap_or(0);
        cells = cells.iter().map(|&(line, column)| (column, lowest - line)).collect();
    }
    cells.sort_unstable();
    cells
}

/// The distinct rotations of a piece.
pub(crate) fn rotations(piece: u8) -> Vec<Cells> {
    let mut all: Vec<Cells> = (0..4).map(|turns| cells(piece, turns)).collect();
    all.sort();
    all.dedup();
    all
}

/// A board: a bit for each cell of a line, bit 0 the leftmost column.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(crate) struct Board(pub(crate) [u16; LINES]);

impl Board {
    pub(crate) const EMPTY: Self = Self([0; LINES]);

    /// Whether the game may go on: the uppermost lines are empty.
    pub(crate) fn goes_on(&self) -> bool {
        self.0[..FREE_LINES].iter().all(|&line| line == 0)
    }

    /// Black cells less white ones, if the cells are coloured like a chessboard.
    pub(crate) fn difference(&self) -> i32 {
        let difference = |(line, row): (usize, &u16)| {
            let black = if line % 2 == 0 { 0x555 } else { 0xaaa };
            (row & black).count_ones() as i32 - (row & FULL & !black).count_ones() as i32
        };
        self.0.iter().enumerate().map(difference).sum()
    }

    fn fits(&self, lines: &[u16], line: usize) -> bool {
        line + lines.len() <= LINES
            && lines.iter().zip(&self.0[line..]).all(|(piece, here)| piece & here == 0)
    }

    /// The board after a piece fell from line 0, and the number of lines it took; `None` if it does not fit there.
    pub(crate) fn drop(&self, cells: &[(usize, usize)], column: usize) -> Option<(Self, usize)> {
        if cells.iter().any(|&(_, c)| column + c >= COLUMNS) {
            return None;
        }
        let height = cells.iter().map(|&(l, _)| l + 1).max().unwrap_or(0);
        let mut piece = [0; 4];
        for &(l, c) in cells {
            piece[l] |= 1 << (column + c);
        }
        let piece = &piece[..height];
        if !self.fits(piece, 0) {
            return None;
        }
        let mut line = 0;
        while self.fits(piece, line + 1) {
            line += 1;
        }
        let mut with_piece = self.0;
        for (here, piece) in with_piece[line..].iter_mut().zip(piece) {
            *here |= piece;
        }
        let mut left = Self::EMPTY;
        let mut to = LINES;
        for from in (0..LINES).rev().filter(|&from| with_piece[from] != FULL) {
            to -= 1;
            left.0[to] = with_piece[from];
        }
        Some((left, to))
    }
}

/// The points for some lines.
pub(crate) fn points(lines: usize, after_tetris: bool) -> i32 {
    match lines {
        4 if after_tetris => 1200,
        4 => 800,
        _ => 100 * lines as i32,
    }
}
