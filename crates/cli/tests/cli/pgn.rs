//! PGN read back: games of a match and of other programs, viewed, exported, verified, continued and analysed.

use serde_json::Value;

use crate::user::{Folder, laplace};

/// Three games as another program may write them: one whole line of moves with comments, one with a move that cannot be
/// played, one cut off.
const OTHER: &str = "\
[Event \"a tournament\"]
[Black \"Ada\"]
[White \"Blaise\"]
[FEN \"x5o/7/2-1-2/7/2-1-2/7/o5x x 0 1\"]

1. g2 {good} a2 2. g1g3 $1 (2. f1) 0-1

[Black \"Carl\"]
[White \"Dora\"]

1. g2 a2
2. g7 *

1. f1 a2";

fn folder(name: &str) -> Folder {
    let folder = Folder::new(name);
    folder.put("other.pgn", OTHER);
    let args = "blobwar match student:2 greedy --games 4 --depth 1 --board 8 --pgn games.pgn";
    let seen = laplace(&args.split(' ').collect::<Vec<_>>(), b"", folder.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    folder
}

fn run(folder: &Folder, words: &str) -> String {
    laplace(&words.split(' ').collect::<Vec<_>>(), b"", folder.path())
}

#[test]
fn games_of_a_match_are_viewed_exported_verified_and_made_replays() {
    let folder = folder("pgn_ours");
    let pgn = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    let date = pgn.lines().find_map(|line| line.strip_prefix("[Date \"")).unwrap();
    assert!(date.len() == 12 && date.as_bytes()[4] == b'.' && date.as_bytes()[7] == b'.', "{date}");
    let view = run(&folder, "blobwar view games.pgn --game 3");
    assert!(view.starts_with("exit code 0\n") && view.contains("\nended: "), "{view}");
    let first = run(&folder, "blobwar view games.pgn");
    assert!(first.contains("games.pgn: game 1 of 4; --game N takes another"), "{first}");
    let verified = run(&folder, "replay verify games.pgn");
    assert_eq!(verified.matches(": right, game blobwar, ").count(), 4, "{verified}");
    for number in 1..=4 {
        let made = run(&folder, &format!("replay blobwar --pgn games.pgn --game {number} -o game.json"));
        assert_eq!(made, "exit code 0\n");
        let verified = run(&folder, "replay verify game.json");
        assert!(verified.starts_with("exit code 0\n----- stdout\nright\n"), "{verified}");
        let replay = std::fs::read_to_string(folder.path().join("game.json")).unwrap();
        assert!(replay.contains("student:2") && replay.contains("greedy"), "{replay}");
        let exports = ["games.pgn --game", "game.json --title"].map(|file| {
            let end = if file.ends_with("--title") { "t".to_owned() } else { format!("{number} --title t") };
            let words = format!("blobwar export {file} {end} --html page.html --gif film.gif");
            assert_eq!(run(&folder, &words), "exit code 0\n");
            ["page.html", "film.gif"].map(|name| std::fs::read(folder.path().join(name)).unwrap())
        });
        assert!(exports[0] == exports[1], "the replay shows what the PGN shows");
    }
}

#[test]
fn games_of_other_programs_are_read_and_errors_name_the_line() {
    let folder = folder("pgn_other");
    let verified = run(&folder, "replay verify other.pgn");
    assert!(verified.starts_with("exit code 1\n"), "{verified}");
    assert!(verified.contains("game 1, line 1: right, game blobwar, played 3 of 3"), "{verified}");
    assert!(verified.contains("game 2, line 8: wrong: "), "{verified}");
    assert!(verified.contains("game 3, line 14: right, game blobwar, played 2 of 2"), "{verified}");
    // The last move wins; the result was cut off, is unknown, is right, is wrong.
    let over = "[FEN \"7/7/7/7/7/7/x1o4 o 0 1\"]\n\n1... b1";
    folder.put("over.pgn", format!("{over} *\n\n{over} 0-1\n\n{over} 1-0\n\n{over}"));
    let verified = run(&folder, "replay verify over.pgn");
    assert_eq!(verified.matches(": right, ").count(), 3, "{verified}");
    assert!(verified.contains("wrong: result: found x, expected o"), "{verified}");
    let refused = run(&folder, "blobwar view other.pgn --game 2");
    assert!(
        refused.starts_with("exit code 3\n") && refused.contains("other.pgn: line 12: move 3, g7: "),
        "{refused}"
    );
    for (words, message) in [
        ("blobwar view other.pgn --game 4", "--game 4: other.pgn has 3 games"),
        ("blobwar export other.pgn --game 0 --text -", "--game"),
        (
            "blobwar view wrong.pgn",
            "wrong.pgn: line 3: found `hello`, expected a move such as b6, g1g3 or 0000",
        ),
        ("blobwar play wrong.txt", "wrong.txt: line 1: found `no game`, expected a replay (`{`) or a PGN"),
        ("replay verify wrong.pgn", "line 3: found `hello`"),
        ("blobwar analyse --game wrong.json", "wrong.json: move 2, h1: "),
        ("blobwar play wrong.json", "wrong.json: move 2, h1: "),
        ("blobwar play --game 2", "--game 2: found no file with games, expected a PGN"),
        ("blobwar export --game 2 --text -", "--game 2: found no file"),
        ("replay blobwar b7 --game 2", "--game 2: found no file"),
    ] {
        folder.put("wrong.pgn", "[Black \"A\"]\n\n1. g2 hello *\n");
        folder.put("wrong.txt", "no game\n");
        folder.put(
            "wrong.json",
            r#"{"laplace-replay": 1, "game": "blobwar", "start": "x5o/7/7/7/7/7/o5x x 0 1", "rules": "passes",
               "moves": ["g2", "h1"]}"#,
        );
        let seen = run(&folder, words);
        assert!(!seen.starts_with("exit code 0\n") && seen.contains(message), "{words}: {seen}");
    }
}

#[test]
fn a_game_is_continued() {
    let folder = folder("pgn_play");
    let words = ["blobwar", "play", "other.pgn", "--game", "1", "--red", "human", "--save", "saved.json"];
    let seen = laplace(&words, b"b1\nquit\n", folder.path());
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    let replay = std::fs::read_to_string(folder.path().join("saved.json")).unwrap();
    for played in ["\"g2\"", "\"a2\"", "\"g1g3\"", "\"b1\""] {
        assert!(replay.contains(played), "{replay}");
    }
    let words = ["blobwar", "play", "saved.json", "--red", "human", "--save", "saved.json"];
    laplace(&words, b"f1\nquit\n", folder.path());
    let verified = run(&folder, "replay verify saved.json");
    assert!(verified.contains("played 5 of 5"), "{verified}");
}

#[test]
fn positions_are_given_in_the_same_way_everywhere() {
    let folder = Folder::new("pgn_positions");
    let fen = "x5o/7/7/7/7/7/o5x x 0 1";
    for words in [
        &["blobwar", "show"][..],
        &["blobwar", "perft", "3"],
        &["blobwar", "analyse", "--depth", "2", "--json"],
        &["blobwar", "play"],
        &["blobwar", "export", "--text", "-"],
    ] {
        let seen = |more: &[&str]| {
            let seen = laplace(&[words, more].concat(), b"quit\n", folder.path());
            assert!(seen.starts_with("exit code 0\n"), "{seen}");
            // Times differ.
            let lines = seen.lines().filter(|line| !line.contains(" ms") && !line.contains("seconds"));
            lines.map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(seen(&[fen]), seen(&["--fen", fen]), "{words:?}");
        assert_eq!(seen(&["startpos"]), seen(&[]), "{words:?}");
        assert_eq!(seen(&["startpos"]), seen(&["--fen", "startpos"]), "{words:?}");
        let both = laplace(&[words, &[fen, "--fen", fen]].concat(), b"", folder.path());
        assert!(both.starts_with("exit code 2\n"), "{both}");
    }
}

#[test]
fn a_whole_game_is_analysed() {
    let folder = folder("pgn_analyse");
    let text = run(&folder, "blobwar analyze --game games.pgn --game-number 2 --depth 3 --html review.html");
    assert!(text.starts_with("exit code 0\n") && text.contains("\nchance of blue (x) to win\n"), "{text}");
    assert!(text.contains("blue (x), greedy: ") && text.contains("red (o), student:2: "), "{text}");
    assert!(text.contains(", mean loss ") && !text.contains("stopped after"), "{text}");
    let json = run(&folder, "blobwar analyse --game games.pgn --game-number 2 --depth 3 --json");
    let rows: Vec<Value> = json
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let (game, moves) = rows.split_last().unwrap();
    assert_eq!(game["analysed"], game["moves"], "{json}");
    assert_eq!(moves.len() as u64, game["moves"].as_u64().unwrap());
    for (row, number) in moves.iter().zip(1..) {
        assert_eq!(row["move"], number);
        let loss = row["loss"].as_f64().unwrap();
        let expected = match loss {
            0.2.. => "blunder",
            0.1.. => "mistake",
            0.05.. => "inaccuracy",
            _ => "good",
        };
        assert_eq!(row["mark"], expected, "{row}");
        assert!(row["played"] != row["best"] || loss == 0.0, "{row}");
    }
    let counted = |kind: &str| {
        game["players"].as_array().unwrap().iter().map(|player| player[kind].as_u64().unwrap()).sum::<u64>()
    };
    let marked = |mark: &str| moves.iter().filter(|row| row["mark"] == mark).count() as u64;
    assert_eq!(counted("blunders"), marked("blunder"));
    assert_eq!(counted("mistakes"), marked("mistake"));
    assert!(marked("good") < moves.len() as u64, "no move gave anything away: {json}");
    let page = std::fs::read_to_string(folder.path().join("review.html")).unwrap();
    assert!(page.contains("\"review\":{\"chances\":["), "{}", page.len());
    let refused = run(&folder, "blobwar analyse --game games.pgn --lines 2");
    assert!(refused.starts_with("exit code 2\n"), "{refused}");
    let refused = run(&folder, "blobwar analyse --html page.html");
    assert!(refused.starts_with("exit code 2\n"), "{refused}");
}

#[test]
fn an_interrupted_analysis_prints_what_is_done() {
    use std::io::{BufRead, BufReader, Read};
    use std::process::{Command, Stdio};
    let folder = folder("pgn_stopped");
    let mut child = Command::new(env!("CARGO_BIN_EXE_laplace"))
        .args("blobwar analyse --game games.pgn --time 3600 --depth 5 --json".split(' '))
        .current_dir(folder.path())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    output.read_line(&mut String::new()).unwrap();
    crate::user::interrupt(&child);
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let last: Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert!(last["analysed"].as_u64() >= Some(1), "{rest}");
    assert_eq!(last["stopped"], last["analysed"] != last["moves"], "{rest}");
}
