//! Seeded inputs: the task's own kind, and harder ones that test a player's limits.
//!
//! The same family, count and seed give the same figures on every machine and in every version.

use super::board::Depth;
use super::figure::Figure;
use super::state::Problem;
use crate::number::named;
use crate::random::Random;

/// A kind of input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Every figure as likely at every place: the task's tests.
    Uniform,
    /// Only S and Z, each as likely.
    OnlySAndZ,
    /// S, Z, S, Z and so on; the seed decides which comes first.
    AlternatingSAndZ,
    /// Long stretches without the bar, between them one bar each.
    Droughts,
    /// Long stretches without the bar, between them long stretches of nothing else.
    Floods,
    /// One figure again and again; the seed decides which.
    OneFigure,
}

impl Family {
    /// Every family.
    pub const ALL: [Self; 6] = [
        Self::Uniform,
        Self::OnlySAndZ,
        Self::AlternatingSAndZ,
        Self::Droughts,
        Self::Floods,
        Self::OneFigure,
    ];

    /// Its name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::OnlySAndZ => "only-s-and-z",
            Self::AlternatingSAndZ => "alternating-s-and-z",
            Self::Droughts => "droughts",
            Self::Floods => "floods",
            Self::OneFigure => "one-figure",
        }
    }
}

named!(
    names Family,
    Family::ALL,
    "a family: uniform, only-s-and-z, alternating-s-and-z, droughts, floods or one-figure"
);

/// An input of a family for the task's well.
///
/// ```
/// use laplace_games::well::{Figure, generate::{Family, generate}};
/// let problem = generate(Family::OnlySAndZ, 50, 7);
/// assert_eq!(problem.figures.len(), 50);
/// assert!(problem.figures.iter().all(|figure| matches!(figure, Figure::S | Figure::Z)));
/// ```
pub fn generate(family: Family, count: usize, seed: u64) -> Problem {
    let random = &mut Random::new(seed);
    let figures = match family {
        Family::Uniform => repeat(count, || any_of(&Figure::ALL, random)),
        Family::OnlySAndZ => repeat(count, || any_of(&[Figure::S, Figure::Z], random)),
        Family::AlternatingSAndZ => {
            let first = any_of(&[Figure::S, Figure::Z], random);
            [first, first.mirrored()].into_iter().cycle().take(count).collect()
        }
        Family::Droughts => stretches(count, random, |_| 1),
        Family::Floods => stretches(count, random, stretch_length),
        Family::OneFigure => vec![any_of(&Figure::ALL, random); count],
    };
    Problem { figures, depth: Depth::DEFAULT }
}

/// How many figures the task's ten tests have.
pub const TASK_COUNTS: [usize; 10] = [20, 50, 200, 500, 1000, 2000, 3000, 5000, 10_000, 10_000];

/// Ten inputs like the task's own ten tests: as many figures, each as likely at every place.
///
/// ```
/// use laplace_games::well::generate::{TASK_COUNTS, task_tests};
/// let tests = task_tests(1);
/// assert_eq!(tests.each_ref().map(|test| test.figures.len()), TASK_COUNTS);
/// assert_ne!(tests[8], tests[9]);
/// ```
pub fn task_tests(seed: u64) -> [Problem; TASK_COUNTS.len()] {
    let random = &mut Random::new(seed);
    TASK_COUNTS.map(|count| generate(Family::Uniform, count, random.next_u64()))
}

fn repeat(count: usize, figure: impl FnMut() -> Figure) -> Vec<Figure> {
    std::iter::repeat_with(figure).take(count).collect()
}

fn any_of(figures: &[Figure], random: &mut Random) -> Figure {
    random.pick(figures).copied().unwrap_or(Figure::I)
}

/// Stretches of anything but the bar, and after each as many bars as `bars` returns.
fn stretches(count: usize, random: &mut Random, bars: impl Fn(&mut Random) -> usize) -> Vec<Figure> {
    let [_, others @ ..] = &Figure::ALL;
    let mut figures = Vec::with_capacity(count);
    while figures.len() < count {
        for _ in 0..stretch_length(random) {
            figures.push(any_of(others, random));
        }
        figures.extend(std::iter::repeat_n(Figure::I, bars(random)));
    }
    figures.truncate(count);
    figures
}

/// A length from 20 to 59 figures. In uniform inputs about one stretch without a bar in twenty is 20 or
/// longer.
fn stretch_length(random: &mut Random) -> usize {
    const MIN_LENGTH: u32 = 20;
    const SPREAD: u32 = 40;
    (MIN_LENGTH + random.below(SPREAD)) as usize
}
