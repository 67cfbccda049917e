//! A lower bound than the tight one: situations that no real game passes without loss are struck out, where a game has lost points.
//!
//! The search itself goes on by the tight bound. A struck bound only tells when a game is proved optimal.

use super::goals::lossless_after;
use super::node::Problem;
use super::playthrough::Playthrough;
use super::windows::{Outcome, Strike, Window, can_start_from};
use laplace_games::demon::bound::tight::{
    AFTER_TETRIS, BoardSize, FLAGS, HISTORY_BITS, LEVELS, ODD, TAINT, TightBound,
};

/// The number of pieces between a loss and a situation that may be the reason for it, on whatever ways.
const REACH: usize = 64;
/// The boards that are looked at in one go are at most this many times those of one situation.
const MAX_SITUATIONS: usize = 3;
/// Strikes can change which ways lose nothing, and so show other situations to strike; this often at most.
const MAX_PASSES: usize = 6;

/// What is known about the best score there can be.
pub(super) struct Proof<'a> {
    problem: &'a Problem,
    /// The tight bound with all strikes; `None` as long as there is none.
    struck: Option<TightBound>,
    /// The least bound there was: one that rested on a strike which was given up since is still true.
    least: u32,
    /// The strikes that it rests on.
    least_strikes: Vec<Strike>,
    /// From the last piece to the first.
    strikes: Vec<Strike>,
    /// Situations that were tried in vain, each with the work that was allowed.
    tried: Vec<(usize, usize, usize)>,
}

impl<'a> Proof<'a> {
    pub(super) fn new(problem: &'a Problem) -> Self {
        Self {
            problem,
            struck: None,
            least: problem.bound.bound(),
            least_strikes: Vec::new(),
            strikes: Vec::new(),
            tried: Vec::new(),
        }
    }

    /// The least upper bound of the score that is known.
    pub(super) const fn bound(&self) -> u32 {
        self.least
    }

    /// The situations that were struck for the least upper bound, from the last piece to the first.
    pub(super) fn strikes(&self) -> Vec<super::Strike> {
        let public = |strike: &Strike| {
            let has = |flag: u8| strike.cell & usize::from(flag) != 0;
            super::Strike {
                piece: strike.start as u32,
                blocks: 4 * (strike.cell / FLAGS) as u32,
                odd: has(ODD),
                after_tetris: has(AFTER_TETRIS),
                taint: has(TAINT),
            }
        };
        self.least_strikes.iter().map(public).collect()
    }

    fn values(&self) -> &TightBound {
        self.struck.as_ref().unwrap_or(&self.problem.bound)
    }

    /// Looks for strikes that explain the losses of a game, and looks at `work` boards at most for each of them, until the bound is the score. What a strike
    /// changes for earlier ones is not counted.
    pub(super) fn lower(&mut self, game: &Playthrough, work: usize, stop: &dyn Fn() -> bool) {
        let mut left = MAX_SITUATIONS * work;
        for _ in 0..MAX_PASSES {
            let mut found = false;
            for (start, cell) in self.candidates(game, work) {
                if left == 0 || stop() {
                    return;
                }
                let allowed = work.min(left);
                let (outcome, used) =
                    Window::enumerate(self.problem, self.values(), start, cell, allowed, stop);
                left -= used;
                match outcome {
                    Outcome::Empty(end) => {
                        found = true;
                        self.add(Strike { start, cell, end }, work, stop);
                        let bound = self.values().bound();
                        if bound < self.least {
                            self.least = bound;
                            self.least_strikes = self.strikes.clone();
                        }
                        if self.bound() <= game.score {
                            return;
                        }
                    }
                    Outcome::Boards => self.tried.push((start, cell, usize::MAX)),
                    Outcome::TooMany => self.tried.push((start, cell, allowed)),
                }
            }
            if !found {
                return;
            }
        }
    }

    /// The situations on ways that lose nothing that can be struck, were not tried and may be the reason for a loss, from the last piece on.
    ///
    /// After a loss a game has other numbers of blocks than the ways that lose nothing, or the other parity, until it joins them again: what it
    /// could not do lies before that. That can be hundreds of pieces, so far from the loss only those pieces count before which every way has a
    /// full or an empty board.
    fn candidates(&self, game: &Playthrough, work: usize) -> Vec<(usize, usize)> {
        let bound = self.values();
        let pieces = self.problem.pieces.len();
        let losses: Vec<usize> = game.loss_places().collect();
        let mut found = Vec::new();
        let mut cells = vec![0];
        // Whether something was lost since the game was last on a way that loses nothing.
        let mut is_behind = false;
        for index in 0..pieces.saturating_sub(1) {
            let is_near = losses.iter().any(|&loss| index.abs_diff(loss) <= REACH);
            let is_new = |&&cell: &&usize| {
                let is_known = |&(start, known, allowed): &(usize, usize, usize)| {
                    (start, known) == (index, cell) && allowed >= work
                };
                let is_struck = |strike: &Strike| (strike.start, strike.cell) == (index, cell);
                !self.tried.iter().any(is_known)
                    && !self.strikes.iter().any(is_struck)
                    && can_start_from(bound, pieces, index, cell)
            };
            let has_level = |level| cells.iter().all(|&cell| cell / FLAGS == level);
            if is_near || is_behind && (has_level(0) || has_level(LEVELS - 1)) {
                found.extend(cells.iter().filter(is_new).map(|&cell| (index, cell)));
            }
            cells = lossless_after(bound, index, &cells);
            let (blocks, is_odd) = game.blocks_and_parity(index + 1);
            let here = BoardSize::DEMON.cell(blocks, is_odd) & !usize::from(HISTORY_BITS);
            let is_like = |cell: &usize| cell & !usize::from(HISTORY_BITS) == here;
            is_behind = (is_behind || losses.contains(&index)) && !cells.iter().any(is_like);
        }
        found.reverse();
        found
    }

    /// Adds a strike that was found with the present values. An earlier one rests on the values after it, so it is enumerated again; it is
    /// given up if it takes more than `work` boards now, and may be found again.
    fn add(&mut self, strike: Strike, work: usize, stop: &dyn Fn() -> bool) {
        // What was tried in vain before it may be possible with the new values.
        self.tried.retain(|&(start, ..)| start >= strike.start);
        let place = self.strikes.partition_point(|other| other.start >= strike.start);
        let earlier = self.strikes.split_off(place);
        if earlier.is_empty() {
            let struck = self.struck.get_or_insert_with(|| tight_bound(self.problem));
            struck.strike(strike.start, strike.cell, strike.end);
            self.strikes.push(strike);
            return;
        }
        let mut struck = tight_bound(self.problem);
        self.strikes.push(strike);
        for strike in &self.strikes {
            struck.strike(strike.start, strike.cell, strike.end);
        }
        for Strike { start, cell, .. } in earlier {
            let (outcome, _) = Window::enumerate(self.problem, &struck, start, cell, work, stop);
            if let Outcome::Empty(end) = outcome {
                struck.strike(start, cell, end);
                self.strikes.push(Strike { start, cell, end });
            }
        }
        self.struck = Some(struck);
    }
}

fn tight_bound(problem: &Problem) -> TightBound {
    TightBound::new(&problem.pieces, BoardSize::DEMON)
}
