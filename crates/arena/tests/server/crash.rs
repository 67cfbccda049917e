//! Servers are killed at random times while teams submit, and a team without a response retries with the same key:
//! no acknowledged submission is lost, and none is stored twice.
//!
//! `LAPLACE_KILLS` is the number of kills (5 by default).

use std::collections::{BTreeMap, HashMap};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU16, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use laplace_arena::auth::{Secret, hash_of};
use laplace_arena::contest::{Draft, EventKind, Feedback, Game, SubmissionId, make};
use laplace_arena::store::{NewAccount, Store};
use laplace_games::random::Random;

use crate::database;
use crate::process::{Process, head, send};
use crate::wait::wait_for;

pub(crate) const CONTEST: &str = "crash";
const TEAMS: usize = 40;
const SENDERS: usize = 6;
const MAX_MEMORY: u64 = 200 << 20;

fn kills() -> u32 {
    std::env::var("LAPLACE_KILLS").ok().and_then(|kills| kills.parse().ok()).unwrap_or(5)
}

/// Creates a contest with teams and returns their tokens.
pub(crate) async fn contest(store: &Store) -> Vec<String> {
    let draft = Draft {
        id: CONTEST.into(),
        title: "Crash".into(),
        game: Game::Demon,
        seed: 7,
        inputs: 1,
        open: false,
        starts_at: None,
        ends_at: None,
        frozen_at: None,
        feedback: Feedback::Full,
    };
    store.make_contest(&draft, &make(Game::Demon, 7, 1), "server").await.unwrap();
    let mut tokens = Vec::new();
    for number in 0..TEAMS {
        let token = Secret::new();
        let team = NewAccount {
            contest: CONTEST.into(),
            login: format!("team-{number}"),
            name: format!("Team {number}"),
            token: Some(hash_of(token.as_str())),
            ..NewAccount::default()
        };
        store.make_account(&team, None, "server").await.unwrap();
        tokens.push(token.to_string());
    }
    tokens
}

/// The state that the senders share.
pub(crate) struct Load {
    /// The port of each server, which is another one after it was killed.
    pub(crate) ports: Vec<AtomicU16>,
    tokens: Vec<String>,
    right: String,
    stop: AtomicBool,
    asked_again: AtomicUsize,
    /// The responses that refused a submission because of the database.
    refused: Mutex<Vec<String>>,
    /// The number of the submission that each key was acknowledged with, and whether it is right.
    acknowledged: Mutex<BTreeMap<String, (i64, bool)>>,
}

impl Load {
    /// A load of a contest that [`contest`] created, for a number of servers.
    pub(crate) async fn new(store: &Store, tokens: Vec<String>, servers: usize) -> Self {
        let inputs = store.inputs(CONTEST).await.unwrap();
        Self {
            ports: (0..servers).map(|_| AtomicU16::new(0)).collect(),
            tokens,
            right: laplace_games::demon::questions::answer_q1(&inputs[0].content).unwrap(),
            stop: AtomicBool::new(false),
            asked_again: AtomicUsize::new(0),
            refused: Mutex::default(),
            acknowledged: Mutex::default(),
        }
    }

    /// Runs `work` while teams submit.
    pub(crate) fn during<T>(&self, work: impl FnOnce() -> T) -> T {
        thread::scope(|scope| {
            for number in 0..SENDERS {
                scope.spawn(move || self.sender(number));
            }
            // The senders end when the test fails, too.
            let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(work));
            self.stop.store(true, Ordering::Relaxed);
            result.unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        })
    }

    /// Waits until a submission is refused because of the database, and returns the response.
    pub(crate) fn wait_for_refusal(&self) -> String {
        let before = self.refused.lock().unwrap().len();
        wait_for("refused submission", || {
            let refused = self.refused.lock().unwrap();
            refused.get(before).cloned().ok_or_else(|| format!("{} refusals", refused.len()))
        })
    }

    fn sender(&self, number: usize) {
        let mut random = Random::new(number as u64);
        for count in 0.. {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            let key = format!("{number}-{count}");
            let right = random.chance(50);
            let token = random.pick(&self.tokens).unwrap();
            let id = self.submit(&mut random, &key, token, right);
            self.acknowledged.lock().unwrap().insert(key, (id, right));
        }
    }

    /// Retries until there is a response; returns the id of the submission.
    fn submit(&self, random: &mut Random, key: &str, token: &str, right: bool) -> i64 {
        let body = if right { self.right.as_bytes() } else { b"nonsense" };
        let head = head(CONTEST, token, &format!("{key}/q1-output-1"), Some(body.len()));
        let head = format!("{head}Idempotency-Key: {key}\r\n");
        wait_for("acknowledgement", || {
            let port = random.pick(&self.ports).unwrap().load(Ordering::Relaxed);
            let answer = send(port, &head, body);
            match &answer {
                Ok((200 | 201, text)) => {
                    let json = text.split_once("\r\n\r\n").unwrap().1;
                    // The response may end after its head; then it is not an acknowledgement.
                    let reply: Result<serde_json::Value, _> = serde_json::from_str(json);
                    if let Some(id) = reply.ok().and_then(|reply| reply["id"].as_str()?.parse().ok()) {
                        return Ok(id);
                    }
                }
                Ok((503 | 507, text)) => self.refused.lock().unwrap().push(text.clone()),
                // A proxy answers with 502 or 504 if it does not know whether the server has stored it.
                Ok((429 | 502 | 504, _)) | Err(_) => {}
                Ok((status, text)) => panic!("{status}: {text}"),
            }
            self.asked_again.fetch_add(1, Ordering::Relaxed);
            Err(format!("{answer:?}"))
        })
    }

    /// Waits until another submission was acknowledged.
    pub(crate) fn wait_for_another(&self) {
        let count = || self.acknowledged.lock().unwrap().len();
        let before = count();
        wait_for("further acknowledgement", || match count() {
            now if now > before => Ok(()),
            now => Err(format!("{now} acknowledgements")),
        });
    }
}

async fn nothing_is_lost(database: &str, servers: usize) {
    let folder = std::env::temp_dir();
    let store = Store::open(database).await.unwrap();
    let tokens = contest(&store).await;
    let load = Load::new(&store, tokens, servers).await;
    let servers = tokio::task::block_in_place(|| {
        let start = |port: &AtomicU16| {
            let server = Process::start(database, &folder);
            port.store(server.port(), Ordering::Relaxed);
            server
        };
        let mut servers: Vec<Process> = load.ports.iter().map(start).collect();
        load.during(|| kill_often(&mut servers, &load, start));
        servers
    });
    for server in servers {
        assert!(server.peak_memory() < MAX_MEMORY, "{} bytes", server.peak_memory());
    }
    check(&store, &load).await;
}

fn kill_often(servers: &mut [Process], load: &Load, start: impl Fn(&AtomicU16) -> Process) {
    let mut random = Random::new(u64::from(std::process::id()));
    for _ in 0..kills() {
        // Even on a slow machine something is stored between two kills; after that, a random pause.
        load.wait_for_another();
        thread::sleep(Duration::from_millis(u64::from(50 + random.below(500))));
        let which = random.below(u32::try_from(servers.len()).unwrap()) as usize;
        servers[which].kill();
        // While another server runs, the killed one may stay down for a while.
        if servers.len() > 1 {
            thread::sleep(Duration::from_millis(u64::from(random.below(300))));
        }
        servers[which] = start(&load.ports[which]);
    }
    load.wait_for_another();
}

/// Every acknowledged submission is stored under its id with the right judging, and none is stored twice.
#[allow(clippy::print_stdout, reason = "figures to look at with --nocapture")]
pub(crate) async fn check(store: &Store, load: &Load) {
    let acknowledged = load.acknowledged.lock().unwrap().clone();
    let kept = store.submissions(CONTEST, None).await.unwrap();
    let by_key: HashMap<String, i64> = kept
        .iter()
        .map(|submission| (submission.label.split('/').next().unwrap().to_owned(), submission.id.0))
        .collect();
    assert_eq!(by_key.len(), kept.len(), "a key is there twice");
    assert_eq!(kept.len(), acknowledged.len());
    for (key, (id, right)) in &acknowledged {
        assert_eq!(by_key.get(key), Some(id), "{key}");
        let files = store.files(SubmissionId(*id)).await.unwrap();
        let outcomes: Vec<&str> = files.iter().map(|file| file.outcome.name()).collect();
        assert_eq!(outcomes, [if *right { "right" } else { "wrong" }], "{key}");
    }
    let events = store.events(CONTEST, 0, i64::MAX).await.unwrap();
    assert!(events.iter().map(|event| event.number).eq(1..=events.len() as i64), "the log has gaps");
    let stored = events.iter().filter(|event| event.kind == EventKind::Submission).count();
    assert_eq!(stored, kept.len());
    assert!(events.is_sorted_by_key(|event| event.at));
    let again = load.asked_again.load(Ordering::Relaxed);
    println!("{} acknowledged, asked again {again} times", acknowledged.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_a_server_on_sqlite_is_killed() {
    nothing_is_lost(&database::sqlite(), 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_a_server_on_postgresql_is_killed() {
    nothing_is_lost(&database::postgres().await, 1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_lost_when_one_of_two_servers_on_postgresql_is_killed() {
    nothing_is_lost(&database::postgres().await, 2).await;
}
