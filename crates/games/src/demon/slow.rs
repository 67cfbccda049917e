//! The rules once more, as plainly as they can be written: the specification of everything else here.
//!
//! Cells are looked at one by one, pieces fall one line at a time, nothing is stored that can be computed. It
//! shares no code with the fast board: not even the shapes of the pieces, which are turned here from their
//! own drawings.

/// A board: 24 lines of 12 cells, 0 for an empty one and the piece's number otherwise.
pub type Cells = [[u8; 12]; 24];

/// The board on which everything starts.
pub const EMPTY: Cells = [[0; 12]; 24];

/// The pieces as the contest draws them.
const DRAWINGS: [&[&str]; 7] = [
    &["####"],
    &["###", "..#"],
    &["###", "#.."],
    &[".##", "##."],
    &["##.", ".##"],
    &["###", ".#."],
    &["##", "##"],
];

/// The blocks of a piece after `turns` quarter turns clockwise, as (line, column) in its bounding box.
pub fn blocks(piece: u8, turns: u32) -> Vec<(usize, usize)> {
    let mut rows: Vec<Vec<char>> =
        DRAWINGS[piece as usize - 1].iter().map(|row| row.chars().collect()).collect();
    for _ in 0..turns {
        let (height, width) = (rows.len(), rows[0].len());
        rows = (0..width).map(|column| (0..height).rev().map(|row| rows[row][column]).collect()).collect();
    }
    let mut blocks = Vec::new();
    for (line, row) in rows.iter().enumerate() {
        for (column, &mark) in row.iter().enumerate() {
            if mark == '#' {
                blocks.push((line, column));
            }
        }
    }
    blocks
}

/// Whether every block falls inside the board on an empty cell.
pub fn fits(cells: &Cells, blocks: &[(usize, usize)], line: usize, column: usize) -> bool {
    blocks.iter().all(|&(l, c)| line + l < 24 && column + c < 12 && cells[line + l][column + c] == 0)
}

/// Puts the blocks on the board.
pub fn place(cells: &mut Cells, piece: u8, blocks: &[(usize, usize)], line: usize, column: usize) {
    for &(l, c) in blocks {
        cells[line + l][column + c] = piece;
    }
}

/// The line where the piece comes to rest when it starts on line 0, if it can start there.
pub fn rest(cells: &Cells, blocks: &[(usize, usize)], column: usize) -> Option<usize> {
    if !fits(cells, blocks, 0, column) {
        return None;
    }
    let mut line = 0;
    while fits(cells, blocks, line + 1, column) {
        line += 1;
    }
    Some(line)
}

/// Removes every full line, each time bringing down by one what is above it; returns the removed lines as
/// they were numbered before.
pub fn remove_full_lines(cells: &mut Cells) -> Vec<usize> {
    let full: Vec<usize> = (0..24).filter(|&line| cells[line].iter().all(|&cell| cell != 0)).collect();
    for &line in &full {
        for above in (0..line).rev() {
            cells[above + 1] = cells[above];
        }
        cells[0] = [0; 12];
    }
    full
}

/// The first pieces of the sequence that s gives.
pub fn pieces(s: u64, count: usize) -> Vec<u8> {
    let mut u = s;
    let mut pieces = Vec::new();
    while pieces.len() < count {
        let q = u / 2u64.pow(29);
        if q != 0 {
            pieces.push(q as u8);
        }
        u = (22_695_477 * u + 1) % 2u64.pow(32);
    }
    pieces
}

/// Why the slow game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// No more lines in the file.
    NoMoreMoves,
    /// A block in lines 0 to 3 before the piece.
    TopLines,
    /// Not the piece of the sequence.
    WrongPiece,
    /// Cannot be put on line 0.
    CannotDrop,
}

/// A game of question 4.
#[derive(Clone, Debug)]
pub struct SlowState {
    /// The board.
    pub cells: Cells,
    /// The points.
    pub score: u32,
    /// The number of pieces placed.
    pub placed: usize,
    /// The points of each piece placed.
    pub points: Vec<u32>,
    after_tetris: bool,
}

impl SlowState {
    /// A game that has not begun.
    pub const START: Self =
        Self { cells: EMPTY, score: 0, placed: 0, points: Vec::new(), after_tetris: false };

    /// Plays one line of a move file when `expected` is the piece whose turn it is.
    pub fn play(&mut self, expected: u8, [piece, column, turns]: [i64; 3]) -> Result<(), End> {
        if self.cells[..4].iter().flatten().any(|&cell| cell != 0) {
            return Err(End::TopLines);
        }
        if piece != i64::from(expected) {
            return Err(End::WrongPiece);
        }
        if !(0..=11).contains(&column) || !(0..=3).contains(&turns) {
            return Err(End::CannotDrop);
        }
        let blocks = blocks(expected, turns as u32);
        let line = rest(&self.cells, &blocks, column as usize).ok_or(End::CannotDrop)?;
        place(&mut self.cells, expected, &blocks, line, column as usize);
        let points = match remove_full_lines(&mut self.cells).len() {
            4 if self.after_tetris => 1200,
            4 => 800,
            lines => 100 * lines as u32,
        };
        self.after_tetris = points >= 800;
        self.score += points;
        self.points.push(points);
        self.placed += 1;
        Ok(())
    }
}

/// Plays a whole game: at most 9 999 of the moves, until something ends it.
pub fn play(s: u64, moves: &[[i64; 3]]) -> (SlowState, End) {
    let mut game = SlowState::START;
    for (&expected, &line) in pieces(s, moves.len().min(9_999)).iter().zip(moves) {
        if let Err(end) = game.play(expected, line) {
            return (game, end);
        }
    }
    (game, End::NoMoreMoves)
}
