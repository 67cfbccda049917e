//! Contests to measure with.

use std::io::{Cursor, Write};
use std::time::Instant;

use laplace_arena::auth::{Secret, hash_of};
use laplace_arena::contest::{Draft, Feedback, Game, make};
use laplace_arena::judging::{Finding, Judged, Outcome};
use laplace_arena::store::{NewAccount, NewFile, NewSubmission, Notes, Packed, Store};
use laplace_games::demon::format::{read_seed, write_moves};
use laplace_games::demon::{MOVE_LIMIT, UncheckedMove};
use laplace_games::random::Random;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const TEAMS: usize = 300;
const SUBMISSIONS: usize = 20;
/// Files of a submission.
const FILES: i64 = 4;
/// Games of an archive.
const GAMES: u32 = 10;

async fn contest(store: &Store, inputs: u32) {
    let draft = Draft {
        id: "load".into(),
        title: "Load".into(),
        game: Game::Demon,
        seed: 7,
        inputs,
        open: false,
        starts_at: None,
        ends_at: None,
        frozen_at: None,
        feedback: Feedback::Full,
    };
    store.make_contest(&draft, &make(Game::Demon, 7, inputs), "server").await.unwrap();
}

/// Makes a team; its id and its token.
async fn team(store: &Store, number: usize) -> (String, String) {
    let token = Secret::new();
    let team = NewAccount {
        contest: "load".into(),
        login: format!("team-{number}"),
        name: format!("Team number {number}"),
        token: Some(hash_of(token.as_str())),
        ..NewAccount::default()
    };
    (store.make_account(&team, None, "server").await.unwrap().to_string(), token.to_string())
}

/// 300 teams with 20 submissions each.
#[tokio::main]
pub(crate) async fn board(database: &str) {
    let began = Instant::now();
    let store = Store::open(database).await.unwrap();
    contest(&store, 2).await;
    let mut random = Random::new(1);
    let content = Packed::new(b"a game");
    for number in 0..TEAMS {
        let (team, _) = team(&store, number).await;
        for _ in 0..SUBMISSIONS {
            let first = i64::from(random.below(7));
            let file = |input: i64| {
                let played = input > 8;
                let (points, score) =
                    if played { (0, 500_000 + i64::from(random.below(200_000))) } else { (10_000, 0) };
                let outcome = if played { Outcome::Played } else { Outcome::Right };
                NewFile {
                    input,
                    content: content.clone(),
                    judged: Judged { outcome, points, score, finding: Finding::Correct },
                }
            };
            let new = NewSubmission {
                contest: "load".into(),
                team: team.as_str().into(),
                origin: "api",
                label: "answers.zip".into(),
                arrived: std::time::Instant::now(),
                retry_key: None,
                archives: Vec::new(),
                notes: Notes::default(),
                files: (first + 1..=first + FILES).map(file).collect(),
            };
            store.submit(&new).await.unwrap();
        }
    }
    store.close().await;
    println!(
        "filled in {:.1} s: {TEAMS} teams, {SUBMISSIONS} submissions each",
        began.elapsed().as_secs_f64()
    );
}

/// Teams with an archive each: ten games of some 9 999 moves, no two archives the same.
#[tokio::main]
pub(crate) async fn uploads(database: &str, count: usize) -> (Vec<String>, Vec<Vec<u8>>) {
    let store = Store::open(database).await.unwrap();
    contest(&store, GAMES).await;
    let mut tokens = Vec::new();
    for number in 0..count {
        tokens.push(team(&store, number).await.1);
    }
    let mut games = Vec::new();
    for input in store.inputs("load").await.unwrap().iter().filter(|input| input.question == 5) {
        let seed = read_seed(&input.content).unwrap();
        let solution = solve(
            seed,
            MOVE_LIMIT,
            &Limits { beam_width: Some(4), ..Limits::default() },
            &Control::default(),
        );
        let lines =
            seed.pieces().zip(solution.moves).map(|(piece, chosen)| UncheckedMove::new(piece, chosen));
        games.push((input.answer.clone(), seed, lines.collect::<Vec<_>>()));
    }
    store.close().await;
    let archive = |short: usize| {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, seed, lines) in &games {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            let kept = lines.iter().take(lines.len() - short).copied();
            zip.write_all(write_moves(*seed, kept).as_bytes()).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    (tokens, (0..count).map(archive).collect())
}
