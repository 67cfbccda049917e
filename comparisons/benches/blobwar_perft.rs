//! Counting paths on 8 x 8, beside the crate `board-game`, which counts the same paths by generating all moves
//! but the last. The counts are compared before anything is timed.

use board_game::board::{Board as _, BoardMoves as _};
use board_game::games::ataxx::AtaxxBoard;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use laplace_games::blobwar::{Position, Size, StuckRule, perft};
use internal_iterator::InternalIterator as _;

/// The other crate's counting, with its own count of the last ply.
fn others_perft(board: &AtaxxBoard, depth: u32) -> u64 {
    let Ok(moves) = board.available_moves() else { return u64::from(depth == 0) };
    match depth {
        0 => 1,
        1 => moves.count() as u64,
        _ => {
            let mut sum = 0;
            moves.for_each(|played| {
                if let Ok(next) = board.clone_and_play(played) {
                    sum += others_perft(&next, depth - 1);
                }
            });
            sum
        }
    }
}

fn compare(criterion: &mut Criterion) {
    const DEPTH: u32 = 5;
    let ours = Position::start(Size::Eight, StuckRule::Passes);
    let theirs = AtaxxBoard::diagonal(8);
    let paths = perft(&ours, DEPTH);
    assert_eq!(paths, others_perft(&theirs, DEPTH));
    let mut group = criterion.benchmark_group("perft of 8 x 8 at depth 5");
    group.throughput(Throughput::Elements(paths)).sample_size(10);
    group.bench_function("games", |bench| bench.iter(|| perft(&ours, DEPTH)));
    group.bench_function("board-game", |bench| bench.iter(|| others_perft(&theirs, DEPTH)));
    group.finish();
    let mut group = criterion.benchmark_group("perft of 8 x 8 at depth 6");
    group.throughput(Throughput::Elements(perft(&ours, DEPTH + 1))).sample_size(10);
    group.bench_function("games", |bench| bench.iter(|| perft(&ours, DEPTH + 1)));
    group.finish();
}

criterion_group!(benches, compare);
criterion_main!(benches);
