//! What is measured. Each scenario is one run on one server and returns named figures.

use std::io::{Cursor, Write};
use std::net::{Shutdown, TcpStream};
use std::sync::Mutex;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

use laplace_arena::contest::{Game, make};
use laplace_games::demon::format::{read_seed, write_moves};
use laplace_games::demon::{MOVE_LIMIT, Seed, UncheckedMove};
use laplace_games::random::Random;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::client::{Client, request, subscribe};
use crate::server::Server;

/// A figure of a run: its name, and its value, of which less is better unless the name ends with "a second".
pub(crate) type Figure = (&'static str, f64);

/// The seed of the contests.
pub(crate) const SEED: u64 = 7;
/// Games of an archive.
pub(crate) const GAMES: u32 = 10;
/// Submissions of each team on the board.
const SUBMISSIONS: usize = 20;
const CLIENTS: usize = 16;
const BOARD_TIME: Duration = Duration::from_secs(4);
const LISTENERS: usize = 300;
const CHANGES: usize = 40;
/// Time between two changes of the live board; the server may put changes that come together into one event.
const PAUSE: Duration = Duration::from_millis(200);
/// Bytes of code in an archive: random, so that they stay as long in the archive.
const CODE: usize = 12 << 20;
/// Archives with code that are sent at once.
pub(crate) const PROJECTS: usize = 16;

/// Games of question 5 with some 9 999 moves.
pub(crate) struct Games(Vec<(String, Seed, Vec<UncheckedMove>)>);

impl Games {
    /// Plays the inputs of a contest with [`SEED`].
    pub(crate) fn play(inputs: u32) -> Self {
        let inputs = make(Game::Demon, SEED, inputs).into_iter().filter(|input| input.question == 5);
        let games = inputs.map(|input| {
            let seed = read_seed(&input.content).unwrap();
            let limits = Limits { beam_width: Some(4), ..Limits::default() };
            let moves = solve(seed, MOVE_LIMIT, &limits, &Control::default()).moves;
            let lines = seed.pieces().zip(moves).map(|(piece, chosen)| UncheckedMove::new(piece, chosen));
            (input.answer, seed, lines.collect())
        });
        Self(games.collect())
    }

    /// An archive of all games without their last moves, and of bytes of code.
    pub(crate) fn archive(&self, without: usize, code: &[u8]) -> Vec<u8> {
        let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
        for (name, seed, lines) in &self.0 {
            zip.start_file(name, SimpleFileOptions::default()).unwrap();
            let lines = lines.iter().take(lines.len().saturating_sub(without)).copied();
            zip.write_all(write_moves(*seed, lines).as_bytes()).unwrap();
        }
        // The program before kept no code, and refused files of more than 2 MiB.
        for (number, part) in code.chunks(1 << 20).enumerate() {
            zip.start_file(format!("src/{number}.bin"), SimpleFileOptions::default()).unwrap();
            zip.write_all(part).unwrap();
        }
        zip.finish().unwrap().into_inner()
    }
}

/// Bytes of code, another sequence for each number.
pub(crate) fn code(number: usize) -> Vec<u8> {
    let mut random = Random::new(number as u64 + 1);
    (0..CODE / 8).flat_map(|_| random.next_u64().to_le_bytes()).collect()
}

fn upload(token: &str, name: &str, body: &[u8]) -> Vec<u8> {
    let head = format!("Authorization: Bearer {token}\r\nX-File-Name: {name}\r\n");
    request("POST", "/api/contests/load/submissions", &head, body)
}

fn expect_status(expected: u16, (status, body): (u16, Vec<u8>)) {
    assert_eq!(status, expected, "{}", String::from_utf8_lossy(&body));
}

/// Every team submits twenty times, two short games each.
pub(crate) fn fill(server: &Server, tokens: &[String], games: &Games) -> Vec<Figure> {
    let began = Instant::now();
    let next = Mutex::new((0..SUBMISSIONS).flat_map(|_| tokens));
    thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let mut client = Client::connect(server.port).unwrap();
                let mut random = Random::new(began.elapsed().as_nanos() as u64);
                loop {
                    let Some(token) = next.lock().unwrap().next() else { break };
                    let archive = games.archive(9_000 + random.below(900) as usize, &[]);
                    expect_status(201, client.send(&upload(token, "answers.zip", &archive)).unwrap());
                }
            });
        }
    });
    let count = (SUBMISSIONS * tokens.len()) as f64;
    vec![("small submissions a second", count / began.elapsed().as_secs_f64())]
}

/// Sixteen clients read the board of 300 teams.
pub(crate) fn board(server: &Server) -> Vec<Figure> {
    let get = request("GET", "/c/load/board", "Accept-Encoding: gzip\r\n", b"");
    expect_status(200, Client::connect(server.port).unwrap().send(&get).unwrap());
    let times = Mutex::new(Vec::new());
    let used = server.processor_time();
    let end = Instant::now() + BOARD_TIME;
    thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let mut client = Client::connect(server.port).unwrap();
                let mut own = Vec::new();
                while Instant::now() < end {
                    let began = Instant::now();
                    expect_status(200, client.send(&get).unwrap());
                    own.push(began.elapsed());
                }
                times.lock().unwrap().extend(own);
            });
        }
    });
    let times = times.into_inner().unwrap();
    let used = server.processor_time() - used;
    vec![
        ("boards a second", times.len() as f64 / BOARD_TIME.as_secs_f64()),
        ("boards, processor time each, us", used * 1e6 / times.len() as f64),
        ("boards, p99, ms", at(times, 0.99)),
    ]
}

/// A client for each team sends its archive; all at once.
pub(crate) fn uploads(server: &Server, tokens: &[String], archives: &[Vec<u8>]) -> Vec<Figure> {
    let seconds = send_all(server, tokens, archives);
    vec![
        ("100 archives of outputs, s", seconds),
        ("100 archives of outputs, processor time, s", server.processor_time()),
        ("100 archives of outputs, peak memory, MiB", server.memory("VmHWM:")),
    ]
}

/// The same with archives of code and outputs.
pub(crate) fn projects(server: &Server, tokens: &[String], archives: &[Vec<u8>]) -> Vec<Figure> {
    let seconds = send_all(server, tokens, archives);
    let peak = server.memory("VmHWM:");
    thread::sleep(Duration::from_secs(1));
    vec![
        ("16 archives of 12 MiB with code, s", seconds),
        ("16 archives of 12 MiB with code, peak memory, MiB", peak),
        ("16 archives of 12 MiB with code, memory after, MiB", server.memory("VmRSS:")),
    ]
}

fn send_all(server: &Server, tokens: &[String], archives: &[Vec<u8>]) -> f64 {
    let began = Instant::now();
    thread::scope(|scope| {
        for (token, archive) in tokens.iter().zip(archives) {
            scope.spawn(move || {
                let mut client = Client::connect(server.port).unwrap();
                expect_status(201, client.send(&upload(token, "answers.zip", archive)).unwrap());
            });
        }
    });
    began.elapsed().as_secs_f64()
}

/// Three hundred open boards; the time from the acknowledgement of a submission to the event on each of them.
pub(crate) fn live(server: &Server, tokens: &[String]) -> Vec<Figure> {
    let listeners: Vec<_> = (0..LISTENERS).map(|_| listen(server.port)).collect();
    for events in &listeners {
        events.recv().unwrap();
    }
    let mut until_acknowledged = Vec::new();
    let mut from_sending = Vec::new();
    let mut from_acknowledgement = Vec::new();
    let mut client = Client::connect(server.port).unwrap();
    for (number, token) in (0..CHANGES).zip(tokens.iter().cycle()) {
        thread::sleep(PAUSE);
        let began = Instant::now();
        let body = format!("{number}");
        expect_status(201, client.send(&upload(token, "q1-output-1", body.as_bytes())).unwrap());
        let done = Instant::now();
        until_acknowledged.push(done - began);
        for events in &listeners {
            let event = events.recv_timeout(Duration::from_secs(60)).unwrap();
            from_acknowledgement.push(event.saturating_duration_since(done));
            from_sending.push(event.saturating_duration_since(began));
        }
    }
    vec![
        ("live board: acknowledged after, median, ms", at(until_acknowledged, 0.5)),
        ("live board: event after it was sent, median, ms", at(from_sending.clone(), 0.5)),
        ("live board: event after it was sent, p99, ms", at(from_sending, 0.99)),
        ("live board: event after it was acknowledged, median, ms", at(from_acknowledgement, 0.5)),
    ]
}

/// When the events of a live board come.
fn listen(port: u16) -> Receiver<Instant> {
    let (sender, events) = channel();
    let lines = subscribe(port, "load").unwrap();
    thread::spawn(move || {
        for line in lines {
            if line.starts_with("data:") && sender.send(Instant::now()).is_err() {
                break;
            }
        }
    });
    events
}

/// Large archives without an answer, bombs, bodies that stop before their end and guessed passwords, all at once.
pub(crate) fn attack(server: &Server, tokens: &[String]) -> Vec<Figure> {
    let noise = code(0);
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for number in 0..14 {
        let name = format!("q1-output-{number}/nothing");
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(noise.get(..1 << 20).unwrap()).unwrap();
    }
    let large = zip.finish().unwrap().into_inner();
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    zip.start_file("q1-output-1", SimpleFileOptions::default()).unwrap();
    for _ in 0..512 {
        zip.write_all(&[0; 1 << 20]).unwrap();
    }
    let bomb = zip.finish().unwrap().into_inner();
    let guess = b"contest=load&login=team-0&password=a+guess+that+is+wrong";
    let guess =
        request("POST", "/login", "Content-Type: application/x-www-form-urlencoded\r\n", guess.as_slice());
    let stopped: Vec<TcpStream> = tokens
        .iter()
        .take(16)
        .map(|token| {
            let mut stream = TcpStream::connect(("127.0.0.1", server.port)).unwrap();
            let whole = upload(token, "answers.zip", noise.get(..1 << 20).unwrap());
            stream.write_all(whole.split_last().unwrap().1).unwrap();
            stream
        })
        .collect();
    thread::scope(|scope| {
        for (number, token) in tokens.iter().cycle().take(60).enumerate() {
            let body = if number % 3 == 0 { &bomb } else { &large };
            scope.spawn(move || {
                let submission = upload(token, "answers.zip", body);
                // A server that is busy may end the connection before it has read all.
                let answered = Client::connect(server.port).and_then(|mut client| client.send(&submission));
                assert!(!matches!(answered, Ok((200..300, _))), "{answered:?}");
            });
            scope.spawn(|| {
                _ = Client::connect(server.port).and_then(|mut client| client.send(&guess));
            });
        }
    });
    for stream in stopped {
        _ = stream.shutdown(Shutdown::Both);
    }
    let peak = server.memory("VmHWM:");
    thread::sleep(Duration::from_secs(1));
    vec![("attack, peak memory, MiB", peak), ("attack, memory after, MiB", server.memory("VmRSS:"))]
}

/// A quantile in milliseconds.
fn at(mut times: Vec<Duration>, share: f64) -> f64 {
    times.sort();
    let index = (times.len() as f64 * share) as usize;
    times.get(index).or(times.last()).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
