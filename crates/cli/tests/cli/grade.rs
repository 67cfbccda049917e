//! `well grade` and `demon grade` on good and bad programs.

use std::process::{Command, Stdio};

use crate::user::{Folder, interrupt, laplace, running, unique_sleep, wait_until_gone};
use crate::wait::wait_for;

/// A limit that should not run out.
const PATIENT: [&str; 2] = ["--time", "3600"];

/// One test of three figures: O, O, I.
fn one_test(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("Tetris-7.in", "3\n4 4 1\n");
    folder
}

/// Grades a shell script on that test.
fn graded(folder: &Folder, options: &[&str], script: &str) -> String {
    let args = [&["well", "grade", "--inputs", "."], options, &["--", "sh", "-c", script]].concat();
    laplace(&args, b"", folder.path())
}

#[test]
fn every_kind_of_failure_has_a_result_of_its_own() {
    let folder = one_test("grade_bad");
    let cases = [
        ("echo 0 0 0 2 0 9", 0, "complete", "10       3"),
        ("echo oops >&2; exit 3", 1, "crash", "exit code 3: oops"),
        ("kill -SEGV $$", 1, "crash", "ended by SIGSEGV"),
        ("echo 0 0", 1, "incomplete", "the answer ends before figure 2"),
        ("true", 1, "no-output", "nothing on standard output"),
        ("echo 0 0 hello", 1, "malformed", "figure 2: line 1: found `hello`"),
        ("echo 0 0 0 9", 1, "invalid-move", "figure 2: kind 4, rotation 0, column 9, line 1: outside"),
        ("yes 0", 1, "too-much-output", "wrote more than 16 MiB"),
    ];
    for (script, code, result, what) in cases {
        let seen = graded(&folder, &PATIENT, script);
        assert!(seen.starts_with(&format!("exit code {code}\n")), "{script}: {seen}");
        assert!(seen.contains(&format!("   7  {result} ")) && seen.contains(what), "{script}: {seen}");
    }
    let sleep = unique_sleep();
    let seen = graded(&folder, &["--time", "0.05"], &format!("{sleep}; true"));
    assert!(seen.contains("time-out") && seen.contains("no end within 0.05 s"), "{seen}");
    wait_until_gone(&sleep);
    if cfg!(target_os = "linux") {
        let options = [&PATIENT[..], &["--memory", "20"]].concat();
        let seen = graded(&folder, &options, "tail -n 1 /dev/zero & wait");
        assert!(seen.contains("out-of-memory") && seen.contains("more than 20 MiB of memory"), "{seen}");
    }
    let seen = laplace(&["well", "grade", "--", "./no-such-program"], b"", folder.path());
    assert!(seen.starts_with("exit code 4\n") && !seen.contains("stdout"), "{seen}");
    assert!(seen.contains("./no-such-program: cannot start"), "{seen}");
    let seen = laplace(&["well", "grade", "--require", "many", "--", "true"], b"", folder.path());
    assert!(seen.starts_with("exit code 2\n") && seen.contains("expected a number of points"), "{seen}");
}

#[test]
fn our_own_solver_has_all_points_on_the_ten_tests() {
    let folder = Folder::new("grade_own");
    let program = env!("CARGO_BIN_EXE_laplace");
    let options = [&["well", "grade", "--html", "report.html", "--require", "100"], &PATIENT[..]].concat();
    let seen = laplace(&[&options[..], &["--", program, "well", "solve"]].concat(), b"", folder.path());
    assert!(seen.starts_with("exit code 0\n") && seen.contains("total points 100 of 100\n"), "{seen}");
    let page = std::fs::read_to_string(folder.path().join("report.html")).unwrap();
    assert!(page.contains("<td>complete</td><td>10</td>") && page.contains("100 of 100"), "{page}");
    assert!(!page.contains("http"), "a self-contained page");
    let seen = laplace(
        &[&["well", "grade", "--json"], &PATIENT[..], &["--", "sh", "-c", "exit 7"]].concat(),
        b"",
        folder.path(),
    );
    assert!(
        seen.contains(r#""points":0,"max_points":100,"not_run":0,"tests":[{"test":"1","result":"crash""#),
        "{seen}"
    );
    assert!(seen.contains(r#""exit_code":7,"signal":null"#), "{seen}");
}

#[test]
fn ctrl_c_kills_the_program_that_is_graded() {
    let folder = one_test("grade_interrupt");
    let sleep = unique_sleep();
    let child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args(["well", "grade", "--time", "3600", "--", "sh", "-c", &format!("{sleep}; true")])
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_for("the program", || {
        let seen = running(&sleep);
        // The grader, the shell and the sleep itself.
        if seen.len() >= 3 { Ok(()) } else { Err(seen.join("\n")) }
    });
    interrupt(&child);
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("stopped: 10 of 10 tests were not run"), "{text}");
    wait_until_gone(&sleep);
}

#[test]
fn a_program_of_the_demon_runs_on_a_copy_and_its_outputs_are_judged() {
    let folder = Folder::new("grade_demon");
    for sub in ["inputs", "outputs"] {
        std::fs::create_dir(folder.path().join(sub)).unwrap();
    }
    folder.put("inputs/q1-input-1", "231\n");
    folder.put("inputs/q1-input-2", "232\n");
    folder.put("inputs/q5-input-1", "31\n");
    folder.put("inputs/q5-input-2", "31\n");
    folder.put("outputs/q5-output-2", "an old answer");
    let program = env!("CARGO_BIN_EXE_laplace");
    folder.put(
        "play.sh",
        format!(
            "mkdir outputs && '{program}' demon q1 inputs/q1-input-1 -o outputs/q1-output-1 &&
             echo nonsense > outputs/q1-output-2 && printf '31\\n1 8 2\\n' > outputs/q5-output-1
             echo the end >&2; exit 5"
        ),
    );
    let args =
        [&["demon", "grade"], &PATIENT[..], &["--html", "report.html", "--", "sh", "play.sh"]].concat();
    let seen = laplace(&args, b"", folder.path());
    assert!(seen.starts_with("exit code 1\n"), "{seen}");
    for line in [
        "  q1-input-1  right          100",
        "  q1-input-2  wrong            0",
        "  q5-input-1  played           0       0",
        "  q5-input-2  missing          0       -  there is no outputs/q5-output-2",
        "total points 100 of 400",
        "exit code 5: the end",
    ] {
        assert!(seen.contains(line), "no {line:?} in {seen}");
    }
    assert_eq!(std::fs::read_to_string(folder.path().join("outputs/q5-output-2")).unwrap(), "an old answer");
    assert!(!folder.path().join("outputs/q1-output-1").exists(), "the author's folder is untouched");
    let seen = laplace(&["demon", "grade", "--", "./no-such-program"], b"", folder.path());
    assert!(seen.starts_with("exit code 4\n") && seen.contains("cannot start"), "{seen}");
}
