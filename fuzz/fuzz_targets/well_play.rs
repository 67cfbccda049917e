//! The fast well equals the slow one: the first byte is the depth, each pair after it a figure and a move.

#![no_main]

use laplace_games::well::slow::SlowState;
use laplace_games::well::{Depth, Figure, Problem, State, UncheckedMove};
use laplace_fuzz::well_cells;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Some((&depth, pairs)) = bytes.split_first() else { return };
    let depth = Depth::new(1 + u32::from(depth) % 20).expect("1 to 20");
    let (pairs, _) = pairs.as_chunks::<2>();
    let figures: Vec<Figure> = pairs.iter().map(|pair| Figure::ALL[usize::from(pair[0]) % 7]).collect();
    let mut slow = SlowState::new(&figures, depth);
    let mut fast = State::new(Problem { figures, depth });
    for &[_, byte] in pairs {
        // 11 columns and 5 rotations: one too many of each.
        let unchecked = UncheckedMove { rotation: u32::from(byte / 11 % 5), column: u32::from(byte % 11) };
        let (left, right) = (fast.attempt(unchecked).ok(), slow.play(unchecked.rotation, unchecked.column));
        let left = left.map(|facts| (facts.landing_row, facts.rows_deleted(), facts.sticks_out));
        let right = right
            .map(|facts| (facts.landing_row, facts.deletions.iter().map(Vec::len).sum(), facts.sticks_out));
        assert_eq!(left, right);
        assert_eq!(fast.board().blocks(), &well_cells(&slow.board));
        assert_eq!(fast.board().top(), fast.board().blocks().top());
        assert_eq!((fast.placed(), fast.end()), (slow.placed, slow.end));
    }
});
