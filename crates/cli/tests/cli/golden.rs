//! Games of fixed matches, move by move: the players, their openings and the PGN stay what they were.
//!
//! Limits are nodes or depths, so that the games are the same on every machine. The date and the times of
//! moves are taken out before the comparison. `INSTA_UPDATE=always cargo test -p laplace --test cli golden`
//! writes them again.

use insta::assert_snapshot;

use crate::user::{Folder, laplace};

/// The PGN of a match without what differs from run to run.
fn golden(name: &str, words: &str) {
    let folder = Folder::new(name);
    let args = ["blobwar", "match"].into_iter().chain(words.split_whitespace()).chain(["--pgn", "games.pgn"]);
    let seen = laplace(&args.collect::<Vec<_>>(), b"", folder.path());
    assert!(seen.starts_with("exit code 0"), "{seen}");
    let pgn = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    let lines = pgn
        .lines()
        .filter(|line| !line.starts_with("[Date ") && !line.starts_with("[Time "))
        .map(without_times);
    assert_snapshot!(name, lines.collect::<Vec<_>>().join("\n"));
}

/// A line of moves whose comments have lost the milliseconds that a move took.
fn without_times(line: &str) -> String {
    let parts = line.split("movetime ").enumerate().map(|(number, part)| match number {
        0 => part.to_owned(),
        _ => format!("movetime MS{}", part.trim_start_matches(|letter: char| letter.is_ascii_digit())),
    });
    parts.collect()
}

#[test]
fn golden_random_and_greedy() {
    golden("golden_random_greedy", "random greedy --games 4 --seed 3 --nodes 1");
}

#[test]
fn golden_student_and_level() {
    golden("golden_student_level", "student:2 level:2 --games 4 --seed 5 --depth 2 --variant course");
}

#[test]
fn golden_engines_at_equal_nodes() {
    // By counts: another network would play other games.
    let players = "laplace:evaluation=counts laplace:evaluation=counts,hash=8";
    golden("golden_engines", &format!("{players} --games 4 --seed 7 --nodes 3000"));
}

#[test]
fn golden_maps_where_a_stuck_player_ends_the_game() {
    golden(
        "golden_map_ends",
        "laplace:evaluation=counts student:3 --games 2 --seed 9 --nodes 2000 --map island --rules ends",
    );
    golden("golden_map_passes", "greedy student:1 --games 4 --seed 11 --nodes 1 --map cross");
}
