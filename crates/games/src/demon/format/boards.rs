//! The files that hold a board: the answers to questions 2, 3 and 4.

use super::lists::Placing;
use crate::demon::{Board, COLUMNS, Column, LINES, Piece};
use crate::text::{Expected, SyntaxError, lines, natural};

/// What stands between two cells of a line. The contest's text requires a blank, its samples have nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum BoardStyle {
    /// `..1111......`, as all the contest's samples.
    #[default]
    Packed,
    /// `. . 1 1 1 1 . . . . . .`, as the contest's text requires.
    Spaced,
}

/// A board as a file shows it, which need not be reachable in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture([[Option<Piece>; COLUMNS]; LINES]);

impl From<&Board> for Picture {
    fn from(board: &Board) -> Self {
        let mut cells = [[None; COLUMNS]; LINES];
        for (line, row) in cells.iter_mut().enumerate() {
            for (cell, column) in row.iter_mut().zip(Column::ALL) {
                *cell = board.cell(line, column);
            }
        }
        Self(cells)
    }
}

impl Picture {
    /// The cells, line by line from the top.
    pub fn cells(&self) -> &[[Option<Piece>; COLUMNS]; LINES] {
        &self.0
    }

    /// The 24 lines of text, without their ends.
    pub fn lines(&self, style: BoardStyle) -> impl Iterator<Item = String> {
        let between = match style {
            BoardStyle::Packed => "",
            BoardStyle::Spaced => " ",
        };
        self.0.iter().map(move |row| row.map(cell_text).join(between))
    }

    fn read<'a>(
        lines: &mut impl Iterator<Item = (usize, &'a [u8])>,
        last: usize,
    ) -> Result<Self, SyntaxError> {
        let mut cells = [[None; COLUMNS]; LINES];
        for row in &mut cells {
            let (line, text) = lines.next().ok_or_else(|| SyntaxError::end(last, Expected::Row))?;
            *row = read_row(text).ok_or_else(|| SyntaxError::new(line, text, Expected::Row))?;
        }
        Ok(Self(cells))
    }
}

fn cell_text(cell: Option<Piece>) -> &'static str {
    match cell.map(Piece::number) {
        None => ".",
        Some(1) => "1",
        Some(2) => "2",
        Some(3) => "3",
        Some(4) => "4",
        Some(5) => "5",
        Some(6) => "6",
        Some(_) => "7",
    }
}

fn read_row(text: &[u8]) -> Option<[Option<Piece>; COLUMNS]> {
    let mut row = [None; COLUMNS];
    let mut marks = text.iter().filter(|mark| !mark.is_ascii_whitespace());
    for cell in &mut row {
        *cell = match marks.next()? {
            b'.' => None,
            mark => Some(Piece::from_number(u32::from(mark.checked_sub(b'0')?))?),
        };
    }
    marks.next().is_none().then_some(row)
}

/// Writes the board.
pub fn write_board(board: &Board, style: BoardStyle) -> String {
    Picture::from(board).lines(style).map(|line| line + "\n").collect()
}

/// Reads an answer to question 3: the board and nothing else.
pub fn read_board(text: &[u8]) -> Result<Picture, SyntaxError> {
    let mut lines = lines(text);
    let picture = Picture::read(&mut lines, last_line(text))?;
    nothing_more(lines.next(), picture)
}

/// Reads an answer to question 4: the board, then the score.
pub fn read_board_and_score(text: &[u8]) -> Result<(Picture, u32), SyntaxError> {
    let mut lines = lines(text);
    let picture = Picture::read(&mut lines, last_line(text))?;
    let (line, score) = lines.next().ok_or_else(|| SyntaxError::end(last_line(text), Expected::Score))?;
    let score = natural(score).ok_or_else(|| SyntaxError::new(line, score, Expected::Score))?;
    nothing_more(lines.next(), (picture, score))
}

/// Reads an answer to question 2: the incorrect lines, then the board.
pub fn read_placed(text: &[u8]) -> Result<(Vec<Placing>, Picture), SyntaxError> {
    let mut lines = lines(text).peekable();
    let mut incorrect = Vec::new();
    // Twelve digits in four words, `1 11111 11111 1`, are a placing: no style writes a board line so.
    let is_cells = |line, text| read_row(text).is_some() && Placing::read(line, text).is_err();
    while let Some((line, text)) = lines.next_if(|&(line, text)| !is_cells(line, text)) {
        incorrect.push(Placing::read(line, text)?);
    }
    let picture = Picture::read(&mut lines, last_line(text))?;
    nothing_more(lines.next(), (incorrect, picture))
}

/// Writes an answer to question 2.
pub fn write_placed<'a>(
    incorrect: impl Iterator<Item = &'a Placing>,
    board: &Board,
    style: BoardStyle,
) -> String {
    let repeated: String = incorrect.map(|placing| format!("{}\n", placing.text)).collect();
    repeated + &write_board(board, style)
}

fn nothing_more<T>(more: Option<(usize, &[u8])>, read: T) -> Result<T, SyntaxError> {
    match more {
        Some((line, text)) => Err(SyntaxError::new(line, text, Expected::End)),
        None => Ok(read),
    }
}

fn last_line(text: &[u8]) -> usize {
    lines(text).last().map_or(1, |(line, _)| line)
}
