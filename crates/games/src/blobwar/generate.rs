//! Seeded positions and games, for tests and tools. A seed gives the same result on every machine.

use super::bitboard::Bitboard;
use super::cell::Cell;
use super::moves::Move;
use super::setup::{CLOCK_LIMIT, Setup};
use super::side::{Side, Size, StuckRule};
use super::state::Position;
use crate::random::Random;

/// The maximum share of holes, in percent.
const MAX_HOLES_PERCENT: u32 = 40;
/// On average, one position in `LATE_CLOCKS` has at most four moves left on its clock.
const LATE_CLOCKS: u32 = 4;
/// The maximum move number of a generated position.
const MAX_GENERATED_NUMBER: u32 = 300;

/// A position of any kind: crowded or nearly empty, with holes or without, early or late by the clock.
///
/// ```
/// use laplace_games::{blobwar::{Size, StuckRule, generate}, random::Random};
/// let position = generate::position(&mut Random::new(1), Size::Seven, StuckRule::Ends);
/// assert_eq!(position.validity_check(), Ok(()));
/// assert_eq!(position, generate::position(&mut Random::new(1), Size::Seven, StuckRule::Ends));
/// ```
pub fn position(random: &mut Random, size: Size, stuck: StuckRule) -> Position {
    let holes = if random.chance(50) { random.below(MAX_HOLES_PERCENT + 1) } else { 0 };
    let filled = random.below(101);
    let blue_share = random.below(101);
    let mut setup = Setup::bare(size, stuck);
    for cell in size.cells() {
        if random.chance(holes) {
            setup.holes.insert(cell);
        } else if random.chance(filled) {
            let blobs = if random.chance(blue_share) { &mut setup.blue } else { &mut setup.red };
            blobs.insert(cell);
        }
    }
    setup.turn = side(random);
    setup.clock = clock(random);
    setup.number = 1 + random.below(MAX_GENERATED_NUMBER);
    Position::new(setup).expect("the loop keeps to the board and fills no cell twice")
}

/// A position of either size by either rule.
pub fn any_position(random: &mut Random) -> Position {
    let size = Size::BOTH[random.below(2) as usize];
    let stuck = StuckRule::BOTH[random.below(2) as usize];
    position(random, size, stuck)
}

/// A set of cells that contains each cell with probability 1/2.
pub fn cells(random: &mut Random) -> Bitboard {
    Bitboard::from_bits(random.next_u64())
}

/// A cell, each as likely.
pub fn cell(random: &mut Random) -> Cell {
    Cell::wrapping(random.below(Cell::COUNT as u32))
}

fn side(random: &mut Random) -> Side {
    Side::BOTH[random.below(2) as usize]
}

fn clock(random: &mut Random) -> u32 {
    if random.below(LATE_CLOCKS) == 0 { CLOCK_LIMIT - random.below(5) } else { random.below(CLOCK_LIMIT) }
}

/// Plays this number of random legal moves, or fewer if the game ends.
///
/// ```
/// use laplace_games::{blobwar::{Position, Size, StuckRule, generate}, random::Random};
/// let mut position = Position::start(Size::Seven, StuckRule::Passes);
/// generate::play_random_moves(&mut position, 4, &mut Random::new(1));
/// assert_eq!(position.number(), 3);
/// ```
pub fn play_random_moves(position: &mut Position, count: u32, random: &mut Random) {
    for _ in 0..count {
        if let Some(&played) = random.pick(&position.legal_moves()) {
            position.play_unchecked(played);
        }
    }
}

/// A game of random legal moves from a position to its end.
///
/// It has an end: a doubling adds a blob, no move removes one, and a game with [`CLOCK_LIMIT`] moves in a row
/// without a doubling is over.
///
/// ```
/// use laplace_games::{blobwar::{Position, Size, StuckRule, generate}, random::Random};
/// let mut game = Position::start(Size::Eight, StuckRule::Ends);
/// for played in generate::playout(game, &mut Random::new(2)) {
///     game.play(played).unwrap();
/// }
/// assert!(game.end().is_some());
/// ```
pub fn playout(mut position: Position, random: &mut Random) -> Vec<Move> {
    let mut game = Vec::new();
    while let Some(&played) = random.pick(&position.legal_moves()) {
        position.play_unchecked(played);
        game.push(played);
    }
    game
}
