//! The moves of a node, best guess first.
//!
//! Alpha-beta lives on trying the refutation first. The guess: the move that was best before, then by what a
//! move gains at once (blobs turned, and one for a doubling) less what a jump leaves behind (blobs around a
//! cell that the opponent can now land on), helped by what refuted siblings (killers) and other positions
//! (history). Moves are picked one at a time, since most nodes need only the first.

use games::blobwar::Cell;

use super::node::{Node, Packed, Reach};
use super::planes::Planes;
use super::settings::Ideas;

const BEST_BEFORE: i32 = 1 << 24;
const KILLER: i32 = 250;
const TURNED: i32 = 200;
const DOUBLED: i32 = 150;
/// Taken off a jump for each own blob around a cell that the opponent can land on.
const LEFT_OPEN: i32 = 60;
/// No history weighs more.
const MOST_HISTORY: i32 = 400;

/// A move and how early it should be tried.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ranked {
    pub(super) played: Packed,
    /// How many blobs it turns.
    pub(super) turns: u32,
    rank: i32,
}

/// The moves of a node that are not tried yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    ranked: Vec<Ranked>,
    tried: usize,
}

impl Moves {
    /// Takes the best guess of those left.
    pub(super) fn next(&mut self) -> Option<Ranked> {
        let rest = self.ranked.get_mut(self.tried..)?;
        let best = rest.iter().enumerate().max_by_key(|(place, ranked)| (ranked.rank, usize::MAX - place))?.0;
        rest.swap(0, best);
        self.tried += 1;
        rest.first().copied()
    }

    pub(super) fn clear(&mut self) {
        self.ranked.clear();
        self.tried = 0;
    }

    /// The moves that were tried before the last one.
    pub(super) fn tried_before(&self) -> &[Ranked] {
        &self.ranked[..self.tried.saturating_sub(1)]
    }

    fn push(&mut self, played: Packed, turns: u32, rank: i32) {
        self.ranked.push(Ranked { played, turns, rank });
    }
}

/// What earlier nodes taught about moves.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    killers: Vec<[Packed; 2]>,
    history: [Vec<i32>; 2],
}

impl Memory {
    pub(super) fn new(plies: usize) -> Self {
        let none = || vec![0; Cell::COUNT * Cell::COUNT];
        Self { killers: vec![[Packed::NONE; 2]; plies], history: [none(), none()] }
    }

    /// Learns from a move that refuted a node, after others that did not.
    pub(super) fn learn(&mut self, refutation: Ranked, failed: &[Ranked], depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != refutation.played {
            *killers = [refutation.played, killers[0]];
        }
        let history = &mut self.history[ply & 1];
        let bonus = (depth * depth).min(MOST_HISTORY / 2);
        nudge(&mut history[refutation.played.index()], bonus);
        for ranked in failed {
            nudge(&mut history[ranked.played.index()], -bonus);
        }
    }

    fn rank(&self, played: Packed, ply: usize, ideas: &Ideas) -> i32 {
        let killer = ideas.killers && self.killers[ply].contains(&played);
        let history = if ideas.history { self.history[ply & 1][played.index()] } else { 0 };
        history + if killer { KILLER } else { 0 }
    }
}

/// Moves a value by a bonus, less the nearer it already is to the limit.
fn nudge(value: &mut i32, bonus: i32) {
    *value += bonus - *value * bonus.abs() / MOST_HISTORY;
}

/// What ranks the moves of one node.
pub(super) struct Ranking<'a> {
    pub(super) node: &'a Node,
    pub(super) before: Packed,
    pub(super) ply: usize,
    pub(super) memory: &'a Memory,
    pub(super) ideas: &'a Ideas,
}

impl Ranking<'_> {
    /// Adds all doublings and jumps.
    pub(super) fn fill(&self, moves: &mut Moves, reach: &Reach) {
        let turned = Planes::of(self.node.them);
        for to in reach.doublings {
            let played = Packed::double(to);
            let turns = turned.at(to);
            moves.push(played, turns, self.rank(played, turns) + DOUBLED);
        }
        let exposed = self.node.them.spread().spread();
        for from in self.node.us {
            let open = exposed.contains(from);
            let left = if open { LEFT_OPEN * (from.neighbours() & self.node.us).len() as i32 } else { 0 };
            for to in from.ring() & reach.targets {
                let played = Packed::jump(from, to);
                let turns = turned.at(to);
                moves.push(played, turns, self.rank(played, turns) - left);
            }
        }
    }

    fn rank(&self, played: Packed, turns: u32) -> i32 {
        let before = if played == self.before { BEST_BEFORE } else { 0 };
        before + TURNED * turns as i32 + self.memory.rank(played, self.ply, self.ideas)
    }
}
