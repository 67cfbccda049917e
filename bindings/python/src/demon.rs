//! The demon: a game under way, and the functions of the judge and the solver.

use laplace_games::demon::bound::{BoundKind, bounds, tight_reach};
use laplace_games::demon::format::{self, BoardStyle, Question};
use laplace_games::demon::{COLUMNS, Column, LINES, Move, Seed, State, UncheckedMove, bound, questions};
use laplace_judge::demon::{GameResult, analyse_against, judge, play_file};
use laplace_judge::recording::DemonRecording;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, LossKind, Progress, solve_from};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{illegal_move, input_error, quoted, refused_input, syntax_error};
use crate::interruptible::{self, Reports};

/// The seed of a number.
pub(crate) fn seed(s: i64) -> PyResult<Seed> {
    let read = u32::try_from(s).ok().and_then(Seed::new);
    read.ok_or_else(|| input_error(None, &s.to_string(), "a seed from 0 to 1000000"))
}

fn chosen(column: i64, rotation: i64) -> PyResult<Move> {
    let unchecked = UncheckedMove { piece: 0, column, rotation };
    unchecked.check().ok_or_else(|| {
        let found = format!("column {column}, rotation {rotation}");
        input_error(None, &found, "a column from 0 to 11 and a rotation from 0 to 3")
    })
}

/// The numbers of the pieces on a board, line 0 at the top; 0 for an empty cell.
pub(crate) fn write_cells(state: &State, cells: &mut [u8]) {
    cells.fill(0);
    let board = state.board();
    for line in board.top()..LINES {
        for column in Column::ALL {
            if let Some(piece) = board.cell(line, column) {
                cells[line * COLUMNS + usize::from(column.number())] = piece.number();
            }
        }
    }
}

/// A game of the demon under way.
#[pyclass(module = "laplace._native")]
#[derive(Clone)]
pub(crate) struct DemonGame {
    seed: Seed,
    limit: u32,
    state: State,
}

#[pymethods]
impl DemonGame {
    #[new]
    fn new(s: i64, limit: u32) -> PyResult<Self> {
        let seed = seed(s)?;
        Ok(Self { seed, limit, state: State::with_limit(seed, limit) })
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    /// `copy.deepcopy`, also of what holds it: a search may try moves on a copy.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    #[getter]
    fn s(&self) -> u32 {
        self.seed.number()
    }

    #[getter]
    fn limit(&self) -> u32 {
        self.limit
    }

    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let mut cells = vec![0; LINES * COLUMNS];
        write_cells(&self.state, &mut cells);
        PyArray1::from_vec(py, cells).reshape([LINES, COLUMNS])
    }

    fn text(&self) -> String {
        format::write_board(self.state.board(), BoardStyle::Packed)
    }

    #[getter]
    fn next_piece(&self) -> u8 {
        self.state.next_piece().number()
    }

    fn upcoming(&self, count: usize) -> Vec<u32> {
        let left = self.limit.saturating_sub(self.state.placed()) as usize;
        let next = std::iter::once(self.state.next_piece()).chain(self.state.pieces_after());
        next.take(count.min(left)).map(|piece| piece.number().into()).collect()
    }

    #[getter]
    fn placed(&self) -> u32 {
        self.state.placed()
    }

    #[getter]
    fn lines(&self) -> u32 {
        self.state.lines()
    }

    #[getter]
    fn tetrises(&self) -> u32 {
        self.state.tetrises()
    }

    #[getter]
    fn back_to_backs(&self) -> u32 {
        self.state.back_to_backs()
    }

    #[getter]
    fn score(&self) -> u32 {
        self.state.score()
    }

    #[getter]
    fn is_after_tetris(&self) -> bool {
        self.state.is_after_tetris()
    }

    #[getter]
    fn end(&self) -> Option<String> {
        self.state.end().map(|end| end.to_string())
    }

    fn legal_moves(&self) -> Vec<(u8, u8)> {
        let numbers = |chosen: Move| (chosen.column.number(), chosen.rotation.number());
        self.state.legal_moves().into_iter().map(numbers).collect()
    }

    fn play(&mut self, column: i64, rotation: i64) -> PyResult<(usize, Vec<usize>, u32, bool)> {
        let chosen = chosen(column, rotation)?;
        let facts = self.state.play(chosen).map_err(|error| illegal_move(chosen, error))?;
        Ok((facts.line, facts.removed.iter().collect(), facts.points, facts.back_to_back))
    }
}

#[pyfunction]
fn demon_sequence(py: Python<'_>, s: i64, count: usize) -> PyResult<Bound<'_, PyArray1<u8>>> {
    let pieces = seed(s)?.pieces().take(count).map(|piece| piece.number()).collect();
    Ok(PyArray1::from_vec(py, pieces))
}

fn question(number: u32) -> PyResult<Question> {
    let read = Question::from_number(number);
    read.ok_or_else(|| input_error(None, &number.to_string(), "a question from 1 to 5"))
}

#[pyfunction]
fn demon_answer(number: u32, text: &[u8], spaced: bool) -> PyResult<String> {
    let style = if spaced { BoardStyle::Spaced } else { BoardStyle::Packed };
    let answer = match question(number)? {
        Question::Q1 => questions::answer_q1(text),
        Question::Q2 => questions::answer_q2(text, style),
        Question::Q3 => questions::answer_q3(text, style),
        Question::Q4 => questions::answer_q4(text, style),
        Question::Q5 => {
            return Err(input_error(None, "5", "a question from 1 to 4: solve() plays question 5"));
        }
    };
    answer.map_err(|error| refused_input(&error))
}

fn game_result<'py>(py: Python<'py>, result: &GameResult) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    dict.set_item("s", result.seed.number())?;
    dict.set_item("score", result.score)?;
    dict.set_item("placed", result.placed)?;
    dict.set_item("lines", result.lines)?;
    dict.set_item("tetrises", result.tetrises)?;
    dict.set_item("back_to_backs", result.back_to_backs)?;
    dict.set_item("ended", result.ended.word())?;
    dict.set_item("ended_text", result.ended.to_string())?;
    dict.set_item("line", result.line)?;
    Ok(dict)
}

#[pyfunction]
fn demon_play_file<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    game_result(py, &play_file(text).map_err(|error| syntax_error(&error))?)
}

#[pyfunction]
fn demon_judge<'py>(
    py: Python<'py>,
    number: u32,
    input: &[u8],
    output: &[u8],
) -> PyResult<Bound<'py, PyDict>> {
    let verdict = judge(question(number)?, input, output).map_err(|error| refused_input(&error))?;
    let dict = PyDict::new(py);
    dict.set_item("is_right", verdict.is_right())?;
    dict.set_item("fault", verdict.fault())?;
    let difference = verdict.difference.as_ref();
    dict.set_item("line", difference.map(|difference| difference.line))?;
    dict.set_item("found", difference.map(|difference| quoted(&difference.found)))?;
    dict.set_item("expected", difference.map(|difference| difference.expected.clone()))?;
    dict.set_item("game", verdict.game.as_ref().map(|game| game_result(py, game)).transpose()?)?;
    Ok(dict)
}

#[pyfunction]
fn demon_bounds(py: Python<'_>, s: i64, moves: u32) -> PyResult<(u32, u32)> {
    let seed = seed(s)?;
    let bounds = py.detach(|| bounds(seed, moves));
    let of = |kind| bounds.get(kind).unwrap_or_default();
    Ok((of(BoundKind::Plain), of(BoundKind::Tight)))
}

const fn loss_kind(kind: LossKind) -> &'static str {
    match kind {
        LossKind::Empty => "empty",
        LossKind::NearlyEmpty => "nearly-empty",
        LossKind::Full => "full",
        LossKind::Tetris => "tetris",
        LossKind::Lines => "lines",
    }
}

fn moves_of(pairs: &[(i64, i64)]) -> PyResult<Vec<Move>> {
    pairs.iter().map(|&(column, rotation)| chosen(column, rotation)).collect()
}

#[pyfunction]
#[pyo3(signature = (s, moves, effort, seconds, threads, start, progress))]
#[expect(clippy::too_many_arguments, reason = "the Python face names them")]
fn demon_solve<'py>(
    py: Python<'py>,
    s: i64,
    moves: u32,
    effort: Option<u32>,
    seconds: Option<f64>,
    threads: usize,
    start: Vec<(i64, i64)>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let seed = seed(s)?;
    let start = moves_of(&start)?;
    let limits = Limits { threads: threads.max(1), rounds: effort, ..Limits::default() };
    let progress = progress.map(Bound::unbind);
    let solution = interruptible::run(
        py,
        seconds,
        Reports::Newest,
        |stop, report| {
            let control =
                Control { stop: &|| stop.is_set(), progress: &|progress: &Progress| report(*progress) };
            solve_from(seed, moves, &start, &limits, &control)
        },
        |py, Progress { round, placed, moves, score, best, bound }| match &progress {
            Some(function) => function.call1(py, (round, placed, moves, score, best, bound)).map(drop),
            None => Ok(()),
        },
    )?;
    // The rules play it again for what the search does not count.
    let mut state = State::with_limit(seed, moves);
    for &chosen in &solution.moves {
        state.play(chosen).map_err(|error| illegal_move(chosen, error))?;
    }
    let numbers = |chosen: &Move| [chosen.column.number(), chosen.rotation.number()];
    let flat: Vec<u8> = solution.moves.iter().flat_map(numbers).collect();
    let losses: Vec<(u32, u32, &str)> =
        solution.losses.iter().map(|loss| (loss.piece + 1, loss.points, loss_kind(loss.kind))).collect();
    let dict = PyDict::new(py);
    dict.set_item("moves", PyArray1::from_vec(py, flat).reshape([solution.moves.len(), 2])?)?;
    dict.set_item("score", solution.score)?;
    dict.set_item("bound", solution.bound)?;
    dict.set_item("plain_bound", bound::bound(seed, moves))?;
    dict.set_item("lines", state.lines())?;
    dict.set_item("tetrises", state.tetrises())?;
    dict.set_item("back_to_backs", state.back_to_backs())?;
    dict.set_item("losses", losses)?;
    Ok(dict)
}

#[pyfunction]
fn demon_write_moves(s: i64, moves: Vec<(i64, i64)>) -> PyResult<String> {
    let seed = seed(s)?;
    let moves = moves_of(&moves)?;
    let lines = seed.pieces().zip(moves).map(|(piece, chosen)| UncheckedMove::new(piece, chosen));
    Ok(format::write_moves(seed, lines))
}

#[pyfunction]
fn demon_read_moves(text: &[u8]) -> PyResult<(u32, Vec<[i64; 3]>)> {
    let file = format::read_moves(text).map_err(|error| syntax_error(&error))?;
    let seed = file.seed().number();
    let moves = file
        .map(|line| line.map(|(_, read)| [read.piece, read.column, read.rotation]))
        .collect::<Result<_, _>>()
        .map_err(|error| syntax_error(&error))?;
    Ok((seed, moves))
}

#[pyfunction]
fn demon_analyse<'py>(py: Python<'py>, text: &[u8]) -> PyResult<Bound<'py, PyDict>> {
    let recording = DemonRecording::of_file(text).map_err(|error| syntax_error(&error))?;
    let analysis = py.detach(|| {
        let moves: Vec<Move> = recording.steps().iter().map(|step| step.chosen).collect();
        let reach = tight_reach(recording.result().seed, &moves);
        analyse_against(&recording, Some((BoundKind::Tight, &reach)))
    });
    let column = |value: fn(&laplace_judge::demon::Point) -> u32| {
        PyArray1::from_vec(py, analysis.points.iter().map(value).collect())
    };
    let losses: Vec<_> = analysis
        .losses
        .iter()
        .map(|loss| {
            let reason = (loss.reason.word(), loss.reason.to_string());
            (loss.placed, loss.piece.number(), loss.points, loss.unavoidable, reason.0, reason.1)
        })
        .collect();
    let dict = PyDict::new(py);
    dict.set_item("result", game_result(py, recording.result())?)?;
    dict.set_item("plain_bound", analysis.bounds.get(BoundKind::Plain))?;
    dict.set_item("bound", analysis.bounds.get(BoundKind::Tight))?;
    dict.set_item("score", column(|point| point.score))?;
    dict.set_item("reach", column(|point| point.reach))?;
    dict.set_item("height", column(|point| point.height as u32))?;
    dict.set_item("losses", losses)?;
    Ok(dict)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<DemonGame>()?;
    module.add_function(wrap_pyfunction!(demon_sequence, module)?)?;
    module.add_function(wrap_pyfunction!(demon_answer, module)?)?;
    module.add_function(wrap_pyfunction!(demon_play_file, module)?)?;
    module.add_function(wrap_pyfunction!(demon_judge, module)?)?;
    module.add_function(wrap_pyfunction!(demon_bounds, module)?)?;
    module.add_function(wrap_pyfunction!(demon_solve, module)?)?;
    module.add_function(wrap_pyfunction!(demon_write_moves, module)?)?;
    module.add_function(wrap_pyfunction!(demon_read_moves, module)?)?;
    module.add_function(wrap_pyfunction!(demon_analyse, module)?)
}
