//! Any answer to any input has a verdict, in wells of every depth; it is the one of the slow rules.

#![no_main]

use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::slow::SlowGame;
use laplace_games::well::{Depth, End, points};
use laplace_judge::well::{Ended, judge, watch};
use laplace_fuzz::{split, well_cells};
use libfuzzer_sys::fuzz_target;

/// The longest game that the slow rules are asked to play.
const SLOWLY: usize = 100;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, input, output)) = split(bytes) else { return };
    let depth = Depth::new(1 + u32::from(choice) % 20).expect("1 to 20");
    let Ok(verdict) = judge(input, output, depth) else {
        return assert!(read_problem(input, depth).is_err());
    };
    assert_eq!(verdict.points, points(verdict.placed, verdict.figures));
    if verdict.figures > SLOWLY {
        return;
    }
    let problem = read_problem(input, depth).expect("it was judged");
    let mut slow = SlowGame::new(&problem.figures, depth);
    for pair in read_moves(output).map_while(Result::ok).take(SLOWLY) {
        slow.play(pair.rotation, pair.column);
    }
    assert_eq!((verdict.placed, verdict.figures), (slow.placed, problem.figures.len()));
    match verdict.ended {
        Ended::Rules(End::NoMoreMoves { .. }) | Ended::Malformed { .. } => assert_eq!(slow.end, None),
        Ended::Rules(end) => assert_eq!(slow.end, Some(end)),
    }
    let mut last = String::new();
    watch(input, output, depth, |frame| {
        last = frame.board.to_string();
        true
    })
    .expect("it was judged");
    assert!(last == slow.board.to_string() || well_cells(&slow.board).is_empty());
});
