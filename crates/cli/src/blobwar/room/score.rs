//! The score of a match, as player A sees it.

use laplace_games::blobwar::{Outcome, Side};
use laplace_solvers::blobwar::arena::stats::Pairs;

use super::fault::Kind;
use super::game::{Ending, Played};

/// Won, drawn and lost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Results {
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
}

impl Results {
    pub(crate) const fn games(self) -> u32 {
        self.wins + self.draws + self.losses
    }

    /// The share of points in per cent; 0 without games.
    pub(crate) fn percent(self) -> f64 {
        50.0 * f64::from(2 * self.wins + self.draws) / f64::from(self.games().max(1))
    }

    /// Counts a game by its half points.
    fn add(&mut self, half_points: u32) {
        match half_points {
            2 => self.wins += 1,
            1 => self.draws += 1,
            _ => self.losses += 1,
        }
    }
}

/// What a player did beside winning and losing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Conduct {
    faults: [u32; Kind::ALL.len()],
    depths: (u64, u64),
    speeds: (f64, u64),
}

impl Conduct {
    pub(crate) fn faults(&self, kind: Kind) -> u32 {
        self.faults[kind as usize]
    }

    /// The mean depth of those moves it said one for.
    pub(crate) fn depth(&self) -> Option<f64> {
        let (sum, count) = self.depths;
        (count > 0).then(|| sum as f64 / count as f64)
    }

    /// The mean of the nodes a second that it said.
    pub(crate) fn speed(&self) -> Option<f64> {
        let (sum, count) = self.speeds;
        (count > 0).then(|| sum / count as f64)
    }

    fn watch(&mut self, game: &Played, colour: Side) {
        let first = usize::from(game.start.turn() != colour);
        for chosen in game.moves.iter().skip(first).step_by(2) {
            if let Some(depth) = chosen.info.depth {
                self.depths = (self.depths.0 + u64::from(depth), self.depths.1 + 1);
            }
            if let Some(speed) = chosen.info.speed {
                self.speeds = (self.speeds.0 + speed as f64, self.speeds.1 + 1);
            }
        }
    }
}

/// The score so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct Score {
    /// By A's colour, blue's first.
    pub(crate) by_colour: [Results; 2],
    /// The openings of which both games were played.
    pub(crate) pairs: Pairs,
    /// A's and B's.
    pub(crate) conduct: [Conduct; 2],
    /// Half points of pairs whose other game is still to come, by number.
    halves: std::collections::HashMap<usize, u32>,
}

impl Score {
    /// All games.
    pub(crate) fn total(&self) -> Results {
        let [blue, red] = self.by_colour;
        Results {
            wins: blue.wins + red.wins,
            draws: blue.draws + red.draws,
            losses: blue.losses + red.losses,
        }
    }

    /// Counts a game that A played with this colour.
    pub(crate) fn add(&mut self, pair: usize, colour: Side, game: &Played) {
        let fault = match &game.ending {
            Ending::Fault(_, fault) => fault.kind(),
            Ending::Rules(_) => None,
        };
        self.add_result(pair, colour, game.ending.outcome(), fault);
        self.conduct[0].watch(game, colour);
        self.conduct[1].watch(game, colour.other());
    }

    /// Counts a game of which only the result is known, and what it was lost by.
    pub(crate) fn add_result(&mut self, pair: usize, colour: Side, outcome: Outcome, fault: Option<Kind>) {
        if let (Outcome::Win(winner), Some(kind)) = (outcome, fault) {
            let loser = usize::from(winner == colour);
            self.conduct[loser].faults[kind as usize] += 1;
        }
        let half_points = match outcome {
            Outcome::Win(side) if side == colour => 2,
            Outcome::Draw => 1,
            Outcome::Win(_) => 0,
        };
        self.by_colour[colour as usize].add(half_points);
        match self.halves.remove(&pair) {
            Some(other) => self.pairs.add(other + half_points),
            None => _ = self.halves.insert(pair, half_points),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_count_when_both_games_are_there() {
        let mut score = Score::default();
        score.add_result(0, Side::Blue, Outcome::Win(Side::Blue), Some(Kind::Time));
        score.add_result(1, Side::Blue, Outcome::Win(Side::Red), Some(Kind::Crash));
        assert_eq!(score.pairs, Pairs::default());
        score.add_result(1, Side::Red, Outcome::Draw, None);
        score.add_result(0, Side::Red, Outcome::Win(Side::Red), Some(Kind::Time));
        assert_eq!(score.pairs, Pairs([0, 1, 0, 0, 1]));
        assert_eq!(score.total(), Results { wins: 2, draws: 1, losses: 1 });
        assert_eq!(score.total().percent(), 62.5);
        let faults = score.conduct.map(|conduct| Kind::ALL.map(|kind| conduct.faults(kind)));
        assert_eq!(faults, [[0, 0, 1, 0], [2, 0, 0, 0]], "who lost is to blame");
    }
}
