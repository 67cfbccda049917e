//! Environments of the demon and the well, one or many at a time, stepped without Python.
//!
//! An action is `columns * rotation + column`. A move that cannot be played ends the game, as the contest and the task have it.
//! The games of a batch are independent; a game that has ended begins anew with the next step, whose action is ignored
//! (Gymnasium's "next step" mode), from a seed that the caller draws as a single
//! environment would.

use std::sync::Arc;

use laplace_games::demon::{self, Seed};
use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{self, Depth, PaintedBoard, Problem};
use numpy::{PyArray1, PyArray2, PyArray3, PyArrayMethods as _, PyReadonlyArray1};
use pyo3::prelude::*;

use crate::demon::seed;
use crate::errors::input_error;
use crate::well::{depth, family, figures};

const ROTATIONS: usize = 4;

/// One game as an environment sees it.
trait Game {
    /// Cells of the board: rows and columns.
    const COLUMNS: usize;
    fn rows(&self) -> usize;
    /// Begins the game of a seed.
    fn restart(&mut self, seed: u64) -> PyResult<()>;
    /// Plays an action and returns its reward.
    fn act(&mut self, action: usize) -> f64;
    fn is_over(&self) -> bool;
    fn write_board(&self, cells: &mut [u8]);
    fn write_pieces(&self, pieces: &mut [u8]);
    fn write_mask(&self, mask: &mut [i8]);
    /// One more number that the future depends on, and one for statistics.
    fn extra(&self) -> u8;
    fn score(&self) -> u32;
    fn placed(&self) -> u32;
    /// The board for people.
    fn text(&self) -> String;
}

#[derive(Clone)]
struct Demon {
    state: demon::State,
    limit: u32,
    /// A move could not be played.
    invalid: bool,
}

impl Demon {
    fn new(seed: Seed, limit: u32) -> Self {
        Self { state: demon::State::with_limit(seed, limit), limit, invalid: false }
    }
}

impl Game for Demon {
    const COLUMNS: usize = demon::COLUMNS;

    fn rows(&self) -> usize {
        demon::LINES
    }

    fn restart(&mut self, number: u64) -> PyResult<()> {
        // A number that is too large for the check is too large for a seed.
        *self = Self::new(seed(i64::try_from(number).unwrap_or(i64::MAX))?, self.limit);
        Ok(())
    }

    fn act(&mut self, action: usize) -> f64 {
        let rotation = (action / Self::COLUMNS) as u32;
        let column = (action % Self::COLUMNS) as u32;
        match demon::Move::new(rotation, column).map(|chosen| self.state.play(chosen)) {
            Some(Ok(facts)) => facts.points.into(),
            _ => {
                self.invalid = true;
                0.0
            }
        }
    }

    fn is_over(&self) -> bool {
        self.invalid || self.state.end().is_some()
    }

    fn write_board(&self, cells: &mut [u8]) {
        crate::demon::write_cells(&self.state, cells);
    }

    fn write_pieces(&self, pieces: &mut [u8]) {
        let left = self.limit.saturating_sub(self.state.placed()) as usize;
        let next = std::iter::once(self.state.next_piece()).chain(self.state.pieces_after());
        pieces.fill(0);
        for (number, piece) in pieces.iter_mut().zip(next.take(left)) {
            *number = piece.number();
        }
    }

    fn write_mask(&self, mask: &mut [i8]) {
        mask.fill(0);
        if self.is_over() {
            return;
        }
        let piece = self.state.next_piece();
        for rotation in demon::Rotation::ALL {
            let width = usize::from(piece.shape(rotation).width());
            let first = Self::COLUMNS * rotation.index();
            mask[first..=first + Self::COLUMNS - width].fill(1);
        }
    }

    fn extra(&self) -> u8 {
        self.state.is_after_tetris().into()
    }

    fn score(&self) -> u32 {
        self.state.score()
    }

    fn placed(&self) -> u32 {
        self.state.placed()
    }

    fn text(&self) -> String {
        self.state.board().to_string()
    }
}

#[derive(Clone)]
struct Well {
    state: well::State,
    painted: PaintedBoard,
    invalid: bool,
    family: Family,
}

impl Well {
    fn new(problem: impl Into<Arc<Problem>>, family: Family) -> Self {
        let problem = problem.into();
        let painted = PaintedBoard::new(problem.depth);
        Self { state: well::State::new(problem), painted, invalid: false, family }
    }

    fn depth(&self) -> Depth {
        self.painted.depth()
    }
}

impl Game for Well {
    const COLUMNS: usize = well::WIDTH;

    fn rows(&self) -> usize {
        self.depth().rows()
    }

    fn restart(&mut self, seed: u64) -> PyResult<()> {
        let problem = generate(self.family, self.state.problem().figures.len(), seed);
        *self = Self::new(Problem { depth: self.depth(), ..problem }, self.family);
        Ok(())
    }

    fn act(&mut self, action: usize) -> f64 {
        let before = self.state.placed();
        let chosen = well::Move::new((action / Self::COLUMNS) as u32, (action % Self::COLUMNS) as u32);
        let painted = &mut self.painted;
        let played =
            chosen.map(|chosen| self.state.play_watched(chosen, &mut |phase| painted.follow(&phase)));
        self.invalid = !matches!(played, Some(Ok(_)));
        (self.state.placed() - before) as f64
    }

    fn is_over(&self) -> bool {
        self.invalid || self.state.end().is_some()
    }

    fn write_board(&self, cells: &mut [u8]) {
        crate::well::write_cells(&self.painted, cells);
    }

    fn write_pieces(&self, pieces: &mut [u8]) {
        pieces.fill(0);
        let left = self.state.problem().figures.iter().skip(self.state.placed());
        for (number, figure) in pieces.iter_mut().zip(left) {
            *number = figure.number();
        }
    }

    fn write_mask(&self, mask: &mut [i8]) {
        mask.fill(0);
        if self.invalid {
            return;
        }
        for placed in self.state.next_figure().into_iter().flat_map(well::Figure::moves) {
            mask[Self::COLUMNS * placed.rotation.index() + placed.column.index()] = 1;
        }
    }

    fn extra(&self) -> u8 {
        0
    }

    fn score(&self) -> u32 {
        self.state.points()
    }

    fn placed(&self) -> u32 {
        self.state.placed() as u32
    }

    fn text(&self) -> String {
        self.painted.to_string()
    }
}

type Observed<'py> = (Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>, u8, Bound<'py, PyArray1<i8>>);
type Stepped<'py> = (Observed<'py>, f64, bool, u32, u32);

fn observe<'py, G: Game>(py: Python<'py>, game: &G, window: usize) -> PyResult<Observed<'py>> {
    let mut cells = vec![0; game.rows() * G::COLUMNS];
    game.write_board(&mut cells);
    let mut pieces = vec![0; window];
    game.write_pieces(&mut pieces);
    let mut mask = vec![0; ROTATIONS * G::COLUMNS];
    game.write_mask(&mut mask);
    let board = PyArray1::from_vec(py, cells).reshape([game.rows(), G::COLUMNS])?;
    Ok((board, PyArray1::from_vec(py, pieces), game.extra(), PyArray1::from_vec(py, mask)))
}

/// The index of an action. A number that is not one becomes the first after them, which no game can play.
fn action_index<G: Game>(action: i64) -> usize {
    let actions = ROTATIONS * G::COLUMNS;
    usize::try_from(action).unwrap_or(actions).min(actions)
}

fn step<'py, G: Game>(py: Python<'py>, game: &mut G, action: i64, window: usize) -> PyResult<Stepped<'py>> {
    let reward = if game.is_over() { 0.0 } else { game.act(action_index::<G>(action)) };
    Ok((observe(py, game, window)?, reward, game.is_over(), game.score(), game.placed()))
}

/// One game of the demon.
#[pyclass(module = "laplace._native")]
#[derive(Clone)]
struct DemonEnv {
    game: Demon,
    window: usize,
}

#[pymethods]
impl DemonEnv {
    #[new]
    fn new(limit: u32, window: usize) -> PyResult<Self> {
        Ok(Self { game: Demon::new(seed(0)?, limit), window })
    }

    /// `copy.deepcopy`, also of what holds it: a search may try moves on a copy.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn reset<'py>(&mut self, py: Python<'py>, s: i64) -> PyResult<Observed<'py>> {
        self.game = Demon::new(seed(s)?, self.game.limit);
        observe(py, &self.game, self.window)
    }

    fn step<'py>(&mut self, py: Python<'py>, action: i64) -> PyResult<Stepped<'py>> {
        step(py, &mut self.game, action, self.window)
    }

    fn text(&self) -> String {
        self.game.text()
    }
}

/// One game of the well.
#[pyclass(module = "laplace._native")]
#[derive(Clone)]
struct WellEnv {
    game: Well,
    window: usize,
}

#[pymethods]
impl WellEnv {
    #[new]
    fn new(rows: u32, window: usize) -> PyResult<Self> {
        let problem = Problem { figures: Vec::new(), depth: depth(rows)? };
        Ok(Self { game: Well::new(problem, Family::Uniform), window })
    }

    /// `copy.deepcopy`, also of what holds it: a search may try moves on a copy.
    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    fn reset<'py>(&mut self, py: Python<'py>, numbers: Vec<u32>) -> PyResult<Observed<'py>> {
        let problem = Problem { figures: figures(&numbers)?, depth: self.game.depth() };
        self.game = Well::new(problem, self.game.family);
        observe(py, &self.game, self.window)
    }

    fn step<'py>(&mut self, py: Python<'py>, action: i64) -> PyResult<Stepped<'py>> {
        step(py, &mut self.game, action, self.window)
    }

    fn text(&self) -> String {
        self.game.text()
    }
}

/// Games that are stepped together.
#[derive(Clone)]
struct Batch<G> {
    games: Vec<G>,
    window: usize,
}

type BatchObserved<'py> =
    (Bound<'py, PyArray3<u8>>, Bound<'py, PyArray2<u8>>, Bound<'py, PyArray1<u8>>, Bound<'py, PyArray2<i8>>);
type BatchStepped<'py> = (
    BatchObserved<'py>,
    Bound<'py, PyArray1<f64>>,
    Bound<'py, PyArray1<bool>>,
    Bound<'py, PyArray1<u32>>,
    Bound<'py, PyArray1<u32>>,
);

impl<G: Game> Batch<G> {
    /// Begins games anew, each from its seed; the others go on.
    fn reset(&mut self, seeds: &[Option<u64>]) -> PyResult<()> {
        for (game, seed) in self.games.iter_mut().zip(seeds) {
            if let Some(seed) = seed {
                game.restart(*seed)?;
            }
        }
        Ok(())
    }

    fn observe<'py>(&self, py: Python<'py>) -> PyResult<BatchObserved<'py>> {
        let count = self.games.len();
        let rows = self.games.first().map_or(0, Game::rows);
        let cells_of_a_game = rows * G::COLUMNS;
        let actions = ROTATIONS * G::COLUMNS;
        let mut cells = vec![0; count * cells_of_a_game];
        let mut pieces = vec![0; count * self.window];
        let mut masks = vec![0; count * actions];
        for (index, game) in self.games.iter().enumerate() {
            game.write_board(&mut cells[index * cells_of_a_game..(index + 1) * cells_of_a_game]);
            game.write_pieces(&mut pieces[index * self.window..(index + 1) * self.window]);
            game.write_mask(&mut masks[index * actions..(index + 1) * actions]);
        }
        let extras = self.games.iter().map(Game::extra).collect();
        Ok((
            PyArray1::from_vec(py, cells).reshape([count, rows, G::COLUMNS])?,
            PyArray1::from_vec(py, pieces).reshape([count, self.window])?,
            PyArray1::from_vec(py, extras),
            PyArray1::from_vec(py, masks).reshape([count, actions])?,
        ))
    }

    /// Plays an action in each game; those that are over begin anew, with the next of the seeds.
    fn step<'py>(&mut self, py: Python<'py>, actions: &[i64], seeds: &[u64]) -> PyResult<BatchStepped<'py>> {
        if actions.len() != self.games.len() {
            let found = format!("{} actions", actions.len());
            return Err(input_error(
                None,
                &found,
                &format!("{} actions, one for each game", self.games.len()),
            ));
        }
        let mut rewards = Vec::with_capacity(self.games.len());
        let mut seeds = seeds.iter();
        for (game, &action) in self.games.iter_mut().zip(actions) {
            if game.is_over() {
                let seed = seeds
                    .next()
                    .ok_or_else(|| input_error(None, "too few seeds", "a seed for each game that is over"))?;
                game.restart(*seed)?;
                rewards.push(0.0);
            } else {
                rewards.push(game.act(action_index::<G>(action)));
            }
        }
        let over = self.games.iter().map(Game::is_over).collect();
        let scores = self.games.iter().map(Game::score).collect();
        let placed = self.games.iter().map(Game::placed).collect();
        Ok((
            self.observe(py)?,
            PyArray1::from_vec(py, rewards),
            PyArray1::from_vec(py, over),
            PyArray1::from_vec(py, scores),
            PyArray1::from_vec(py, placed),
        ))
    }
}

macro_rules! batch {
    ($(#[$doc:meta])* $name:ident, $game:ty) => {
        $(#[$doc])*
        #[pyclass(module = "laplace._native")]
        #[derive(Clone)]
        struct $name(Batch<$game>);

        #[pymethods]
        impl $name {
            /// `copy.deepcopy`, also of the environment that holds it.
            fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
                self.clone()
            }

            fn reset<'py>(
                &mut self,
                py: Python<'py>,
                seeds: Vec<Option<u64>>,
            ) -> PyResult<BatchObserved<'py>> {
                self.0.reset(&seeds)?;
                self.0.observe(py)
            }

            fn step<'py>(
                &mut self,
                py: Python<'py>,
                actions: PyReadonlyArray1<'py, i64>,
                seeds: Vec<u64>,
            ) -> PyResult<BatchStepped<'py>> {
                self.0.step(py, actions.as_slice()?, &seeds)
            }

            fn boards(&self) -> Vec<String> {
                self.0.games.iter().map(|game| game.text()).collect()
            }
        }
    };
}

batch!(
    /// Many games of the demon.
    DemonBatch,
    Demon
);
batch!(
    /// Many games of the well.
    WellBatch,
    Well
);

#[pyfunction]
fn demon_batch(count: usize, limit: u32, window: usize) -> PyResult<DemonBatch> {
    let games = vec![Demon::new(seed(0)?, limit); count];
    Ok(DemonBatch(Batch { games, window }))
}

#[pyfunction]
fn well_batch(
    count: usize,
    length: usize,
    rows: u32,
    family_name: &str,
    window: usize,
) -> PyResult<WellBatch> {
    let family = family(family_name)?;
    let problem = Arc::new(Problem { depth: depth(rows)?, ..generate(family, length, 0) });
    let games = vec![Well::new(problem, family); count];
    Ok(WellBatch(Batch { games, window }))
}

pub(crate) fn register(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<DemonEnv>()?;
    module.add_class::<WellEnv>()?;
    module.add_class::<DemonBatch>()?;
    module.add_class::<WellBatch>()?;
    module.add_function(wrap_pyfunction!(demon_batch, module)?)?;
    module.add_function(wrap_pyfunction!(well_batch, module)?)
}
