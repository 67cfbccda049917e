//! Blobwar and Ataxx: positions, the engine, players and matches.

use std::ops::ControlFlow::Continue;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

use laplace_games::blobwar::format::picture;
use laplace_games::blobwar::{
    Cell, Map, Move, Outcome, Position, RuleChoice, Side, StuckRule, Variant, perft,
};
use laplace_matches::clock::{Fischer, Go};
use laplace_matches::forfeit::Forfeit;
use laplace_matches::game::Ending;
use laplace_matches::player::{NewGame, Player};
use laplace_matches::review::{ReviewedMove, review};
use laplace_matches::runner::MatchError;
use laplace_matches::spec::{PlayerKind, SpecError};
use laplace_matches::stats::{Pairs, Sprt, Verdict};
use laplace_matches::{
    Entrant, FinishedGame, Match, OpeningSource, PlayerSpec, Score, TimeControl, Transcript, builtin, pgn,
};
use laplace_solvers::Control;
use laplace_solvers::blobwar::score::{self, chance};
use laplace_solvers::blobwar::{Engine, GameHistory, Limits, SearchInfo, Settings};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{illegal_move, input_error, position_error, refused, text_error, value_error};
use crate::interruptible::{self, Reports};

/// The offsets of a jump, row and column, in the order of the actions.
const JUMPS: [(i32, i32); 16] = [
    (-2, -2),
    (-2, -1),
    (-2, 0),
    (-2, 1),
    (-2, 2),
    (-1, -2),
    (-1, 2),
    (0, -2),
    (0, 2),
    (1, -2),
    (1, 2),
    (2, -2),
    (2, -1),
    (2, 0),
    (2, 1),
    (2, 2),
];

fn read_choice(variant: Option<&str>, rules: Option<&str>) -> PyResult<RuleChoice> {
    let variant = variant.map(str::parse::<Variant>).transpose().map_err(|error| value_error(&error))?;
    let stuck = rules.map(str::parse::<StuckRule>).transpose().map_err(|error| value_error(&error))?;
    Ok(RuleChoice { variant, stuck })
}

/// A position of Blobwar or Ataxx. It never changes: playing gives a new one.
#[pyclass(module = "laplace._native", frozen, eq, hash, from_py_object)]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct BlobwarPosition(Position);

impl BlobwarPosition {
    fn width(&self) -> usize {
        self.0.size().width().into()
    }

    /// The number of a cell on a board of this size, row by row from the bottom left.
    fn index(&self, cell: Cell) -> usize {
        usize::from(cell.row()) * self.width() + usize::from(cell.column())
    }

    fn cell(&self, index: usize) -> Option<Cell> {
        let width = self.width();
        Cell::at(u8::try_from(index / width).ok()?, u8::try_from(index % width).ok()?)
    }

    /// The actions: doublings by target, then jumps by origin and offset, then the pass.
    fn actions(&self) -> usize {
        self.width().pow(2) * (1 + JUMPS.len()) + 1
    }

    fn action_of(&self, played: Move) -> Option<usize> {
        let cells = self.width().pow(2);
        match played {
            Move::Double(to) => Some(self.index(to)),
            Move::Jump { from, to } => {
                let rows = i32::from(to.row()) - i32::from(from.row());
                let columns = i32::from(to.column()) - i32::from(from.column());
                let jump = JUMPS.iter().position(|&offset| offset == (rows, columns))?;
                Some(cells + self.index(from) * JUMPS.len() + jump)
            }
            Move::Pass => Some(self.actions() - 1),
        }
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        let cells = self.width().pow(2);
        if action < cells {
            return self.cell(action).map(Move::Double);
        }
        if action + 1 == self.actions() {
            return Some(Move::Pass);
        }
        let from = self.cell((action - cells) / JUMPS.len()).filter(|_| action < self.actions())?;
        let (rows, columns) = JUMPS[(action - cells) % JUMPS.len()];
        let row = u8::try_from(i32::from(from.row()) + rows).ok()?;
        let column = u8::try_from(i32::from(from.column()) + columns).ok()?;
        Some(Move::Jump { from, to: Cell::at(row, column)? })
    }

    fn played(&self, chosen: Move) -> PyResult<(Self, Vec<u32>)> {
        let mut next = self.0;
        let facts = next.play(chosen).map_err(|error| illegal_move(chosen, error))?;
        Ok((Self(next), facts.turned.into_iter().map(|cell| cell.number().into()).collect()))
    }
}

#[pymethods]
impl BlobwarPosition {
    #[staticmethod]
    #[pyo3(signature = (text, variant=None, rules=None))]
    fn read(text: &[u8], variant: Option<&str>, rules: Option<&str>) -> PyResult<Self> {
        let choice = read_choice(variant, rules)?;
        Position::read(text, choice).map(Self).map_err(|error| position_error(text, &error))
    }

    #[staticmethod]
    #[pyo3(signature = (variant=None, map=None, rules=None))]
    fn start(variant: Option<&str>, map: Option<&str>, rules: Option<&str>) -> PyResult<Self> {
        let choice = read_choice(variant, rules)?;
        match map {
            Some(name) => {
                let map: Map = name.parse().map_err(|error| value_error(&error))?;
                choice
                    .start_on_map(&map)
                    .map(Self)
                    .map_err(|error| refused(error, name, "a map of the variant's size"))
            }
            None => Ok(Self(choice.start())),
        }
    }

    #[getter]
    fn fen(&self) -> String {
        self.0.to_string()
    }

    #[getter]
    fn turn(&self) -> &'static str {
        self.0.turn().colour()
    }

    #[getter]
    fn size(&self) -> usize {
        self.width()
    }

    #[getter]
    fn rules(&self) -> &'static str {
        self.0.stuck_rule().name()
    }

    #[getter]
    fn variant(&self) -> Option<&'static str> {
        Variant::of(&self.0).map(Variant::name)
    }

    #[getter]
    fn clock(&self) -> u32 {
        self.0.clock()
    }

    #[getter]
    fn number(&self) -> u32 {
        self.0.number()
    }

    #[getter]
    fn value(&self) -> i32 {
        self.0.value()
    }

    #[getter]
    fn winner(&self) -> Option<&'static str> {
        self.0.end().map(|end| match end.outcome {
            Outcome::Win(side) => side.colour(),
            Outcome::Draw => "draw",
        })
    }

    #[getter]
    fn end(&self) -> Option<String> {
        self.0.end().map(|end| end.to_string())
    }

    #[getter]
    fn pions(&self) -> (u64, u64) {
        (self.0.board().blobs(Side::Blue).bits(), self.0.board().blobs(Side::Red).bits())
    }

    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<i8>>> {
        let board = self.0.board();
        let mut cells = vec![0; self.width().pow(2)];
        for cell in board.holes() {
            cells[self.index(cell)] = 2;
        }
        for cell in board.blobs(Side::Blue) {
            cells[self.index(cell)] = 1;
        }
        for cell in board.blobs(Side::Red) {
            cells[self.index(cell)] = -1;
        }
        PyArray1::from_vec(py, cells).reshape([self.width(), self.width()])
    }

    fn picture(&self) -> String {
        picture::write(&self.0)
    }

    fn legal_moves(&self) -> Vec<String> {
        self.0.legal_moves().iter().map(Move::to_string).collect()
    }

    fn play(&self, text: &str) -> PyResult<(Self, Vec<u32>)> {
        let chosen: Move = text.parse().map_err(|error| text_error(&error))?;
        self.played(chosen)
    }

    #[getter]
    fn action_count(&self) -> usize {
        self.actions()
    }

    fn action_mask<'py>(&self, py: Python<'py>) -> Bound<'py, PyArray1<i8>> {
        let mut mask = vec![0; self.actions()];
        for action in self.0.legal_moves().into_iter().filter_map(|played| self.action_of(played)) {
            mask[action] = 1;
        }
        PyArray1::from_vec(py, mask)
    }

    fn move_of_action(&self, action: usize) -> PyResult<String> {
        let expected = || input_error(None, &action.to_string(), "an action that is a move on this board");
        self.move_of(action).map(|played| played.to_string()).ok_or_else(expected)
    }

    fn action_of_move(&self, text: &str) -> PyResult<usize> {
        let played: Move = text.parse().map_err(|error| text_error(&error))?;
        self.action_of(played).ok_or_else(|| input_error(None, text, "a move of distance 1 or 2"))
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        let position = self.0;
        interruptible::run(
            py,
            None,
            Reports::Newest,
            |stop, _: &(dyn Fn(()) + Sync)| stoppable_perft(&position, depth, stop),
            |_, ()| Ok(()),
        )
    }
}

/// Counts paths; a count of a few plies is quick, so that only the plies above them look whether to stop.
fn stoppable_perft(position: &Position, depth: u32, stop: &interruptible::Stop<'_>) -> u64 {
    const QUICK_DEPTH: u32 = 5;
    if depth <= QUICK_DEPTH || stop.is_set() {
        return if stop.is_set() { 0 } else { perft(position, depth) };
    }
    let after = |played| {
        let mut next = *position;
        next.play_unchecked(played);
        next
    };
    position.legal_moves().into_iter().map(|played| stoppable_perft(&after(played), depth - 1, stop)).sum()
}

#[pyfunction]
fn blobwar_maps() -> Vec<&'static str> {
    Map::all().iter().map(Map::name).collect()
}

/// A time in seconds.
fn duration(seconds: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(seconds)
        .map_err(|_| input_error(None, &seconds.to_string(), "a time in seconds, more than 0"))
}

fn limits(depth: Option<u32>, nodes: Option<u64>, seconds: Option<f64>) -> PyResult<Limits> {
    if depth.is_none() && nodes.is_none() && seconds.is_none() {
        return Err(input_error(None, "no limit", "depth, nodes or time"));
    }
    Ok(Limits { depth, nodes, move_time: seconds.map(duration).transpose()?, ..Limits::default() })
}

fn info<'py>(py: Python<'py>, info: &SearchInfo) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("rank", info.multipv)?;
    dict.set_item("depth", info.depth)?;
    dict.set_item("score", info.score)?;
    dict.set_item("is_proved", score::is_proved(info.score))?;
    dict.set_item("chance", chance(info.score))?;
    dict.set_item("nodes", info.nodes)?;
    dict.set_item("seconds", info.time.as_secs_f64())?;
    dict.set_item("pv", info.pv.iter().map(Move::to_string).collect::<Vec<_>>())?;
    Ok(dict)
}

#[pyfunction]
#[pyo3(signature = (position, depth, nodes, seconds, lines, threads, megabytes, progress))]
#[expect(clippy::too_many_arguments, reason = "the Python face names them")]
fn blobwar_analyse<'py>(
    py: Python<'py>,
    position: BlobwarPosition,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    lines: usize,
    threads: usize,
    megabytes: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let limits = limits(depth, nodes, seconds)?;
    let settings = Settings {
        megabytes,
        threads: threads.max(1),
        multipv: lines.max(1),
        contempt: 0,
        ..Settings::default()
    };
    let progress = progress.map(Bound::unbind);
    let found = Mutex::new(Vec::<SearchInfo>::new());
    let result = interruptible::run(
        py,
        None,
        Reports::All,
        |stop, report| {
            let progress = |line: &SearchInfo| {
                // The newest iteration of each line.
                if let Ok(mut found) = found.lock() {
                    found.retain(|known| known.multipv != line.multipv);
                    found.push(line.clone());
                }
                report(line.clone());
            };
            let control = Control { stop: &|| stop.is_set(), progress: &progress };
            Engine::new(settings).search_with(&position.0, GameHistory::EMPTY, &limits, &control)
        },
        |py, line| match &progress {
            Some(function) => function.call1(py, (info(py, &line)?,)).map(drop),
            None => Ok(()),
        },
    )?;
    let result =
        result.ok_or_else(|| input_error(None, "a game that is over", "a position with a move to play"))?;
    let mut lines = found.into_inner().unwrap_or_default();
    lines.retain(|line| line.multipv > 1);
    lines.push(result.info);
    lines.sort_by_key(|line| line.multipv);
    lines.iter().map(|line| info(py, line)).collect()
}

#[pyfunction]
#[pyo3(signature = (start, moves, depth, nodes, seconds, megabytes, progress))]
#[expect(clippy::too_many_arguments, reason = "the Python face names them")]
fn blobwar_review<'py>(
    py: Python<'py>,
    start: BlobwarPosition,
    moves: Vec<String>,
    depth: Option<u32>,
    nodes: Option<u64>,
    seconds: Option<f64>,
    megabytes: usize,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let limits = limits(depth, nodes, seconds)?;
    let moves: Vec<Move> =
        moves.iter().map(|text| text.parse().map_err(|error| text_error(&error))).collect::<PyResult<_>>()?;
    let mut position = start;
    for &chosen in &moves {
        position = position.played(chosen)?.0;
    }
    let progress = progress.map(Bound::unbind);
    let reviewed = interruptible::run(
        py,
        None,
        Reports::All,
        |stop, report| {
            let mut engine = Engine::new(Settings { megabytes, contempt: 0, ..Settings::default() });
            let mut on_move = |next: &ReviewedMove| report(next.clone());
            review(start.0, &moves, &mut engine, &limits, &|| stop.is_set(), &mut on_move)
        },
        |py, next| match &progress {
            Some(function) => function.call1(py, (reviewed_move(py, &next)?,)).map(drop),
            None => Ok(()),
        },
    )?;
    reviewed.iter().map(|next| reviewed_move(py, next)).collect()
}

fn reviewed_move<'py>(py: Python<'py>, reviewed: &ReviewedMove) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("number", reviewed.number)?;
    dict.set_item("player", reviewed.side.colour())?;
    dict.set_item("move", reviewed.played.to_string())?;
    dict.set_item("best", reviewed.before.pv.first().map(Move::to_string))?;
    dict.set_item("score_before", reviewed.before.score)?;
    dict.set_item("score_after", reviewed.after.score)?;
    dict.set_item("loss", reviewed.loss())?;
    dict.set_item("mark", reviewed.mark().name())?;
    Ok(dict)
}

fn read_control(
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    clock: Option<&str>,
) -> PyResult<TimeControl> {
    match (depth, nodes, move_time, clock) {
        (Some(depth), None, None, None) => Ok(TimeControl::Depth(depth)),
        (None, Some(nodes), None, None) => Ok(TimeControl::Nodes(nodes)),
        (None, None, Some(seconds), None) => Ok(TimeControl::MoveTime(duration(seconds)?)),
        (None, None, None, Some(text)) => {
            text.parse::<Fischer>().map(TimeControl::Clock).map_err(|error| not_read(text, error))
        }
        _ => Err(input_error(None, "several limits or none", "one of depth, nodes, move_time and clock")),
    }
}

/// A text that is not what its error expects.
fn not_read(text: &str, error: impl ToString) -> PyErr {
    let reason = error.to_string();
    input_error(None, text, reason.strip_prefix("expected ").unwrap_or(&reason))
}

/// Reads a player. Our engine has no process here, so that of its options only those of its settings are known.
fn read_spec(text: &str) -> PyResult<PlayerSpec> {
    let spec: PlayerSpec = text.parse().map_err(|error: SpecError| not_read(text, error))?;
    if let PlayerKind::Laplace(options) = &spec.kind {
        let is_known = |name: &str| ["hash", "threads"].iter().any(|known| name.eq_ignore_ascii_case(known));
        if let Some(other) = options.iter().find(|option| !is_known(&option.name)) {
            return Err(input_error(None, &other.name, "an option of laplace: hash or threads"));
        }
    }
    Ok(spec)
}

/// A built-in player that could not go on, which none should.
fn broke_down(reason: &Forfeit) -> PyErr {
    PyRuntimeError::new_err(format!("the player could not go on: {reason}"))
}

/// A player that chooses moves one at a time.
#[pyclass(module = "laplace._native", frozen)]
struct BlobwarPlayer {
    player: Mutex<Box<dyn Player + Send>>,
    control: TimeControl,
    name: String,
}

#[pymethods]
impl BlobwarPlayer {
    #[new]
    #[pyo3(signature = (spec, seed, depth, nodes, move_time))]
    fn new(
        spec: &str,
        seed: u64,
        depth: Option<u32>,
        nodes: Option<u64>,
        move_time: Option<f64>,
    ) -> PyResult<Self> {
        let control = read_control(depth, nodes, move_time, None)?;
        let spec = read_spec(spec)?;
        let mut player = builtin::new_player(&spec.kind, control, seed).ok_or_else(|| {
            input_error(None, &spec.to_string(), "laplace, level:N, student:N, random or greedy")
        })?;
        let start = Position::start(laplace_games::blobwar::Size::Eight, StuckRule::Ends);
        player.new_game(&NewGame { start, seed }).map_err(|error| broke_down(&error))?;
        Ok(Self { player: Mutex::new(player), control, name: spec.to_string() })
    }

    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    fn choose(&self, py: Python<'_>, position: BlobwarPosition) -> PyResult<String> {
        if position.0.end().is_some() {
            return Err(input_error(None, "a game that is over", "a position with a move to play"));
        }
        let controls = [self.control; 2];
        let go = Go { side: position.0.turn(), controls, clocks: controls.map(TimeControl::clock) };
        let choice = interruptible::run(
            py,
            None,
            Reports::Newest,
            |stop, _: &(dyn Fn(()) + Sync)| {
                // A search that broke down has left its player in the middle of a move.
                let mut player = self.player.lock().unwrap_or_else(PoisonError::into_inner);
                player.choose_until(&position.0, &go, stop.flag())
            },
            |_, ()| Ok(()),
        )?;
        choice.map(|choice| choice.played.to_string()).map_err(|error| broke_down(&error))
    }
}

/// A game of a match, as Python receives it.
struct GameReport {
    pair: usize,
    names: [String; 2],
    start: String,
    moves: Vec<String>,
    result: &'static str,
    termination: String,
    is_forfeit: bool,
    pgn: String,
}

impl GameReport {
    fn new(played: &Match, finished: &FinishedGame) -> Self {
        let FinishedGame { number, game } = finished;
        let heading = played.heading(*number, SystemTime::now());
        Self {
            pair: number.pair + 1,
            names: played.players_of(*number).map(|entrant| entrant.name.clone()),
            start: game.start.to_string(),
            moves: game.moves.iter().map(|choice| choice.played.to_string()).collect(),
            result: pgn::result(game.ending.outcome()),
            termination: pgn::termination(&game.ending),
            is_forfeit: matches!(game.ending, Ending::Forfeit(..)),
            pgn: pgn::write(game, &heading),
        }
    }

    fn dict<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let dict = PyDict::new(py);
        let [blue, red] = &self.names;
        dict.set_item("pair", self.pair)?;
        dict.set_item("blue", blue)?;
        dict.set_item("red", red)?;
        dict.set_item("start", &self.start)?;
        dict.set_item("moves", &self.moves)?;
        dict.set_item("result", self.result)?;
        dict.set_item("termination", &self.termination)?;
        dict.set_item("is_forfeit", self.is_forfeit)?;
        dict.set_item("pgn", &self.pgn)?;
        Ok(dict)
    }
}

fn score_dict<'py>(py: Python<'py>, score: &Score) -> PyResult<Bound<'py, PyDict>> {
    let total = score.total();
    let rating = score.pairs.rating();
    let dict = PyDict::new(py);
    dict.set_item("wins", total.wins)?;
    dict.set_item("draws", total.draws)?;
    dict.set_item("losses", total.losses)?;
    dict.set_item("percent", total.percent())?;
    dict.set_item("elo", rating.map(|rating| rating.elo))?;
    dict.set_item("elo_error", rating.map(|rating| rating.error))?;
    dict.set_item("likelihood_of_superiority", score.pairs.likelihood_of_superiority())?;
    dict.set_item("pairs", score.pairs.0)?;
    Ok(dict)
}

#[pyfunction]
#[pyo3(signature = (a, b, starts, pairs, plies, seed, depth, nodes, move_time, clock, workers, progress))]
#[expect(clippy::too_many_arguments, reason = "the Python face names them")]
fn blobwar_match<'py>(
    py: Python<'py>,
    a: &str,
    b: &str,
    starts: Vec<BlobwarPosition>,
    pairs: usize,
    plies: u32,
    seed: u64,
    depth: Option<u32>,
    nodes: Option<u64>,
    move_time: Option<f64>,
    clock: Option<&str>,
    workers: u16,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let control = read_control(depth, nodes, move_time, clock)?;
    let starts: Vec<Position> = starts.iter().map(|start| start.0).collect();
    let openings = OpeningSource { starts, plies, seed }.random(pairs);
    if openings.is_empty() && pairs > 0 {
        return Err(input_error(None, "no opening", "starts from which random moves do not end the game"));
    }
    let entrants = [Entrant::new(read_spec(a)?, control), Entrant::new(read_spec(b)?, control)];
    let mut planned = Match::new(entrants, openings);
    planned.pairs = pairs;
    planned.seed = seed;
    planned.workers = workers.max(1);
    planned.make_names_unique();
    let progress = progress.map(Bound::unbind);
    let games = Mutex::new(Vec::new());
    let mut scores = planned.scores();
    let names: Vec<String> = planned.entrants.iter().map(|entrant| entrant.name.clone()).collect();
    let ran = interruptible::run(
        py,
        None,
        Reports::All,
        |stop, report| {
            let mut on_game = |finished: &FinishedGame, scores: &[Score]| {
                report((GameReport::new(&planned, finished), scores.first().cloned()));
                Continue(())
            };
            let transcript = Transcript::none();
            planned.identify(&transcript, stop.flag())?;
            planned.run(&mut scores, &transcript, stop.flag(), &mut on_game)
        },
        |py, (game, score): (GameReport, Option<Score>)| {
            let dict = game.dict(py)?;
            if let (Some(function), Some(score)) = (&progress, &score) {
                function.call1(py, (&dict, score_dict(py, score)?))?;
            }
            if let Ok(mut games) = games.lock() {
                games.push(dict.unbind());
            }
            Ok(())
        },
    )?;
    ran.map_err(|error| match &error {
        MatchError::CannotStart { name, .. } => {
            refused(&error, name, "a built-in player, or the command of a UAI engine that starts")
        }
        _ => PyRuntimeError::new_err(error.to_string()),
    })?;
    let dict = match scores.first() {
        Some(score) => score_dict(py, score)?,
        None => PyDict::new(py),
    };
    dict.set_item("players", names)?;
    dict.set_item("games", games.into_inner().unwrap_or_default())?;
    Ok(dict)
}

/// Random openings, all different; fewer than asked for where there are hardly any.
#[pyfunction]
fn blobwar_openings(
    starts: Vec<BlobwarPosition>,
    count: usize,
    plies: u32,
    seed: u64,
) -> Vec<BlobwarPosition> {
    let starts = starts.iter().map(|start| start.0).collect();
    OpeningSource { starts, plies, seed }.random(count).into_iter().map(BlobwarPosition).collect()
}

/// The difference in Elo with its error, and the likelihood of superiority, of pairs by their half points.
#[pyfunction]
fn blobwar_rating(pairs: [u32; 5]) -> (Option<f64>, Option<f64>, f64) {
    let pairs = Pairs(pairs);
    let rating = pairs.rating();
    (rating.map(|rating| rating.elo), rating.map(|rating| rating.error), pairs.likelihood_of_superiority())
}

/// The log-likelihood ratio of pairs by their half points, the bounds of the test, and its verdict if it has one.
#[pyfunction]
fn blobwar_sprt(
    pairs: [u32; 5],
    elo0: f64,
    elo1: f64,
    alpha: f64,
    beta: f64,
) -> (f64, f64, f64, Option<&'static str>) {
    let pairs = Pairs(pairs);
    let test = Sprt { elo0, elo1, alpha, beta };
    let (low, high) = test.bounds();
    let verdict = match test.verdict(&pairs) {
        Verdict::Elo0 => Some("elo0"),
        Verdict::Elo1 => Some("elo1"),
        Verdict::Open => None,
    };
    (test.ratio(&pairs), low, high, verdict)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<BlobwarPosition>()?;
    module.add_class::<BlobwarPlayer>()?;
    module.add_function(wrap_pyfunction!(blobwar_maps, module)?)?;
    module.add_function(wrap_pyfunction!(blobwar_analyse, module)?)?;
    module.add_function(wrap_pyfunction!(blobwar_review, module)?)?;
    module.add_function(wrap_pyfunction!(blobwar_match, module)?)?;
    module.add_function(wrap_pyfunction!(blobwar_openings, module)?)?;
    module.add_function(wrap_pyfunction!(blobwar_rating, module)?)?;
    module.add_function(wrap_pyfunction!(blobwar_sprt, module)?)
}
