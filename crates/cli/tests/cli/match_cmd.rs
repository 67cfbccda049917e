//! `blobwar match`: results, PGN, openings and refused arguments. `faults` has engines that misbehave, `resume` has
//! matches that were stopped.

mod faults;
mod resume;

use insta::assert_snapshot;
use laplace_games::blobwar::{Move, Outcome, Position, Side, StuckRule};
use serde_json::Value;

use crate::user::{Folder, laplace};

/// The beginning of every engine that a test writes: a shell script that sends `uaiok`.
const GREETING: &str = "#!/bin/sh\necho uaiok\n";

/// Writes a shell script with this body as an engine, and returns the command that runs it.
fn engine(folder: &Folder, body: &str) -> String {
    folder.put("engine.sh", body);
    format!("sh '{}'", folder.path().join("engine.sh").display())
}

/// Plays a match; returns its JSON lines, of which the last is the result, and the whole output.
fn play(folder: &Folder, a: &str, b: &str, words: &str) -> (Vec<Value>, String) {
    let args: Vec<&str> =
        ["blobwar", "match", a, b, "--json"].into_iter().chain(words.split_whitespace()).collect();
    let seen = laplace(&args, b"", folder.path());
    let lines = seen.lines().filter(|line| line.starts_with('{'));
    (lines.map(|line| serde_json::from_str(line).unwrap()).collect(), seen)
}

fn result(lines: &[Value]) -> [u64; 3] {
    let result = &lines.last().unwrap()["result"];
    ["wins", "draws", "losses"].map(|name| result[name].as_u64().unwrap())
}

/// The number of games that player B lost by this kind of forfeit.
fn faults(lines: &[Value], kind: &str) -> u64 {
    lines.last().unwrap()["players"][1][kind].as_u64().unwrap()
}

/// One game of a PGN: its tags and its moves.
struct Written {
    tags: Vec<(String, String)>,
    moves: Vec<Move>,
}

impl Written {
    fn tag(&self, name: &str) -> &str {
        self.tags.iter().find(|(tag, _)| tag == name).map_or("", |(_, value)| value)
    }
}

fn read_pgn(folder: &Folder, name: &str) -> Vec<Written> {
    let text = std::fs::read_to_string(folder.path().join(name)).unwrap();
    let mut games: Vec<Written> = Vec::new();
    for line in text.lines() {
        if let Some(tag) = line.strip_prefix('[') {
            let (name, value) = tag.strip_suffix("\"]").unwrap().split_once(" \"").unwrap();
            if name == "Event" {
                games.push(Written { tags: vec![], moves: vec![] });
            }
            games.last_mut().unwrap().tags.push((name.into(), value.into()));
        } else if !line.is_empty() {
            let mut bare = String::new();
            let parts = line.split('{').map(|part| part.split_once('}').map_or(part, |(_, rest)| rest));
            bare.extend(parts);
            let moves = bare.split_whitespace().filter_map(|word| word.parse::<Move>().ok());
            games.last_mut().unwrap().moves.extend(moves);
        }
    }
    games
}

/// Plays a written game again and compares it with its tags.
fn check(game: &Written) {
    let rule = if game.tag("Rules") == "ends" { StuckRule::Ends } else { StuckRule::Passes };
    let mut position = Position::from_fen(game.tag("FEN"), rule).unwrap();
    for &played in &game.moves {
        position.play(played).unwrap();
    }
    assert_eq!(position.to_string(), game.tag("FinalFEN"));
    assert_eq!(game.moves.len().to_string(), game.tag("PlyCount"));
    if game.tag("Adjudicated").is_empty() {
        let expected = match position.end().unwrap().outcome {
            Outcome::Win(Side::Blue) => "1-0",
            Outcome::Win(Side::Red) => "0-1",
            Outcome::Draw => "1/2-1/2",
        };
        assert_eq!(game.tag("Result"), expected);
    }
}

#[test]
fn every_game_is_counted_and_its_pgn_can_be_played_again() {
    let folder = Folder::new("match_pgn");
    let words = "--games 24 --nodes 300 --concurrency 3 --map cross --map rings --rules ends --pgn games.pgn";
    let (lines, seen) = play(&folder, "laplace:hash=1", "greedy", words);
    assert!(seen.starts_with("exit code 0\n"), "{seen}");
    assert_eq!(lines.len(), 25);
    let [wins, draws, losses] = result(&lines);
    assert_eq!(wins + draws + losses, 24);
    assert!(wins >= 20, "the engine plays like one that counts what it turns: {seen}");
    let games = read_pgn(&folder, "games.pgn");
    assert_eq!(games.len(), 24);
    games.iter().for_each(check);
    for pair in 1..=12 {
        let of = |number: u32| {
            let round = format!("{pair}.{number}");
            games.iter().find(|game| game.tag("Round") == round).unwrap()
        };
        assert_eq!(of(1).tag("FEN"), of(2).tag("FEN"), "a pair has one opening");
        assert_eq!([of(1).tag("Black"), of(1).tag("White")], ["laplace:hash=1", "greedy"]);
        assert_eq!([of(2).tag("Black"), of(2).tag("White")], ["greedy", "laplace:hash=1"]);
    }
    let won = games.iter().filter(|game| game.tag("Winner") == "laplace:hash=1").count();
    assert_eq!(won as u64, wins);
}

#[test]
fn built_in_players_play_the_same_match_again() {
    let folder = Folder::new("match_again");
    let words = "--games 8 --depth 2 --seed 5 --board 8";
    let (lines, _) = play(&folder, "random", "greedy", words);
    let (again, _) = play(&folder, "random", "greedy", words);
    assert_eq!(lines, again);
    let (levels, seen) = play(&folder, "level:2", "student:2", "--games 4 --depth 2");
    assert_eq!((levels.len(), faults(&levels, "time")), (5, 0), "{seen}");
}

#[test]
fn an_sprt_stops_the_match_when_it_is_decided() {
    let folder = Folder::new("match_sprt");
    let (lines, seen) = play(&folder, "student:2", "random", "--games 1000 --depth 1 --sprt -50,50");
    let last = lines.last().unwrap();
    assert_eq!(last["sprt"]["verdict"], "elo1 accepted", "{seen}");
    let games = last["games"].as_u64().unwrap();
    assert!((8..200).contains(&games), "{seen}");
    assert_eq!(lines.len() as u64, games + 1);
    let (lines, _) = play(&folder, "random", "student:2", "--games 1000 --depth 1 --sprt 0,100,0.1,0.1");
    assert_eq!(lines.last().unwrap()["sprt"]["verdict"], "elo0 accepted");
}

#[test]
fn openings_are_different_and_a_match_reads_them() {
    let folder = Folder::new("match_openings");
    let print = |words: &str| {
        let args: Vec<&str> = ["blobwar", "openings"].into_iter().chain(words.split(' ')).collect();
        laplace(&args, b"", folder.path())
    };
    let seen = print("--count 30 --plies 5 --seed 3 --map cross --map island --balanced");
    let fens: Vec<&str> = seen.strip_prefix("exit code 0\n----- stdout\n").unwrap().lines().collect();
    assert_eq!(fens.len(), 30);
    let different: std::collections::HashSet<_> = fens.iter().collect();
    assert_eq!(different.len(), 30);
    for fen in &fens {
        assert_eq!(Position::from_fen(fen, StuckRule::Passes).unwrap().end(), None);
    }
    folder.put("openings.txt", format!("# a comment\n\n{}\r\n", fens.join("\r\n")));
    let (lines, _) = play(&folder, "greedy", "random", "--games 60 --depth 1 --openings openings.txt");
    for (pair, fen) in fens.iter().enumerate() {
        assert_eq!(lines[2 * pair]["fen"], *fen);
        assert_eq!(lines[2 * pair + 1]["fen"], *fen);
    }
}

#[test]
fn repeated_openings_are_warned_of() {
    let folder = Folder::new("match_repeats");
    folder.put("two.txt", "x5o/7/7/7/7/7/o5x x 0 1\nx5o/7/7/3-3/7/7/o5x x 0 1\nx5o/7/7/7/7/7/o5x x 0 1\n");
    let warning = |words: &str| {
        let (lines, seen) = play(&folder, "student:1", "student:2", words);
        let warning = seen.lines().find(|line| line.starts_with("warning: ")).map(str::to_owned);
        (lines.last().unwrap()["openings"].clone(), warning)
    };
    let (openings, text) = warning("--games 8 --depth 1 --openings two.txt");
    let text = text.unwrap();
    assert_eq!(openings, 2);
    assert!(text.contains("4 pairs of games from 2 different openings"), "{text}");
    assert!(text.contains("the same games again"), "{text}");
    // The start alone is one opening.
    assert!(warning("--games 4 --depth 1 --plies 0").1.is_some());
    assert_eq!(warning("--games 8 --depth 1"), (4.into(), None));
}

#[test]
fn a_tournament_has_a_crosstable_ratings_and_resumes() {
    let folder = Folder::new("match_tournament");
    let players = ["blobwar", "match", "student:2", "greedy", "random", "random"];
    let run = |words: &str| {
        laplace(&[&players[..], &words.split(' ').collect::<Vec<_>>()].concat(), b"", folder.path())
    };
    let seen = run("--games 4 --depth 1 --pgn games.pgn --concurrency 2");
    assert!(seen.starts_with("exit code 0\n") && seen.contains("games   24 of 24\n"), "{seen}");
    assert!(seen.contains("\n 1  student:2 ") && seen.contains("random (C) - random (D) "), "{seen}");
    let games = read_pgn(&folder, "games.pgn");
    assert_eq!(games.len(), 24);
    games.iter().for_each(check);
    // All of it is there, so nothing is played again.
    let again = run("--games 4 --depth 1 --pgn games.pgn --resume --json");
    assert_eq!(again.lines().filter(|line| line.starts_with('{')).count(), 1, "{again}");
    let text = std::fs::read_to_string(folder.path().join("games.pgn")).unwrap();
    std::fs::write(folder.path().join("games.pgn"), &text[..text.len() / 2]).unwrap();
    let again = run("--games 4 --depth 1 --pgn games.pgn --resume --json");
    let last: Value =
        serde_json::from_str(again.lines().rfind(|line| line.starts_with('{')).unwrap()).unwrap();
    assert_eq!((last["games"].as_u64(), last["pairings"].as_array().unwrap().len()), (Some(24), 6));
    assert_eq!(last["players"][0]["name"], "student:2");
    assert!(last["players"][0]["elo"].as_f64() > last["players"][1]["elo"].as_f64(), "{again}");
    assert!(last["players"][0]["error"].as_f64() > Some(0.0));
    let points: f64 =
        last["players"].as_array().unwrap().iter().map(|player| player["points"].as_f64().unwrap()).sum();
    assert_eq!(points, 24.0);
    let other = run("--games 4 --depth 1 --pgn games.pgn --resume --name somebody");
    assert!(
        other.starts_with("exit code 3\n") && other.contains("which do not meet in this match"),
        "{other}"
    );
    let gauntlet = run("--games 2 --depth 1 --tournament gauntlet --name me --json");
    let last: Value =
        serde_json::from_str(gauntlet.lines().rfind(|line| line.starts_with('{')).unwrap()).unwrap();
    let meetings = last["pairings"].as_array().unwrap();
    assert!(meetings.len() == 3 && meetings.iter().all(|pairing| pairing["a"] == "me"), "{gauntlet}");
    let refused = run("--sprt 0,5");
    assert!(refused.contains("--sprt: only for two players, found 4"), "{refused}");
}

#[test]
fn engines_are_named_as_they_name_themselves() {
    let folder = Folder::new("match_names");
    let body = "#!/bin/sh\necho id name Wonder 1.2; echo uaiok
         while read -r a b; do case $a in isready) echo readyok;; go) echo bestmove no;; quit) exit;; esac; done";
    let wonder = engine(&folder, body);
    let names = |a: &str, b: &str, words: &str| {
        let (lines, seen) = play(&folder, a, b, &format!("--games 2 --depth 1 {words}"));
        let players = lines.last().unwrap_or_else(|| panic!("{seen}"))["players"].clone();
        [0, 1].map(|player: usize| players[player]["name"].as_str().unwrap().to_owned())
    };
    assert_eq!(names("greedy", &wonder, ""), ["greedy", "Wonder 1.2"]);
    assert_eq!(names(&wonder, &wonder, ""), ["Wonder 1.2 (A)", "Wonder 1.2 (B)"]);
    assert_eq!(names(&wonder, &wonder, "--name-b old"), ["Wonder 1.2", "old"]);
    assert_eq!(names(&wonder, "random", "--name new --name old"), ["new", "old"]);
}

#[test]
fn what_cannot_be_a_match_is_refused() {
    let folder = Folder::new("match_refused");
    folder.put("none.txt", "# nothing\n");
    folder.put("over.txt", "x5o/7/7/7/7/7/o5x x 0 1\n7/7/7/7/7/7/x6 x 0 1\n");
    folder.put("wrong.txt", "x5o/7/7 x 0 1\n");
    let mut seen = String::new();
    for words in [
        "level:11 random",
        "student:9 random",
        "laplace:hash random",
        "random 'greedy",
        "random greedy --games 3",
        "random greedy --games 0",
        "random greedy --clock 0+1",
        "random greedy --clock 1 --nodes 5",
        "random greedy --sprt 5,0",
        "random greedy --sprt 0,5,0.7,0.1",
        "random greedy --option-a x",
        "random greedy --resume",
        "random greedy --map nowhere",
        "random greedy --board 9",
        "random greedy --openings missing.txt",
        "random greedy --openings none.txt",
        "random greedy --openings over.txt",
        "random greedy --openings wrong.txt",
        "random greedy --pgn nowhere/games.pgn",
        "random greedy --log .",
    ] {
        let args: Vec<&str> = ["blobwar", "match"].into_iter().chain(words.split(' ')).collect();
        let output = laplace(&args, b"", folder.path());
        let code = output.lines().next().unwrap();
        let error = output.lines().find(|line| line.starts_with("error:") || line.starts_with("laplace:"));
        seen.push_str(&format!("{words}\n    {code}: {}\n", error.unwrap_or("?")));
    }
    assert_snapshot!("match_refused", seen);
    assert_snapshot!("help_blobwar_match", laplace(&["blobwar", "match", "--help"], b"", folder.path()));
    assert_snapshot!(
        "help_blobwar_openings",
        laplace(&["blobwar", "openings", "--help"], b"", folder.path())
    );
}
