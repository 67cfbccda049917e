//! An anytime search in rounds: a quick game, a good one, then one profile after another.
//!
//! Each game is crossed with the best game so far: two games come to the same board hundreds of times, and between
//! two such boards the better one counts. So no round makes the game worse, and a game that was cut short still
//! contributes its beginning. It takes whole games to find better ones, as the number of blocks at a critical piece
//! is decided long before it; a few hundred pieces played again find much less.
//!
//! A round depends on nothing but its profile, and rounds are crossed in their order. So they can be played on any
//! number of threads, and the result is the same.

use std::ops::Range;

use laplace_games::demon::Move;

use super::cost::Evaluator;
use super::node::Problem;
use super::playthrough::Playthrough;
use super::proof::Proof;
use super::schedule::{self, Profile};
use super::search::{LayerReport, Outcome, Plan, Search};
use super::{Limits, Progress, fallback};
use crate::Control;
use crate::platform::map_in_parallel;

/// The rounds of one search, and the best game so far.
pub(super) struct AnytimeSearch<'a> {
    problem: &'a Problem,
    evaluator: &'a Evaluator,
    limits: &'a Limits,
    control: &'a Control<'a, Progress>,
    /// Receives the moves and the score of each game that is better than the one before it.
    improved: &'a dyn Fn(&[Move], u32),
    /// The rounds that were begun.
    rounds: u32,
    best: Option<Playthrough>,
    proof: Proof<'a>,
    /// A game to begin with that is not complete: the first complete one is crossed with it.
    beginning: Option<Playthrough>,
}

/// More threads would take too much memory in the widest profiles.
const MAX_THREADS: usize = 8;
/// Pieces between two reports.
const REPORT_EVERY: usize = 128;

impl<'a> AnytimeSearch<'a> {
    pub(super) fn new(
        problem: &'a Problem,
        evaluator: &'a Evaluator,
        limits: &'a Limits,
        control: &'a Control<'a, Progress>,
        improved: &'a dyn Fn(&[Move], u32),
    ) -> Self {
        let proof = Proof::new(problem);
        Self { problem, evaluator, limits, control, improved, rounds: 0, best: None, proof, beginning: None }
    }

    /// The same search with a game to begin with.
    pub(super) fn starting_from(mut self, incumbent: &[Move]) -> Self {
        let playthrough = Playthrough::until_it_ends(self.problem, incumbent.to_vec());
        if playthrough.moves.len() == self.problem.pieces.len() {
            self.best = Some(playthrough);
        } else {
            self.beginning = Some(playthrough);
        }
        self
    }

    /// Plays until nothing is left to try, and returns the best game and what is known about the best score there can be.
    pub(super) fn run(mut self) -> (Playthrough, Proof<'a>) {
        let is_optimal_from_the_start = self.is_optimal();
        if let Some(width) = self.limits.beam_width
            && !is_optimal_from_the_start
        {
            self.play(&schedule::of_width(width), self.control.stop);
        }
        // A game to begin with may be a poor one; the quick game takes a moment and is a good one.
        let quick_is_due = self.limits.beam_width.is_none() && !is_optimal_from_the_start;
        if self.best.is_none() || quick_is_due {
            self.play(&schedule::quick(), &|| false);
        }
        if self.limits.beam_width.is_none() {
            for plan in schedule::first_games() {
                if !self.is_over() {
                    self.play(&plan, self.control.stop);
                }
            }
            self.play_profiles(0..schedule::PROFILES.min(self.rounds_left()));
        }
        let best = self.best.unwrap_or_else(|| {
            Playthrough::until_it_ends(self.problem, fallback::play_all_pieces(self.problem))
        });
        (best, self.proof)
    }

    /// Looks for a proof that the losses of the best game cannot be avoided, before the round of a profile.
    fn prove(&mut self, profile: usize) {
        if let Some(best) = &self.best
            && self.problem.parts.strikes
            && !self.is_optimal()
        {
            let work = schedule::proof_work(profile);
            self.proof.lower(best, work, self.control.stop);
        }
    }

    /// Whether the bound is met, all rounds are played or the caller stops the search.
    fn is_over(&self) -> bool {
        self.is_optimal() || self.rounds_left() == 0 || self.control.is_stopped()
    }

    /// The number of rounds that the limits leave.
    fn rounds_left(&self) -> usize {
        self.limits.rounds.map_or(usize::MAX, |rounds| rounds.saturating_sub(self.rounds) as usize)
    }

    fn is_optimal(&self) -> bool {
        self.best.as_ref().is_some_and(|best| best.score >= self.proof.bound())
    }

    /// A round with the usual cost weights.
    fn play(&mut self, plan: &Plan, stop: &(dyn Fn() -> bool + Sync)) {
        let report = self.layer_reporter();
        self.rounds += 1;
        let playthrough = play(self.problem, self.evaluator, plan, &Control { stop, progress: &report });
        self.cross(playthrough);
    }

    fn cross(&mut self, playthrough: Option<Playthrough>) {
        let before = self.best.as_ref().map(|best| best.score);
        self.best = match (self.best.take(), playthrough) {
            (Some(best), Some(playthrough)) if !self.problem.parts.crossing => {
                Some(if playthrough.score > best.score { playthrough } else { best })
            }
            (Some(best), Some(playthrough)) => {
                Playthrough::new(self.problem, playthrough.cross(&best)).or(Some(best))
            }
            (None, Some(playthrough)) => match self.beginning.take() {
                Some(beginning) if self.problem.parts.crossing => {
                    Playthrough::new(self.problem, playthrough.cross(&beginning)).or(Some(playthrough))
                }
                _ => Some(playthrough),
            },
            (best, None) => best,
        };
        if let Some(best) = self.best.as_ref().filter(|best| Some(best.score) > before) {
            (self.improved)(&best.moves, best.score);
        }
    }

    /// Rounds of some profiles, one for each thread at a time.
    fn play_profiles(&mut self, profiles: Range<usize>) {
        let threads = self.limits.threads.clamp(1, MAX_THREADS);
        for first in profiles.clone().step_by(threads) {
            self.prove(first);
            if self.is_over() {
                return;
            }
            let numbers: Vec<usize> = (first..profiles.end).take(threads).collect();
            let playthroughs = self.play_all(&numbers);
            self.rounds += numbers.len() as u32;
            for (&number, playthrough) in numbers.iter().zip(playthroughs) {
                // As on one thread, where the proof comes before the round.
                if number > first {
                    self.prove(number);
                }
                if !self.is_optimal() {
                    self.cross(playthrough);
                }
            }
        }
    }

    /// A whole game of each of some profiles, a thread for each.
    fn play_all(&self, numbers: &[usize]) -> Vec<Option<Playthrough>> {
        let report = self.layer_reporter();
        // Not the whole of `self` goes to the threads: `improved` is called by this one alone.
        let problem = self.problem;
        let stop = self.control.stop;
        map_in_parallel(numbers, |&number| {
            let Profile { evaluator, plan } = schedule::profile(&problem.placements, number);
            play(problem, &evaluator, &plan, &Control { stop, progress: &report })
        })
    }

    /// A function that reports layers of the game under way to the caller.
    fn layer_reporter(&self) -> impl Fn(&LayerReport) + Sync + use<'a> {
        let round = self.rounds + 1;
        let best = self.best.as_ref().map(|best| best.score);
        let moves = self.problem.pieces.len();
        let bound = self.problem.bound.bound();
        let control = self.control;
        move |&LayerReport { placed, score }| {
            if placed.is_multiple_of(REPORT_EVERY) || placed == moves {
                control.report(&Progress {
                    round,
                    placed: placed as u32,
                    moves: moves as u32,
                    score: score.max(0) as u32,
                    best,
                    bound,
                });
            }
        }
    }
}

/// Plays from the start to the end; once the search is stopped, the rest quickly.
fn play(
    problem: &Problem,
    evaluator: &Evaluator,
    plan: &Plan,
    control: &Control<'_, LayerReport>,
) -> Option<Playthrough> {
    let quick = schedule::quick();
    let unstoppable = Control { stop: &|| false, ..*control };
    let mut search = Search::new(problem, evaluator, control);
    let mut plan = plan;
    while !search.is_finished() {
        match search.place(plan) {
            Outcome::GoesOn => {}
            Outcome::DeadEnd => return None,
            Outcome::Stopped => {
                search.control = &unstoppable;
                plan = &quick;
            }
        }
    }
    Playthrough::new(problem, search.history.trace(problem, search.best_place()))
}

#[cfg(test)]
mod tests {
    use laplace_games::demon::Seed;

    use super::{AnytimeSearch, Control, Limits, Problem, schedule};
    use crate::demon::Parts;

    #[test]
    fn rounds_of_other_profiles_do_not_depend_on_the_number_of_threads() {
        // One loss of this game remains with all profiles, so that all of them are played; a proof could end it earlier.
        let parts = Parts { strikes: false, ..Parts::ALL };
        let problem = Problem::new(Seed::new(1005).unwrap(), 1_700, parts);
        let evaluator = schedule::evaluator(&problem.placements);
        let games = [1, 2, 3].map(|threads| {
            let limits = Limits { threads, ..Limits::default() };
            let control = Control::default();
            let mut search = AnytimeSearch::new(&problem, &evaluator, &limits, &control, &|_, _| {});
            search.play(&schedule::quick(), &|| false);
            let quick = search.best.as_ref().unwrap().score;
            search.play_profiles(0..3);
            let best = search.best.unwrap();
            assert!(quick <= best.score && best.score < problem.bound.bound());
            assert_eq!(search.rounds, 1 + 3);
            best.moves
        });
        assert!(games[0] == games[1] && games[1] == games[2]);
    }

    #[test]
    fn a_game_to_begin_with_is_never_made_worse_and_its_beginning_is_used() {
        // On which seeds a beam of one node loses points depends on the evaluation.
        let has_poor_game = (1_005..1_105).any(|seed| {
            let problem = Problem::new(Seed::new(seed).unwrap(), 1_700, Parts::ALL);
            let evaluator = schedule::evaluator(&problem.placements);
            let control = Control::default();
            let of_width = |width, incumbent: &[_]| {
                let limits = Limits { beam_width: Some(width), ..Limits::default() };
                AnytimeSearch::new(&problem, &evaluator, &limits, &control, &|_, _| {})
                    .starting_from(incumbent)
                    .run()
                    .0
            };
            let good = of_width(400, &[]);
            let poor = of_width(1, &[]);
            assert!(of_width(1, &good.moves).score >= good.score);
            assert!(of_width(400, &poor.moves).score >= good.score.max(poor.score));
            let half = &good.moves[..good.moves.len() / 2];
            let from_half = of_width(1, half);
            assert_eq!(from_half.moves.len(), 1_700);
            assert!(from_half.score >= poor.score);
            // A game that ends at once because a piece does not fit has nothing to offer, and does no harm.
            let outside = laplace_games::demon::Move::new(1, 11).unwrap();
            assert_eq!(of_width(1, &[outside; 1_700]).score, poor.score);
            poor.score < good.score
        });
        assert!(has_poor_game);
    }
}
