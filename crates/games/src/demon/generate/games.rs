//! Inputs of question 4: whole games, and how they go wrong.

use super::{Family, draw_seed, tidy};
use crate::demon::{Column, End, MOVE_LIMIT, Move, Piece, Rotation, Seed, State, UncheckedMove};
use crate::random::Random;

/// Moves of a game of no special length.
const PLAIN_MOVES: usize = 300;
/// Moves after the one that ended the game: a correct program ignores them.
const MOVES_AFTER: usize = 25;

/// A seed and its moves. Two bars in a row on a board that is ready for both are rare: seeds are tried until
/// the game has what its family is for.
pub(super) fn game(family: Family, random: &mut Random) -> (Seed, Vec<UncheckedMove>) {
    loop {
        let seed = draw_seed(family, random);
        let game = play(seed, family, random);
        if family != Family::Tetrises || game.state.back_to_backs() > 0 {
            return (seed, game.lines);
        }
    }
}

fn play(seed: Seed, family: Family, random: &mut Random) -> Game {
    let mut game = Game::new(seed);
    match family {
        Family::WrongPiece => {
            game.play_tidily(PLAIN_MOVES / 2);
            game.go_wrong(|line| line.piece = line.piece % 7 + 1);
        }
        Family::Outside => {
            game.play_tidily(PLAIN_MOVES / 2);
            match random.below(3) {
                0 => game.go_wrong(|line| line.column = 12),
                1 => game.go_wrong(|line| line.rotation = 4),
                // Column 11 exists, but only a piece one column wide fits there.
                _ => {
                    game.go_wrong(|line| (line.column, line.rotation) = (11, i64::from(line.piece != 1) * 2));
                }
            }
        }
        Family::Tetrises => {
            while game.state.back_to_backs() == 0 && game.lines.len() < PLAIN_MOVES {
                let Some(chosen) = tidy::choose(&game.state, true) else { break };
                game.play(chosen);
            }
            game.play_tidily(MOVES_AFTER);
        }
        Family::TopOut => {
            game.pile_up(random);
            game.repeat_anything(MOVES_AFTER);
        }
        Family::LastOnTop => game.pile_up(random),
        Family::TooLong => game.play_tidily(MOVE_LIMIT as usize + MOVES_AFTER),
        _ => game.play_tidily(PLAIN_MOVES),
    }
    game
}

struct Game {
    state: State,
    lines: Vec<UncheckedMove>,
}

impl Game {
    fn new(seed: Seed) -> Self {
        Self { state: State::with_limit(seed, u32::MAX), lines: Vec::new() }
    }

    fn play(&mut self, chosen: Move) {
        self.lines.push(UncheckedMove::new(self.state.next_piece(), chosen));
        _ = self.state.play(chosen);
    }

    fn play_tidily(&mut self, count: usize) {
        for _ in 0..count {
            let Some(chosen) = tidy::choose(&self.state, false) else { return };
            self.play(chosen);
        }
    }

    /// Plays a bad line, then goes on as if it had been good.
    fn go_wrong(&mut self, spoil: impl FnOnce(&mut UncheckedMove)) {
        self.play_tidily(1);
        if let Some(last) = self.lines.last_mut() {
            spoil(last);
        }
        self.play_tidily(MOVES_AFTER);
    }

    /// Piles pieces on the left half until one of them stands in the top lines.
    fn pile_up(&mut self, random: &mut Random) {
        while !matches!(self.state.end(), Some(End::TopLines { .. })) {
            let low: Vec<Move> =
                self.state.legal_moves().into_iter().filter(|chosen| chosen.column.number() < 4).collect();
            let Some(&chosen) = random.pick(&low) else { return };
            self.play(chosen);
        }
    }

    /// Adds lines with the right pieces although the game is over.
    fn repeat_anything(&mut self, count: usize) {
        let anywhere = Move { rotation: Rotation::R0, column: Column::LEFTMOST };
        let pieces = std::iter::once(self.state.next_piece()).chain(self.state.pieces_after());
        let lines = pieces.take(count).map(|piece: Piece| UncheckedMove::new(piece, anywhere));
        self.lines.extend(lines);
    }
}
