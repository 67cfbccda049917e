//! Looks for windows that no board passes without loss, until the bound has come down to a score.

use thiserror::Error;

use crate::format::{Certificate, Move, Strike};
use crate::relaxed::{Relaxed, Situation};
use crate::rules::sequence;
use crate::window::{Limit, Outcome, Window};

/// The longest window that is tried.
const MAX_PIECES: usize = 40;

/// Why there is no certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Failure {
    /// The bound stays above the score.
    #[error(
        "the game scores {score}, and the best bound that was found is {bound}: a longer search may find a better game, and an \
         enumeration of more boards a lower bound"
    )]
    Open {
        /// The score.
        score: u32,
        /// The bound, with all windows that were found.
        bound: u32,
    },
    /// The search was stopped.
    #[error("stopped before a proof was found")]
    Stopped,
}

/// A certificate that a game with this score is optimal.
///
/// The situations of `hints`, each before a piece, are tried first: a search may know those that can be struck. Nothing else of it is believed.
/// Windows with more than `max_boards` boards before one piece are given up.
pub fn prove(
    seed: u32,
    score: u32,
    game: Vec<Move>,
    hints: &[(usize, Situation)],
    max_boards: usize,
    stop: &dyn Fn() -> bool,
) -> Result<Certificate, Failure> {
    let limit = Limit { boards: max_boards, stop };
    let pieces = sequence(seed, game.len());
    let mut to_strike = hints.to_vec();
    // Pieces with situations whose boards go on, or are too many: they are not tried again. A strike can leave fewer situations at a later piece.
    let mut tried: Vec<(usize, Vec<Situation>)> = Vec::new();
    loop {
        let mut relaxed = Relaxed::new(pieces.clone());
        let strikes = strike_hints(&mut relaxed, &to_strike, &limit);
        if stop() {
            return Err(Failure::Stopped);
        }
        let bound = relaxed.bound().max(0) as u32;
        if bound <= score {
            return Ok(Certificate { seed, score, strikes, game });
        }
        let mut found = false;
        let corridor = relaxed.corridor();
        for (start, situations) in corridor.iter().enumerate().skip(1).rev() {
            if stop() {
                return Err(Failure::Stopped);
            }
            if tried.iter().any(|(piece, same)| *piece == start && same == situations)
                || start + 1 >= pieces.len()
                || !is_pin(&relaxed, start, situations, &limit)
            {
                continue;
            }
            tried.push((start, situations.clone()));
            if situations.iter().all(|situation| dies(&relaxed, start, situation, &limit).is_some()) {
                to_strike.extend(situations.iter().map(|&situation| (start, situation)));
                found = true;
                break;
            }
        }
        if !found {
            return Err(Failure::Open { score, bound });
        }
    }
}

/// Solves the relaxed game backwards and strikes those situations among some that can be.
fn strike_hints(relaxed: &mut Relaxed, hints: &[(usize, Situation)], limit: &Limit<'_>) -> Vec<Strike> {
    let mut strikes = Vec::new();
    for start in (0..relaxed.pieces.len()).rev() {
        relaxed.solve(start);
        let first = strikes.len();
        for (_, situation) in hints.iter().filter(|(index, _)| *index == start) {
            let is_new = strikes[first..].iter().all(|strike: &Strike| strike.situation != *situation);
            if is_new
                && start + 1 < relaxed.pieces.len()
                && Window::can_start_from(relaxed, start, situation, limit)
                && let Some(end) = dies(relaxed, start, situation, limit)
            {
                strikes.push(Strike { start, situation: *situation, end });
            }
        }
        for strike in &strikes[first..] {
            relaxed.strike(start, &strike.situation, strike.end);
        }
    }
    strikes
}

/// Whether the number of blocks is known here, and all boards can be listed.
fn is_pin(relaxed: &Relaxed, start: usize, situations: &[Situation], limit: &Limit<'_>) -> bool {
    let blocks = situations.first().map(|situation| situation.blocks);
    let can_start = |s: &Situation| Window::can_start_from(relaxed, start, s, limit);
    blocks.is_some() && situations.iter().all(|s| Some(s.blocks) == blocks && can_start(s))
}

/// The piece before which something is lost in any case, if there is one.
fn dies(relaxed: &Relaxed, start: usize, situation: &Situation, limit: &Limit<'_>) -> Option<usize> {
    let end = Window::longest(relaxed, start, situation, MAX_PIECES);
    match Window::enumerate(relaxed, start, situation, end, limit) {
        Outcome::Empty(end) => Some(end),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_those_hints_are_struck_that_no_board_passes() {
        let mut relaxed = Relaxed::new(sequence(680_054, 9_999));
        let odd: Situation = "220o".parse().unwrap();
        let hints = [
            (6_100, odd),
            // A possible one, the same again, one whose boards cannot be listed, and one after the last piece.
            (0, Situation::new(0, false)),
            (6_100, odd),
            (6_090, "180e".parse().unwrap()),
            (9_999, odd),
        ];
        let strikes = strike_hints(&mut relaxed, &hints, &Limit { boards: 5_000, stop: &|| false });
        assert_eq!(strikes, [Strike { start: 6_100, situation: odd, end: 6_110 }]);
        assert_eq!(relaxed.bound(), 738_800);
    }
}
