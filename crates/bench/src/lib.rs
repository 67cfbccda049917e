//! Fixed work on all three games. The checksum changes only when behaviour does, and is the same natively and in a browser:
//! `laplace bench` and the tests of the site compare the two.

use laplace_games::blobwar::{Position, Size, StuckRule, perft};
use laplace_games::demon::format::Question;
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{MOVE_LIMIT, Seed};
use laplace_games::well::generate::task_tests;
use laplace_solvers::Control;

const DEMON_SEEDS: [u32; 2] = [31, 231];
const DEMON_WIDTH: usize = 100;
const ENGINE_DEPTH: u32 = 8;
const PERFT_DEPTH: u32 = 6;
const JUDGED_FILES: u64 = 20;

/// A part of the bench.
#[derive(Clone, Copy, Debug)]
pub struct Work {
    /// What is done.
    pub name: &'static str,
    /// Does it, and returns a number that depends on all of it.
    pub run: fn() -> u64,
}

/// The parts, in the order of the checksum.
pub const WORK: [Work; 5] = [
    Work { name: "demon: score of two games, width 100", run: demon },
    Work { name: "well: moves of ten tests", run: well },
    Work { name: "blobwar: nodes of the bench positions", run: blobwar },
    Work { name: "blobwar: perft 6 on 8 x 8", run: perft_6 },
    Work { name: "judge: points of twenty long games", run: judge_files },
];

/// The checksum of no work at all: the start of FNV-1a, a number at a time. The standard library's hashes may change
/// with its version.
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// The checksum after one more number.
pub const fn mix(sum: u64, value: u64) -> u64 {
    (sum ^ value).wrapping_mul(0x0000_0100_0000_01b3)
}

fn demon() -> u64 {
    let limits = laplace_solvers::demon::Limits {
        beam_width: Some(DEMON_WIDTH),
        ..laplace_solvers::demon::Limits::default()
    };
    let score =
        |seed| u64::from(laplace_solvers::demon::solve(seed, MOVE_LIMIT, &limits, &Control::default()).score);
    DEMON_SEEDS.into_iter().filter_map(Seed::new).map(score).sum()
}

fn well() -> u64 {
    let play = |problem| {
        laplace_solvers::well::solve(&problem, &laplace_solvers::well::Limits::default(), &Control::default())
            .moves
    };
    let moves = task_tests(1).into_iter().flat_map(play);
    moves.fold(START, |sum, placed| mix(sum, (placed.rotation.index() * 10 + placed.column.index()) as u64))
}

fn blobwar() -> u64 {
    laplace_solvers::blobwar::bench::run(ENGINE_DEPTH, &Control::default()).map_or(0, |bench| bench.nodes)
}

fn perft_6() -> u64 {
    perft(&Position::start(Size::Eight, StuckRule::Passes), PERFT_DEPTH)
}

fn judge_files() -> u64 {
    let Some(game) = input(Question::Q4, Family::TooLong, 1) else { return 0 };
    let score = |_| laplace_judge::demon::play_file(game.as_bytes()).map_or(0, |game| u64::from(game.score));
    (0..JUDGED_FILES).map(score).sum()
}
