//! One training game, and its form in bytes.
//!
//! A game is its start and its moves, not its positions: four bytes a position instead of two dozen, and a reader that
//! plays it again finds every byte that is wrong.

use laplace_games::blobwar::{Bitboard, Cell, Move, Outcome, Position, Setup, Side, Size, StuckRule};
use laplace_solvers::blobwar::score::Score;

/// A position's search: what was played, and the score for the player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ply {
    /// The move that was played.
    pub played: Move,
    /// The score of the search that chose it, for the player to move.
    pub score: i16,
}

/// A game: the start, what was played, and how it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TrainingGame {
    /// The position that the game starts from.
    pub start: Position,
    /// The moves, with their scores.
    pub plies: Vec<Ply>,
    /// The result. A game whose result is proved need not be played to its end.
    pub outcome: Outcome,
}

/// The bytes of a game without its moves.
const HEAD_BYTES: usize = 31;
/// The bytes of a move and its score.
const PLY_BYTES: usize = 4;
/// What stands for a pass in place of two cells.
const PASS: u16 = 0x8000;

/// Why some bytes are not a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct GameError {
    /// How many bytes into the game the fault is.
    pub offset: usize,
    /// What is wrong there.
    pub reason: String,
}

impl TrainingGame {
    /// Adds the bytes of the game.
    pub fn write(&self, bytes: &mut Vec<u8>) {
        let setup = self.start.setup();
        for cells in [setup.holes, setup.blue, setup.red] {
            bytes.extend(cells.bits().to_le_bytes());
        }
        bytes.push(setup.size.width());
        bytes.push(u8::from(setup.stuck == StuckRule::Passes));
        bytes.push(u8::from(setup.turn == Side::Red));
        bytes.push(setup.clock as u8);
        bytes.push(match self.outcome {
            Outcome::Draw => 0,
            Outcome::Win(Side::Blue) => 1,
            Outcome::Win(Side::Red) => 2,
        });
        bytes.extend((self.plies.len() as u16).to_le_bytes());
        for ply in &self.plies {
            bytes.extend(packed(ply.played).to_le_bytes());
            bytes.extend(ply.score.to_le_bytes());
        }
    }

    /// Reads a game at the beginning of some bytes, and plays its moves. Returns the number of bytes it has, too.
    pub fn read(bytes: &[u8]) -> Result<(Self, usize), GameError> {
        let fault = |offset: usize, reason: String| GameError { offset, reason };
        let Some(head) = bytes.first_chunk::<HEAD_BYTES>() else {
            return Err(fault(0, format!("found {} bytes, expected a game", bytes.len())));
        };
        let cells =
            |at: usize| Bitboard::from_bits(u64::from_le_bytes(std::array::from_fn(|i| head[at + i])));
        let Some(size) = Size::of_width(usize::from(head[24])) else {
            return Err(fault(24, format!("found a board of width {}, expected 7 or 8", head[24])));
        };
        let flag = |at: usize| match head[at] {
            0 => Ok(false),
            1 => Ok(true),
            other => Err(fault(at, format!("found {other}, expected 0 or 1"))),
        };
        let setup = Setup {
            holes: cells(0),
            blue: cells(8),
            red: cells(16),
            turn: if flag(26)? { Side::Red } else { Side::Blue },
            clock: u32::from(head[27]),
            ..Setup::bare(size, if flag(25)? { StuckRule::Passes } else { StuckRule::Ends })
        };
        let outcome = match head[28] {
            0 => Outcome::Draw,
            1 => Outcome::Win(Side::Blue),
            2 => Outcome::Win(Side::Red),
            other => return Err(fault(28, format!("found the result {other}, expected 0, 1 or 2"))),
        };
        let start = Position::new(setup).map_err(|error| fault(0, error.to_string()))?;
        let count = usize::from(u16::from_le_bytes([head[29], head[30]]));
        let end = HEAD_BYTES + PLY_BYTES * count;
        let Some(rest) = bytes.get(HEAD_BYTES..end) else {
            return Err(fault(29, format!("found {} bytes, expected {end}", bytes.len())));
        };
        let mut position = start;
        let mut plies = Vec::with_capacity(count);
        for (number, ply) in rest.chunks_exact(PLY_BYTES).enumerate() {
            let at = HEAD_BYTES + PLY_BYTES * number;
            let played = unpacked(u16::from_le_bytes([ply[0], ply[1]]));
            let played = played.ok_or_else(|| fault(at, "found no move".into()))?;
            position.play(played).map_err(|error| fault(at, format!("move {}: {error}", number + 1)))?;
            plies.push(Ply { played, score: i16::from_le_bytes([ply[2], ply[3]]) });
        }
        Ok((Self { start, plies, outcome }, end))
    }

    /// The positions in which a move was searched, each with its ply.
    pub fn positions(&self) -> impl Iterator<Item = (Position, Ply)> {
        let mut position = self.start;
        self.plies.iter().map(move |&ply| {
            let before = position;
            position.play_unchecked(ply.played);
            (before, ply)
        })
    }

    /// The result for a player: 1 for a win, 0.5 for a draw, 0 for a loss.
    pub fn result_for(&self, side: Side) -> f32 {
        match self.outcome {
            Outcome::Draw => 0.5,
            Outcome::Win(winner) if winner == side => 1.0,
            Outcome::Win(_) => 0.0,
        }
    }
}

/// A score in sixteen bits.
pub(crate) fn clamped(score: Score) -> i16 {
    score.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Origin and target, six bits each; the same cell twice for a doubling.
fn packed(played: Move) -> u16 {
    match played {
        Move::Double(to) => u16::from(to.number()) * 65,
        Move::Jump { from, to } => u16::from(from.number()) * 64 + u16::from(to.number()),
        Move::Pass => PASS,
    }
}

fn unpacked(word: u16) -> Option<Move> {
    if word == PASS {
        return Some(Move::Pass);
    }
    let from = Cell::from_number(u32::from(word / 64))?;
    let to = Cell::from_number(u32::from(word % 64))?;
    Some(if from == to { Move::Double(to) } else { Move::Jump { from, to } })
}

#[cfg(test)]
mod tests {
    use super::*;
    use laplace_games::blobwar::generate;
    use laplace_games::random::Random;

    fn random_game(seed: u64) -> TrainingGame {
        let mut random = Random::new(seed);
        let start = generate::any_position(&mut random);
        let plies = generate::playout(start, &mut random)
            .into_iter()
            .map(|played| Ply { played, score: random.next_u64() as i16 })
            .collect();
        TrainingGame {
            start: Position::new(Setup { number: 1, ..start.setup() }).unwrap(),
            plies,
            outcome: Outcome::Draw,
        }
    }

    #[test]
    fn a_game_comes_back_from_its_bytes() {
        for seed in 0..200 {
            let game = random_game(seed);
            let mut bytes = Vec::new();
            game.write(&mut bytes);
            let length = bytes.len();
            bytes.extend([7; 5]);
            assert_eq!(TrainingGame::read(&bytes), Ok((game, length)));
        }
    }

    #[test]
    fn bytes_that_are_no_game_are_refused() {
        let game = random_game(3);
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        let reason = |bytes: &[u8]| TrainingGame::read(bytes).unwrap_err();
        assert_eq!(reason(&bytes[..10]).to_string(), "found 10 bytes, expected a game");
        let with = |at: usize, byte: u8| {
            let mut changed = bytes.clone();
            changed[at] = byte;
            reason(&changed)
        };
        assert_eq!(with(24, 9).to_string(), "found a board of width 9, expected 7 or 8");
        assert_eq!(with(25, 2).to_string(), "found 2, expected 0 or 1");
        assert_eq!(with(28, 3).to_string(), "found the result 3, expected 0, 1 or 2");
        assert_eq!(with(30, 200).offset, 29);
        assert_eq!(with(27, 101).to_string(), "found a half-move clock of 101, expected at most 100");
    }
}
