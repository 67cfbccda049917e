//! The rounds of a search: a quick game, a good one, then one style after another.
//!
//! Whatever is played is crossed with the best game so far: two games come to the same board hundreds of
//! times, and between two such places the better one counts. So no round makes the game worse, and a game
//! that was cut short still gives its beginning. It takes whole games to find better ones, as how many blocks
//! stand at a critical piece is decided long before it; a few hundred pieces played again find much less.
//!
//! A round depends on nothing but its style, and rounds are crossed in their order. So they can be played on
//! any number of threads, and the result is the same.

use std::ops::Range;

use super::course::Course;
use super::node::{Guide, Node, Problem};
use super::repair::Pause;
use super::search::{LayerReport, Plan, Search};
use super::settings::{self, Style};
use super::{Limits, Progress, survivor};
use crate::Control;
use crate::platform::map_in_parallel;

/// The rounds of one search.
pub(super) struct Rounds<'a> {
    problem: &'a Problem,
    guide: &'a Guide,
    limits: &'a Limits,
    control: &'a Control<'a, Progress>,
    round: u32,
    best: Option<Course>,
}

/// More threads would take too much memory in the widest styles.
const MOST_THREADS: usize = 8;
/// Pieces between two words to who watches.
const WATCH_EVERY: usize = 128;

impl<'a> Rounds<'a> {
    pub(super) const fn new(
        problem: &'a Problem,
        guide: &'a Guide,
        limits: &'a Limits,
        control: &'a Control<'a, Progress>,
    ) -> Self {
        Self { problem, guide, limits, control, round: 0, best: None }
    }

    /// Plays until nothing is left to try, and gives the best game.
    pub(super) fn run(mut self) -> Course {
        if let Some(width) = self.limits.width {
            self.play(&settings::of_width(width), self.control.stop);
        }
        if self.best.is_none() {
            self.play(&settings::quick(), &|| false);
        }
        if self.limits.width.is_none() {
            for plan in settings::first_games() {
                if !self.is_over() {
                    self.play(&plan, self.control.stop);
                }
            }
            self.play_styles(0..settings::STYLES);
        }
        self.best.unwrap_or_else(|| {
            Course::as_far_as_it_goes(self.problem, self.guide, survivor::survive(self.problem))
        })
    }

    /// Whether the bound is met or time is up.
    fn is_over(&self) -> bool {
        self.is_optimal() || self.control.is_stopped()
    }

    fn is_optimal(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.score >= self.problem.exact.bound())
    }

    /// A round in the usual taste.
    fn play(&mut self, plan: &Plan, stop: &(dyn Fn() -> bool + Sync)) {
        self.round += 1;
        let course =
            play(self.problem, self.guide, plan, &Control { stop, progress: &self.layer_reporter() });
        self.cross(course);
    }

    fn cross(&mut self, course: Option<Course>) {
        self.best = match (self.best.take(), course) {
            (Some(best), Some(course)) if !self.problem.parts.crossing => {
                Some(if course.score > best.score { course } else { best })
            }
            (Some(best), Some(course)) => {
                Course::new(self.problem, self.guide, course.cross(&best)).or(Some(best))
            }
            (best, course) => best.or(course),
        };
    }

    /// Rounds in some styles, as many at a time as there are threads.
    fn play_styles(&mut self, styles: Range<usize>) {
        let threads = self.limits.threads.clamp(1, MOST_THREADS);
        for first in styles.clone().step_by(threads) {
            if self.is_over() {
                return;
            }
            self.round += 1;
            let numbers: Vec<usize> = (first..styles.end).take(threads).collect();
            for course in self.play_all(&numbers) {
                if !self.is_optimal() {
                    self.cross(course);
                }
            }
        }
    }

    /// A whole game in each of some styles, a thread for each.
    fn play_all(&self, numbers: &[usize]) -> Vec<Option<Course>> {
        let report = self.layer_reporter();
        map_in_parallel(numbers, |&number| {
            let Style { guide, plan } = settings::style(self.problem, number);
            play(self.problem, &guide, &plan, &Control { stop: self.control.stop, progress: &report })
        })
    }

    /// What reports the game under way to the caller.
    fn layer_reporter(&self) -> impl Fn(&LayerReport) + Sync + use<'a> {
        let (round, best) = (self.round, self.best.as_ref().map(|best| best.score));
        let (moves, bound) = (self.problem.pieces.len(), self.problem.exact.bound());
        let control = self.control;
        move |&LayerReport { placed, score }| {
            if placed.is_multiple_of(WATCH_EVERY) || placed == moves {
                let (placed, moves, score) = (placed as u32, moves as u32, score.max(0) as u32);
                control.report(&Progress { round, placed, moves, score, best, bound });
            }
        }
    }
}

/// Plays from the start to the end; when time is up, the rest quickly.
fn play(problem: &Problem, guide: &Guide, plan: &Plan, control: &Control<'_, LayerReport>) -> Option<Course> {
    let in_a_hurry = settings::quick();
    let patient = Control { stop: &|| false, ..*control };
    let mut search = Search::new((problem, guide), control, (0, Node::default()));
    let mut plan = plan;
    while !search.is_finished() {
        match search.place(plan) {
            Pause::Placed => {}
            Pause::Dead => return None,
            Pause::Stopped => {
                search.control = &patient;
                plan = &in_a_hurry;
            }
        }
    }
    Course::new(problem, guide, search.history.trace(problem, search.best_place()))
}

#[cfg(test)]
mod tests {
    use laplace_games::demon::Seed;

    use super::super::Parts;
    use super::{Control, Limits, Problem, Rounds, settings};

    #[test]
    fn rounds_in_other_styles_do_not_depend_on_the_number_of_threads() {
        // One loss of this game withstands all styles, so that all of them are played.
        let problem = Problem::new(Seed::new(1005).unwrap(), 1_700, Parts::ALL);
        let guide = settings::guide(&problem);
        let games = [1, 2, 3].map(|threads| {
            let limits = Limits { threads, ..Limits::default() };
            let control = Control::default();
            let mut rounds = Rounds::new(&problem, &guide, &limits, &control);
            rounds.play(&settings::quick(), &|| false);
            let quick = rounds.best.as_ref().unwrap().score;
            rounds.play_styles(0..3);
            let best = rounds.best.unwrap();
            assert!(quick <= best.score && best.score < problem.exact.bound());
            assert_eq!(rounds.round as usize, 1 + 3_usize.div_ceil(threads));
            best.moves
        });
        assert!(games[0] == games[1] && games[1] == games[2]);
    }
}
