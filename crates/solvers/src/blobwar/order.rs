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

use super::node::{Node, Packed, Reach};
use super::planes::Planes;
use super::settings::Ideas;

/// What a move gains in rank that refuted a sibling.
const KILLER: i32 = 250;
/// What it gains for each blob turned, and for doubling.
const TURNED: i32 = 200;
const DOUBLED: i32 = 300;
/// Taken off a jump for each own blob around a cell that the opponent can land on.
const LEFT_OPEN: i32 = 60;

/// A move and how early it should be tried: the rank above, the move in the lowest bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Ranked(u32);

impl Ranked {
    const MOVE_BITS: u32 = 12;
    const MIDDLE: i32 = 1 << 19;

    fn new(played: Packed, rank: i32) -> Self {
        Self(((rank + Self::MIDDLE) as u32) << Self::MOVE_BITS | played.index() as u32)
    }

    /// The move.
    pub(super) const fn played(self) -> Packed {
        Packed::from_bits((self.0 & ((1 << Self::MOVE_BITS) - 1)) as u16)
    }
}

/// Which moves come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Stage {
    /// The move that was best before.
    #[default]
    Before,
    /// Doublings, and jumps that turn something.
    Gains,
    /// Jumps that turn nothing.
    QuietJumps,
    /// Moves that turn too little to be expected to help.
    Rest,
    /// None.
    Done,
}

/// The moves of a node as far as they are generated.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    ranked: Vec<Ranked>,
    tried: usize,
    stage: Stage,
}

impl Moves {
    pub(super) fn clear(&mut self) {
        self.ranked.clear();
        self.tried = 0;
        self.stage = Stage::Before;
    }

    /// Takes the best guess of those left.
    pub(super) fn next(&mut self, ranking: &Ranking<'_>) -> Option<Packed> {
        loop {
            if let Some(best) = self.pick() {
                return Some(best.played());
            }
            match self.stage {
                Stage::Before => {
                    self.stage = Stage::Gains;
                    if ranking.before.is_possible(ranking.node, ranking.reach) {
                        self.ranked.push(Ranked::new(ranking.before, 0));
                    }
                }
                Stage::Gains => {
                    self.stage = Stage::QuietJumps;
                    ranking.gains(&mut self.ranked);
                }
                Stage::QuietJumps => {
                    self.stage = Stage::Rest;
                    ranking.quiet_jumps(&mut self.ranked);
                }
                Stage::Rest => {
                    self.stage = Stage::Done;
                    if !ranking.needed.wants_rest {
                        return None;
                    }
                    ranking.rest(&mut self.ranked);
                }
                Stage::Done => return None,
            }
        }
    }

    /// Whether all that is left is jumps that turn nothing.
    pub(super) fn only_quiet_jumps_left(&self) -> bool {
        self.stage == Stage::Rest || (self.stage == Stage::QuietJumps && self.tried == self.ranked.len())
    }

    fn pick(&mut self) -> Option<Ranked> {
        let rest = self.ranked.get_mut(self.tried..)?;
        let best = Ranked(rest.iter().fold(0, |best, ranked| best.max(ranked.0)));
        let place = rest.iter().position(|&ranked| ranked == best)?;
        rest.swap(0, place);
        self.tried += 1;
        Some(best)
    }
}

/// The moves that refuted the nodes searched before at each ply.
#[derive(Clone, Debug)]
pub(super) struct Memory {
    killers: Vec<[Packed; 2]>,
}

impl Memory {
    pub(super) fn new(plies: usize) -> Self {
        Self { killers: vec![[Packed::NONE; 2]; plies] }
    }

    /// Learns from a move that refuted a node.
    pub(super) fn learn(&mut self, refutation: Packed, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != refutation {
            *killers = [refutation, killers[0]];
        }
    }

    fn rank(&self, played: Packed, ply: usize, ideas: &Ideas) -> i32 {
        let killer = ideas.killers && self.killers[ply].contains(&played);
        if killer { KILLER } else { 0 }
    }
}

/// How many blobs a move must turn to be worth a try.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Needed {
    pub(super) by_doublings: i32,
    pub(super) by_jumps: i32,
    /// Whether the others are wanted, too, in the end.
    pub(super) wants_rest: bool,
}

/// What ranks the moves of one node.
pub(super) struct Ranking<'a> {
    pub(super) node: &'a Node,
    pub(super) reach: &'a Reach,
    pub(super) before: Packed,
    pub(super) needed: Needed,
    pub(super) ply: usize,
    pub(super) memory: &'a Memory,
    pub(super) ideas: &'a Ideas,
}

impl Ranking<'_> {
    /// Adds doublings, and jumps that turn something.
    fn gains(&self, list: &mut Vec<Ranked>) {
        let turned = Planes::of(self.node.them);
        self.doublings(list, turned.at_least(self.needed.by_doublings));
        self.jumps(list, turned.at_least(self.needed.by_jumps.max(1)));
    }

    /// Adds jumps that turn nothing.
    fn quiet_jumps(&self, list: &mut Vec<Ranked>) {
        if self.needed.by_jumps <= 0 {
            self.jumps(list, !self.node.them.spread());
        }
    }

    /// Adds what was left out so far.
    fn rest(&self, list: &mut Vec<Ranked>) {
        let turned = Planes::of(self.node.them);
        self.doublings(list, !turned.at_least(self.needed.by_doublings));
        self.jumps(list, !turned.at_least(self.needed.by_jumps));
    }

    fn doublings(&self, list: &mut Vec<Ranked>, to_these: Bitboard) {
        for to in self.reach.doublings & to_these {
            self.push(list, Packed::double(to), DOUBLED + TURNED * self.turns(to));
        }
    }

    fn jumps(&self, list: &mut Vec<Ranked>, to_these: Bitboard) {
        let exposed = self.node.them.spread().spread();
        for to in self.reach.targets & to_these {
            let gain = TURNED * self.turns(to);
            for from in to.ring() & self.node.us {
                self.push(list, Packed::jump(from, to), gain - self.left_open(from, exposed));
            }
        }
    }

    fn push(&self, list: &mut Vec<Ranked>, played: Packed, gain: i32) {
        if played != self.before {
            list.push(Ranked::new(played, gain + self.memory.rank(played, self.ply, self.ideas)));
        }
    }

    fn turns(&self, to: Cell) -> i32 {
        (to.neighbours() & self.node.them).len() as i32
    }

    /// What a jump leaves to be turned around the cell that it leaves.
    fn left_open(&self, from: Cell, exposed: Bitboard) -> i32 {
        let around = (from.neighbours() & self.node.us).len() as i32;
        if exposed.contains(from) { LEFT_OPEN * around } else { 0 }
    }
}
