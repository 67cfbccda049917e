//! Inputs of questions 2 and 3.

use super::Family;
use crate::demon::format::{Dropping, Placing};
use crate::demon::{Board, COLUMNS, Column, LINES, Move, Piece, Rotation};
use crate::random::Random;

const PLACINGS: usize = 40;
const DROPPINGS: usize = 60;
const CROWDED_PLACINGS: usize = 400;

pub(super) fn placings(family: Family, random: &mut Random) -> Vec<Placing> {
    let count = if family == Family::Crowded { CROWDED_PLACINGS } else { PLACINGS };
    (0..count).map(|_| placing(family, random)).collect()
}

fn placing(family: Family, random: &mut Random) -> Placing {
    let (piece, rotation) = turned_piece(random);
    let shape = piece.shape(rotation);
    let last_line = LINES as u32 - u32::from(shape.height());
    let last_column = COLUMNS as u32 - u32::from(shape.width());
    let (line, column) = match family {
        // On the last place that fits, or one step further.
        Family::Edges => {
            let along = random.below(LINES as u32);
            match random.below(4) {
                0 => (0, along % COLUMNS as u32),
                1 => (along, 0),
                2 => (last_line + random.below(2), along % COLUMNS as u32),
                _ => (along, last_column + random.below(2)),
            }
        }
        _ => (random.below(LINES as u32), random.below(COLUMNS as u32)),
    };
    Placing::new(piece, line, column, rotation)
}

/// Droppings that all fit on line 0, which question 3 promises.
pub(super) fn droppings(family: Family, random: &mut Random) -> Vec<Dropping> {
    let mut board = Board::EMPTY;
    let mut droppings = Vec::new();
    while droppings.len() < DROPPINGS {
        let (piece, rotation) = turned_piece(random);
        let shape = piece.shape(rotation);
        let last = COLUMNS as u32 - u32::from(shape.width());
        let fits = |&chosen: &Move| {
            let column = u32::from(chosen.column.number());
            let wanted = family != Family::Edges || column == 0 || column == last;
            chosen.rotation == rotation && wanted && board.drop_line(shape, chosen.column).is_some()
        };
        let places: Vec<Column> = Move::all().filter(fits).map(|chosen| chosen.column).collect();
        // A tower grows where it stands; anything else goes anywhere.
        let column = if family == Family::Towers { places.last() } else { random.pick(&places) };
        let Some(&column) = column else { break };
        let line = board.drop_line(shape, column).unwrap_or_else(|| unreachable!("just looked"));
        board.place(shape, line, column);
        droppings.push(Dropping { piece, column, rotation });
    }
    droppings
}

fn turned_piece(random: &mut Random) -> (Piece, Rotation) {
    (Piece::ALL[random.below(7) as usize], Rotation::ALL[random.below(4) as usize])
}
