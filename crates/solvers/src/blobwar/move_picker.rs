//! The moves of a node, best guess first.
//!
//! Alpha-beta lives on trying the refutation first, and most nodes need no other move. So moves come in
//! stages, and a stage is generated only when the one before it is used up: the move that was best before;
//! then doublings and captures; then the jumps that turn nothing. Within a stage the guess is what a move gains
//! at once (blobs turned, and one for a doubling) less what a jump leaves behind (blobs around a cell that the
//! opponent can now land on), helped by what refuted siblings (killers).
//!
//! A move and its rank are one word, so that the best of many is a maximum, which compilers do well.

use laplace_games::blobwar::{Bitboard, Cell};

use super::node::{Node, PackedMove, Targets};
use super::planes::Planes;
use super::settings::Toggles;

/// What a move gains in rank that refuted a sibling.
const KILLER_BONUS: i32 = 250;
/// What it gains for each blob turned, and for doubling.
const FLIP_BONUS: i32 = 200;
const DOUBLE_BONUS: i32 = 300;
/// Taken off a jump for each own blob around a cell that the opponent can land on.
const EXPOSED_PENALTY: i32 = 60;

/// A move and how early it should be tried: the rank above, the move in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ScoredMove(u32);

impl ScoredMove {
    const MOVE_BITS: u32 = 12;
    const MIDDLE: i32 = 1 << 19;

    fn new(played: PackedMove, rank: i32) -> Self {
        Self(((rank + Self::MIDDLE) as u32) << Self::MOVE_BITS | played.index() as u32)
    }

    /// The move.
    pub(super) const fn played(self) -> PackedMove {
        PackedMove::from_bits((self.0 & ((1 << Self::MOVE_BITS) - 1)) as u16)
    }
}

/// Which moves come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move that was best before.
    #[default]
    TtMove,
    /// Doublings, and jumps that turn something.
    Good,
    /// Jumps that turn nothing.
    QuietJumps,
    /// Moves that turn too little to be expected to help.
    Rest,
    /// None.
    Done,
}

/// The moves of a node as far as they are generated.
#[derive(Clone, Debug, Default)]
pub(super) struct MovePicker {
    ranked: Vec<ScoredMove>,
    tried: usize,
    stage: Stage,
}

impl MovePicker {
    pub(super) fn clear(&mut self) {
        self.ranked.clear();
        self.tried = 0;
        self.stage = Stage::TtMove;
    }

    /// Takes the best guess of those left.
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
                    self.stage = Stage::Rest;
                    scorer.quiet_jumps(&mut self.ranked);
                }
                Stage::Rest => {
                    self.stage = Stage::Done;
                    if !scorer.futility.wants_rest {
                        return None;
                    }
                    scorer.rest(&mut self.ranked);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether all that is left is jumps that turn nothing.
    pub(super) fn only_quiet_jumps_left(&self) -> bool {
        self.stage == Stage::Rest || (self.stage == Stage::QuietJumps && self.tried == self.ranked.len())
    }

    fn pick(&mut self) -> Option<ScoredMove> {
        let rest = self.ranked.get_mut(self.tried..)?;
        let best = ScoredMove(rest.iter().fold(0, |best, ranked| best.max(ranked.0)));
        let context = rest.iter().position(|&ranked| ranked == best)?;
        rest.swap(0, context);
        self.tried += 1;
        Some(best)
    }
}

/// The moves that refuted the nodes searched before at each ply.
#[derive(Clone, Debug)]
pub(super) struct Killers {
    killers: Vec<[PackedMove; 2]>,
}

impl Killers {
    pub(super) fn new(plies: usize) -> Self {
        Self { killers: vec![[PackedMove::NONE; 2]; plies] }
    }

    /// Learns from a move that refuted a node.
    pub(super) fn update(&mut self, refutation: PackedMove, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != refutation {
            *killers = [refutation, killers[0]];
        }
    }

    fn bonus(&self, played: PackedMove, ply: usize, toggles: &Toggles) -> i32 {
        let killer = toggles.killers && self.killers[ply].contains(&played);
        if killer { KILLER_BONUS } else { 0 }
    }
}

/// How many blobs a move must turn to be worth a try.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct FutilityMargin {
    pub(super) by_doublings: i32,
    pub(super) by_jumps: i32,
    /// Whether the others are wanted, too, in the end.
    pub(super) wants_rest: bool,
}

/// What ranks the moves of one node.
pub(super) struct MoveScorer<'a> {
    pub(super) node: &'a Node,
    pub(super) targets: &'a Targets,
    pub(super) tt_move: PackedMove,
    pub(super) futility: FutilityMargin,
    pub(super) ply: usize,
    pub(super) killers: &'a Killers,
    pub(super) toggles: &'a Toggles,
}

impl MoveScorer<'_> {
    /// Adds doublings, and jumps that turn something.
    fn good_moves(&self, list: &mut Vec<ScoredMove>) {
        let flipped = Planes::of(self.node.them);
        self.doublings(list, flipped.at_least(self.futility.by_doublings));
        self.jumps(list, flipped.at_least(self.futility.by_jumps.max(1)));
    }

    /// Adds jumps that turn nothing.
    fn quiet_jumps(&self, list: &mut Vec<ScoredMove>) {
        if self.futility.by_jumps <= 0 {
            self.jumps(list, !self.node.them.spread());
        }
    }

    /// Adds what was left out so far.
    fn rest(&self, list: &mut Vec<ScoredMove>) {
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
                self.push(list, PackedMove::jump(from, to), gain - self.left_open(from, exposed));
            }
        }
    }

    fn push(&self, list: &mut Vec<ScoredMove>, played: PackedMove, gain: i32) {
        if played != self.tt_move {
            list.push(ScoredMove::new(played, gain + self.killers.bonus(played, self.ply, self.toggles)));
        }
    }

    fn flips(&self, to: Cell) -> i32 {
        (to.neighbours() & self.node.them).len() as i32
    }

    /// What a jump leaves to be turned around the cell that it leaves.
    fn left_open(&self, from: Cell, exposed: Bitboard) -> i32 {
        let around = (from.neighbours() & self.node.us).len() as i32;
        if exposed.contains(from) { EXPOSED_PENALTY * around } else { 0 }
    }
}
