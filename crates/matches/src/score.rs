//! The score of a match, from player A's point of view.

use std::collections::HashMap;
use std::fmt;

use laplace_games::blobwar::{Outcome, Side};

use crate::forfeit::ForfeitKind;
use crate::game::{Ending, PlayedGame};
use crate::stats::Pairs;

/// Games won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Results {
    /// Games won.
    pub wins: u32,
    /// Games drawn.
    pub draws: u32,
    /// Games lost.
    pub losses: u32,
}

impl Results {
    /// The number of games.
    pub const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points in per cent; 0 without games.
    pub fn percent(self) -> f64 {
        50.0 * f64::from(2 * self.wins + self.draws) / f64::from(self.games().max(1))
    }

    /// The points: one for a win, a half for a draw.
    pub fn points(self) -> f64 {
        f64::from(2 * self.wins + self.draws) / 2.0
    }

    /// The results of the opponent.
    #[must_use]
    pub const fn reversed(self) -> Self {
        Self { wins: self.losses, draws: self.draws, losses: self.wins }
    }

    /// Adds the results of other games.
    pub const fn merge(&mut self, other: Self) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
    }

    /// Counts a game of a player of this colour.
    pub fn add(&mut self, outcome: Outcome, colour: Side) {
        match half_points(outcome, colour) {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// The half points of a player of this colour: 2 for a win, 1 for a draw.
fn half_points(outcome: Outcome, colour: Side) -> u32 {
    match outcome {
        Outcome::Win(side) if side == colour => 2,
        Outcome::Draw => 1,
        Outcome::Win(_) => 0,
    }
}

/// Writes wins, draws and losses, such as `+3 =0 -1`.
impl fmt::Display for Results {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "+{} ={} -{}", self.wins, self.draws, self.losses)
    }
}

/// What a player did beside winning and losing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EngineStats {
    forfeits: [u32; ForfeitKind::ALL.len()],
    depth: Mean,
    nps: Mean,
}

impl EngineStats {
    /// The number of games lost by this kind of forfeit.
    pub fn forfeits(&self, kind: ForfeitKind) -> u32 {
        self.forfeits[kind as usize]
    }

    /// The mean depth of those moves for which the player reported one.
    pub fn depth(&self) -> Option<f64> {
        self.depth.value()
    }

    /// The mean of the nodes a second that the player reported.
    pub fn nps(&self) -> Option<f64> {
        self.nps.value()
    }

    /// Adds what the player did in other games.
    pub fn merge(&mut self, other: &Self) {
        for (count, more) in self.forfeits.iter_mut().zip(other.forfeits) {
            *count += more;
        }
        self.depth.merge(other.depth);
        self.nps.merge(other.nps);
    }

    /// Counts the moves of the player of this colour.
    fn add_moves(&mut self, game: &PlayedGame, colour: Side) {
        let first = usize::from(game.start.turn() != colour);
        for choice in game.moves.iter().skip(first).step_by(2) {
            if let Some(depth) = choice.info.depth {
                self.depth.add(f64::from(depth));
            }
            if let Some(nps) = choice.info.nps {
                self.nps.add(nps as f64);
            }
        }
    }
}

/// The mean of some numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
struct Mean {
    sum: f64,
    count: u64,
}

impl Mean {
    fn add(&mut self, number: f64) {
        self.sum += number;
        self.count += 1;
    }

    fn merge(&mut self, other: Self) {
        self.sum += other.sum;
        self.count += other.count;
    }

    fn value(self) -> Option<f64> {
        (self.count > 0).then(|| self.sum / self.count as f64)
    }
}

/// The score of the games counted so far.
#[derive(Clone, Debug, Default)]
pub struct Score {
    /// A's results by A's colour, blue's first.
    pub by_colour: [Results; 2],
    /// The openings of which both games were played.
    pub pairs: Pairs,
    /// What A and B did beside winning and losing.
    pub stats: [EngineStats; 2],
    /// A's half points in pairs of which only one game was played, by the pair's number.
    open_pairs: HashMap<usize, u32>,
}

impl Score {
    /// The results of all games.
    pub fn total(&self) -> Results {
        let [blue, red] = self.by_colour;
        Results {
            wins: blue.wins + red.wins,
            draws: blue.draws + red.draws,
            losses: blue.losses + red.losses,
        }
    }

    /// Counts a game of a pair in which A had this colour.
    pub fn add(&mut self, pair: usize, colour: Side, game: &PlayedGame) {
        let forfeit = match &game.ending {
            Ending::Forfeit(_, forfeit) => forfeit.kind(),
            Ending::Rules(_) => None,
        };
        self.add_result(pair, colour, game.ending.outcome(), forfeit);
        self.stats[0].add_moves(game, colour);
        self.stats[1].add_moves(game, colour.other());
    }

    /// Counts a game of which only the result is known, and the kind of forfeit that ended it, if one did.
    pub fn add_result(&mut self, pair: usize, colour: Side, outcome: Outcome, forfeit: Option<ForfeitKind>) {
        if let (Outcome::Win(winner), Some(kind)) = (outcome, forfeit) {
            let loser = usize::from(winner == colour);
            self.stats[loser].forfeits[kind as usize] += 1;
        }
        self.by_colour[colour as usize].add(outcome, colour);
        let half_points = half_points(outcome, colour);
        match self.open_pairs.remove(&pair) {
            Some(other) => self.pairs.add(other + half_points),
            None => _ = self.open_pairs.insert(pair, half_points),
        }
    }
}

/// Writes the results, the share of points, and the difference in rating with its error over pairs.
impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = self.total();
        write!(f, "{total}, {:.1} %", total.percent())?;
        match self.pairs.rating() {
            Some(rating) => write!(f, ", Elo {rating}"),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_when_both_games_are_there() {
        let mut score = Score::default();
        score.add_result(0, Side::Blue, Outcome::Win(Side::Blue), Some(ForfeitKind::Time));
        score.add_result(1, Side::Blue, Outcome::Win(Side::Red), Some(ForfeitKind::Crash));
        assert_eq!(score.pairs, Pairs::default());
        score.add_result(1, Side::Red, Outcome::Draw, None);
        score.add_result(0, Side::Red, Outcome::Win(Side::Red), Some(ForfeitKind::Time));
        assert_eq!(score.pairs, Pairs([0, 1, 0, 0, 1]));
        assert_eq!(score.total(), Results { wins: 2, draws: 1, losses: 1 });
        assert_eq!(score.total().percent(), 62.5);
        let forfeits = score.stats.map(|stats| ForfeitKind::ALL.map(|kind| stats.forfeits(kind)));
        assert_eq!(forfeits, [[0, 0, 1, 0], [2, 0, 0, 0]], "a forfeit is counted for the loser");
    }

    #[test]
    fn a_score_is_written_with_its_rating_over_pairs() {
        let mut score = Score::default();
        score.add_result(0, Side::Blue, Outcome::Win(Side::Blue), None);
        assert_eq!(score.to_string(), "+1 =0 -0, 100.0 %");
        score.add_result(0, Side::Red, Outcome::Win(Side::Red), None);
        score.add_result(1, Side::Blue, Outcome::Win(Side::Blue), None);
        score.add_result(1, Side::Red, Outcome::Win(Side::Blue), None);
        assert_eq!(score.pairs, Pairs([0, 0, 1, 0, 1]));
        assert_eq!(score.to_string(), "+3 =0 -1, 75.0 %, Elo +190.8 ± n/a");
        score = Score { pairs: Pairs([10, 20, 40, 20, 10]), ..Score::default() };
        score.by_colour[0] = Results { wins: 1, draws: 0, losses: 1 };
        assert_eq!(score.to_string(), "+1 =0 -1, 50.0 %, Elo +0.0 ± 37.4");
    }
}
