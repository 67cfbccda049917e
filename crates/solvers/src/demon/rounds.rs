//! The rounds of a search: a quick game, a good one, then one style after another on what is still lost.
//!
//! Whatever is played is crossed with the best game so far: two games come to the same board hundreds of
//! times, and between two such places the better one counts. So no round makes the game worse, and a game
//! that was cut short still gives its beginning.

use super::Limits;
use super::course::Course;
use super::mend::Mender;
use super::node::{Guide, Node, Problem};
use super::repair::Pause;
use super::search::{Control, Plan, Search};
use super::settings::{self, Style};
use super::{Progress, survivor};

/// The rounds of one search.
pub(super) struct Rounds<'a> {
    problem: &'a Problem,
    guide: &'a Guide,
    limits: &'a Limits<'a>,
    round: u32,
    best: Option<Course>,
}

/// Pieces between two words to who watches.
const WATCH_EVERY: usize = 128;

impl<'a> Rounds<'a> {
    pub(super) const fn new(problem: &'a Problem, guide: &'a Guide, limits: &'a Limits<'a>) -> Self {
        Self { problem, guide, limits, round: 0, best: None }
    }

    /// Plays until nothing is left to try; the best game, always complete.
    pub(super) fn run(mut self) -> Option<Course> {
        if let Some(width) = self.limits.width {
            self.play(&settings::of_width(width), self.limits.stop);
        }
        if self.best.is_none() {
            self.play(&settings::quick(), &|| false);
        }
        if self.best.is_none() {
            self.best = Course::new(self.problem, self.guide, survivor::survive(self.problem));
        }
        if self.limits.width.is_none() && !self.is_over() {
            self.play(&settings::good(), self.limits.stop);
            self.mend();
        }
        self.best
    }

    /// Whether the bound is met or time is up.
    fn is_over(&self) -> bool {
        let bound = self.problem.exact.bound();
        self.best.as_ref().is_some_and(|best| best.score >= bound) || (self.limits.stop)()
    }

    /// A round that plays a whole game.
    fn play(&mut self, plan: &Plan, stop: &(dyn Fn() -> bool + Sync)) {
        self.round += 1;
        let course = play(self.problem, self.guide, plan, &Control { stop, watch: &self.watch() });
        self.best = match (self.best.take(), course) {
            (Some(best), Some(course)) => {
                Course::new(self.problem, self.guide, course.cross(&best)).or(Some(best))
            }
            (best, course) => best.or(course),
        };
    }

    /// Rounds that try the losses of the best game in one style after another, while any of them helps.
    fn mend(&mut self) {
        let Some(mut course) = self.best.clone() else { return };
        let mut mender = Mender::new(self.problem, self.limits.threads);
        let mut helped = true;
        while helped {
            helped = false;
            for number in 0..settings::STYLES {
                if self.is_over() {
                    return;
                }
                self.round += 1;
                let style: Style = settings::style(self.problem, number);
                let control = Control { stop: self.limits.stop, watch: &self.watch() };
                helped |= mender.mend(&style, &mut course, &control);
                self.best = Some(course.clone());
            }
        }
    }

    /// What tells the watcher about the game under way.
    fn watch(&self) -> impl Fn(usize, i32) + Sync + use<'a> {
        let (round, best) = (self.round, self.best.as_ref().map(|best| best.score));
        let (moves, bound) = (self.problem.pieces.len(), self.problem.exact.bound());
        let watch = self.limits.watch;
        move |placed, score| {
            if placed.is_multiple_of(WATCH_EVERY) || placed == moves {
                let (placed, moves, score) = (placed as u32, moves as u32, score.max(0) as u32);
                watch(&Progress { round, placed, moves, score, best, bound });
            }
        }
    }
}

/// Plays from the start to the end; when time is up, the rest quickly.
fn play(problem: &Problem, guide: &Guide, plan: &Plan, control: &Control<'_>) -> Option<Course> {
    let in_a_hurry = settings::quick();
    let patient = Control { stop: &|| false, watch: control.watch };
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
