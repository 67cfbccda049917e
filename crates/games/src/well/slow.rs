//! The rules once more, as plainly as the task states them: the specification of the fast board.
//!
//! Every cell is looked at one by one, components are lists of cells, and falling is done row by row with
//! everything computed again. It shares no code with the fast board, not even the shapes. It is thousands of
//! times slower, which does not matter in a specification.

use std::collections::VecDeque;
use std::fmt;

use super::board::Depth;
use super::figure::Figure;
use super::state::End;

const COLUMNS: usize = 10;
const ROWS_ABOVE: usize = 4;

/// A cell: its row, 0 on the floor, and its column, 0 on the left.
type Cell = (usize, usize);

/// A board that stores for each cell the number of the figure its block came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowBoard {
    cells: Vec<Vec<Option<u32>>>,
    depth: usize,
}

/// What placing a figure led to, and the board after everything that happened on the way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SlowFacts {
    /// The row in which the lowest block of the figure came to lie at first.
    pub landing_row: usize,
    /// The rows of each deletion of the chain.
    pub deletions: Vec<Vec<usize>>,
    /// The board after the drop, after each deletion and after each row of falling.
    pub frames: Vec<SlowBoard>,
    /// Whether a block was still above the well after the last deletion and fall.
    pub sticks_out: bool,
}

impl SlowBoard {
    /// An empty well.
    pub fn new(depth: Depth) -> Self {
        Self { cells: vec![vec![None; COLUMNS]; depth.rows() + ROWS_ABOVE], depth: depth.rows() }
    }

    /// The number of the figure whose block is in the cell.
    pub fn get(&self, (row, column): Cell) -> Option<u32> {
        *self.cells.get(row)?.get(column)?
    }

    /// Puts a block of a figure into a cell, which must be inside the board.
    pub fn put(&mut self, (row, column): Cell, number: u32) {
        self.cells[row][column] = Some(number);
    }

    /// Drops a figure and carries out all deletions and falls; `None`, and the board is unchanged, for an
    /// invalid move.
    pub fn place(&mut self, figure: Figure, number: u32, rotation: u32, column: u32) -> Option<SlowFacts> {
        let cells = placed_cells(figure, rotation, column)?;
        let mut landing_row = self.depth;
        while landing_row > 0 && cells.iter().all(|&(row, c)| self.get((row + landing_row - 1, c)).is_none())
        {
            landing_row -= 1;
        }
        cells.iter().for_each(|&(row, c)| self.put((row + landing_row, c), number));

        let mut deletions = Vec::new();
        let mut frames = vec![self.clone()];
        loop {
            let full = self.full_rows();
            if full.is_empty() {
                break;
            }
            full.iter().for_each(|&row| self.cells[row] = vec![None; COLUMNS]);
            deletions.push(full);
            frames.push(self.clone());
            self.let_components_fall(&mut frames);
        }
        Some(SlowFacts { landing_row, deletions, frames, sticks_out: self.sticks_out() })
    }

    /// Whether a block is above the well.
    pub fn sticks_out(&self) -> bool {
        self.cells[self.depth..].iter().any(|row| row.iter().any(Option::is_some))
    }

    /// The rows of the well in which every column holds a block.
    pub fn full_rows(&self) -> Vec<usize> {
        (0..self.depth).filter(|&row| self.cells[row].iter().all(Option::is_some)).collect()
    }

    /// The connected components, each a list of cells.
    pub fn components(&self) -> Vec<Vec<Cell>> {
        let mut components: Vec<Vec<Cell>> = Vec::new();
        for start in self.all_cells() {
            let known = components.iter().any(|component| component.contains(&start));
            if self.get(start).is_some() && !known {
                components.push(self.component_of(start));
            }
        }
        components
    }

    fn component_of(&self, start: Cell) -> Vec<Cell> {
        let mut component = vec![start];
        let mut queue = VecDeque::from([start]);
        while let Some((row, column)) = queue.pop_front() {
            let up = (row + 1, column);
            let down = (row.wrapping_sub(1), column);
            let right = (row, column + 1);
            let left = (row, column.wrapping_sub(1));
            for neighbour in [up, down, right, left] {
                if self.get(neighbour).is_some() && !component.contains(&neighbour) {
                    component.push(neighbour);
                    queue.push_back(neighbour);
                }
            }
        }
        component
    }

    fn let_components_fall(&mut self, frames: &mut Vec<Self>) {
        let mut components = self.components();
        loop {
            let standing = which_stand(&components);
            if standing.iter().all(|&stands| stands) {
                return;
            }
            let before = self.clone();
            let hanging = || (0..standing.len()).filter(|&c| !standing[c]);
            for (row, column) in hanging().flat_map(|c| components[c].clone()) {
                self.cells[row][column] = None;
            }
            for (row, column) in hanging().flat_map(|c| components[c].clone()) {
                self.cells[row - 1][column] = before.cells[row][column];
            }
            for component in hanging().collect::<Vec<_>>() {
                components[component].iter_mut().for_each(|(row, _)| *row -= 1);
            }
            frames.push(self.clone());
        }
    }

    fn all_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let rows = self.cells.len();
        (0..rows).flat_map(|row| (0..COLUMNS).map(move |column| (row, column)))
    }
}

/// For each component, whether it stands still: it touches the floor, or lies on one that stands still.
fn which_stand(components: &[Vec<Cell>]) -> Vec<bool> {
    let mut stands = vec![false; components.len()];
    loop {
        let before = stands.clone();
        for (which, component) in components.iter().enumerate() {
            let on_the_floor = component.iter().any(|&(row, _)| row == 0);
            let on_another = (0..components.len())
                .any(|other| other != which && before[other] && lies_on(component, &components[other]));
            stands[which] = before[which] || on_the_floor || on_another;
        }
        if stands == before {
            return stands;
        }
    }
}

fn lies_on(upper: &[Cell], lower: &[Cell]) -> bool {
    upper.iter().any(|&(row, column)| row > 0 && lower.contains(&(row - 1, column)))
}

/// The cells of a turned figure whose lowest row is 0, or `None` if one is outside the ten columns or the
/// rotation does not exist.
fn placed_cells(figure: Figure, rotation: u32, column: u32) -> Option<Vec<Cell>> {
    if rotation > 3 || column > 9 {
        return None;
    }
    let mut picture = drawing(figure);
    for _ in 0..rotation {
        picture = turned_clockwise(&picture);
    }
    let mut cells = Vec::new();
    for (line, blocks) in picture.iter().rev().enumerate() {
        for (place, _) in blocks.iter().enumerate().filter(|(_, block)| **block) {
            cells.push((line, place + column as usize));
        }
    }
    cells.iter().all(|&(_, column)| column < COLUMNS).then_some(cells)
}

fn drawing(figure: Figure) -> Vec<Vec<bool>> {
    let lines: &[&str] = match figure.number() {
        1 => &["#", "#", "#", "#"],
        2 => &["##", "# ", "# "],
        3 => &["##", " #", " #"],
        4 => &["##", "##"],
        5 => &["# ", "##", " #"],
        6 => &["# ", "##", "# "],
        _ => &[" #", "##", "# "],
    };
    lines.iter().map(|line| line.chars().map(|block| block == '#').collect()).collect()
}

fn turned_clockwise(picture: &[Vec<bool>]) -> Vec<Vec<bool>> {
    let (height, width) = (picture.len(), picture[0].len());
    (0..width).map(|column| (0..height).rev().map(|line| picture[line][column]).collect()).collect()
}

/// The picture, the highest row first: the rows of the well, and those above it that are not empty.
impl fmt::Display for SlowBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let highest = self.cells.iter().rposition(|row| row.iter().any(Option::is_some));
        let top = self.depth.max(highest.map_or(0, |row| row + 1));
        for row in self.cells[..top].iter().rev() {
            for block in row {
                let digit = block.and_then(|number| char::from_digit(number % 36, 36)).unwrap_or(' ');
                write!(f, "{}", digit.to_ascii_uppercase())?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}

/// A whole game by the task's rules.
#[derive(Clone, Debug)]
pub struct SlowState {
    figures: Vec<Figure>,
    /// The board.
    pub board: SlowBoard,
    /// The number of figures that count.
    pub placed: usize,
    /// Why the game is over; `None` if it is not.
    pub end: Option<End>,
}

impl SlowState {
    /// The game before its first figure.
    pub fn new(figures: &[Figure], depth: Depth) -> Self {
        let end = figures.is_empty().then_some(End::AllPlaced);
        Self { figures: figures.to_vec(), board: SlowBoard::new(depth), placed: 0, end }
    }

    /// Plays a move; an invalid one ends the game.
    pub fn play(&mut self, rotation: u32, column: u32) -> Option<SlowFacts> {
        if self.end.is_some() {
            return None;
        }
        let number = self.placed + 1;
        let facts = self.board.place(self.figures[self.placed], number as u32, rotation, column);
        match &facts {
            None if rotation > 3 => self.end = Some(End::NoSuchRotation { figure: number, rotation }),
            None => self.end = Some(End::OutsideRight { figure: number }),
            Some(facts) if facts.sticks_out => self.end = Some(End::StickingOut { figure: number }),
            Some(_) => {
                self.placed += 1;
                if self.placed == self.figures.len() {
                    self.end = Some(End::AllPlaced);
                }
            }
        }
        facts
    }
}
