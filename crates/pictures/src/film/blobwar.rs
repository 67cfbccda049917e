//! Games of Blobwar and Ataxx.

use laplace_games::blobwar::{Cell, Facts, Move, Outcome, Position, Reason, Side};

use super::{Arrival, Effect, Film, Game, Shape, Step};
use crate::grid::Grid;

/// Marks: an empty cell, the two players, a hole.
const LETTERS: &[u8] = b".xo#";
const HOLE: u8 = 3;

/// The film of a game from a position, up to the first move that cannot be played.
///
/// ```
/// use laplace_games::blobwar::{Position, Size, StuckRule};
/// let start = Position::start(Size::Seven, StuckRule::Passes);
/// let film = laplace_pictures::film::blobwar(start, &["b6".parse().unwrap()]);
/// assert!(film.board(1).unwrap().to_string().starts_with("x.....o\n.x.....\n"));
/// ```
pub fn blobwar(start: Position, moves: &[Move]) -> Film {
    let width = start.size().width();
    let mut position = start;
    let mut refused = None;
    let mut steps = Vec::with_capacity(moves.len());
    for (&played, number) in moves.iter().zip(1..) {
        match position.play(played) {
            Ok(facts) => steps.push(step(&facts, width)),
            Err(why) => {
                refused = Some(format!("move {number} cannot be played: {why}"));
                break;
            }
        }
    }
    Film {
        game: Game::Blobwar,
        title: if width == 7 { "Ataxx".into() } else { "Blobwar".into() },
        start: grid(&start),
        top: 0,
        shapes: Side::BOTH.map(shape).into(),
        counted: steps.len(),
        steps,
        end: refused.unwrap_or_else(|| ending(&position)),
    }
}

const fn code(side: Side) -> u8 {
    side as u8 + 1
}

fn shape(side: Side) -> Shape {
    Shape { name: side.letter().into(), code: code(side), blocks: vec![(0, 0)] }
}

fn place(cell: Cell, width: u8) -> (usize, usize) {
    (usize::from((width - 1).saturating_sub(cell.row())), cell.column().into())
}

fn grid(position: &Position) -> Grid {
    let width = position.size().width();
    let board = position.board();
    let mut grid = Grid::new(width.into(), width.into(), LETTERS);
    let mut fill = |cells: laplace_games::blobwar::Bitboard, code| {
        for (line, column) in cells.into_iter().map(|cell| place(cell, width)) {
            grid.set(line, column, code);
        }
    };
    Side::BOTH.into_iter().for_each(|side| fill(board.blobs(side), code(side)));
    fill(board.holes(), HOLE);
    grid
}

fn step(facts: &Facts, width: u8) -> Step {
    let mut step = Step::default();
    if let Some(to) = facts.played.to() {
        let (line, column) = place(to, width);
        step.arrival = Some(Arrival { shape: facts.side as usize, line, column });
    }
    if let Move::Jump { from, .. } = facts.played {
        let (line, column) = place(from, width);
        step.effects.push(Effect::Lift { line, column });
    }
    if !facts.turned.is_empty() {
        let cells = facts.turned.into_iter().map(|cell| place(cell, width)).collect();
        step.effects.push(Effect::Turn { code: code(facts.side), cells });
    }
    step
}

fn ending(position: &Position) -> String {
    let Some(end) = position.end() else {
        return format!("{} to move", position.turn().letter());
    };
    let who = match end.outcome {
        Outcome::Win(side) => format!("{} wins", side.letter()),
        Outcome::Draw => "a draw".into(),
    };
    let why = match end.reason {
        Reason::WipedOut => "a side has no blob left",
        Reason::NoMove => "the player to move cannot",
        Reason::NobodyCanMove => "nobody can move",
        Reason::TooLong => "100 moves without a doubling",
    };
    format!("{who}: {why}")
}
