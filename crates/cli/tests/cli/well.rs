//! The well's commands for files and folders.

use std::fs;
use std::process::Command;

use crate::user::{Folder, laplace};

const SAMPLE_IN: &str = include_str!("../../../games/tests/data/well/sample.in");
const SAMPLE_OUT: &str = include_str!("../../../games/tests/data/well/sample.out");

#[test]
fn an_answer_at_fault_has_exit_code_1() {
    let folder = Folder::new("well_judge");
    folder.put("Tetris.in", "2\n4 4\n");
    for (answer, options, code, why) in [
        ("0 0 0 2", &[][..], 0, "every figure was placed"),
        ("0 0 0 2 0 9 what follows the last figure", &[], 0, "every figure was placed"),
        ("abc", &[], 1, "figure 1: line 1: found `abc`"),
        ("", &[], 1, "the answer ends before figure 1"),
        ("0 0", &[], 1, "the answer ends before figure 2"),
        ("0 0\n5 0", &[], 1, "figure 2: kind 4, rotation 5, column 0, line 2: the rotation should be 0 to 3"),
        (
            "0 0\n\n0 9",
            &[],
            1,
            "figure 2: kind 4, rotation 0, column 9, line 3: outside the well on the right",
        ),
        // Lost by the rules: the second figure sticks out of a well of two rows.
        ("0 0 0 0", &["--rows", "2"], 0, "figure 2: sticking out above the well"),
        ("0 0 0 0", &["--rows", "2", "--require", "6"], 1, "figure 2: sticking out above the well"),
    ] {
        folder.put("Tetris.out", answer);
        let seen =
            laplace(&[&["well", "judge", "Tetris.in", "Tetris.out"], options].concat(), b"", folder.path());
        assert!(seen.starts_with(&format!("exit code {code}\n")), "{answer}: {seen}");
        assert!(seen.contains(&format!("ended: {why}")), "{answer}: {seen}");
    }
}

#[test]
fn a_folder_is_answered_and_better_answers_are_kept() {
    let folder = Folder::new("well_answer");
    let seen = laplace(&["well", "gen", "--tests", "tests", "--seed", "3"], b"", folder.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    let first = fs::read_to_string(folder.path().join("tests/Tetris-1.in")).unwrap();
    assert!(first.starts_with("20\n"), "{first}");
    for number in 3..=10 {
        fs::remove_file(folder.path().join(format!("tests/Tetris-{number}.in"))).unwrap();
    }
    // An answer that places everything, written otherwise than ours would be; and one that is worse.
    let whole = laplace(&["well", "solve", "tests/Tetris-1.in"], b"", folder.path());
    let pairs: Vec<_> = whole.lines().filter(|line| line.len() == 3).collect();
    folder.put("tests/Tetris-1.out", pairs.join("\n\n"));
    folder.put("tests/Tetris-2.out", "0 0\n");
    let seen = laplace(&["well", "answer", "tests"], b"", folder.path());
    assert!(seen.starts_with("exit code 0\n") && seen.contains("2 of 2 answered"), "{seen}");
    assert!(seen.contains("Tetris-1.out: kept, it places 20 of 20 and the new one 20"), "{seen}");
    assert!(seen.contains("Tetris-2.out: placed 50 of 50"), "{seen}");
    let seen = laplace(&["well", "answer", "tests", "--force"], b"", folder.path());
    assert!(seen.contains("Tetris-1.out: placed 20 of 20"), "{seen}");
    folder.put("tests/Tetris-3.in", "2\n1 8\n");
    let seen = laplace(&["well", "answer", "tests", "--out", "answers"], b"", folder.path());
    assert!(seen.starts_with("exit code 3\n") && seen.contains("2 of 3 answered"), "{seen}");
    fs::create_dir_all(folder.path().join("answers/Tetris-1.out.d")).unwrap();
    fs::remove_file(folder.path().join("answers/Tetris-1.out")).unwrap();
    fs::create_dir(folder.path().join("answers/Tetris-1.out")).unwrap();
    let seen = laplace(&["well", "answer", "tests", "--out", "answers"], b"", folder.path());
    assert!(seen.starts_with("exit code 4\n"), "{seen}");
    assert!(laplace(&["well", "answer", "answers"], b"", folder.path()).starts_with("exit code 3\n"));
}

#[test]
fn the_ten_tests_are_reported_as_json() {
    let folder = Folder::new("well_selftest_json");
    let seen = laplace(&["well", "selftest", "--json"], b"", folder.path());
    assert!(
        seen.contains(r#"{"seed":1,"points":100,"max_points":100,"tests":[{"test":1,"figures":20,"#),
        "{seen}"
    );
}

#[test]
fn the_visualizer_finds_its_files_here_or_beside_the_program() {
    let folder = Folder::new("well_beside");
    for sub in ["bin", "here", "empty"] {
        fs::create_dir(folder.path().join(sub)).unwrap();
    }
    let program = folder.put_executable("bin/laplace", env!("CARGO_BIN_EXE_laplace"));
    let view = |from: &str| {
        let output = Command::new(&program)
            .args(["well", "view", "0"])
            .current_dir(folder.path().join(from))
            .output()
            .unwrap();
        let text = [output.stdout, output.stderr].concat();
        (output.status.code(), String::from_utf8_lossy(&text).into_owned())
    };
    let (code, seen) = view("empty");
    assert_eq!(code, Some(4));
    assert!(
        seen.contains(
            "Tetris.in: cannot read: neither in the current folder nor in the folder of the program"
        ),
        "{seen}"
    );
    folder.put("bin/Tetris.in", SAMPLE_IN);
    folder.put("bin/Tetris.out", SAMPLE_OUT);
    assert!(view("empty").1.starts_with("placed 13 of 20\npoints 7\n"));
    folder.put("here/Tetris.in", "1\n4\n");
    folder.put("here/Tetris.out", "0 0\n");
    assert!(view("here").1.starts_with("placed 1 of 1\n"));
}

#[test]
fn solve_uses_the_time_that_it_is_offered() {
    let folder = Folder::new("well_time");
    let input =
        laplace(&["well", "gen", "--figures", "10000", "--family", "only-s-and-z"], b"", folder.path());
    let input = input.split_once("stdout\n").unwrap().1.to_owned();
    let placed = |options: &[&str]| {
        let args = [&["well", "solve", "--rows", "5", "-o", "Tetris.out"], options].concat();
        let seen = laplace(&args, input.as_bytes(), folder.path());
        (seen.contains("gave up"), seen)
    };
    let (gave_up, seen) = placed(&[]);
    assert!(gave_up && seen.contains("--time SECONDS searches on"), "{seen}");
    let (gave_up, seen) = placed(&["--time", "0.5"]);
    assert!(!gave_up && seen.contains("stopped before the search was done"), "{seen}");
}
