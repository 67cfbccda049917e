//! A game under way.
//!
//! [`State::play`] is for players: an illegal move is refused and changes nothing. [`State::attempt`] is
//! the task's own rule, for answers that come from elsewhere: an invalid move ends the game.

use std::fmt;
use std::sync::Arc;

use super::board::{Board, Depth, Facts, Phase};
use super::figure::Figure;
use super::moves::{Move, OutOfRange, UncheckedMove};

/// What a game is about: the figures, all known in advance, and the well they fall into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Problem {
    /// The figures in the order in which they fall.
    pub figures: Vec<Figure>,
    /// How deep the well is.
    pub depth: Depth,
}

/// Why a game is over. Figures are counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every figure was placed.
    AllPlaced,
    /// The move for this figure put a block outside on the right. (None can be outside on the left.)
    OutsideRight {
        /// The figure.
        figure: usize,
    },
    /// The move for this figure named a rotation that does not exist.
    NoSuchRotation {
        /// The figure.
        figure: usize,
        /// The rotation.
        rotation: u32,
    },
    /// A block was above the well after this figure and its deletions.
    StickingOut {
        /// The figure.
        figure: usize,
    },
    /// There was no move for this figure.
    NoMoreMoves {
        /// The figure.
        figure: usize,
    },
}

impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::AllPlaced => f.write_str("every figure was placed"),
            Self::OutsideRight { figure } => write!(f, "figure {figure}: outside the well on the right"),
            Self::NoSuchRotation { figure, rotation } => {
                write!(f, "figure {figure}: rotation {rotation}, expected 0 to 3")
            }
            Self::StickingOut { figure } => write!(f, "figure {figure}: sticking out above the well"),
            Self::NoMoreMoves { figure } => write!(f, "the answer ends before figure {figure}"),
        }
    }
}

/// Why a move was refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IllegalMove {
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// A block would be outside the well on the right.
    #[error("outside the well on the right")]
    OutsideRight,
}

/// A game under way, or over. A clone shares the problem.
///
/// ```
/// use laplace_games::well::{Depth, End, Figure, Move, Problem, State};
/// let mut state = State::new(Problem { figures: vec![Figure::I; 2], depth: Depth::new(3).unwrap() });
/// assert!(state.play(Move::new(1, 7).unwrap()).is_err());
/// state.play(Move::new(1, 6).unwrap()).unwrap();
/// assert_eq!((state.placed(), state.end()), (1, None));
/// state.play(Move::new(0, 0).unwrap()).unwrap();
/// assert_eq!((state.placed(), state.end()), (1, Some(End::StickingOut { figure: 2 })));
/// ```
#[derive(Clone, Debug)]
pub struct State {
    problem: Arc<Problem>,
    board: Board,
    placed: usize,
    end: Option<End>,
}

impl State {
    /// The game before its first figure.
    pub fn new(problem: impl Into<Arc<Problem>>) -> Self {
        let problem = problem.into();
        let end = problem.figures.is_empty().then_some(End::AllPlaced);
        Self { board: Board::new(problem.depth), problem, placed: 0, end }
    }

    /// What the game is about.
    pub fn problem(&self) -> &Problem {
        &self.problem
    }

    /// The board. In a game that ended by sticking out, the figure that does not count is on it.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// The number of figures that count.
    pub const fn placed(&self) -> usize {
        self.placed
    }

    /// Why the game is over; `None` if it is not.
    #[must_use]
    pub const fn end(&self) -> Option<End> {
        self.end
    }

    /// The figure to place next; `None` if the game is over.
    pub fn next_figure(&self) -> Option<Figure> {
        if self.end.is_some() { None } else { self.problem.figures.get(self.placed).copied() }
    }

    /// The points of the game as it stands.
    pub fn points(&self) -> u32 {
        points(self.placed, self.problem.figures.len())
    }

    /// Every legal move, by rotation and then by column; none if the game is over. A move after which a
    /// block sticks out is legal, though it ends the game. Moves of different rotations may have the same
    /// result: see [`State::distinct_moves`].
    #[must_use]
    pub fn legal_moves(&self) -> Vec<Move> {
        self.next_figure().into_iter().flat_map(Figure::moves).collect()
    }

    /// The legal moves without those that repeat the result of an earlier one.
    pub fn distinct_moves(&self) -> impl Iterator<Item = Move> + Clone + use<> {
        self.next_figure().into_iter().flat_map(Figure::distinct_moves)
    }

    /// Whether [`State::play`] would accept the move.
    #[must_use]
    pub fn is_legal(&self, placed: Move) -> bool {
        self.next_figure().is_some_and(|figure| figure.fits(placed))
    }

    /// Places the next figure, or refuses to and leaves everything as it was.
    pub fn play(&mut self, placed: Move) -> Result<Facts, IllegalMove> {
        self.play_watched(placed, &mut |_| {})
    }

    /// Like [`State::play`], and passes every phase of the move to `watch`, in order.
    pub fn play_watched(
        &mut self,
        placed: Move,
        watch: &mut impl FnMut(Phase<'_>),
    ) -> Result<Facts, IllegalMove> {
        let figure = self.next_figure().ok_or(IllegalMove::GameOver)?;
        let facts = self.board.place_watched(figure, placed, watch).ok_or(IllegalMove::OutsideRight)?;
        if facts.sticks_out {
            self.end = Some(End::StickingOut { figure: self.placed + 1 });
        } else {
            self.placed += 1;
            self.end = (self.placed == self.problem.figures.len()).then_some(End::AllPlaced);
        }
        Ok(facts)
    }

    /// Plays the numbers of an answer by the task's rule: an invalid move ends the game. Returns what
    /// the move did, or why the game is over.
    ///
    /// ```
    /// use laplace_games::well::{End, Figure, Problem, State, UncheckedMove};
    /// let mut state = State::new(Problem { figures: vec![Figure::O], ..Problem::default() });
    /// let end = state.attempt(UncheckedMove { rotation: 0, column: 9 }).unwrap_err();
    /// assert_eq!(end, End::OutsideRight { figure: 1 });
    /// assert_eq!(state.end(), Some(end));
    /// ```
    pub fn attempt(&mut self, unchecked: UncheckedMove) -> Result<Facts, End> {
        self.attempt_watched(unchecked, &mut |_| {})
    }

    /// Like [`State::attempt`], and passes every phase of the move to `watch`, in order.
    pub fn attempt_watched(
        &mut self,
        unchecked: UncheckedMove,
        watch: &mut impl FnMut(Phase<'_>),
    ) -> Result<Facts, End> {
        if let Some(end) = self.end {
            return Err(end);
        }
        let figure = self.placed + 1;
        let end = match unchecked.check() {
            Ok(placed) => match self.play_watched(placed, watch) {
                Ok(facts) => return Ok(facts),
                // The game is not over, so the walls are the only reason left.
                Err(IllegalMove::OutsideRight | IllegalMove::GameOver) => End::OutsideRight { figure },
            },
            Err(OutOfRange::Column(_)) => End::OutsideRight { figure },
            Err(OutOfRange::Rotation(rotation)) => End::NoSuchRotation { figure, rotation },
        };
        self.end = Some(end);
        Err(end)
    }

    /// Ends the game because there are no more moves; a game that is over stays as it is.
    pub fn stop(&mut self) {
        self.end.get_or_insert(End::NoMoreMoves { figure: self.placed + 1 });
    }
}

/// The points for placing every figure of a test.
pub const MAX_POINTS: u32 = 10;

/// The points for `placed` of `figures` figures: ten times their share, rounded, halves up. A game of no
/// figures is worth 0 points.
///
/// ```
/// use laplace_games::well::points;
/// assert_eq!((points(13, 20), points(963, 1000), points(0, 0)), (7, 10, 0));
/// ```
pub fn points(placed: usize, figures: usize) -> u32 {
    // In u128 no product of two lengths overflows; the share is at most 1, so the result is small.
    let placed = placed.min(figures) as u128;
    let figures = figures as u128;
    (20 * placed + figures).checked_div(2 * figures).unwrap_or(0) as u32
}
