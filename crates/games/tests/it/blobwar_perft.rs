//! Reference counts of move paths, driven from `data/blobwar/perft.txt`, which names its sources.

use laplace_games::blobwar::slow::SlowPosition;
use laplace_games::blobwar::{Map, Position, StuckRule, divide, perft};

const REFERENCE: &str = include_str!("../data/blobwar/perft.txt");
/// Larger counts take too long for a test; the file keeps them for the command line.
const MAX_PATHS: u64 = 200_000_000;
/// The slow rules play every path to its end.
const MAX_SLOW_PATHS: u64 = 3_000;

/// The rows of the file: a start, and the counts from depth 1 on.
fn rows() -> impl Iterator<Item = (&'static str, Position, Vec<u64>)> {
    REFERENCE.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let (name, counts) = line.split_once('|').expect("a row has a start and counts");
        (
            name.trim(),
            start(name.trim()),
            counts.split('|').map(|count| count.trim().parse().unwrap()).collect(),
        )
    })
}

fn start(name: &str) -> Position {
    match name.strip_prefix("map ") {
        Some(map) => {
            map.parse::<Map>().unwrap_or_else(|error| panic!("{map}: {error}")).start(StuckRule::Passes)
        }
        None => Position::from_fen(name, StuckRule::Passes).unwrap_or_else(|error| panic!("{name}: {error}")),
    }
}

fn for_each_count(max_count: u64, check: impl Fn(&Position, u32, u64, &str)) {
    let mut checked = 0;
    for (name, position, counts) in rows() {
        for (depth, &count) in (1..).zip(&counts).filter(|&(_, &count)| count <= max_count) {
            check(&position, depth, count, name);
            checked += 1;
        }
    }
    assert!(checked >= 40, "only {checked} counts in the file");
}

#[test]
fn perft_equals_every_reference_count() {
    for_each_count(MAX_PATHS, |position, depth, count, name| {
        assert_eq!(perft(position, depth), count, "{name} at depth {depth}");
    });
}

#[test]
fn slow_perft_equals_the_small_reference_counts() {
    for_each_count(MAX_SLOW_PATHS, |position, depth, count, name| {
        let slow = SlowPosition::new(&position.setup());
        assert_eq!(slow.perft(depth), count, "{name} at depth {depth}");
    });
}

#[test]
fn the_counts_of_divide_add_up_to_perft() {
    for_each_count(200_000, |position, depth, count, name| {
        let parts = divide(position, depth);
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), count, "{name} at depth {depth}");
        let moves: Vec<_> = parts.iter().map(|part| part.0).collect();
        assert_eq!(moves, position.legal_moves(), "{name}");
    });
}
