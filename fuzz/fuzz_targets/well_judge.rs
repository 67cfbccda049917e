//! Any answer to any input has a verdict, in wells of every depth; it is the one of the slow rules.

#![no_main]

use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::slow::SlowState;
use laplace_games::well::{Depth, End, points};
use laplace_judge::recording::WellRecording;
use laplace_judge::well::{Ended, judge};
use laplace_fuzz::{split, well_cells};
use libfuzzer_sys::fuzz_target;

/// The maximum number of figures that the slow rules play.
const MAX_SLOW_FIGURES: usize = 100;

fuzz_target!(|bytes: &[u8]| {
    let Some((choice, input, output)) = split(bytes) else { return };
    let depth = Depth::new(1 + u32::from(choice) % 20).expect("1 to 20");
    let Ok(verdict) = judge(input, output, depth) else {
        return assert!(read_problem(input, depth).is_err());
    };
    assert_eq!(verdict.points, points(verdict.placed, verdict.figures));
    if verdict.figures > MAX_SLOW_FIGURES {
        return;
    }
    let problem = read_problem(input, depth).expect("it was judged");
    let mut slow = SlowState::new(&problem.figures, depth);
    for pair in read_moves(output).map_while(Result::ok).take(MAX_SLOW_FIGURES) {
        slow.play(pair.rotation, pair.column);
    }
    assert_eq!((verdict.placed, verdict.figures), (slow.placed, problem.figures.len()));
    match &verdict.ended {
        Ended::Rules(End::NoMoreMoves { .. }) | Ended::Malformed { .. } => assert_eq!(slow.end, None),
        Ended::Rules(end) | Ended::InvalidMove { end, .. } => assert_eq!(slow.end, Some(*end)),
    }
    let recording = WellRecording::of_answer(input, output, depth).expect("it was judged");
    assert_eq!(recording.verdict(), &verdict);
    let last = recording.board(recording.steps().len()).to_string();
    assert!(last == slow.board.to_string() || well_cells(&slow.board).is_empty());
});
