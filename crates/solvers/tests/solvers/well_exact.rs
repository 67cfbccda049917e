//! Where the search reports that no longer game exists, trying all games by the rules finds none.

use laplace_games::well::generate::{Family, generate};
use laplace_games::well::{Board, Depth, Figure, Problem};
use laplace_solvers::Control;
use laplace_solvers::well::{Boards, Limits, greedy, solve};

/// The most figures that any game places, by trying all of them.
fn longest_by_trying(board: &Board, figures: &[Figure]) -> usize {
    let Some((&figure, rest)) = figures.split_first() else { return 0 };
    let mut longest = 0;
    for placed in figure.moves() {
        let mut after = *board;
        if !after.place(figure, placed).unwrap().sticks_out {
            longest = longest.max(1 + longest_by_trying(&after, rest));
        }
        if longest == figures.len() {
            break;
        }
    }
    longest
}

fn short_problem(family: Family, count: usize, seed: u64, rows: u32) -> Problem {
    Problem { depth: Depth::new(rows).unwrap(), ..generate(family, count, seed) }
}

#[test]
fn the_longest_game_in_two_rows_is_the_one_that_trying_everything_finds() {
    for seed in 0..150 {
        let problem = short_problem(Family::Uniform, 9, seed, 2);
        let solution = solve(&problem, &Limits::default(), &Control::default());
        let longest = longest_by_trying(&Board::new(problem.depth), &problem.figures);
        assert_eq!((solution.placed(), solution.proved_longest), (longest, true), "seed {seed}");
    }
}

#[test]
fn the_longest_game_in_one_row_is_the_one_that_trying_everything_finds() {
    for seed in 0..150 {
        let problem = short_problem(Family::Floods, 60, seed, 1);
        let from = problem.figures.iter().position(|&figure| figure == Figure::I).unwrap_or(0);
        let problem = Problem { figures: problem.figures[from..].to_vec(), ..problem };
        let solution = solve(&problem, &Limits::default(), &Control::default());
        let longest = longest_by_trying(&Board::new(problem.depth), &problem.figures);
        assert_eq!((solution.placed(), solution.proved_longest), (longest, true), "seed {seed}");
    }
}

#[test]
fn no_game_in_two_rows_outlives_all_boards() {
    let boards = Boards::reachable_in_two_rows();
    for seed in 0..10 {
        let problem = short_problem(Family::OnlySAndZ, 60, seed, 2);
        let solution = solve(&problem, &Limits::default(), &Control::default());
        assert!(solution.proved_longest, "seed {seed}");
        assert!(solution.placed() <= boards.outlive(&problem.figures), "seed {seed}");
    }
}

#[test]
fn squares_never_fill_two_rows() {
    let squares = [Figure::O; 40];
    assert_eq!(Boards::reachable_in_two_rows().outlive(&squares), squares.len());
}

#[test]
fn the_greedy_player_plays_by_the_rules() {
    for seed in 0..3 {
        let problem = generate(Family::Uniform, 2000, seed);
        let mut board = Board::new(problem.depth);
        let moves = greedy(&problem);
        for (&figure, &placed) in problem.figures.iter().zip(&moves) {
            assert!(!board.place(figure, placed).unwrap().sticks_out);
        }
        assert!(moves.len() > 1000, "a player that sees holes lives longer than {}", moves.len());
    }
}
