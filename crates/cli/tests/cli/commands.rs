//! Every command, as a user sees it.

use std::path::Path;

use crate::user::{Folder, laplace};
use insta::assert_snapshot;

/// The contest's and the task's own files.
const DATA: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../games/tests/data");

fn data(game: &str) -> std::path::PathBuf {
    Path::new(DATA).join(game)
}

#[test]
fn help_has_examples() {
    let here = Folder::new("help");
    for words in [
        "--help",
        "demon --help",
        "demon q2 --help",
        "demon answer --help",
        "demon judge --help",
        "demon gen --help",
        "demon q5 --help",
        "demon compare --help",
        "demon report --help",
        "demon bound --help",
        "well --help",
        "well judge --help",
        "well gen --help",
        "blobwar --help",
        "blobwar perft --help",
        "blobwar show --help",
        "blobwar sheet --help",
    ] {
        let args: Vec<&str> = words.split(' ').collect();
        assert_snapshot!(format!("help_{}", words.replace(' ', "_")), laplace(&args, b"", here.path()));
    }
}

#[test]
fn the_questions_answer_the_samples() {
    let folder = data("demon");
    for (question, number) in [("q1", 73), ("q2", 37), ("q3", 73), ("q4", 73)] {
        let seen = laplace(&["demon", question, &format!("{question}-input-{number}")], b"", &folder);
        let right = std::fs::read_to_string(folder.join(format!("{question}-output-{number}"))).unwrap();
        assert_eq!(seen, format!("exit code 0\n----- stdout\n{right}"));
    }
}

#[test]
fn the_judge_writes_text_and_json() {
    let folder = data("demon");
    let game = ["demon", "judge", "q4-input-73", "q4-output-73"];
    assert_snapshot!("judge_q4", laplace(&game, b"", &folder));
    assert_snapshot!("judge_q4_json", laplace(&[&game[..], &["--json"]].concat(), b"", &folder));
    assert_snapshot!(
        "judge q1 wrong",
        laplace(&["demon", "judge", "q1-input-73", "-"], b"231\n1\n5\n7\n", &folder)
    );
    let q5 = ["demon", "judge", "-", "q4-input-73", "--question", "5", "--json"];
    assert_snapshot!("judge_q5_json", laplace(&q5, b"31\n", &folder));
    assert_snapshot!("judge_q5_of_another_seed", laplace(&q5, b"32\n", &folder));
    assert_snapshot!("judge_without_a_question", laplace(&["demon", "judge", "-", "-"], b"", &folder));
}

#[test]
fn the_well_is_judged_by_the_rules_of_the_task() {
    let folder = data("well");
    let seen = laplace(&["well", "judge", "sample.in", "sample.out"], b"", &folder);
    assert_snapshot!("well_judge", seen);
    let rest = ["--rows", "3", "--json"];
    let args = [&["well", "judge", "sample.in", "sample.out"][..], &rest].concat();
    assert_snapshot!("well_judge_in_three_rows", laplace(&args, b"", &folder));
    assert_snapshot!(
        "well judge half a pair",
        laplace(&["well", "judge", "sample.in", "-"], b"2 1 0", &folder)
    );
}

#[test]
fn bounds_are_the_published_ones() {
    let here = Folder::new("bounds");
    assert_snapshot!("bound", laplace(&["demon", "bound", "231"], b"", here.path()));
    let json = laplace(&["demon", "bound", "31", "--moves", "2", "--json"], b"", here.path());
    let expected = r#"{"seed":31,"moves":2,"bounds":{"plain":0,"tight":0}}"#;
    assert_eq!(json, format!("exit code 0\n----- stdout\n{expected}\n"));
    let plain = laplace(&["demon", "bound", "31"], b"", here.path());
    assert!(plain.contains("plain 738500 "), "{plain}");
}

#[test]
fn generators_give_the_same_input_for_the_same_seed() {
    let here = Folder::new("generators");
    for words in
        ["demon gen 2 --family edges --seed 5", "well gen --figures 30 --seed 7", "well gen --figures 0"]
    {
        let args: Vec<&str> = words.split(' ').collect();
        let seen = laplace(&args, b"", here.path());
        assert_eq!(seen, laplace(&args, b"", here.path()));
        assert_snapshot!(words.replace(' ', "_"), seen);
    }
}

#[test]
fn positions_are_drawn_and_counted() {
    let here = Folder::new("positions");
    assert_snapshot!("show_a_map", laplace(&["blobwar", "show", "--map", "rings"], b"", here.path()));
    let over = ["blobwar", "show", "7/7/7/7/7/7/x6 x 0 1"];
    assert_snapshot!("show_the_end", laplace(&over, b"", here.path()));
    assert_snapshot!("show_numbers", laplace(&["blobwar", "show", "--numbers"], b"", here.path()));
    let counted = laplace(&["blobwar", "perft", "4", "--map", "chess", "--threads", "2"], b"", here.path());
    let result = counted.split("----- stderr").next().unwrap();
    assert_eq!(result, "exit code 0\n----- stdout\nperft 4 9984\n");
}

#[test]
fn a_folder_is_answered_and_the_judge_agrees() {
    let here = Folder::new("answer");
    laplace(&["demon", "gen", "--into", "inputs", "--seed", "4"], b"", here.path());
    for question in ["q1", "q2", "q3", "q4"] {
        // Question 5 is left out because it takes long.
        for number in 1..=8 {
            let input = format!("inputs/{question}-input-{number}");
            if !here.path().join(&input).exists() {
                continue;
            }
            let output = format!("{question}-output-{number}");
            let seen = laplace(&["demon", question, &input, "-o", &output, "--spaced"], b"", here.path());
            assert!(seen.starts_with("exit code 0\n"), "{seen}");
            let seen = laplace(&["demon", "judge", &input, &output], b"", here.path());
            assert!(seen.starts_with("exit code 0\n----- stdout\nright\n"), "{seen}");
        }
    }
}
