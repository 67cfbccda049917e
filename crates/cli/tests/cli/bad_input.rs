//! Input that is wrong gets a clear error and a documented exit code, and leaves no output behind.

use std::fmt::Write;

use crate::user::{Folder, laplace};
use insta::assert_snapshot;

/// Texts that are wrong somewhere, or odd and accepted.
const TEXTS: [(&str, &[u8]); 17] = [
    ("empty file", b""),
    ("only blank lines", b"\n \r\n\n"),
    ("not a number", b"abc\n"),
    ("a fraction", b"1.5\n"),
    ("negative", b"-1\n"),
    ("out of range", b"1000001\n"),
    ("10^30", b"1000000000000000000000000000000\n"),
    ("NUL bytes", b"\0\0\0\0"),
    ("not UTF-8", b"\xff\xfe1\n"),
    ("two columns", b"1 2\n"),
    ("three columns", b"31\n1 2 3\n"),
    ("four columns", b"31\n1 2 3 0\n"),
    ("five columns", b"31\n1 2 3 0 0\n"),
    ("a piece that does not exist", b"8 0 0\n"),
    ("CR LF", b"31\r\n1 8 2\r\n"),
    ("a byte order mark", b"\xef\xbb\xbf31\n"),
    ("no final newline", b"31"),
];

/// What each text leads to, shortened to exit code and errors: right answers are tested elsewhere.
fn table(command: &[&str], folder: &Folder) -> String {
    let mut table = String::new();
    for (name, text) in TEXTS {
        folder.put("input", text);
        let seen = laplace(&[command, &["input", "-o", "output"]].concat(), b"", folder.path());
        let seen = seen.replace("----- stderr\n", "").replace('\n', " ");
        _ = writeln!(table, "{name:<28} {}", seen.trim_end());
        let written = folder.path().join("output").exists();
        assert_eq!(
            written,
            seen.starts_with("exit code 0"),
            "an answer is written whole or not at all: {seen}"
        );
        _ = std::fs::remove_file(folder.path().join("output"));
        assert_eq!(folder.names(), ["input"], "nothing is left behind");
    }
    table
}

#[test]
fn wrong_texts_are_refused_with_line_found_and_expected() {
    for question in ["q1", "q2", "q3", "q4"] {
        let folder = Folder::new(&format!("bad-{question}"));
        assert_snapshot!(format!("bad_input_for_{question}"), table(&["demon", question], &folder));
    }
}

#[test]
fn wrong_inputs_of_the_well_are_refused() {
    let folder = Folder::new("bad-well");
    folder.put("answer", "0 0\n");
    let mut table = String::new();
    let texts: [(&str, &[u8]); 8] = [
        ("empty file", b""),
        ("N is not a number", b"x\n"),
        ("negative N", b"-3\n"),
        ("10^30", b"1000000000000000000000000000000\n"),
        ("fewer figures than N", b"3\n1 2\n"),
        ("more figures than N", b"1\n1 2\n"),
        ("a figure out of range", b"2\n1 8\n"),
        ("no figures", b"0\n"),
    ];
    for (name, text) in texts {
        let seen = laplace(&["well", "judge", "-", "answer"], text, folder.path());
        _ = writeln!(table, "{name:<28} {}", seen.replace('\n', " ").trim_end());
    }
    assert_snapshot!(table);
}

#[test]
fn wrong_positions_are_refused() {
    let folder = Folder::new("bad-fen");
    let mut table = String::new();
    for fen in
        ["", "8/8", "x6o/8/8/8/8/8/8/o6x x 0", "x6o/8/8/8/8/8/8/o6z x 0 1", "x5o/7/7/7/7/7/o5x x 101 1"]
    {
        let seen = laplace(&["blobwar", "show", fen], b"", folder.path());
        _ = writeln!(table, "{}", seen.replace('\n', " ").trim_end());
    }
    assert_snapshot!(table);
}

#[test]
fn wrong_arguments_are_refused_by_code_2() {
    let folder = Folder::new("bad-arguments");
    let mut table = String::new();
    for words in [
        "demon bound 1000001",
        "demon bound -- -1",
        "demon gen 6",
        "demon gen 1 --family towers",
        "demon gen 1 --family nonsense",
        "well gen --figures -1",
        "well judge a b --rows 21",
        "blobwar perft 4 --map nowhere",
        "blobwar perft 4 --rules never",
        "blobwar perft 4 --variant chess",
        "blobwar show --map island --variant ataxx",
        "blobwar show --variant ataxx --numbers",
        "blobwar openings --variant sheet --board 7",
        "blobwar sheet 4.1",
        "blobwar sheet 3.5 64",
    ] {
        let args: Vec<&str> = words.split(' ').collect();
        let seen = laplace(&args, b"", folder.path());
        assert!(seen.starts_with("exit code 2\n"), "{seen}");
        let message = seen.lines().find(|line| line.contains("error:") || line.starts_with("laplace:"));
        _ = writeln!(table, "{words}\n    {}", message.unwrap());
    }
    assert_snapshot!(table);
}

#[test]
fn files_that_cannot_be_read_or_written_are_named() {
    let folder = Folder::new("bad-files");
    folder.put("q1-input-1", "31\n");
    std::fs::create_dir(folder.path().join("a-folder")).unwrap();
    let mut table = String::new();
    for words in [
        "demon q1 missing",
        "demon q1 a-folder",
        "demon q1 q1-input-1 -o nowhere/output",
        "demon q1 q1-input-1 -o a-folder",
        "demon answer missing",
        "demon answer q1-input-1",
        "demon judge q1-input-1 missing",
        "well judge missing q1-input-1",
    ] {
        let args: Vec<&str> = words.split(' ').collect();
        let seen = laplace(&args, b"", folder.path());
        _ = writeln!(table, "{words}\n    {}", seen.replace('\n', " ").trim_end());
    }
    assert_eq!(folder.names(), ["a-folder", "q1-input-1"]);
    assert_snapshot!(table);
}

#[test]
fn one_bad_file_does_not_keep_the_others_from_being_answered() {
    let folder = Folder::new("bad-among-good");
    folder.put("q1-input-1", "31\n");
    folder.put("q1-input-2", "thirty-one\n");
    folder.put("q1-input-10", "231\n");
    folder.put("notes.txt", "not an input\n");
    assert_snapshot!(laplace(&["demon", "answer", "."], b"", folder.path()));
    let names = folder.names();
    assert!(names.contains(&"q1-output-1".into()) && names.contains(&"q1-output-10".into()), "{names:?}");
    assert!(!names.contains(&"q1-output-2".into()), "{names:?}");
}

#[test]
fn a_link_and_the_permissions_of_a_file_stay_when_it_is_replaced() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = Folder::new("replaced");
    folder.put("input", "231\n");
    folder.put("private", "the old answer\n");
    let private = folder.path().join("private");
    std::fs::set_permissions(&private, std::fs::Permissions::from_mode(0o600)).unwrap();
    symlink("private", folder.path().join("output")).unwrap();
    assert_eq!(laplace(&["demon", "q1", "input", "-o", "output"], b"", folder.path()), "exit code 0\n");
    assert!(folder.path().join("output").is_symlink());
    assert!(std::fs::read_to_string(&private).unwrap().starts_with("231\n"));
    assert_eq!(std::fs::metadata(&private).unwrap().permissions().mode() & 0o777, 0o600);
    assert_eq!(folder.names(), ["input", "output", "private"]);
}

#[test]
fn an_answer_that_fails_leaves_the_old_one() {
    let folder = Folder::new("old-answer");
    folder.put("input", "nonsense");
    folder.put("output", "the old answer\n");
    laplace(&["demon", "q1", "input", "-o", "output"], b"", folder.path());
    assert_eq!(std::fs::read_to_string(folder.path().join("output")).unwrap(), "the old answer\n");
}

#[cfg(target_os = "linux")]
#[test]
fn a_help_text_that_cannot_be_written_is_an_error() {
    for words in [&["help"][..], &["--version"], &["demon", "q5", "--help"]] {
        let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
        let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_laplace"));
        let output = program.args(words).stdout(full).output().unwrap();
        assert_eq!(output.status.code(), Some(4), "{words:?}");
        assert!(String::from_utf8_lossy(&output.stderr).contains("cannot write: No space left"), "{words:?}");
    }
}
