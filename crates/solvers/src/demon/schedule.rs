//! The numbers that searches are run with: beam widths, repairs and cost weights, found by measuring (docs/demon.md).

use super::cost::{Evaluator, Weights};
use super::placements::Placements;
use super::search::{Attempt, Boards, Plan};
use super::selection::{BeamWidth, REGRET_CLASSES};

/// What distinguishes one round from another: its cost weights and its plan.
pub(super) struct Profile {
    pub(super) evaluator: Evaluator,
    pub(super) plan: Plan,
}

const fn normal_width(nodes: usize) -> BeamWidth {
    BeamWidth { nodes, regret_classes: REGRET_CLASSES, keep_worse: false, allow_holes: false }
}

/// A repair keeps only the boards that have lost nothing more.
const REPAIR_WIDTH: BeamWidth =
    BeamWidth { nodes: 0, regret_classes: 1, keep_worse: false, allow_holes: false };

/// A game in some ten milliseconds.
pub(super) const fn quick() -> Plan {
    Plan { normal_width: normal_width(16), repair_width: REPAIR_WIDTH, attempts: Vec::new() }
}

/// A fair game in less than half a second, then a good one in one to two.
pub(super) fn first_games() -> [Plan; 2] {
    [
        plan(100, &[attempt(100, 1_000)]),
        plan(200, &[attempt(100, 2_000), attempt(300, 2_000), planned(0, 500), covered(100, 1_000)]),
    ]
}

/// A game of a given beam width.
pub(super) fn of_width(width: usize) -> Plan {
    let nodes = width.clamp(1, MAX_NODES);
    let repair_nodes = (10 * nodes).min(MAX_NODES);
    let covered_nodes = 5 * nodes.min(MAX_NODES / 10);
    plan(nodes, &[attempt(100, repair_nodes), attempt(300, repair_nodes), covered(100, covered_nodes)])
}

/// More nodes in a layer would take too much memory.
const MAX_NODES: usize = 30_000;

const fn attempt(back: usize, nodes: usize) -> Attempt {
    Attempt { back, nodes, boards: Boards::Heights }
}

const fn covered(back: usize, nodes: usize) -> Attempt {
    Attempt { back, nodes, boards: Boards::Covered }
}

const fn planned(back: usize, nodes: usize) -> Attempt {
    Attempt { back, nodes, boards: Boards::Planned }
}

fn plan(nodes: usize, attempts: &[Attempt]) -> Plan {
    Plan { normal_width: normal_width(nodes), repair_width: REPAIR_WIDTH, attempts: attempts.to_vec() }
}

/// The evaluator of the first games.
pub(super) fn evaluator(placements: &Placements) -> Evaluator {
    Evaluator::new(&Weights::default(), placements)
}

/// The number of profiles.
pub(super) const PROFILES: usize = EFFORTS.len() * WEIGHT_SETS;
const WEIGHT_SETS: usize = 4;

/// The number of boards that a proof may look at for each situation, before the round of a profile. A million take a third of a second where most are
/// dropped, and a second where most are kept; but if too many are kept, the situation is given up. A proof must not cost a better game.
pub(super) const fn proof_work(number: usize) -> usize {
    match number {
        0 => 400_000,
        1..=3 => 1_000_000,
        4..=7 => 5_000_000,
        _ => 40_000_000,
    }
}

/// How much work a game takes.
struct Effort {
    /// Nodes of a normal layer.
    nodes: usize,
    /// Attempts at a repair.
    attempts: &'static [Attempt],
}

/// A game takes from a second to a minute.
const EFFORTS: [Effort; 5] = [
    Effort {
        nodes: 200,
        attempts: &[
            attempt(100, 2_000),
            attempt(300, 2_000),
            planned(0, 1_000),
            covered(100, 2_000),
            planned(100, 1_000),
        ],
    },
    Effort {
        nodes: 500,
        attempts: &[
            attempt(100, 5_000),
            attempt(300, 10_000),
            planned(0, 2_000),
            covered(100, 4_000),
            planned(100, 2_000),
        ],
    },
    Effort {
        nodes: 300,
        attempts: &[
            attempt(100, 5_000),
            attempt(600, 5_000),
            planned(0, 3_000),
            covered(300, 2_000),
            planned(300, 2_000),
        ],
    },
    Effort {
        nodes: 1_000,
        attempts: &[
            attempt(60, 20_000),
            attempt(200, 20_000),
            planned(0, 8_000),
            covered(100, 12_000),
            planned(100, 6_000),
        ],
    },
    Effort {
        nodes: 2_000,
        attempts: &[
            attempt(100, 30_000),
            attempt(300, 30_000),
            planned(0, 15_000),
            covered(300, 8_000),
            planned(300, 6_000),
        ],
    },
];

/// Cost weights that differ enough from the usual ones to lead to other games.
fn weights(number: usize) -> Weights {
    let usual = Weights::default();
    match number {
        0 => Weights { step: [0, 4, 9, 20, 32], ..usual },
        1 => Weights { hole: 20, inner_well: 15, ..usual },
        2 => Weights { pit: [0, 6, 20, 45, 70], spike: [0, 1, 3], ..usual },
        _ => Weights { inner_well: 0, hole: 60, ..usual },
    }
}

/// The profile of a round after the first games; the cheap ones come first.
pub(super) fn profile(placements: &Placements, number: usize) -> Profile {
    let Effort { nodes, attempts } = EFFORTS[number / WEIGHT_SETS % EFFORTS.len()];
    let evaluator = Evaluator::new(&weights(number % WEIGHT_SETS), placements);
    Profile { evaluator, plan: plan(nodes, attempts) }
}
