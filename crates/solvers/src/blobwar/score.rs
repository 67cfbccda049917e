//! Scores: hundredths of a blob for the player to move; and above all of them the proved wins.
//!
//! A proved win is [`WIN`] minus the number of moves to it, so that a shorter win and a longer loss are better. The search
//! never prunes in a way that could make a loss look proved, so a proved score is true whatever the depth it was found at.

/// A score for the player to move.
pub type Score = i32;

/// The longest path that is searched: the key of a position holds the clock only from [`MAX_PLY`] moves before the draw.
pub const MAX_PLY: usize = 64;

/// The score of a game that is won at the root. Scores fit into the sixteen bits of the transposition table.
pub const WIN: Score = 30_000;
/// Larger than any score.
pub const INFINITE: Score = 32_000;
/// The smallest score of a proved win: no path is longer than a thousand plies.
pub const PROVED: Score = WIN - 1_000;
/// The largest score of the evaluation.
pub const MAX_EVAL: Score = PROVED - 1;

/// The score of a game that ends after `ply` moves with this margin.
#[must_use]
pub const fn of_end(margin: i32, ply: usize) -> Score {
    match margin {
        0 => 0,
        1.. => WIN - ply as Score,
        _ => ply as Score - WIN,
    }
}

/// Whether the score is a proved win or a proved loss.
#[must_use]
pub const fn is_proved(score: Score) -> bool {
    score.abs() >= PROVED
}

/// The score at which the odds of a win are e to 1, fitted to 300 games of the engine against itself.
const WIN_ODDS_SCALE: f64 = 700.0;

/// The probability of a win, from 0 to 1, as evaluation bars show it.
#[must_use]
pub fn chance(score: Score) -> f64 {
    if is_proved(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / WIN_ODDS_SCALE).exp())
}

/// A score as the transposition table keeps it: the distance to a win counts from the node, not from the root.
pub(super) const fn to_tt(score: Score, ply: usize) -> Score {
    match score {
        PROVED.. => score + ply as Score,
        _ if score <= -PROVED => score - ply as Score,
        _ => score,
    }
}

/// The inverse of [`to_tt`].
pub(super) const fn from_tt(score: Score, ply: usize) -> Score {
    match score {
        PROVED.. => score - ply as Score,
        _ if score <= -PROVED => score + ply as Score,
        _ => score,
    }
}

/// The alpha-beta window: the search has to be exact for scores above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Window {
    /// The score that the player to move has for certain.
    pub(super) alpha: Score,
    /// The score from which on the other player avoids this node.
    pub(super) beta: Score,
}

impl Window {
    /// Every score.
    pub(super) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The null window: whether the score is above `alpha`.
    pub(super) const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The window from the view of the other player.
    pub(super) const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether this is more than a null window: the node may be on the principal variation.
    pub(super) const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }
}
