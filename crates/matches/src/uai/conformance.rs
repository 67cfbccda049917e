//! Checks whether an engine implements UAI as match runners need it.
//!
//! Every check starts the engine anew, so that one failure does not hide behind another.

use std::cell::RefCell;
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use laplace_games::blobwar::{Move, Position, Size, StuckRule};

use super::client::{best_move, read_move};
use super::message::EngineMessage;
use super::process::EngineProcess;
use crate::clock::{Go, TimeControl};
use crate::forfeit::Forfeit;
use crate::game::{Ending, GameSettings, play_game};
use crate::player::{Choice, NewGame, Player};
use crate::transcript::Transcript;

/// What a check found: good or bad.
pub type Finding = Result<String, String>;

/// One check of an engine.
#[derive(Debug)]
pub struct Check {
    /// Its name.
    pub name: &'static str,
    /// What a good engine does.
    pub expected: &'static str,
    run: fn(&mut Probe<'_>) -> Finding,
}

impl Check {
    /// Starts the engine and runs the check. An answer that no clock limits may take as long as the timeout, and one
    /// that has a clock a twentieth of it beyond that; a wait ends when `stop` is set.
    pub fn run(&self, command: &[OsString], timeout: Duration, stop: &AtomicBool) -> Finding {
        let mut probe = Probe::open(command, timeout, stop).map_err(|reason| reason.to_string())?;
        (self.run)(&mut probe)
    }
}

/// Checks that the command can be started at all; if not, why.
pub fn check_start(command: &[OsString]) -> Result<(), String> {
    match EngineProcess::start(command, Transcript::none().channel("")) {
        Ok(_) => Ok(()),
        Err(Forfeit::Start(reason)) => Err(reason),
        Err(other) => Err(other.to_string()),
    }
}

const START: &str = "x5o/7/7/7/7/7/o5x x 0 1";
/// o is to move.
const SECOND: &str = "x5o/7/7/7/7/7/o4xx o 0 1";
const GAPS: &str = "x5o/7/2-1-2/3-3/2-1-2/7/o5x x 0 1";
/// x is shut in and can only pass.
const SHUT_IN: &str = "7/7/7/7/ooo4/ooo4/xoo4 x 0 1";
/// o has nothing left.
const OVER: &str = "7/7/7/7/7/7/x6 o 0 1";
const MIN_MOMENT: Duration = Duration::from_millis(10);
const MAX_MOMENT: Duration = Duration::from_secs(2);
/// The longest game that is played out, in plies.
const MAX_PLIES: usize = 400;

const fn check(name: &'static str, expected: &'static str, run: fn(&mut Probe<'_>) -> Finding) -> Check {
    Check { name, expected, run }
}

/// All checks.
#[rustfmt::skip]
pub const CHECKS: [Check; 18] = [
    check("handshake", "`id name ...` and `uaiok` after `uai`", handshake),
    check("isready", "`readyok` after `isready`", is_ready),
    check("uainewgame", "`readyok` after `uainewgame` and `isready`", new_game),
    check("go depth", "a legal move after `go depth 3`", |probe| search(probe, START, "go depth 3")),
    check("go nodes", "a legal move after `go nodes 1000`", |probe| search(probe, START, "go nodes 1000")),
    check("go movetime", "a legal move within 100 ms and a little", move_time),
    check("go clock", "a legal move long before the clock runs out", clock),
    check("clock of o", "`wtime` taken for the clock of o, the second player", clock_of_second),
    check("startpos moves", "a legal answer to `position startpos moves g2 a2`", moves),
    check("gaps", "a legal move on a board with gaps", |probe| search(probe, GAPS, "go depth 3")),
    check("pass", "`bestmove 0000` where nothing else is legal", pass),
    check("end of the game", "`readyok` after a search where the game is over", over),
    check("stop", "`bestmove` right after `stop`, none before", stop),
    check("isready in search", "`readyok` while a search goes on", ready_in_search),
    check("one answer each", "one `bestmove` for each `go`", one_answer),
    check("malformed lines", "`readyok` and a legal move after lines that mean nothing", malformed),
    check("a whole game", "legal moves to the end of a game", whole_game),
    check("quit", "the end of the process after `quit`", quit),
];

fn handshake(probe: &mut Probe<'_>) -> Finding {
    probe.name.take().ok_or_else(|| "uaiok without id name".into())
}

fn is_ready(probe: &mut Probe<'_>) -> Finding {
    probe.wait_until_ready()?;
    Ok("readyok".into())
}

fn new_game(probe: &mut Probe<'_>) -> Finding {
    probe.process.send("uainewgame");
    is_ready(probe)
}

fn search(probe: &mut Probe<'_>, fen: &str, go: &str) -> Finding {
    let (played, used) = probe.search(fen, go)?;
    Ok(format!("{played} in {} ms", used.as_millis()))
}

fn search_in_time(probe: &mut Probe<'_>, fen: &str, go: &str, limit: Duration) -> Finding {
    let (played, used) = probe.search(fen, go)?;
    let found = format!("{played} in {} ms", used.as_millis());
    if used <= limit { Ok(found) } else { Err(found) }
}

fn move_time(probe: &mut Probe<'_>) -> Finding {
    let limit = Duration::from_millis(100) + probe.slack();
    search_in_time(probe, START, "go movetime 100", limit)
}

fn clock(probe: &mut Probe<'_>) -> Finding {
    let go = "go btime 1000 wtime 1000 binc 10 winc 10";
    let limit = Duration::from_millis(500) + probe.slack();
    search_in_time(probe, START, go, limit)
}

fn clock_of_second(probe: &mut Probe<'_>) -> Finding {
    let go = "go btime 600000 wtime 200 binc 0 winc 0";
    let limit = Duration::from_millis(200) + probe.slack();
    search_in_time(probe, SECOND, go, limit)
}

fn moves(probe: &mut Probe<'_>) -> Finding {
    let mut position = Position::start(Size::Seven, StuckRule::Passes);
    for word in ["g2", "a2"] {
        let played = word.parse().map_err(|_| word.to_owned())?;
        position.play(played).map_err(|error| error.to_string())?;
    }
    probe.process.send("position startpos moves g2 a2");
    probe.wait_until_ready()?;
    probe.process.clear();
    probe.process.send("go depth 2");
    let word = probe.wait_for_move(probe.timeout)?;
    Ok(legal_move(&position, &word)?.to_string())
}

fn pass(probe: &mut Probe<'_>) -> Finding {
    search(probe, SHUT_IN, "go depth 3")
}

/// The answer does not matter, if there is one: no runner sends `go` here.
fn over(probe: &mut Probe<'_>) -> Finding {
    probe.process.send(&format!("position fen {OVER}"));
    probe.process.send("go depth 1");
    let answer = match probe.wait_for_move(probe.moment()) {
        Ok(word) => format!("bestmove {word}"),
        Err(_) => "no answer".into(),
    };
    probe.wait_until_ready()?;
    Ok(format!("{answer}, then readyok"))
}

fn begin_infinite_search(probe: &mut Probe<'_>) -> Result<(), String> {
    probe.process.send(&format!("position fen {START}"));
    probe.wait_until_ready()?;
    probe.process.clear();
    probe.process.send("go infinite");
    match probe.wait_for_move(probe.moment()) {
        Ok(word) => Err(format!("bestmove {word} before stop")),
        Err(Forfeit::Timeout { .. }) => Ok(()),
        Err(other) => Err(other.to_string()),
    }
}

fn stop_search(probe: &mut Probe<'_>) -> Result<Move, String> {
    probe.process.send("stop");
    let word = probe.wait_for_move(2 * probe.slack())?;
    Ok(legal_move(&position(START)?, &word)?)
}

fn stop(probe: &mut Probe<'_>) -> Finding {
    begin_infinite_search(probe)?;
    stop_search(probe).map(|played| played.to_string())
}

fn ready_in_search(probe: &mut Probe<'_>) -> Finding {
    begin_infinite_search(probe)?;
    probe.wait_until_ready()?;
    stop_search(probe).map(|played| format!("readyok, then {played}"))
}

fn one_answer(probe: &mut Probe<'_>) -> Finding {
    for _ in 0..3 {
        probe.search(START, "go depth 2")?;
    }
    match probe.wait_for_move(probe.moment()) {
        Ok(word) => Err(format!("bestmove {word} once more")),
        Err(Forfeit::Timeout { .. }) => Ok("three for three".into()),
        Err(other) => Err(other.to_string()),
    }
}

fn malformed(probe: &mut Probe<'_>) -> Finding {
    let endless = [b'x'; 50_000];
    let lines: [&[u8]; 9] = [
        b"",
        b"nonsense",
        b"position",
        b"position fen 8/8 x",
        b"position startpos moves z9",
        b"setoption name",
        b"\xff\xfe\x00",
        b"uai uai uai\t",
        &endless,
    ];
    for line in lines {
        probe.process.send_bytes(line);
    }
    probe.wait_until_ready()?;
    search(probe, START, "go depth 2")
}

fn whole_game(probe: &mut Probe<'_>) -> Finding {
    let settings = GameSettings {
        start: Position::start(Size::Seven, StuckRule::Passes),
        controls: [TimeControl::Depth(1); 2],
        margin: Duration::ZERO,
        seed: 0,
    };
    probe.process.send("uainewgame");
    let probe = RefCell::new(probe);
    let is_long_enough = AtomicBool::new(false);
    let mut plies = 0;
    let mut on_move = |_: &Position, _: &Choice| {
        plies += 1;
        is_long_enough.store(plies == MAX_PLIES, Relaxed);
    };
    let mut sides = [BothSides(&probe), BothSides(&probe)];
    let [blue, red] = &mut sides;
    match play_game(&settings, &mut [blue, red], &is_long_enough, &mut on_move) {
        Some(game) => match game.ending {
            Ending::Rules(_) => Ok(format!("{} moves", game.moves.len())),
            Ending::Forfeit(_, reason) => Err(reason.to_string()),
        },
        None if plies == MAX_PLIES => Ok(format!("{MAX_PLIES} moves and no end, all legal")),
        None => Err(Forfeit::Stopped.to_string()),
    }
}

fn quit(probe: &mut Probe<'_>) -> Finding {
    probe.process.send("quit");
    let limit = 4 * probe.slack();
    if probe.process.has_ended(limit) {
        Ok("gone".into())
    } else {
        Err(format!("still there after {} ms", limit.as_millis()))
    }
}

/// One engine that plays both sides of a game.
struct BothSides<'p, 'a>(&'p RefCell<&'p mut Probe<'a>>);

impl Player for BothSides<'_, '_> {
    fn new_game(&mut self, _: &NewGame) -> Result<(), Forfeit> {
        Ok(())
    }

    fn choose(&mut self, position: &Position, go: &Go) -> Result<Choice, Forfeit> {
        let (played, used) = self.0.borrow_mut().search_position(position, &go.uai_command())?;
        Ok(Choice::new(played, used))
    }
}

/// An engine that has been started and has sent `uaiok`.
struct Probe<'a> {
    process: EngineProcess,
    timeout: Duration,
    stop: &'a AtomicBool,
    /// What it sent as `id name`.
    name: Option<String>,
}

impl<'a> Probe<'a> {
    fn open(command: &[OsString], timeout: Duration, stop: &'a AtomicBool) -> Result<Self, Forfeit> {
        let process = EngineProcess::start(command, Transcript::none().channel(""))?;
        let mut probe = Self { process, timeout, stop, name: None };
        probe.process.send("uai");
        let mut name = None;
        probe.process.wait("uaiok", timeout, stop, |message| match message {
            EngineMessage::Name(sent) => {
                name = Some(sent);
                None
            }
            message => (message == EngineMessage::UaiOk).then_some(()),
        })?;
        probe.name = name;
        Ok(probe)
    }

    /// What a busy machine may add to a time: 250 ms with a timeout of 5 s. A longer timeout, for a machine that is slow
    /// or busy, allows more.
    fn slack(&self) -> Duration {
        self.timeout / 20
    }

    /// Long enough for a search to be under way, and for an answer that should not come to come.
    fn moment(&self) -> Duration {
        (self.timeout / 50).clamp(MIN_MOMENT, MAX_MOMENT)
    }

    fn wait_until_ready(&mut self) -> Result<(), Forfeit> {
        self.process.send("isready");
        let is_ready = |message| (message == EngineMessage::ReadyOk).then_some(());
        self.process.wait("readyok", self.timeout, self.stop, is_ready).map(|_| ())
    }

    /// The word after `bestmove`, if it comes in time.
    fn wait_for_move(&mut self, timeout: Duration) -> Result<String, Forfeit> {
        self.process.wait("bestmove", timeout, self.stop, best_move).map(|(word, _)| word)
    }

    /// The move that the engine finds, if it is legal, and the time it took.
    fn search(&mut self, fen: &str, go: &str) -> Result<(Move, Duration), String> {
        let position = position(fen)?;
        let (played, used) = self.search_position(&position, go)?;
        legal(&position, played)?;
        Ok((played, used))
    }

    /// The move that the engine finds, legal or not, and the time it took.
    fn search_position(&mut self, position: &Position, go: &str) -> Result<(Move, Duration), Forfeit> {
        self.process.send(&format!("position fen {position}"));
        self.wait_until_ready()?;
        self.process.clear();
        let began = Instant::now();
        self.process.send(go);
        let word = self.wait_for_move(self.timeout)?;
        let used = began.elapsed();
        Ok((read_move(&word, position)?, used))
    }
}

fn position(fen: &str) -> Result<Position, String> {
    Position::from_fen(fen, StuckRule::Passes).map_err(|error| error.to_string())
}

fn legal_move(position: &Position, word: &str) -> Result<Move, Forfeit> {
    let played = read_move(word, position)?;
    legal(position, played)?;
    Ok(played)
}

fn legal(position: &Position, played: Move) -> Result<(), Forfeit> {
    let mut next = *position;
    next.play(played).map(|_| ()).map_err(|reason| Forfeit::IllegalMove { played, reason })
}
