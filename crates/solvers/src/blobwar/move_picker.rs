//! The move picker: the moves of a node, the most promising first.
//!
//! Alpha-beta depends on trying the refutation first, and most nodes need no other move. So moves come in stages, and a
//! stage is generated only when the one before it is used up: the move of the transposition table; then doublings and
//! captures; then the jumps that flip nothing (quiet jumps). Within a stage a move ranks by what it gains at once (blobs
//! flipped, and one for a doubling) less what a jump exposes (blobs around a cell that the opponent can now land on),
//! plus a bonus for killer moves and for its history.
//!
//! A move and its rank are one word, so that picking the best move is a maximum over words, which compilers vectorise.

use std::collections::VecDeque;

use laplace_games::blobwar::{Bitboard, Cell};

use super::node::{Node, PackedMove, Targets};
use super::planes::Planes;
use super::settings::Toggles;

/// The bonus of a killer move: a little more than two flipped blobs.
const KILLER_BONUS: i32 = 440;
/// The bonus for each flipped blob: the unit of the others.
const FLIP_BONUS: i32 = 200;
/// The bonus of a doubling: more than one flipped blob.
const DOUBLE_BONUS: i32 = 260;
/// The bonus of the best history.
const HISTORY_BONUS: i32 = 52;
/// The penalty of a jump for each own blob around its origin, if the opponent can land there.
const EXPOSED_PENALTY: i32 = 48;

/// A move and its rank: the rank in the upper bits, the move in the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(u32);

impl ScoredMove {
    const MOVE_BITS: u32 = 12;
    /// Added to ranks, which can be negative.
    const OFFSET: i32 = 1 << 19;

    fn new(played: PackedMove, rank: i32) -> Self {
        Self(((rank + Self::OFFSET) as u32) << Self::MOVE_BITS | played.index() as u32)
    }

    /// The move.
    pub(super) const fn played(self) -> PackedMove {
        PackedMove::from_bits((self.0 & ((1 << Self::MOVE_BITS) - 1)) as u16)
    }
}

/// The moves that are generated next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move of the transposition table.
    #[default]
    TtMove,
    /// Doublings, and jumps that flip something.
    Good,
    /// Jumps that flip nothing.
    QuietJumps,
    /// Moves that flip too little for the futility margin.
    Futile,
    /// There are no more.
    Done,
}

/// The moves of a node that are generated.
#[derive(Clone, Debug, Default)]
pub(super) struct MovePicker {
    ranked: Vec<ScoredMove>,
    tried: usize,
    stage: Stage,
    /// Moves that another thread was searching when they were picked.
    deferred: VecDeque<PackedMove>,
}

impl MovePicker {
    pub(super) fn clear(&mut self) {
        self.ranked.clear();
        self.deferred.clear();
        self.tried = 0;
        self.stage = Stage::TtMove;
    }

    /// The most promising of the moves that are left.
    pub(super) fn next(&mut self, scorer: &MoveScorer<'_>) -> Option<PackedMove> {
        loop {
            if let Some(best) = self.pick() {
                return Some(best.played());
            }
            match self.stage {
                Stage::TtMove => {
                    self.stage = Stage::Good;
                    if scorer.tt_move.is_possible(scorer.node, scorer.targets) {
                        self.ranked.push(ScoredMove::new(scorer.tt_move, 0));
                    }
                }
                Stage::Good => {
                    self.stage = Stage::QuietJumps;
                    scorer.good_moves(&mut self.ranked);
                }
                Stage::QuietJumps => {
                    self.stage = Stage::Futile;
                    scorer.quiet_jumps(&mut self.ranked);
                }
                Stage::Futile => {
                    self.stage = Stage::Done;
                    if !scorer.futility.wants_futile {
                        return None;
                    }
                    scorer.futile_moves(&mut self.ranked);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Keeps a move for later.
    pub(super) fn defer(&mut self, played: PackedMove) {
        self.deferred.push_back(played);
    }

    /// The first of the moves that were deferred.
    pub(super) fn next_deferred(&mut self) -> Option<PackedMove> {
        self.deferred.pop_front()
    }

    /// The moves that were searched before this one, the last.
    pub(super) fn searched_before(&self, last: PackedMove) -> impl Iterator<Item = PackedMove> {
        let tried = self.ranked[..self.tried].iter().map(|ranked| ranked.played());
        tried.filter(move |played| *played != last && !self.deferred.contains(played))
    }

    /// Whether only quiet jumps are left.
    pub(super) fn only_quiet_jumps_left(&self) -> bool {
        self.stage == Stage::Futile || (self.stage == Stage::QuietJumps && self.tried == self.ranked.len())
    }

    fn pick(&mut self) -> Option<ScoredMove> {
        let rest = self.ranked.get_mut(self.tried..)?;
        let best = ScoredMove(rest.iter().fold(0, |best, ranked| best.max(ranked.0)));
        let index = rest.iter().position(|&ranked| ranked == best)?;
        rest.swap(0, index);
        self.tried += 1;
        Some(best)
    }
}

/// Killer moves: at each ply the last two moves that caused a beta cutoff.
#[derive(Clone, Debug)]
pub(super) struct Killers(Vec<[PackedMove; 2]>);

impl Killers {
    pub(super) fn new(plies: usize) -> Self {
        Self(vec![[PackedMove::NONE; 2]; plies])
    }

    /// Records a move that caused a beta cutoff.
    pub(super) fn update(&mut self, refutation: PackedMove, ply: usize) {
        let killers = &mut self.0[ply];
        if killers[0] != refutation {
            *killers = [refutation, killers[0]];
        }
    }

    fn bonus(&self, played: PackedMove, ply: usize, toggles: &Toggles) -> i32 {
        let killer = toggles.killers && self.0[ply].contains(&played);
        if killer { KILLER_BONUS } else { 0 }
    }
}

/// The history heuristic: how often each move has caused a beta cutoff in this search, and how often it was tried in vain.
///
/// A number nears [`MAX_HISTORY`], or its opposite, the more slowly the nearer it is, so that what happened last counts most.
#[derive(Clone, Debug)]
pub(super) struct History(Vec<i32>);

/// The largest history of a move.
pub(super) const MAX_HISTORY: i32 = 16_384;
/// The change of a history for each ply of depth, and the largest one.
const HISTORY_STEP: i32 = 300;
const MAX_HISTORY_STEP: i32 = 1_500;

impl History {
    pub(super) fn new() -> Self {
        Self(vec![0; Cell::COUNT * Cell::COUNT])
    }

    /// Records a move that caused a beta cutoff at this depth, after others that did not.
    pub(super) fn update(
        &mut self,
        refutation: PackedMove,
        in_vain: impl Iterator<Item = PackedMove>,
        depth: i32,
    ) {
        let step = (HISTORY_STEP * depth).min(MAX_HISTORY_STEP);
        let mut change = |played: PackedMove, by: i32| {
            let history = &mut self.0[played.index()];
            *history += by - step * *history / MAX_HISTORY;
        };
        change(refutation, step);
        for played in in_vain {
            change(played, -step);
        }
    }

    /// The history of a move, from `-MAX_HISTORY` to [`MAX_HISTORY`].
    pub(super) fn of(&self, played: PackedMove) -> i32 {
        self.0[played.index()]
    }
}

/// The futility margin in flipped blobs: moves that flip fewer are left out near the horizon.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FutilityMargin {
    pub(super) by_doublings: i32,
    pub(super) by_jumps: i32,
    /// Whether the moves left out are tried after all the others.
    pub(super) wants_futile: bool,
}

/// Generates and ranks the moves of one node.
pub(super) struct MoveScorer<'a> {
    pub(super) node: &'a Node,
    pub(super) targets: &'a Targets,
    pub(super) tt_move: PackedMove,
    pub(super) futility: FutilityMargin,
    pub(super) ply: usize,
    pub(super) killers: &'a Killers,
    pub(super) history: &'a History,
    pub(super) toggles: &'a Toggles,
}

impl MoveScorer<'_> {
    /// Adds doublings, and jumps that flip something.
    fn good_moves(&self, list: &mut Vec<ScoredMove>) {
        let flipped = Planes::of(self.node.them);
        self.doublings(list, flipped.at_least(self.futility.by_doublings));
        self.jumps(list, flipped.at_least(self.futility.by_jumps.max(1)));
    }

    /// Adds jumps that flip nothing.
    fn quiet_jumps(&self, list: &mut Vec<ScoredMove>) {
        if self.futility.by_jumps <= 0 {
            self.jumps(list, !self.node.them.spread());
        }
    }

    /// Adds the moves that the futility margin left out.
    fn futile_moves(&self, list: &mut Vec<ScoredMove>) {
        let flipped = Planes::of(self.node.them);
        self.doublings(list, !flipped.at_least(self.futility.by_doublings));
        self.jumps(list, !flipped.at_least(self.futility.by_jumps));
    }

    fn doublings(&self, list: &mut Vec<ScoredMove>, to_these: Bitboard) {
        for to in self.targets.doublings & to_these {
            self.push(list, PackedMove::double(to), DOUBLE_BONUS + FLIP_BONUS * self.flips(to));
        }
    }

    fn jumps(&self, list: &mut Vec<ScoredMove>, to_these: Bitboard) {
        let exposed = self.node.them.spread().spread();
        for to in self.targets.reachable & to_these {
            let gain = FLIP_BONUS * self.flips(to);
            for from in to.ring() & self.node.us {
                self.push(list, PackedMove::jump(from, to), gain - self.exposed(from, exposed));
            }
        }
    }

    fn push(&self, list: &mut Vec<ScoredMove>, played: PackedMove, gain: i32) {
        if played != self.tt_move {
            let killer = self.killers.bonus(played, self.ply, self.toggles);
            let history = HISTORY_BONUS * self.history.of(played) / MAX_HISTORY;
            list.push(ScoredMove::new(played, gain + killer + history));
        }
    }

    fn flips(&self, to: Cell) -> i32 {
        (to.neighbours() & self.node.them).len() as i32
    }

    /// The penalty for what the opponent could flip around the origin of a jump.
    fn exposed(&self, from: Cell, exposed: Bitboard) -> i32 {
        let around = (from.neighbours() & self.node.us).len() as i32;
        if exposed.contains(from) { EXPOSED_PENALTY * around } else { 0 }
    }
}
