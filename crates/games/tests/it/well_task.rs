//! The task's own sample and every board it prints.

use laplace_games::well::format::{read_moves, read_problem};
use laplace_games::well::{Cells, Depth, End, Figure, HEIGHT, Move, PaintedBoard, Phase, State, WIDTH};

const SAMPLE_IN: &[u8] = include_bytes!("../data/well/sample.in");
const SAMPLE_OUT: &[u8] = include_bytes!("../data/well/sample.out");
const SAMPLE_VERDICT: &str = include_str!("../data/well/sample.verdict");
const STEPS: &str = include_str!("../data/well/steps.txt");
const NUMBERS: &str = include_str!("../data/well/numbers.txt");
const PRINTED_ROWS: usize = 10;

fn sample_state() -> State {
    State::new(read_problem(SAMPLE_IN, Depth::DEFAULT).unwrap())
}

fn sample_moves() -> Vec<Move> {
    let checked = read_moves(SAMPLE_OUT).map_while(|pair| pair.unwrap().check().ok());
    checked.collect()
}

#[test]
fn the_sample_places_13_of_20_figures() {
    let mut state = sample_state();
    for pair in read_moves(SAMPLE_OUT) {
        _ = state.attempt(pair.unwrap());
    }
    assert_eq!(state.end(), Some(End::OutsideRight { figure: 14 }));
    let verdict = format!(
        "placed {} of {}\npoints {}\nended by {}\n",
        state.placed(),
        state.problem().figures.len(),
        state.points(),
        state.end().unwrap()
    );
    assert_eq!(verdict, SAMPLE_VERDICT);
}

/// The pictures of a data file, each the highest row first.
fn pictures(text: &str) -> Vec<Vec<&str>> {
    let rows: Vec<&str> = text.lines().filter_map(|line| line.strip_prefix('"')?.strip_suffix('"')).collect();
    assert_eq!(rows.len() % PRINTED_ROWS, 0);
    rows.chunks(PRINTED_ROWS).map(<[&str]>::to_vec).collect()
}

/// A printed board: a label for each block, the lowest row first.
#[derive(Clone, Debug, PartialEq)]
struct Labels([[char; WIDTH]; HEIGHT]);

impl Labels {
    fn printed(picture: &[&str]) -> Self {
        let mut labels = [[' '; WIDTH]; HEIGHT];
        for (row, line) in picture.iter().rev().enumerate() {
            line.chars().enumerate().for_each(|(column, label)| labels[row][column] = label);
        }
        Self(labels)
    }

    fn cells(&self) -> Cells {
        let mask = |row: &[char; WIDTH]| (0..WIDTH).filter(|&c| row[c] != ' ').map(|c| 1 << c).sum();
        Cells::from_rows(self.0.each_ref().map(mask)).unwrap()
    }

    /// Takes out a figure that hovers just below the highest printed row; returns its label.
    fn lift(&mut self, figure: Figure, placed: Move) -> char {
        let shape = figure.shape(placed.rotation);
        let mut label = ' ';
        for (row, mask) in (PRINTED_ROWS - shape.height()..).zip(shape.rows_at(placed.column)) {
            for column in (0..WIDTH).filter(|column| mask >> column & 1 == 1) {
                label = std::mem::replace(&mut self.0[row][column], ' ');
                assert_ne!(label, ' ');
            }
        }
        label
    }

    fn follow(&mut self, phase: &Phase<'_>) {
        match *phase {
            Phase::Landed { figure, placed, row } => {
                let label = self.lift(figure, placed);
                for (row, mask) in (row..).zip(figure.shape(placed.rotation).rows_at(placed.column)) {
                    let columns = (0..WIDTH).filter(|column| mask >> column & 1 == 1);
                    columns.for_each(|column| self.0[row][column] = label);
                }
            }
            Phase::Deleted { rows } => rows.iter().for_each(|row| self.0[row] = [' '; WIDTH]),
            Phase::Fell { blocks } => {
                for (row, mask) in blocks.rows().iter().enumerate().skip(1) {
                    for column in (0..WIDTH).filter(|column| mask >> column & 1 == 1) {
                        self.0[row - 1][column] = std::mem::replace(&mut self.0[row][column], ' ');
                    }
                }
            }
        }
    }

    /// Whether two neighbours always have one label, and blocks with one label are always connected.
    fn are_components(&self) -> bool {
        let mut board = laplace_games::well::slow::SlowBoard::new(Depth::DEFAULT);
        let blocks = (0..HEIGHT).flat_map(|row| (0..WIDTH).map(move |column| (row, column)));
        blocks.filter(|&(row, c)| self.0[row][c] != ' ').for_each(|cell| board.put(cell, 1));
        let mut seen = Vec::new();
        board.components().iter().all(|component| {
            let (row, column) = component[0];
            let label = self.0[row][column];
            let new = !seen.contains(&label);
            seen.push(label);
            new && component.iter().all(|&(row, column)| self.0[row][column] == label)
        })
    }
}

/// The boards of a placement, one for each landing, deletion and whole fall, after the one it starts from.
/// Each has the labels that the printed step before it has.
fn steps_of(state: &mut State, placed: Move, printed: &[Labels]) -> Vec<Labels> {
    let mut boards = Vec::new();
    let mut now = printed[0].clone();
    let mut was_falling = false;
    let mut watch = |phase: Phase<'_>| {
        let falls = matches!(phase, Phase::Fell { .. });
        if !(falls && was_falling) {
            now = printed[boards.len()].clone();
            boards.push(now.clone());
        }
        now.follow(&phase);
        *boards.last_mut().unwrap() = now.clone();
        was_falling = falls;
    };
    state.play_watched(placed, &mut watch).unwrap();
    boards
}

#[test]
fn the_printed_steps_come_out_as_printed() {
    let steps: Vec<Labels> = pictures(STEPS).iter().map(|picture| Labels::printed(picture)).collect();
    let mut state = sample_state();
    let moves = sample_moves();
    for &placed in &moves[..10] {
        state.play(placed).unwrap();
    }

    let mut before = steps[0].clone();
    before.lift(Figure::L, moves[10]);
    assert_eq!(state.board().blocks(), &before.cells(), "the board before figure 11");
    let boards = steps_of(&mut state, moves[10], &steps);
    assert_eq!(boards.len(), 5);
    for (board, step) in boards.iter().zip(2..) {
        assert_eq!(board.cells(), steps[step - 1].cells(), "step {step}");
        // The odd steps have new digits.
        assert!(step % 2 == 1 || board == &steps[step - 1], "step {step}");
    }

    let mut before = steps[6].clone();
    before.lift(Figure::O, moves[11]);
    assert_eq!(state.board().blocks(), &before.cells(), "the board before figure 12");
    assert_eq!(steps_of(&mut state, moves[11], &steps[6..]), steps[7..]);
    assert_eq!(state.board().blocks(), &steps[7].cells(), "the board after figure 12");
}

#[test]
fn the_digits_of_the_odd_steps_are_the_components() {
    for (step, picture) in pictures(STEPS).iter().enumerate().step_by(2) {
        assert!(Labels::printed(picture).are_components(), "step {}", step + 1);
    }
}

fn bottom_rows(painted: &PaintedBoard) -> Vec<String> {
    painted.to_string().lines().skip(20 - PRINTED_ROWS).map(str::to_owned).collect()
}

#[test]
fn the_boards_with_figure_numbers_come_out_as_printed() {
    let printed = pictures(NUMBERS);
    let mut state = sample_state();
    let mut painted = PaintedBoard::new(Depth::DEFAULT);
    let moves = sample_moves();
    for &placed in &moves[..10] {
        state.play_watched(placed, &mut |phase| painted.follow(&phase)).unwrap();
    }
    let mut before = Labels::printed(&printed[0]);
    assert_eq!(before.lift(Figure::L, moves[10]), 'B');
    let row = |row: &[char; WIDTH]| row.iter().collect::<String>();
    let before: Vec<String> = before.0[..PRINTED_ROWS].iter().rev().map(row).collect();
    assert_eq!(bottom_rows(&painted), before);

    let mut full_or_last: Vec<Vec<String>> = Vec::new();
    let watch = &mut |phase: Phase<'_>| {
        if matches!(phase, Phase::Deleted { .. }) {
            full_or_last.push(bottom_rows(&painted));
        }
        painted.follow(&phase);
    };
    state.play_watched(moves[10], watch).unwrap();
    full_or_last.push(bottom_rows(&painted));
    assert_eq!(full_or_last, printed[1..]);
}
