//! The well: a game under way, and the functions of the judge and the solver.

use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{
    Column, Depth, Figure, Move, PaintedBoard, Problem, State, UncheckedMove, WIDTH, format, points,
};
use laplace_judge::well::{Ended, judge};
use laplace_solvers::Control;
use laplace_solvers::well::{Limits, Progress, solve};
use numpy::{PyArray1, PyArray2, PyArrayMethods as _};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{illegal_move, input_error, syntax_error, value_error};
use crate::interruptible::{self, Reports};

/// The depth of a number of rows.
pub(crate) fn depth(rows: u32) -> PyResult<Depth> {
    Depth::new(rows).ok_or_else(|| input_error(None, &rows.to_string(), "a depth from 1 to 20 rows"))
}

/// The figures of their numbers.
pub(crate) fn figures(numbers: &[u32]) -> PyResult<Vec<Figure>> {
    let figure = |&number: &u32| {
        let read = Figure::from_number(number);
        read.ok_or_else(|| input_error(None, &number.to_string(), "a figure from 1 to 7"))
    };
    numbers.iter().map(figure).collect()
}

pub(crate) fn family(name: &str) -> PyResult<Family> {
    name.parse().map_err(|error| value_error(&error))
}

fn chosen(rotation: i64, column: i64) -> PyResult<Move> {
    let number = |value: i64| u32::try_from(value).ok();
    let read =
        number(rotation).zip(number(column)).and_then(|(rotation, column)| Move::new(rotation, column));
    read.ok_or_else(|| {
        let found = format!("rotation {rotation}, column {column}");
        input_error(None, &found, "a rotation from 0 to 3 and a column from 0 to 9")
    })
}

/// The kinds of the figures in a well, the top row first; 0 for an empty cell. What sticks out is left out.
pub(crate) fn write_cells(painted: &PaintedBoard, cells: &mut [u8]) {
    let rows = painted.depth().rows();
    for row in 0..rows {
        for column in Column::ALL {
            let kind = painted.block(row, column).map_or(0, |block| block.figure.number());
            cells[(rows - 1 - row) * WIDTH + column.index()] = kind;
        }
    }
}

/// A game of the well under way.
#[pyclass(module = "laplace._native")]
#[derive(Clone)]
pub(crate) struct WellGame {
    state: State,
    painted: PaintedBoard,
}

#[pymethods]
impl WellGame {
    #[new]
    fn new(numbers: Vec<u32>, rows: u32) -> PyResult<Self> {
        let depth = depth(rows)?;
        let problem = Problem { figures: figures(&numbers)?, depth };
        Ok(Self { state: State::new(problem), painted: PaintedBoard::new(depth) })
    }

    fn copy(&self) -> Self {
        self.clone()
    }

    /// `copy.deepcopy`, also of what holds it: a search may try moves on a copy.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    #[getter]
    fn board<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<u8>>> {
        let rows = self.painted.depth().rows();
        let mut cells = vec![0; rows * WIDTH];
        write_cells(&self.painted, &mut cells);
        PyArray1::from_vec(py, cells).reshape([rows, WIDTH])
    }

    fn text(&self) -> String {
        self.painted.to_string()
    }

    #[getter]
    fn depth(&self) -> usize {
        self.painted.depth().rows()
    }

    #[getter]
    fn figures(&self) -> Vec<u32> {
        self.state.problem().figures.iter().map(|figure| figure.number().into()).collect()
    }

    #[getter]
    fn next_figure(&self) -> Option<u8> {
        self.state.next_figure().map(Figure::number)
    }

    fn upcoming(&self, count: usize) -> Vec<u32> {
        let figures = self.state.problem().figures.iter().skip(self.state.placed()).take(count);
        if self.state.end().is_some() {
            Vec::new()
        } else {
            figures.map(|figure| figure.number().into()).collect()
        }
    }

    #[getter]
    fn placed(&self) -> usize {
        self.state.placed()
    }

    #[getter]
    fn points(&self) -> u32 {
        self.state.points()
    }

    #[getter]
    fn end(&self) -> Option<String> {
        self.state.end().map(|end| end.to_string())
    }

    fn legal_moves(&self) -> Vec<(u8, usize)> {
        let numbers = |placed: Move| (placed.rotation.number(), placed.column.index());
        self.state.legal_moves().into_iter().map(numbers).collect()
    }

    fn play(&mut self, rotation: i64, column: i64) -> PyResult<(usize, Vec<u32>, bool)> {
        let placed = chosen(rotation, column)?;
        let painted = &mut self.painted;
        let facts = self
            .state
            .play_watched(placed, &mut |phase| painted.follow(&phase))
            .map_err(|error| illegal_move(placed, error))?;
        Ok((facts.landing_row, facts.deletions().iter().map(|&rows| rows.into()).collect(), facts.sticks_out))
    }
}

#[pyfunction]
fn well_generate<'py>(
    py: Python<'py>,
    name: &str,
    count: usize,
    seed: u64,
) -> PyResult<Bound<'py, PyArray1<u8>>> {
    let problem = generate(family(name)?, count, seed);
    Ok(PyArray1::from_vec(py, problem.figures.iter().map(|figure| figure.number()).collect()))
}

#[pyfunction]
fn well_families() -> Vec<&'static str> {
    Family::ALL.map(Family::name).to_vec()
}

#[pyfunction]
fn well_points(placed: usize, figures: usize) -> u32 {
    points(placed, figures)
}

#[pyfunction]
fn well_read_problem(text: &[u8]) -> PyResult<Vec<u32>> {
    let problem = format::read_problem(text, Depth::DEFAULT).map_err(|error| syntax_error(&error))?;
    Ok(problem.figures.iter().map(|figure| figure.number().into()).collect())
}

#[pyfunction]
fn well_write_problem(numbers: Vec<u32>) -> PyResult<String> {
    Ok(format::write_problem(&Problem { figures: figures(&numbers)?, depth: Depth::DEFAULT }))
}

#[pyfunction]
fn well_read_moves(text: &[u8]) -> PyResult<Vec<(u32, u32)>> {
    let pair = |read: UncheckedMove| (read.rotation, read.column);
    let moves = format::read_moves(text).map(|read| read.map(pair)).collect::<Result<_, _>>();
    moves.map_err(|error| syntax_error(&error))
}

#[pyfunction]
fn well_write_moves(moves: Vec<(i64, i64)>) -> PyResult<String> {
    let moves: Vec<Move> =
        moves.iter().map(|&(rotation, column)| chosen(rotation, column)).collect::<PyResult<_>>()?;
    Ok(format::write_moves(moves))
}

#[pyfunction]
fn well_judge<'py>(py: Python<'py>, input: &[u8], output: &[u8], rows: u32) -> PyResult<Bound<'py, PyDict>> {
    let verdict = judge(input, output, depth(rows)?).map_err(|error| syntax_error(&error))?;
    let line = match &verdict.ended {
        Ended::InvalidMove { line, .. } => *line,
        Ended::Malformed { error, .. } => Some(error.line),
        Ended::Rules(_) => None,
    };
    let dict = PyDict::new(py);
    dict.set_item("placed", verdict.placed)?;
    dict.set_item("figures", verdict.figures)?;
    dict.set_item("points", verdict.points)?;
    dict.set_item("is_fault", verdict.ended.is_fault())?;
    dict.set_item("ended", verdict.ended.word())?;
    dict.set_item("ended_text", verdict.ended.to_string())?;
    dict.set_item("line", line)?;
    Ok(dict)
}

#[pyfunction]
#[pyo3(signature = (numbers, rows, seconds, progress))]
fn well_solve<'py>(
    py: Python<'py>,
    numbers: Vec<u32>,
    rows: u32,
    seconds: Option<f64>,
    progress: Option<Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyDict>> {
    let problem = Problem { figures: figures(&numbers)?, depth: depth(rows)? };
    let limits = if seconds.is_some() { Limits::WIDEST } else { Limits::default() };
    let progress = progress.map(Bound::unbind);
    let solution = interruptible::run(
        py,
        seconds,
        Reports::Newest,
        |stop, report| {
            let control =
                Control { stop: &|| stop.is_set(), progress: &|progress: &Progress| report(*progress) };
            solve(&problem, &limits, &control)
        },
        |py, Progress { placed, figures, beam_width }| match &progress {
            Some(function) => function.call1(py, (placed, figures, beam_width)).map(drop),
            None => Ok(()),
        },
    )?;
    let flat: Vec<u8> = solution
        .moves
        .iter()
        .flat_map(|placed| [placed.rotation.number(), placed.column.index() as u8])
        .collect();
    let dict = PyDict::new(py);
    dict.set_item("moves", PyArray1::from_vec(py, flat).reshape([solution.moves.len(), 2])?)?;
    dict.set_item("proved_longest", solution.proved_longest)?;
    Ok(dict)
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<WellGame>()?;
    module.add_function(wrap_pyfunction!(well_generate, module)?)?;
    module.add_function(wrap_pyfunction!(well_families, module)?)?;
    module.add_function(wrap_pyfunction!(well_points, module)?)?;
    module.add_function(wrap_pyfunction!(well_read_problem, module)?)?;
    module.add_function(wrap_pyfunction!(well_write_problem, module)?)?;
    module.add_function(wrap_pyfunction!(well_read_moves, module)?)?;
    module.add_function(wrap_pyfunction!(well_write_moves, module)?)?;
    module.add_function(wrap_pyfunction!(well_judge, module)?)?;
    module.add_function(wrap_pyfunction!(well_solve, module)?)
}
