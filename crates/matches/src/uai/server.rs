//! The UAI server: our engine behind any reader and writer.
//!
//! It reads on while a search runs on a thread of its own, so that `isready` and `stop` are answered at once. A line
//! that is not understood is answered by an `info string` and changes nothing; the end of the input is a `quit`.
//!
//! `quit` and every command that needs the engine stop a search, whatever its limits: a match runner that ends must not
//! leave an engine behind that thinks. Perft and the bench are finished first, as scripts and pipes send them
//! (`perft 5`, `quit`); only `stop` stops them. Stockfish does both.
//!
//! Beyond the protocol there are `perft N`, `eval`, `display` and `bench [N]`, and the options `Variant` (`sheet`,
//! `course`, `ataxx`; `auto` goes by the board), `Rules` (what happens to a player that cannot move, whatever the
//! variant), `Size` (of the board that `startpos` means), `EvalFile` (a network in place of the built-in one), and for
//! measurements `Without` (parts of the search that are switched off) and `Evaluation` (by counts, or by blobs alone).

#![deny(clippy::panic, clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

use std::fs;
use std::io::{self, BufRead, Write};
use std::path::Path;
use std::sync::Arc;

use laplace_games::blobwar::format::picture;
use laplace_games::blobwar::{Move, Position, RuleChoice, Size, Variant};
use laplace_solvers::blobwar::network::Network;
use laplace_solvers::blobwar::{
    Engine, Evaluation, GameHistory, HASH_MEGABYTES, MAX_CONTEMPT, MAX_MULTIPV, MAX_THREADS, Settings,
};
use laplace_solvers::platform::{Scope, Task, scope, spawn_or_run};

use super::command::{Board, Command, EMPTY, Setting};
use super::jobs::Shared;
use super::line_reader::LineReader;

/// Serves an engine until `quit` or the end of the input. Fails only if reading or writing does.
///
/// ```
/// use laplace_matches::uai;
/// use laplace_solvers::blobwar::{Engine, Settings};
/// let mut output = Vec::new();
/// let mut engine = Engine::new(Settings { megabytes: 1, ..Settings::default() });
/// uai::serve(&b"uai\nisready\nquit\n"[..], &mut output, &mut engine).unwrap();
/// assert!(String::from_utf8(output).unwrap().ends_with("uaiok\nreadyok\n"));
/// ```
pub fn serve(input: impl BufRead, output: impl Write + Send, engine: &mut Engine) -> io::Result<()> {
    let defaults = engine.settings().clone();
    let shared = Shared::new(engine, output);
    scope(|scope| {
        let mut session = Session {
            shared: &shared,
            scope,
            job: None,
            size: Size::Seven,
            rules: RuleChoice::default(),
            position: Variant::Ataxx.start(),
            history: GameHistory::default(),
            defaults,
        };
        let served = session.read_commands(input);
        session.finish_job();
        served
    })
}

/// What runs while the server reads on.
struct Job<'scope> {
    task: Task<'scope, ()>,
    /// Whether the next job stops it, or waits for it.
    is_search: bool,
}

/// The state of a server.
struct Session<'scope, 'env, W> {
    shared: &'env Shared<'env, W>,
    scope: &'scope Scope<'scope, 'env>,
    job: Option<Job<'scope>>,
    /// The size of the board that `startpos` means: that of the variant, if one was set.
    size: Size,
    rules: RuleChoice,
    position: Position,
    history: GameHistory,
    /// The settings of the engine at the beginning.
    defaults: Settings,
}

impl<W: Write + Send> Session<'_, '_, W> {
    fn read_commands(&mut self, input: impl BufRead) -> io::Result<()> {
        let mut lines = LineReader::new(input);
        while let Some(line) = lines.read()? {
            match Command::read(line) {
                Ok(Some(Command::Quit)) => break,
                Ok(Some(command)) => self.execute(command)?,
                Ok(None) => {}
                Err(error) => self.shared.write(&format!("info string {error}"))?,
            }
        }
        Ok(())
    }

    fn execute(&mut self, command: Command) -> io::Result<()> {
        match command {
            Command::Uai => self.identify(),
            Command::IsReady => self.shared.write("readyok"),
            Command::NewGame => self.new_game(),
            Command::Position(board, moves) => self.set_position(board, &moves),
            Command::Set(setting) => self.set(setting),
            Command::Stop => {
                self.stop_job();
                Ok(())
            }
            Command::Go(limits) => {
                let shared = self.shared;
                let position = self.position;
                let history = self.history.clone();
                self.start(true, move || shared.search(&position, &history, &limits))
            }
            Command::Perft(depth) => {
                let shared = self.shared;
                let position = self.position;
                self.start(false, move || shared.perft(&position, depth))
            }
            Command::Bench(depth) => {
                let shared = self.shared;
                self.start(false, move || shared.bench(depth))
            }
            Command::Eval => {
                self.finish_job();
                self.shared.evaluate(&self.position)
            }
            Command::Display => {
                self.shared.write(&format!("{}fen {}", picture::write(&self.position), self.position))
            }
            Command::Quit => Ok(()),
        }
    }

    /// Stops the job and waits for its answer.
    fn stop_job(&mut self) {
        self.shared.stop();
        self.join_job();
    }

    /// Stops a search, or waits for the end of another job.
    fn finish_job(&mut self) {
        if self.job.as_ref().is_some_and(|job| job.is_search) {
            self.shared.stop();
        }
        self.join_job();
    }

    fn join_job(&mut self) {
        if let Some(job) = self.job.take() {
            // A job that panicked has no answer; the server goes on.
            _ = job.task.join();
        }
    }

    fn identify(&self) -> io::Result<()> {
        let (min, max) = (HASH_MEGABYTES.start(), HASH_MEGABYTES.end());
        let Settings { megabytes, threads, contempt, .. } = self.defaults;
        self.shared.write(&format!(
            "id name Laplace {}\nid author the Laplace maintainers\n\
             option name Hash type spin default {megabytes} min {min} max {max}\n\
             option name Threads type spin default {threads} min 1 max {MAX_THREADS}\n\
             option name Contempt type spin default {contempt} min 0 max {MAX_CONTEMPT}\n\
             option name MultiPV type spin default 1 min 1 max {MAX_MULTIPV}\n\
             option name Variant type combo default auto var auto var sheet var course var ataxx\n\
             option name Rules type combo default auto var auto var ends var passes\n\
             option name Size type spin default 7 min 7 max 8\n\
             option name Without type string default none\n\
             option name Evaluation type combo default network var network var counts var material\n\
             option name EvalFile type string default {EMPTY}\n\
             uaiok",
            env!("CARGO_PKG_VERSION")
        ))
    }

    fn new_game(&mut self) -> io::Result<()> {
        self.finish_job();
        self.shared.new_game();
        self.set_up_start();
        Ok(())
    }

    fn set(&mut self, setting: Setting) -> io::Result<()> {
        self.finish_job();
        match setting {
            Setting::Hash(megabytes) => self.set_hash(megabytes)?,
            Setting::Threads(threads) => self.shared.set(|settings| settings.threads = threads),
            Setting::Contempt(contempt) => self.shared.set(|settings| settings.contempt = contempt),
            Setting::MultiPv(lines) => self.shared.set(|settings| settings.multipv = lines),
            Setting::Without(toggles) => self.shared.set(|settings| settings.toggles = toggles),
            Setting::Evaluation(evaluation) => self.shared.set(|settings| settings.evaluation = evaluation),
            Setting::EvalFile(path) => self.set_eval_file(path.as_deref())?,
            // The position was set under another rule: the game begins anew.
            Setting::Variant(variant) => {
                self.rules = RuleChoice { variant, stuck: None };
                self.size = variant.map_or(Size::Seven, Variant::size);
                self.set_up_start();
            }
            Setting::Rules(stuck) => {
                self.rules.stuck = stuck;
                self.set_up_start();
            }
            Setting::Size(size) => {
                self.rules.variant = self.rules.variant.filter(|variant| variant.size() == size);
                self.size = size;
                self.set_up_start();
            }
        }
        Ok(())
    }

    fn set_hash(&self, megabytes: usize) -> io::Result<()> {
        self.shared.set(|settings| settings.megabytes = megabytes);
        match self.shared.settings().megabytes {
            granted if granted < megabytes => {
                let text = format!("info string setoption: no room for {megabytes} MiB, Hash is {granted}");
                self.shared.write(&text)
            }
            _ => Ok(()),
        }
    }

    /// Loads a network, unless its file is refused; without a file the one of the program evaluates.
    fn set_eval_file(&self, path: Option<&Path>) -> io::Result<()> {
        let Some(path) = path else {
            self.shared.set(|settings| settings.evaluation = Evaluation::default());
            return Ok(());
        };
        let network = fs::read(path).map_err(|error| error.to_string());
        let network =
            network.and_then(|bytes| Network::from_bytes(&bytes).map_err(|error| error.to_string()));
        match network {
            Ok(network) => {
                let evaluation = Evaluation::Network(Arc::new(network));
                self.shared.set(|settings| settings.evaluation = evaluation);
                Ok(())
            }
            Err(error) => {
                let text = format!("info string setoption refused: EvalFile {}: {error}", path.display());
                self.shared.write(&text)
            }
        }
    }

    /// Sets the position, unless something of it is refused.
    fn set_position(&mut self, board: Board, moves: &[Move]) -> io::Result<()> {
        let mut position = match board {
            Board::Start => self.start_position(),
            Board::Fen(fen) => match Position::read(fen, self.rules) {
                Ok(position) => position,
                Err(error) => return self.shared.write(&format!("info string position refused: {error}")),
            },
        };
        // Most match runners send a position and no moves: the history is then what was searched before.
        let mut history = self.shared.searched().clone();
        history.keep_before(&position);
        for &played in moves {
            history.push(&position);
            if let Err(error) = position.play(played) {
                return self.shared.write(&format!("info string move {played} refused: {error}"));
            }
        }
        history.keep_before(&position);
        self.set_up(position, history);
        Ok(())
    }

    /// The position that `startpos` means.
    fn start_position(&self) -> Position {
        self.rules.start_on(self.size).unwrap_or_else(|_| self.rules.start())
    }

    fn set_up_start(&mut self) {
        self.set_up(self.start_position(), GameHistory::default());
    }

    fn set_up(&mut self, position: Position, history: GameHistory) {
        self.position = position;
        self.history = history;
    }
}

impl<'scope, W: Write + Send> Session<'scope, '_, W> {
    /// Starts a job; the server reads on.
    fn start(&mut self, is_search: bool, work: impl FnOnce() + Send + 'scope) -> io::Result<()> {
        self.finish_job();
        self.shared.clear_stop();
        self.job = Some(Job { task: spawn_or_run(self.scope, "blobwar", work)?, is_search });
        Ok(())
    }
}
