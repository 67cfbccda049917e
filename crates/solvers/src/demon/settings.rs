//! The numbers that searches are run with, found by measuring (docs/demon.md).

use super::cost::Weights;
use super::node::{Guide, Problem};
use super::parts::Parts;
use super::relaxed::Softness;
use super::search::{Attempt, Plan};
use super::share::{GAPS, Width};

/// A taste and a plan.
pub(super) struct Style {
    pub(super) guide: Guide,
    pub(super) plan: Plan,
}

const fn calm(nodes: usize) -> Width {
    Width { nodes, gaps: GAPS, tau: 150.0, floor: 0.1, bury: false }
}

/// Of a repair only the boards that have lost nothing more; plans share nearly alike.
const FOCUS: Width = Width { nodes: 0, gaps: 1, tau: 500.0, floor: 0.0, bury: false };

/// A game in a blink: some ten milliseconds.
pub(super) const fn quick() -> Plan {
    Plan { calm: calm(16), focus: FOCUS, attempts: Vec::new() }
}

/// A fair game in less than half a second, then a good one in one to two.
pub(super) fn first_games() -> [Plan; 2] {
    [plan(100, &[(100, 1_000)]), plan(200, &[(100, 2_000), (300, 2_000)])]
}

/// A game of a given width.
pub(super) fn of_width(width: usize) -> Plan {
    let nodes = width.clamp(1, WIDEST);
    plan(nodes, &[(100, (10 * nodes).min(WIDEST)), (300, (10 * nodes).min(WIDEST))])
}

/// More nodes a layer than this would take too much memory.
const WIDEST: usize = 30_000;

fn plan(nodes: usize, attempts: &[(usize, usize)]) -> Plan {
    let attempts = attempts.iter().map(|&(back, nodes)| Attempt { back, nodes }).collect();
    Plan { calm: calm(nodes), focus: FOCUS, attempts }
}

/// What the soft plan pays: a Tetris that leaves little needs the one right board, and so does standing high.
fn softness(parts: Parts) -> Softness {
    let mut softness = Softness { early_end: 1_000_000, ..Softness::default() };
    if !parts.soft_plan {
        return softness;
    }
    for (price, left) in softness.left_by_tetris.iter_mut().zip((1..=4).rev()) {
        *price = 40 * left;
    }
    for (price, left) in softness.below_full.iter_mut().zip((1..=6).rev()) {
        *price = 30 * left;
    }
    softness
}

/// The taste of the first games.
pub(super) fn guide(problem: &Problem) -> Guide {
    Guide::new(problem, &Weights::default(), &softness(problem.parts))
}

/// How many styles there are.
pub(super) const STYLES: usize = EFFORTS.len() * TASTES;
const TASTES: usize = 4;

/// Nodes a layer, and attempts at a repair.
type Effort = (usize, &'static [(usize, usize)]);

/// A game takes from a second to a minute.
const EFFORTS: [Effort; 5] = [
    (200, &[(100, 2_000), (300, 2_000)]),
    (500, &[(100, 5_000), (300, 10_000)]),
    (300, &[(100, 5_000), (600, 5_000)]),
    (1_000, &[(60, 20_000), (200, 20_000)]),
    (2_000, &[(100, 30_000), (300, 30_000)]),
];

/// Prices that differ enough from the usual ones to lead to other games.
fn taste(number: usize) -> Weights {
    let usual = Weights::default();
    match number {
        0 => Weights { step: [0, 4, 9, 20, 32], ..usual },
        1 => Weights { buried: 20, inner_well: 15, ..usual },
        2 => Weights { pit: [0, 6, 20, 45, 70], spike: [0, 1, 3], ..usual },
        _ => Weights { inner_well: 0, buried: 60, ..usual },
    }
}

/// The style of a round after the first games; the cheap ones come first.
pub(super) fn style(problem: &Problem, number: usize) -> Style {
    let (nodes, attempts) = EFFORTS[number / TASTES % EFFORTS.len()];
    let guide = Guide::new(problem, &taste(number % TASTES), &softness(problem.parts));
    Style { guide, plan: plan(nodes, attempts) }
}
