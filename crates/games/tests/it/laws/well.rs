//! The well: games of every family, in wells of many depths.

use laplace_games::random::Random;
use laplace_games::well::format::{read_moves, read_problem, write_moves, write_problem};
use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{
    Board, Column, Depth, End, Figure, IllegalMove, Move, Problem, Rotation, State, WIDTH,
};

use crate::common::tidy::tidy_move;
use crate::laws::{Game, Refused};

#[derive(Clone, Debug)]
pub(crate) struct WellGame {
    state: State,
    moves: Vec<Move>,
}

impl WellGame {
    fn new(problem: Problem) -> Self {
        Self { state: State::new(problem), moves: Vec::new() }
    }
}

/// The move of the mirrored figure that looks like this one in a mirror.
fn mirrored(figure: Figure, placed: Move) -> Move {
    let shape = figure.shape(placed.rotation);
    let rows = shape.rows().map(|mask| mask.reverse_bits() >> (16 - shape.width()));
    let same = |rotation: &Rotation| *figure.mirrored().shape(*rotation).rows() == rows;
    let column = Column::from_number((WIDTH - shape.width() - placed.column.index()) as u32).unwrap();
    Move { rotation: Rotation::ALL.into_iter().find(same).unwrap(), column }
}

impl Game for WellGame {
    type Move = Move;
    type View = (Board, usize, Option<End>);

    fn states() -> Vec<Self> {
        let random = &mut Random::new(3);
        let mut states = Vec::new();
        for (round, family) in (0..10).flat_map(|round| Family::ALL.map(|family| (round, family))) {
            let depth = Depth::new(1 + (7 * round + random.below(3)) % 20).unwrap();
            let mut game = Self::new(Problem { depth, ..generate(family, 60, random.next_u64()) });
            states.push(game.clone());
            while let Some(placed) = tidy_move(&game.state, random) {
                game = game.after(placed);
                states.push(game.clone());
            }
        }
        states
    }

    fn conceivable() -> Vec<Move> {
        Move::all().collect()
    }

    fn legal_moves(&self) -> Vec<Move> {
        self.state.legal_moves()
    }

    fn is_legal(&self, played: Move) -> bool {
        self.state.is_legal(played)
    }

    fn play(&mut self, played: Move) -> Result<(), Refused> {
        match self.state.play(played) {
            Ok(_) => self.moves.push(played),
            Err(IllegalMove::GameOver) => return Err(Refused::GameOver),
            Err(IllegalMove::OutsideRight) => return Err(Refused::Illegal),
        }
        Ok(())
    }

    fn is_over(&self) -> bool {
        self.state.end().is_some()
    }

    fn view(&self) -> Self::View {
        (*self.state.board(), self.state.placed(), self.state.end())
    }

    fn reread(&self) -> Self {
        let problem = self.state.problem();
        let again = read_problem(write_problem(problem).as_bytes(), problem.depth).unwrap();
        assert_eq!(&again, problem);
        let moves = write_moves(self.moves.iter().copied());
        let read = read_moves(moves.as_bytes()).map(|pair| pair.unwrap().check().unwrap());
        read.fold(Self::new(again), |game, placed| game.after(placed))
    }

    fn check_counts(&self) {
        let state = &self.state;
        let board = state.board();
        assert_eq!(board.top(), board.blocks().top());
        assert_eq!(board.sticks_out(), board.blocks().top() > board.depth().rows());
        assert!(board.blocks().full_rows().is_empty());
        let landed = state.placed() + usize::from(matches!(state.end(), Some(End::StickingOut { .. })));
        assert_eq!(landed, self.moves.len());
        assert_eq!((4 * landed - board.blocks().len()) % WIDTH, 0);
        let over = board.sticks_out() || state.placed() == state.problem().figures.len();
        assert_eq!(state.end().is_some(), over);
        assert_eq!(state.next_figure().is_none(), over);
    }

    fn images(&self, played: Move) -> Vec<[Self::View; 2]> {
        let figure = self.state.next_figure().unwrap();
        let after = self.after(played);
        let mut mirror = self.state.board().mirrored();
        let facts = mirror.place(figure.mirrored(), mirrored(figure, played));
        assert_eq!(facts, self.state.board().clone().place(figure, played));
        let (board, placed, end) = after.view();
        vec![[(board.mirrored(), placed, end), (mirror, placed, end)]]
    }
}
