//! The export at the end of the story: every file of it compared with what was sent and with the board.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{Cursor, Read};
use std::path::Path;
use std::process::Command;

use laplace_arena::board::{Board, Row, View};
use laplace_arena::csv;
use serde_json::Value;

use super::{CONTEST, Story, TEAMS};
use crate::database;

/// Every file of an export, by its name.
type Files = BTreeMap<String, Vec<u8>>;

/// Exports the contest with the real program, as a folder and as an archive: both hold what they should.
pub(super) async fn check(story: &Story, address: &str) {
    let place = database::sqlite();
    let (folder, archive) = (format!("{place}-export"), format!("{place}-export.zip"));
    export(address, &folder);
    export(address, &archive);
    let files = in_folder(Path::new(&folder), "");
    assert_eq!(
        files.keys().collect::<Vec<_>>(),
        in_archive(&archive).keys().collect::<Vec<_>>(),
        "folder and archive"
    );
    let store = &story.server.state.store;
    let contest = store.contest(CONTEST).await.unwrap();
    let shown = story.server.state.boards.get(store, &contest, View::Organiser).await.unwrap();
    results_are_those_of_the_board(story, &files["results.csv"], &shown.board);
    standings_are_those_of_the_board(&files["standings.json"], &shown.board);
    everything_sent_is_there(story, &files);
    fs::remove_dir_all(folder).unwrap();
    fs::remove_file(archive).unwrap();
}

fn export(address: &str, into: &str) {
    let run = Command::new(env!("CARGO_BIN_EXE_laplace-arena"))
        .args(["--database", address, "export", CONTEST, into])
        .output()
        .unwrap();
    assert!(run.status.success(), "{}", String::from_utf8_lossy(&run.stderr));
}

fn in_folder(folder: &Path, prefix: &str) -> Files {
    let mut files = Files::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = format!("{prefix}{}", path.file_name().unwrap().display());
        if path.is_dir() {
            files.extend(in_folder(&path, &format!("{name}/")));
        } else {
            files.insert(name, fs::read(&path).unwrap());
        }
    }
    files
}

fn in_archive(file: &str) -> Files {
    let mut archive = zip::ZipArchive::new(Cursor::new(fs::read(file).unwrap())).unwrap();
    let mut files = Files::new();
    for place in 0..archive.len() {
        let mut entry = archive.by_index(place).unwrap();
        let mut content = Vec::new();
        entry.read_to_end(&mut content).unwrap();
        files.insert(entry.name().to_owned(), content);
    }
    files
}

/// A number of hundredths; an empty cell is an input or a question that was not tried.
fn number(text: &str) -> i64 {
    let text = if text.is_empty() { "0" } else { text };
    (100.0 * text.parse::<f64>().unwrap()).round() as i64
}

/// A line for each team, in the order of the slow standings, with each cell of the board.
fn results_are_those_of_the_board(story: &Story, results: &[u8], board: &Board) {
    let mut rows = csv::read(std::str::from_utf8(results).unwrap()).unwrap().into_iter().map(|(_, row)| row);
    let head = rows.next().unwrap();
    let columns = 4 + board.questions.len() + 2 * story.inputs.len();
    assert_eq!((head[0].as_str(), head.len()), ("rank", columns + 3));
    assert_eq!(head[columns..], ["login", "school", "group"]);
    let rows: Vec<Vec<String>> = rows.collect();
    let reply = |row: &Vec<String>| (row[0].parse().unwrap(), row[1].clone(), number(&row[2]));
    assert_eq!(rows.iter().map(reply).collect::<Vec<_>>(), story.slow_standings(None));
    for (row, shown) in rows.iter().zip(&board.rows) {
        let improved = shown.improved_at.map(laplace_arena::time::iso).unwrap_or_default();
        assert_eq!(row[3], improved);
        let (questions, cells) = row[4..columns].split_at(shown.questions.len());
        assert!(questions.iter().map(|cell| number(cell)).eq(shown.questions.iter().copied()));
        for (pair, cell) in cells.chunks(2).zip(&shown.cells) {
            assert_eq!((number(&pair[0]), number(&pair[1])), (cell.points, 100 * cell.score), "{row:?}");
            assert_eq!(
                (pair[0].is_empty(), pair[1].is_empty()),
                (cell.judged == 0, cell.judged == 0),
                "{row:?}"
            );
        }
    }
}

/// The same rows, teams and points as the board; the results are final.
fn standings_are_those_of_the_board(standings: &[u8], board: &Board) {
    let standings: Value = serde_json::from_slice(standings).unwrap();
    assert!(standings["state"]["finalized"].is_string(), "{standings}");
    let rows = standings["rows"].as_array().unwrap();
    assert_eq!((rows.len(), rows.len()), (TEAMS.len(), board.rows.len()));
    let points = |score: &Value| (100.0 * score.as_f64().unwrap()).round() as i64;
    let matches_board = |(reply, shown): (&Value, &Row)| {
        let cells = reply["problems"].as_array().unwrap().iter().map(|cell| points(&cell["score"]));
        assert_eq!(reply["rank"], shown.rank);
        assert_eq!(reply["team_id"], *shown.team);
        assert_eq!(points(&reply["score"]["score"]), shown.points);
        assert!(cells.eq(shown.cells.iter().map(|cell| cell.points)), "{reply}");
    };
    rows.iter().zip(&board.rows).for_each(matches_board);
}

/// The export has every input and every submitted file unchanged, and each of them is in the feed; nothing else.
fn everything_sent_is_there(story: &Story, files: &Files) {
    let mut expected = Files::new();
    for input in &story.inputs {
        expected.insert(format!("inputs/{}", input.name), input.content.clone());
    }
    for result in &story.results {
        let team = TEAMS[result.team].to_lowercase();
        let name = format!("submissions/{team}/{:06}/{}", result.submission, result.name);
        expected.insert(name, result.content.clone().into());
    }
    let tables = ["results.csv", "standings.json", "event-feed.ndjson", "jury.json"];
    let (archives, found): (Files, Files) = files
        .clone()
        .into_iter()
        .filter(|(name, _)| !tables.contains(&name.as_str()))
        .partition(|(name, _)| name.contains("/archive-"));
    every_archive_is_there(story, &archives, &files["jury.json"]);
    assert!(found == expected, "{:?}, expected {:?}", found.keys(), expected.keys());
    let sent = story.results.iter().map(|result| format!("{}-{}", result.submission, result.input));
    assert_eq!(in_feed(&files["event-feed.ndjson"]), sent.collect::<BTreeSet<_>>());
}

/// The archives hold the answers of their submissions; `jury.json` lists them all, and the outputs that count.
fn every_archive_is_there(story: &Story, archives: &Files, jury: &[u8]) {
    for (name, archive) in archives {
        let sent = laplace_archive::File { name: name.clone(), content: archive.clone() };
        let limits = laplace_archive::Limits::default();
        let held = laplace_archive::read(&[sent], &limits, &|name| name != "play.sh").unwrap().files;
        let (folder, _) = name.split_once("/archive-").unwrap();
        let submission: i64 = folder.rsplit('/').next().unwrap().parse().unwrap();
        let results = story.results.iter().filter(|result| result.submission.0 == submission);
        let mut expected: Vec<_> =
            results.map(|result| (result.name.as_str(), result.content.as_bytes())).collect();
        let mut held: Vec<_> = held.iter().map(|file| (file.base_name(), file.content.as_slice())).collect();
        expected.sort();
        held.sort();
        assert_eq!(held, expected, "{name}");
    }
    let jury: laplace_arena::jury::Export = serde_json::from_slice(jury).unwrap();
    assert_eq!((jury.contest.as_str(), jury.inputs.len()), (CONTEST, story.inputs.len()));
    let listed: usize = jury.teams.iter().map(|team| team.archives.len()).sum();
    assert!(archives.len() > 3 && listed > 0 && listed <= archives.len(), "{listed} of {}", archives.len());
    assert!(jury.teams.iter().flat_map(|team| &team.archives).all(|name| archives.contains_key(name)));
    assert!(jury.teams.iter().any(|team| !team.outputs.is_empty()));
}

/// The ids of the submissions in a feed.
fn in_feed(feed: &[u8]) -> BTreeSet<String> {
    let lines = std::str::from_utf8(feed).unwrap().lines();
    let events = lines.map(|line| serde_json::from_str::<Value>(line).unwrap());
    let submissions = events.filter(|event| event["type"] == "submissions");
    submissions.map(|event| event["data"]["id"].as_str().unwrap().to_owned()).collect()
}
