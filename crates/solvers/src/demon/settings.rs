//! The numbers that searches are run with, found by measuring (docs/demon.md).

use super::cost::Weights;
use super::node::{Guide, Problem};
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

/// A good game in about a second.
pub(super) fn good() -> Plan {
    plan(200, &[(100, 2_000), (300, 2_000)])
}

/// A game of a given width.
pub(super) fn of_width(width: usize) -> Plan {
    let nodes = width.clamp(1, WIDEST);
    plan(nodes, &[(100, (10 * nodes).min(WIDEST)), (300, (10 * nodes).min(WIDEST))])
}

/// More nodes a layer than this would take too much memory.
const WIDEST: usize = 60_000;

fn plan(nodes: usize, attempts: &[(usize, usize)]) -> Plan {
    let attempts = attempts.iter().map(|&(back, nodes)| Attempt { back, nodes }).collect();
    Plan { calm: calm(nodes), focus: FOCUS, attempts }
}

/// What the soft plan pays: a Tetris that leaves little needs the one right board, and so does standing high.
fn softness() -> Softness {
    let mut softness = Softness { early_end: 1_000_000, ..Softness::default() };
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
    Guide::new(problem, &Weights::default(), &softness())
}

/// The styles in which losses are repaired after the first games, one after the other.
pub(super) const STYLES: usize = 3;

/// One of them.
pub(super) fn style(problem: &Problem, number: usize) -> Style {
    match number {
        0 => Style { guide: guide(problem), plan: plan(200, &[(100, 4_000), (300, 6_000), (100, 20_000)]) },
        1 => {
            let focus = Width { tau: 1000.0, bury: true, ..FOCUS };
            let plan = plan(300, &[(60, 10_000), (600, 10_000), (150, 30_000)]);
            Style { guide: guide(problem), plan: Plan { focus, ..plan } }
        }
        _ => {
            let weights = Weights { buried: 15, inner_well: 10, ..Weights::default() };
            let guide = Guide::new(problem, &weights, &softness());
            Style { guide, plan: plan(400, &[(100, 40_000), (300, 40_000), (1000, 20_000)]) }
        }
    }
}
