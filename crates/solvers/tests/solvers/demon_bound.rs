//! The tight bound is a theorem: on small boards, where every game can be played, no game passes it.
//!
//! The games are played by slow obvious rules, a cell at a time, with every order of pieces up to some length.
//! Each clause of the bound must be caught if it forbids too much. These changes were tried, and each
//! made a test below fail: O cannot leave the board empty; L cannot with two lines; S takes no line from a
//! full board; T is stuck there like O; T takes one line at most; T keeps a taint; J makes one.

use std::collections::HashMap;

use laplace_games::demon::{MOVE_LIMIT, Piece, Seed, bound as plain, slow};
use laplace_solvers::demon::internals::{BoardSize, Penalties, TightBound};
use laplace_solvers::demon::tight_bound;

/// Most lines of a small board, the free ones on top included.
const LINES: usize = 10;
const TOP_LINES: usize = 4;

/// A small board: a bit a cell, line 0 at the top.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Board([u16; LINES]);

#[derive(Clone, Copy)]
struct Small {
    columns: usize,
    rows: usize,
}

impl Small {
    fn lines(self) -> usize {
        self.rows + TOP_LINES
    }

    fn fits(self, board: &Board, blocks: &[(usize, usize)], line: usize, column: usize) -> bool {
        blocks.iter().all(|&(l, c)| {
            line + l < self.lines() && column + c < self.columns && board.0[line + l] >> (column + c) & 1 == 0
        })
    }

    /// The board after a piece fell, and the lines it took; `None` if it cannot start there.
    fn drop(self, board: &Board, blocks: &[(usize, usize)], column: usize) -> Option<(Board, u32)> {
        if !self.fits(board, blocks, 0, column) {
            return None;
        }
        let mut line = 0;
        while self.fits(board, blocks, line + 1, column) {
            line += 1;
        }
        let mut filled = *board;
        for &(l, c) in blocks {
            filled.0[line + l] |= 1 << (column + c);
        }
        let full = (1 << self.columns) - 1;
        let mut left = Board([0; LINES]);
        let mut to = self.lines();
        for from in (0..self.lines()).rev().filter(|&from| filled.0[from] != full) {
            to -= 1;
            left.0[to] = filled.0[from];
        }
        Some((left, to as u32))
    }

    fn is_over(self, board: &Board) -> bool {
        board.0[..TOP_LINES].iter().any(|&line| line != 0)
    }

    fn bound(self, pieces: &[Piece]) -> u32 {
        let field = BoardSize::new(self.columns, self.rows).unwrap();
        TightBound::new(pieces, field, &Penalties::default()).bound()
    }
}

fn points(lines: u32, after_tetris: bool) -> u32 {
    match (lines, after_tetris) {
        (4, true) => 1200,
        (4, false) => 800,
        _ => 100 * lines,
    }
}

/// Every board that the pieces so far can lead to, and whether a Tetris was just made, with the best score.
type Layer = HashMap<(Board, bool), u32>;

/// All games over orders of pieces, each order's prefix played once.
struct Tree<'a> {
    small: Small,
    /// The pieces that may come at each place.
    choices: &'a [&'a [Piece]],
    pieces: Vec<Piece>,
    shapes: Vec<Vec<Vec<(usize, usize)>>>,
    /// Orders that were played to the end, and those whose best game reaches the bound.
    orders: u32,
    reached: u32,
}

impl<'a> Tree<'a> {
    fn new(columns: usize, rows: usize, choices: &'a [&'a [Piece]]) -> Self {
        let turns = |piece: Piece| {
            let mut shapes: Vec<_> = (0..4).map(|turns| slow::blocks(piece.number(), turns)).collect();
            shapes.sort();
            shapes.dedup();
            shapes
        };
        let shapes = Piece::ALL.into_iter().map(turns).collect();
        Self { small: Small { columns, rows }, choices, pieces: Vec::new(), shapes, orders: 0, reached: 0 }
    }

    /// Plays all orders; how many there were, and for how many the bound is exact.
    fn play(mut self) -> (u32, u32) {
        let start = Layer::from([((Board([0; LINES]), false), 0)]);
        self.follow(&start, 0);
        (self.orders, self.reached)
    }

    fn follow(&mut self, layer: &Layer, best_ended: u32) {
        for &piece in self.choices[self.pieces.len()] {
            self.pieces.push(piece);
            let mut next = Layer::new();
            let mut best = best_ended;
            let is_last = self.pieces.len() == self.choices.len();
            self.expand(layer, piece, |board, after_tetris, score| {
                best = best.max(score);
                if !is_last {
                    let kept = next.entry((board, after_tetris)).or_default();
                    *kept = score.max(*kept);
                }
            });
            self.compare(best, is_last);
            if !is_last {
                self.follow(&next, best);
            }
            self.pieces.pop();
        }
    }

    /// Every move of a piece on every board; games that are over are not gone on with.
    fn expand(&self, layer: &Layer, piece: Piece, mut found: impl FnMut(Board, bool, u32)) {
        for (&(board, after_tetris), &score) in layer.iter().filter(|((b, _), _)| !self.small.is_over(b)) {
            for blocks in &self.shapes[piece as usize - 1] {
                for column in 0..self.small.columns {
                    if let Some((next, lines)) = self.small.drop(&board, blocks, column) {
                        found(next, lines == 4, score + points(lines, after_tetris));
                    }
                }
            }
        }
    }

    fn compare(&mut self, best: u32, is_last: bool) {
        let bound = self.small.bound(&self.pieces);
        let pieces = &self.pieces;
        let columns = self.small.columns;
        let rows = self.small.rows;
        assert!(best <= bound, "{best} points with {pieces:?} on {columns} x {rows}, bound {bound}");
        self.orders += u32::from(is_last);
        self.reached += u32::from(is_last && best == bound);
    }
}

const ANY: &[Piece] = &Piece::ALL;
const SNAKES: &[Piece] = &[Piece::S, Piece::Z];
const I: &[Piece] = &[Piece::I];
const O: &[Piece] = &[Piece::O];

#[test]
fn no_game_of_four_pieces_passes_the_bound_on_boards_of_few_rows() {
    for (columns, rows) in [(5, 1), (5, 2), (5, 3), (6, 2), (7, 2), (8, 1), (8, 2)] {
        let (orders, reached) = Tree::new(columns, rows, &[ANY; 4]).play();
        assert_eq!(orders, 7u32.pow(4));
        assert!(reached > orders / 20, "{columns} x {rows}: exact for {reached} of {orders}");
    }
}

#[test]
fn no_game_passes_the_bound_beyond_a_full_board() {
    // Sixteen blocks are all that can stand on 5 x 4: the fifth piece meets them, or a lower board.
    let (orders, reached) = Tree::new(5, 4, &[ANY; 5]).play();
    assert_eq!(orders, 7u32.pow(5));
    assert!(reached > orders / 20, "exact for {reached} of {orders}");
}

#[test]
fn no_tetris_that_empties_the_board_passes_the_bound() {
    // On 5 x 5 sixteen blocks are not a full board: what is forbidden here is so by a taint alone.
    let (_, reached) = Tree::new(5, 5, &[ANY, ANY, ANY, ANY, I]).play();
    assert!(reached > 0);
    Tree::new(6, 5, &[&[Piece::J, Piece::T, Piece::I], ANY, SNAKES, O, O, I]).play();
}

#[test]
fn no_tetris_from_a_full_board_passes_the_bound() {
    // On 5 x 5 a Tetris from a full board leaves four blocks: no taint forbids it, only unevenness does.
    Tree::new(5, 5, &[ANY, ANY, ANY, SNAKES, O, I]).play();
    let (_, reached) =
        Tree::new(5, 5, &[ANY, O, ANY, &[Piece::L, Piece::O, Piece::T], &[Piece::S, Piece::O], I]).play();
    assert!(reached > 0);
}

#[test]
fn no_square_that_empties_the_board_passes_the_bound() {
    // On eight columns three lines are six pieces: S may take one of them, or the first O.
    let plain: &[Piece] = &[Piece::I, Piece::L, Piece::O];
    Tree::new(8, 3, &[plain, plain, plain, plain, SNAKES, O]).play();
    Tree::new(8, 3, &[plain, plain, plain, SNAKES, O, O]).play();
}

#[test]
fn the_bound_is_never_above_the_plain_one_and_often_below() {
    let seeds = (0..60).map(|k| Seed::new(16_661 * k).unwrap());
    let below = seeds.filter(|&seed| {
        let (tight, plain) = (tight_bound(seed, MOVE_LIMIT), plain::bound(seed, MOVE_LIMIT));
        assert!(tight <= plain);
        tight < plain
    });
    assert!(below.count() > 20);
}

#[test]
fn the_plain_bound_holds_for_short_games_too() {
    for moves in 0..200 {
        let seed = Seed::new(moves * 31).unwrap();
        assert!(tight_bound(seed, moves) <= plain::bound(seed, moves));
    }
}

#[test]
fn only_pieces_that_can_empty_the_board_do() {
    let value = |pieces: &[Piece]| TightBound::new(pieces, BoardSize::DEMON, &Penalties::default()).bound();
    assert_eq!((value(&[Piece::O; 3]), value(&[Piece::O; 6])), (0, 200), "O takes two lines or leaves some");
    assert_eq!((value(&[Piece::S; 3]), value(&[Piece::S; 4])), (0, 100), "S leaves some");
    assert_eq!((value(&[Piece::I; 3]), value(&[Piece::I; 12])), (100, 800), "I does both");
}
