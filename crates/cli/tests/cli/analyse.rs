//! `laplace blobwar analyse`, and a transposition table that is larger than the memory.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

use crate::user::laplace;

const FEN: &str = "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1";

#[test]
fn several_lines_and_the_best_move_are_printed() {
    let here = Path::new(".");
    let args = ["blobwar", "analyse", FEN, "--depth", "3", "--lines", "2", "--json"];
    let seen = laplace(&args, b"", here);
    let rows: Vec<Value> = seen.lines().skip(2).map(|line| serde_json::from_str(line).unwrap()).collect();
    let numbers: Vec<_> =
        rows.iter().filter_map(|row| Some((row["depth"].as_u64()?, row["line"].as_u64()?))).collect();
    assert_eq!(numbers, [(1, 1), (1, 2), (2, 1), (2, 2), (3, 1), (3, 2)], "{seen}");
    let best = &rows.last().unwrap()["best"];
    assert_eq!(*best, rows[4]["path"][0], "{seen}");
    assert_ne!(rows[4]["path"][0], rows[5]["path"][0], "{seen}");
    let text = laplace(&args[..7], b"", here);
    assert!(text.contains("depth  3  2. "), "{text}");
    assert!(text.ends_with(&format!("best move {}\n", best.as_str().unwrap())), "{text}");
}

/// The output of `laplace blobwar` for these lines, and its exit code, with 2 GB of address space.
#[cfg(target_os = "linux")]
fn with_little_memory(words: &str, lines: &str) -> (String, Option<i32>) {
    let program = env!("CARGO_BIN_EXE_laplace");
    let script = format!("ulimit -v 2000000; printf '{lines}' | '{program}' blobwar {words} 2>&1");
    let output = Command::new("sh").args(["-c", &script]).output().unwrap();
    (String::from_utf8(output.stdout).unwrap(), output.status.code())
}

#[cfg(target_os = "linux")]
#[test]
fn a_table_that_does_not_fit_is_refused_or_smaller() {
    let (seen, code) = with_little_memory("analyse --hash 65536", "");
    assert_eq!(code, Some(4), "{seen}");
    assert!(seen.starts_with("laplace: --hash 65536: cannot get memory"), "{seen}");
    let (seen, code) =
        with_little_memory("uai", "setoption name Hash value 65536\\nisready\\ngo depth 2\\nquit\\n");
    assert_eq!(code, Some(0), "{seen}");
    assert!(seen.starts_with("info string setoption: no room for 65536 MiB, Hash is "), "{seen}");
    assert!(seen.contains("\nreadyok\n") && seen.contains("\nbestmove "), "{seen}");
}
