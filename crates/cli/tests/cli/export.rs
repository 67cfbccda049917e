//! Pictures of games, as a user gets them.

use crate::user::{Folder, laplace};
use insta::assert_snapshot;

const SAMPLES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tests/data");
const REPLAY: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/games/blobwar.json");

fn game(folder: &Folder) {
    laplace(&["demon", "gen", "4", "--family", "tetrises", "--seed", "7", "-o", "moves"], b"", folder.path());
    let moves = std::fs::read_to_string(folder.path().join("moves")).unwrap();
    folder.put("seed", moves.lines().next().unwrap());
}

#[test]
fn help_lists_the_files_that_can_be_written() {
    let here = Folder::new("export-help");
    for game in ["demon", "well", "blobwar"] {
        assert_snapshot!(
            format!("help_{game}_export"),
            laplace(&[game, "export", "--help"], b"", here.path())
        );
    }
}

#[test]
fn several_files_are_written_at_once() {
    let folder = Folder::new("export-all");
    game(&folder);
    let files =
        ["--html", "a.html", "--svg", "a.svg", "--gif", "a.gif", "--cast", "a.cast", "--plot", "plot.svg"];
    let seen = laplace(&[&["demon", "export", "seed", "moves"][..], &files].concat(), b"", folder.path());
    assert_eq!(seen, "exit code 0\n");
    assert_eq!(folder.names(), ["a.cast", "a.gif", "a.html", "a.svg", "moves", "plot.svg", "seed"]);
    let begins = |name: &str, with: &[u8]| {
        assert!(std::fs::read(folder.path().join(name)).unwrap().starts_with(with), "{name}");
    };
    begins("a.html", b"<!doctype html>");
    begins("a.svg", b"<svg ");
    begins("plot.svg", b"<svg ");
    begins("a.gif", b"GIF89a");
    begins("a.cast", b"{\"version\":2,");
}

#[test]
fn the_board_of_a_game_is_the_one_that_question_4_draws() {
    let folder = Folder::new("export-text");
    game(&folder);
    let drawn = laplace(&["demon", "q4", "moves"], b"", folder.path());
    let shown = laplace(&["demon", "export", "seed", "moves", "--text", "-"], b"", folder.path());
    assert_eq!(drawn.lines().take(26).collect::<Vec<_>>(), shown.lines().collect::<Vec<_>>());
}

#[test]
fn boards_are_shown_at_any_step() {
    let folder = Folder::new("export-steps");
    let well = ["well", "export", "--in", "sample.in", "--out", "sample.out", "--text", "-", "--piece", "8"];
    let samples = std::path::Path::new(SAMPLES).join("well");
    assert_snapshot!("export_the_well", laplace(&well, b"", &samples));
    let blobs = ["blobwar", "export", REPLAY, "--text", "-", "--piece", "40"];
    assert_snapshot!("export_blobwar", laplace(&blobs, b"", folder.path()));
    let fen = ["blobwar", "export", "x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1", "--moves", "b6,o", "--text", "-"];
    assert_snapshot!("export_a_move_that_is_none", laplace(&fen, b"", folder.path()));
    let fen = [&fen[..3], &["--moves", "b6,f6,a7c7", "--text", "-"]].concat();
    assert_snapshot!("export_a_position", laplace(&fen, b"", folder.path()));
}

#[test]
fn what_cannot_be_shown_is_refused_and_nothing_is_written() {
    let folder = Folder::new("export-refused");
    game(&folder);
    folder.put("other", "32\n");
    folder.put("not-a-replay", "{\"laplace-replay\": 1}");
    let mut table = String::new();
    for words in [
        "demon export seed moves",
        "demon export seed moves --html out --svg out --piece 75",
        "demon export seed moves --gif out --from 75",
        "demon export seed moves --cast out --from 3 --to 75",
        "demon export seed moves --gif out --from 9 --to 8",
        "demon export other moves --html out",
        "demon export seed missing --html out",
        "demon export not-a-replay --html out",
        "well export --html out",
        "well export --in moves --out moves --html out",
        "blobwar export missing --html out",
        "blobwar export not-a-replay --html out",
        "blobwar export --moves b7,b7 --html out",
        "demon export seed moves --html missing/out",
    ] {
        let args: Vec<&str> = words.split(' ').collect();
        let seen = laplace(&args, b"", folder.path()).replace("----- stderr\n", "").replace('\n', " ");
        table.push_str(&format!("{words}\n    {}\n", seen.trim_end()));
        assert_eq!(folder.names(), ["moves", "not-a-replay", "other", "seed"], "{words}");
    }
    assert_snapshot!(table);
}

#[test]
fn no_export_replaces_an_input() {
    let folder = Folder::new("export-input");
    game(&folder);
    let moves = std::fs::read(folder.path().join("moves")).unwrap();
    for words in
        ["demon export seed moves --html ./moves", "demon export seed moves --svg board.svg --plot seed"]
    {
        let seen = laplace(&words.split(' ').collect::<Vec<_>>(), b"", folder.path());
        assert!(
            seen.starts_with("exit code 2\n") && seen.contains("the output would replace the input"),
            "{seen}"
        );
    }
    assert_eq!(std::fs::read(folder.path().join("moves")).unwrap(), moves);
    assert!(!folder.path().join("board.svg").exists());
}
