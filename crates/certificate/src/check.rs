//! Accepts a certificate, or returns the reason for refusing it.

use thiserror::Error;

use crate::format::{Certificate, Strike};
use crate::relaxed::Relaxed;
use crate::rules::{Board, cells, points, sequence};
use crate::window::{Limit, Outcome, Window};

/// Why a certificate is not believed. Pieces are counted from 0.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Refusal {
    /// A move has another piece than the sequence.
    #[error("piece {index} of the game is {found}, but the sequence of the seed has {expected} there")]
    Sequence {
        /// The place of the piece.
        index: usize,
        /// The piece of the game.
        found: u8,
        /// The piece of the sequence.
        expected: u8,
    },
    /// A move cannot be played.
    #[error("piece {0} of the game cannot be played: {1}")]
    Unplayable(usize, &'static str),
    /// The game has another score.
    #[error("the game scores {found}, not {claimed}")]
    Score {
        /// By the rules.
        found: u32,
        /// In the file.
        claimed: u32,
    },
    /// The strikes are not in order, so that one could rest on another that rests on it.
    #[error("strike at piece {0}: strikes must come from the last piece to the first, each situation once")]
    Order(usize),
    /// A strike is not of a kind that can be checked.
    #[error("strike at piece {0}: {1}")]
    Strike(usize, &'static str),
    /// A struck situation is possible.
    #[error(
        "strike at piece {start}, {situation}: {boards} boards are left before piece {end}, so it is possible"
    )]
    Possible {
        /// Where it begins.
        start: usize,
        /// The situation.
        situation: String,
        /// Where it ends.
        end: usize,
        /// The boards.
        boards: usize,
    },
    /// An enumeration is too large.
    #[error("strike at piece {start}, {situation}: too many boards before piece {index}, nothing is proved")]
    TooMany {
        /// Where it begins.
        start: usize,
        /// The situation.
        situation: String,
        /// The piece.
        index: usize,
    },
    /// The bound is above the score.
    #[error("the bound with all strikes is {bound}, above the score {score}: a better game is not excluded")]
    Bound {
        /// The bound.
        bound: u32,
        /// The score.
        score: u32,
    },
}

const NOT_A_WINDOW: &str = "it must end after it begins, and after the last piece at the latest";

/// The longest window that is checked: each piece costs time, also where no board is left. No window that was found has half as many pieces.
const MAX_WINDOW: usize = 100;

/// What a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The seed.
    pub seed: u32,
    /// The pieces of the game.
    pub pieces: usize,
    /// The best score.
    pub score: u32,
    /// The bound before any strike.
    pub tight_bound: u32,
    /// The number of strikes.
    pub strikes: usize,
}

/// Checks a certificate: the game, then every strike, then the bound.
///
/// A strike with more than `max_boards` boards before one piece is refused; [`MAX_BOARDS`](crate::MAX_BOARDS) is usual.
pub fn check(certificate: &Certificate, max_boards: usize) -> Result<Verified, Refusal> {
    let limit = Limit { boards: max_boards, stop: &|| false };
    let Certificate { seed, score, strikes, game } = certificate;
    let pieces = sequence(*seed, game.len());
    let found = play(certificate, &pieces)?;
    if found != *score {
        return Err(Refusal::Score { found, claimed: *score });
    }
    if let Some(strike) = strikes.iter().find(|s| s.end <= s.start || s.end > pieces.len()) {
        return Err(Refusal::Strike(strike.start, NOT_A_WINDOW));
    }
    if let Some(strike) = strikes.iter().find(|s| s.end - s.start > MAX_WINDOW) {
        return Err(Refusal::Strike(strike.start, "it ends more than 100 pieces after it begins"));
    }
    let bound = strike_all(&mut Relaxed::new(pieces), strikes, &limit)?;
    if bound > *score {
        return Err(Refusal::Bound { bound, score: *score });
    }
    let tight_bound = crate::bound(*seed, game.len());
    Ok(Verified { seed: *seed, pieces: game.len(), score: *score, tight_bound, strikes: strikes.len() })
}

/// The score of the game by the rules.
fn play(certificate: &Certificate, pieces: &[u8]) -> Result<u32, Refusal> {
    let mut board = Board::EMPTY;
    let mut score = 0;
    let mut after_tetris = false;
    for (index, (chosen, &expected)) in certificate.game.iter().zip(pieces).enumerate() {
        if chosen.piece != expected {
            return Err(Refusal::Sequence { index, found: chosen.piece, expected });
        }
        if !board.goes_on() {
            return Err(Refusal::Unplayable(index, "blocks stand in the four uppermost lines"));
        }
        let (after, lines) = board
            .drop(&cells(chosen.piece, chosen.turns), chosen.column.into())
            .ok_or(Refusal::Unplayable(index, "it does not fit there"))?;
        score += points(lines, after_tetris);
        after_tetris = lines == 4;
        board = after;
    }
    Ok(score as u32)
}

/// Solves the relaxed game backwards and applies every strike, after it was enumerated; the bound. Strikes begin and end within the game.
pub(crate) fn strike_all(
    relaxed: &mut Relaxed,
    strikes: &[Strike],
    limit: &Limit<'_>,
) -> Result<u32, Refusal> {
    let pieces = relaxed.pieces.len();
    let mut left = strikes;
    for index in (0..pieces).rev() {
        relaxed.solve(index);
        // Strikes before one piece do not depend on one another: each is about the values after it.
        let mut here = Vec::new();
        while let Some((strike, later)) = left.split_first().filter(|(strike, _)| strike.start == index) {
            if here.iter().any(|earlier: &&Strike| earlier.situation == strike.situation) {
                return Err(Refusal::Order(index));
            }
            enumerate(relaxed, strike, limit)?;
            here.push(strike);
            left = later;
        }
        for strike in here {
            relaxed.strike(index, &strike.situation, strike.end);
        }
    }
    match left.first() {
        Some(strike) => Err(Refusal::Order(strike.start)),
        None => Ok(relaxed.bound().max(0) as u32),
    }
}

fn enumerate(relaxed: &Relaxed, strike: &Strike, limit: &Limit<'_>) -> Result<(), Refusal> {
    let Strike { start, situation, end } = *strike;
    if !Window::can_start_from(relaxed, start, &situation, limit) {
        return Err(Refusal::Strike(
            start,
            "only full boards (220 blocks), the empty one and low ones that must be empty soon can be enumerated",
        ));
    }
    match Window::enumerate(relaxed, start, &situation, end, limit) {
        // A board may have been dropped for what it loses later only.
        Outcome::Empty(needed) if needed > end => {
            Err(Refusal::Strike(start, "it ends before something is lost in any case"))
        }
        Outcome::Empty(_) => Ok(()),
        Outcome::Boards(boards) => {
            Err(Refusal::Possible { start, situation: situation.to_string(), end, boards })
        }
        Outcome::Stopped => Err(Refusal::Strike(start, "its enumeration was stopped")),
        Outcome::TooMany(index) => Err(Refusal::TooMany { start, situation: situation.to_string(), index }),
    }
}
