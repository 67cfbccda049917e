//! The tight bound is a theorem: on small boards, where every game can be played, no game passes it.
//!
//! The games are played by slow obvious rules, a cell at a time, with every order of pieces up to some length, or from
//! every board of a kind. Each clause of the bound must be caught if it forbids too much. These changes were tried, and
//! each made a test below fail: O cannot leave the board empty; L cannot with two lines; S takes no line from a
//! full board; T is stuck there like O; T takes one line at most; T keeps a taint; J makes one; a T that takes two lines keeps
//! the parity; so does a J; a Tetris flips it; only an even board can be emptied by T; T flips the parity of a full board;
//! one more piece counts into an odd chain.

use std::collections::{BTreeSet, HashMap};

use laplace_games::demon::bound::tight::{BoardSize, Moves, TightBound};
use laplace_games::demon::bound::{self as plain, tight_bound, tight_reach};
use laplace_games::demon::{Column, MOVE_LIMIT, Move, Piece, Rotation, Seed, State, slow};
use laplace_games::random::Random;
use laplace_solvers::Control;
use laplace_solvers::demon::{Limits, solve};

/// Most lines of a small board, the free ones on top included.
const LINES: usize = 12;
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

    fn size(self) -> BoardSize {
        BoardSize::new(self.columns, self.rows).unwrap()
    }

    fn bound(self, pieces: &[Piece]) -> u32 {
        TightBound::new(pieces, self.size()).bound()
    }

    /// The board with these rows, the lowest first.
    fn board(self, rows: &[u16]) -> Board {
        let mut board = Board([0; LINES]);
        for (height, &row) in rows.iter().enumerate() {
            board.0[self.lines() - 1 - height] = row;
        }
        board
    }

    /// Every board of this number of rows whose rows are among these.
    fn boards(self, rows: &[u16]) -> Vec<Board> {
        let mut stacks = vec![Vec::new()];
        for _ in 0..self.rows {
            let longer = |stack: &Vec<u16>| {
                let stack = stack.clone();
                rows.iter().map(move |&row| stack.iter().copied().chain([row]).collect())
            };
            stacks = stacks.iter().flat_map(longer).collect();
        }
        stacks.iter().map(|stack| self.board(stack)).collect()
    }

    /// Every row with exactly one open cell.
    fn rows_with_one_gap(self) -> Vec<u16> {
        (0..self.columns).map(|gap| ((1 << self.columns) - 1) & !(1 << gap)).collect()
    }
}

impl Board {
    fn blocks(&self) -> usize {
        self.0.iter().map(|line| line.count_ones() as usize).sum()
    }

    /// Half the difference of black and white blocks, modulo 2; the number of blocks is even.
    fn is_odd(&self) -> bool {
        let mut difference = 0;
        for (line, row) in self.0.iter().enumerate() {
            for column in 0..16 {
                if row >> column & 1 == 1 {
                    difference += if (line + column) % 2 == 0 { 1 } else { -1 };
                }
            }
        }
        assert_eq!(difference % 2, 0);
        difference / 2 % 2 != 0
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
    let value = |pieces: &[Piece]| TightBound::new(pieces, BoardSize::DEMON).bound();
    assert_eq!((value(&[Piece::O; 3]), value(&[Piece::O; 6])), (0, 200), "O takes two lines or leaves some");
    assert_eq!((value(&[Piece::S; 3]), value(&[Piece::S; 4])), (0, 100), "S leaves some");
    assert_eq!((value(&[Piece::I; 3]), value(&[Piece::I; 12])), (100, 800), "I does both");
}

/// What a piece did to the parity of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Effect {
    piece: Piece,
    lines: usize,
    flips: bool,
}

/// Drops every piece everywhere on boards that need not come from any game, holds what it does to the moves of the
/// relaxed game, and returns the effects on boards that are not empty afterwards, where the game goes on.
fn effects(small: Small, boards: &[Board]) -> BTreeSet<Effect> {
    let size = small.size();
    let tree = Tree::new(small.columns, small.rows, &[]);
    let mut seen = BTreeSet::new();
    for piece in Piece::ALL {
        let moves = Moves::of_piece(size, piece);
        for board in boards {
            let before = size.cell(board.blocks(), board.is_odd());
            tree.expand(&Layer::from([((*board, false), 0)]), piece, |next, _, score| {
                let lines = if score == 800 { 4 } else { score as usize / 100 };
                let goes_on = !small.is_over(&next);
                let after = size.next_cell(before, piece, lines, next.is_odd()).filter(|_| goes_on);
                assert_eq!(after.is_some(), goes_on, "blocks are counted");
                assert!(moves.allow(before, lines, after), "{piece:?} takes {lines} from {:x?}", board.0);
                if goes_on && next.blocks() > 0 {
                    seen.insert(Effect { piece, lines, flips: board.is_odd() != next.is_odd() });
                }
            });
        }
    }
    seen
}

/// All effects that the relaxed game allows from boards of that number of blocks.
fn allowed(small: Small, blocks: usize) -> BTreeSet<Effect> {
    let size = small.size();
    let mut all = BTreeSet::new();
    for piece in Piece::ALL {
        let moves = Moves::of_piece(size, piece);
        for (lines, odd, after_odd) in (0..=4).flat_map(|lines| {
            [(false, false), (false, true), (true, false), (true, true)].map(|(a, b)| (lines, a, b))
        }) {
            let before = size.cell(blocks, odd);
            let enough = blocks + 4 > lines * small.columns;
            let after = enough.then(|| size.next_cell(before, piece, lines, after_odd)).flatten();
            if after.is_some() && moves.allow(before, lines, after) {
                all.insert(Effect { piece, lines, flips: odd != after_odd });
            }
        }
    }
    all
}

#[test]
fn parities_change_on_small_boards_just_as_the_bound_says() {
    let mut seen = BTreeSet::new();
    // Every board without a full row of 6 x 2 and 6 x 3, and of 8 x 2 with as many blocks as some pieces leave.
    for (columns, rows, unit) in [(6, 2, 2), (6, 3, 2), (8, 2, 4)] {
        let small = Small { columns, rows };
        let all_rows: Vec<u16> = (0..(1 << columns) - 1).collect();
        let mut boards = small.boards(&all_rows);
        let full = columns * rows - rows;
        boards.retain(|board| board.blocks().is_multiple_of(unit) && board.blocks() < full);
        seen.extend(effects(small, &boards));
    }
    // Higher boards at random: rows that are nearly full, so that many go at once, below some that are not.
    let small = Small { columns: 6, rows: 6 };
    let mut random = Random::new(3);
    let mut boards = Vec::new();
    while boards.len() < 60_000 {
        let well = random.below(6);
        let nearly_full = random.below(6);
        let rows = [0; 6].map(|_| {
            let other = if random.chance(40) { random.below(6) } else { well };
            (nearly_full, 63 & !(1 << well) & !(1 << other))
        });
        let rows: Vec<u16> = (0..)
            .zip(rows)
            .map(|(height, (below, row))| if height < below { row } else { random.below(63) as u16 & row })
            .collect();
        let board = small.board(&rows);
        if board.blocks().is_multiple_of(2) && board.blocks() < 30 {
            boards.push(board);
        }
    }
    seen.extend(effects(small, &boards));
    // What is allowed with 22 blocks, neither a full board nor as many as can all go, is allowed anywhere.
    assert_eq!(seen, allowed(small, 22));
}

#[test]
fn pieces_do_on_full_small_boards_just_what_the_bound_says() {
    for (columns, rows) in [(6, 4), (6, 6), (8, 4)] {
        let small = Small { columns, rows };
        let boards = small.boards(&small.rows_with_one_gap());
        assert_eq!(boards.len(), columns.pow(rows as u32));
        let full = columns * rows - rows;
        assert_eq!(effects(small, &boards), allowed(small, full), "{columns} x {rows}");
    }
}

/// The best score from a board with these pieces.
fn best_from(tree: &Tree<'_>, board: Board, pieces: &[Piece]) -> u32 {
    let mut layer = Layer::from([((board, false), 0)]);
    let mut best = 0;
    for &piece in pieces {
        let mut next = Layer::new();
        tree.expand(&layer, piece, |board, after_tetris, score| {
            best = best.max(score);
            let kept = next.entry((board, after_tetris)).or_default();
            *kept = score.max(*kept);
        });
        layer = next;
    }
    best
}

/// Full boards of 6 x 8 whose four upper rows are open in the same column: a Tetris is possible, and then another one
/// if the other four rows allow it.
fn boards_of_two_tetrises(small: Small) -> Vec<Board> {
    let gaps = small.rows_with_one_gap();
    let lower = Small { rows: 4, ..small }.boards(&gaps);
    let stack = |board: &Board| {
        let lowest = Small { rows: 4, ..small }.lines();
        let rows: Vec<u16> = (0..4).map(|height| board.0[lowest - 1 - height]).collect();
        small.board(&[rows, vec![gaps[2]; 4]].concat())
    };
    lower.iter().map(stack).collect()
}

#[test]
fn an_odd_full_board_is_not_cleared_by_tetrises_with_few_pieces_between() {
    let small = Small { columns: 6, rows: 8 };
    let size = small.size();
    let tree = Tree::new(6, 8, &[]);
    let boards = boards_of_two_tetrises(small);
    let mut orders = vec![vec![Piece::I; 2]];
    orders.extend(Piece::ALL.map(|between| vec![Piece::I, between, Piece::I]));
    for pieces in orders {
        let bound = TightBound::new(&pieces, size);
        let of_parity = |odd: bool| bound.value(0, Some(size.cell(40, odd)));
        let mut reached = [false; 2];
        for &board in &boards {
            let best = best_from(&tree, board, &pieces);
            let odd = board.is_odd();
            assert!(best <= of_parity(odd), "{best} points with {pieces:?} from {:x?}", board.0);
            reached[usize::from(odd)] |= best == of_parity(odd);
        }
        assert!(of_parity(true) < of_parity(false), "the chain of {pieces:?}");
        assert!(reached[0], "{pieces:?}");
    }
}

#[test]
fn with_enough_blocks_for_a_row_between_them_tetrises_clear_an_odd_full_board() {
    // Two pieces and an I make a row of six cells. So the bound must not count two of them into a chain.
    let small = Small { columns: 6, rows: 8 };
    let tree = Tree::new(6, 8, &[]);
    let steps = |last| [(Piece::I, 4), (Piece::I, 0), (last, 0), (Piece::I, 4)];
    let odd_boards: Vec<Board> = boards_of_two_tetrises(small).into_iter().filter(Board::is_odd).collect();
    for last in [Piece::J, Piece::L] {
        let start = small.size().cell(40, true);
        assert!(odd_boards.iter().any(|&board| can_take(&tree, board, start, &steps(last))), "{last:?}");
    }
}

/// Whether pieces can take these numbers of lines one after the other; the bound must allow each of them.
fn can_take(tree: &Tree<'_>, board: Board, cell: usize, steps: &[(Piece, u32)]) -> bool {
    let Some((&(piece, lines), later)) = steps.split_first() else { return true };
    let size = tree.small.size();
    let moves = Moves::of_piece(size, piece);
    let mut next = Vec::new();
    tree.expand(&Layer::from([((board, false), 0)]), piece, |after, _, score| {
        if score == points(lines, false) && !tree.small.is_over(&after) {
            let to = size.next_cell(cell, piece, lines as usize, after.is_odd()).unwrap();
            assert!(moves.allow(cell, lines as usize, Some(to)), "{piece:?} on {:x?}", board.0);
            next.push((after, to));
        }
    });
    next.into_iter().any(|(board, cell)| can_take(tree, board, cell, later))
}

/// Goes on with a game by moves at random among those that stay low and take lines.
fn continue_greedily(seed: Seed, game: &mut Vec<Move>, moves: usize, random: &mut Random) {
    let mut state = State::new(seed);
    for &chosen in &*game {
        state.play(chosen).unwrap();
    }
    for _ in 0..moves {
        let turned = |rotation| Column::ALL.map(|column| Move { rotation, column });
        let all = Rotation::ALL.into_iter().flat_map(turned);
        let ranked = all.filter_map(|chosen| {
            let mut after = state.clone();
            let lines = after.play(chosen).ok()?.removed.len();
            let height = slow::EMPTY.len() - after.board().top();
            Some((16 * height as u32 + random.below(40) - lines, chosen))
        });
        let Some((_, chosen)) = ranked.min_by_key(|&(rank, _)| rank) else { break };
        state.play(chosen).unwrap();
        game.push(chosen);
    }
}

#[test]
fn no_move_of_a_real_game_gains_on_the_bound() {
    // The points so far and the value of the board can only fall, whatever is played, well or badly.
    let mut random = Random::new(11);
    let mut losses = 0;
    for s in 0..24 {
        let seed = Seed::new(41_011 * s).unwrap();
        let limits = Limits { beam_width: Some(1 + s as usize % 4), ..Limits::default() };
        let good = solve(seed, 1_500, &limits, &Control::default()).moves;
        let mut mixed = good[..200 + 10 * s as usize].to_vec();
        continue_greedily(seed, &mut mixed, 60, &mut random);
        let mut poor = Vec::new();
        continue_greedily(seed, &mut poor, 300, &mut random);
        for game in [good, mixed, poor] {
            let reach = tight_reach(seed, &game);
            assert!(reach.windows(2).all(|pair| pair[1] <= pair[0]), "seed {}", seed.number());
            losses += reach.windows(2).filter(|pair| pair[1] < pair[0]).count();
        }
    }
    assert!(losses > 500, "{losses}");
}
