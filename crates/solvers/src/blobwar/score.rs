//! Scores: hundredths of a blob, from the mover's side; and above all of them the proved wins.
//!
//! A proved win is [`WIN`] less the number of moves to it, so that a shorter win is better and a longer loss
//! is. The search never cuts a branch in a way that could make a loss look proved, so such a score can be
//! relied upon whatever the depth it was found at.

/// A score for the player to move.
pub type Score = i32;

/// The longest path that is searched.
pub const MAX_PLY: usize = 64;

/// A game that is won here and now.
pub const WIN: Score = 30_000;
/// More than any score.
pub const INFINITE: Score = 32_000;
/// From here on a score is a proved win.
pub const PROVED: Score = WIN - 1_000;
/// No estimate goes beyond this.
pub const MAX_EVAL: Score = PROVED - 1;

/// The score of a game that ends after `ply` moves with this margin.
pub const fn of_end(margin: i32, ply: usize) -> Score {
    match margin {
        0 => 0,
        1.. => WIN - ply as Score,
        _ => ply as Score - WIN,
    }
}

/// Whether the score is a proved win or a proved loss.
pub const fn is_proved(score: Score) -> bool {
    score.abs() >= PROVED
}

/// The score at which the odds of a win are e to 1, fitted to games of the engine against itself.
const WIN_ODDS_SCALE: f64 = 700.0;

/// How likely a win seems, from 0 to 1: what evaluation bars show.
pub fn chance(score: Score) -> f64 {
    if is_proved(score) {
        return if score > 0 { 1.0 } else { 0.0 };
    }
    1.0 / (1.0 + (-f64::from(score) / WIN_ODDS_SCALE).exp())
}

/// A score as the table keeps it: wins counted from the position itself, not from the root.
pub const fn to_tt(score: Score, ply: usize) -> Score {
    match score {
        PROVED.. => score + ply as Score,
        _ if score <= -PROVED => score - ply as Score,
        _ => score,
    }
}

/// The opposite of [`to_table`].
pub const fn from_tt(score: Score, ply: usize) -> Score {
    match score {
        PROVED.. => score - ply as Score,
        _ if score <= -PROVED => score + ply as Score,
        _ => score,
    }
}

/// What the search still wants to know: scores above `alpha` and below `beta`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Window {
    /// What the mover has for certain.
    pub alpha: Score,
    /// What the other player will not allow.
    pub beta: Score,
}

impl Window {
    /// Every score.
    pub const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The question "is it more than this?".
    pub const fn null(alpha: Score) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The window from the other side.
    pub const fn negated(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether more than one answer is possible: the path to here may be the principal variation.
    pub const fn is_pv(self) -> bool {
        self.beta - self.alpha > 1
    }
}
