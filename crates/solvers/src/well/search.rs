//! The search: a narrow beam that goes back and widens where it gets stuck.
//!
//! Nearly everywhere a few fields are enough, and in a few places a few thousand are not. So the beam is narrow until
//! no field has a move left. Then it goes back some figures and comes again four times as wide; stuck once more, it
//! goes back twice as far and is four times as wide again. Some figures past the figure where it got stuck it is narrow
//! as before. When no field was ever left out and still no move is left, the game is proved to be the longest.

use laplace_games::well::{Figure, Move};

use super::beam::{Beam, Layer};
use super::bits::Bits;
use super::history::{History, KEPT};
use super::{Limits, Progress};
use crate::Control;

/// How a search ended.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) moves: Vec<Move>,
    /// Every game was tried to its end: no longer one exists in the well that was searched.
    pub(super) exhausted: bool,
    /// The caller stopped it.
    pub(super) stopped: bool,
}

// Figures that the search goes back the first time; doubled each time.
const FIRST_STEP_BACK: usize = 8;
// The factor by which the beam is wider each time.
const WIDEN: usize = 4;

// Figures between two reports: a millisecond or so.
const REPORT_EVERY: usize = 1024;

/// A search under way.
pub(super) struct Search<'a, B> {
    figures: &'a [Figure],
    limits: &'a Limits,
    control: &'a Control<'a, Progress>,
    beam: Beam<B>,
    history: History<B>,
    /// The longest game of those that got stuck.
    longest: Vec<Move>,
    /// The number of times in a row that the search got stuck at the same place.
    tries: u32,
    /// The beam is wide up to this figure.
    wide_until: usize,
}

impl<'a, B: Bits> Search<'a, B> {
    pub(super) fn new(
        figures: &'a [Figure],
        beam: Beam<B>,
        limits: &'a Limits,
        control: &'a Control<'a, Progress>,
    ) -> Self {
        Self {
            figures,
            limits,
            control,
            beam,
            history: History::new(),
            longest: Vec::new(),
            tries: 0,
            wide_until: 0,
        }
    }

    pub(super) fn run(mut self) -> Outcome {
        while let Some(&figure) = self.figures.get(self.history.placed()) {
            if self.control.is_stopped() {
                return self.outcome(false, true);
            }
            self.report();
            let layer = self.beam.step(self.history.newest(), figure, self.width());
            if !layer.is_empty() {
                self.history.push(layer);
            } else if self.is_proof(&layer) {
                return self.outcome(true, false);
            } else if !self.come_again_wider() {
                return self.outcome(false, false);
            }
        }
        self.outcome(false, false)
    }

    fn report(&self) {
        let placed = self.history.placed();
        if placed.is_multiple_of(REPORT_EVERY) {
            let figures = self.figures.len();
            self.control.report(&Progress { placed, figures, beam_width: self.width() });
        }
    }

    fn is_proof(&self, stuck: &Layer<B>) -> bool {
        stuck.complete && self.beam.well().is_exact()
    }

    fn width(&self) -> usize {
        let tries = if self.history.placed() < self.wide_until { self.tries } else { 0 };
        self.limits
            .beam_width
            .saturating_mul(WIDEN.saturating_pow(tries))
            .clamp(1, self.limits.max_beam_width())
    }

    /// Goes back and widens the beam; false if it is as wide as it may be.
    fn come_again_wider(&mut self) -> bool {
        let stuck_at = self.history.placed();
        self.keep_longest();
        self.tries = if stuck_at < self.wide_until {
            if self.width() >= self.limits.max_beam_width() {
                return false;
            }
            self.tries + 1
        } else {
            1
        };
        let back = (FIRST_STEP_BACK << (self.tries - 1)).min(KEPT);
        self.wide_until = stuck_at + back;
        self.history.go_back(back);
        true
    }

    fn keep_longest(&mut self) {
        if self.history.placed() > self.longest.len() {
            self.longest = self.history.moves();
        }
    }

    fn outcome(mut self, exhausted: bool, stopped: bool) -> Outcome {
        self.keep_longest();
        Outcome { moves: self.longest, exhausted, stopped }
    }
}
