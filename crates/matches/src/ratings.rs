//! Ratings of more than two players: those that explain all results of a tournament best.
//!
//! By the model of Bradley and Terry, which is Elo's, a player with strength `g` scores `g / (g + h)` against one with
//! strength `h`; a draw is half a win. The ratings are those of the greatest likelihood, as of the programs Ordo and
//! BayesElo. Hunter's iteration finds them, and the curvature of the likelihood at them is their error.
//!
//! Each player is also given one drawn game against a player of average strength. Without it a player that won all its
//! games would have an infinite rating, and with it nearly everything else stays as it is.
//!
//! Source: D. Hunter, "MM algorithms for generalized Bradley-Terry models", Annals of Statistics 32 (2004).

use crate::runner::Match;
use crate::score::{EngineStats, Results, Score};
use crate::stats::{Rating, TWO_SIDED_95};

/// The iteration ends when no strength changes by more than this share, or after [`MAX_ITERATIONS`].
const PRECISION: f64 = 1e-10;
const MAX_ITERATIONS: usize = 100_000;

/// The games between two players: their indices, the points of the first one, and the number of games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Meeting {
    /// The two players.
    pub players: [usize; 2],
    /// The points of the first one: one for a win, a half for a draw.
    pub points: f64,
    /// The number of games.
    pub games: f64,
}

/// The rating of each of `players` players, with 0 as the mean, and its error at 95 %. A player without games has none.
///
/// ```
/// use laplace_matches::ratings::{Meeting, rate};
/// let meeting = |first, second, points| Meeting { players: [first, second], points, games: 1000.0 };
/// let rated = rate(3, &[meeting(0, 1, 640.0), meeting(1, 2, 640.0), meeting(0, 2, 760.0)]);
/// let [a, b, c] = rated.try_into().unwrap();
/// assert!((a.unwrap().elo - 100.0).abs() < 1.0 && b.unwrap().elo.abs() < 1.0 && (c.unwrap().elo + 100.0).abs() < 1.0);
/// ```
pub fn rate(players: usize, meetings: &[Meeting]) -> Vec<Option<Rating>> {
    let meetings: Vec<Meeting> = meetings.iter().copied().filter(|meeting| meeting.games > 0.0).collect();
    let has_games = |player: usize| meetings.iter().any(|meeting| meeting.players.contains(&player));
    let strengths = strengths(players, &meetings);
    let covariance = inverse(information(&strengths, &meetings));
    let rated: Vec<usize> = (0..players).filter(|&player| has_games(player)).collect();
    let count = rated.len().max(1) as f64;
    let elo = |player: usize| ELO_OF_LOGARITHM * strengths[player].ln();
    let mean_elo = rated.iter().map(|&player| elo(player)).sum::<f64>() / count;
    // The error of a rating is that of its distance from the mean, which is 0 by definition.
    let row_mean = |player: usize| rated.iter().map(|&other| covariance[player][other]).sum::<f64>() / count;
    let grand_mean = rated.iter().map(|&player| row_mean(player)).sum::<f64>() / count;
    let rating = |player: usize| {
        let variance = covariance[player][player] - 2.0 * row_mean(player) + grand_mean;
        Rating {
            elo: elo(player) - mean_elo,
            error: TWO_SIDED_95 * ELO_OF_LOGARITHM * variance.max(0.0).sqrt(),
        }
    };
    (0..players).map(|player| has_games(player).then(|| rating(player))).collect()
}

/// What a player achieved in a tournament.
#[derive(Clone, Debug)]
pub struct Standing {
    /// The index of the player.
    pub player: usize,
    /// Its results against all others.
    pub results: Results,
    /// What it did beside winning and losing.
    pub stats: EngineStats,
    /// Its rating; `None` without games.
    pub rating: Option<Rating>,
}

/// The standings of a tournament, the highest rating first. `scores` has a score for each pairing.
pub fn standings(played: &Match, scores: &[Score]) -> Vec<Standing> {
    let meeting = |(players, score): (&[usize; 2], &Score)| {
        let total = score.total();
        Meeting { players: *players, points: total.points(), games: total.games().into() }
    };
    let meetings: Vec<Meeting> = played.pairings.iter().zip(scores).map(meeting).collect();
    let rated = rate(played.entrants.len(), &meetings);
    let standing = |(player, rating)| {
        let mut standing =
            Standing { player, results: Results::default(), stats: EngineStats::default(), rating };
        for (&[a, b], score) in played.pairings.iter().zip(scores) {
            let [of_a, of_b] = &score.stats;
            if player == a {
                standing.results.merge(score.total());
                standing.stats.merge(of_a);
            } else if player == b {
                standing.results.merge(score.total().reversed());
                standing.stats.merge(of_b);
            }
        }
        standing
    };
    let mut standings: Vec<Standing> = rated.into_iter().enumerate().map(standing).collect();
    let elo = |standing: &Standing| standing.rating.map_or(f64::NEG_INFINITY, |rating| rating.elo);
    standings.sort_by(|first, second| elo(second).total_cmp(&elo(first)));
    standings
}

/// The Elo of a natural logarithm of strengths.
const ELO_OF_LOGARITHM: f64 = 400.0 / std::f64::consts::LN_10;

/// The strengths of the greatest likelihood; the drawn game is against a strength of 1.
fn strengths(players: usize, meetings: &[Meeting]) -> Vec<f64> {
    let mut points = vec![0.5; players];
    for Meeting { players: [first, second], points: won, games } in meetings {
        points[*first] += won;
        points[*second] += games - won;
    }
    let mut strengths = vec![1.0_f64; players];
    for _ in 0..MAX_ITERATIONS {
        let mut expected: Vec<f64> = strengths.iter().map(|strength| 1.0 / (strength + 1.0)).collect();
        for Meeting { players: [first, second], games, .. } in meetings {
            let share = games / (strengths[*first] + strengths[*second]);
            expected[*first] += share;
            expected[*second] += share;
        }
        let next: Vec<f64> =
            points.iter().zip(&expected).map(|(points, expected)| points / expected).collect();
        let change = next.iter().zip(&strengths).map(|(next, last)| (next / last - 1.0).abs());
        let is_done = change.fold(0.0, f64::max) < PRECISION;
        strengths = next;
        if is_done {
            break;
        }
    }
    strengths
}

/// Fisher's information on the logarithms of the strengths.
fn information(strengths: &[f64], meetings: &[Meeting]) -> Vec<Vec<f64>> {
    let spread = |g: f64, h: f64| g * h / (g + h).powi(2);
    let mut matrix = vec![vec![0.0; strengths.len()]; strengths.len()];
    for (player, &strength) in strengths.iter().enumerate() {
        matrix[player][player] = spread(strength, 1.0);
    }
    for Meeting { players: [first, second], games, .. } in meetings {
        let weight = games * spread(strengths[*first], strengths[*second]);
        matrix[*first][*first] += weight;
        matrix[*second][*second] += weight;
        matrix[*first][*second] -= weight;
        matrix[*second][*first] -= weight;
    }
    matrix
}

/// The inverse of a matrix by Gauss and Jordan. The information is positive definite, so that no pivot is 0.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (row, values) in matrix.iter_mut().enumerate() {
        values.extend((0..size).map(|column| f64::from(u8::from(row == column))));
    }
    for column in 0..size {
        let pivot = matrix[column][column];
        matrix[column].iter_mut().for_each(|value| *value /= pivot);
        let pivot_row = matrix[column].clone();
        for (row, values) in matrix.iter_mut().enumerate() {
            let factor = values[column];
            if row != column {
                values.iter_mut().zip(&pivot_row).for_each(|(value, pivot)| *value -= factor * pivot);
            }
        }
    }
    matrix.into_iter().map(|mut values| values.split_off(size)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stats::elo_of;

    fn meeting(players: [usize; 2], points: f64, games: f64) -> Meeting {
        Meeting { players, points, games }
    }

    #[test]
    fn two_players_differ_by_their_share_of_points() {
        let rated = rate(2, &[meeting([0, 1], 75_000.0, 100_000.0)]);
        let [first, second] = [0, 1].map(|player: usize| rated[player].unwrap());
        assert!((first.elo - second.elo - elo_of(0.75)).abs() < 0.1, "{first}, {second}");
        assert!((first.elo + second.elo).abs() < 1e-6, "the mean is 0");
        // The standard error of a share of 3/4 over 100 000 games, in Elo, halved as the other half is the opponent's.
        let standard_error = (0.75_f64 * 0.25 / 100_000.0).sqrt() / (0.75 * 0.25) * ELO_OF_LOGARITHM;
        assert!((first.error - TWO_SIDED_95 * standard_error / 2.0).abs() < 0.01, "{first}");
    }

    #[test]
    fn fewer_games_have_a_larger_error() {
        let error = |games: f64| rate(2, &[meeting([0, 1], games / 2.0, games)])[0].unwrap().error;
        assert!(error(10.0) > error(100.0) && error(100.0) > 5.0 * error(10_000.0));
    }

    #[test]
    fn all_or_nothing_is_finite_and_in_order() {
        let rated =
            rate(3, &[meeting([0, 1], 8.0, 8.0), meeting([0, 2], 8.0, 8.0), meeting([1, 2], 8.0, 8.0)]);
        let elos: Vec<f64> = rated.iter().map(|rating| rating.unwrap().elo).collect();
        assert!(elos.iter().all(|elo| elo.is_finite()) && elos.is_sorted_by(|a, b| a > b), "{elos:?}");
        assert!(rated.iter().all(|rating| rating.unwrap().error.is_finite()));
    }

    #[test]
    fn a_gauntlet_rates_players_that_never_met() {
        let rated = rate(3, &[meeting([0, 1], 700.0, 1000.0), meeting([0, 2], 500.0, 1000.0)]);
        let elo = |player: usize| rated[player].unwrap().elo;
        assert!((elo(2) - elo(1) - elo_of(0.7)).abs() < 1.0, "{rated:?}");
    }

    #[test]
    fn a_player_without_games_has_no_rating_and_changes_none() {
        let two = rate(2, &[meeting([0, 1], 3.0, 4.0)]);
        let three = rate(3, &[meeting([0, 1], 3.0, 4.0), meeting([1, 2], 0.0, 0.0)]);
        assert_eq!(three[2], None);
        assert_eq!(three[..2], two);
        assert_eq!(rate(0, &[]), []);
    }
}
