//! Statistics of a match: the difference in Elo, its error, and a test that ends the match once enough games were
//! played.
//!
//! The unit is the pair: the two games of an opening with colours changed. Their results depend on each
//! other, since an opening may favour a colour, so games are not independent draws but pairs are. A pair is
//! worth 0 to 4 half points, hence "pentanomial"; errors and tests built on pairs are smaller, and honest.
//!
//! The test is the generalised sequential probability ratio test: the likelihood of the pairs under the best
//! distribution whose mean is that of `elo1`, over the same for `elo0`. Either distribution is the observed
//! one tilted by one number, which bisection finds. Cost: nothing.
//!
//! Source: M. Van den Bergh, "A practical introduction to the GSPRT"; A. Wald, "Sequential analysis".

use std::fmt;

/// The five values of a pair, as a share of its points.
const VALUES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];
/// The count of a value that never occurred, so that no outcome of the next pair has probability 0.
const RARE: f64 = 1e-3;
/// Covers 95 % of a normal distribution on either side of its mean.
pub(crate) const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// The expected share of points for a difference in Elo.
///
/// ```
/// use laplace_matches::stats::{elo_of, share_of};
/// assert_eq!(share_of(0.0), 0.5);
/// assert!((share_of(400.0) - 10.0 / 11.0).abs() < 1e-12);
/// assert!((elo_of(share_of(37.0)) - 37.0).abs() < 1e-9);
/// ```
pub fn share_of(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The difference in Elo for a share of points; infinite for a share of 0 or 1.
pub fn elo_of(share: f64) -> f64 {
    let share = share.clamp(0.0, 1.0);
    400.0 * (share / (1.0 - share)).log10()
}

/// A difference in rating and its error at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rating {
    /// The difference.
    pub elo: f64,
    /// Half the width of the interval that covers 95 %.
    pub error: f64,
}

impl Rating {
    /// The rating of a mean share of points that has this standard error.
    ///
    /// Where the interval reaches a share of 0 or 1, the error is infinite.
    pub fn of_mean(mean: f64, standard_error: f64) -> Self {
        let reach = TWO_SIDED_95 * standard_error;
        let (low, high) = (mean - reach, mean + reach);
        let bounded = low > 0.0 && high < 1.0;
        let error = if bounded { (elo_of(high) - elo_of(low)) / 2.0 } else { f64::INFINITY };
        Self { elo: elo_of(mean), error }
    }
}

/// Writes the difference and its error, such as `+12.3 ± 4.5`; `n/a` where the games do not bound it.
impl fmt::Display for Rating {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.elo.is_finite(), self.error.is_finite()) {
            (true, true) => write!(f, "{:+.1} ± {:.1}", self.elo, self.error),
            (true, false) => write!(f, "{:+.1} ± n/a", self.elo),
            (false, _) => f.write_str("n/a"),
        }
    }
}

/// The numbers of pairs that brought 0, 1, 2, 3 and 4 half points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs(pub [u32; 5]);

impl Pairs {
    /// Counts a pair by its half points, at most four.
    pub fn add(&mut self, half_points: u32) {
        if let Some(count) = self.0.get_mut(half_points as usize) {
            *count += 1;
        }
    }

    /// The number of pairs.
    pub fn count(&self) -> u32 {
        self.0.iter().sum()
    }

    /// The mean share of points; a half if there are no pairs.
    pub fn mean(&self) -> f64 {
        if self.count() == 0 {
            return 0.5;
        }
        mean(&self.0.map(f64::from))
    }

    /// The standard error of the mean: the standard deviation of a pair over the root of the number of pairs.
    ///
    /// Infinite while all pairs have the same result, as a single pair has: their spread is not known then.
    pub fn standard_error(&self) -> f64 {
        if self.are_alike() {
            return f64::INFINITY;
        }
        let counts = self.0.map(f64::from);
        let mean = self.mean();
        let spread: f64 =
            counts.iter().zip(VALUES).map(|(count, value)| count * (value - mean).powi(2)).sum();
        let count = f64::from(self.count().max(1));
        spread.sqrt() / count
    }

    fn are_alike(&self) -> bool {
        self.0.iter().filter(|&&count| count > 0).count() < 2
    }

    /// The difference in rating; `None` without pairs.
    ///
    /// ```
    /// use laplace_matches::stats::Pairs;
    /// let rating = Pairs([10, 20, 40, 20, 10]).rating().unwrap();
    /// assert!(rating.elo.abs() < 1e-9 && (rating.error - 37.44).abs() < 0.01);
    /// ```
    pub fn rating(&self) -> Option<Rating> {
        (self.count() > 0).then(|| Rating::of_mean(self.mean(), self.standard_error()))
    }

    /// How likely it is that the first player is the stronger one, from 0 to 1; a half if nothing is known.
    ///
    /// Where all pairs are alike there is no error to compare the lead with. Then it is the probability, under a
    /// uniform prior and after that number of pairs, that the first player's chance to win a pair is above one half.
    pub fn likelihood_of_superiority(&self) -> f64 {
        let lead = self.mean() - 0.5;
        let by_chance = 0.5_f64.powi(self.count().saturating_add(1).try_into().unwrap_or(i32::MAX));
        match lead {
            0.0 => 0.5,
            _ if !self.are_alike() => normal(lead / self.standard_error()),
            _ if lead > 0.0 => 1.0 - by_chance,
            _ => by_chance,
        }
    }

    /// The logarithm of how much better `elo1` explains these pairs than `elo0`; 0 without pairs.
    pub fn log_likelihood_ratio(&self, elo0: f64, elo1: f64) -> f64 {
        if self.count() == 0 {
            return 0.0;
        }
        let counts = self.0.map(|count| f64::from(count).max(RARE));
        log_likelihood(&counts, share_of(elo1)) - log_likelihood(&counts, share_of(elo0))
    }
}

fn mean(counts: &[f64; 5]) -> f64 {
    let all: f64 = counts.iter().sum();
    counts.iter().zip(VALUES).map(|(count, value)| count * value).sum::<f64>() / all
}

/// The log-likelihood of the best distribution with this mean, up to a constant that depends on the counts.
///
/// By Lagrange it is `count / (1 + tilt (value - mean))`, with the tilt that makes the mean come out.
fn log_likelihood(counts: &[f64; 5], mean: f64) -> f64 {
    let pull = |tilt: f64| -> f64 {
        let part = |(count, value): (&f64, f64)| count * (value - mean) / (1.0 + tilt * (value - mean));
        counts.iter().zip(VALUES).map(part).sum()
    };
    // The weights are positive between these two, and the pull falls from plus to minus infinity.
    let (mut low, mut high) = (-1.0 / (1.0 - mean), 1.0 / mean);
    for _ in 0..100 {
        let middle = low.midpoint(high);
        if pull(middle) > 0.0 { low = middle } else { high = middle }
    }
    let tilt = low.midpoint(high);
    counts.iter().zip(VALUES).map(|(count, value)| -count * (tilt * (value - mean)).ln_1p()).sum()
}

/// The share of a normal distribution below a point, by Abramowitz and Stegun 7.1.26: off by 1e-7 at most.
fn normal(point: f64) -> f64 {
    const FACTORS: [f64; 5] = [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let x = point.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let tail = FACTORS.iter().fold(0.0, |sum, factor| (sum + factor) * t) * (-x * x).exp() / 2.0;
    if point > 0.0 { 1.0 - tail } else { tail }
}

/// A test that ends a match as soon as one of two claims is refuted.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The claim that the first player is no stronger than this, in Elo.
    pub elo0: f64,
    /// The claim that it is at least this strong.
    pub elo1: f64,
    /// How often `elo1` may be accepted although `elo0` is true.
    pub alpha: f64,
    /// How often `elo0` may be accepted although `elo1` is true.
    pub beta: f64,
}

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// `elo0` is accepted.
    Elo0,
    /// `elo1` is accepted.
    Elo1,
    /// Play on.
    Open,
}

impl Sprt {
    /// The bounds between which the log-likelihood ratio leaves the test open.
    ///
    /// ```
    /// use laplace_matches::stats::Sprt;
    /// let (low, high) = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 }.bounds();
    /// assert!((low + 2.944).abs() < 1e-3 && (high - 2.944).abs() < 1e-3);
    /// ```
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// The log-likelihood ratio of these pairs.
    pub fn ratio(&self, pairs: &Pairs) -> f64 {
        pairs.log_likelihood_ratio(self.elo0, self.elo1)
    }

    /// The state of the test after these pairs.
    pub fn verdict(&self, pairs: &Pairs) -> Verdict {
        let (low, high) = self.bounds();
        let ratio = self.ratio(pairs);
        match ratio {
            _ if ratio <= low => Verdict::Elo0,
            _ if ratio >= high => Verdict::Elo1,
            _ => Verdict::Open,
        }
    }
}

/// Writes the verdict in words.
impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Elo0 => "elo0 accepted",
            Self::Elo1 => "elo1 accepted",
            Self::Open => "inconclusive",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "found {found}, expected {expected}");
    }

    #[test]
    fn ratings_are_those_of_other_runners() {
        // The asserted values of the public runner cuteataxx for +300 =100 -100 and +20 =10 -10.
        close(elo_of(350.0 / 500.0), 147.0, 0.5);
        close(elo_of(25.0 / 40.0), 89.0, 0.5);
        let trinomial = |win: f64, draw: f64, loss: f64| {
            let games = win + draw + loss;
            let mean = (win + draw / 2.0) / games;
            let spread = win * (1.0 - mean).powi(2) + draw * (0.5 - mean).powi(2) + loss * mean.powi(2);
            Rating::of_mean(mean, spread.sqrt() / games).error
        };
        close(trinomial(300.0, 100.0, 100.0), 29.0, 0.5);
        close(trinomial(10.0, 10.0, 20.0), 98.0, 0.5);
        close(trinomial(20.0, 10.0, 10.0), 98.0, 0.5);
    }

    /// A spread of 0 must not become an error of 0: a single pair proves nothing.
    #[test]
    fn pairs_that_are_all_alike_have_an_infinite_error() {
        for alike in [Pairs([0, 0, 0, 1, 0]), Pairs([0, 0, 50, 0, 0]), Pairs([0, 7, 0, 0, 0])] {
            let rating = alike.rating().unwrap();
            assert!(rating.elo.is_finite() && rating.error == f64::INFINITY, "{rating:?}");
        }
        let superiority = |pairs: [u32; 5]| Pairs(pairs).likelihood_of_superiority();
        assert_eq!(superiority([0, 0, 50, 0, 0]), 0.5);
        assert_eq!(superiority([0, 0, 0, 1, 0]), 0.75);
        assert_eq!(superiority([0, 0, 0, 0, 3]), 0.9375);
        assert_eq!(superiority([0, 2, 0, 0, 0]), 0.125);
        assert_eq!(superiority([0, 0, 0, 0, u32::MAX]), 1.0);
        assert_eq!(superiority([0; 5]), 0.5);
        assert_eq!(Pairs::default().rating(), None);
        assert_eq!(Pairs::default().log_likelihood_ratio(0.0, 5.0), 0.0);
        let two = Pairs([0, 0, 1, 1, 0]);
        assert!(two.rating().unwrap().error > 100.0 && two.likelihood_of_superiority() < 0.95);
    }

    #[test]
    fn nothing_but_wins_gives_an_infinite_rating() {
        let all = Pairs([0, 0, 0, 0, 5]).rating().unwrap();
        assert_eq!((all.elo, all.error), (f64::INFINITY, f64::INFINITY));
        assert_eq!(Pairs([5, 0, 0, 0, 0]).rating().unwrap().elo, f64::NEG_INFINITY);
        assert_eq!(Pairs([0, 0, 1, 0, 9]).rating().unwrap().error, f64::INFINITY);
    }

    #[test]
    fn superiority_is_the_normal_distribution() {
        for (point, share) in
            [(0.0, 0.5), (1.0, 0.841_344_746), (-1.959_963_985, 0.025), (3.0, 0.998_650_102)]
        {
            close(normal(point), share, 2e-7);
        }
    }

    #[test]
    fn the_ratio_of_two_outcomes_is_the_binomial_one() {
        // With nothing but lost and won pairs the best distribution is known: the share itself.
        let (lost, won) = (40_u32, 60_u32);
        let (s0, s1) = (share_of(0.0), share_of(50.0));
        let expected = f64::from(won) * (s1 / s0).ln() + f64::from(lost) * ((1.0 - s1) / (1.0 - s0)).ln();
        close(Pairs([lost, 0, 0, 0, won]).log_likelihood_ratio(0.0, 50.0), expected, 0.02);
    }

    #[test]
    fn the_ratio_is_near_its_normal_approximation_and_changes_sign_with_the_players() {
        let pairs = Pairs([80, 210, 400, 240, 100]);
        let (s0, s1) = (share_of(0.0), share_of(10.0));
        let mean = pairs.mean();
        let variance = pairs.standard_error().powi(2);
        let expected = (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        close(pairs.log_likelihood_ratio(0.0, 10.0), expected, 0.03);
        let turned = Pairs([100, 240, 400, 210, 80]);
        close(turned.log_likelihood_ratio(0.0, -10.0), pairs.log_likelihood_ratio(0.0, 10.0), 1e-9);
    }

    #[test]
    fn a_test_ends_on_either_side() {
        let sprt = Sprt { elo0: 0.0, elo1: 20.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(sprt.verdict(&Pairs::default()), Verdict::Open);
        assert_eq!(sprt.verdict(&Pairs([0, 5, 20, 60, 30])), Verdict::Elo1);
        assert_eq!(sprt.verdict(&Pairs([30, 60, 20, 5, 0])), Verdict::Elo0);
        let strict = Sprt { alpha: 0.01, beta: 0.01, ..sprt };
        close(strict.bounds().1, 4.595, 1e-3);
    }
}
