//! UAI, the protocol of Ataxx engines: the chess protocol UCI with `a` for `c`, one line a command.
//!
//! [`run`] is a loop over any reader and writer. It reads while a search runs in a thread of its own, so that
//! `isready` and `stop` are answered at once. Anything that is not understood is answered by an
//! `info string` and changes nothing; the end of the input ends the loop and any search.
//!
//! Beyond the protocol there are `perft N`, `eval`, `display` and `bench [N]`, and the options `Rules` (what
//! happens to a player who cannot move) and `Size` (of the board that `startpos` means).
//!
//! Source: the protocol as the programs around libataxx speak it.

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod command;
mod jobs;
mod lines;

use std::io::{self, BufRead, Write};

use laplace_games::blobwar::format::picture;
use laplace_games::blobwar::{Move, Position, Size, StuckRule};

use self::command::{Board, Command, Setting};
use self::jobs::Desk;
use super::engine::Engine;
use super::repetition::GameHistory;
use super::settings::{HASH_MEGABYTES, MAX_CONTEMPT, MAX_MULTIPV, MAX_THREADS, Settings};
use crate::platform::{Scope, Task, scope, spawn_or_run};

pub use self::command::CommandError;
pub use self::lines::Lines;

/// Speaks the protocol until `quit` or the end of the input. Fails only if reading or writing does.
///
/// ```
/// use laplace_solvers::blobwar::{Engine, Settings, uai};
/// let mut output = Vec::new();
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// uai::run(&b"uai\nisready\nquit\n"[..], &mut output, &mut engine).unwrap();
/// assert!(String::from_utf8(output).unwrap().ends_with("uaiok\nreadyok\n"));
/// ```
pub fn run(input: impl BufRead, output: impl Write + Send, engine: &mut Engine) -> io::Result<()> {
    let defaults = engine.settings().clone();
    let desk = Desk::new(engine, output);
    scope(|scope| {
        let mut session = Session {
            desk: &desk,
            scope,
            job: None,
            size: Size::Seven,
            stuck: StuckRule::Passes,
            position: Position::start(Size::Seven, StuckRule::Passes),
            past: GameHistory::default(),
            defaults,
        };
        let talked = session.talk(input);
        session.halt();
        talked
    })
}

/// A talk under way.
struct Session<'scope, 'env, W> {
    desk: &'env Desk<'env, W>,
    scope: &'scope Scope<'scope, 'env>,
    job: Option<Task<'scope, ()>>,
    size: Size,
    stuck: StuckRule,
    position: Position,
    past: GameHistory,
    /// What the engine was set to at first.
    defaults: Settings,
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn talk(&mut self, input: impl BufRead) -> io::Result<()> {
        let mut lines = Lines::new(input);
        while let Some(line) = lines.read()? {
            match Command::read(line) {
                Ok(Some(Command::Quit)) => break,
                Ok(Some(command)) => self.obey(command)?,
                Ok(None) => {}
                Err(error) => self.desk.say(&format!("info string {error}"))?,
            }
        }
        Ok(())
    }

    fn obey(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uai => self.introduce(),
            Command::IsReady => self.desk.say("readyok"),
            Command::NewGame => self.new_game(),
            Command::Position(board, moves) => self.set_position(board, &moves),
            Command::Set(setting) => self.set(setting),
            Command::Stop => {
                self.halt();
                Ok(())
            }
            Command::Go(limits) => {
                let (desk, position, past) = (self.desk, self.position, self.past.clone());
                self.start(move || desk.search(&position, &past, &limits))
            }
            Command::Perft(depth) => {
                let (desk, position) = (self.desk, self.position);
                self.start(move || desk.perft(&position, depth))
            }
            Command::Bench(depth) => {
                let desk = self.desk;
                self.start(move || desk.bench(depth))
            }
            Command::Eval => {
                self.halt();
                self.desk.evaluate(&self.position)
            }
            Command::Display => {
                self.desk.say(&format!("{}fen {}", picture::write(&self.position), self.position))
            }
            Command::Quit => Ok(()),
        }
    }

    /// Ends what is being worked on, and waits for its answer.
    fn halt(&mut self) {
        if let Some(job) = self.job.take() {
            self.desk.stop();
            // A job that failed has nothing more to say, and the talk goes on.
            let _ = job.join();
        }
    }

    fn introduce(&self) -> io::Result<()> {
        let (least, most) = (HASH_MEGABYTES.start(), HASH_MEGABYTES.end());
        let Settings { megabytes, threads, contempt, .. } = self.defaults;
        self.desk.say(&format!(
            "id name Laplace {}\nid author the Laplace maintainers\n\
             option name Hash type spin default {megabytes} min {least} max {most}\n\
             option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
             option name Contempt type spin default {contempt} min 0 max {MAX_CONTEMPT}\n\
             option name MultiPV type spin default 1 min 1 max {MAX_MULTIPV}\n\
             option name Rules type combo default passes var ends var passes\n\
             option name Size type spin default 7 min 7 max 8\n\
             uaiok",
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.halt();
        self.desk.forget();
        self.set_up(Position::start(self.size, self.stuck), GameHistory::default());
        Ok(())
    }

    fn set(&mut self, setting: Setting) -> io::Result<()> {
        self.halt();
        match setting {
            Setting::Hash(megabytes) => self.set_hash(megabytes)?,
            Setting::Threads(threads) => self.desk.set(|settings| settings.threads = threads),
            Setting::Contempt(contempt) => self.desk.set(|settings| settings.contempt = contempt),
            Setting::Lines(lines) => self.desk.set(|settings| settings.multipv = lines),
            Setting::Rules(stuck) => self.stuck = stuck,
            Setting::Size(size) => self.size = size,
        }
        // The position that stands was set under other rules; FENs and starts to come follow these.
        if matches!(setting, Setting::Rules(_) | Setting::Size(_)) {
            self.set_up(Position::start(self.size, self.stuck), GameHistory::default());
        }
        Ok(())
    }

    fn set_hash(&self, megabytes: usize) -> io::Result<()> {
        self.desk.set(|settings| settings.megabytes = megabytes);
        match self.desk.settings().megabytes {
            least if least < megabytes => {
                self.desk.say(&format!("info string setoption: no room for {megabytes} MiB, Hash is {least}"))
            }
            _ => Ok(()),
        }
    }

    /// Takes a position only if all of it is sound.
    fn set_position(&mut self, board: Board, moves: &[Move]) -> io::Result<()> {
        let mut position = match board {
            Board::Start => Position::start(self.size, self.stuck),
            Board::Fen(fen) => match Position::from_fen(fen, self.stuck) {
                Ok(position) => position,
                Err(error) => return self.desk.say(&format!("info string position refused: {error}")),
            },
        };
        // Most match runners send a position and no moves: then it was searched before, or nothing is known.
        let mut past = self.desk.met().clone();
        past.keep_before(&position);
        for &played in moves {
            past.push(&position);
            if let Err(error) = position.play(played) {
                return self.desk.say(&format!("info string move {played} refused: {error}"));
            }
        }
        past.keep_before(&position);
        self.set_up(position, past);
        Ok(())
    }

    fn set_up(&mut self, position: Position, past: GameHistory) {
        (self.position, self.past) = (position, past);
    }
}

impl<'scope, W: Write + Send> Session<'scope, '_, W> {
    /// Works on something while the talk goes on.
    fn start(&mut self, work: impl FnOnce() + Send + 'scope) -> io::Result<()> {
        self.halt();
        self.desk.begin();
        self.job = Some(spawn_or_run(self.scope, "blobwar", work)?);
        Ok(())
    }
}
