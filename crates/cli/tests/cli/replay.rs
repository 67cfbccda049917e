//! Replays made, verified and refused from the command line.

use insta::assert_snapshot;

use crate::user::{Folder, laplace};

const WELL_INPUT: &str = include_str!("../../../games/tests/data/well/sample.in");
const WELL_OUTPUT: &str = include_str!("../../../games/tests/data/well/sample.out");

#[test]
fn replays_are_made_of_the_contests_files_and_verify() {
    let folder = Folder::new("replay_made");
    folder.put("Tetris.in", WELL_INPUT);
    folder.put("Tetris.out", WELL_OUTPUT);
    folder.put("moves", "31\n1 8 2\n3 7 0\n9 9 9\n");
    let made: [&[&str]; 3] = [
        &["replay", "demon", "moves", "-o", "game.json"],
        &["replay", "well", "Tetris.in", "Tetris.out", "-o", "game.json"],
        &[
            "replay",
            "blobwar",
            "b7",
            "a2",
            "a8c8",
            "--map",
            "cross",
            "--players",
            "Ada",
            "Blaise",
            "-o",
            "game.json",
        ],
    ];
    let mut seen = String::new();
    for words in made {
        seen += &laplace(words, b"", folder.path());
        seen += &std::fs::read_to_string(folder.path().join("game.json")).unwrap();
        seen += &laplace(&["replay", "verify", "game.json"], b"", folder.path());
        seen += &laplace(&["replay", "verify", "game.json", "--json"], b"", folder.path());
    }
    assert_snapshot!("replays_made", seen);
}

#[test]
fn wrong_replays_are_found_wrong_and_others_refused() {
    let folder = Folder::new("replay_wrong");
    let texts = [
        r#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2,8]], "score": 100}"#,
        r#"{"laplace-replay": 1, "game": "demon", "seed": 31, "moves": [[2,8], [0,11]]}"#,
        r#"{"laplace-replay": 2, "game": "demon", "seed": 31, "moves": []}"#,
        "{\"laplace-replay\": 1, \"game\": \"demon\",\n\"seed\": 31, \"mooves\": []}",
        "31\n1 8 2\n",
    ];
    let seen: Vec<_> =
        texts.map(|text| laplace(&["replay", "verify", "-"], text.as_bytes(), folder.path())).into();
    assert_snapshot!("replays_wrong", seen.join("\n"));
}
