//! Blobwar: generated positions, and positions of random games on every map.

use laplace_games::blobwar::{
    Bitboard, Cell, IllegalMove, Map, Move, Position, Setup, Side, StuckRule, generate,
};
use laplace_games::random::Random;

use crate::laws::{Game, Refused};

const GENERATED: usize = 400;
/// The symmetries of a square: turned over or not, then up to three quarter turns.
const SYMMETRIES: u8 = 8;

fn moved(cell: Cell, symmetry: u8, width: u8) -> Cell {
    let (mut row, mut column) = (cell.row(), cell.column());
    if symmetry >= 4 {
        column = width - 1 - column;
    }
    for _ in 0..symmetry % 4 {
        (row, column) = (column, width - 1 - row);
    }
    Cell::at(row, column).expect("a symmetry keeps to the board")
}

fn moved_move(played: Move, symmetry: u8, width: u8) -> Move {
    let cell = |cell| moved(cell, symmetry, width);
    match played {
        Move::Double(to) => Move::Double(cell(to)),
        Move::Jump { from, to } => Move::Jump { from: cell(from), to: cell(to) },
        Move::Pass => Move::Pass,
    }
}

fn moved_position(position: &Position, symmetry: u8) -> Position {
    let setup = position.setup();
    let width = setup.size.width();
    let cells = |set: Bitboard| set.into_iter().map(|cell| moved(cell, symmetry, width)).collect();
    let holes = cells(setup.holes);
    let blue = cells(setup.blue);
    let red = cells(setup.red);
    Position::new(Setup { holes, blue, red, ..setup }).unwrap()
}

impl Game for Position {
    type Move = Move;
    type View = Self;

    fn states() -> Vec<Self> {
        let random = &mut Random::new(1);
        let mut states: Vec<Self> = (0..GENERATED).map(|_| generate::any_position(random)).collect();
        for map in Map::all() {
            let mut position = map.start(*random.pick(&StuckRule::BOTH).unwrap());
            for played in generate::playout(position, random) {
                states.extend(random.chance(10).then_some(position));
                position = position.after(played);
            }
            states.push(position);
        }
        states
    }

    fn conceivable() -> Vec<Move> {
        Move::all_conceivable().collect()
    }

    fn legal_moves(&self) -> Vec<Move> {
        Self::legal_moves(self)
    }

    fn is_legal(&self, played: Move) -> bool {
        Self::is_legal(self, played)
    }

    fn play(&mut self, played: Move) -> Result<(), Refused> {
        match Self::play(self, played) {
            Ok(_) => Ok(()),
            Err(IllegalMove::GameOver) => Err(Refused::GameOver),
            Err(_) => Err(Refused::Illegal),
        }
    }

    fn is_over(&self) -> bool {
        self.end().is_some()
    }

    fn view(&self) -> Self {
        *self
    }

    fn reread(&self) -> Self {
        Self::from_fen(self.to_string(), self.stuck_rule()).unwrap()
    }

    fn check_counts(&self) {
        assert_eq!(self.validity_check(), Ok(()));
        assert_eq!(Self::new(self.setup()), Ok(*self));
        assert_eq!(self.reread(), *self);
        assert_eq!(self.count_legal_moves() as usize, Self::legal_moves(self).len(), "{self}");
        let count = |side| Cell::all().filter(|&cell| self.board().blobs(side).contains(cell)).count() as i32;
        assert_eq!(self.value(), count(Side::Blue) - count(Side::Red));
    }

    fn images(&self, played: Move) -> Vec<[Self; 2]> {
        let width = self.size().width();
        let image = |symmetry| {
            let image = moved_position(self, symmetry);
            let played_there = moved_move(played, symmetry, width);
            assert_eq!(image.end(), self.end());
            assert_eq!(image.count_legal_moves(), self.count_legal_moves());
            [moved_position(&self.after(played), symmetry), image.after(played_there)]
        };
        (0..SYMMETRIES).map(image).collect()
    }
}
