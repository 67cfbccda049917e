//! How many answer files of full length the judges get through in a second, on one core.
//!
//! `cargo bench -p laplace-judge`. Beside each judge runs the same work by the slow rules, read from the
//! same bytes, so that one run shows what the fast board is worth. Bounds are not counted.

#![allow(missing_docs, reason = "criterion's macros write undocumented functions")]

mod common;

use std::hint::black_box;
use std::time::Duration;

use common::{full_demon_game, well_game};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use laplace_games::demon::format::{self, Question};
use laplace_games::demon::{MOVE_LIMIT, slow};
use laplace_games::well::Depth;
use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::slow::SlowState;

/// Different games, so that the branch predictor does not learn one of them.
const GAMES: u64 = 8;
const FIGURES: usize = 10_000;
/// The slow well is measured on fewer figures: it takes far longer for each.
const SLOW_FIGURES: usize = 200;

fn demon_slowly(text: &[u8]) -> (u32, u32) {
    let file = format::read_moves(text).expect("a move file");
    let seed = file.seed();
    let moves: Vec<[i64; 3]> =
        file.map_while(Result::ok).map(|(_, line)| [line.piece, line.column, line.rotation]).collect();
    let (game, _) = slow::play(seed.number().into(), &moves);
    (game.placed as u32, game.score)
}

fn demon_judged(text: &[u8]) -> (u32, u32) {
    let seed = text.split(|&byte| byte == b'\n').next().unwrap_or_default();
    let verdict = laplace_judge::demon::judge(Question::Q5, seed, text).expect("a seed");
    verdict.game.map(|game| (game.placed, game.score)).expect("a game of that seed")
}

fn demon(c: &mut Criterion) {
    let files: Vec<String> = (0..GAMES).map(full_demon_game).collect();
    for file in &files {
        let (placed, score) = demon_judged(file.as_bytes());
        assert_eq!((placed, score), demon_slowly(file.as_bytes()));
        assert!(placed == MOVE_LIMIT && score > 0);
    }
    let mut group = c.benchmark_group("demon, files of 9 999 moves");
    group.throughput(Throughput::Elements(GAMES));
    let all = |judge: fn(&[u8]) -> (u32, u32)| {
        files.iter().map(|file| judge(black_box(file.as_bytes())).1).sum::<u32>()
    };
    group.bench_function("judge", |b| b.iter(|| all(demon_judged)));
    group.sample_size(10).bench_function("slow rules", |b| b.iter(|| all(demon_slowly)));
    group.finish();
}

fn well_slowly(input: &[u8], output: &[u8]) -> usize {
    let problem = read_problem(input, Depth::DEFAULT).expect("an input");
    let mut game = SlowState::new(&problem.figures, Depth::DEFAULT);
    for pair in read_moves(output).map_while(Result::ok) {
        game.play(pair.rotation, pair.column);
    }
    game.placed
}

fn well_judged(input: &[u8], output: &[u8]) -> usize {
    laplace_judge::well::judge(input, output, Depth::DEFAULT).expect("an input").placed
}

fn well(c: &mut Criterion) {
    let mut group = c.benchmark_group("well, figures");
    for (figures, name) in [(FIGURES, "10 000 at once"), (SLOW_FIGURES, "200 at once")] {
        let (input, output) = well_game(figures, 1);
        let (input, output) = (input.as_bytes(), output.as_bytes());
        assert_eq!(well_judged(input, output), figures);
        group.throughput(Throughput::Elements(figures as u64));
        group.bench_function(format!("judge, {name}"), |b| {
            b.iter(|| well_judged(black_box(input), black_box(output)));
        });
        if figures == SLOW_FIGURES {
            assert_eq!(well_slowly(input, output), figures);
            group.sample_size(10).bench_function(format!("slow rules, {name}"), |b| {
                b.iter(|| well_slowly(black_box(input), black_box(output)));
            });
        }
    }
    group.finish();
}

fn settings() -> Criterion {
    Criterion::default().warm_up_time(Duration::from_secs(1)).measurement_time(Duration::from_secs(3))
}

criterion_group! { name = benches; config = settings(); targets = demon, well }
criterion_main!(benches);
