//! The demon, with a second board on which the mirror image of every move is played.

use laplace_games::demon::format::{self, BoardStyle, Picture, Question};
use laplace_games::demon::generate::{Family, input};
use laplace_games::demon::{
    Board, COLUMNS, Column, IllegalMove, Move, Piece, Rotation, Seed, State, UncheckedMove, slow,
};
use laplace_games::random::Random;

use crate::laws::{Game, Refused};

const RANDOM_GAMES: usize = 40;
/// One state in `STRIDE` of a long game is checked.
const STRIDE: usize = 10;

#[derive(Clone, Debug)]
pub(crate) struct DemonGame {
    seed: Seed,
    moves: Vec<UncheckedMove>,
    state: State,
    mirror: Board,
}

impl DemonGame {
    fn new(seed: Seed) -> Self {
        Self { seed, moves: Vec::new(), state: State::new(seed), mirror: Board::EMPTY }
    }

    /// The states of a random game, the finished one last.
    fn random_game(random: &mut Random) -> Vec<Self> {
        let mut game = Self::new(Seed::new(random.below(Seed::MAX + 1)).unwrap());
        let mut states = vec![game.clone()];
        while let Some(&played) = random.pick(&game.legal_moves()) {
            game = game.after(played);
            states.push(game.clone());
        }
        let first = states.remove(0);
        let last = states.pop().unwrap();
        [first].into_iter().chain(states.into_iter().step_by(STRIDE)).chain([last]).collect()
    }

    /// Some states of a game with lines and Tetrises.
    fn tidy_game(seed: u64) -> Vec<Self> {
        let text = input(Question::Q4, Family::Tetrises, seed).unwrap();
        let file = format::read_moves(text.as_bytes()).unwrap();
        let mut game = Self::new(file.seed());
        let after = file.map(|line| {
            game = game.after(line.unwrap().1.check().unwrap());
            game.clone()
        });
        after.step_by(STRIDE).collect()
    }

    fn place_in_the_mirror(&mut self, piece: Piece, played: Move) {
        let (piece, Move { rotation, column }) = mirrored(piece, played);
        let shape = piece.shape(rotation);
        let line = self.mirror.drop_line(shape, column).expect("its image was dropped");
        self.mirror.place(shape, line, column);
        self.mirror.remove_full(line, shape.height().into());
    }
}

/// The piece and the move that look like these in a mirror.
fn mirrored(piece: Piece, played: Move) -> (Piece, Move) {
    let image = mirrored_piece(piece);
    let shape = piece.shape(played.rotation);
    let rows = shape.rows().map(|row| row.reverse_bits() >> (16 - shape.width()));
    let rotation = Rotation::ALL.into_iter().find(|&turned| image.shape(turned).rows() == rows).unwrap();
    let column = COLUMNS as u32 - u32::from(shape.width()) - u32::from(played.column.number());
    (image, Move { rotation, column: Column::from_number(column).unwrap() })
}

fn mirrored_piece(piece: Piece) -> Piece {
    match piece {
        Piece::J => Piece::L,
        Piece::L => Piece::J,
        Piece::S => Piece::Z,
        Piece::Z => Piece::S,
        same => same,
    }
}

fn mirrored_cells(board: &Board) -> slow::Cells {
    let mut cells = cells(board);
    for row in &mut cells {
        row.reverse();
        let image =
            |cell: u8| Piece::from_number(cell.into()).map_or(0, |piece| mirrored_piece(piece).number());
        *row = row.map(image);
    }
    cells
}

fn cells(board: &Board) -> slow::Cells {
    let mut cells = slow::EMPTY;
    for (line, row) in cells.iter_mut().enumerate() {
        for (cell, column) in row.iter_mut().zip(Column::ALL) {
            *cell = board.cell(line, column).map_or(0, Piece::number);
        }
    }
    cells
}

impl Game for DemonGame {
    type Move = Move;
    type View = (State, slow::Cells);

    fn states() -> Vec<Self> {
        let random = &mut Random::new(1);
        let wild = (0..RANDOM_GAMES).flat_map(|_| Self::random_game(random));
        wild.chain((0..2).flat_map(Self::tidy_game)).collect()
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
        let piece = self.state.next_piece();
        match self.state.play(played) {
            Ok(_) => {
                self.moves.push(UncheckedMove::new(piece, played));
                self.place_in_the_mirror(piece, played);
                Ok(())
            }
            Err(IllegalMove::GameOver) => Err(Refused::GameOver),
            Err(_) => Err(Refused::Illegal),
        }
    }

    fn is_over(&self) -> bool {
        self.state.end().is_some()
    }

    fn view(&self) -> Self::View {
        (self.state.clone(), cells(&self.mirror))
    }

    fn reread(&self) -> Self {
        for style in [BoardStyle::Packed, BoardStyle::Spaced] {
            let text = format::write_board(self.state.board(), style);
            assert_eq!(format::read_board(text.as_bytes()), Ok(Picture::from(self.state.board())));
        }
        let text = format::write_moves(self.seed, self.moves.iter().copied());
        let file = format::read_moves(text.as_bytes()).unwrap();
        let start = Self::new(file.seed());
        file.fold(start, |game, line| game.after(line.unwrap().1.check().unwrap()))
    }

    fn check_counts(&self) {
        let state = &self.state;
        let board = state.board();
        let moves: Vec<[i64; 3]> = self.moves.iter().map(|l| [l.piece, l.column, l.rotation]).collect();
        let (slow, _) = slow::play(self.seed.number().into(), &moves);
        assert_eq!(cells(board), slow.cells);
        let top = slow.cells.iter().position(|row| row.iter().any(|&cell| cell != 0));
        assert_eq!(board.top(), top.unwrap_or(slow.cells.len()));
        assert_eq!((state.placed() as usize, state.score()), (slow.placed, slow.score));
        assert_eq!(board.blocks() + 12 * state.lines(), 4 * state.placed());
        let count = |min_points| slow.points.iter().filter(|&&points| points >= min_points).count() as u32;
        assert_eq!((state.tetrises(), state.back_to_backs()), (count(800), count(1200)));
        assert_eq!(state.is_after_tetris(), slow.points.last().is_some_and(|&points| points >= 800));
    }

    fn images(&self, played: Move) -> Vec<[Self::View; 2]> {
        let after = self.after(played);
        let image = mirrored_cells(after.state.board());
        vec![[(after.state.clone(), image), after.view()]]
    }
}
