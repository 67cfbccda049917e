//! A whole contest, from its first minute to its results, with the standings compared at every step to the slow
//! reference computation from what was sent. At its end the contest is exported.

mod export;

use std::io::Write;

use axum::body::Body;
use axum::http::{Request, StatusCode};
use laplace_arena::board::View;
use laplace_arena::contest::{Game, Input, SubmissionId};
use laplace_arena::judging::Outcome;
use laplace_arena::store::{Milestone, Millis};
use laplace_games::demon::UncheckedMove;
use laplace_games::demon::format::{BoardStyle, read_seed, write_moves};
use laplace_games::demon::questions;
use laplace_games::demon::slow;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};

use crate::bad::gzip;
use crate::database;
use crate::standings::{Counting, FULL, slow_standings};
use crate::test_server::{TestServer, text};

const CONTEST: &str = "story";
const TEAMS: [&str; 3] = ["Ada", "Blaise", "Carl"];

/// A result that was sent.
#[derive(Clone, Debug)]
struct SentResult {
    team: usize,
    submission: SubmissionId,
    at: Millis,
    input: i64,
    points: i64,
    score: i64,
    /// The file that was sent, and what it held.
    name: String,
    content: String,
}

/// An answer: its file, what it holds, what it is worth.
#[derive(Clone)]
struct Answer {
    input: i64,
    name: String,
    content: String,
    points: i64,
    score: i64,
}

struct Story {
    server: TestServer,
    inputs: Vec<Input>,
    tokens: Vec<String>,
    results: Vec<SentResult>,
    ignored: Vec<SubmissionId>,
    /// Disqualified teams.
    out: Vec<usize>,
}

impl Story {
    async fn begin(address: &str) -> Self {
        let server = TestServer::new(address).await;
        server.contest(CONTEST, Game::Demon, 2).await;
        let mut tokens = Vec::new();
        for name in TEAMS {
            tokens.push(server.account(CONTEST, name).await.1);
        }
        let inputs = server.state.store.inputs(CONTEST).await.unwrap().to_vec();
        Self { server, inputs, tokens, results: Vec::new(), ignored: Vec::new(), out: Vec::new() }
    }

    fn input(&self, name: &str) -> &Input {
        self.inputs.iter().find(|input| input.name == name).unwrap()
    }

    fn right(&self, name: &str) -> Answer {
        let input = self.input(name);
        let content = match input.question {
            1 => questions::answer_q1(&input.content),
            2 => questions::answer_q2(&input.content, BoardStyle::Packed),
            3 => questions::answer_q3(&input.content, BoardStyle::Packed),
            _ => questions::answer_q4(&input.content, BoardStyle::Packed),
        };
        let answer = Answer {
            input: input.number,
            name: input.answer.clone(),
            content: content.unwrap(),
            points: FULL,
            score: 0,
        };
        // The score of question 4 is not part of the standings.
        Answer { score: 0, ..answer }
    }

    fn wrong(&self, name: &str) -> Answer {
        Answer { content: "nonsense".into(), points: 0, ..self.right(name) }
    }

    /// A game of `moves` moves for question 5; its score is that of the slow rules.
    fn game(&self, name: &str, moves: u32) -> Answer {
        let input = self.input(name);
        let seed = read_seed(&input.content).unwrap();
        let solution =
            solve(seed, moves, &Limits { beam_width: Some(10), ..Limits::default() }, &Control::default());
        let lines: Vec<UncheckedMove> = seed
            .pieces()
            .zip(solution.moves)
            .map(|(piece, chosen)| UncheckedMove::new(piece, chosen))
            .collect();
        let numbers: Vec<[i64; 3]> =
            lines.iter().map(|line| [line.piece, line.column, line.rotation]).collect();
        let score = i64::from(slow::play(seed.number().into(), &numbers).0.score);
        Answer {
            input: input.number,
            name: input.answer.clone(),
            content: write_moves(seed, lines),
            points: 0,
            score,
        }
    }

    /// Sends a body; the status.
    async fn post(&self, team: usize, name: &str, body: Vec<u8>) -> (StatusCode, String) {
        let request = Request::post(format!("/api/contests/{CONTEST}/submissions"))
            .header("authorization", format!("Bearer {}", self.tokens[team]))
            .header("x-file-name", name);
        let response = self.server.send(request.body(Body::from(body)).unwrap()).await;
        (response.status(), text(response).await)
    }

    /// Submits answers, packed in some way; they are stored.
    async fn submit(
        &mut self,
        team: usize,
        pack: fn(&[Answer]) -> (String, Vec<u8>),
        answers: &[Answer],
    ) -> SubmissionId {
        let (name, body) = pack(answers);
        let (status, reply) = self.post(team, &name, body).await;
        assert_eq!(status, StatusCode::CREATED, "{reply}");
        let reply: serde_json::Value = serde_json::from_str(&reply).unwrap();
        assert_eq!(reply["files"].as_array().unwrap().len(), answers.len());
        let submission = SubmissionId(reply["id"].as_str().unwrap().parse().unwrap());
        let at = self.server.state.store.submission(CONTEST, submission).await.unwrap().at;
        self.results.extend(answers.iter().map(|answer| SentResult {
            team,
            submission,
            at,
            input: answer.input,
            points: answer.points,
            score: answer.score,
            name: answer.name.clone(),
            content: answer.content.clone(),
        }));
        self.check().await;
        submission
    }

    async fn moment(&self, moment: Milestone) {
        self.server.state.store.set_milestone(CONTEST, moment, None, "server").await.unwrap();
        self.check().await;
    }

    /// Compares both boards with the slow computation.
    async fn check(&self) {
        let store = &self.server.state.store;
        let contest = store.contest(CONTEST).await.unwrap();
        let frozen = contest.frozen_at.filter(|_| contest.thawed_at.is_none());
        for (view, until) in [(View::Public, frozen), (View::Organiser, None)] {
            let shown = self.server.state.boards.get(store, &contest, view).await.unwrap();
            let rows = shown.board.rows.iter();
            let found: Vec<_> = rows.map(|row| (row.rank, row.name.clone(), row.points)).collect();
            assert_eq!(found, self.slow_standings(until), "{view:?}");
        }
    }

    /// Rank, name and points of each team, from what was sent before a time.
    fn slow_standings(&self, until: Option<Millis>) -> Vec<(usize, String, i64)> {
        let counts = |result: &&SentResult| {
            until.is_none_or(|until| result.at < until)
                && !self.ignored.contains(&result.submission)
                && !self.out.contains(&result.team)
        };
        let counting = |result: &SentResult| Counting {
            team: result.team,
            at: result.at,
            input: result.input,
            points: result.points,
            score: result.score,
            relative: result.score > 0,
        };
        let counting: Vec<Counting> = self.results.iter().filter(counts).map(counting).collect();
        let teams: Vec<_> =
            TEAMS.into_iter().enumerate().filter(|(team, _)| !self.out.contains(team)).collect();
        slow_standings(&teams, &counting)
    }
}

fn alone(answers: &[Answer]) -> (String, Vec<u8>) {
    (answers[0].name.clone(), answers[0].content.clone().into())
}

fn zip(answers: &[Answer]) -> (String, Vec<u8>) {
    let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
    for answer in answers {
        zip.start_file(format!("answers/{}", answer.name), zip::write::SimpleFileOptions::default()).unwrap();
        zip.write_all(answer.content.as_bytes()).unwrap();
    }
    zip.start_file("play.sh", zip::write::SimpleFileOptions::default()).unwrap();
    ("answers.zip".into(), zip.finish().unwrap().into_inner())
}

fn tar_gz(answers: &[Answer]) -> (String, Vec<u8>) {
    let mut tar = tar::Builder::new(Vec::new());
    for answer in answers {
        let mut header = tar::Header::new_gnu();
        header.set_size(answer.content.len() as u64);
        header.set_mode(0o644);
        tar.append_data(&mut header, &answer.name, answer.content.as_bytes()).unwrap();
    }
    let mut header = tar::Header::new_gnu();
    header.set_size(0);
    tar.append_data(&mut header, "play.sh", std::io::empty()).unwrap();
    ("answers.tar.gz".into(), gzip(&tar.into_inner().unwrap()))
}

async fn a_contest_from_its_start_to_its_results(address: &str) {
    let mut story = Story::begin(address).await;
    story.check().await;
    running(&mut story).await;
    frozen(&mut story).await;
    over(&mut story).await;
    let events = story.server.state.store.events(CONTEST, 0, 1_000).await.unwrap();
    assert!(events.iter().map(|event| event.number).eq(1..=events.len() as i64));
    assert!(events.is_sorted_by_key(|event| event.at));
    export::check(&story, address).await;
}

/// Partial archives of every kind, then better ones; worse ones change nothing.
async fn running(story: &mut Story) {
    let (right, wrong) = (story.right("q1-input-1"), story.wrong("q1-input-1"));
    story.submit(0, alone, std::slice::from_ref(&wrong)).await;
    story.submit(0, alone, std::slice::from_ref(&right)).await;
    let some =
        [right.clone(), story.right("q2-input-1"), story.wrong("q3-input-1"), story.game("q5-input-1", 100)];
    story.submit(1, zip, &some).await;
    let some = [story.right("q2-input-2"), story.right("q4-input-1"), story.game("q5-input-1", 300)];
    story.submit(2, tar_gz, &some).await;
    story.submit(0, zip, &[story.right("q3-input-1"), story.game("q5-input-1", 200)]).await;
    story.submit(0, alone, &[wrong]).await;
    let last = story.submit(2, alone, &[story.game("q5-input-1", 50)]).await;
    taken_out(story, 2, last).await;
}

/// The scores of a disqualified team do not count as the best; enabled again, everything is as before.
async fn taken_out(story: &mut Story, team: usize, submission: SubmissionId) {
    let store = story.server.state.store.clone();
    let account = store.submission(CONTEST, submission).await.unwrap().team;
    let account = store.account(&account).await.unwrap();
    for disabled in [true, false] {
        store.set_disabled(&account, disabled, "server").await.unwrap();
        story.out = if disabled { vec![team] } else { Vec::new() };
        story.check().await;
    }
}

/// The public board is frozen, the team sees its own results, the organisers see all; after the thaw everybody does.
async fn frozen(story: &mut Story) {
    story.moment(Milestone::Freeze).await;
    let store = story.server.state.store.clone();
    let secret = story.submit(1, zip, &[story.right("q4-input-2"), story.game("q5-input-1", 400)]).await;
    let team = store.submission(CONTEST, secret).await.unwrap().team;
    let own = store.submissions(CONTEST, Some(&team)).await.unwrap();
    assert_eq!(own.iter().map(|submission| submission.id).max(), Some(secret));
    assert!(store.files(secret).await.unwrap().iter().all(|file| file.outcome != Outcome::Wrong));
    let contest = store.contest(CONTEST).await.unwrap();
    let shown = story.server.state.boards.get(&store, &contest, View::Public).await.unwrap();
    let row = shown.board.rows.iter().find(|row| row.team == team).unwrap();
    assert_eq!(row.cells.iter().map(|cell| cell.hidden).sum::<u32>(), 2);
    story.moment(Milestone::Thaw).await;
    // Excluded, and included again.
    for ignored in [true, false] {
        store.ignore(CONTEST, secret, ignored, "server").await.unwrap();
        story.ignored = if ignored { vec![secret] } else { Vec::new() };
        story.check().await;
    }
    rejudged(story).await;
}

/// Rejudgings with other inputs: previewed first, then applied or cancelled as a whole.
async fn rejudged(story: &mut Story) {
    let store = story.server.state.store.clone();
    // As if the first input had been wrong: right answers to it are wrong now.
    let mut inputs = vec![story.input("q1-input-1").clone()];
    inputs[0].content = story.input("q1-input-2").content.clone();
    let cancelled = store.rejudge(CONTEST, Game::Demon, &inputs, "a look", "server").await.unwrap();
    let revised = store.revised(CONTEST, cancelled).await.unwrap();
    assert_eq!(revised.len(), 2, "{revised:?}");
    assert!(revised.iter().all(|file| (file.old_points, file.new_points) == (FULL, 0)));
    story.check().await;
    store.settle(CONTEST, cancelled, false, "server").await.unwrap();
    story.check().await;
    let applied = store.rejudge(CONTEST, Game::Demon, &inputs, "in earnest", "server").await.unwrap();
    assert_eq!(store.revised(CONTEST, applied).await.unwrap().len(), 2);
    store.settle(CONTEST, applied, true, "server").await.unwrap();
    assert!(store.settle(CONTEST, applied, false, "server").await.is_err());
    for result in &mut story.results {
        if result.input == inputs[0].number {
            result.points = 0;
        }
    }
    story.check().await;
}

/// Late answers are refused; final results stay.
async fn over(story: &mut Story) {
    let store = story.server.state.store.clone();
    story.moment(Milestone::End).await;
    let late = alone(&[story.right("q1-input-2")]);
    assert_eq!(story.post(0, &late.0, late.1.clone()).await.0, StatusCode::CONFLICT);
    let open = store.rejudge(CONTEST, Game::Demon, &story.inputs, "too late", "server").await.unwrap();
    story.moment(Milestone::Finalize).await;
    assert_eq!(story.post(0, &late.0, late.1).await.0, StatusCode::CONFLICT);
    let first = story.results[0].submission;
    assert!(store.ignore(CONTEST, first, true, "server").await.is_err());
    assert!(store.settle(CONTEST, open, true, "server").await.is_err());
    store.settle(CONTEST, open, false, "server").await.unwrap();
    assert!(store.set_milestone(CONTEST, Milestone::Start, None, "server").await.is_err());
    story.check().await;
}

#[tokio::test]
async fn a_contest_from_its_start_to_its_results_on_sqlite() {
    a_contest_from_its_start_to_its_results(&database::sqlite()).await;
}

#[tokio::test]
async fn a_contest_from_its_start_to_its_results_on_postgresql() {
    a_contest_from_its_start_to_its_results(&database::postgres().await).await;
}
