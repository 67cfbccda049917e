//! Two games of one seed, side by side: where they part, and which of them gains where.

use std::iter;

use laplace_games::demon::LINES;

use super::{Analysis, LossReason};
use crate::recording::DemonRecording;

/// Two games of one seed compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SideBySide {
    /// The number of the first piece that they place differently, from 1. `None`: one begins as the other goes on.
    pub parted: Option<usize>,
    /// After how many pieces both have the same board, the common beginning included.
    pub same_boards: usize,
    /// Where one gains on the other, in order. Empty if the games have different numbers of pieces: what a game can
    /// still come to depends on that number.
    pub gains: Vec<Gain>,
}

/// A piece with which one game lost more than the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gain {
    /// The number of the piece, from 1.
    pub placed: usize,
    /// Whether the first game gains; otherwise the second does.
    pub first: bool,
    /// How much less it lost.
    pub points: u32,
    /// By how much the first game leads afterwards, by what both can still come to.
    pub lead: i64,
    /// Why the other lost more.
    pub reason: Option<LossReason>,
}

impl SideBySide {
    /// Compares two games of one seed; the analyses are theirs, against the same bounds.
    pub fn new(
        first: &DemonRecording,
        first_analysis: &Analysis,
        second: &DemonRecording,
        second_analysis: &Analysis,
    ) -> Self {
        let steps = || first.steps().iter().zip(second.steps());
        let parted = steps().position(|(left, right)| left.chosen != right.chosen).map(|place| place + 1);
        let mut left = first.state(0);
        let mut right = second.state(0);
        let mut same_boards = 0;
        for (left_step, right_step) in steps() {
            // Both were played when the recordings were made.
            _ = left.play(left_step.chosen);
            _ = right.play(right_step.chosen);
            // The pieces that the blocks came from do not matter.
            let is_same = (0..LINES).all(|line| left.board().row(line) == right.board().row(line));
            same_boards += usize::from(is_same);
        }
        let same_length = first.steps().len() == second.steps().len();
        let gains = if same_length { gains(first_analysis, second_analysis) } else { Vec::new() };
        Self { parted, same_boards, gains }
    }
}

fn gains(first: &Analysis, second: &Analysis) -> Vec<Gain> {
    let reason = |analysis: &Analysis, placed: usize| {
        analysis.losses.iter().find(|loss| loss.placed == placed).map(|loss| loss.reason)
    };
    let leads = first.points.iter().zip(&second.points);
    let leads = leads.map(|(left, right)| i64::from(left.reach) - i64::from(right.reach));
    let mut gains = Vec::new();
    let mut before = 0;
    for (placed, lead) in iter::zip(0.., leads) {
        if lead != before {
            let loser = if lead > before { second } else { first };
            gains.push(Gain {
                placed,
                first: lead > before,
                points: lead.abs_diff(before) as u32,
                lead,
                reason: reason(loser, placed),
            });
        }
        before = lead;
    }
    gains
}
